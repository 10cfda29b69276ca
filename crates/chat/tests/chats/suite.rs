//! The tests that every chat passes.

use serde_json::{Value, json};

use crate::world::{TestChat, Who, World};

fn single() -> Value {
    json!({"type": "user_choice", "question": "Which database?", "options": ["PostgreSQL", "SQLite"]})
}

fn form() -> Value {
    let choice = |question: &str| json!({"question": question, "options": ["Yes", "No"]});
    json!({"type": "user_choice_group", "question": "Ship it",
        "choices": [choice("Today?"), choice("With notes?")]})
}

fn chosen(outcome: &Value) -> Value {
    outcome["answers"]["questions"]["q1"]["options"].clone()
}

pub fn a_question_is_posted_once_and_redrawn_when_it_is_settled_elsewhere<C: TestChat>() {
    let world = World::<C>::new();
    let first = world.ask(single());
    let message = world.message(0, "PostgreSQL");
    assert!(message.text.contains("Which database?"), "{message:?}");
    world.answer_elsewhere(first, "2");
    let ended = world.message(0, "carl");
    assert!(ended.text.contains("SQLite") && !ended.text.contains("PostgreSQL"), "{ended:?}");
    world.ask(form());
    world.message(1, "Today?");
    assert_eq!(world.chat.messages().len(), 2, "one message each");
}

pub fn a_click_answers<C: TestChat>() {
    let world = World::<C>::new();
    let id = world.ask(single());
    world.message(0, "PostgreSQL");
    world.chat.pick(Who::Ann, 0, 0, 1);
    let outcome = world.outcome(id);
    assert_eq!(chosen(&outcome), json!(["2"]));
    let chat = C::CHATS.0[0];
    assert_eq!(outcome["actor"]["via"], chat.id.as_str());
    assert_eq!(outcome["actor"]["presence"], chat.presence.as_str());
    world.message(0, outcome["actor"]["by"].as_str().unwrap());
}

pub fn a_button_of_an_earlier_state_says_so<C: TestChat>() {
    let world = World::<C>::new();
    let id = world.ask(single());
    world.message(0, "PostgreSQL");
    world.chat.pick(Who::Ann, 0, 0, 7);
    world.hint(0, "an earlier state of the question");
    assert!(world.view(id).interaction.is_pending());
}

pub fn a_number_answers<C: TestChat>() {
    let world = World::<C>::new();
    let id = world.ask(single());
    world.message(0, "PostgreSQL");
    world.chat.reply(Who::Ann, 0, "3");
    world.hint(0, "understood");
    world.chat.reply(Who::Ann, 0, "2");
    assert_eq!(chosen(&world.outcome(id)), json!(["2"]));
}

/// Only what names the app can be somebody's own words; other words in a thread are talk.
pub fn words_answer_where_they_are_asked_for<C: TestChat>() {
    let world = World::<C>::new();
    let id = world.ask(single());
    world.message(0, "PostgreSQL");
    if C::HAS_THREADS {
        world.chat.reply(Who::Ann, 0, "let me think");
        world.hint(0, "understood");
        assert!(world.view(id).interaction.is_pending());
    }
    world.chat.reply(Who::Ann, 0, "@app a file on disk");
    let outcome = world.outcome(id);
    assert_eq!(outcome["answers"]["questions"]["q1"]["text"], "a file on disk");
}

pub fn a_form_is_answered_line_by_line<C: TestChat>() {
    let world = World::<C>::new();
    let id = world.ask(form());
    world.message(0, "With notes?");
    world.chat.pick(Who::Ann, 0, 0, 0);
    world.message(0, "✅");
    assert!(world.view(id).interaction.is_pending());
    world.chat.reply(Who::Ann, 0, "2: 2");
    let outcome = world.outcome(id);
    assert_eq!(chosen(&outcome), json!(["1"]));
    assert_eq!(outcome["answers"]["questions"]["q2"]["options"], json!(["2"]));
}

pub fn who_may_not_answer_is_refused<C: TestChat>() {
    let world = World::<C>::new();
    let id = world.ask(single());
    let before = world.message(0, "PostgreSQL");
    world.chat.pick(Who::Bob, 0, 0, 1);
    world.hint(0, "can't answer");
    world.chat.reply(Who::Bob, 0, "2");
    world.hint(1, "can't answer");
    assert!(world.view(id).interaction.is_pending());
    assert_eq!(world.chat.messages()[0].edits, before.edits, "nothing was drawn anew");
    world.chat.pick(Who::Ann, 0, 0, 0);
    assert_eq!(chosen(&world.outcome(id)), json!(["1"]));
}

pub fn what_is_delivered_twice_counts_once<C: TestChat>() {
    let world = World::<C>::new();
    let id = world.ask(single());
    world.message(0, "PostgreSQL");
    world.chat.pick(Who::Ann, 0, 0, 1);
    world.chat.deliver_again();
    world.outcome(id);
    world.message(0, "SQLite");
    // The second click would be told that it came too late, before this one is.
    world.chat.pick(Who::Ann, 0, 0, 0);
    world.hint(0, "already settled");
    assert_eq!(world.chat.hints().len(), 1);
}

pub fn after_a_restart_the_message_is_found_again<C: TestChat>() {
    let mut world = World::<C>::new();
    let (first, second) = (world.ask(single()), world.ask(form()));
    world.is_noted(first);
    world.is_noted(second);
    world.restart();
    world.answer_elsewhere(first, "1");
    let at = world.chat.messages().iter().position(|it| it.text.contains("database")).unwrap();
    world.message(at, "carl");
    world.chat.reply(Who::Ann, 1 - at, "1: 1, 2: 1");
    world.outcome(second);
    assert_eq!(world.chat.messages().len(), 2, "nothing is posted again");
}

pub fn the_slower_of_two_answers_is_told_who_won<C: TestChat>() {
    let world = World::<C>::new();
    let id = world.ask(single());
    world.message(0, "PostgreSQL");
    // The message still shows both options when it is clicked on.
    world.answer_elsewhere(id, "1");
    world.chat.pick(Who::Ann, 0, 0, 1);
    world.hint(0, "already settled");
    assert!(world.chat.hints()[0].contains("carl"), "{:?}", world.chat.hints());
    assert_eq!(chosen(&world.outcome(id)), json!(["1"]), "the first answer stands");
    world.message(0, "carl");
}

pub fn what_an_agent_says_is_edited_in_place<C: TestChat>() {
    let choice = format!("I looked at both.\n\n```json\n{}\n```\n", single());
    let world = World::<C>::with_agent(json!({
        "Set up storage": [{"text": choice}], "2": [{"text": "SQLite it is."}],
    }));
    world.chat.call(Who::Bob, "Set up storage");
    world.hint(0, C::NO_REQUESTS);
    world.chat.call(Who::Ann, "Set up storage");
    let text = world.message(0, "I looked at both.");
    assert!(text.is_in_thread && text.edits > 0, "first it says that it works: {text:?}");
    let question = world.message(1, "Which database?");
    assert!(question.is_in_thread, "a question goes to its conversation");
    world.chat.pick(Who::Ann, 1, 0, 1);
    world.message(2, "SQLite it is.");
    assert!(!world.message(0, "I looked").text.contains("```"), "nobody sees the JSON");
}
