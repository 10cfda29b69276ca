//! Little room and much of it: four ordinary options at 80×24, a question on eight lines, the inbox
//! side by side.

use sayso_desk::{Cursor, Event, EventKind, Events, Row};
use serde_json::{Value, json};

use super::frame::drawn;
use crate::fixtures::{at, choice, comes, inbox, passes, press, prompt, questions};
use crate::message::Message;
use crate::state::State;
use crate::state::card::{Arming, Card};
use crate::update::update;

/// Four options as agents write them: each with two sentences.
pub(super) fn ordinary() -> Value {
    let option = |id: &str, label: &str, description: &str| json!({"id": id, "label": label, "description": description, "recommended": id == "pg"});
    json!({
        "prompt": "The session store has to survive restarts. It holds about 40,000 entries of 2 kB, with a write for \
            every request.\n\nWhich one should the service use?",
        "default_selection_ids": null,
        "options": [
            option("pg", "PostgreSQL", "Already runs for the main data, so there is nothing new to operate. Writes cost \
                about 2 ms each, and the table has to be vacuumed more often than it is today."),
            option("redis", "Redis with AOF", "The usual choice: well below a millisecond. It is one more service to \
                operate, and a restart may lose the last second of writes."),
            option("sqlite", "SQLite on a local volume", "No service at all. It ties sessions to one machine, which \
                rules out a second instance until they are moved elsewhere."),
            option("cookie", "Encrypted cookies", "No store. Sessions can't be revoked before they expire, and \
                the cookie grows to about 3 kB."),
        ],
    })
}

/// The option at the cursor is whole, the others as far as there is room, and what is cut says so.
#[test]
fn the_option_at_the_cursor_is_whole() {
    let mut state = prompt(choice(ordinary()));
    let mut text = String::new();
    for _ in 0..4 {
        // A prompt in place leaves one line of an 80×24 terminal to the shell.
        text += &drawn(&state, (80, 23));
        press(&mut state, "↓");
    }
    press(&mut state, "v");
    text += &drawn(&state, (80, 40));
    insta::assert_snapshot!("ordinary", text);
    let mut state = prompt(choice(ordinary()));
    for size in [(80, 23), (60, 12), (40, 16)] {
        let seen = drawn(&state, size);
        assert!(seen.contains("today."), "{seen}");
    }
    press(&mut state, "↓↓↓");
    assert!(drawn(&state, (60, 12)).contains("grows to about 3 kB."));
}

/// REQ: TE-1, TE-10
#[test]
fn forty_by_eight_shows_the_question() {
    let mut text = String::new();
    for mut state in [prompt(choice(json!({}))), prompt(choice(ordinary())), prompt(questions())] {
        let seen = drawn(&state, (40, 7));
        assert!(seen.contains("use?") && seen.contains('›'), "{seen}");
        text += &seen;
        press(&mut state, "↓");
        text += &drawn(&state, (40, 7));
    }
    insta::assert_snapshot!("forty_by_eight", text);
}

fn wide(mut state: State) -> State {
    update(&mut state, Message::Resized { width: 200 }, at(0));
    state
}

/// REQ: TE-9
#[test]
fn the_inbox_side_by_side() {
    let mut state = inbox();
    let mut view = choice(ordinary());
    view.interaction.id = crate::fixtures::id(3);
    state.inbox.peek = Some(Box::new(Card::new(view.clone(), at(0).running)));
    state.inbox.peeking = Some(view.interaction.id);
    let mut state = wide(state);
    let mut text = drawn(&state, (200, 50));
    text += &drawn(&state, (120, 24));
    let mut card = Card::new(view, at(0).running);
    card.arming = Arming::Armed;
    state.card = Some(card);
    text += &drawn(&state, (120, 24));
    press(&mut state, "↓⇥a note");
    text += &drawn(&state, (120, 24));
    insta::assert_snapshot!("side_by_side", text);
}

/// From 120 columns on a description is beside its label, also beside a long one.
#[test]
fn a_wide_screen_has_descriptions_beside_long_labels() {
    let label = "A label of exactly forty columns, not 4";
    assert_eq!(label.len() + 1, 40);
    let described = "What it means, in a few words.";
    let option = |id: &str| json!({"id": id, "label": format!("{label}{id}"), "description": described, "recommended": id == "1"});
    let options = json!({"options": [option("1"), option("2")], "default_selection_ids": null});
    let mut state = prompt(choice(options));
    let mut beside = |width| {
        update(&mut state, Message::Resized { width }, at(0));
        let seen = drawn(&state, (width, 24));
        seen.lines().filter(|line| line.contains(label) && line.contains(described)).count()
    };
    assert_eq!([100, 119, 120, 200].map(&mut beside), [0, 0, 2, 2]);
}

/// Headers that would look the same have their numbers.
#[test]
fn tabs_differ() {
    let question = |title: &str| json!({"title": title, "prompt": "Which one?", "options": [{"label": "a"}, {"label": "b"}]});
    let asked = json!({"questions": [
        question("Database of the reporting service"), question("Database of the reporting job"), question("Name"),
    ]});
    let state = prompt(crate::fixtures::view(sayso_core::Dialect::AskUserQuestions, &asked));
    let seen = drawn(&state, (100, 20));
    assert!(
        seen.contains("□ 1 Database of the… │ □ 2 Database of the… │ □ Name │ Review"),
        "{seen}"
    );
    assert!(seen.contains("Question 1 of 3 · 3 unanswered"), "{seen}");
}

fn any_row() -> Row {
    let view = choice(json!({}));
    Row::new(&view.interaction, view.live)
}

/// Ten thousand waiting: the list is as quick to draw as a short one, and nothing is cut off.
/// REQ: TE-9
#[test]
fn any_number_of_questions_can_be_reached() {
    let mut state = inbox();
    let row = any_row();
    let rows = (1..=10_000).map(|number| sayso_desk::Row {
        id: crate::fixtures::id(number),
        title: format!("Question {number}"),
        ..row.clone()
    });
    state.inbox.put_all(rows.collect(), at(0).running);
    state.inbox.done.clear();
    press(&mut state, "G");
    let seen = drawn(&state, (80, 24));
    assert!(seen.contains("› ") && seen.contains("Question 10000"), "{seen}");
    assert!(seen.contains("10000 waiting"), "{seen}");
    assert!(seen.contains("↑ 99"), "{seen}");
}

/// A key costs what it changes: texts are folded when they arrive, and compared when the search or
/// they change, however many are waiting and however often the screen is drawn.
/// REQ: TE-9
#[test]
fn searching_many_folds_each_text_once() {
    let mut state = inbox();
    state.inbox.put_done(Vec::new());
    let known = any_row();
    let row = |number: u128, title: String| Row {
        id: crate::fixtures::id(number),
        title,
        ..known.clone()
    };
    let rows = (1..=10_000).map(|number| row(number, format!("Question {number}")));
    state.inbox.put_all(rows.collect(), at(0).running);
    let happens = |state: &mut State, kind: EventKind| {
        let cursor = Cursor { epoch: 1, sequence: 1 };
        let events = Events { cursor, events: vec![Event { cursor, kind }], reset: None };
        comes(state, Message::Happened(Ok(events)))
    };
    let work = |state: &State| (state.inbox.found.work.folded, state.inbox.found.work.compared);
    drawn(&state, (80, 24));
    assert_eq!(work(&state), (0, 0), "nothing is searched for");
    press(&mut state, "/q");
    assert_eq!(work(&state), (10_000, 10_000));
    press(&mut state, "uestion 1234");
    let typed = work(&state);
    assert_eq!(typed.0, 10_000, "a longer search folds nothing again");
    assert!(state.inbox.shown().ids().eq([crate::fixtures::id(1_234)]));
    for _ in 0..3 {
        drawn(&state, (80, 24));
        passes(&mut state, 2_000);
        press(&mut state, "⏎jjkG/");
    }
    assert_eq!(work(&state), typed, "drawing and moving cost nothing");
    let arrived =
        EventKind::Created { row: Box::new(row(20_000, "Question 1234 again".to_owned())) };
    happens(&mut state, arrived);
    assert_eq!(work(&state), (typed.0 + 1, typed.1 + 1), "one row");
    assert_eq!(state.inbox.shown().count(), 2);
    happens(&mut state, EventKind::Removed { id: crate::fixtures::id(20_000) });
    let mut ended = row(1_234, "Question 1234".to_owned());
    ended.settled_at = Some(at(0).day);
    happens(&mut state, EventKind::Settled { row: Box::new(ended) });
    assert_eq!(state.inbox.shown().count(), 1, "settled ones are found as well");
    press(&mut state, "⎋");
    assert_eq!(state.inbox.shown().count(), 10_000);
}

/// That an agent isn't listening is said where all who are in view have room for it, and never in part.
#[test]
fn what_is_said_of_one_row_is_said_of_all() {
    let said = "agent not listening";
    let with = |title: &str, size| {
        let mut state = inbox();
        for number in [1, 2] {
            let known = state.inbox.find_waiting(crate::fixtures::id(number)).unwrap();
            known.listening = false;
        }
        state.inbox.find_waiting(crate::fixtures::id(1)).unwrap().title = title.to_owned();
        let seen = drawn(&state, size);
        assert_eq!(seen.matches(said).count(), seen.matches("agent n").count(), "{seen}");
        seen.matches(said).count()
    };
    assert_eq!(with("Pick one", (110, 24)), 3);
    assert_eq!(with("Pick one of the databases for the sessions", (80, 24)), 0);
    with("Pick one", (40, 8));
}
