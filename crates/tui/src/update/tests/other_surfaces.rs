//! The same question on another surface: drafts come and go, somebody else is faster.

use sayso_core::interaction::Outcome;
use sayso_core::surface::Surface;
use sayso_core::{DraftField, OptionId, QuestionId, Refusal, Status, TimeoutAction};
use sayso_desk::{Cursor, DeskError, Event, EventKind, Events, Row};
use serde_json::json;

use crate::editor::Editor;
use crate::fixtures::{ann, at, choice, comes, id, key_of, passes, press, prompt, settled};
use crate::message::{Deed, Effect, Message};
use crate::state::card::{Complaint, Phase};
use crate::state::fingers::Fingers;
use crate::state::{By, PromptEnd, State};
use crate::update::update;

fn happens(state: &mut State, kind: EventKind) -> Vec<Effect> {
    let cursor = Cursor { epoch: 1, sequence: 1 };
    let events = Events { cursor, events: vec![Event { cursor, kind }], reset: None };
    let now = state.now;
    update(state, Message::Happened(Ok(events)), now)
}

fn text(text: &str) -> DraftField {
    DraftField::Text { question: QuestionId::from("q1"), text: text.to_owned() }
}

fn hybrid() -> State {
    prompt(choice(json!({"selection_mode": "hybrid", "default_selection_ids": null})))
}

fn drafted(state: &mut State, field: DraftField) {
    happens(state, EventKind::Drafted { id: id(1), fields: vec![field] });
}

/// REQ: TE-7
#[test]
fn what_is_typed_is_saved_once_it_rests() {
    let mut state = hybrid();
    press(&mut state, "oone");
    let due = state.card.as_ref().unwrap().drafts.due();
    // The last key came at 120.
    assert_eq!(due, Some(at(370).running));
    assert_eq!(update(&mut state, Message::Tick, at(369)), []);
    let saved = Effect::Save { id: id(1), fields: vec![text("one")] };
    assert_eq!(update(&mut state, Message::Tick, at(370)), [saved]);
    assert_eq!(update(&mut state, Message::Tick, at(900)), [], "once");
}

#[test]
fn a_draft_from_elsewhere_is_shown_but_never_where_somebody_types() {
    let mut state = hybrid();
    let sheet = |state: &State| state.card.as_ref().unwrap().sheets[0].clone();
    drafted(&mut state, text("from the web"));
    assert_eq!(sheet(&state).text.text(), "from the web");
    press(&mut state, "o!");
    drafted(&mut state, text("from the web again"));
    assert_eq!(sheet(&state).text.text(), "from the web!");
    let lite = || OptionId::from("lite");
    let options = DraftField::Options { question: QuestionId::from("q1"), options: vec![lite()] };
    drafted(&mut state, options);
    assert_eq!(sheet(&state).chosen, Some(vec![lite()]));
}

fn options(id: &str) -> DraftField {
    DraftField::Options { question: QuestionId::from("q1"), options: vec![OptionId::from(id)] }
}

/// REQ: NA-4
#[test]
fn what_changes_elsewhere_is_not_confirmed_by_a_word_for_what_was_there() {
    let asked = || choice(json!({"irreversible": true, "default_selection_ids": null}));
    let chosen = || {
        let mut state = prompt(asked());
        press(&mut state, "2");
        passes(&mut state, 300);
        drafted(&mut state, options("lite"));
        state
    };
    let event = |state: &mut State| drafted(state, options("pg"));
    let reload = |state: &mut State| {
        let mut view = asked();
        view.draft = Some([options("pg")].into_iter().collect());
        comes(state, Message::Loaded { id: id(1), result: Box::new(Ok(view)) });
    };
    for change in [&event as &dyn Fn(&mut State), &reload] {
        let mut state = chosen();
        press(&mut state, "⏎yes");
        comes(&mut state, key_of('⏎'));
        change(&mut state);
        assert_eq!(press(&mut state, "⏎yes⏎"), [], "unread");
        let card = state.card.as_ref().unwrap();
        assert_eq!(card.phase, Phase::Confirming(Editor::default()), "the word begins anew");
        assert_eq!(card.complaint, Some(Complaint::ChangedElsewhere));
        passes(&mut state, 350);
        assert!(matches!(&press(&mut state, "yes⏎")[..], [Effect::Act { .. }]));
    }
    // The same answer again, as every reload brings it.
    let mut state = chosen();
    press(&mut state, "⏎yes");
    drafted(&mut state, options("lite"));
    assert!(matches!(&press(&mut state, "⏎")[..], [Effect::Act { .. }]));
}

/// What was saved comes back as an event, possibly after it was changed again.
#[test]
fn an_echo_does_not_undo_what_came_after_it() {
    let mut state = hybrid();
    press(&mut state, "1");
    let effects = update(&mut state, Message::Tick, at(300));
    let [Effect::Save { fields, .. }] = &effects[..] else { panic!("{effects:?}") };
    press(&mut state, "2");
    drafted(&mut state, fields[0].clone());
    let chosen = state.card.as_ref().unwrap().sheets[0].chosen.clone().unwrap();
    assert_eq!(chosen.len(), 2);
}

fn answered(via: Surface) -> Outcome {
    let form = choice(json!({})).interaction.form;
    let answers = sayso_core::worksheet::check(&form, form.proposal()).unwrap();
    Outcome::Answered { answers, actor: ann(via) }
}

#[test]
fn the_faster_person_is_shown() {
    let mut state = prompt(choice(json!({})));
    let ended = settled(choice(json!({})), answered(Surface::Web));
    let row = Box::new(Row::new(&ended.interaction, ended.live.clone()));
    assert_eq!(happens(&mut state, EventKind::Settled { row }), [Effect::Load(id(1))]);
    update(&mut state, Message::Loaded { id: id(1), result: Box::new(Ok(ended)) }, at(1));
    assert!(matches!(state.ended, Some(PromptEnd::Settled { by: By::Elsewhere, .. })));
}

/// Both pressed enter: the refusal leads to the other's answer.
#[test]
fn the_slower_one_is_told() {
    let mut state = prompt(choice(json!({})));
    press(&mut state, "⏎");
    state.fingers = Fingers::default();
    let refusal = Refusal::AlreadySettled {
        status: Status::Submitted,
        actor: Some(ann(Surface::Web)),
        at: at(0).day,
    };
    let result = Box::new(Err(DeskError::Refused(refusal)));
    let message = Message::Acted { id: id(1), deed: Deed::Settle, result };
    assert_eq!(update(&mut state, message, at(1)), [Effect::Load(id(1))]);
    let ended = settled(choice(json!({})), answered(Surface::Web));
    update(&mut state, Message::Loaded { id: id(1), result: Box::new(Ok(ended)) }, at(2));
    assert!(matches!(state.ended, Some(PromptEnd::Settled { by: By::Elsewhere, .. })));
}

#[test]
fn our_own_answer_is_ours_whichever_news_comes_first() {
    let mut state = prompt(choice(json!({})));
    press(&mut state, "⏎");
    let ended = settled(choice(json!({})), answered(Surface::Terminal));
    let row = Box::new(Row::new(&ended.interaction, ended.live.clone()));
    assert_eq!(happens(&mut state, EventKind::Settled { row }), []);
    let result = Box::new(Ok(ended));
    update(&mut state, Message::Acted { id: id(1), deed: Deed::Settle, result }, at(1));
    assert!(matches!(state.ended, Some(PromptEnd::Settled { by: By::ThisTerminal, .. })));
}

/// REQ: TO-2, TO-5
#[test]
fn the_time_left_is_the_desks() {
    let mut state = prompt(choice(json!({})));
    let left = |state: &State| state.card.as_ref().unwrap().remaining(state.now.running);
    update(&mut state, Message::Tick, at(12_000));
    assert_eq!(left(&state), Some(240_000));
    let mut longer = choice(json!({}));
    longer.live.remaining_ms = Some(600_000);
    let row = Box::new(Row::new(&longer.interaction, longer.live.clone()));
    assert_eq!(happens(&mut state, EventKind::Changed { row, terms: None }), [Effect::Load(id(1))]);
    update(&mut state, Message::Loaded { id: id(1), result: Box::new(Ok(longer)) }, at(13_000));
    assert_eq!(left(&state), Some(600_000));
    update(&mut state, Message::Tick, at(14_500));
    assert_eq!(left(&state), Some(598_500));
    assert_eq!(state.next_tick(), Some(at(15_001).running), "when 9:59 becomes 9:58");
}

#[test]
fn a_timeout_ends_the_prompt() {
    let mut state = prompt(choice(json!({})));
    let outcome = Outcome::TimedOut { action: TimeoutAction::Reinvoke, sent: None };
    let ended = settled(choice(json!({})), outcome);
    update(&mut state, Message::Loaded { id: id(1), result: Box::new(Ok(ended)) }, at(253_000));
    assert!(matches!(state.ended, Some(PromptEnd::Settled { by: By::Elsewhere, .. })));
}

/// The hub was away: what was known is void, what was typed isn't.
#[test]
fn after_a_reset_the_question_is_fetched_and_the_text_stays() {
    let mut state = hybrid();
    press(&mut state, "omine");
    let cursor = Cursor { epoch: 2, sequence: 0 };
    let events = Events { cursor, events: Vec::new(), reset: Some(Vec::new()) };
    let effects = update(&mut state, Message::Happened(Ok(events)), at(1));
    assert!(effects.contains(&Effect::Load(id(1))), "{effects:?}");
    let mut view = choice(json!({"selection_mode": "hybrid", "default_selection_ids": null}));
    view.draft = Some([text("older")].into_iter().collect());
    update(&mut state, Message::Loaded { id: id(1), result: Box::new(Ok(view)) }, at(2));
    let card = state.card.as_ref().unwrap();
    assert_eq!((card.sheets[0].text.text(), card.phase.clone()), ("mine", Phase::Open));
}
