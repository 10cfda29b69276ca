//! The final state of a message: the question struck out, the answer, who gave it. No buttons.

use sayso_core::interaction::Outcome;
use sayso_core::{Answer, Answers, Race};
use sayso_locale::words::who;

use super::html::Html;
use super::question::{ANSWER, said};
use super::{Sheet, moment};

pub(super) fn html(sheet: &Sheet<'_>) -> Html {
    let outcome = sheet.interaction.outcome().expect("only what has ended has an end");
    let mut foot = Html::default();
    foot.text(&ending(sheet, outcome), 400);
    let mut html = Html::with_foot(foot);
    html.struck(&sayso_core::text::clean_line(&sheet.form.title), 300);
    if let Some(answers) = outcome.answers() {
        answered(sheet, answers, &mut html);
        notes(sheet, answers, &mut html);
    }
    if let Some(remark) = outcome.remark() {
        html.line();
        html.text(&format!("📝 {remark}"), ANSWER);
    }
    html
}

fn answered(sheet: &Sheet<'_>, answers: &Answers, html: &mut Html) {
    let several = sheet.form.questions.len() > 1;
    for (at, question) in sheet.form.questions.iter().enumerate() {
        html.line();
        if several {
            let prompt = sayso_core::text::clean_line(&question.prompt);
            html.text(&format!("{}. ", at + 1), 10);
            html.text(&prompt, 100);
            html.text(" ", 1);
        }
        html.text("→ ", 4);
        match answers.get(&question.id) {
            Some(answer) => html.bold(&said(sheet, question, answer), ANSWER),
            None => html.italic(&sheet.texts.say("chat-left-open"), 60),
        }
    }
}

fn notes(sheet: &Sheet<'_>, answers: &Answers, html: &mut Html) {
    for question in &sheet.form.questions {
        let Some(Answer::Given { notes, .. }) = answers.get(&question.id) else { continue };
        for option in question.control.options() {
            if let Some(note) = notes.get(&option.id) {
                html.line();
                html.text(&format!("📝 {}: {note}", option.label), ANSWER);
            }
        }
    }
    if let Some(note) = &answers.note {
        html.line();
        html.text(&format!("📝 {}: {note}", sheet.texts.say("note-on-whole")), ANSWER);
    }
}

/// `✅ answered · Ann, Telegram · 14:03 · the agent continues`
fn ending(sheet: &Sheet<'_>, outcome: &Outcome) -> String {
    let texts = sheet.texts;
    let (mark, goes_on) = match outcome {
        _ if sheet.interaction.race == Some(Race::Given) => ("⏳", ""),
        Outcome::Answered { .. } => ("✅", "chat-working"),
        Outcome::TimedOut { sent: Some(_), .. } => ("⌛", "chat-working"),
        Outcome::TimedOut { sent: None, .. } => ("⌛", "chat-nobody"),
        Outcome::Cancelled { .. } | Outcome::Rejected { .. } => ("🚫", "chat-stopped"),
        Outcome::Withdrawn { .. } => ("↩️", "chat-no-longer"),
    };
    let status = format!("status-{}", sheet.interaction.status().as_str());
    let mut words = vec![format!("{mark} {}", texts.say(&status))];
    words.extend(outcome.actor().map(|actor| who(texts, actor)));
    words.extend(sheet.interaction.settled_at().map(moment));
    words.extend((!goes_on.is_empty()).then(|| texts.say(goes_on).into_owned()));
    words.join(" · ")
}
