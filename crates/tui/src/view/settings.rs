//! The settings screen: one line each with its value, saved as soon as it is changed.

use ratatui::text::{Line, Span};
use sayso_core::settings::Draw;
use sayso_locale::words;
use unicode_width::UnicodeWidthStr;

use super::field::Field;
use super::fit::{Block, window};
use super::part::Part;
use super::{Look, MARGIN, footer, time};
use crate::message::Target;
use crate::state::settings::{Item, Remark, Settings, split};
use crate::state::{Purpose, State};
use crate::text::{cut, fixed, shorten, span};

pub(super) fn part(
    state: &State,
    settings: &Settings,
    look: &Look,
    width: usize,
    height: usize,
) -> Part {
    let palette = &look.palette;
    let items = state.setting_items();
    let cursor = settings.cursor.min(items.len().saturating_sub(1));
    let names: Vec<String> = items.iter().map(|item| name(*item, look)).collect();
    let widest = names.iter().map(|name| name.width()).max().unwrap_or(0);
    let column = widest.min(width.saturating_sub(2 * MARGIN + 2) * 6 / 10);
    let start = MARGIN + 2 + column + 2;
    let room = width.saturating_sub(start + MARGIN).max(6);
    let mut part = Part::default();
    let heading = vec![
        Span::raw(" ".repeat(MARGIN)),
        span(look.say("settings"), palette.bold),
        span(format!("  {}", look.say("settings-saved-at-once")), palette.dim),
    ];
    part.push(Line::from(shorten(heading, width.saturating_sub(MARGIN))));
    if height >= 14 {
        part.gap();
    }
    let blocks = items.iter().enumerate().map(|(at, item)| {
        let here = at == cursor;
        let style = if here { palette.under_cursor() } else { palette.plain };
        let mut row = vec![
            Span::raw(" ".repeat(MARGIN)),
            span(if here { "› " } else { "  " }, palette.accent),
            span(fixed(&names[at], column), style),
            Span::raw("  "),
        ];
        let mut block = Part::default();
        if let (true, Some(editor)) = (here, &settings.typing) {
            let hint = look.say("duration-hint");
            let field = Field {
                editor,
                focused: true,
                placeholder: &hint,
                width: room,
                rows: 1,
                plain: palette.plain,
                dim: palette.dim,
            };
            let mut field = field.part();
            block.cursor = field.cursor.map(|(_, column)| (0, column + start));
            row.extend(field.rows.swap_remove(0).spans);
        } else {
            let value = value(state, *item, look);
            let shown = if here && matches!(item, Item::Setting(_)) {
                format!("‹ {value} ›")
            } else {
                value
            };
            let shown = cut(&shown, room);
            let used = shown.width();
            row.push(span(shown, if here { palette.bold } else { palette.dim }));
            if here && let Some(remark) = &settings.remark {
                let (text, style) = match remark {
                    Remark::Saved => (look.say("saved"), palette.done),
                    Remark::Refused(why) => (why.clone(), palette.warn),
                };
                row.push(span(format!("  {}", cut(&text, room.saturating_sub(used + 2))), style));
            }
        }
        block.push(Line::from(row));
        block.point(0, Target::Setting(at));
        Block { part: block }
    });
    let list = height.saturating_sub(part.len() + 2).max(1);
    part.append(window(blocks.collect(), cursor, list, look));
    let end = height.saturating_sub(1);
    if state.purpose == Purpose::Inbox {
        part.fill(end);
    } else {
        part.gap();
    }
    let hints: &[footer::Hint] = match (&settings.typing, items.get(cursor)) {
        (Some(_), _) => &[("enter", "hint-done"), ("esc", "hint-back")],
        (None, Some(Item::Setting(key))) if key.setting().always => &[
            ("↑↓", "hint-move"),
            ("←→", "hint-change"),
            ("a", "hint-always"),
            ("esc", "hint-back"),
        ],
        (None, _) => &[("↑↓", "hint-move"), ("←→", "hint-change"), ("esc", "hint-back")],
    };
    let mut hints = hints.to_vec();
    if let Some(cancel) = footer::cancel_under(state) {
        hints.insert(hints.len() - 1, cancel);
    }
    part.push(footer::line(&hints, true, look, width));
    part
}

fn name(item: Item, look: &Look) -> String {
    match item {
        Item::TimeLeft => look.say("setting-time-left"),
        Item::SwitchToWeb => look.say("setting-switch-to-web"),
        Item::Setting(key) => look.say(&key.setting().text()),
    }
}

fn value(state: &State, item: Item, look: &Look) -> String {
    let key = match item {
        Item::TimeLeft => {
            let card = state.card.as_ref();
            let left = card.and_then(|card| card.remaining(state.now.running));
            return left.map(|left| time::left(left, look.texts)).unwrap_or_default();
        }
        Item::SwitchToWeb => return look.say("setting-switch-to-web-value"),
        Item::Setting(key) => key,
    };
    let value = state.in_force(key);
    let (bare, always) = split(&value);
    let words = match (key.setting().draw, bare.parse()) {
        (Draw::Duration, Ok(seconds)) => span_of(seconds, look),
        (Draw::Duration, Err(_)) => bare.to_owned(),
        (Draw::Switch | Draw::Choice | Draw::Theme, _) => {
            words::setting_value(look.texts, key, bare)
        }
    };
    if always.is_empty() { words } else { format!("{words}, {}", look.say("always")) }
}

fn span_of(seconds: u64, look: &Look) -> String {
    let said = |key: &str, count: u64| look.texts.say_with(key, [("count", count.into())]);
    match seconds {
        0..60 => said("short-seconds", seconds),
        60..3_600 => said("short-minutes", seconds / 60),
        3_600..86_400 => said("short-hours", seconds / 3_600),
        _ => said("short-days", seconds / 86_400),
    }
}
