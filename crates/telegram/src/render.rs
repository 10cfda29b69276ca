//! From an interaction to one message: pure, the same for the same view.
//!
//! A form is answered step by step: the message has the buttons of its first open question, and of the
//! one before it where several may be chosen. Who taps on what is read back by [`crate::codes`].

mod end;
mod html;
mod keyboard;
mod question;
mod text;
mod together;
mod window;

pub(crate) use text::turn;
pub(crate) use window::{confirm, field, whole};

use jiff::Timestamp;
use sayso_chat::{AlsoWaiting, FormProgress};
use sayso_core::settings::Language;
use sayso_core::text::{clean_line, cut};
use sayso_core::{Dialect, Form, Interaction, Surface, TimeoutAction, Worksheet};
use sayso_desk::View;
use sayso_locale::Texts;
use sayso_locale::words::{elsewhere, proposal};
use serde_json::{Value, json};

use crate::codes::{Code, HubTag};
use html::Html;
use keyboard::Button;

/// What everything that is drawn needs.
struct Sheet<'a> {
    interaction: &'a Interaction,
    form: &'a Form,
    worksheet: Worksheet<'a>,
    progress: FormProgress,
    texts: &'static Texts,
    hub: &'a HubTag,
}

impl<'a> Sheet<'a> {
    fn new(view: &'a View, language: Language, hub: &'a HubTag) -> Sheet<'a> {
        let (interaction, worksheet) = (&view.interaction, view.worksheet());
        Sheet {
            interaction,
            form: &interaction.form,
            worksheet,
            progress: FormProgress::of(&worksheet),
            texts: Texts::of(language),
            hub,
        }
    }

    fn button(&self, words: &str, code: &Code) -> Button {
        Button::new(words, code.write(self.hub))
    }
}

/// A message, drawn.
pub(crate) struct Drawn {
    html: Html,
    rows: Vec<Vec<Button>>,
    /// To be typed below; opens the keyboard of a phone.
    asks: bool,
}

impl Drawn {
    fn new(html: Html, rows: Vec<Vec<Button>>) -> Drawn {
        Drawn { html, rows, asks: false }
    }

    pub(crate) fn plain(words: &str) -> Drawn {
        let mut html = Html::default();
        html.text(words, html::MOST);
        Drawn::new(html, Vec::new())
    }

    pub(crate) fn as_json(&self) -> Value {
        let mut message = json!({ "text": self.html.html(), "parse_mode": "HTML" });
        self.add_rest(&mut message);
        message
    }

    /// For when the marks or the buttons are refused.
    pub(crate) fn as_words(&self) -> Value {
        json!({ "text": self.html.words() })
    }

    fn add_rest(&self, message: &mut Value) {
        if !self.rows.is_empty() {
            let rows: Vec<Value> = self.rows.iter().map(|row| keyboard::row(row)).collect();
            message["reply_markup"] = json!({ "inline_keyboard": rows });
        } else if self.asks {
            message["reply_markup"] = json!({ "force_reply": true });
        }
    }
}

/// How much of each text is shown; what doesn't fit with one is drawn with the next.
#[derive(Debug, Clone, Copy)]
struct Detail {
    context: usize,
    prompt: usize,
    label: usize,
    description: usize,
    /// The questions that are not asked now.
    others: usize,
}

const LEVELS: [Detail; 4] = [
    Detail { context: 1_500, prompt: 1_500, label: 200, description: 400, others: 120 },
    Detail { context: 600, prompt: 900, label: 100, description: 120, others: 60 },
    Detail { context: 250, prompt: 600, label: 60, description: 40, others: 30 },
    Detail { context: 0, prompt: 300, label: 24, description: 0, others: 0 },
];

/// The message as it looks now. What people tapped before `missed` may be lost.
pub(crate) fn message(
    view: &View,
    beside: &AlsoWaiting,
    language: Language,
    hub: &HubTag,
    missed: Option<Timestamp>,
) -> Drawn {
    let sheet = Sheet::new(view, language, hub);
    if !view.interaction.is_pending() {
        return Drawn::new(end::html(&sheet), Vec::new());
    }
    let missed = missed.filter(|missed| view.interaction.created_at < *missed);
    let mut html = Html::default();
    for detail in LEVELS {
        html = body(&sheet, beside, detail, missed);
        if !html.is_full() {
            break;
        }
    }
    let mut rows = keyboard::rows(&sheet, html.is_cut());
    // Only what can be read is allowed.
    if !html.is_full() {
        rows.extend(together::button(&sheet, beside));
    }
    Drawn::new(html, rows)
}

fn body(
    sheet: &Sheet<'_>,
    beside: &AlsoWaiting,
    detail: Detail,
    missed: Option<Timestamp>,
) -> Html {
    let mut html = Html::with_foot(foot(sheet, missed));
    head(sheet, &mut html, detail);
    let now = keyboard::asked_now(sheet);
    let is_alone = sheet.form.questions.len() == 1;
    for (at, asked) in sheet.form.questions.iter().enumerate() {
        match now.contains(&at) {
            true => question::open(sheet, &mut html, at, asked, detail),
            false => question::other(sheet, &mut html, at, asked, detail),
        }
    }
    if !is_alone {
        html.line();
        html.text(&progress(sheet), 200);
    }
    question::notes(sheet, &mut html);
    together::list(sheet, &mut html, beside);
    html
}

/// Who asks, and what it is about.
fn head(sheet: &Sheet<'_>, html: &mut Html, detail: Detail) {
    let (texts, policy) = (sheet.texts, &sheet.interaction.policy);
    html.bold(&asker(sheet), 220);
    if policy.irreversible {
        html.line();
        html.text("⚠️ ", 4);
        html.bold(&texts.say("chat-irreversible"), 200);
    }
    if !policy.counts(Surface::Chat(crate::CHAT.id), crate::CHAT.presence) {
        html.line();
        html.text(&elsewhere(texts, &policy.surfaces), 300);
    }
    if sheet.interaction.origin.dialect == Dialect::Permission {
        action(sheet, html);
    } else if shows_title(sheet) {
        html.paragraph();
        html.bold(&sheet.form.title, 300);
    }
    if let Some(context) = &sheet.form.context {
        html.paragraph();
        html.text(context, detail.context);
    }
}

/// What would be done, as it would be typed; below it, what a rule matched in it.
fn action(sheet: &Sheet<'_>, html: &mut Html) {
    html.paragraph();
    html.code(&sheet.form.title, 500);
    let dangerous: Vec<&str> =
        sheet.form.marked.iter().skip(1).step_by(2).map(String::as_str).collect();
    if !dangerous.is_empty() {
        html.line();
        html.text(&format!("⚠️ {}", clean_line(&dangerous.join(" · "))), 400);
    }
}

/// The title of a single question is often its first line: once is enough.
fn shows_title(sheet: &Sheet<'_>) -> bool {
    match &sheet.form.questions[..] {
        [only] => !only.prompt.starts_with(sheet.form.title.trim_end_matches('…')),
        _ => true,
    }
}

/// `claude-code · api-server asks`
fn asker(sheet: &Sheet<'_>) -> String {
    let origin = &sheet.interaction.origin;
    let agent = origin.agent_shown().map(str::to_owned);
    let agent = agent.unwrap_or_else(|| sheet.texts.say("unknown-agent").into_owned());
    let who = match origin.project() {
        Some(project) => format!("{agent} · {project}"),
        None => agent,
    };
    let who = cut(&clean_line(&who), 150);
    sheet.texts.say_with("chat-asks", [("who", who.into())])
}

/// `●●○○ 2 of 4 answered`
fn progress(sheet: &Sheet<'_>) -> String {
    let (done, all) = (sheet.progress.done(), sheet.progress.all());
    let dot = |at| if sheet.progress.answer(at).is_some() { '●' } else { '○' };
    let dots: String = (0..all.min(30)).map(dot).collect();
    let values = [("done", done.into()), ("all", all.into())];
    format!("{dots} {}", sheet.texts.say_with("chat-progress", values))
}

/// Waiting, until when; how to answer in words.
fn foot(sheet: &Sheet<'_>, missed: Option<Timestamp>) -> Html {
    let texts = sheet.texts;
    let mut state = vec![texts.say("chat-waiting").into_owned()];
    state.push(match sheet.interaction.deadline() {
        Some(deadline) => texts.say_with("chat-until", [("time", moment(deadline).into())]),
        None => texts.say("no-deadline").into_owned(),
    });
    let mut foot = Html::default();
    foot.text(&state.join(" · "), 300);
    if let Some(otherwise) = otherwise(sheet) {
        foot.line();
        foot.text(&otherwise, 250);
    }
    if sheet.interaction.takes_words() {
        foot.line();
        let how = sayso_chat::how_to_write(sheet.interaction, texts);
        foot.italic(&how, 300);
    }
    if let Some(missed) = missed {
        foot.line();
        foot.text(&texts.say_with("chat-missed", [("time", moment(missed).into())]), 300);
    }
    foot
}

/// What happens without an answer.
fn otherwise(sheet: &Sheet<'_>) -> Option<String> {
    sheet.interaction.deadline()?;
    let (texts, policy) = (sheet.texts, &sheet.interaction.policy);
    Some(match policy.timeout_action {
        TimeoutAction::Submit if !policy.irreversible => {
            let answer = cut(&clean_line(&proposal(texts, sheet.form)), 150);
            texts.say_with("then-sent", [("answer", answer.into())])
        }
        TimeoutAction::Cancel => texts.say("then-cancel").into_owned(),
        TimeoutAction::Submit | TimeoutAction::Reinvoke => texts.say("then-nobody").into_owned(),
    })
}

/// Telegram doesn't know the time zone of its reader, and neither do we.
fn moment(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

#[cfg(test)]
#[path = "render/render_tests.rs"]
mod tests;
