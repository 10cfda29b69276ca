//! One interaction in full, as lines that fit: the question, and its outcome.

use sayso_core::interaction::Outcome;
use sayso_core::settings::Language;
use sayso_core::text::{clean, clean_line};
use sayso_core::{Answer, Choice, Form, Question, Status, TimeoutAction};
use sayso_desk::View;
use sayso_locale::{Texts, words};
use unicode_width::UnicodeWidthStr;

use super::style::{ACCENT, BOLD, DIM, DONE, ERROR, WARN};
use super::time;
use super::wrap::{indented, wrap};

/// Who asks, what, until when, what happens otherwise; then the options.
pub(crate) fn render(view: &View, width: Option<usize>) -> String {
    let interaction = &view.interaction;
    let form = &interaction.form;
    let mut text = format!("\n{}\n", styled(&header(view), DIM, width));
    text.push_str(&title(form, width));
    if let Some(context) = &form.context {
        text.push_str(&indented(&clean(context), 2, width));
    }
    let (answers, mark) = match interaction.outcome() {
        Some(Outcome::Answered { answers, .. }) => (Some(answers), format!("{DONE}✓{DONE:#}")),
        // No person chose this.
        Some(Outcome::TimedOut { sent, .. }) => (sent.as_ref(), format!("{WARN}◷{WARN:#}")),
        Some(_) | None => (None, String::new()),
    };
    for (number, asked) in form.questions.iter().enumerate() {
        if form.questions.len() > 1 {
            let heading = format!("{}. {}", number + 1, clean_line(&asked.header));
            text.push_str(&format!("\n{}", styled(&heading, BOLD, width)));
        }
        let answer = answers.and_then(|answers| answers.get(&asked.id));
        text.push_str(&question(asked, answer, &mark, width));
    }
    text.push_str(&format!("\n{}", closing(view, width)));
    text
}

/// Of a command, what a rule matched is marked, if it fits on a line: the rules below say it, too.
fn title(form: &Form, width: Option<usize>) -> String {
    let line = clean_line(&form.title);
    let fits = width.is_none_or(|width| line.width() + 2 <= width);
    if form.marked.is_empty() || !fits {
        return styled(&line, BOLD, width);
    }
    let parts = form.marked.iter().enumerate().map(|(at, part)| {
        let style = if at % 2 == 1 { ERROR } else { BOLD };
        format!("{style}{}{style:#}", clean(part).replace(char::is_whitespace, " "))
    });
    format!("  {}\n", parts.collect::<String>())
}

fn header(view: &View) -> String {
    let interaction = &view.interaction;
    let origin = &interaction.origin;
    let mut parts: Vec<String> = Vec::new();
    parts.extend(origin.agent_shown().map(str::to_owned));
    parts.extend(origin.project().map(str::to_owned));
    parts.push(format!("asked {}", time::clock(interaction.created_at, time::now())));
    parts.extend(view.live.remaining_ms.map(|left| format!("{} left", time::left(left))));
    if interaction.policy.irreversible {
        parts.push("irreversible".to_owned());
    }
    if view.live.stopped {
        parts.push("the agent stopped waiting".to_owned());
    } else if interaction.is_pending() && !view.live.listening {
        parts.push("agent not listening".to_owned());
    }
    parts.push(interaction.id.short());
    clean_line(&parts.join(" · "))
}

fn question(
    question: &Question,
    answer: Option<&Answer>,
    given: &str,
    width: Option<usize>,
) -> String {
    let mut text = String::new();
    if question.prompt != question.header {
        text.push_str(&indented(&clean(&question.prompt), 2, width));
    }
    if let Some(context) = &question.context {
        text.push_str(&styled(&clean(context), DIM, width));
    }
    let (chosen, own_text, notes) = match answer {
        Some(Answer::Given { options, text, notes }) => {
            (&options[..], text.as_deref(), Some(notes))
        }
        Some(Answer::Elaborate { .. } | Answer::Skipped { .. }) | None => (&[][..], None, None),
    };
    text.push('\n');
    let column = column(question);
    // Ranked options are shown in their places; the others have no number any more.
    let ranked = question.control.is_ordered() && !chosen.is_empty();
    for (at, choice) in question.control.shown(chosen).into_iter().enumerate() {
        let mark = if chosen.contains(&choice.id) { given } else { " " };
        let number = if ranked && mark == " " { String::new() } else { (at + 1).to_string() };
        text.push_str(&format!("  {mark} {DIM}{number:<3}{DIM:#}"));
        text.push_str(option(choice, column, width).trim_start());
        if let Some(note) = notes.and_then(|notes| notes.get(&choice.id)) {
            let note = format!("└ note: {}", clean_line(note));
            text.push_str(&indented(&note, LABELS, width));
        }
    }
    let more = match answer {
        Some(Answer::Elaborate { note }) => Some(remark("asked to explain", note.as_deref())),
        Some(Answer::Skipped { reason }) => Some(remark("skipped", reason.as_deref())),
        Some(Answer::Given { .. }) | None => own_text.map(|text| question.control.in_full(text)),
    };
    let limits = words::limits(Texts::of(Language::default()), &question.control);
    if answer.is_none() && !limits.is_empty() {
        text.push_str(&styled(&limits.join(" · "), DIM, width));
    }
    if let Some(more) = more {
        let more = indented(&clean(&more), 4, width);
        text.push_str(&format!("  {given} {}", more.trim_start()));
    }
    text
}

/// Where labels begin: after the mark and the number.
const LABELS: usize = 7;

/// Descriptions are aligned after labels up to this width; after a longer one it follows at once.
const WIDEST_COLUMN: usize = 28;

/// Where descriptions begin, after the labels.
fn column(question: &Question) -> usize {
    let described = question.control.options().iter().filter(|choice| choice.description.is_some());
    let widths = described.map(|choice| clean_line(&choice.label).width());
    widths.filter(|width| *width <= WIDEST_COLUMN).max().unwrap_or(0)
}

/// On one line if there is room, otherwise the description is below the label.
fn option(choice: &Choice, column: usize, width: Option<usize>) -> String {
    let label = clean_line(&choice.label);
    let description = choice.description.as_deref().map(clean_line).unwrap_or_default();
    let mark = if choice.needs_mark(RECOMMENDED) { RECOMMENDED } else { "" };
    let room = width.unwrap_or(usize::MAX).saturating_sub(LABELS);
    let parts = [(label, BOLD), (description, DIM), (mark.to_owned(), ACCENT)];
    let parts: Vec<_> = parts.into_iter().filter(|(text, _)| !text.is_empty()).collect();
    let together = parts.iter().map(|(text, _)| text.width() + 2).sum::<usize>() - 2;
    let padding = match choice.description {
        Some(_) => column.saturating_sub(parts[0].0.width()),
        None => 0,
    };
    if together + padding <= room {
        let mut line = String::new();
        for (number, (text, style)) in parts.iter().enumerate() {
            match number {
                0 => {}
                1 => line.push_str(&" ".repeat(2 + padding)),
                _ => line.push_str("  "),
            }
            line.push_str(&format!("{style}{text}{style:#}"));
        }
        line.push('\n');
        return line;
    }
    let margin = " ".repeat(LABELS);
    let lines = parts
        .iter()
        .flat_map(|(text, style)| wrap(text, room).into_iter().map(move |line| (line, style)));
    lines.map(|(line, style)| format!("{margin}{style}{line}{style:#}\n")).collect()
}

const RECOMMENDED: &str = "recommended";

fn closing(view: &View, width: Option<usize>) -> String {
    let time = |at| time::clock(at, time::now());
    let who = words::notified(Texts::of(Language::default()), &view.live.attention, time);
    let who = who.map(|who| styled(&who, DIM, width)).unwrap_or_default();
    let Some(outcome) = view.interaction.outcome() else {
        return format!("{}{who}", styled(&fallback(view), DIM, width));
    };
    let at = view.interaction.settled_at().map(|at| time::clock(at, time::now()));
    let at = at.unwrap_or_default();
    let told = if view.interaction.status() == Status::Given {
        "given; not confirmed yet: the agent asks in its own dialog too"
    } else if view.interaction.delivered_at.is_some() {
        "the agent has it"
    } else {
        "saved; the agent gets it when it asks"
    };
    let what = match outcome {
        Outcome::Answered { answers, actor } => {
            remark(&format!("answered by {actor} at {at}"), answers.note.as_deref())
        }
        Outcome::Cancelled { note, actor } => {
            remark(&format!("cancelled by {actor} at {at}"), note.as_deref())
        }
        Outcome::Rejected { reason, actor } => {
            remark(&format!("rejected by {actor} at {at}"), reason.as_deref())
        }
        Outcome::TimedOut { sent: Some(_), .. } => {
            format!("timed out at {at}; nobody answered, the default was sent")
        }
        Outcome::TimedOut { sent: None, .. } => format!("timed out at {at}, nobody answered"),
        Outcome::Withdrawn { why } => {
            let what = format!("withdrawn at {at}: {why}");
            return format!("{}{who}", indented(&clean(&what), 2, width));
        }
    };
    format!("{}{}{who}", indented(&clean(&what), 2, width), styled(told, DIM, width))
}

/// What happens without an answer.
fn fallback(view: &View) -> String {
    let interaction = &view.interaction;
    match (view.live.remaining_ms, interaction.policy.timeout_action) {
        (None, _) => "waits until somebody answers".to_owned(),
        (Some(_), TimeoutAction::Submit) => {
            let answer = words::proposal(Texts::of(Language::default()), &interaction.form);
            format!("if nobody answers in time: {answer}")
        }
        (Some(_), TimeoutAction::Cancel) => "if nobody answers in time: the agent stops".to_owned(),
        (Some(_), TimeoutAction::Reinvoke) => {
            "if nobody answers in time: the agent learns that nobody did".to_owned()
        }
    }
}

fn remark(what: &str, note: Option<&str>) -> String {
    note.map_or_else(|| what.to_owned(), |note| format!("{what}: {note}"))
}

/// Indented and wrapped, each line in this style.
fn styled(text: &str, style: anstyle::Style, width: Option<usize>) -> String {
    indented(text, 2, width)
        .lines()
        .map(|line| format!("  {style}{}{style:#}\n", line.trim_start()))
        .collect()
}
