//! The final state of a message: the question struck out, the answer, who gave it. Nothing to
//! click.

use sayso_core::interaction::Outcome;
use sayso_core::{Answers, Race};
use sayso_locale::Texts;
use sayso_locale::words::who;

use super::Sheet;
use super::answer::{notes, said};
use super::detail::{ANSWER, Part};
use super::head::moment;
use crate::blocks::{Block, SlackMessage};
use crate::limits;
use crate::mrkdwn::pieces;
use sayso_chat::text::{cut, escaped, escaped_line};

/// Six answers of 800 at most, and a few notes; the ending needs the rest of a message.
const LONGEST: usize = 10_000;

/// Message `part` of the whole; the first says how it ended, each the answers to its questions.
pub(super) fn message(sheet: &Sheet<'_>, parts: &[Part], part: usize) -> SlackMessage {
    let (lines, ending) = lines(sheet, parts, part);
    let words = format!("{}: {ending}", escaped_line(&sheet.form.title, 200));
    let sections = pieces(&cut(&lines, LONGEST), limits::SECTION);
    let mut blocks: Vec<Block> = sections.iter().map(|section| Block::section(section)).collect();
    blocks.push(Block::context(&[ending]));
    SlackMessage::new(&words, blocks)
}

/// The same without blocks, all in one.
pub(super) fn as_words(sheet: &Sheet<'_>, parts: &[Part]) -> SlackMessage {
    let (lines, ending) = lines(sheet, parts, 0);
    SlackMessage::words(&format!("{lines}\n{ending}"))
}

fn lines(sheet: &Sheet<'_>, parts: &[Part], part: usize) -> (String, String) {
    let outcome = sheet.interaction.outcome().expect("only what has ended has an end");
    let mut lines = vec![struck(&sheet.form.title)];
    if let Some(answers) = outcome.answers() {
        lines.extend(answered(sheet, answers, &parts[part]));
        if part == 0 {
            lines.extend(notes(sheet.texts, sheet.form, answers, ANSWER));
        }
    }
    if part == 0 {
        lines.extend(outcome.remark().map(|text| format!("📝 {}", escaped(text, ANSWER))));
    }
    (lines.join("\n"), ending(sheet, outcome))
}

pub(super) fn removed(texts: &Texts) -> SlackMessage {
    let words = texts.say("chat-removed");
    SlackMessage::remark(&words)
}

/// A line stays one line, and no mark inside it ends the strike early.
fn struck(title: &str) -> String {
    format!("~{}~", escaped_line(&title.replace('~', "∼"), 300))
}

fn answered(sheet: &Sheet<'_>, answers: &Answers, part: &Part) -> Vec<String> {
    let several = sheet.form.questions.len() > 1;
    let questions = part.questions.clone().map(|at| (at, &sheet.form.questions[at]));
    let lines = questions.map(|(at, question)| {
        let said = match answers.get(&question.id) {
            Some(answer) => said(sheet.texts, question, answer, ANSWER),
            None => format!("_{}_", sheet.texts.say("chat-left-open")),
        };
        match several {
            true => format!("{}. {} → {said}", at + 1, escaped_line(&question.prompt, 120)),
            false => format!("→ {said}"),
        }
    });
    lines.map(|line| cut(&line, 800)).collect()
}

/// `✅ answered · ann in Slack · 14:03 · the agent goes on`
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
    words.extend(outcome.actor().map(|actor| escaped_line(&who(texts, actor), 120)));
    words.extend(sheet.interaction.settled_at().map(moment));
    words.extend((!goes_on.is_empty()).then(|| texts.say(goes_on).into_owned()));
    words.join(" · ")
}
