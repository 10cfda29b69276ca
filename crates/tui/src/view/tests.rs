//! Every screen as it is drawn, at several sizes, in three languages, with its styles.

mod always;
mod attention;
mod confirm;
mod controls;
mod cut;
mod frame;
mod pictures;
mod room;
mod styles;
mod together;

use sayso_core::settings::Key;
use sayso_core::surface::Surface;
use sayso_core::{DraftField, QuestionId, TimeoutAction, interaction::Outcome};
use serde_json::{Value, json};

use super::summary::summary;
use crate::fixtures::{ann, at, blank, choice, inbox, press, prompt, questions, set, settled};
use crate::message::{Hang, Message};
use crate::state::card::{Arming, Card, Phase};
use crate::state::inbox::{History, Place};
use crate::state::{By, PromptEnd, Purpose, State};
use crate::update::update;
use frame::drawn;
use sayso_desk::{HubState, Unresponsive, WayIn};

/// The sizes that a screen must support: usual, narrow, wide, short.
const SIZES: [(u16, u16); 4] = [(80, 24), (40, 20), (100, 30), (60, 8)];

fn sizes(state: &State) -> String {
    SIZES.map(|size| drawn(state, size)).join("\n")
}

/// After these keys.
fn seen(state: &mut State, keys: &str, size: (u16, u16)) -> String {
    press(state, keys);
    drawn(state, size)
}

fn many(count: usize) -> Value {
    let option = |n: usize| json!({"id": n.to_string(), "label": format!("Option {n}"), "recommended": n == 1});
    json!({"options": (1..=count).map(option).collect::<Vec<_>>(), "default_selection_ids": null})
}

/// REQ: TE-1, TE-3
#[test]
fn a_choice_of_one() {
    insta::assert_snapshot!("one", sizes(&prompt(choice(json!({})))));
}

/// REQ: LA-1
#[test]
fn the_same_in_every_language() {
    let mut text = String::new();
    for language in ["zh", "ko"] {
        let mut state = prompt(choice(json!({})));
        set(&mut state, Key::Language, language);
        text += &drawn(&state, (80, 24));
        text += &drawn(&state, (40, 20));
        let mut state = inbox();
        set(&mut state, Key::Language, language);
        text += &drawn(&state, (80, 14));
        press(&mut state, "s");
        text += &drawn(&state, (60, 16));
    }
    insta::assert_snapshot!("languages", text);
}

/// REQ: TE-4, SE-2
#[test]
fn notes_unfold_in_place() {
    let mut state = prompt(choice(json!({"global_annotation": "proposed by the agent"})));
    press(&mut state, "↓⇥only if we drop the reporting job");
    insta::assert_snapshot!("notes", sizes(&state));
}

#[test]
fn what_is_chosen_written_and_wrong() {
    let mut text = String::new();
    let mut state = prompt(choice(json!({
        "selection_mode": "multi", "default_selection_ids": null, "max_selections": 2,
    })));
    text += &seen(&mut state, "1", (80, 16));
    text += &seen(&mut state, "23", (80, 16));
    let hybrid = json!({"selection_mode": "hybrid", "placeholder": "another one", "default_selection_ids": null});
    let mut state = prompt(choice(hybrid.clone()));
    text += &seen(&mut state, "↓↓↓", (80, 16));
    text += &seen(&mut state, "⏎DuckDB, 数据库 👩‍💻", (80, 16));
    text += &seen(&mut state, "⏎", (80, 16));
    let mut state = prompt(choice(hybrid));
    text += &seen(&mut state, "⏎", (60, 16));
    insta::assert_snapshot!("many_and_own_text", text);
}

/// REQ: TE-8
#[test]
fn a_text() {
    let request = json!({
        "selection_mode": "text_input", "title": "Name of the release", "options": null,
        "default_selection_ids": null, "placeholder": "Phoenix", "timeout_action": "cancel",
    });
    let mut state = prompt(choice(request));
    let mut text = sizes(&state);
    update(
        &mut state,
        Message::Paste("first line\nsecond: 数据库选择数据库选择数据库选择数据库选择".to_owned()),
        at(0),
    );
    text += &sizes(&state);
    insta::assert_snapshot!("text", text);
}

/// REQ: AU-5
#[test]
fn several_questions_and_the_review() {
    let mut state = prompt(questions());
    let mut text = sizes(&state);
    text += &seen(&mut state, "2→x", (80, 24));
    press(&mut state, "what is the difference?⏎");
    press(&mut state, "→");
    text += &sizes(&state);
    press(&mut state, "G⏎");
    text += &sizes(&state);
    insta::assert_snapshot!("form", text);
}

/// REQ: TE-5, NA-4
#[test]
fn cancelling_rejecting_confirming() {
    let mut text = String::new();
    let mut state = prompt(choice(json!({})));
    press(&mut state, "⎋");
    text += &sizes(&state);
    let mut state = prompt(questions());
    text += &seen(&mut state, "⎋not these", (80, 24));
    let mut state = prompt(choice(json!({"irreversible": true, "title": "Delete 14 snapshots?"})));
    text += &sizes(&state);
    press(&mut state, "↓⏎");
    text += &sizes(&state);
    text += &seen(&mut state, "no⏎", (80, 24));
    let mut state = prompt(choice(json!({"allow_annotations": false})));
    text += &seen(&mut state, "⎋", (80, 24));
    insta::assert_snapshot!("farewell", text);
}

#[test]
fn forty_options_and_a_filter() {
    let mut state = prompt(choice(many(40)));
    press(&mut state, "↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓↓");
    let mut text = sizes(&state);
    text += &seen(&mut state, "/3", (80, 24));
    text += &drawn(&state, (60, 8));
    insta::assert_snapshot!("forty", text);
}

#[test]
fn long_texts_give_way_and_can_be_read() {
    let paragraph = "The migration has **three** steps:\n\n1. copy the tables while the service runs\n2. switch the readers, \
        then the writers, and keep the old database for `14` days\n3. drop it\n\n> Nobody has restored a backup this year.\n\n";
    let long = json!({
        "prompt": paragraph.repeat(4),
        "options": [
            {"id": "a", "label": "A label that is far too long for the column of labels that others have",
             "description": "and a description that needs more than one line on any terminal that is not very wide indeed"},
            {"id": "b", "label": "Short", "description": "A description that needs more than one line on a usual terminal, and three on a narrow one", "recommended": true},
            {"id": "c", "label": "数据库迁移", "description": "把所有的表迁移到新的数据库，旧的数据库保留十四天，然后删除"},
        ],
        "default_selection_ids": null,
    });
    let mut state = prompt(choice(long));
    let mut text = sizes(&state);
    text += &seen(&mut state, "v↓↓", (60, 12));
    insta::assert_snapshot!("long", text);
}

/// REQ: TO-2
#[test]
fn what_is_under_way() {
    let mut text = String::new();
    let mut state = prompt(choice(json!({})));
    state.card.as_mut().unwrap().arming = Arming::Unseen;
    text += &drawn(&state, (80, 16));
    state.card.as_mut().unwrap().arming = Arming::Armed;
    update(&mut state, Message::Hanging(Hang::Began), at(245_000));
    text += &drawn(&state, (80, 16));
    update(&mut state, Message::Hanging(Hang::Ended), at(245_000));
    state.card.as_mut().unwrap().phase = Phase::Sending;
    text += &drawn(&state, (80, 16));
    let mut state = prompt(choice(json!({})));
    set(&mut state, Key::Hints, "off");
    text += &drawn(&state, (80, 16));
    insta::assert_snapshot!("under_way", text);
}

/// REQ: SA-3
#[test]
fn a_silent_hub_is_named_with_what_it_does() {
    let mut said = Vec::new();
    for language in ["en", "zh", "ko"] {
        let mut state = prompt(choice(json!({})));
        set(&mut state, Key::Language, language);
        for doing in [HubState::NoAnswer, HubState::Starting, HubState::Replaced, HubState::Ending]
        {
            let unresponsive = Some(Unresponsive::of(4711, doing));
            update(&mut state, Message::Unresponsive(unresponsive), at(245_000));
            let seen = drawn(&state, (80, 16));
            said.extend(
                seen.lines().find(|line| line.contains("4711")).map(|line| line.trim().to_owned()),
            );
        }
        update(&mut state, Message::Unresponsive(None), at(245_000));
        assert!(!drawn(&state, (80, 16)).contains("4711"));
    }
    let words = said.iter().map(|line| line.split("   ").next().unwrap_or_default());
    insta::assert_snapshot!("silent_hub", words.collect::<Vec<_>>().join("\n"));
}

/// REQ: TE-9
#[test]
fn the_inbox() {
    let mut text = sizes(&inbox());
    let mut state = inbox();
    text += &seen(&mut state, "/发布", (80, 12));
    let mut state = inbox();
    state.inbox.place =
        Place::History(History { rows: state.inbox.done.clone(), ..History::default() });
    text += &drawn(&state, (80, 12));
    let mut state = blank(Purpose::Inbox);
    text += &drawn(&state, (80, 8));
    state.inbox.loaded = true;
    text += &drawn(&state, (80, 8));
    insta::assert_snapshot!("inbox", text);
}

/// REQ: TE-9
#[test]
fn a_long_title_leaves_room_for_what_became_of_it() {
    let mut state = inbox();
    for row in &mut state.inbox.done {
        row.title.push_str(" of everything that calls the payment service, or of some of it");
    }
    let mut text = sizes(&state);
    state.inbox.done.reverse();
    for row in &mut state.inbox.done {
        row.answer = row.answer.as_ref().map(|answer| format!("{answer}, and tell everybody"));
    }
    text += &drawn(&state, (80, 12));
    insta::assert_snapshot!("long_titles", text);
}

#[test]
fn a_question_of_the_inbox_open_and_ended() {
    let mut state = inbox();
    let mut card = Card::new(choice(json!({})), at(0).running);
    card.arming = Arming::Armed;
    state.card = Some(card);
    let mut text = sizes(&state);
    let form = choice(json!({})).interaction.form;
    let answers = sayso_core::worksheet::check(&form, form.proposal()).unwrap();
    for outcome in [
        Outcome::Answered { answers: answers.clone(), actor: ann(Surface::Web) },
        Outcome::TimedOut { action: TimeoutAction::Submit, sent: Some(answers) },
        Outcome::TimedOut { action: TimeoutAction::Reinvoke, sent: None },
        Outcome::Rejected {
            reason: Some("never delete".to_owned()),
            actor: ann(Surface::Chat(crate::fixtures::IRC)),
        },
    ] {
        state.card = Some(Card::new(settled(choice(json!({})), outcome), at(0).running));
        text += &drawn(&state, (80, 14));
    }
    insta::assert_snapshot!("opened", text);
}

/// REQ: TE-6
#[test]
fn settings_and_help() {
    let mut state = prompt(choice(json!({})));
    press(&mut state, "s↓↓↓↓↓");
    let mut text = sizes(&state);
    text += &seen(&mut state, "⎋?", (80, 40));
    text += &drawn(&state, (40, 20));
    insta::assert_snapshot!("settings_and_help", text);
}

fn stays(state: &State, ended: &PromptEnd) -> String {
    summary(state, ended, 80).iter().map(|line| format!("{line}\n")).collect()
}

/// REQ: TE-1
#[test]
fn one_line_stays() {
    let state = prompt(choice(json!({})));
    let form = choice(json!({})).interaction.form;
    let mut submission = form.proposal();
    submission.note = Some("soon".to_owned());
    let answers = sayso_core::worksheet::check(&form, submission).unwrap();
    let mut text = String::new();
    let mut say = |outcome: Outcome, by: By| {
        let view = Box::new(settled(choice(json!({})), outcome));
        text += &stays(&state, &PromptEnd::Settled { view, by });
    };
    let answered = |via| Outcome::Answered { answers: answers.clone(), actor: ann(via) };
    say(answered(Surface::Terminal), By::ThisTerminal);
    say(answered(Surface::Web), By::Elsewhere);
    say(
        Outcome::TimedOut { action: TimeoutAction::Submit, sent: Some(answers.clone()) },
        By::Elsewhere,
    );
    say(Outcome::TimedOut { action: TimeoutAction::Reinvoke, sent: None }, By::Elsewhere);
    say(
        Outcome::Cancelled { note: Some("wait for Bob".to_owned()), actor: ann(Surface::Terminal) },
        By::ThisTerminal,
    );
    let view = || Box::new(choice(json!({})));
    let way_in = WayIn {
        link: "http://localhost:7431/choice/00000001#code=abc".to_owned(),
        tunnel: Some("ssh -L 7431:localhost:7431 ann@example".to_owned()),
    };
    for ended in [
        PromptEnd::HandedToWeb { view: view(), way_in: None },
        PromptEnd::HandedToWeb { view: view(), way_in: Some(way_in) },
        PromptEnd::Left,
    ] {
        text += &stays(&state, &ended);
    }
    insta::assert_snapshot!("summary", text);
}

/// At any size nothing is wider or higher, and the option at the cursor is visible.
#[test]
fn every_size_is_borne() {
    let hybrid = json!({"selection_mode": "hybrid", "default_selection_ids": null});
    let mut states = vec![
        prompt(choice(json!({}))),
        prompt(choice(hybrid)),
        prompt(choice(many(40))),
        prompt(questions()),
    ];
    states.push({
        let mut state = prompt(choice(json!({})));
        state.card.as_mut().unwrap().receive(DraftField::Text {
            question: QuestionId::from("q1"),
            text: "数据库".repeat(100),
        });
        state
    });
    for state in &mut states {
        press(state, "↓");
        for width in [20, 30, 40, 57, 80, 200] {
            for height in [3, 5, 6, 8, 10, 11, 15, 16, 24, 60] {
                let text = drawn(state, (width, height));
                let pointed = text.contains('›') || height < 6;
                assert!(pointed, "{text}");
            }
        }
    }
}
