//! A ranking and a number as they are drawn.

use sayso_core::settings::Key;
use serde_json::json;

use super::frame::drawn;
use crate::fixtures::{choice, press, prompt, set};

/// REQ: AD-8, LA-1
#[test]
fn a_ranking_and_a_number() {
    let mut text = String::new();
    for language in ["en", "zh", "ko"] {
        let rank =
            json!({"selection_mode": "rank", "default_selection_ids": null, "max_selections": 2});
        let mut state = prompt(choice(rank));
        set(&mut state, Key::Language, language);
        text.push_str(&drawn(&state, (80, 18)));
        press(&mut state, "jj ");
        text.push_str(&drawn(&state, (80, 18)));
        press(&mut state, "g⏎");
        text.push_str(&drawn(&state, (40, 20)));
        let number = json!({
            "selection_mode": "number", "options": null, "default_selection_ids": null,
            "min": 0.5, "max": 64, "step": 0.5, "unit": "GB",
        });
        let mut state = prompt(choice(number));
        set(&mut state, Key::Language, language);
        text.push_str(&drawn(&state, (80, 18)));
        press(&mut state, "16.2⏎");
        text.push_str(&drawn(&state, (80, 18)));
    }
    insta::assert_snapshot!("rank_and_number", text);
}
