//! All keys, by where they work.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::part::Part;
use super::{Look, MARGIN, reader};
use crate::control::{self, Hint};
use crate::state::{Purpose, State};
use crate::text::{fixed, span, wrap_text};

/// A heading, and keys with what they do.
type Group = (&'static str, &'static [&'static [Hint]]);

const QUESTION: Group = (
    "help-question",
    &[
        &[
            ("↑ ↓ j k", "help-move"),
            ("1 … 99", "help-digits"),
            ("y n", "help-yes-no"),
            ("space", "help-space"),
            ("enter", "help-enter"),
            ("/", "help-filter"),
            ("tab", "help-tab"),
            ("o", "help-own-text"),
        ],
        control::HELP,
        &[
            ("R", "help-recommended"),
            ("ctrl+r", "help-recommended-all"),
            ("← → h l", "help-pages"),
            ("x", "help-explain"),
            ("-", "help-skip"),
            ("e", "help-extend"),
            ("w", "help-web"),
            ("v", "help-read"),
            ("c ctrl+x", "help-cancel"),
            ("s", "help-settings"),
        ],
    ],
);

const FIELD: Group = (
    "help-field",
    &[&[
        ("enter", "help-field-enter"),
        ("alt+enter", "help-field-newline"),
        ("ctrl+g", "help-field-editor"),
        ("ctrl+_", "help-field-undo"),
        ("alt+_", "help-field-redo"),
        ("ctrl+w", "help-field-cut"),
        ("ctrl+y", "help-field-yank"),
        ("ctrl+home", "help-field-ends"),
        ("esc", "help-field-esc"),
    ]],
);

const INBOX: Group = (
    "help-inbox",
    &[&[
        ("↑ ↓ j k", "help-move"),
        ("enter", "help-inbox-enter"),
        ("[ ]", "help-inbox-along"),
        ("/", "help-inbox-search"),
        ("h", "help-inbox-history"),
        ("W", "help-inbox-withdraw"),
        ("A", "help-inbox-allow"),
        ("m", "help-mouse"),
        ("q", "help-inbox-quit"),
    ]],
);

const ANYWHERE: Group = (
    "help-anywhere",
    &[&[("ctrl+c", "help-leave"), ("ctrl+z", "help-suspend"), ("ctrl+l", "help-redraw")]],
);

pub(super) fn part(state: &State, top: usize, look: &Look, width: usize, height: usize) -> Part {
    let palette = &look.palette;
    let groups: &[Group] = match state.purpose {
        Purpose::Prompt => &[QUESTION, FIELD, ANYWHERE],
        Purpose::Inbox => &[INBOX, QUESTION, FIELD, ANYWHERE],
    };
    let keys =
        groups.iter().flat_map(|(_, keys)| keys.concat().into_iter().map(|(key, _)| key.width()));
    let column = keys.max().unwrap_or(0);
    let room = width.saturating_sub(2 * MARGIN + column + 2).max(10);
    let mut text = Part::default();
    if !look.shortcuts {
        text.append(Part::said(&look.say("help-alt"), palette.warn, width));
        text.gap();
    }
    for (at, (heading, keys)) in groups.iter().enumerate() {
        if at > 0 {
            text.gap();
        }
        text.append(Part::said(&look.say(heading), palette.bold, width));
        for (key, meaning) in keys.concat() {
            for (line, row) in
                wrap_text(&look.say(meaning), palette.dim, room).into_iter().enumerate()
            {
                let key = if line == 0 { key } else { "" };
                let mut spans = vec![
                    Span::raw(" ".repeat(MARGIN)),
                    span(fixed(key, column), palette.plain),
                    Span::raw("  "),
                ];
                spans.extend(row.spans);
                text.push(Line::from(spans));
            }
        }
    }
    reader::paged(text, top, state, look, width, height)
}
