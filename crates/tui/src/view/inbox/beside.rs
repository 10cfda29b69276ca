//! Two parts next to each other, with a line between them.

use ratatui::text::{Line, Span};

use crate::text::{shorten, span};
use crate::view::part::Part;
use crate::view::{Area, Look};

/// The left one in this many columns; both as high as the screen.
pub(super) fn put(
    mut left: Part,
    mut right: Part,
    columns: usize,
    height: usize,
    look: &Look,
) -> Part {
    // Too little room for everything: people work at the lower end.
    let end = right.len();
    right = right.slice(end.saturating_sub(height)..end);
    left.fill(height);
    right.fill(height);
    let mut part = Part::default();
    let beyond = columns + 1;
    for (one, other) in left.rows.into_iter().zip(right.rows).take(height) {
        let mut spans = shorten(one.spans, columns);
        let used: usize = spans.iter().map(Span::width).sum();
        spans.push(Span::raw(" ".repeat(columns - used)));
        spans.push(span("│", look.palette.dim));
        spans.extend(other.spans);
        part.push(Line::from(spans));
    }
    let shifted = |edge: usize| edge.saturating_add(beyond);
    part.targets.extend(
        left.targets.into_iter().map(|area| Area {
            columns: area.columns.start..area.columns.end.min(columns),
            ..area
        }),
    );
    part.targets.extend(right.targets.into_iter().map(|area| Area {
        columns: shifted(area.columns.start)..shifted(area.columns.end),
        ..area
    }));
    let of_left = left.cursor;
    part.cursor = right.cursor.map(|(row, column)| (row, column + beyond)).or(of_left);
    part.field = right.field.or(left.field);
    part.sight = right.sight;
    part.sight.shift(beyond);
    part
}
