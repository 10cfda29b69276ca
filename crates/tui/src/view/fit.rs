//! The visible part of a long list: the rows around the cursor, and how many are hidden on either
//! side.

use super::Look;
use super::part::Part;
use crate::text::{Row, span, unfinished};

/// One item of a list, whose rows stay together.
pub(super) struct Block {
    pub(super) part: Part,
}

/// All blocks if there is room, otherwise a window that contains the one at the cursor.
pub(super) fn window(blocks: Vec<Block>, cursor: usize, room: usize, look: &Look) -> Part {
    let heights: Vec<usize> = blocks.iter().map(|block| block.part.len()).collect();
    let total: usize = heights.iter().sum();
    let mut all = Part::default();
    for block in blocks {
        all.append(block.part);
    }
    if total <= room || room == 0 {
        return all.slice(0..total.min(room.max(1)));
    }
    let start: usize = heights.iter().take(cursor).sum();
    let block = heights.get(cursor).copied().unwrap_or(0);
    // The text cursor has priority over the beginning of its option.
    let end = |room: usize| all.cursor.map_or(start + block.min(room), |(row, _)| row + 1);
    if room < 5 {
        // No row is left to say it: an arrow in the margin does.
        let least = end(room).saturating_sub(room);
        let top = if least > start { least } else { start.min(total - room).max(least) };
        let mut part = all.slice(top..top + room);
        part.goes_on(&heights, top + room);
        part.arrows(top > 0, top + room < total, look.palette.dim);
        return part;
    }
    let (top, bottom) = visible(total, start, &end, room);
    let (above, below) = (hidden(&heights, 0..top), hidden(&heights, bottom..total));
    let mut part = Part::default();
    if top > 0 {
        part.push(more("↑", above, look));
    }
    let mut shown = all.slice(top..bottom);
    shown.goes_on(&heights, bottom);
    part.append(shown);
    if bottom < total {
        part.push(more("↓", below, look));
    }
    part
}

impl Part {
    /// An ellipsis, if the last row isn't the last one of its item.
    fn goes_on(&mut self, heights: &[usize], bottom: usize) {
        let mut row = 0;
        let whole = heights.iter().any(|height| {
            row += height;
            row == bottom
        });
        if let Some(last) = self.rows.pop() {
            // Every row ends before the right margin.
            let room = last.width() + 1;
            self.rows.push(if whole { last } else { unfinished(last, room) });
        }
    }
}

/// The same for a list of any length: only what is visible is drawn.
pub(super) fn window_of(
    heights: &[usize],
    cursor: usize,
    room: usize,
    look: &Look,
    draw: impl Fn(usize) -> Part,
) -> Part {
    let total: usize = heights.iter().sum();
    let start: usize = heights.iter().take(cursor).sum();
    let block = heights.get(cursor).copied().unwrap_or(0);
    let (top, bottom) = match room {
        _ if total <= room => (0, total),
        0..5 => {
            let top = start.min(total - room);
            (top, top + room)
        }
        room => visible(total, start, &|room: usize| start + block.min(room), room),
    };
    let mut drawn = Part::default();
    let mut row = 0;
    let mut first = None;
    for (at, height) in heights.iter().enumerate() {
        if row + height > top && row < bottom {
            first.get_or_insert(row);
            drawn.append(draw(at));
        }
        row += height;
    }
    let from = top - first.unwrap_or(top);
    let mut part = Part::default();
    let says = room >= 5;
    if top > 0 && says {
        part.push(more("↑", hidden(heights, 0..top), look));
    }
    let end = (from + bottom - top).min(drawn.len());
    part.append(drawn.slice(from..end));
    if bottom < total && says {
        part.push(more("↓", hidden(heights, bottom..total), look));
    }
    if !says {
        part.arrows(top > 0, bottom < total, look.palette.dim);
    }
    part
}

/// The rows around the cursor's; two more say how much is hidden.
fn visible(
    total: usize,
    start: usize,
    end: &dyn Fn(usize) -> usize,
    room: usize,
) -> (usize, usize) {
    let inner = room - 2;
    let mut top = start.saturating_sub(inner / 3).min(total - inner);
    top = top.max(end(inner).saturating_sub(inner));
    // A single hidden row costs as much as the row that would say so.
    match (top, top + inner) {
        (0 | 1, _) if end(inner) < room => (0, room - 1),
        (_, bottom) if bottom + 1 >= total => (total - (room - 1), total),
        window => window,
    }
}

/// How many items begin in these rows; if none does, one goes on there.
fn hidden(heights: &[usize], rows: std::ops::Range<usize>) -> usize {
    let mut row = 0;
    let begins = |height: &&usize| {
        let first = row;
        row += **height;
        rows.contains(&first)
    };
    heights.iter().filter(begins).count().max(1)
}

fn more(mark: &str, count: usize, look: &Look) -> Row {
    let text = look.texts.say_with("more-rows", [("count", count.into())]);
    ratatui::text::Line::from(span(format!("    {mark} {text}"), look.palette.dim))
}
