//! What a model reads before it calls anything.

use serde_json::{Value, json};

use crate::harness::connected;

/// REQ: AU-1, PC-1
#[tokio::test]
async fn the_tools_are_listed_with_every_field_described() {
    let (_world, mut client) = connected().await;
    let tools = client.request("tools/list", json!({})).await["result"]["tools"].clone();
    let names: Vec<&str> =
        tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["provide_choice", "ask_user_questions", "get_answered_questions"]);
    for tool in tools.as_array().unwrap() {
        assert!(tool["description"].as_str().unwrap().len() > 80, "{tool}");
        let hints = &tool["annotations"];
        assert_eq!(hints["openWorldHint"], true);
        assert_eq!(hints["readOnlyHint"], false);
        assert_eq!(hints["idempotentHint"], true);
        for schema in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[schema]["type"], "object");
            described(&tool[schema], tool["name"].as_str().unwrap());
        }
    }
    let fields = tools[0]["inputSchema"]["properties"].as_object().unwrap();
    for field in [
        "title",
        "prompt",
        "selection_mode",
        "options",
        "placeholder",
        "show_placeholder",
        "default_selection_ids",
        "min_selections",
        "max_selections",
        "single_submit_mode",
        "timeout_seconds",
        "timeout_action",
        "irreversible",
        "interface",
        "allow_annotations",
        "option_annotations",
        "global_annotation",
        "session_id",
    ] {
        assert!(fields.contains_key(field), "{field}");
    }
}

/// Each property says what it is; nothing that some clients refuse.
fn described(schema: &Value, path: &str) {
    if let Some(properties) = schema["properties"].as_object() {
        for (name, property) in properties {
            let path = format!("{path}.{name}");
            assert!(
                property["description"].as_str().is_some_and(|text| !text.is_empty()),
                "{path}"
            );
            assert!(property["type"].is_string(), "{path}: one type, never null");
            assert!(property.get("format").is_none(), "{path}");
            described(property, &path);
        }
    }
    if schema["items"].is_object() {
        described(&schema["items"], &format!("{path}[]"));
    }
}

/// REQ: PO-1
#[tokio::test]
async fn agents_are_told_when_to_ask_and_never_to_loop() {
    let (_world, mut client) = connected().await;
    let hello = client
        .request(
            "initialize",
            json!({
                "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            }),
        )
        .await;
    let tools = client.request("tools/list", json!({})).await;
    let prompt = client.request("prompts/get", json!({ "name": "decision-policy" })).await;
    let resource = client.request("resources/read", json!({ "uri": "sayso://policy" })).await;
    let tool = tools["result"]["tools"][0]["description"].as_str().unwrap();
    let policy = prompt["result"]["messages"][0]["content"]["text"].as_str().unwrap();
    assert_eq!(resource["result"]["contents"][0]["text"], policy);
    for text in [tool, policy] {
        for reason in ["more than two paths", "destructive", "guess"] {
            let said =
                text.contains(reason) || (reason == "guess" && text.contains("choose by yourself"));
            assert!(said, "{reason}: {text}");
        }
    }
    let all = format!("{hello}{tools}{prompt}").to_lowercase();
    for loop_words in ["until the user", "keep calling", "again and again", "in a loop"] {
        assert!(!all.contains(loop_words), "{loop_words}");
    }
    let instructions = hello["result"]["instructions"].as_str();
    assert!(instructions.is_none_or(|text| text.contains("instead of guessing")));
}
