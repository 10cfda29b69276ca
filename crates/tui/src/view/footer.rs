//! The last line: which keys do what, here and now.

use ratatui::text::{Line, Span};
use sayso_core::{Completeness, Control};

use super::text::{Row, span};
use super::{Look, MARGIN};
use crate::state::card::{Card, Focus, Page, Phase};
use crate::state::sheet::Spot;
use crate::state::{Purpose, State};
use unicode_width::UnicodeWidthStr;

/// A key as it is shown, and the text that says what it does.
pub(super) type Hint = (&'static str, &'static str);

/// As many as fit; the last one always does, because it leads to all the others.
pub(super) fn line(hints: &[Hint], armed: bool, look: &Look, width: usize) -> Row {
    let palette = &look.palette;
    let room = width.saturating_sub(2 * MARGIN);
    let words: Vec<(&str, String)> =
        hints.iter().map(|(key, text)| (*key, look.say(text))).collect();
    let size = |(key, word): &(&str, String)| key.width() + 1 + word.width();
    let last = words.last().map_or(0, size);
    let mut used = 0;
    let mut kept: Vec<&(&str, String)> = Vec::new();
    if let Some((end, hints)) = words.split_last() {
        // In order of weight: what does not fit hides what weighs less.
        for hint in hints {
            used += size(hint) + SEPARATOR.width();
            if used + last > room {
                break;
            }
            kept.push(hint);
        }
        kept.push(end);
    }
    // Keys that do not work yet are as quiet as the words.
    let key_style = if armed { palette.plain } else { palette.dim };
    let mut spans = vec![Span::raw(" ".repeat(MARGIN))];
    for (at, (key, word)) in kept.into_iter().enumerate() {
        if at > 0 {
            spans.push(span(SEPARATOR, palette.dim));
        }
        spans.push(span(*key, key_style));
        spans.push(span(format!(" {word}"), palette.dim));
    }
    Line::from(spans)
}

const SEPARATOR: &str = " · ";

pub(super) fn of_card(state: &State, card: &Card) -> Vec<Hint> {
    let inbox = state.purpose == Purpose::Inbox;
    let several = card.has_several();
    let timed = card.view.live.remaining_ms.is_some();
    let on = if several { "hint-next" } else { "hint-send" };
    let mut hints: Vec<Hint> = Vec::new();
    match (&card.focus, card.page) {
        (Focus::Farewell(_), _) => {
            let what = farewell(card);
            return vec![("enter", what), ("ctrl+g", "hint-editor"), ("esc", "hint-back")];
        }
        (Focus::Filter, _) => return vec![("enter", "hint-done"), ("esc", "hint-all")],
        (Focus::Remark, _) => {
            return vec![("enter", on), ("ctrl+g", "hint-editor"), ("esc", "hint-undo")];
        }
        (Focus::OwnText, _) if card.resting_focus() == Focus::OwnText => {
            hints.extend([("enter", on), ("alt+enter", "hint-newline"), ("ctrl+g", "hint-editor")]);
            if card.has_notes() {
                hints.push(("tab", "hint-note"));
            }
            hints.push(("esc", "hint-more"));
            return hints;
        }
        (Focus::OwnText, _) => {
            return vec![
                ("enter", "hint-done"),
                ("alt+enter", "hint-newline"),
                ("ctrl+g", "hint-editor"),
                ("esc", "hint-back"),
            ];
        }
        (Focus::OptionNote(_) | Focus::Note, _) => {
            return vec![
                ("enter", "hint-done"),
                ("tab", "hint-on"),
                ("ctrl+g", "hint-editor"),
                ("esc", "hint-back"),
            ];
        }
        (Focus::List, Page::Review { .. }) => {
            hints.extend([
                ("enter", "hint-send"),
                ("↑↓", "hint-move"),
                ("space", "hint-change"),
                ("←", "hint-back"),
            ]);
        }
        (Focus::List, Page::Question(_)) => {
            hints.push(("↑↓", "hint-move"));
            let spot = card.current().and_then(|(question, sheet)| sheet.spot(question));
            let control = card.current().map(|(question, _)| &question.control);
            match (control, spot) {
                (Some(Control::Many { .. }), Some(Spot::Option(_))) => {
                    hints.extend([("space", "hint-choose"), ("enter", on)]);
                }
                (Some(Control::Text), _) => {
                    hints.clear();
                    hints.extend([("enter", on), ("i", "hint-write")]);
                }
                (_, Some(Spot::OwnText))
                    if card.current().is_some_and(|(_, sheet)| sheet.text.is_blank()) =>
                {
                    hints.push(("enter", "hint-write"));
                }
                _ => hints.push(("enter", on)),
            }
            if several {
                hints.push(("←→", "hint-questions"));
            }
            if card.current().is_some_and(|(question, _)| question.control.options().len() > 8) {
                hints.push(("/", "hint-filter"));
            }
        }
    }
    if card.has_notes() {
        hints.push(("tab", "hint-note"));
    }
    if inbox {
        hints.push(("esc", "hint-back"));
    } else {
        let what = farewell(card);
        hints.push(("esc", what));
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

fn farewell(card: &Card) -> &'static str {
    if card.view.interaction.origin.dialect.rejects() { "hint-reject" } else { "hint-cancel" }
}

/// What is under way takes the place of the keys.
pub(super) fn notice(state: &State, card: Option<&Card>, look: &Look) -> Option<Row> {
    let palette = &look.palette;
    let margin = Span::raw(" ".repeat(MARGIN));
    if state.hanging > 0 {
        return Some(Line::from(vec![margin, span(look.say("reconnecting"), palette.warn)]));
    }
    match card.map(|card| card.phase) {
        Some(Phase::Sending) => {
            Some(Line::from(vec![margin, span(look.say("now-sending"), palette.dim)]))
        }
        Some(Phase::Open | Phase::Confirming) | None => None,
    }
}
