//! The visible part of a long list: the rows around the cursor, and how many are hidden on either
//! side.

use super::Look;
use super::part::Part;
use crate::text::span;

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
    if room < 3 {
        let top = end(room).saturating_sub(room).max(start.min(total - room));
        return all.slice(top..top + room);
    }
    // Two rows say how much is hidden.
    let inner = room - 2;
    let mut top = start.saturating_sub(inner / 3).min(total - inner);
    top = top.max(end(inner).saturating_sub(inner));
    // A single hidden row costs as much as the row that would say so.
    let (top, bottom) = match (top, top + inner) {
        (0 | 1, _) if end(inner) < room => (0, room - 1),
        (_, bottom) if bottom + 1 >= total => (total - (room - 1), total),
        window => window,
    };
    let hidden = |from: usize, to: usize| {
        let mut row = 0;
        heights
            .iter()
            .filter(|height| {
                let first = row;
                row += **height;
                (from..to).contains(&first)
            })
            .count()
    };
    let more = |mark: &str, count: usize| {
        let text = look.texts.say_with("more-rows", [("count", count.into())]);
        ratatui::text::Line::from(span(format!("    {mark} {text}"), look.palette.dim))
    };
    let (above, below) = (hidden(0, top), hidden(bottom, total));
    let mut part = Part::default();
    if top > 0 {
        part.push(more("↑", above));
    }
    part.append(all.slice(top..bottom));
    if bottom < total {
        part.push(more("↓", below));
    }
    part
}
