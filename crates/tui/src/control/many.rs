//! Several options: a key takes all of them, or none.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};
use sayso_core::worksheet::Edit;

use super::{Drawn, Hint, PLAIN};
use crate::state::card::Card;
use crate::state::sheet::SheetItem;

pub(super) const HELP: Hint = ("a", "help-all");

pub(super) const MANY: Drawn = Drawn { plain: "plain-many", key, ..PLAIN };

fn key(card: &mut Card, key: KeyEvent, now: Duration) -> bool {
    if key.code != KeyCode::Char('a') {
        return false;
    }
    let Some((question, sheet)) = card.current() else { return false };
    let options = question.control.options();
    // With a filter: all that it shows, in addition to what is chosen already.
    let shown = sheet.items(question).into_iter().filter_map(|item| match item {
        SheetItem::Option(at) => options.get(at).map(|option| option.id.clone()),
        SheetItem::OwnText => None,
    });
    let shown: Vec<_> = shown.collect();
    let chosen = sheet.chosen(question);
    let all = shown.iter().all(|id| chosen.contains(id));
    let is_wanted = |id: &sayso_core::OptionId| match shown.contains(id) {
        true => !all,
        false => chosen.contains(id),
    };
    let wanted = options.iter().map(|option| option.id.clone()).filter(is_wanted).collect();
    card.edit(Edit::Mark(wanted), now);
    true
}
