//! A ranking: options with a place come first, in their order, and show it next to their number.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sayso_core::worksheet::Edit;
use sayso_core::{Choice, Question, Way};

use super::{Drawn, Hint, MOVE, PLAIN};
use crate::state::card::Card;
use crate::state::sheet::Sheet;

pub(super) const HELP: Hint = ("J K", "help-rank-move");

pub(super) const RANK: Drawn = Drawn {
    // On the first option without a place.
    start: |question, sheet| {
        if has_places(question, sheet) { sheet.chosen(question).len() } else { 0 }
    },
    hints: |question, sheet, on| {
        let mut hints = match has_places(question, sheet) {
            true if ranks_next(question, sheet) => vec![MOVE, ("enter", "hint-rank")],
            true => vec![("↑↓", "hint-rank-others")],
            false => vec![MOVE, ("enter", on)],
        };
        if !sheet.chosen(question).is_empty() {
            hints.push(("J/K", "hint-rank-move"));
        }
        hints
    },
    counted: "ranked-count",
    place: |ranked, option| {
        let at = ranked.iter().position(|id| *id == option.id);
        Some(at.map_or_else(|| "·".to_owned(), |at| format!("#{}", at + 1)))
    },
    mark_width: |question| {
        question.control.ranking().map_or(1, |ranking| 1 + ranking.places.to_string().len())
    },
    marks: [" "; 3],
    key,
    enter: |card, now| {
        let ranks = card.current().is_some_and(|(question, sheet)| ranks_next(question, sheet));
        if ranks { choose(card, now) } else { (PLAIN.enter)(card, now) }
    },
    choose,
    plain: "plain-rank",
    ..PLAIN
};

fn has_places(question: &Question, sheet: &Sheet) -> bool {
    let ranking = question.control.ranking();
    ranking.is_some_and(|ranking| sheet.chosen(question).len() < ranking.places)
}

/// Whether the option at the cursor can get the next place.
fn ranks_next(question: &Question, sheet: &Sheet) -> bool {
    let is_free = |option: &Choice| !sheet.is_chosen(question, &option.id);
    has_places(question, sheet) && sheet.option(question).is_some_and(is_free)
}

/// After an option gets a place, the cursor moves to the first one without.
fn choose(card: &mut Card, now: Duration) -> bool {
    card.edit_option(Edit::Toggle, now);
    if let Some((question, sheet)) = card.current_mut() {
        let ranked = sheet.chosen(question).len();
        let has_places = has_places(question, sheet);
        sheet.cursor = if has_places { ranked } else { ranked.saturating_sub(1) };
    }
    false
}

fn key(card: &mut Card, key: KeyEvent, now: Duration) -> bool {
    let carries = key.modifiers.intersects(KeyModifiers::SHIFT | KeyModifiers::ALT);
    let way = match key.code {
        KeyCode::Char('K') => Some(Way::Up),
        KeyCode::Char('J') => Some(Way::Down),
        KeyCode::Up if carries => Some(Way::Up),
        KeyCode::Down if carries => Some(Way::Down),
        _ => None,
    };
    let Some(way) = way else { return false };
    carry(card, way, now);
    true
}

/// Changes the place of the option at the cursor; the cursor moves along.
fn carry(card: &mut Card, way: Way, now: Duration) {
    let Some((question, sheet)) = card.current() else { return };
    let carried = sheet.item(question);
    if let (Some(ranking), Some(option)) = (question.control.ranking(), sheet.option(question)) {
        let ranked = ranking.moved(sheet.chosen(question), &option.id, way);
        card.edit(Edit::Mark(ranked), now);
    }
    if let Some((question, sheet)) = card.current_mut() {
        let place = sheet.items(question).into_iter().position(|item| Some(item) == carried);
        sheet.cursor = place.unwrap_or(sheet.cursor);
    }
}
