//! Permissions that wait beside one, of the same session: named, with a button that allows what it may.

use sayso_chat::{AlsoWaiting, ClickAction};

use super::Sheet;
use super::html::Html;
use super::keyboard::Button;
use crate::codes::Code;

/// Of an agent's words beside a title.
const OWN: usize = 100;

pub(super) fn list(sheet: &Sheet<'_>, html: &mut Html, beside: &AlsoWaiting) {
    if beside.listed.is_empty() {
        return;
    }
    html.paragraph();
    html.bold(&beside.heading(sheet.texts), OWN);
    for row in &beside.listed {
        html.line();
        html.text("• ", 4);
        html.code(&row.title, AlsoWaiting::TITLE);
        if let Some(why) = beside.why_not(row, sheet.texts) {
            html.text(&format!(" · {why}"), OWN);
        }
    }
    if let Some(more) = beside.more(sheet.texts) {
        html.line();
        html.text(&more, OWN);
    }
}

pub(super) fn button(sheet: &Sheet<'_>, beside: &AlsoWaiting) -> Option<Vec<Button>> {
    let id = sheet.interaction.id;
    let words = beside.button(id, sheet.texts)?;
    let action = ClickAction::AllowTogether { ids: beside.allowed.clone() };
    Some(vec![sheet.button(&words, &Code::Click(id, action))])
}
