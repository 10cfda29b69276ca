//! Little room and much of it: four ordinary options at 80×24, a question on eight lines, the inbox
//! side by side.

use serde_json::{Value, json};

use super::frame::drawn;
use crate::fixtures::{at, choice, inbox, press, prompt, questions};
use crate::message::Message;
use crate::state::State;
use crate::state::card::{Arming, Card};
use crate::update::update;

/// Four options as agents write them: each with two sentences.
fn ordinary() -> Value {
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
        seen.contains("□ 1 Database of the r… │ □ 2 Database of the r… │ □ Name │ Review"),
        "{seen}"
    );
    assert!(seen.contains("Question 1 of 3 · 3 unanswered"), "{seen}");
}

/// Ten thousand waiting: the list is as quick to draw as a short one, and nothing is cut off.
/// REQ: TE-9
#[test]
fn any_number_of_questions_can_be_reached() {
    let mut state = inbox();
    let row = state.inbox.waiting[0].row.clone();
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
