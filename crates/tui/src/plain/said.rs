//! A question as lines of plain text: numbered, one thing per line, without marks that a screen
//! reader would spell out.

use sayso_core::OwnText;
use sayso_core::text::clean_line;
use sayso_core::worksheet::AnswerState;
use sayso_locale::words;

use crate::control;
use crate::state::State;
use crate::state::card::Card;
use crate::view::{self, plain_text};
use crate::words::{elsewhere, who};

/// Who asks, what, until when.
pub(super) fn header(state: &State, card: &Card) -> Vec<String> {
    let texts = state.texts();
    let interaction = &card.view.interaction;
    let origin = &interaction.origin;
    let mut first = who(texts, origin.agent_shown(), origin.project());
    if let Some(left) = card.remaining(state.now.running) {
        let time = view::time_left(left, texts);
        first = format!("{first}, {}", texts.say_with("time-left", [("time", time.into())]));
    }
    let mut lines = vec![first];
    if interaction.policy.irreversible {
        lines.push(texts.say("cannot-be-undone").into_owned());
    }
    lines.extend(elsewhere(texts, card));
    lines.push(clean_line(&interaction.form.title));
    lines.extend(interaction.form.context.iter().flat_map(|text| plain_text(text)));
    lines
}

/// The question at this place, its options, and how to answer.
pub(super) fn question(state: &State, card: &Card, at: usize) -> Vec<String> {
    let texts = state.texts();
    let form = &card.view.interaction.form;
    let Some(question) = form.questions.get(at) else { return Vec::new() };
    let mut lines = Vec::new();
    if card.has_several() {
        let values = [("place", (at + 1).into()), ("count", form.questions.len().into())];
        let place = texts.say_with("question-of", values);
        lines.push(format!("{place}: {}", clean_line(&question.header)));
    }
    lines.extend(question.context.iter().flat_map(|text| plain_text(text)));
    let said = if card.has_several() { &question.header } else { &form.title };
    if question.prompt.trim() != said.trim() {
        lines.extend(plain_text(&question.prompt));
    }
    lines.extend(words::limits(texts, &question.control));
    for (number, option) in question.control.options().iter().enumerate() {
        let mut line = format!("{}. {}", number + 1, clean_line(&option.label));
        let mark = texts.say("recommended");
        if option.needs_mark(&mark) {
            line = format!("{line} ({mark})");
        }
        if let Some(description) = &option.description {
            line = format!("{line}: {}", plain_text(description).join(" "));
        }
        lines.push(line);
    }
    if at == 0 {
        lines.push(view::otherwise(state, card));
    }
    let plain = control::of(&question.control).plain;
    let own = question.control.own_text() == OwnText::Allowed && !question.control.is_field();
    lines.push(match own {
        true => format!("{} {}", texts.say(plain), texts.say("plain-or-text")),
        false => texts.say(plain).into_owned(),
    });
    let leave = match card.view.interaction.origin.dialect.rejects() {
        true => "plain-reject",
        false => "plain-cancel",
    };
    lines.push(texts.say(leave).into_owned());
    lines
}

/// What would be sent, one line for each question.
pub(super) fn review(state: &State, card: &Card) -> Vec<String> {
    let texts = state.texts();
    let several = card.has_several();
    let mut lines: Vec<String> = view::answers(state, card)
        .into_iter()
        .zip(card.questions())
        .enumerate()
        .map(|(at, (answer, question))| match several {
            true => format!("{}. {}: {answer}", at + 1, clean_line(&question.header)),
            false => answer,
        })
        .collect();
    if !card.note.is_blank() {
        lines.push(format!("{}: {}", texts.say("note-on-whole"), clean_line(card.note.text())));
    }
    let draft = card.draft();
    lines.push(match (card.worksheet(&draft).fault(), several) {
        (Some((_, fault)), _) => words::fault(texts, &fault),
        (None, true) => texts.say("plain-review-several").into_owned(),
        (None, false) => texts.say("plain-review").into_owned(),
    });
    lines
}

/// Why this question isn't answered by what was typed.
pub(super) fn wrong(state: &State, card: &Card, at: usize) -> Option<String> {
    let complaint = view::complaint(state, card);
    complaint.or_else(|| match card.worksheet(&card.draft()).standing(card.questions().get(at)?) {
        AnswerState::Wrong(fault) => Some(words::fault(state.texts(), &fault)),
        AnswerState::Answered(_) | AnswerState::Open => None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::fixtures::{choice, press, prompt, questions, set};

    /// The hint never says to send what would be refused.
    #[test]
    fn an_answer_that_would_be_refused_is_not_offered() {
        let asked = json!({
            "selection_mode": "multi", "default_selection_ids": null, "min_selections": 2,
        });
        let mut state = prompt(choice(asked));
        let offer = "Press enter to send it.";
        let said = |state: &State| {
            let card = state.card.as_ref().unwrap();
            (wrong(state, card, 0), review(state, card).pop().unwrap())
        };
        press(&mut state, "1");
        let (wrong, last) = said(&state);
        assert_eq!(wrong.as_deref(), Some(last.as_str()));
        assert!(!last.contains(offer), "{last}");
        press(&mut state, "2");
        let (wrong, last) = said(&state);
        assert!(wrong.is_none() && last.contains(offer), "{last}");
    }

    /// REQ: LA-1, TE-10
    #[test]
    fn a_question_in_lines() {
        let mut text = String::new();
        for language in ["en", "zh", "ko"] {
            for asked in [
                choice(json!({})),
                choice(json!({"selection_mode": "hybrid", "irreversible": true})),
                questions(),
            ] {
                let mut state = prompt(asked);
                set(&mut state, sayso_core::settings::Key::Language, language);
                press(&mut state, "2");
                let card = state.card.as_ref().unwrap();
                let asked = question(&state, card, 0);
                assert!(asked.last().unwrap().contains(":cancel"), "{asked:?}");
                let lines = [header(&state, card), question(&state, card, 0), review(&state, card)];
                text += &lines.concat().join("\n");
                text += "\n\n";
            }
        }
        insta::assert_snapshot!("lines", text);
    }
}
