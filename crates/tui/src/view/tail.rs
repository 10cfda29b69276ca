//! Below the list: remarks, the note on the whole, errors, what happens otherwise, and the keys.

use ratatui::text::{Line, Span};
use sayso_core::attention::is_remarkable;
use sayso_core::{Dialect, TimeoutAction};
use sayso_locale::words;
use unicode_width::UnicodeWidthStr;

use super::field::Field;
use super::part::Part;
use super::{Look, MARGIN, footer, review, time};
use crate::editor::Editor;
use crate::state::State;
use crate::state::card::{Anyway, Card, Complaint, Focus, Page, Phase};
use crate::state::sheet::AsideKind;
use crate::text::{cut, span};

pub(super) fn farewell(card: &Card, look: &Look, width: usize) -> Part {
    let Focus::Farewell(editor) = &card.focus else { return Part::default() };
    let palette = &look.palette;
    let rejects = card.view.interaction.origin.dialect.rejects();
    let (title, told) = match (rejects, card.has_notes()) {
        (true, true) => ("reject-with-reason", "agent-is-told-rejected"),
        (true, false) => ("reject-questions", "agent-is-told-rejected"),
        (false, true) => ("cancel-with-note", "agent-is-told-cancelled"),
        (false, false) => ("cancel-question", "agent-is-told-cancelled"),
    };
    let mut part = Part::default();
    let margin = || Span::raw(" ".repeat(MARGIN));
    part.push(Line::from(vec![margin(), span(look.say(title), palette.bold)]));
    part.append(Part::said(&look.say(told), palette.dim, width));
    if card.has_notes() {
        part.append(labelled("›", editor, true, &look.say("optional"), look, width));
    }
    part
}

/// `label text`, with the text as a field.
pub(super) fn labelled(
    label: &str,
    editor: &Editor,
    focused: bool,
    placeholder: &str,
    look: &Look,
    width: usize,
) -> Part {
    let palette = &look.palette;
    let start = MARGIN + label.width() + 1;
    let field = Field {
        editor,
        focused,
        placeholder,
        width: width.saturating_sub(start + MARGIN).max(8),
        rows: 4,
        plain: palette.plain,
        dim: palette.dim,
    };
    let mut part = field.part();
    part.cursor = part.cursor.map(|(row, column)| (row, column + start));
    let style = if focused { palette.accent } else { palette.dim };
    for (at, row) in part.rows.iter_mut().enumerate() {
        let lead = if at == 0 {
            span(format!("{label} "), style)
        } else {
            Span::raw(" ".repeat(start - MARGIN))
        };
        row.spans.insert(0, lead);
        row.spans.insert(0, Span::raw(" ".repeat(MARGIN)));
    }
    part
}

pub(super) fn part(state: &State, card: &Card, look: &Look, width: usize, height: usize) -> Part {
    let palette = &look.palette;
    let mut part = Part::default();
    let farewell = matches!(card.focus, Focus::Farewell(_));
    let room = width.saturating_sub(2 * MARGIN);
    let say = |part: &mut Part, text: String, style| {
        // A short screen has no second line for anything.
        let text = if height < 12 { cut(&text, room) } else { text };
        part.append(Part::said(&text, style, width));
    };
    if let Some(aside) = card.current().and_then(|(_, sheet)| sheet.aside.as_ref())
        && !farewell
    {
        let (label, placeholder) = match aside.kind {
            AsideKind::Skip => ("skip-question", "skip-placeholder"),
            AsideKind::Explain => ("ask-to-explain", "explain-placeholder"),
        };
        let (label, placeholder) = (format!("{}:", look.say(label)), look.say(placeholder));
        let focused = card.focus == Focus::Remark;
        part.append(labelled(&label, &aside.remark, focused, &placeholder, look, width));
    }
    let note_focused = card.focus == Focus::Note;
    if card.has_notes() && !farewell && (note_focused || !card.note.is_blank()) {
        let label = format!("{}:", look.say("note-on-whole"));
        part.append(labelled(&label, &card.note, note_focused, "", look, width));
    }
    if let Some(text) = card.complaint.as_ref().and_then(|found| complaint_words(found, look)) {
        say(&mut part, text, palette.warn);
    }
    if let Some(toast) = &state.toast {
        say(&mut part, toast.text.clone(), palette.tone(toast.tone));
    }
    match &card.phase {
        Phase::Incomplete(cursor) => {
            part.append(anyway(card, *cursor, look, width));
            part.push(footer::of(state, card, look, width));
            return part;
        }
        Phase::Confirming(typed) => {
            let mut asks = Part::said(&type_to_send(card, look), palette.alarm, width);
            asks.append(labelled("›", typed, true, "", look, width));
            asks.needs_all();
            part.append(asks);
            part.push(footer::of(state, card, look, width));
            return part;
        }
        Phase::Open | Phase::Sending => {}
    }
    let count = card.unanswered().len();
    if matches!(card.page, Page::Review { .. }) && count > 0 && !farewell {
        let text = look.texts.say_with("problem-unanswered", [("count", count.into())]);
        say(&mut part, text, palette.warn);
    }
    // On a short screen everything else has priority.
    if height >= 10 || (height >= 9 && part.rows.is_empty()) {
        say(&mut part, otherwise(card, look), palette.dim);
    }
    if height >= 16 {
        part.append(notified(state, card, look, width));
    }
    part.push(footer::of(state, card, look, width));
    part
}

/// `2 of 3 unanswered. Send anyway?`, and what to do about it.
fn anyway(card: &Card, cursor: Anyway, look: &Look, width: usize) -> Part {
    let palette = &look.palette;
    let (open, all) = (card.unanswered().len(), card.questions().len());
    let values = [("open", open.into()), ("all", all.into())];
    let text = look.texts.say_with("incomplete-question", values);
    let mut part = Part::said(&text, palette.warn, width);
    for (row, key) in [(Anyway::Back, "incomplete-back"), (Anyway::Send, "incomplete-send")] {
        let here = row == cursor;
        let style = if here { palette.under_cursor() } else { palette.plain };
        part.push(Line::from(vec![
            Span::raw(" ".repeat(MARGIN)),
            span(if here { "› " } else { "  " }, palette.accent),
            span(look.say(key), style),
        ]));
    }
    part
}

/// How to confirm it, and what would be sent.
pub(super) fn type_to_send(card: &Card, look: &Look) -> String {
    let word = look.say("confirm-word");
    let values = [("word", word.into()), ("answer", would_be_sent(card, look).into())];
    look.texts.say_with("type-to-send", values)
}

fn would_be_sent(card: &Card, look: &Look) -> String {
    let unanswered = card.unanswered();
    let draft = card.draft();
    let worksheet = card.worksheet(&draft);
    let given = card.questions().iter().filter(|question| !unanswered.contains(&question.id));
    let words = given.map(|question| {
        let words = review::words(&worksheet, question, look);
        // Only the person's own text may be cut: they have written it.
        if worksheet.chosen(question).is_empty() { cut(&words, 60) } else { words }
    });
    words.collect::<Vec<_>>().join("; ")
}

pub(super) fn complaint_words(complaint: &Complaint, look: &Look) -> Option<String> {
    Some(match complaint {
        Complaint::Wrong(fault) => words::fault(look.texts, fault),
        Complaint::OtherWord => {
            look.texts.say_with("other-word", [("word", look.say("confirm-word").into())])
        }
        Complaint::OutOfSight => look.say("window-too-small"),
        Complaint::ChangedElsewhere => look.say("changed-elsewhere"),
        Complaint::Refused => return None,
    })
}

/// Who was notified of it.
pub(super) fn notified(state: &State, card: &Card, look: &Look, width: usize) -> Part {
    let traces = &card.view.live.attention;
    let time = |at| time::clock(at, state.now.day, &state.zone);
    let said = words::notified(look.texts, traces, time).filter(|_| is_remarkable(traces));
    said.map(|said| Part::said(&said, look.palette.dim, width)).unwrap_or_default()
}

/// What happens without an answer.
pub(super) fn otherwise(card: &Card, look: &Look) -> String {
    let interaction = &card.view.interaction;
    if card.view.live.remaining_ms.is_none() {
        return look.say("no-deadline");
    }
    if interaction.race.is_some() {
        return look.say("then-dialog");
    }
    match interaction.policy.timeout_action {
        TimeoutAction::Cancel if interaction.origin.dialect == Dialect::Permission => {
            look.say("then-not-run")
        }
        TimeoutAction::Submit if !interaction.policy.irreversible => {
            let answer = words::proposal(look.texts, &interaction.form);
            look.texts.say_with("then-sent", [("answer", answer.into())])
        }
        TimeoutAction::Cancel => look.say("then-cancel"),
        TimeoutAction::Submit | TimeoutAction::Reinvoke => look.say("then-nobody"),
    }
}
