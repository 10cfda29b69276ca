//! The same as text: what a notification or a screen reader says, and what stands in for blocks that
//! Slack did not take, answered by number in the thread (SL-4).

use sayso_chat::how_to_reply;
use sayso_core::Choice;

use super::head::{asks, moment, shows_title};
use super::{Sheet, end};
use crate::blocks::SlackMessage;
use crate::limits;
use crate::mrkdwn::marked;
use sayso_chat::text::{cut, escaped, escaped_line, width};

/// How much of each text is in one that stands for everything: every option has to be there, so that it can
/// be chosen by its number, or how many are not.
#[derive(Clone, Copy)]
struct Level {
    prompt: usize,
    label: usize,
    description: usize,
    /// Of one question.
    options: usize,
}

/// From all there is to what the largest form leaves room for.
const LEVELS: [Level; 6] = [
    Level { prompt: 2_000, label: 200, description: 300, options: usize::MAX },
    Level { prompt: 1_000, label: 120, description: 80, options: usize::MAX },
    Level { prompt: 300, label: 75, description: 0, options: usize::MAX },
    Level { prompt: 120, label: 30, description: 0, options: usize::MAX },
    Level { prompt: 120, label: 30, description: 0, options: 30 },
    Level { prompt: 80, label: 20, description: 0, options: 5 },
];

/// Who asks what, in a line or two.
pub(super) fn notice(sheet: &Sheet<'_>) -> String {
    let title = shows_title(sheet).then(|| escaped_line(&sheet.form.title, 300));
    let prompt = match &sheet.form.questions[..] {
        [only] => Some(escaped(&only.prompt, 700)),
        _ => None,
    };
    let what: Vec<String> = title.into_iter().chain(prompt).collect();
    format!("{}: {}", asks(sheet), what.join("\n"))
}

pub(super) fn message(sheet: &Sheet<'_>) -> SlackMessage {
    if !sheet.interaction.is_pending() {
        return ended(sheet);
    }
    // How to answer must be read, however long the rest is.
    let (how, room) = (how(sheet), limits::FALLBACK - 600);
    let texts = LEVELS.map(|level| everything(sheet, level));
    let text = texts.iter().find(|text| width(text) <= room).unwrap_or(&texts[LEVELS.len() - 1]);
    SlackMessage::words(&format!("{}\n\n{how}", cut(text, room)))
}

fn everything(sheet: &Sheet<'_>, level: Level) -> String {
    let Level { prompt, options: most, .. } = level;
    let questions = &sheet.form.questions;
    let mut lines = vec![match shows_title(sheet) {
        true => format!("{}: *{}*", asks(sheet), escaped_line(&sheet.form.title, 300)),
        false => format!("{}:", asks(sheet)),
    }];
    lines.extend(sheet.form.context.as_deref().map(|context| marked(context, prompt)));
    for (at, question) in questions.iter().enumerate() {
        lines.push(String::new());
        let lead = if questions.len() > 1 { format!("*{}.* ", at + 1) } else { String::new() };
        lines.push(format!("{lead}{}", marked(&question.prompt, prompt)));
        lines.extend(question.context.as_deref().map(|context| marked(context, prompt)));
        let all = question.control.options();
        let options = all.iter().take(most).enumerate();
        lines.extend(options.map(|(at, option)| line(sheet, at, option, level)));
        if let count @ 1.. = all.len().saturating_sub(most) {
            let command = format!("`sayso answer {}`", sheet.interaction.id.short());
            let values = [("count", count.into()), ("command", command.into())];
            lines.push(format!("    {}", sheet.texts.say_with("chat-more-options", values)));
        }
        if let (Some(answer), true) = (sheet.progress.answer(at), questions.len() > 1) {
            lines.push(format!(
                "✅ {}",
                super::said(sheet.texts, question, answer, prompt.min(300))
            ));
        }
    }
    lines.join("\n")
}

fn line(sheet: &Sheet<'_>, at: usize, option: &Choice, level: Level) -> String {
    let Level { label, description: most, .. } = level;
    let mark = match option.recommended {
        true => format!(" ⭐ _{}_", sheet.texts.say("recommended")),
        false => String::new(),
    };
    let words = option.description.as_deref().filter(|_| most > 0);
    let words = words.map(|words| escaped_line(words, most));
    let words = words.map(|words| format!(" — {words}")).unwrap_or_default();
    format!("    *{}.* {}{mark}{words}", at + 1, escaped_line(&option.label, label))
}

fn how(sheet: &Sheet<'_>) -> String {
    let mut how = format!("↪ {}", how_to_reply(sheet.interaction, sheet.texts));
    if let Some(deadline) = sheet.interaction.deadline() {
        let until = sheet.texts.say_with("chat-until", [("time", moment(deadline).into())]);
        how.push_str(&format!(" · {until}"));
    }
    let verb = if sheet.interaction.origin.dialect.rejects() { "reject" } else { "cancel" };
    let command = format!("`sayso {verb} {}`", sheet.interaction.id.short());
    let leave = sheet.texts.say_with(&format!("chat-{verb}-by"), [("command", command.into())]);
    how.push_str(&format!(" · {leave}"));
    how
}

fn ended(sheet: &Sheet<'_>) -> SlackMessage {
    let parts =
        [super::detail::Part { questions: 0..sheet.form.questions.len(), details: Vec::new() }];
    end::as_words(sheet, &parts)
}
