//! The last line: the keys and what they do at the moment.

use ratatui::text::{Line, Span};
use sayso_core::Completeness;

use super::{Look, MARGIN};
use crate::control::{self, MOVE};
use crate::state::card::{Anyway, Card, Focus, Page, Phase};
use crate::state::sheet::SheetItem;
use crate::state::{Purpose, State};
use crate::text::{Row, cut, span};
use crate::words::unresponsive_words;
use unicode_width::UnicodeWidthStr;

pub(super) use crate::control::Hint;

/// As many as fit. Cancelling always does, and the last one, because it leads to all the others.
pub(super) fn line(hints: &[Hint], armed: bool, look: &Look, width: usize) -> Row {
    let palette = &look.palette;
    let last = hints.len().saturating_sub(1);
    let words: Vec<Word> = hints
        .iter()
        .enumerate()
        .map(|(at, hint)| Word {
            key: key_name(hint.0, look),
            meaning: look.say(hint.1),
            weight: match hint {
                hint if is_cancel(*hint) => Weight::Always,
                _ if at == last => Weight::Last,
                (_, "hint-move") => Weight::Light,
                _ => Weight::Usual,
            },
        })
        .collect();
    let room = (width + SEPARATOR.width()).saturating_sub(MARGIN);
    let kept = fitting(&words, room);
    // Keys that don't work yet are dimmed like the words.
    let key_style = if armed { palette.plain } else { palette.dim };
    let mut spans = vec![Span::raw(" ".repeat(MARGIN))];
    for (at, word) in words.into_iter().enumerate().filter(|(at, _)| kept.contains(at)) {
        if Some(&at) != kept.first() {
            spans.push(span(SEPARATOR, palette.dim));
        }
        spans.push(span(word.key, key_style));
        spans.push(span(format!(" {}", word.meaning), palette.dim));
    }
    Line::from(spans)
}

/// Indexes of those that fit, in order: the heaviest first, and of equals the earlier.
fn fitting(words: &[Word], mut room: usize) -> Vec<usize> {
    let mut kept = Vec::new();
    for weight in [Weight::Always, Weight::Last, Weight::Usual, Weight::Light] {
        for (at, word) in words.iter().enumerate().filter(|(_, word)| word.weight == weight) {
            match room.checked_sub(word.width()) {
                Some(left) => {
                    room = left;
                    kept.push(at);
                }
                // What doesn't fit also hides what is less important.
                None => room = 0,
            }
        }
    }
    kept.sort_unstable();
    kept
}

struct Word {
    key: String,
    meaning: String,
    weight: Weight,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// How to cancel.
    Always,
    /// It leads to all the others.
    Last,
    Usual,
    /// Everybody knows the arrows.
    Light,
}

impl Word {
    fn width(&self) -> usize {
        self.key.width() + 1 + self.meaning.width() + SEPARATOR.width()
    }
}

/// As it has to be pressed: a single character needs alt if such keys are switched off.
pub(super) fn key_name(key: &str, look: &Look) -> String {
    let single = key.split('/').all(|key| key.len() <= 1);
    if single && !look.shortcuts { format!("alt+{key}") } else { key.to_owned() }
}

fn is_cancel((_, text): Hint) -> bool {
    ["hint-cancel", "hint-reject"].contains(&text)
}

const SEPARATOR: &str = " · ";

/// The last line of a question: what is in progress, or its keys. How to cancel is always there.
pub(super) fn of(state: &State, card: &Card, look: &Look, width: usize) -> Row {
    let hints = of_card(state, card);
    let cancels: Vec<Hint> = hints.iter().copied().filter(|hint| is_cancel(*hint)).collect();
    if state.fingers.is_holding() {
        let text = cut(&look.say("keys-paused"), width.saturating_sub(MARGIN));
        return Line::from(vec![Span::raw(" ".repeat(MARGIN)), span(text, look.palette.warn)]);
    }
    match notice(state, Some(card), look) {
        Some(notice) if card.phase == Phase::Sending => notice,
        Some(mut notice) => {
            notice.spans.push(span(SEPARATOR, look.palette.dim));
            let cancel = line(&cancels, card.is_armed(), look, width);
            notice.spans.extend(cancel.spans.into_iter().skip(1));
            notice
        }
        None if look.hints => line(&hints, card.is_armed(), look, width),
        None => line(&cancels, card.is_armed(), look, width),
    }
}

/// How to cancel the open question while there is an overlay.
pub(super) fn cancel_under(state: &State) -> Option<Hint> {
    let card = state.card.as_ref().filter(|card| card.is_open())?;
    Some(("ctrl+x", farewell(card)))
}

fn of_card(state: &State, card: &Card) -> Vec<Hint> {
    let inbox = state.purpose == Purpose::Inbox;
    let several = card.has_several();
    let timed = card.view.live.remaining_ms.is_some();
    let on = if several { "hint-next" } else { "hint-send" };
    let anywhere: Hint = ("ctrl+x", farewell(card));
    let mut hints: Vec<Hint> = Vec::new();
    match &card.phase {
        Phase::Open | Phase::Sending => {}
        Phase::Incomplete(Anyway::Back) => {
            return vec![("enter", "hint-back"), MOVE, anywhere];
        }
        Phase::Incomplete(Anyway::Send) => {
            return vec![("enter", "hint-send"), MOVE, anywhere];
        }
        Phase::Confirming(_) => {
            return vec![("enter", "hint-send"), anywhere, ("esc", "hint-back")];
        }
    }
    match (&card.focus, card.page) {
        (Focus::Farewell(_), _) => {
            hints.push(("enter", farewell(card)));
            if card.has_notes() {
                hints.push(("ctrl+g", "hint-editor"));
            }
            hints.push(("esc", "hint-back"));
            return hints;
        }
        (Focus::Filter, _) => {
            return vec![("enter", "hint-done"), anywhere, ("esc", "hint-all")];
        }
        (Focus::Remark, _) => {
            return vec![("enter", on), ("ctrl+g", "hint-editor"), anywhere, ("esc", "hint-undo")];
        }
        (Focus::OwnText, _) if card.resting_focus() == Focus::OwnText => {
            hints.push(("enter", on));
            if let Some((question, _)) = card.current() {
                hints.extend(control::of(&question.control).field_hints);
            }
            if card.has_notes() {
                hints.push(("tab", "hint-note"));
            }
            hints.extend([anywhere, ("esc", "hint-more")]);
            return hints;
        }
        (Focus::OwnText, _) => {
            return vec![
                ("enter", "hint-done"),
                ("alt+enter", "hint-newline"),
                ("ctrl+g", "hint-editor"),
                anywhere,
                ("esc", "hint-back"),
            ];
        }
        (Focus::OptionNote(_) | Focus::Note, _) => {
            return vec![
                ("enter", "hint-done"),
                ("tab", "hint-on"),
                ("ctrl+g", "hint-editor"),
                anywhere,
                ("esc", "hint-back"),
            ];
        }
        (Focus::List, Page::Review { cursor }) => {
            let sends = cursor == card.questions().len();
            let enter = if sends { "hint-send" } else { "hint-change" };
            hints.extend([("enter", enter), MOVE, ("←", "hint-back")]);
        }
        (Focus::List, Page::Question(_)) => hints.extend(of_question(card, on)),
    }
    if card.has_notes() {
        hints.push(("tab", "hint-note"));
    }
    if inbox {
        hints.extend([("esc", "hint-back"), ("c", farewell(card))]);
    } else {
        hints.push(("esc", farewell(card)));
    }
    if timed {
        hints.push(("e", "plus-five-minutes"));
    }
    hints.push(("w", "hint-web"));
    if card.view.interaction.form.completeness == Completeness::Partial {
        hints.push(("x", "hint-explain"));
    }
    hints.push(("?", "hint-more"));
    hints
}

fn of_question(card: &Card, on: &'static str) -> Vec<Hint> {
    let Some((question, sheet)) = card.current() else { return vec![MOVE] };
    let mut hints = match sheet.item(question) {
        Some(SheetItem::Option(_)) => (control::of(&question.control).hints)(question, sheet, on),
        Some(SheetItem::OwnText) if question.control.is_field() => {
            vec![("enter", on), ("i", "hint-write")]
        }
        Some(SheetItem::OwnText) if sheet.text.is_blank() => vec![MOVE, ("enter", "hint-write")],
        Some(SheetItem::OwnText) | None => vec![MOVE, ("enter", on)],
    };
    if card.has_several() {
        hints.push(("←→", "hint-questions"));
    }
    if question.control.options().len() > 8 {
        hints.push(("/", "hint-filter"));
    }
    hints
}

fn farewell(card: &Card) -> &'static str {
    if card.view.interaction.origin.dialect.rejects() { "hint-reject" } else { "hint-cancel" }
}

/// What is in progress replaces the keys.
pub(super) fn notice(state: &State, card: Option<&Card>, look: &Look) -> Option<Row> {
    let palette = &look.palette;
    let margin = Span::raw(" ".repeat(MARGIN));
    if let Some(unresponsive) = &state.unresponsive {
        let words = unresponsive_words(state.texts(), unresponsive);
        return Some(Line::from(vec![margin, span(words, palette.warn)]));
    }
    if state.hanging > 0 {
        return Some(Line::from(vec![margin, span(look.say("reconnecting"), palette.warn)]));
    }
    match card.map(|card| &card.phase) {
        Some(Phase::Sending) => {
            Some(Line::from(vec![margin, span(look.say("now-sending"), palette.dim)]))
        }
        Some(Phase::Open | Phase::Incomplete(_) | Phase::Confirming(_)) | None => None,
    }
}
