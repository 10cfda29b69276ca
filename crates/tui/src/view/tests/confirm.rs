//! Everything to read before something irreversible is sent is on the screen, or it isn't sent.

use sayso_core::Command;
use serde_json::json;

use crate::fixtures::{
    choice, comes, draws, inbox, key_of, opened, passes, press, prompt, questions,
};
use crate::message::{Deed, Effect, Message};
use crate::runtime::room;
use crate::state::card::Complaint;
use crate::state::{Purpose, State};
use crate::view::screen;

/// Types in a window of this size.
fn press_in(state: &mut State, keys: &str, size: (u16, u16)) -> Vec<Effect> {
    let (width, height) = room(state.purpose, size);
    comes(state, Message::Resized { width });
    let mut effects = Vec::new();
    for c in keys.chars() {
        draws(state, width, height);
        effects.extend(comes(state, key_of(c)));
        effects.extend(passes(state, 40));
    }
    effects
}

fn is_sent(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| {
        matches!(effect, Effect::Act { deed: Deed::Settle, command: Command::Answer { .. }, .. })
    })
}

fn shown(state: &State, size: (u16, u16)) -> String {
    let (width, height) = room(state.purpose, size);
    screen(state, width, height).rows.iter().map(|row| format!("{row}\n")).collect()
}

fn irreversible(purpose: Purpose) -> State {
    let asked = choice(json!({"irreversible": true, "title": "Delete 14 snapshots?"}));
    match purpose {
        Purpose::Prompt => prompt(asked),
        Purpose::Inbox => opened(inbox(), asked),
    }
}

/// REQ: NA-4
#[test]
fn what_cannot_be_seen_is_not_sent() {
    for purpose in [Purpose::Prompt, Purpose::Inbox] {
        for size in [(8, 2), (1, 1), (200, 1), (10, 3), (12, 4), (60, 3)] {
            let mut state = irreversible(purpose);
            let effects = press_in(&mut state, "2⏎yes⏎", size);
            assert!(!is_sent(&effects), "{purpose:?} {size:?}\n{}", shown(&state, size));
            let complaint = state.card.as_ref().unwrap().complaint.clone();
            assert_eq!(complaint, Some(Complaint::OutOfSight), "{size:?}");
            let last = shown(&state, size).lines().last().unwrap().to_owned();
            assert!(last.contains("Make the window"), "{purpose:?} {size:?}: {last}");
            let effects = press_in(&mut state, "⏎", (80, 24));
            assert!(!is_sent(&effects), "larger, but the word was typed unseen");
            assert!(is_sent(&press_in(&mut state, "yes⏎", (80, 24))));
        }
    }
}

/// REQ: NA-4
#[test]
fn wherever_it_fits_it_is_sent() {
    for purpose in [Purpose::Prompt, Purpose::Inbox] {
        for size in [(80, 24), (0, 0), (40, 10), (30, 8), (120, 40), (200, 50)] {
            let mut state = irreversible(purpose);
            press_in(&mut state, "2⏎yes", size);
            let screen = shown(&state, size);
            for part in ["Delete 14 snapshots?", "SQLite", "› yes"] {
                assert!(screen.contains(part), "{purpose:?} {size:?}: {part}\n{screen}");
            }
            let effects = press_in(&mut state, "⏎", size);
            assert!(is_sent(&effects), "{purpose:?} {size:?}\n{screen}");
        }
    }
}

/// A title or an option that is cut is not on the screen.
/// REQ: NA-4
#[test]
fn long_texts_are_shown_whole_or_not_confirmed() {
    let long = "Delete the snapshots of all databases ".repeat(12);
    let option = "Everything that was kept since the last audit ".repeat(8);
    let asked = choice(json!({
        "irreversible": true, "title": long, "default_selection_ids": null,
        "options": [{"id": "a", "label": option}, {"id": "b", "label": "Nothing", "recommended": true}],
    }));
    let mut state = prompt(asked);
    assert!(!is_sent(&press_in(&mut state, "1⏎yes⏎", (80, 12))));
    assert!(is_sent(&press_in(&mut state, "yes⏎", (80, 24))), "{}", shown(&state, (80, 24)));
}

/// REQ: NA-4
#[test]
fn a_form_shows_every_answer() {
    let mut asked = questions();
    asked.interaction.policy.irreversible = true;
    let mut state = prompt(asked);
    press(&mut state, "1→1→1→");
    assert!(!is_sent(&press_in(&mut state, "⏎yes⏎", (80, 6))));
    let screen = shown(&state, (80, 24));
    for part in ["Framework: Next.js", "Styling: Tailwind", "License: MIT"] {
        assert!(screen.contains(part), "{screen}");
    }
    assert!(is_sent(&press_in(&mut state, "yes⏎", (80, 24))), "{screen}");
}
