//! Exchanges recorded with OpenCode 1.18.33.

use serde_json::json;

use super::*;

const HERE: Option<&str> = Some("/home/ann/api");

fn read(event: &Value) -> Option<OpenCodeEvent> {
    OpenCodeEvent::read(&event.to_string(), HERE)
}

fn bash() -> Value {
    json!({ "id": "per_1", "sessionID": "ses_1", "permission": "bash", "patterns": ["touch one"],
        "metadata": { "command": "touch one" }, "always": ["touch *"],
        "tool": { "messageID": "msg_1", "callID": "call_1" } })
}

fn asked() -> Value {
    json!({ "id": "que_1", "sessionID": "ses_2", "questions": [
        { "question": "Which store?", "header": "Store", "options": [
            { "label": "PostgreSQL", "description": "A server" },
            { "label": "SQLite", "description": "One file" }] },
        { "question": "Which parts?", "header": "Parts", "multiple": true, "custom": false, "options": [
            { "label": "Cache", "description": "c" }, { "label": "Search", "description": "s" }] },
    ], "tool": { "messageID": "msg_2", "callID": "call_2" } })
}

/// REQ: AD-1, AD-2
#[test]
fn permissions_and_questions_are_read() {
    let event = json!({ "id": "evt_1", "type": "permission.asked", "properties": bash() });
    let Some(OpenCodeEvent::Asked(dialog)) = read(&event) else { panic!("it asks") };
    assert_eq!((dialog.key.as_str(), dialog.session.as_str()), ("per_1", "ses_1"));
    let DialogAsks::Permission(action) = dialog.asks else { panic!("it is a permission") };
    assert_eq!((action.tool.as_str(), &action.input), ("Bash", &json!({ "command": "touch one" })));
    assert_eq!(action.directory.as_deref(), HERE);

    let event = json!({ "id": "evt_2", "type": "question.asked", "properties": asked() });
    let Some(OpenCodeEvent::Asked(dialog)) = read(&event) else { panic!("it asks") };
    let DialogAsks::Questions(arguments) = dialog.asks else { panic!("it is a question") };
    let flags = |at: usize| {
        let question = &arguments["questions"][at];
        (question["multiSelect"].as_bool().unwrap(), question["custom"].as_bool())
    };
    assert_eq!((flags(0), flags(1)), ((false, None), (true, Some(false))));
}

/// REQ: AD-2
#[test]
fn an_edit_is_shown_by_what_it_changes() {
    let diff = "Index: /home/ann/api/notes.md\n=====\n--- /home/ann/api/notes.md\n\
        +++ /home/ann/api/notes.md\n@@ -1,1 +1,1 @@\n-hello\n+bye\n";
    let event = json!({ "type": "permission.asked", "properties": { "id": "per_2",
        "sessionID": "ses_1", "permission": "edit", "patterns": ["notes.md"], "always": ["*"],
        "metadata": { "filepath": "/home/ann/api/notes.md", "diff": diff } } });
    let Some(OpenCodeEvent::Asked(dialog)) = read(&event) else { panic!("it asks") };
    let DialogAsks::Permission(action) = dialog.asks else { panic!("it is a permission") };
    assert_eq!(action.input, json!({ "file_path": "/home/ann/api/notes.md" }));
    let shown = action.diff.unwrap();
    assert!(shown.starts_with("---") && shown.ends_with("-hello\n+bye"), "{shown}");
}

/// REQ: AD-3
#[test]
fn what_was_decided_there_is_said() {
    let replied = |kind: &str, more: Value| {
        let mut about = json!({ "sessionID": "ses_1", "requestID": "x" });
        about.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        match read(&json!({ "type": kind, "properties": about })) {
            Some(OpenCodeEvent::Replied { key, what }) if key == "x" => what,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(replied("permission.replied", json!({ "reply": "once" })), "allowed");
    assert_eq!(replied("permission.replied", json!({ "reply": "reject" })), "declined");
    let answers = json!({ "answers": [["SQLite"], ["Cache", "my own"]] });
    assert_eq!(replied("question.replied", answers), "answered “SQLite; Cache, my own”");
    assert_eq!(replied("question.rejected", json!({})), "declined");
    let idle = json!({ "type": "session.idle", "properties": { "sessionID": "ses_1" } });
    assert_eq!(read(&idle), Some(OpenCodeEvent::Idle { session: "ses_1".to_owned() }));
    assert_eq!(read(&json!({ "type": "message.updated", "properties": {} })), None);
}

/// A session that was stopped leaves its dialog in the list.
/// REQ: AD-3
#[test]
fn only_dialogs_of_sessions_at_work_are_open() {
    let busy = json!({ "ses_2": { "type": "busy" } });
    let open = pending(&json!([bash()]), &json!([asked()]), &busy, HERE);
    let keys: Vec<&str> = open.iter().map(|dialog| dialog.key.as_str()).collect();
    assert_eq!(keys, ["que_1"]);
}

#[test]
fn a_stream_is_split_wherever_it_was_cut() {
    let stream = b"data: {\"a\":1}\n\ndata: {\"b\":2}\n\n";
    for cut in 0..stream.len() {
        let mut lines = EventLines::default();
        let mut events = lines.add(&stream[..cut]);
        events.extend(lines.add(&stream[cut..]));
        assert_eq!(events, ["{\"a\":1}", "{\"b\":2}"], "cut at {cut}");
    }
}
