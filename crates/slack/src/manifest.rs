//! The manifest of the app, to be pasted when creating it.

use serde_json::{Value, json};

use crate::port::QUESTION;

/// The scopes of the bot token, and what they are for.
pub const SCOPES: [(&str, &str); 9] = [
    ("chat:write", "post and edit questions"),
    ("im:write", "ask a person directly"),
    ("im:history", "hear direct messages"),
    ("app_mentions:read", "hear mentions"),
    ("channels:history", "hear what is said in threads"),
    ("groups:history", "hear it in private channels"),
    ("users:read", "name the person who answers"),
    ("usergroups:read", "let a group answer"),
    ("files:write", "put long answers of agents into files"),
];

/// To be told which of our messages arrived, also where history can't be read. It can be left out.
const ARRIVALS: &str = "metadata.message:read";

/// With `url`, Slack calls the hub there; without, the hub calls Slack (Socket Mode).
pub fn manifest(url: Option<&str>) -> Value {
    let scopes: Vec<&str> = SCOPES.iter().map(|(scope, _)| *scope).chain([ARRIVALS]).collect();
    let url = url.map(|url| url.trim_end_matches('/'));
    let mut manifest = json!({
        "display_information": {
            "name": "sayso",
            "description": "Agents ask, you answer",
        },
        "features": {
            "bot_user": { "display_name": "sayso", "always_online": true },
            "app_home": { "messages_tab_enabled": true, "messages_tab_read_only_enabled": false },
        },
        "oauth_config": { "scopes": { "bot": scopes } },
        "settings": {
            "event_subscriptions": {
                "bot_events": [
                    "app_mention", "message.channels", "message.groups", "message.im",
                    "message_metadata_posted",
                ],
                // The app's own id is not known before it is created.
                "metadata_subscriptions": [{ "app_id": "*", "event_type": QUESTION }],
            },
            "interactivity": { "is_enabled": true },
            "socket_mode_enabled": url.is_none(),
            "org_deploy_enabled": false,
            "token_rotation_enabled": false,
        },
    });
    if let Some(url) = url {
        let settings = &mut manifest["settings"];
        settings["event_subscriptions"]["request_url"] = json!(format!("{url}/slack/events"));
        settings["interactivity"]["request_url"] = json!(format!("{url}/slack/interactive"));
    }
    manifest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_is_described_for_either_way() {
        insta::assert_json_snapshot!("socket_mode", manifest(None));
        let public = manifest(Some("https://hub.example.com/"));
        let settings = &public["settings"];
        assert_eq!(settings["socket_mode_enabled"], false);
        let interactive = "https://hub.example.com/slack/interactive";
        assert_eq!(settings["interactivity"]["request_url"], interactive);
    }
}
