//! Permissions that wait beside one, of the same session: named, with a button that allows what it may.

use sayso_chat::AlsoWaiting;
use sayso_chat::text::escaped_line;
use sayso_desk::Row;

use super::Sheet;
use crate::action_ids;
use crate::blocks::{Block, Element};

pub(super) fn blocks(sheet: &Sheet<'_>, beside: &AlsoWaiting) -> Vec<Block> {
    if beside.listed.is_empty() {
        return Vec::new();
    }
    let (id, texts) = (sheet.interaction.id, sheet.texts);
    let mut lines = vec![format!("*{}*", beside.heading(texts))];
    lines.extend(beside.listed.iter().map(|row| line(sheet, beside, row)));
    lines.extend(beside.more(texts));
    let mut blocks = vec![Block::Divider {}, Block::section(&lines.join("\n"))];
    if let Some(words) = beside.button(id, texts) {
        let named = action_ids::named(&beside.allowed);
        let button = Element::button(&action_ids::allow_together(id), &words, &named);
        blocks.extend(Block::actions(action_ids::block(id, None, "together"), vec![button]));
    }
    blocks
}

/// Its title as it would be typed, and why the button doesn't allow it.
fn line(sheet: &Sheet<'_>, beside: &AlsoWaiting, row: &Row) -> String {
    let title = escaped_line(&row.title, AlsoWaiting::TITLE);
    // Nothing gets out of its marks.
    let title = if title.contains('`') { title } else { format!("`{title}`") };
    match beside.why_not(row, sheet.texts) {
        None => format!("• {title}"),
        Some(why) => format!("• {title} · {why}"),
    }
}
