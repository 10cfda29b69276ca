//! Several permissions of one session: each message lists the others, one tap allows what it named.

use super::Chat;
use super::fake::{ANN, DATA, Message};
use crate::permissions::{asked_together, decided, shell, waiting};

/// The button that allows several, as it was when the finger went down.
fn together(message: &Message) -> String {
    let buttons = message.buttons();
    buttons.into_iter().find(|(words, _)| words.starts_with("Allow this and")).unwrap().1
}

/// 'All' means those that the message named when it was tapped, never what can't be undone.
/// REQ: AD-2, NA-4
#[test]
fn a_tap_allows_what_its_message_named() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let Chat { world, fake, .. } = &chat;
    world.run(&["config", "set", "interface", "telegram"]).ok();
    let first = [shell("touch one"), shell("touch two"), shell("rm -rf /srv/data")];
    let ran = asked_together(world, &first, |ids| {
        fake.says(0, "Also waiting from this session: 2");
        let named = fake.offers(0, "Allow this and 1 other once");
        for words in ["<code>touch two</code>", "<code>rm -rf /srv/data</code> · ⚠️ irreversible"]
        {
            assert!(named.source.contains(words), "`{words}`: {}", named.source);
        }
        let undone = fake.says(2, "• touch one");
        assert!(undone.source.contains("<code>rm -rf /srv/data</code>"), "{}", undone.source);
        assert!(undone.text.contains("⚠️ rm -rf /srv/data"), "{}", undone.text);
        let later = asked_together(world, &[shell("touch three")], |_| {
            fake.offers(0, "Allow this and 2 others once");
            // The finger went down before.
            fake.send_data(ANN, &named, &together(&named));
            world.until("two are left", || waiting(world).len() == 2);
            fake.says(2, "Also waiting from this session: 1");
            let left = fake.says(3, "Also waiting from this session: 1");
            assert!(!left.labels().iter().any(|label| label.contains("other")), "{left:?}");
            fake.tap(ANN, &left, "Deny");
            world.until("one is left", || waiting(world).len() == 1);
        });
        assert_eq!(decided(&later), ["deny"]);
        fake.wait("nothing waits beside it", |state| {
            !state.questions()[2].text.contains("Also waiting")
        });
        // A list that nobody has drawn, and one that does not have it.
        let made_up = format!("{}gnobody", &together(&named)[..DATA]);
        fake.send_data(ANN, &undone, &made_up);
        fake.beside("has changed meanwhile");
        fake.send_data(ANN, &undone, &together(&named));
        fake.is_confirmed();
        assert_eq!(waiting(world).len(), 1);
        world.run(&["answer", &ids[2], "deny"]).ok();
    });
    assert_eq!(decided(&ran), ["allow", "allow", "deny"]);
}

/// A button holds only a mark of what it allows. Until the next hub has drawn the messages again, it does not
/// know the list, and says so.
/// REQ: AD-2
#[test]
fn a_tap_allows_it_also_after_a_restart() {
    let chat = Chat::new();
    let hub = chat.hub();
    let Chat { world, fake, .. } = &chat;
    world.run(&["config", "set", "interface", "telegram"]).ok();
    let ran = asked_together(world, &[shell("touch one"), shell("touch two")], |_| {
        let named = fake.offers(1, "Allow this and 1 other once");
        let polls = fake.state().polls;
        hub.kill();
        // Those who wait start another one.
        world.until("both wait again", || waiting(world).len() == 2);
        fake.is_polled(polls);
        for _ in 0..100 {
            fake.send_data(ANN, &named, &together(&named));
            fake.is_confirmed();
            if waiting(world).is_empty() {
                return;
            }
        }
        panic!("the list stays unknown: {:?}", fake.state().told);
    });
    assert_eq!(decided(&ran), ["allow", "allow"]);
}
