//! The list: what arrives, what leaves, what is selected.

use sayso_core::InteractionId;
use sayso_core::interaction::Outcome;
use sayso_core::settings::Key;
use sayso_core::surface::Surface;
use sayso_desk::{Cursor, Event, EventKind, Events, Page, Row};
use serde_json::json;

use crate::fixtures::{ann, at, choice, comes, control, id, inbox, press, press_key, set, settled};
use crate::message::{Deed, Effect, Listing, Message, Target};
use crate::state::card::Arming;
use crate::state::inbox::Place;
use crate::state::{PromptEnd, State};
use crate::update::update;

fn row(number: u128, title: &str) -> Row {
    let mut view = choice(json!({"title": title}));
    view.interaction.id = id(number);
    Row::new(&view.interaction, view.live)
}

fn shown(state: &State) -> Vec<InteractionId> {
    state.inbox.shown().ids().collect()
}

fn happens(state: &mut State, kind: EventKind) -> Vec<Effect> {
    let cursor = Cursor { epoch: 1, sequence: 1 };
    let events = Events { cursor, events: vec![Event { cursor, kind }], reset: None };
    comes(state, Message::Happened(Ok(events)))
}

/// Opens the selected question as the desk would show it.
fn open(state: &mut State) {
    loads(state, "⏎");
}

fn loads(state: &mut State, key: &str) -> InteractionId {
    let effects = press(state, key);
    let [.., Effect::Load(wanted)] = effects[..] else { panic!("{effects:?}") };
    let mut view = choice(json!({}));
    view.interaction.id = wanted;
    comes(state, Message::Loaded { id: wanted, result: Box::new(Ok(view)) });
    wanted
}

/// REQ: TE-9
#[test]
fn any_of_them_is_opened_and_the_list_comes_back() {
    let mut state = inbox();
    press(&mut state, "j");
    open(&mut state);
    let card = state.card.as_mut().unwrap();
    assert_eq!(card.view.interaction.id, id(1));
    assert_eq!(card.arming, Arming::Unseen, "opening is not answering");
    card.arming = Arming::Armed;
    let effects = press(&mut state, "⏎");
    assert!(matches!(effects[..], [.., Effect::Act { deed: Deed::Settle, .. }]), "{effects:?}");
    let form = choice(json!({})).interaction.form;
    let answers = sayso_core::worksheet::check(&form, form.proposal()).unwrap();
    let outcome = Outcome::Answered { answers, actor: ann(Surface::Terminal) };
    let mut ended = settled(choice(json!({})), outcome);
    ended.interaction.id = id(1);
    let acted = Message::Acted { id: id(1), deed: Deed::Settle, result: Box::new(Ok(ended)) };
    update(&mut state, acted, at(2));
    assert!(state.card.is_none() && state.ended.is_none());
    let toast = &state.toast.as_ref().unwrap().text;
    assert_eq!(toast, "✓ Pick a database → PostgreSQL · the agent has it");
    update(&mut state, Message::Tick, at(5_000));
    assert_eq!(state.toast, None);
}

/// REQ: TE-9
#[test]
fn next_and_previous_while_one_is_open() {
    let mut state = inbox();
    press(&mut state, "j");
    open(&mut state);
    for (key, next) in [("]", 2), ("[", 1), ("[", 3)] {
        state.card.as_mut().unwrap().arming = Arming::Armed;
        assert_eq!(loads(&mut state, key), id(next));
    }
}

/// The next deadline comes first, then what was asked first; one step further goes round.
/// REQ: TE-9
#[test]
fn what_ends_soonest_is_on_top() {
    let mut state = inbox();
    assert_eq!(shown(&state)[..3], [id(3), id(1), id(2)]);
    press(&mut state, "k");
    assert_eq!(state.inbox.selected, shown(&state).last().copied());
    press(&mut state, "j");
    assert_eq!(state.inbox.selected, Some(id(3)));
    for letter in ['n', 'n', 'p'] {
        press_key(&mut state, control(letter));
    }
    assert_eq!(state.inbox.selected, Some(id(1)));
}

/// The cursor goes to the next question that waits, not along with the one that was answered.
/// REQ: TE-9
#[test]
fn after_an_answer_the_cursor_is_on_the_next_one() {
    let ends = |state: &mut State, number: u128| {
        let mut ended = row(number, "Ended");
        ended.status = sayso_core::Status::Submitted;
        ended.settled_at = Some(at(0).day);
        happens(state, EventKind::Settled { row: Box::new(ended) });
    };
    let mut state = inbox();
    press(&mut state, "j");
    ends(&mut state, 1);
    assert_eq!(state.inbox.selected, Some(id(2)), "the next one");
    ends(&mut state, 2);
    assert_eq!(state.inbox.selected, Some(id(3)), "the last one before it");
    ends(&mut state, 3);
    assert_eq!(state.inbox.selected, None);
    assert_eq!(state.inbox.waiting.len(), 0);
}

/// All pages of a long list arrive after the stream has begun: newer events count.
/// REQ: TE-9
#[test]
fn what_happens_while_a_long_list_is_loaded_is_not_undone() {
    let mut state = inbox();
    let cursor = Cursor { epoch: 2, sequence: 1 };
    let page: Vec<Row> = (100..600).map(|number| row(number, "Old")).collect();
    let reset = Events { cursor, events: Vec::new(), reset: Some(page.clone()) };
    let effects = update(&mut state, Message::Happened(Ok(reset)), at(1));
    assert!(effects.contains(&Effect::LoadActive), "{effects:?}");
    happens(&mut state, EventKind::Created { row: Box::new(row(700, "New")) });
    happens(&mut state, EventKind::Removed { id: id(100) });
    let rest = (600..620).map(|number| row(number, "Older"));
    let all = page.into_iter().chain(rest).collect();
    update(&mut state, Message::Active(Ok(all)), at(2));
    let shown = shown(&state);
    assert_eq!(state.inbox.waiting.len(), 500 + 20 + 1 - 1);
    assert!(shown.contains(&id(700)) && shown.contains(&id(619)) && !shown.contains(&id(100)));
}

/// What arrives is announced while a question is open.
/// REQ: TE-9
#[test]
fn arrivals_are_seen_while_a_question_is_open() {
    let mut state = inbox();
    open(&mut state);
    happens(&mut state, EventKind::Created { row: Box::new(row(9, "Another one")) });
    let toast = &state.toast.as_ref().unwrap().text;
    assert_eq!(toast, "New: claude-code · api-server: Another one");
}

/// On a wide screen the question under the cursor is shown before it is opened.
/// REQ: TE-9
#[test]
fn a_wide_screen_shows_the_selected_question() {
    let mut state = inbox();
    let wide = comes(&mut state, Message::Resized { width: 120 });
    assert_eq!(wide, [Effect::Load(id(3))]);
    assert_eq!(press(&mut state, "j"), [Effect::Load(id(1))]);
    let late = |number: u128| {
        let mut view = choice(json!({}));
        view.interaction.id = id(number);
        Message::Loaded { id: id(number), result: Box::new(Ok(view)) }
    };
    comes(&mut state, late(3));
    assert!(state.inbox.peek.is_none(), "the cursor has moved on");
    comes(&mut state, late(1));
    assert_eq!(state.inbox.peek.as_ref().unwrap().view.interaction.id, id(1));
    assert!(state.card.is_none(), "looking is not opening");
    assert_eq!(comes(&mut state, Message::Tick), [], "nothing is asked twice");
    assert_eq!(press(&mut state, "⏎"), [Effect::Load(id(1))]);
    comes(&mut state, late(1));
    assert!(state.card.is_some() && state.inbox.peek.is_none());
}

/// A new question doesn't move the selection.
#[test]
fn the_selection_stays_on_its_row() {
    let mut state = inbox();
    press(&mut state, "jj");
    assert_eq!(state.inbox.selected, Some(id(2)));
    let mut older = row(9, "An older one");
    older.live.remaining_ms = Some(20_000);
    let effects = happens(&mut state, EventKind::Created { row: Box::new(older) });
    let [Effect::Notify { title, body }] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!(title, "claude-code · api-server");
    assert!(body.starts_with("An older one · The storage layer"), "{body}");
    let shown = state.inbox.shown();
    let selected = shown.id(state.inbox.place_of_selected(&shown));
    assert_eq!((shown.id(0), selected), (Some(id(9)), Some(id(2))));
    set(&mut state, Key::Notifications, "off");
    let another = EventKind::Created { row: Box::new(row(10, "Another")) };
    assert_eq!(happens(&mut state, another), []);
}

#[test]
fn what_is_answered_elsewhere_moves_down() {
    let mut state = inbox();
    let mut ended = row(2, "Delete 14 snapshots?");
    ended.status = sayso_core::Status::Submitted;
    ended.settled_at = Some(at(0).day);
    happens(&mut state, EventKind::Settled { row: Box::new(ended) });
    assert_eq!(state.inbox.waiting.len(), 2);
    assert_eq!(state.inbox.done[0].id, id(2));
    happens(&mut state, EventKind::Removed { id: id(2) });
    assert!(state.inbox.done.iter().all(|row| row.id != id(2)));
}

#[test]
fn searching_narrows_both_lists() {
    let mut state = inbox();
    assert_eq!(press(&mut state, "/DATA"), []);
    assert_eq!(shown(&state), [id(1)]);
    press(&mut state, "⎋");
    assert_eq!(state.inbox.shown().count(), 5);
}

#[test]
fn the_history_is_searched_by_the_desk() {
    let mut state = inbox();
    let history = |search: &str, after: Option<&str>| {
        let after = after.map(str::to_owned);
        Listing::History { search: search.to_owned(), after }
    };
    assert_eq!(press(&mut state, "h"), [Effect::LoadDone(history("", None))]);
    assert_eq!(press(&mut state, "/p"), [Effect::LoadDone(history("p", None))]);
    let page = |number: u128, next: Option<&str>| Page {
        rows: vec![row(number, "Old")],
        next: next.map(str::to_owned),
        ..Page::default()
    };
    // The reply to an outdated search changes nothing.
    let late = Message::Done { listing: history("", None), result: Ok(page(20, None)) };
    comes(&mut state, late);
    assert!(shown(&state).is_empty());
    let found = Message::Done { listing: history("p", None), result: Ok(page(21, Some("next"))) };
    comes(&mut state, found);
    assert_eq!(shown(&state), [id(21)]);
    assert_eq!(press(&mut state, "⏎j"), [Effect::LoadDone(history("p", Some("next")))]);
    press(&mut state, "⎋⎋");
    assert_eq!(state.inbox.place, Place::Waiting);
}

#[test]
fn a_click_selects_and_a_second_one_opens() {
    let mut state = inbox();
    assert_eq!(update(&mut state, Message::Pointed(Target::Row(id(1))), at(1)), []);
    assert_eq!(
        update(&mut state, Message::Pointed(Target::Row(id(1))), at(2)),
        [Effect::Load(id(1))]
    );
}

/// One wake-up per second for any number of countdowns; one per minute without any.
#[test]
fn idle_costs_one_look_a_second() {
    let mut state = inbox();
    state.now = at(10_500);
    assert_eq!(state.next_tick(), Some(at(11_000).running));
    state.inbox.waiting.iter_mut().for_each(|known| known.remaining_ms = None);
    assert_eq!(state.next_tick(), Some(at(60_000).running));
    state.inbox.waiting.clear();
    state.inbox.done.clear();
    assert_eq!(state.next_tick(), None);
}

#[test]
fn q_quits_and_escape_does_not() {
    let mut state = inbox();
    press(&mut state, "⎋");
    assert_eq!(state.ended, None);
    press(&mut state, "q");
    assert_eq!(state.ended, Some(PromptEnd::Left));
}
