//! Interactions as text: who asks, the outcome, and what was typed or chosen and not sent.

use sayso_core::interaction::Outcome;
use sayso_core::surface::Presence;
use sayso_core::text::{clean, clean_line, time_left};
use sayso_core::{
    Answer, Answers, Form, Interaction, OptionId, Question, Refusal, Status, Surface,
};
use sayso_desk::{DeskError, HubState, Unresponsive, UnresponsiveHub, View, WayIn};
use sayso_locale::Texts;
use sayso_locale::words::{self, Marks};
use unicode_width::UnicodeWidthStr;

use crate::editor::Editor;
use crate::state::card::{Card, Focus};
use crate::state::sheet::{AsideKind, Sheet};
use crate::text::cut;

/// `claude-code · api-server`.
pub(crate) fn who(texts: &Texts, agent: Option<&str>, project: Option<&str>) -> String {
    let agent = agent.map_or_else(|| texts.say("unknown-agent").into_owned(), clean_line);
    match project {
        Some(project) => format!("{agent} · {}", clean_line(project)),
        None => agent,
    }
}

/// What is said of an agent that doesn't wait.
pub(crate) fn not_listening(stopped: bool) -> &'static str {
    if stopped { "agent-stopped" } else { "agent-not-listening" }
}

/// Why the desk refused, in the person's language if possible.
pub(crate) fn refusal_words(texts: &Texts, error: &DeskError) -> String {
    match error {
        DeskError::Refused(Refusal::PastLimit { seconds }) => {
            let time = time_left(seconds * 1_000);
            texts.say_with("refused-past-limit", [("time", time.into())])
        }
        DeskError::Refused(Refusal::Elsewhere { surfaces }) => words::elsewhere(texts, surfaces),
        DeskError::Refused(Refusal::AgentTerminal) => {
            texts.say("refused-agent-terminal").into_owned()
        }
        DeskError::NoAnswer { unresponsive, .. } => {
            let words = unresponsive_words(texts, unresponsive);
            format!("{words} · {}", texts.say("nothing-sent"))
        }
        // What is wrong, not in which field of the request.
        DeskError::Invalid { problems } | DeskError::Refused(Refusal::Invalid { problems }) => {
            let said = problems.iter().map(|problem| words::problem(texts, problem));
            said.collect::<Vec<_>>().join(" ")
        }
        other => clean_line(&other.to_string()),
    }
}

/// Where this question can be decided, if not in a terminal.
pub(crate) fn elsewhere(texts: &Texts, card: &Card) -> Option<String> {
    let policy = &card.view.interaction.policy;
    let here = policy.counts(Surface::Terminal, Presence::Interactive);
    (!here).then(|| words::elsewhere(texts, &policy.surfaces))
}

/// Which process doesn't respond, and its state.
pub(crate) fn unresponsive_words(texts: &Texts, unresponsive: &Unresponsive) -> String {
    let key = match unresponsive.state {
        HubState::NoAnswer => "hub-no-answer",
        HubState::Starting => "hub-starting",
        HubState::Replaced => "hub-replaced",
        HubState::Ending => "hub-ending",
    };
    let hub = match &unresponsive.hub {
        UnresponsiveHub::Process(pid) => format!("pid {pid}"),
        UnresponsiveHub::At(place) => clean_line(place),
        UnresponsiveHub::Unknown => "pid ?".to_owned(),
    };
    texts.say_with(key, [("hub", hub.into())])
}

/// Columns of a title: the outcome has priority over the full title.
const TITLE: usize = 48;
/// Less of it says nothing.
const LEAST_TITLE: usize = 12;

/// `Pick a database → PostgreSQL  (2 notes)`.
pub(crate) fn outcome_words(texts: &Texts, view: &View) -> String {
    outcome_within(texts, view, usize::MAX)
}

/// The same in this many columns: the title gives way to what became of it.
pub(crate) fn outcome_within(texts: &Texts, view: &View, room: usize) -> String {
    let end = end_words(texts, view);
    let left = room.saturating_sub(end.width()).clamp(LEAST_TITLE, TITLE);
    let title = cut(&clean_line(&view.interaction.form.title), left);
    cut(&format!("{title}{end}"), room)
}

/// What follows the title.
fn end_words(texts: &Texts, view: &View) -> String {
    let interaction = &view.interaction;
    let Some(outcome) = interaction.outcome() else { return String::new() };
    match outcome {
        Outcome::Answered { answers, .. } | Outcome::TimedOut { sent: Some(answers), .. } => {
            let answer = answers_in_words(texts, &interaction.form, answers);
            let notes = match count_notes(answers) {
                0 => String::new(),
                count => format!("  ({})", texts.say_with("notes", [("count", count.into())])),
            };
            format!(" → {answer}{notes}")
        }
        Outcome::Cancelled { note: remark, .. } | Outcome::Rejected { reason: remark, .. } => {
            let remark = remark.as_ref().map(|remark| format!(": {}", clean_line(remark)));
            let status = status(texts, interaction.status());
            format!(" · {status}{}", remark.unwrap_or_default())
        }
        Outcome::TimedOut { sent: None, .. } | Outcome::Withdrawn { .. } => {
            format!(" · {}", status(texts, interaction.status()))
        }
    }
}

/// One after the other.
fn answers_in_words(texts: &Texts, form: &Form, answers: &Answers) -> String {
    let words = form
        .questions
        .iter()
        .map(|question| words::answer(texts, &Marks::PLAIN, question, answers.get(&question.id)));
    words.collect::<Vec<_>>().join("; ")
}

fn count_notes(answers: &Answers) -> usize {
    let on_options = answers.questions.values().map(|answer| match answer {
        Answer::Given { notes, .. } => notes.len(),
        Answer::Elaborate { .. } | Answer::Skipped { .. } => 0,
    });
    on_options.sum::<usize>() + usize::from(answers.note.is_some())
}

/// Who ended it, where and when: `ann · web · 14:05`.
pub(crate) fn settled_by(texts: &Texts, interaction: &Interaction, at: &str) -> String {
    let actor = interaction.outcome().and_then(Outcome::actor);
    let mut parts = Vec::new();
    if let Some(actor) = actor {
        parts.extend(actor.by.as_deref().map(clean_line));
        parts.push(words::surface(texts, actor.via.as_str()));
    }
    parts.push(at.to_owned());
    parts.join(" · ")
}

pub(crate) fn status(texts: &Texts, status: Status) -> String {
    texts.say(&format!("status-{}", status.as_str())).into_owned()
}

/// Where it continues; with a link that grants access, and how to get there, if no browser was
/// opened here.
pub(crate) fn continues_in_browser(
    texts: &Texts,
    view: &View,
    way_in: Option<&WayIn>,
) -> Vec<String> {
    let url = match way_in {
        Some(way_in) => way_in.link.clone(),
        None => view.live.url.clone().unwrap_or_default(),
    };
    let mut lines = vec![texts.say_with("handed-to-web", [("url", url.into())])];
    if let Some(tunnel) = way_in.and_then(|way_in| way_in.tunnel.clone()) {
        lines.push(texts.say_with("tunnel-first", [("command", tunnel.into())]));
    }
    lines
}

/// What was typed or chosen here and not sent, line by line; texts as they were written. What the agent
/// proposed is not among it.
pub(crate) fn unsent(texts: &Texts, card: &Card) -> Vec<String> {
    let mut lines = Vec::new();
    let proposed = card.view.interaction.form.note.as_deref();
    for (question, sheet) in card.questions().iter().zip(&card.sheets) {
        let chosen = if card.drafts.has_chosen(question) { sheet.chosen.as_deref() } else { None };
        let mut own = of_question(texts, question, sheet, chosen.unwrap_or_default());
        if card.has_several() && !own.is_empty() {
            own.insert(0, format!("{}:", clean_line(&question.header)));
        }
        lines.extend(own);
    }
    let mut note = |editor: &Editor| {
        if !editor.is_blank() && Some(editor.text()) != proposed {
            lines.extend(labelled(&texts.say("note-on-whole"), editor));
        }
    };
    match &card.focus {
        Focus::Farewell(farewell) => note(farewell),
        Focus::List
        | Focus::Filter
        | Focus::OwnText
        | Focus::OptionNote(_)
        | Focus::Note
        | Focus::Remark => note(&card.note),
    }
    lines
}

fn of_question(
    texts: &Texts,
    question: &Question,
    sheet: &Sheet,
    chosen: &[OptionId],
) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(aside) = &sheet.aside {
        let label = match aside.kind {
            AsideKind::Skip => texts.say("skip-question"),
            AsideKind::Explain => texts.say("ask-to-explain"),
        };
        lines.extend(labelled(&label, &aside.remark));
    }
    let label = |id: &OptionId| question.control.option(id).map(|option| clean_line(&option.label));
    let chosen: Vec<String> = chosen.iter().filter_map(label).collect();
    if !chosen.is_empty() {
        lines.push(chosen.join(", "));
    }
    let proposed = Sheet::new(question);
    if !sheet.text.is_blank() && sheet.text.text() != proposed.text.text() {
        lines.extend(clean(sheet.text.text()).lines().map(str::to_owned));
    }
    let typed = |id: &OptionId, note: &Editor| {
        let proposed = proposed.notes.get(id).map(Editor::text);
        !note.is_blank() && proposed != Some(note.text())
    };
    for (id, note) in sheet.notes.iter().filter(|(id, note)| typed(id, note)) {
        let of = label(id).unwrap_or_default();
        lines.extend(labelled(&format!("{of} · {}", texts.say("note")), note));
    }
    lines
}

/// `label: first line`, and the others below it.
fn labelled(label: &str, text: &Editor) -> Vec<String> {
    let text = clean(text.text());
    let mut lines = text.lines();
    let first = format!("{label}: {}", lines.next().unwrap_or_default());
    std::iter::once(first.trim_end().to_owned()).chain(lines.map(str::to_owned)).collect()
}
