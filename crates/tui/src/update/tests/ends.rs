//! A question ends while somebody types: the rest of what is typed does nothing, and nothing typed
//! is lost.

use crossterm::event::KeyCode;
use sayso_core::interaction::Outcome;
use sayso_core::surface::Surface;
use sayso_core::{DraftField, TimeoutAction};
use sayso_desk::{Cursor, DeskError, Event, EventKind, Events, View};
use serde_json::json;

use crate::fixtures::{ann, at, choice, control, id, inbox, key, passes, press, prompt, settled};
use crate::message::{Drawn, Effect, Message};
use crate::state::card::{Arming, Card};
use crate::state::{By, PromptEnd, State};
use crate::update::update;

fn hybrid() -> View {
    choice(json!({"selection_mode": "hybrid", "default_selection_ids": null}))
}

fn timed_out(view: View) -> Message {
    let outcome = Outcome::TimedOut { action: TimeoutAction::Reinvoke, sent: None };
    let id = view.interaction.id;
    Message::Loaded { id, result: Box::new(Ok(settled(view, outcome))) }
}

fn forgotten() -> Message {
    let cursor = Cursor { epoch: 1, sequence: 1 };
    let events = vec![Event { cursor, kind: EventKind::Removed { id: id(1) } }];
    Message::Happened(Ok(Events { cursor, events, reset: None }))
}

fn type_at(state: &mut State, text: &str, from: u64, gap: u64) -> (Vec<Effect>, u64) {
    let mut now = from;
    let mut effects = Vec::new();
    for c in text.chars() {
        let code = if c == '⏎' { KeyCode::Enter } else { KeyCode::Char(c) };
        effects.extend(update(state, key(code), at(now)));
        effects.extend(update(state, Message::Tick, at(now + 30)));
        now += gap;
    }
    (effects, now - gap)
}

/// REQ: NA-1
#[test]
fn the_terminal_is_kept_until_whoever_types_has_paused() {
    let mut state = prompt(hybrid());
    type_at(&mut state, "ono, 2 are", 1_000, 100);
    update(&mut state, timed_out(hybrid()), at(2_000));
    assert!(state.ended.is_none() && state.ending.is_some());
    let (effects, last) = type_at(&mut state, " fine⏎", 2_100, 400);
    assert_eq!(effects, []);
    assert_eq!(state.next_tick(), Some(at(last + 500).running));
    update(&mut state, Message::Tick, at(last + 499));
    assert_eq!(state.ended, None);
    assert_eq!(update(&mut state, Message::Tick, at(last + 500)), [Effect::Flush]);
    assert!(matches!(state.ended, Some(PromptEnd::Settled { by: By::Elsewhere, .. })));
}

/// REQ: NA-1
#[test]
fn nobody_is_kept_for_more_than_five_seconds_and_control_c_at_once() {
    let typing = || {
        let mut state = prompt(hybrid());
        type_at(&mut state, "oa", 1_000, 100);
        update(&mut state, timed_out(hybrid()), at(2_000));
        state
    };
    let mut state = typing();
    type_at(&mut state, &"x".repeat(49), 2_100, 100);
    assert_eq!(state.ended, None);
    assert_eq!(update(&mut state, Message::Tick, at(7_000)), [Effect::Flush]);
    assert!(state.ended.is_some());
    let mut state = typing();
    assert_eq!(update(&mut state, control('c'), at(2_100)), [Effect::Flush]);
    assert!(matches!(state.ended, Some(PromptEnd::Settled { .. })), "what became of it is known");
    let mut state = typing();
    update(&mut state, Message::Ending(PromptEnd::Left), at(2_100));
    assert!(state.ended.is_some());
}

/// REQ: NA-1
#[test]
fn without_a_recent_key_nothing_is_delayed() {
    let mut state = prompt(hybrid());
    type_at(&mut state, "oa", 1_000, 100);
    update(&mut state, timed_out(hybrid()), at(3_100));
    assert!(state.ended.is_some());
    // A pause of less than two seconds is part of a sentence.
    let mut state = prompt(hybrid());
    type_at(&mut state, "oa", 1_000, 100);
    update(&mut state, timed_out(hybrid()), at(3_099));
    assert!(state.ended.is_none());
}

/// -
/// REQ: NA-1
#[test]
fn every_end_that_is_not_a_key_waits() {
    let ends = [
        forgotten(),
        Message::Happened(Err(DeskError::Unreachable("it is gone".to_owned()))),
        Message::Loaded {
            id: id(1),
            result: Box::new(Ok(settled(hybrid(), Outcome::Withdrawn { why: "gone".to_owned() }))),
        },
    ];
    for end in ends {
        let mut state = prompt(hybrid());
        type_at(&mut state, "oa", 1_000, 100);
        update(&mut state, end, at(1_200));
        assert!(state.ended.is_none() && state.ending.is_some());
        update(&mut state, Message::Tick, at(1_700));
        assert!(state.ended.is_some());
    }
}

/// REQ: NA-1, NA-2
#[test]
fn in_the_inbox_it_stays_on_the_screen_and_nothing_else_is_opened() {
    for end in [timed_out(hybrid()), forgotten()] {
        let mut state = inbox();
        let mut card = Card::new(hybrid(), at(0).running);
        card.arming = Arming::Armed;
        state.card = Some(card);
        type_at(&mut state, "ono, ", 1_000, 100);
        update(&mut state, end, at(1_500));
        let (effects, last) = type_at(&mut state, "2 are fine⏎⏎jjl q⏎", 1_600, 150);
        assert_eq!(effects, []);
        assert!(state.card.is_some() && state.ended.is_none());
        update(&mut state, Message::Tick, at(last + 500));
        assert_eq!(state.unsent[0].lines, ["no, "]);
        let rest = update(&mut state, key(KeyCode::Char('j')), at(last + 600));
        assert!(rest.is_empty() && state.card.is_some(), "only a key that means it dismisses it");
        update(&mut state, Message::Tick, at(last + 700));
        press(&mut state, "⏎");
        assert!(state.card.is_none());
        assert_eq!(state.unsent.len(), 1, "printed at the end");
    }
}

/// A question opened in the middle of a sentence for another one waits longer for quiet.
/// REQ: NA-1
#[test]
fn a_sentence_for_another_question_arms_nothing() {
    let mut state = inbox();
    let mut card = Card::new(hybrid(), at(0).running);
    card.arming = Arming::Armed;
    state.card = Some(card);
    update(&mut state, key(KeyCode::Char(']')), at(1_000));
    passes(&mut state, 30);
    let mut next = hybrid();
    next.interaction.id = id(2);
    let loaded = Message::Loaded { id: id(2), result: Box::new(Ok(next)) };
    update(&mut state, loaded, at(1_040));
    update(&mut state, Message::Drawn(Drawn::default()), at(1_050));
    assert_eq!(update(&mut state, key(KeyCode::Char('2')), at(1_420)), []);
    assert!(!state.card.as_ref().unwrap().is_armed());
    update(&mut state, Message::Tick, at(1_920));
    assert!(state.card.as_ref().unwrap().is_armed());
}

/// REQ: NA-2
#[test]
fn what_was_typed_and_not_sent_is_kept() {
    let mut state = prompt(hybrid());
    press(&mut state, "2⇥mind the job⇥soon⏎operhaps");
    update(&mut state, timed_out(hybrid()), at(5_000));
    let wanted = ["SQLite", "perhaps", "SQLite · note: mind the job", "Note for the agent: soon"];
    assert_eq!(state.unsent[0].lines, wanted);
    // Untouched: the agent's proposal isn't the person's text.
    let mut state = prompt(choice(json!({})));
    press(&mut state, "↓");
    update(&mut state, timed_out(choice(json!({}))), at(5_000));
    assert_eq!(state.unsent, []);
    // The same from elsewhere: it was sent.
    let mut state = prompt(choice(json!({})));
    press(&mut state, "2");
    let form = choice(json!({})).interaction.form;
    let submission = state.card.as_ref().unwrap().submission();
    let answers = sayso_core::worksheet::check(&form, submission).unwrap();
    let outcome = Outcome::Answered { answers, actor: ann(Surface::Web) };
    let ended = settled(choice(json!({})), outcome);
    update(&mut state, Message::Loaded { id: id(1), result: Box::new(Ok(ended)) }, at(5_000));
    assert_eq!(state.unsent, []);
    // The unfinished note of a cancellation.
    let mut state = prompt(choice(json!({})));
    press(&mut state, "⎋wait for Bob");
    update(&mut state, timed_out(choice(json!({}))), at(5_000));
    assert_eq!(state.unsent[0].lines, ["Note for the agent: wait for Bob"]);
}

/// Another place chooses an option, which is shown here too, and sends it: only what was chosen or typed
/// here was not sent.
/// REQ: NA-1
#[test]
fn what_another_place_chose_or_the_agent_proposed_is_not_called_unsent() {
    let asked = || {
        let mut view = hybrid();
        view.interaction.form.note = Some("proposed".to_owned());
        view
    };
    let question = asked().interaction.form.questions[0].id.clone();
    let options = |id: &str| {
        let options = vec![sayso_core::OptionId::new(id)];
        vec![DraftField::Options { question: question.clone(), options }]
    };
    let unsent = |keys: [&str; 2]| {
        let mut state = prompt(asked());
        press(&mut state, keys[0]);
        let cursor = Cursor { epoch: 1, sequence: 1 };
        let kind = EventKind::Drafted { id: id(1), fields: options("pg") };
        let events = Events { cursor, events: vec![Event { cursor, kind }], reset: None };
        update(&mut state, Message::Happened(Ok(events)), at(1_500));
        press(&mut state, keys[1]);
        update(&mut state, timed_out(asked()), at(2_000));
        state.unsent.into_iter().flat_map(|unsent| unsent.lines).collect::<Vec<_>>()
    };
    assert_eq!(unsent(["", "↓↑"]), [] as [&str; 0]);
    assert_eq!(unsent(["", "omine"]), ["mine"]);
    assert_eq!(unsent(["", "2"]), ["PostgreSQL, SQLite"], "as it would have been sent");
}
