//! Meanings of the styles.

use sayso_core::settings::Key;
use serde_json::json;

use super::super::screen;
use super::frame::styled;
use crate::abilities::Depth;
use crate::fixtures::{at, choice, control, inbox, press, prompt, questions, set};
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
