//! Tests of cut texts: the cut is said in words that mean something, and keys are named only where they act.

use sayso_core::interaction::Outcome;
use sayso_core::{Surface, worksheet};
use serde_json::json;
use unicode_width::UnicodeWidthStr;

use super::frame::drawn;
use super::room::ordinary;
use super::summary;
use crate::fixtures::{ann, choice, control, inbox, press, press_key, prompt, questions, settled};
use crate::state::{By, PromptEnd};

/// The command to go on with is never cut, and the line is no wider than the screen if it can be.
#[test]
fn what_stays_fits() {
    let mut state = prompt(choice(json!({"title": "Which of the three databases is it to be?"})));
    for width in 40..=80 {
        let rows = summary(&state, &PromptEnd::Left, width);
        let line = rows[0].to_string();
        assert!(line.ends_with("still waiting: sayso answer 00000001"), "{line}");
        assert!(rows[0].width() <= usize::from(width), "{width}: {line}");
    }
    state.command = "/opt/my/sayso --data-dir /srv/questions".to_owned();
    let left = summary(&state, &PromptEnd::Left, 40)[0].to_string();
    assert!(
        left.ends_with("waiting: /opt/my/sayso --data-dir /srv/questions answer 00000001"),
        "{left}"
    );
    press_key(&mut state, control('4'));
    let seen = drawn(&state, (80, 20));
    assert!(seen.contains("ctrl+\\ does nothing here"), "{seen}");
}

/// The title gives way, not what was answered.
#[test]
fn what_stays_names_the_answer() {
    let view = choice(json!({"title": "Which of the three databases is it to be?"}));
    let form = &view.interaction.form;
    let answers = worksheet::check(form, form.proposal()).unwrap();
    let outcome = Outcome::Answered { answers, actor: ann(Surface::Terminal) };
    let view = settled(view, outcome);
    for width in 30..=100 {
        let ended = PromptEnd::Settled { view: Box::new(view.clone()), by: By::ThisTerminal };
        let line = summary(&prompt(view.clone()), &ended, width)[0].to_string();
        assert!(line.starts_with("✓ Which of ") && line.ends_with(" → PostgreSQL"), "{line}");
        assert!(line.width() <= usize::from(width), "{width}: {line}");
    }
}

/// What is hidden is never none of something, and no word of a description is one letter.
#[test]
fn what_is_cut_says_how_much() {
    for mut state in [prompt(choice(ordinary())), prompt(questions()), inbox()] {
        for _ in 0..4 {
            for width in [30, 40, 50, 80, 100] {
                for height in 5..24 {
                    let seen = drawn(&state, (width, height));
                    assert!(!seen.contains("↓ 0 ") && !seen.contains("↑ 0 "), "{seen}");
                }
            }
            press(&mut state, "↓");
        }
    }
    let option = |label: &str| json!({"id": label, "label": label, "recommended": true, "description": "Nothing new to operate, and no more."});
    let labels = ["Keep the present layout of it", "Move everything to another one"];
    let state = prompt(choice(json!({
        "options": labels.map(option), "default_selection_ids": null,
    })));
    for width in 36..48 {
        let seen = drawn(&state, (width, 9));
        let letters = |rest: &str| rest.split('…').next().map_or(0, |word| word.trim().len());
        let cut = seen.lines().filter_map(|line| line.split_once("one  "));
        let whole = |rest: &str| rest.trim() == "★" || letters(rest) >= 5;
        assert!(cut.clone().all(|(_, rest)| whole(rest)), "{seen}");
    }
}

/// That a timeout sent the answer is said in words at the usual width.
#[test]
fn an_answer_that_a_timeout_sent_says_so() {
    let mut state = inbox();
    let row = state.inbox.done.iter_mut().find(|row| row.answer.is_some()).unwrap();
    row.status = sayso_core::Status::AutoSubmitted;
    row.actor = None;
    for size in [(80, 24), (40, 20)] {
        let seen = drawn(&state, size);
        let row = seen.lines().find(|line| line.contains('◷')).unwrap();
        assert!(row.contains("timed out"), "{seen}");
    }
}

/// REQ: AD-8
#[test]
fn a_ranking_says_what_its_keys_do_now() {
    let rank = json!({"selection_mode": "rank", "default_selection_ids": null});
    let mut state = prompt(choice(rank));
    assert!(!drawn(&state, (100, 20)).contains("J/K"));
    press(&mut state, "3");
    let seen = drawn(&state, (100, 20));
    assert!(seen.contains("J/K") && seen.contains("3 #1 DynamoDB"), "{seen}");
    assert!(seen.contains("1 ·  PostgreSQL"), "{seen}");
}

/// What is skipped has nothing chosen, although its boxes come back with what was chosen.
#[test]
fn what_is_put_aside_counts_nothing() {
    let mut state = prompt(questions());
    press(&mut state, "→1");
    assert!(drawn(&state, (80, 20)).contains("1 chosen"));
    press(&mut state, "-");
    let seen = drawn(&state, (80, 20));
    assert!(seen.contains("0 chosen"), "{seen}");
}
