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
    let session = "s-1".to_owned();
    assert_eq!(ran, Some(BridgeEvent::Ran { session, note: asked.note, answers }));
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
    for other in ["PreToolUse", "Notification", "SessionStart", "Anything"] {
        assert_eq!(event(json!({ "hook_event_name": other, "tool_name": "Bash" })), None);
    }
    assert_eq!(BridgeEvent::read(b"not json"), None);
    assert_eq!(BridgeEvent::read(b"{}"), None);
}
