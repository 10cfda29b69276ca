//! Several permissions of one session on the card of one of them.

use sayso_core::settings::Key;

use super::frame::drawn;
use crate::fixtures::{id, session_of_four, set};
use crate::state::Purpose;

/// What waits beside it is listed: what `A` would allow, what can't be undone, and what has to be read first.
/// REQ: AD-2
#[test]
fn a_card_lists_what_else_its_session_waits_for() {
    for purpose in [Purpose::Prompt, Purpose::Inbox] {
        let state = session_of_four(purpose);
        let shown = [(80, 24), (120, 40), (40, 20)].map(|size| drawn(&state, size)).join("\n");
        insta::assert_snapshot!(format!("beside-{purpose:?}"), shown);
    }
    let mut state = session_of_four(Purpose::Prompt);
    assert!(!drawn(&state, (80, 12)).contains("touch two"), "a short screen has no room for it");
    set(&mut state, Key::Shortcuts, "off");
    assert!(drawn(&state, (80, 24)).contains("alt+A allows"), "as it has to be pressed");
    state.inbox.waiting.retain(|known| known.id != id(2));
    let shown = drawn(&state, (80, 24));
    assert!(!shown.contains("allows") && shown.contains("from this session: 2"), "{shown}");
}

/// Whatever the height, the options stay, and a listing that was cut says how much is missing.
/// REQ: AD-2, TE-1
#[test]
fn what_is_listed_leaves_room_for_the_answers() {
    let state = session_of_four(Purpose::Prompt);
    for height in 16..40 {
        let shown = drawn(&state, (80, height));
        assert!(shown.contains("Allow once") && shown.contains("Deny"), "{height}: {shown}");
        let titles = ["touch two", "git push --force", "edit src/main.rs"];
        let listed = titles.iter().filter(|title| shown.contains(**title)).count();
        let more = format!("and {} more", 3 - listed);
        assert_eq!(shown.contains(&more), (1..3).contains(&listed), "{height}: {shown}");
    }
}
