//! A number: typed, or changed by the arrows.

use std::time::Duration;

use sayso_core::Way;

use super::{Drawn, PLAIN};
use crate::editor::Editor;
use crate::state::card::{Card, Complaint};

pub(super) const NUMBER: Drawn = Drawn {
    field_hints: &[("↑↓", "hint-change")],
    placeholder: "number-placeholder",
    unit: |question| question.control.range()?.unit.as_deref(),
    step,
    plain: "plain-number",
    ..PLAIN
};

/// To the next number, up or down.
fn step(card: &mut Card, way: Way, now: Duration) -> bool {
    let Some((question, sheet)) = card.current_mut() else { return false };
    let Some(range) = question.control.range() else { return false };
    match range.next(sheet.text.text(), way) {
        Ok(next) => {
            sheet.text = Editor::new(&next.to_string());
            card.field_changed(now);
        }
        Err(fault) => card.complaint = Some(Complaint::Wrong(fault)),
    }
    true
}
