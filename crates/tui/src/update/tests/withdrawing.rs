//! Questions that agents stopped waiting for are named, and withdrawn on confirmation.

use sayso_core::{Command, InteractionId};
use sayso_desk::{Cursor, Event, EventKind, Events};

use crate::fixtures::{comes, id, inbox, press};
use crate::message::{Deed, Effect, Message};
use crate::state::{Over, State};

fn mark(state: &mut State, number: u128) {
    let known = state.inbox.find_waiting(id(number)).unwrap();
    (known.listening, known.stopped) = (false, true);
}

fn withdrawn(effects: &[Effect]) -> Vec<InteractionId> {
    let of = |effect: &Effect| match effect {
        Effect::Act { id, deed: Deed::Withdraw, command: Command::Withdraw { why: Some(_) } } => {
            *id
        }
        other => panic!("{other:?}"),
    };
    effects.iter().map(of).collect()
}

/// REQ: RA-12
#[test]
fn they_are_named_first_and_withdrawn_on_confirmation() {
    let mut state = inbox();
    assert!(press(&mut state, "W").is_empty());
    assert_eq!(state.over, Over::Nothing, "no agent has stopped");
    mark(&mut state, 1);
    mark(&mut state, 3);
    assert!(press(&mut state, "W").is_empty(), "nothing yet");
    assert_eq!(state.over, Over::Withdraw { named: vec![id(3), id(1)], top: 0 }, "as listed");
    assert!(press(&mut state, "⎋").is_empty(), "and nothing after that");
    press(&mut state, "W");
    let mut ids = withdrawn(&press(&mut state, "⏎"));
    ids.sort();
    assert_eq!(ids, [id(1), id(3)]);
    assert_eq!(state.over, Over::Nothing);
}

/// REQ: RA-12
#[test]
fn a_question_whose_agent_came_back_meanwhile_stays() {
    let mut state = inbox();
    mark(&mut state, 1);
    mark(&mut state, 3);
    press(&mut state, "W");
    let cursor = Cursor { epoch: 1, sequence: 1 };
    let kind = EventKind::Listening { id: id(3), listening: true };
    let events = Events { cursor, events: vec![Event { cursor, kind }], reset: None };
    comes(&mut state, Message::Happened(Ok(events)));
    assert_eq!(withdrawn(&press(&mut state, "⏎")), [id(1)]);
}
