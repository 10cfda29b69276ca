//! Exchanges recorded with Codex 0.166.0.

use serde_json::json;

use super::*;

fn read(message: &Value) -> Option<CodexMessage> {
    CodexMessage::read(&message.to_string())
}

fn asks(method: &str, params: &Value) -> CodexRequest {
    match read(&json!({ "method": method, "id": 0, "params": params })) {
        Some(CodexMessage::Asks { request }) if request.id == 0 => request,
        other => panic!("{other:?}"),
    }
}

fn command() -> Value {
    json!({ "kind": "command", "threadId": "t1", "turnId": "u1", "itemId": "call_1",
        "startedAtMs": 1, "environmentId": "local", "reason": "May I make it?",
        "command": "/bin/bash -lc 'touch one'", "cwd": "/home/ann/api",
        "commandActions": [{ "type": "unknown", "command": "touch one" }],
        "availableDecisions": ["accept", "cancel"] })
}

fn question() -> Value {
    json!({ "threadId": "t1", "turnId": "u1", "itemId": "call_2", "isBlocking": false,
        "autoResolutionMs": null, "questions": [
            { "id": "store", "header": "Store", "question": "Which store?", "isOther": true,
              "isSecret": false, "options": [
                { "label": "PostgreSQL (Recommended)", "description": "A server" },
                { "label": "SQLite", "description": "One file" }] }] })
}

fn permission(dialog: OwnDialog) -> ProposedAction {
    match dialog.asks {
        DialogAsks::Permission(action) => *action,
        other => panic!("{other:?}"),
    }
}

/// REQ: AD-1, AD-2
#[test]
fn a_command_is_shown_without_the_shell_around_it() {
    let request = asks("item/commandExecution/requestApproval", &command());
    let dialog = request.dialog(None, None);
    assert_eq!((dialog.key.as_str(), dialog.session.as_str()), ("u1 call_1 0", "t1"));
    let action = permission(dialog);
    assert_eq!(action.input, json!({ "command": "touch one" }));
    assert_eq!(action.purpose.as_deref(), Some("May I make it?"));
    assert_eq!(action.directory.as_deref(), Some("/home/ann/api"));
    let allow = AgentReply::Permission(Consent::Allow { remarks: Vec::new() });
    assert_eq!(request.reply(&allow), Some(json!({ "decision": "accept" })));
    let deny = AgentReply::Permission(Consent::Deny { remarks: Vec::new() });
    assert_eq!(request.reply(&deny), Some(json!({ "decision": "decline" })));
}

/// REQ: AD-2
#[test]
fn an_edit_is_shown_by_what_it_changes_and_never_blindly() {
    let about = json!({ "threadId": "t1", "turnId": "u1", "itemId": "call_3", "startedAtMs": 1,
        "reason": null, "grantRoot": null });
    let request = asks("item/fileChange/requestApproval", &about);
    let changes = json!([{ "path": "/home/ann/api/notes.md", "kind": { "type": "add" },
        "diff": "hello\n" }]);
    let action = permission(request.dialog(Some(&changes), Some("/home/ann/api")));
    assert_eq!((action.tool.as_str(), action.diff.as_deref()), ("Write", Some("+hello")));
    assert_eq!(action.input["file_path"], "/home/ann/api/notes.md");
    let unknown = request.dialog(None, None).asks;
    assert!(matches!(unknown, DialogAsks::Elsewhere { .. }), "{unknown:?}");
}

/// REQ: AD-3
#[test]
fn what_cannot_be_answered_from_outside_is_only_shown() {
    let mut secret = question();
    secret["questions"][0]["isSecret"] = true.into();
    let mut network = command();
    network["networkApprovalContext"] = json!({ "host": "x.test" });
    let elicitation = json!({ "threadId": "t1", "serverName": "db", "mode": "form" });
    for (method, about) in [
        ("item/tool/requestUserInput", secret),
        ("item/commandExecution/requestApproval", network),
        ("mcpServer/elicitation/request", elicitation),
    ] {
        let request = asks(method, &about);
        let allow = AgentReply::Permission(Consent::Allow { remarks: Vec::new() });
        assert_eq!(request.reply(&allow), None);
        assert!(
            matches!(request.dialog(None, None).asks, DialogAsks::Elsewhere { .. }),
            "{method}"
        );
    }
}

/// REQ: AD-1
#[test]
fn what_a_question_returned_is_read_as_its_dialog_wrote_it() {
    let request = asks("item/tool/requestUserInput", &question());
    let DialogAsks::Questions(arguments) = request.dialog(None, None).asks else { panic!() };
    assert_eq!(arguments["questions"][0]["custom"], true);
    let said = |output: &str| request.returned(output);
    let one = |answer: &str| Some(vec![("Which store?".to_owned(), answer.to_owned())]);
    assert_eq!(said(r#"{"answers":{"store":{"answers":["SQLite"]}}}"#), one("SQLite"));
    let typed = r#"{"answers":{"store":{"answers":["None of the above","user_note: my words"]}}}"#;
    assert_eq!(said(typed), one("my words"));
    assert_eq!(said(r#"{"answers":{}}"#), None);
    assert_eq!(said("aborted by user"), None);
}

/// REQ: AD-3
#[test]
fn what_became_of_it_is_read() {
    let resolved = json!({ "method": "serverRequest/resolved",
        "params": { "threadId": "t1", "requestId": 7 } });
    assert_eq!(read(&resolved), Some(CodexMessage::Resolved { id: json!(7) }));
    let done = |status: &str| {
        let item = json!({ "type": "commandExecution", "id": "call_1", "status": status });
        match read(
            &json!({ "method": "item/completed", "params": { "threadId": "t1", "item": item } }),
        ) {
            Some(CodexMessage::Done { was_declined, .. }) => was_declined,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((done("completed"), done("failed"), done("declined")), (false, false, true));
    let waits = json!({ "method": "thread/status/changed", "params": { "threadId": "t1",
        "status": { "type": "active", "activeFlags": ["waitingOnApproval"] } } });
    let thread = || "t1".to_owned();
    let expected = CodexMessage::Status { thread: thread(), waits: true };
    assert_eq!(read(&waits), Some(expected));
    let over = json!({ "method": "turn/completed", "params": { "threadId": "t1",
        "turn": { "id": "u1", "status": "interrupted" } } });
    let expected = CodexMessage::TurnOver { thread: thread(), was_interrupted: true };
    assert_eq!(read(&over), Some(expected));
    let error = json!({ "id": 4, "error": { "code": -32600, "message": "no rollout found" } });
    assert_eq!(read(&error), Some(CodexMessage::Response { id: 4, result: None }));
}
