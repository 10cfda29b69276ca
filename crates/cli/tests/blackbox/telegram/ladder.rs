//! Telegram as a step of the ladder of attention.

use sayso_core::settings::Key;
use serde_json::json;

use super::Chat;

/// REQ: RE-1, RE-2
#[test]
fn what_waits_comes_here_after_its_time_and_what_is_meant_for_it_at_once() {
    let chat = Chat::new();
    let _hub = chat.hub();
    chat.world.set(Key::Attention, "desktop 0s, telegram 1s");
    let meant = chat.choice(json!({ "title": "Meant" }));
    let waits = chat.choice(json!({ "title": "Waits", "interface": "web" }));
    chat.fake.says(0, "Meant");
    chat.fake.says(1, "Waits");
    for id in [meant, waits] {
        let shown = chat.world.show(&id.to_string());
        let traces = shown["attention"].as_array().unwrap();
        let told = traces.iter().find(|trace| trace["rung"] == "telegram").unwrap();
        assert_eq!(told["notified"], true, "{shown}");
    }
    chat.world.run(&["cancel", &waits.to_string()]).ok();
    chat.fake
        .wait("the message shows the end", |state| !state.questions()[1].text.contains("asks"));
}
