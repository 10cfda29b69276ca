//! Ids of what is clicked: short references, never a text of a question.
//!
//! A block names the interaction and the question; a value names the question and the option by their
//! places in the form. Action ids are those of document 5.

use sayso_chat::{ClickAction, WindowKind};
use sayso_core::{InteractionId, OptionId, QuestionId};

use crate::limits;

/// The question of a whole form.
const WHOLE: &str = "-";

/// `<interaction>/<question>/<what>`, unique in its message.
pub(crate) fn block(id: InteractionId, question: Option<usize>, what: &str) -> String {
    let question = question.map_or_else(|| WHOLE.to_owned(), |at| at.to_string());
    format!("{id}/{question}/{what}")
}

/// `<interaction>:<question>:<option>`, for a button.
pub(crate) fn value(id: InteractionId, question: usize, option: usize) -> String {
    format!("{id}:{question}:{option}")
}

/// `<question>:<option>`, for an entry of a menu, which has less room; its block names the rest.
pub(crate) fn item(question: usize, option: usize) -> String {
    format!("{question}:{option}")
}

pub(crate) fn user_choice(option: &OptionId) -> String {
    format!("user_choice_{option}")
}

/// `option` is an option's id, or the name of a menu.
pub(crate) fn multi_choice(id: InteractionId, question: &QuestionId, option: &str) -> String {
    format!("multi_choice_{id}_{question}_{option}")
}

pub(crate) fn edit_choice(id: InteractionId, question: &QuestionId) -> String {
    format!("edit_choice_{id}_{question}")
}

pub(crate) fn submit_form(id: InteractionId) -> String {
    format!("submit_form_{id}")
}

pub(crate) fn reset_form(id: InteractionId) -> String {
    format!("reset_form_{id}")
}

pub(crate) fn recommended(id: InteractionId) -> String {
    format!("all_recommended_{id}")
}

pub(crate) fn read_all(id: InteractionId) -> String {
    format!("read_all_{id}")
}

pub(crate) fn more(id: InteractionId, question: Option<&QuestionId>) -> String {
    match question {
        Some(question) => format!("more_{id}_{question}"),
        None => format!("more_{id}"),
    }
}

/// Permissions of one session.
pub(crate) fn allow_together(id: InteractionId) -> String {
    format!("allow_together_{id}")
}

/// Those that its message named.
pub(crate) fn named(ids: &[InteractionId]) -> String {
    ids.iter().map(InteractionId::to_string).collect::<Vec<_>>().join(",")
}

/// A separate button, so that saying no is always in view.
pub(crate) fn leave(id: InteractionId) -> String {
    format!("leave_{id}")
}

pub(crate) const CUSTOM_INPUT_SINGLE: &str = "custom_input_single";

pub(crate) fn custom_input_multi(id: InteractionId, question: &QuestionId) -> String {
    format!("custom_input_multi_{id}_{question}")
}

/// An action as it comes in.
pub(crate) struct Action<'a> {
    pub(crate) action_id: &'a str,
    pub(crate) block_id: &'a str,
    /// The button's, or of what was selected.
    pub(crate) values: Vec<&'a str>,
}

/// The entries of the menus behind three dots, and what a button to leave means.
pub(crate) const NOTE: &str = "note";
pub(crate) const EXPLAIN: &str = "explain";
pub(crate) const SKIP: &str = "skip";
pub(crate) const TIME: &str = "time";
pub(crate) const CANCEL: &str = "cancel";
pub(crate) const REJECT: &str = "reject";

/// What a block of a question is called that has buttons, one menu, or menus to choose many from.
pub(crate) const PICK: &str = "pick";
pub(crate) const MANY: &str = "many";

/// `None`: it is not ours.
pub(crate) fn read(action: &Action<'_>) -> Option<(InteractionId, ClickAction)> {
    let mut parts = action.block_id.splitn(3, '/');
    let id: InteractionId = parts.next()?.parse().ok()?;
    let question: Option<usize> = parts.next()?.parse().ok();
    let value = action.values.first().copied().unwrap_or_default();
    let is = |prefix: &str| action.action_id.starts_with(prefix);
    let wish = if is("user_choice_") || is("multi_choice_") {
        let what = parts.next()?;
        match what.strip_prefix(MANY) {
            Some(group) => {
                let chosen = action.values.iter().map(|value| option(value));
                let from = group.parse::<usize>().ok()?.checked_mul(limits::SELECT)?;
                ClickAction::Choose {
                    question: question?,
                    of: from..from.checked_add(limits::SELECT)?,
                    options: chosen.collect::<Option<_>>()?,
                }
            }
            None => ClickAction::Pick { question: question?, option: option(value)? },
        }
    } else if is("edit_choice_") {
        ClickAction::Change { question: question?, places: None }
    } else if is("custom_input_") {
        ClickAction::Write { kind: WindowKind::Own, question: Some(question?) }
    } else if is("submit_form_") {
        ClickAction::Submit
    } else if is("reset_form_") {
        ClickAction::Reset
    } else if is("all_recommended_") {
        ClickAction::Recommended
    } else if is("read_all_") {
        ClickAction::Read
    } else if is("allow_together_") {
        let ids = value.split(',').map(str::parse).collect::<Result<_, _>>();
        ClickAction::AllowTogether { ids: ids.ok()? }
    } else if is("more_") || is("leave_") {
        match value {
            NOTE => ClickAction::Write { kind: WindowKind::Note, question },
            EXPLAIN => ClickAction::Write { kind: WindowKind::Explain, question: Some(question?) },
            SKIP => ClickAction::Write { kind: WindowKind::Skip, question: Some(question?) },
            TIME => ClickAction::MoreTime { until: None },
            CANCEL => ClickAction::Cancel,
            REJECT => ClickAction::Write { kind: WindowKind::Reject, question: None },
            _ => return None,
        }
    } else {
        return None;
    };
    Some((id, wish))
}

fn option(value: &str) -> Option<usize> {
    value.rsplit(':').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "e0537fd0-1111-4222-8333-944455556666";

    /// REQ: SL-1, SL-2
    #[test]
    fn what_is_drawn_is_understood_again() {
        let id: InteractionId = ID.parse().unwrap();
        let question = QuestionId::from("q_1/x");
        let check = |action_id: String, block_id: String, values: &[&str], wish: ClickAction| {
            let action =
                Action { action_id: &action_id, block_id: &block_id, values: values.to_vec() };
            assert_eq!(read(&action), Some((id, wish)), "{action_id}");
        };
        let pick = ClickAction::Pick { question: 2, option: 1 };
        let of = |what| block(id, Some(2), what);
        let write = |kind| ClickAction::Write { kind, question: Some(2) };
        check(user_choice(&OptionId::from("pg")), of(PICK), &[&value(id, 2, 1)], pick.clone());
        check(multi_choice(id, &question, "pg"), of(PICK), &[&value(id, 2, 1)], pick.clone());
        check(multi_choice(id, &question, "menu"), of(PICK), &[&item(2, 1)], pick);
        check(
            multi_choice(id, &question, "many1"),
            of("many1"),
            &[&item(2, 100), &item(2, 103)],
            ClickAction::Choose { question: 2, of: 100..200, options: vec![100, 103] },
        );
        check(
            edit_choice(id, &question),
            of("edit"),
            &[""],
            ClickAction::Change { question: 2, places: None },
        );
        check(CUSTOM_INPUT_SINGLE.to_owned(), of("x"), &[], write(WindowKind::Own));
        check(custom_input_multi(id, &question), of("x"), &[], write(WindowKind::Own));
        check(submit_form(id), block(id, None, "end"), &[], ClickAction::Submit);
        check(reset_form(id), block(id, None, "end"), &[], ClickAction::Reset);
        check(read_all(id), block(id, None, "end"), &[], ClickAction::Read);
        let together = ClickAction::AllowTogether { ids: vec![id, id] };
        check(allow_together(id), block(id, None, "together"), &[&named(&[id, id])], together);
        check(leave(id), block(id, None, "end"), &[CANCEL], ClickAction::Cancel);
        let rejects = ClickAction::Write { kind: WindowKind::Reject, question: None };
        check(leave(id), block(id, None, "end"), &[REJECT], rejects);
        check(more(id, Some(&question)), of("x"), &[SKIP], write(WindowKind::Skip));
    }

    #[test]
    fn what_is_not_ours_is_ignored() {
        for (action_id, block_id, value) in [
            ("approve", "abc", "1"),
            ("user_choice_1", "abc", "1"),
            ("user_choice_1", &format!("{ID}/0/pick"), "one"),
            ("more_x", &format!("{ID}/0/more"), "format the disk"),
            ("allow_together_x", &format!("{ID}//together"), "all"),
        ] {
            assert_eq!(read(&Action { action_id, block_id, values: vec![value] }), None);
        }
    }
}
