//! Texts that a model reads before it calls anything.

use sayso_core::dialect::DialectLimits;
use sayso_desk::Asking;
use sayso_mcp::Offered;
use serde_json::{Value, json};

use crate::harness::{World, connected};

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
        assert_eq!(tool["_meta"]["anthropic/alwaysLoad"], true, "in the model's first request");
        for schema in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[schema]["type"], "object");
        }
        described(&tool["inputSchema"], tool["name"].as_str().unwrap());
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

/// Hints that tell clients which calls need permission.
/// REQ: AU-1, RA-4
#[tokio::test]
async fn the_tools_say_what_they_may_do() {
    let (_world, mut client) = connected().await;
    let tools = client.request("tools/list", json!({})).await["result"]["tools"].clone();
    for (tool, name, read_only, open_world) in [
        (&tools[0], "provide_choice", false, false),
        (&tools[1], "ask_user_questions", false, true),
        (&tools[2], "get_answered_questions", true, true),
    ] {
        let hints = &tool["annotations"];
        assert_eq!(tool["name"], name);
        assert_eq!(hints["readOnlyHint"], read_only, "{name}");
        assert_eq!(hints["openWorldHint"], open_world, "{name}");
        assert_eq!(hints["idempotentHint"], true, "{name}");
        assert_eq!(hints["destructiveHint"], false, "{name}");
    }
}

/// REQ: RA-10, RA-11
#[tokio::test]
async fn the_limits_in_force_are_stated_once() {
    let world = World::new().await;
    let mut setup = world.setup();
    setup.limits = DialectLimits { questions: 7, options: 99, ..DialectLimits::default() };
    setup.limits.questions_timeout = Some(900);
    let mut client = world.client_of(setup, json!({ "name": "test", "version": "1" })).await;
    let tools = client.request("tools/list", json!({})).await["result"]["tools"].clone();
    let (choose, ask) = (&tools[0], &tools[1]);
    let said = choose["description"].as_str().unwrap();
    for limit in ["200 options", "1000 characters", "option ids 64", "5 to 604800"] {
        assert!(said.contains(limit), "{limit}: {said}");
    }
    let said = ask["description"].as_str().unwrap();
    for limit in ["1 to 7 questions", "2 to 10 options", "900 seconds"] {
        assert!(said.contains(limit), "{limit}: {said}");
    }
    // Once: the schemas do not repeat them.
    for schema in [&choose["inputSchema"], &ask["inputSchema"]] {
        for rule in ["maxLength", "maxItems", "minimum", "deprecated"] {
            assert!(!schema.to_string().contains(rule), "{rule}: {schema}");
        }
    }
    let fields = &choose["inputSchema"]["properties"];
    assert_eq!(
        fields["options"]["items"]["required"],
        json!(["label"]),
        "the legacy contract has no ids"
    );
    assert_eq!(choose["inputSchema"].get("required"), None, "a session_id alone will do");
}

/// `mcp.tools`: what is not offered is neither listed nor called; fetching comes with asking.
/// REQ: RA-11
#[tokio::test]
async fn fewer_tools_can_be_offered() {
    let world = World::new().await;
    for (setting, names) in [
        ("", &["provide_choice", "ask_user_questions", "get_answered_questions"][..]),
        ("provide_choice", &["provide_choice"]),
        ("ask_user_questions", &["ask_user_questions", "get_answered_questions"]),
    ] {
        let mut setup = world.setup();
        setup.offered = Offered::parse(setting).unwrap();
        let mut client = world.client_of(setup, json!({ "name": "test", "version": "1" })).await;
        let tools = client.request("tools/list", json!({})).await["result"]["tools"].clone();
        let listed: Vec<&Value> =
            tools.as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
        assert_eq!(listed, names, "{setting}");
        if setting == "provide_choice" {
            let call = json!({ "name": "ask_user_questions", "arguments": { "questions": [] } });
            let refused = client.request("tools/call", call).await;
            let message = "there is no tool `ask_user_questions`; the tools are provide_choice";
            assert_eq!(refused["error"]["message"], message);
        }
    }
    let refused = |setting| Offered::parse(setting).unwrap_err();
    assert!(refused("choices").contains("provide_choice, ask_user_questions"));
    assert!(refused("get_answered_questions").contains("comes with ask_user_questions"));
}

/// Each property has a description, and nothing is used that some clients reject.
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

/// REQ: PO-1, PC-16, RA-4
#[tokio::test]
async fn agents_are_told_when_to_ask_and_never_to_loop() {
    let (_world, mut client) = connected().await;
    let instructions = client.greeting["instructions"].as_str().unwrap().to_owned();
    let tools = client.request("tools/list", json!({})).await;
    let prompt = client.request("prompts/get", json!({ "name": "decision-policy" })).await;
    let resource = client.request("resources/read", json!({ "uri": "sayso://policy" })).await;
    let tool = tools["result"]["tools"][0]["description"].as_str().unwrap();
    let policy = prompt["result"]["messages"][0]["content"]["text"].as_str().unwrap();
    assert_eq!(resource["result"]["contents"][0]["text"], policy);
    for text in [tool, policy, &instructions] {
        for reason in ["more than two paths", "destructive", "configur"] {
            assert!(text.contains(reason), "{reason}: {text}");
        }
    }
    let field = &tools["result"]["tools"][0]["inputSchema"]["properties"]["prompt"]["description"];
    for (text, words) in [
        (tool, "never guess"),
        (field.as_str().unwrap(), "with the context of the task and why you ask"),
        (tool, "A terminal hand-off is single-use"),
        (tool, "repeat the same call: it finds the question"),
        (policy, "what the choice decides and why you ask into the prompt"),
        (policy, "Do not choose yourself"),
        (policy, "make the same call again: it finds the question"),
        (&instructions, "instead of guessing"),
        (&instructions, "the context of the task and why you ask into the prompt"),
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let ask = tools["result"]["tools"][1]["description"].as_str().unwrap();
    assert!(ask.contains("repeat the same call"), "{ask}");
    let all = format!("{instructions}{tools}{prompt}").to_lowercase();
    for loop_words in ["until the user", "keep calling", "again and again", "in a loop"] {
        assert!(!all.contains(loop_words), "{loop_words}");
    }
}

/// As people call it, not as its library does; a title that it gives itself goes first.
/// REQ: PC-14
#[tokio::test]
async fn an_agent_is_shown_by_its_own_name() {
    for (info, shown) in [
        (json!({"name": "gemini-cli-mcp-client", "version": "1"}), "gemini"),
        (json!({"name": "qwen-cli-mcp-client-sayso", "version": "1"}), "qwen"),
        (json!({"name": "@cline/core", "version": "1"}), "cline"),
        (json!({"name": "codex-mcp-client", "title": "Codex", "version": "1"}), "Codex"),
        (json!({"name": "a-tool", "version": "1"}), "a-tool"),
    ] {
        let world = World::new().await;
        let mut client = world.client_as(info).await;
        let call = json!({"title": "Which?", "prompt": "Which?", "selection_mode": "text_input"});
        let (_, id) = world.asked(&mut client, "provide_choice", call).await;
        let view = world.desk.show(&id.into()).await.unwrap();
        assert_eq!(view.interaction.origin.agent_shown(), Some(shown));
    }
}
