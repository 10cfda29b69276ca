//! Any payload that Slack delivers is read without a panic, and any text of an agent is drawn within
//! the limit.

use serde_json::Value;

/// Slack's limit for the text of a section.
const MOST: usize = 3_000;

/// Panics if a property doesn't hold for these bytes.
pub fn slack(input: &[u8]) {
    if let Ok(payload) = serde_json::from_slice::<Value>(input) {
        sayso_slack::interactive(&payload);
        sayso_slack::event(&payload);
    }
    if let Ok(text) = std::str::from_utf8(input) {
        let drawn = sayso_slack::marked(text, MOST);
        assert!(drawn.chars().count() <= MOST, "{} characters", drawn.chars().count());
    }
}
