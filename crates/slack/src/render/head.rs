//! Head and foot of a message: who asks, about what, and until when.

use sayso_core::text::fenced;
use sayso_core::{Dialect, Surface, Timestamp};
use sayso_locale::words::elsewhere;

use super::Sheet;
use super::detail::{self, HEAD};
use crate::action_ids;
use crate::blocks::{Block, Element};
use crate::mrkdwn::marked;
use sayso_chat::text::{cut, escaped_line, width};

/// `*claude-code · api-server* asks`, then title and context.
pub(super) fn blocks(sheet: &Sheet<'_>) -> Vec<Block> {
    let warning = sheet.interaction.policy.irreversible.then(|| {
        let words = sheet.texts.say("chat-irreversible");
        format!("⚠️ *{words}*")
    });
    let policy = &sheet.interaction.policy;
    let here = policy.counts(Surface::Chat(crate::CHAT.id), crate::CHAT.presence);
    let elsewhere = (!here).then(|| elsewhere(sheet.texts, &policy.surfaces));
    let lines: Vec<String> = [asks(sheet)].into_iter().chain(warning).chain(elsewhere).collect();
    let mut blocks = vec![Block::context(&lines)];
    let mut about = String::new();
    match sheet.interaction.origin.dialect {
        Dialect::Permission => about.push_str(&action(sheet)),
        _ if shows_title(sheet) => {
            about.push_str(&format!("*{}*", escaped_line(&sheet.form.title, 500)));
        }
        _ => {}
    }
    if let Some(context) = &sheet.form.context {
        // What the asker, the title and the marks leave.
        let room = (HEAD - 300).saturating_sub(width(&about));
        about.push_str(&format!("\n{}", marked(context, room)));
    }
    if !about.is_empty() {
        blocks.push(Block::section(&about));
    }
    blocks
}

/// What would be done, as it would be typed; below it, what a rule matched in it.
fn action(sheet: &Sheet<'_>) -> String {
    let action = marked(&fenced(&sheet.form.title, 500), 600);
    let dangerous = sheet.form.marked.iter().skip(1).step_by(2);
    let dangerous: Vec<String> = dangerous.map(|part| escaped_line(part, 200)).collect();
    match dangerous.is_empty() {
        true => action,
        false => format!("{action}\n⚠️ {}", cut(&dangerous.join(" · "), 400)),
    }
}

/// A button to read what did not fit.
pub(super) fn read_all(sheet: &Sheet<'_>) -> Option<Element> {
    let id = sheet.interaction.id;
    let words = sheet.texts.say("chat-read-all");
    let button = Element::button(&action_ids::read_all(id), &words, &id.to_string());
    detail::is_cut(sheet.form).then_some(button)
}

/// The title of a single question is often its first line: once is enough.
pub(super) fn shows_title(sheet: &Sheet<'_>) -> bool {
    match &sheet.form.questions[..] {
        [only] => !only.prompt.starts_with(sheet.form.title.trim_end_matches('…')),
        _ => true,
    }
}

pub(super) fn asks(sheet: &Sheet<'_>) -> String {
    sheet.texts.say_with("chat-asks", [("who", asker(sheet).into())])
}

fn asker(sheet: &Sheet<'_>) -> String {
    let origin = &sheet.interaction.origin;
    let agent = origin.agent_shown().map(|agent| escaped_line(agent, 100));
    let agent = agent.unwrap_or_else(|| sheet.texts.say("unknown-agent").into_owned());
    match origin.project() {
        Some(project) => format!("*{agent} · {}*", escaped_line(project, 100)),
        None => format!("*{agent}*"),
    }
}

/// Waiting, until when, and what happens then.
pub(super) fn state(sheet: &Sheet<'_>) -> Block {
    let texts = sheet.texts;
    let mut words = vec![texts.say("chat-waiting").into_owned()];
    match sheet.interaction.deadline() {
        Some(deadline) => {
            words.push(texts.say_with("chat-until", [("time", moment(deadline).into())]));
        }
        None => words.push(texts.say("no-deadline").into_owned()),
    }
    if sheet.interaction.policy.irreversible {
        words.push(format!("⚠️ {}", texts.say("irreversible")));
    }
    Block::context(&[cut(&words.join(" · "), 500)])
}

/// In the time zone of the reader; Slack knows it, we do not.
pub(super) fn moment(at: Timestamp) -> String {
    let words = at.strftime("%Y-%m-%d %H:%M UTC");
    format!("<!date^{}^{{date_short_pretty}} {{time}}|{words}>", at.as_second())
}
