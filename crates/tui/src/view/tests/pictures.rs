//! The terminal's pictures in README and guide: they show what is drawn now. `scripts/pictures`
//! makes them again.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]

use std::fmt::Write;
use std::path::Path;

use ratatui::style::{Color, Modifier, Style};
use sayso_core::settings::Key;
use serde_json::json;
use unicode_width::UnicodeWidthStr;

use super::super::screen;
use crate::abilities::Depth;
use crate::fixtures::{at, choice, id, inbox, permission, press, prompt, set};
use crate::message::Message;
use crate::state::State;
use crate::update::update;

/// If set, the pictures are written.
const PICTURES: &str = "SAYSO_TEST_PICTURES";
/// A character cell, in pixels.
const CELL: (f64, f64) = (8.4, 19.0);
/// The window's frame, and where its text begins.
const FRAME: f64 = 20.0;
const TOP: f64 = 56.0;

/// REQ: IN-5
#[test]
fn the_pictures_of_the_terminal_are_what_is_drawn() {
    let prompted = "The storage layer is being rewritten; the choice decides the **migration path**.\n\
                    Which one should the service use?";
    let mut question = prompt(choice(json!({"selection_mode": "hybrid", "prompt": prompted})));
    press(&mut question, "↓⇥only if we drop the reporting job");
    check("terminal", question, (92, 16));
    check("inbox", inbox(), (92, 13));
    check("permission", prompt(permission()), (80, 24));
    check("permission-wide", prompt(permission()), (120, 40));
    check("inbox-wide", side_by_side(), (140, 16));
    for language in ["zh", "ko"] {
        let mut question = prompt(choice(json!({"selection_mode": "hybrid"})));
        set(&mut question, Key::Language, language);
        check(&format!("terminal-{language}"), question, (80, 16));
    }
}

/// The inbox on a wide screen, with the question under the cursor.
fn side_by_side() -> State {
    let mut state = inbox();
    update(&mut state, Message::Resized { width: 140 }, at(0));
    press(&mut state, "j");
    let id = id(1);
    let mut view = choice(json!({"selection_mode": "hybrid"}));
    view.interaction.id = id;
    update(&mut state, Message::Loaded { id, result: Box::new(Ok(view)) }, at(0));
    state
}

fn check(name: &str, mut state: State, size: (u16, u16)) {
    set(&mut state, Key::Theme, "dark");
    state.depth = Depth::True;
    let drawn = picture(&state, size);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/images");
    let path = folder.join(name).with_extension("svg");
    if std::env::var_os(PICTURES).is_some() {
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(
        kept == drawn,
        "{name}.svg shows something else: run `scripts/pictures` and look at it"
    );
}

/// The screen in a window, as SVG: each piece of text at the column where a terminal draws it.
fn picture(state: &State, (width, height): (u16, u16)) -> String {
    let screen = screen(state, width, height);
    let rows = screen.rows.len() as f64;
    let (wide, high) = (f64::from(width) * CELL.0 + 2.0 * FRAME, TOP + (rows + 0.3) * CELL.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide:.0} {high:.0}\" width=\"{wide:.0}\" height=\"{high:.0}\" \
         font-family=\"ui-monospace, SFMono-Regular, Menlo, DejaVu Sans Mono, monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"10\" fill=\"{}\"/>\n",
        colour(screen.ground.bg),
    );
    for x in [22, 40, 58] {
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"20\" r=\"5\" fill=\"#4a4753\"/>");
    }
    for (number, row) in screen.rows.iter().enumerate() {
        let y = TOP + number as f64 * CELL.1;
        let mut column = 0;
        for span in &row.spans {
            // Several blanks separate columns, which are placed one by one.
            let mut rest = span.content.as_ref();
            while !rest.is_empty() {
                let end = rest.find("  ").unwrap_or(rest.len());
                let (text, after) = rest.split_at(end);
                let blanks = after.len() - after.trim_start_matches(' ').len();
                put(&mut svg, (column, y), text, screen.ground.patch(span.style));
                column += text.width() + blanks;
                rest = &after[blanks..];
            }
        }
    }
    if let Some((column, row)) = screen.cursor {
        let (x, y) = (left(usize::from(column)), TOP + f64::from(row) * CELL.1 - 13.0);
        let fill = colour(screen.ground.fg);
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.0}\" width=\"2\" height=\"17\" fill=\"{fill}\"/>"
        );
    }
    svg + "</svg>\n"
}

fn put(svg: &mut String, (column, y): (usize, f64), text: &str, style: Style) {
    let blanks = text.len() - text.trim_start().len();
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    let (x, length) = (left(column + blanks), text.width() as f64 * CELL.0);
    let mut look = format!("fill=\"{}\"", colour(style.fg));
    for (modifier, attribute) in [
        (Modifier::BOLD, " font-weight=\"700\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
    ] {
        if style.add_modifier.contains(modifier) {
            look += attribute;
        }
    }
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.0}\" {look} textLength=\"{length:.1}\" xml:space=\"preserve\">{text}</text>"
    );
}

fn left(column: usize) -> f64 {
    FRAME + column as f64 * CELL.0
}

fn colour(colour: Option<Color>) -> String {
    match colour {
        Some(Color::Rgb(red, green, blue)) => format!("#{red:02x}{green:02x}{blue:02x}"),
        other => panic!("not a colour of a theme: {other:?}"),
    }
}
