//! The line that stays when a prompt has ended.

use ratatui::text::{Line, Span};
use sayso_core::Status;
use sayso_core::interaction::Outcome;
use sayso_core::text::clean_line;
use sayso_desk::View;

use super::theme::Palette;
use super::{Look, time};
use crate::state::{By, PromptEnd, State};
use crate::text::{Row, cut, span};
use crate::words::{continues_in_browser, outcome_within, settled_by};
use unicode_width::UnicodeWidthStr;

/// The outcome, at most as wide as the terminal; addresses are never cut.
pub(super) fn summary(state: &State, ended: &PromptEnd, width: u16) -> Vec<Row> {
    let look = Look::of(state);
    // The line stays among others: the terminal's own background, with any theme.
    let palette = Palette::of("system", state.depth);
    let width = usize::from(width);
    let waiting = |view: &View| clean_line(&view.interaction.form.title);
    vec![match ended {
        PromptEnd::Settled { view, by } => {
            let settled_at = view.interaction.settled_at().unwrap_or(state.now.day);
            let at = time::clock(settled_at, state.now.day, &state.zone);
            let mut rest = match by {
                By::ThisTerminal => String::new(),
                By::Elsewhere => format!("  · {}", elsewhere(&look, view, &at)),
            };
            if rest.width() + 12 > width {
                rest.clear();
            }
            let (mark, style) = match view.interaction.outcome() {
                Some(Outcome::Answered { .. }) => ("✓", palette.done),
                Some(Outcome::TimedOut { .. }) => ("◷", palette.warn),
                Some(
                    Outcome::Cancelled { .. }
                    | Outcome::Rejected { .. }
                    | Outcome::Withdrawn { .. },
                )
                | None => ("✗", palette.dim),
            };
            let room = width.saturating_sub(2 + rest.width());
            Line::from(vec![
                span(mark, style),
                Span::raw(" "),
                span(outcome_within(look.texts, view, room), palette.plain),
                span(rest, palette.dim),
            ])
        }
        PromptEnd::HandedToWeb { view, way_in } => {
            let mut lines = continues_in_browser(look.texts, view, way_in.as_ref()).into_iter();
            let text = lines.next().unwrap_or_default();
            let mut first = vec![span("↗", palette.accent), Span::raw(" ")];
            first.extend(titled(&waiting(view), &text, width, &palette));
            first.push(span(text, palette.plain));
            let first = Line::from(first);
            let more = lines.map(|line| Line::from(format!("  {line}")));
            return std::iter::once(first).chain(more).collect();
        }
        PromptEnd::Left | PromptEnd::Interrupted(_) => {
            let Some(card) = &state.card else { return Vec::new() };
            let view = &card.view;
            let command = format!("{} answer {}", state.command, view.interaction.id.short());
            let text = look.texts.say_with("still-waiting", [("command", command.into())]);
            let mut row = vec![span("•", palette.dim), Span::raw(" ")];
            row.extend(titled(&waiting(view), &text, width, &palette));
            row.push(span(text, palette.dim));
            Line::from(row)
        }
        PromptEnd::Failed(_) => return Vec::new(),
    }]
}

/// The title before a text that is never cut; none if there is hardly any room for it.
fn titled(title: &str, text: &str, width: usize, palette: &Palette) -> Vec<Span<'static>> {
    match width.saturating_sub(2 + 3 + text.width()) {
        0..6 => Vec::new(),
        room => vec![span(cut(title, room), palette.plain), span(" · ", palette.dim)],
    }
}

fn elsewhere(look: &Look, view: &View, at: &str) -> String {
    match view.interaction.status() {
        Status::AutoSubmitted => look.say("status-auto-submitted"),
        Status::Timeout | Status::Withdrawn => at.to_owned(),
        Status::Pending
        | Status::Submitted
        | Status::Cancelled
        | Status::Rejected
        | Status::Given => settled_by(look.texts, &view.interaction, at),
    }
}
