//! Gaps in an answer to several questions: a person at a terminal is asked first, anybody else says
//! which questions are skipped.

use sayso_api::RemoteDesk;
use sayso_core::text::clean_line;
use sayso_core::{Completeness, Entry, Form, Question, Submission};
use sayso_desk::View;

use crate::config::Settings;
use crate::exit::BadInput;
use crate::{confirmation, wiring};

/// The questions that stay open, where the form allows it.
pub(crate) fn unanswered(form: &Form, submission: &Submission) -> Vec<String> {
    match form.completeness {
        Completeness::Whole => return Vec::new(),
        Completeness::Partial => {}
    }
    let is_open = |question: &&Question| match submission.questions.get(&question.id) {
        None => true,
        Some(Entry { options, text, skip, elaborate, .. }) => {
            options.is_none() && text.is_none() && skip.is_none() && elaborate.is_none()
        }
    };
    let open = form.questions.iter().filter(is_open).filter(|_| form.questions.len() > 1);
    open.map(|question| format!("{} ({})", question.id, clean_line(&question.header))).collect()
}

pub(crate) async fn send_anyway(
    settings: &Settings,
    desk: &RemoteDesk,
    view: &View,
    open: &[String],
) -> anyhow::Result<()> {
    let all = view.interaction.form.questions.len();
    let terminal = wiring::controlling_terminal().ok().filter(|_| wiring::presence().is_person());
    let Some(terminal) = terminal else {
        let (count, names) = (open.len(), open.join(", "));
        return Err(BadInput(format!(
            "nothing was sent: {count} of {all} unanswered: {names}; answer them with -a QUESTION=OPTION or --text QUESTION=TEXT, or leave each out with --skip QUESTION"
        ))
        .into());
    };
    let texts = confirmation::texts(settings, desk, view).await;
    let counts = [("open", open.len().into()), ("all", all.into())];
    let question = texts.say_with("incomplete-question", counts);
    match confirmation::is_confirmed(terminal, &question).await? {
        true => Ok(()),
        false => Err(BadInput("nothing was sent".to_owned()).into()),
    }
}
