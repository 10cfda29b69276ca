//! Several permissions of one session: each message lists the others, one click allows what it named.

use super::{ANN, Chat};
use crate::permissions::{asked_together, decided, shell, waiting};

/// 'All' means those that the message named when it was clicked, never what can't be undone.
/// REQ: AD-2, NA-4
#[test]
fn a_click_allows_what_its_message_named() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let Chat { world, fake, .. } = &chat;
    world.run(&["config", "set", "interface", "slack"]).ok();
    let first = [shell("touch one"), shell("touch two"), shell("rm -rf /srv/data")];
    let ran = asked_together(world, &first, |ids| {
        let named = fake.says(0, "Also waiting from this session: 2");
        let shown = named.shown();
        for words in
            ["`touch two`", "`rm -rf /srv/data` · ⚠️ irreversible", "Allow this and 1 other once"]
        {
            assert!(shown.contains(words), "`{words}`: {shown}");
        }
        let undone = fake.says(2, "Also waiting from this session: 2");
        assert!(undone.shown().contains("`touch one`"), "{}", undone.shown());
        let later = asked_together(world, &[shell("touch three")], |_| {
            fake.says(0, "Allow this and 2 others once");
            // The finger went down before.
            fake.click(ANN, &named, "allow_together_");
            world.until("two are left", || waiting(world).len() == 2);
            fake.says(2, "Also waiting from this session: 1");
            let left = fake.says(3, "Also waiting from this session: 1");
            assert!(!left.shown().contains("Allow th"), "{}", left.shown());
            // Again, and from the message of what can't be undone: nothing more is allowed.
            fake.click(ANN, &named, "allow_together_");
            fake.click(ANN, &undone, "allow_together_");
            fake.click(ANN, &left, "user_choice_deny");
            world.until("one is left", || waiting(world).len() == 1);
        });
        assert_eq!(decided(&later), ["deny"]);
        fake.wait("nothing waits beside it", |state| {
            !state.messages[2].shown().contains("Also waiting")
        });
        world.run(&["answer", &ids[2], "deny"]).ok();
    });
    assert_eq!(decided(&ran), ["allow", "allow", "deny"]);
}

/// A title that is not shown whole is not allowed unread.
/// REQ: AD-2
#[test]
fn a_click_allows_nothing_whose_title_is_cut() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let Chat { world, fake, .. } = &chat;
    world.run(&["config", "set", "interface", "slack"]).ok();
    // Shorter than that before `&` is written as Slack wants it.
    let long = format!("echo '{}' end", "&".repeat(100));
    let asked = [shell("touch one"), shell("touch two"), shell(&long)];
    let ran = asked_together(world, &asked, |ids| {
        let named = fake.says(0, "Also waiting from this session: 2");
        let shown = named.shown();
        assert!(shown.contains("…` · has to be opened"), "{shown}");
        assert!(shown.contains("Allow this and 1 other once"), "{shown}");
        fake.click(ANN, &named, "allow_together_");
        world.until("one is left", || waiting(world).len() == 1);
        world.run(&["answer", &ids[2], "deny"]).ok();
    });
    assert_eq!(decided(&ran), ["allow", "allow", "deny"]);
}
