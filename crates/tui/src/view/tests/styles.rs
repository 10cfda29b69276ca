//! Meanings of the styles.

use ratatui::style::Modifier;
use sayso_core::settings::Key;
use serde_json::json;

use super::super::screen;
use super::frame::styled;
use crate::abilities::Depth;
use crate::fixtures::{at, choice, control, inbox, permission, press, prompt, questions, set};
use crate::update::update;

/// The accent marks the cursor; green, yellow and red have their meanings. The same roles in every
/// theme and without colours.
#[test]
fn styles_have_meanings() {
    let mut urgent = choice(json!({}));
    urgent.live.remaining_ms = Some(9_000);
    let mut state = prompt(urgent);
    press(&mut state, "↓");
    let roles = styled(&state, (80, 16));
    let mut text = format!("{roles}\n{}", styled(&inbox(), (80, 12)));
    let mut form = prompt(questions());
    press(&mut form, "1→");
    update(&mut form, control('l'), at(0));
    press(&mut form, "→→");
    text.push_str(&format!("\n{}", styled(&form, (80, 16))));
    insta::assert_snapshot!("styles", text);
    for theme in ["dark", "light", "contrast"] {
        for depth in [Depth::Many, Depth::True] {
            set(&mut state, Key::Theme, theme);
            state.depth = depth;
            assert_eq!(styled(&state, (80, 16)), roles, "{theme}");
            assert!(screen(&state, 80, 16).ground.bg.is_some(), "{theme} has its own background");
        }
    }
    state.depth = Depth::None;
    let rows = screen(&state, 80, 16).rows;
    let colours =
        rows.iter().flat_map(|row| &row.spans).filter_map(|span| span.style.fg.or(span.style.bg));
    assert_eq!(colours.count(), 0);
}

/// What would be run is the title, and what a rule matched in it is seen without colours, too.
/// REQ: AD-2
#[test]
fn the_dangerous_part_of_a_command_is_marked() {
    let mut state = prompt(permission());
    for depth in [Depth::True, Depth::None] {
        state.depth = depth;
        for size in [(80, 24), (80, 16), (60, 8)] {
            let rows = screen(&state, size.0, size.1).rows;
            let spans = rows.iter().flat_map(|row| &row.spans);
            let marked =
                spans.filter(|span| span.style.add_modifier.contains(Modifier::UNDERLINED));
            let marked: Vec<&str> = marked.map(|span| span.content.as_ref()).collect();
            assert_eq!(marked, ["git push --force"], "{depth:?}, {size:?}");
        }
    }
    state.depth = Depth::True;
    insta::assert_snapshot!("permission", styled(&state, (80, 24)));
}
