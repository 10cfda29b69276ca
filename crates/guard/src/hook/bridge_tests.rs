//! Events of Claude Code, as version 2.1.325 sends them.

use super::*;

fn event(more: Value) -> Option<BridgeEvent> {
    let mut fields = json!({ "session_id": "s-1", "transcript_path": "/t", "cwd": "/work/api",
        "prompt_id": "p", "permission_mode": "default" });
    fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    BridgeEvent::read(fields.to_string().as_bytes())
}

/// As Claude Code 2.1.325 sends them.
/// REQ: AD-1, AD-2
#[test]
fn a_dialog_is_found_again_in_what_is_reported_later() {
    let questions = json!([{ "question": "Which?", "options": [] }]);
    let asked = event(json!({ "hook_event_name": "PermissionRequest",
        "tool_name": "AskUserQuestion", "tool_input": { "questions": questions } }));
    let Some(BridgeEvent::Asks(asked)) = asked else { panic!("{asked:?}") };
    assert_eq!((asked.kind(), asked.subagent.as_deref()), (BridgedKind::Question, None));
    let ran = event(json!({ "hook_event_name": "PostToolUse", "tool_name": "AskUserQuestion",
        "tool_use_id": "toolu_1",
        "tool_input": { "questions": questions, "answers": { "Which?": "SQLite" } } }));
    let answers = Some(vec![("Which?".to_owned(), "SQLite".to_owned())]);
    let Some(BridgeEvent::Ran { note, answers: taken, .. }) = ran else { panic!("{ran:?}") };
    assert_eq!(taken, answers);
    assert!(note.is_like(&asked.note) && note.digest() == asked.note.digest());
    assert_eq!((note.use_id.as_deref(), asked.note.use_id), (Some("toolu_1"), None));
}

/// REQ: AD-3
#[test]
fn what_begins_has_the_id_that_its_dialog_lacks() {
    let fields = json!({ "tool_name": "Bash", "tool_input": { "command": "ls" } });
    let of = |name: &str, use_id: Option<&str>| {
        let mut fields = fields.clone();
        fields["hook_event_name"] = name.into();
        if let Some(id) = use_id {
            fields["tool_use_id"] = id.into();
        }
        event(fields)
    };
    let began = of("PreToolUse", Some("toolu_1"));
    let Some(BridgeEvent::Begins { note: began, .. }) = began else { panic!("{began:?}") };
    let asked = of("PermissionRequest", None);
    let Some(BridgeEvent::Asks(asked)) = asked else { panic!("{asked:?}") };
    assert_eq!((began.digest(), began.use_id.as_deref()), (asked.note.digest(), Some("toolu_1")));
    let waits = event(json!({ "hook_event_name": "Notification",
        "message": "Claude needs your permission to use Bash" }));
    assert!(matches!(waits, Some(BridgeEvent::Waits { .. })), "{waits:?}");
}

/// What a model was told about a tool that was denied is in the report of its turn; the mode that a plan's
/// approval has set is in that of its tool.
/// REQ: AD-3
#[test]
fn a_turn_says_what_the_model_was_told() {
    let call = json!({ "tool_name": "Bash", "tool_input": { "command": "ls" },
        "tool_use_id": "toolu_1", "tool_response": "They said: use make" });
    let batch = event(json!({ "hook_event_name": "PostToolBatch", "agent_id": "a-7",
        "tool_calls": [call, { "tool_name": "Read" }] }));
    let Some(BridgeEvent::WentOn { heard, .. }) = batch else { panic!("{batch:?}") };
    let [(note, said)] = &heard[..] else { panic!("{heard:?}") };
    assert_eq!((note.use_id.as_deref(), said.as_str()), (Some("toolu_1"), "They said: use make"));
    assert_eq!(note.agent.as_deref(), Some("a-7"));
    let ran = event(json!({ "hook_event_name": "PostToolUse", "tool_name": "ExitPlanMode",
        "tool_input": {}, "permission_mode": "acceptEdits" }));
    assert!(
        matches!(&ran, Some(BridgeEvent::Ran { mode: Some(mode), .. }) if mode == "acceptEdits"),
        "{ran:?}"
    );
}

/// REQ: AD-1
#[test]
fn a_subagent_is_named() {
    let asked = event(json!({ "hook_event_name": "PermissionRequest", "agent_id": "a-7",
        "agent_type": "Explore", "tool_name": "Bash", "tool_input": { "command": "ls" } }));
    let Some(BridgeEvent::Asks(asked)) = asked else { panic!("{asked:?}") };
    assert_eq!(
        (asked.kind(), asked.subagent.as_deref()),
        (BridgedKind::Permission, Some("Explore"))
    );
    assert_eq!(asked.note.agent.as_deref(), Some("a-7"));
}

/// REQ: AD-3, PO-3
#[test]
fn what_is_not_understood_is_none_of_our_business() {
    for other in ["Notification", "SubagentStart", "Anything"] {
        assert_eq!(event(json!({ "hook_event_name": other, "tool_name": "Bash" })), None);
    }
    assert_eq!(BridgeEvent::read(b"not json"), None);
    assert_eq!(BridgeEvent::read(b"{}"), None);
}
