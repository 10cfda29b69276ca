//! From an interaction to messages: pure, the same for the same view.
//!
//! Who clicks on what is read back by [`crate::action_ids`].

mod answer;
mod detail;
mod end;
mod form;
mod head;
mod modal;
mod question;
mod single;
mod together;
mod turn;
mod words;

pub(crate) use answer::said;
pub(crate) use modal::{modal, reading};
pub(crate) use turn::turn;

use sayso_chat::{AlsoWaiting, FormProgress};
use sayso_core::settings::Language;
use sayso_core::{Form, Interaction, Worksheet};
use sayso_desk::View;
use sayso_locale::Texts;

use crate::blocks::SlackMessage;
use detail::parts;

/// What everything that is drawn needs.
pub(crate) struct Sheet<'a> {
    pub(crate) interaction: &'a Interaction,
    pub(crate) form: &'a Form,
    pub(crate) worksheet: Worksheet<'a>,
    pub(crate) progress: FormProgress,
    pub(crate) texts: &'static Texts,
}

impl<'a> Sheet<'a> {
    pub(crate) fn new(view: &'a View, language: Language) -> Sheet<'a> {
        let (interaction, worksheet) = (&view.interaction, view.worksheet());
        Sheet {
            interaction,
            form: &interaction.form,
            worksheet,
            progress: FormProgress::of(&worksheet),
            texts: Texts::of(language),
        }
    }
}

/// As many messages as the form needs, in order, as they look now.
pub(crate) fn messages(view: &View, beside: &AlsoWaiting, language: Language) -> Vec<SlackMessage> {
    let sheet = Sheet::new(view, language);
    let parts = parts(sheet.form);
    if !view.interaction.is_pending() {
        return (0..parts.len()).map(|part| end::message(&sheet, &parts, part)).collect();
    }
    match &sheet.form.questions[..] {
        [_] => vec![single::message(&sheet, parts[0].details[0], beside)],
        _ => (0..parts.len()).map(|part| form::message(&sheet, &parts, part)).collect(),
    }
}

/// Which of the messages shows this question.
pub(crate) fn part_of(form: &Form, question: usize) -> usize {
    parts(form).iter().position(|part| part.questions.contains(&question)).unwrap_or(0)
}

/// The whole as text, answered by number (SL-4).
pub(crate) fn words(view: &View, language: Language) -> SlackMessage {
    words::message(&Sheet::new(view, language))
}

/// What is shown instead of a question that was removed.
pub(crate) fn removed(language: Language) -> SlackMessage {
    end::removed(Texts::of(language))
}

#[cfg(test)]
#[path = "render/render_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "render/controls_tests.rs"]
mod controls_tests;
#[cfg(test)]
#[path = "render/permission_tests.rs"]
mod permission_tests;
