//! A permission as a message.

use sayso_chat::AlsoWaiting;
use sayso_core::settings::Language;
use sayso_core::{Dialect, InteractionId};
use sayso_desk::{Row, View};
use serde_json::{Value, json};

use super::tests::{asked, messages};

/// REQ: AD-2
#[test]
fn a_permission_is_what_would_be_typed_with_its_danger_below() {
    let view = asked(
        Dialect::Permission,
        &json!({
            "title": "cargo test && git push --force <origin>",
            "marked": ["cargo test && ", "git push --force", " <origin>"],
            "prompt": "Claude Code wants to use Bash in /work/api-server.\n\nRule `force-push`: rewrites history.\n\nIt says: Publish the fix",
            "irreversible": true,
        }),
    );
    insta::assert_json_snapshot!("permission", messages(&view, Language::En));
    let quiet =
        asked(Dialect::Permission, &json!({ "title": "a ``` b", "prompt": "It wants to." }));
    let drawn = serde_json::to_value(messages(&quiet, Language::En)).unwrap();
    let title = drawn[0]["blocks"][1]["text"]["text"].as_str().unwrap();
    assert_eq!(title.matches("```").count(), 2, "nothing gets out of its fence: {title}");
    assert!(!title.contains("⚠️"), "nothing is dangerous: {title}");
}

fn waits(title: &str, more: Value) -> View {
    let mut fields = json!({ "title": title, "prompt": "Claude Code wants it.", "says_all": true });
    fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let mut view = asked(Dialect::Permission, &fields);
    view.interaction.origin.session = Some("s1".to_owned());
    view
}

/// Those that wait beside it are named; the button names those that it allows, as the message does.
/// REQ: AD-2, NA-4
#[test]
fn what_waits_beside_a_permission_is_named_in_its_message() {
    let own = waits("touch one", json!({}));
    let others = [
        waits("touch two", json!({})),
        waits("rm -rf /srv/data", json!({ "irreversible": true })),
        waits("edit a`b.rs", json!({ "says_all": false })),
    ];
    let row = |(n, view): (usize, View)| {
        let id = InteractionId::new(uuid::Uuid::from_u128(n as u128));
        Row { id, ..Row::new(&view.interaction, view.live) }
    };
    let listed: Vec<Row> = others.into_iter().enumerate().map(row).collect();
    let allowed = vec![own.interaction.id, listed[0].id];
    let beside = AlsoWaiting { listed, count: 5, allowed };
    let drawn = super::messages(&own, &beside, Language::En);
    insta::assert_json_snapshot!("beside", drawn);
    let alone = AlsoWaiting { allowed: vec![own.interaction.id], ..beside };
    let drawn = serde_json::to_string(&super::messages(&own, &alone, Language::En)).unwrap();
    assert!(!drawn.contains("allow_together"), "only itself: that is its own button");
}
