//! Parts that must always be on the screen: what was typed and not sent, and how to cancel.

use sayso_core::TimeoutAction;
use sayso_core::interaction::Outcome;
use sayso_core::settings::Key;
use serde_json::json;

use super::super::parting;
use super::frame::drawn;
use super::sizes;
use crate::fixtures::{
    at, burst, choice, comes, inbox, opened, passes, press, prompt, questions, set, settled,
};
use crate::message::Message;
use crate::state::Purpose;
use crate::state::card::{Arming, Card};

/// The question ended while typing: the text stays readable, and is printed at the end.
/// REQ: NA-1, NA-2
#[test]
fn what_was_not_sent_stays() {
    let hybrid = || choice(json!({"selection_mode": "hybrid", "default_selection_ids": null}));
    let outcome = Outcome::TimedOut { action: TimeoutAction::Reinvoke, sent: None };
    let loaded = || Message::Loaded {
        id: crate::fixtures::id(1),
        result: Box::new(Ok(settled(hybrid(), outcome.clone()))),
    };
    let mut text = String::new();
    let mut state = prompt(hybrid());
    press(&mut state, "2⇥only if we drop the reporting job⇥soon⏎operhaps DuckDB");
    comes(&mut state, loaded());
    text.push_str(&sizes(&state));
    passes(&mut state, 500);
    for row in parting(&state, state.ended.as_ref().unwrap(), 80) {
        text.push_str(&format!("{row}\n"));
    }
    let mut state = inbox();
    let mut card = Card::new(hybrid(), at(0).running);
    card.arming = Arming::Armed;
    state.card = Some(card);
    press(&mut state, "2⇥only if we drop the reporting job⇥soon⏎operhaps DuckDB");
    comes(&mut state, loaded());
    text.push_str(&sizes(&state));
    passes(&mut state, 500);
    text.push_str(&drawn(&state, (80, 24)));
    press(&mut state, "⏎q");
    for row in parting(&state, state.ended.as_ref().unwrap(), 80) {
        text.push_str(&format!("{row}\n"));
    }
    insta::assert_snapshot!("not_sent", text);
}

/// Wherever text that arrives all at once is ignored, the screen says so.
/// REQ: NA-1
#[test]
fn what_is_ignored_is_said_on_every_screen() {
    let irreversible = || prompt(choice(json!({"irreversible": true})));
    for keys in ["", "2⏎", "s", "s↓", "?", "v"] {
        let mut state = irreversible();
        press(&mut state, keys);
        burst(&mut state, "ls -l⏎");
        for size in [(80, 24), (80, 12)] {
            let screen = drawn(&state, size);
            assert!(screen.contains("Text ignored: it came all at once"), "{keys}\n{screen}");
        }
    }
    let outcome = Outcome::TimedOut { action: TimeoutAction::Reinvoke, sent: None };
    let ended = opened(inbox(), settled(choice(json!({})), outcome));
    for mut state in [inbox(), ended] {
        burst(&mut state, "ls -l⏎");
        let screen = drawn(&state, (80, 24));
        assert!(screen.contains("Text ignored: it came all at once"), "{screen}");
    }
}

/// In every mode, with hints off, in every language: how to cancel is on the screen.
/// REQ: TE-10
#[test]
fn cancelling_is_always_visible() {
    let hybrid = json!({"selection_mode": "hybrid", "default_selection_ids": null});
    let text =
        json!({"selection_mode": "text_input", "options": null, "default_selection_ids": null});
    let many = json!({"selection_mode": "multi", "default_selection_ids": null});
    let irreversible = json!({"irreversible": true});
    let modes: [(&dyn Fn() -> sayso_desk::View, &[&str]); 6] = [
        (&|| choice(json!({})), &["", "↓", "⇥", "⇥⇥", "⎋", "/", "x", "?", "s", "v", "c"]),
        (&|| choice(hybrid.clone()), &["", "o", "oabc⏎", "1⇥note"]),
        (&|| choice(text.clone()), &["", "abc", "⎋", "⇥"]),
        (&|| choice(many.clone()), &["", "123", "⏎"]),
        (&|| choice(irreversible.clone()), &["", "↓⏎", "⏎ye"]),
        (&questions, &["", "→", "→→→", "→→→G⏎", "1→→→G⏎", "1→→→G⏎↓", "x", "-", "⎋", "s", "?"]),
    ];
    let words = [("en", "cancel", "reject"), ("zh", "取消", "拒绝"), ("ko", "취소", "거절")];
    for (language, cancel, reject) in words {
        for (asked, all_keys) in &modes {
            for keys in *all_keys {
                for (hints, width, hanging, in_inbox) in [
                    ("on", 80, 0, false),
                    ("on", 40, 0, false),
                    ("off", 40, 0, false),
                    ("off", 40, 1, false),
                    ("on", 40, 0, true),
                    ("off", 80, 0, true),
                ] {
                    let mut state = prompt(asked());
                    if in_inbox {
                        state.purpose = Purpose::Inbox;
                    }
                    set(&mut state, Key::Language, language);
                    set(&mut state, Key::Hints, hints);
                    press(&mut state, keys);
                    if state.card.is_none() {
                        continue;
                    }
                    state.hanging = hanging;
                    let seen = drawn(&state, (width, 20));
                    let footer = seen.lines().last().unwrap();
                    let says = footer.contains(cancel) || footer.contains(reject);
                    assert!(says, "{language} {keys} hints {hints}\n{seen}");
                }
            }
        }
    }
}
