//! Several questions are named, and withdrawn or allowed on confirmation.

use sayso_core::{Command, InteractionId};
use sayso_desk::{Cursor, Event, EventKind, Events};

use crate::fixtures::{comes, draws, id, inbox, permission, press, prompt, session_of_four};
use crate::message::{Deed, Effect, Message};
use crate::state::card::Phase;
use crate::state::{Over, Purpose, State, Together};

fn mark(state: &mut State, number: u128) {
    let known = state.inbox.find_waiting(id(number)).unwrap();
    (known.listening, known.stopped) = (false, true);
}

fn withdrawn(effects: &[Effect]) -> Vec<InteractionId> {
    let of = |effect: &Effect| match effect {
        Effect::Act { id, deed: Deed::Together, command: Command::Withdraw { why: Some(_) } } => {
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
    assert_eq!(
        state.over,
        Over::Together { what: Together::Withdraw, named: vec![id(3), id(1)], top: 0 },
        "as listed"
    );
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

/// 'All' means those that were named, of this session, and nothing that cannot be undone.
/// REQ: AD-2, NA-4
#[test]
fn the_permissions_of_a_session_are_allowed_together() {
    let mut state = inbox();
    assert!(press(&mut state, "A").is_empty());
    assert_eq!(state.over, Over::Nothing, "no permission is under the cursor");
    let asks = |state: &mut State, number: u128, session: &str| {
        let known = state.inbox.find_waiting(id(number)).unwrap();
        (known.permission_of, known.by_title) = (Some(session.to_owned()), !known.irreversible);
    };
    asks(&mut state, 1, "s1");
    asks(&mut state, 2, "s1");
    asks(&mut state, 3, "s1");
    assert!(state.inbox.find_waiting(id(2)).unwrap().irreversible);
    state.inbox.selected = Some(id(1));
    assert!(press(&mut state, "A").is_empty(), "nothing yet");
    let Over::Together { what: Together::Allow, named, .. } = &state.over else { panic!() };
    assert!(named.contains(&id(1)) && named.contains(&id(3)) && !named.contains(&id(2)));
    draws(&mut state, 80, 24);
    let allowed = press(&mut state, "⏎");
    let of = |effect: &Effect| match effect {
        Effect::Act { id, deed: Deed::Together, command: Command::Answer { submission } } => {
            assert_eq!(*submission, sayso_core::dialect::bridged::allow_once());
            *id
        }
        other => panic!("{other:?}"),
    };
    let mut allowed: Vec<InteractionId> = allowed.iter().map(of).collect();
    allowed.sort();
    assert_eq!(allowed, [id(1), id(3)]);
    asks(&mut state, 3, "s2");
    press(&mut state, "A");
    assert!(matches!(&state.over, Over::Together { named, .. } if *named == [id(1)]));
    press(&mut state, "⎋");
    state.inbox.find_waiting(id(1)).unwrap().by_title = false;
    press(&mut state, "A");
    assert_eq!(state.over, Over::Nothing, "an edit, or a title that was cut: it has to be opened");
}

/// REQ: AD-2
#[test]
fn what_is_not_on_the_screen_is_not_allowed() {
    let mut state = inbox();
    for number in [1, 3] {
        let known = state.inbox.find_waiting(id(number)).unwrap();
        (known.permission_of, known.by_title) = (Some("s1".to_owned()), true);
    }
    state.inbox.selected = Some(id(1));
    let allowed = |effects: &[Effect]| -> Vec<InteractionId> {
        let of = |effect: &Effect| match effect {
            Effect::Act { id, .. } => *id,
            other => panic!("{other:?}"),
        };
        effects.iter().map(of).collect()
    };
    press(&mut state, "A");
    let Over::Together { named, .. } = state.over.clone() else { panic!() };
    assert_eq!(named.len(), 2);
    // The heading and the first one.
    draws(&mut state, 80, 6);
    assert_eq!(allowed(&press(&mut state, "⏎")), named[..1]);
    press(&mut state, "A");
    press(&mut state, "↓↓↓");
    draws(&mut state, 80, 6);
    assert_eq!(allowed(&press(&mut state, "⏎")), named[1..], "as far as it was scrolled");
}

/// A prompt knows what else its session waits for, and ends with its own answer, which comes last.
/// REQ: AD-2
#[test]
fn a_prompt_allows_those_beside_it_too() {
    let mut state = session_of_four(Purpose::Prompt);
    press(&mut state, "A");
    assert!(matches!(&state.over, Over::Together { named, .. } if named.len() == 2));
    draws(&mut state, 80, 24);
    let effects = press(&mut state, "⏎");
    let deeds: Vec<_> = effects
        .iter()
        .map(|effect| match effect {
            Effect::Act { id, deed, command: Command::Answer { .. } } => (*id, *deed),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(deeds, [(id(2), Deed::Together), (id(1), Deed::Settle)]);
    assert_eq!(state.card.as_ref().unwrap().phase, Phase::Sending);
    let mut alone = prompt(permission());
    press(&mut alone, "A");
    assert_eq!(alone.over, Over::Nothing, "there is nothing beside it");
}
