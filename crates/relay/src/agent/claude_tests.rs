//! Lines in, happenings out.

use serde_json::{Value, json};

use super::super::{Happening, Outbox, Permitted, Recall, Resumable, Wire, Words};
use super::Claude;

fn heard(lines: &[Value]) -> Vec<Happening> {
    let mut claude = Claude::new(None, None);
    let mut out = Outbox::default();
    for line in lines {
        claude.read(line.to_string().as_bytes(), &mut out);
    }
    out.happened
}

fn text(happened: &[Happening]) -> String {
    let texts = happened.iter().filter_map(|happening| match happening {
        Happening::Text(text) => Some(text.as_str()),
        Happening::Session { .. }
        | Happening::Permission(_)
        | Happening::Withdrawn(_)
        | Happening::TurnEnded { .. }
        | Happening::Exited(_) => None,
    });
    texts.collect()
}

fn delta(text: &str) -> Value {
    let delta = json!({ "type": "text_delta", "text": text });
    json!({ "type": "stream_event", "event": { "type": "content_block_delta", "delta": delta } })
}

fn block() -> Value {
    let block = json!({ "type": "text", "text": "" });
    json!({ "type": "stream_event", "event": { "type": "content_block_start", "content_block": block } })
}

fn message(id: &str, texts: &[&str]) -> Value {
    let content: Vec<Value> =
        texts.iter().map(|text| json!({ "type": "text", "text": text })).collect();
    json!({ "type": "assistant", "message": { "id": id, "content": content } })
}

fn end() -> Value {
    json!({ "type": "result", "subtype": "success", "is_error": false, "result": "all again" })
}

#[test]
fn text_is_told_once_in_pieces() {
    let lines = [
        json!({ "type": "system", "subtype": "init", "session_id": "s1", "model": "m" }),
        block(),
        delta("Let me "),
        delta("see."),
        message("m1", &["Let me see."]),
        json!({ "type": "user", "message": { "content": [] } }),
        block(),
        delta("Done."),
        message("m2", &["Done."]),
        json!({ "type": "system", "subtype": "init", "session_id": "s1" }),
        end(),
    ];
    let happened = heard(&lines);
    assert_eq!(text(&happened), "Let me see.\n\nDone.");
    let session = Happening::Session {
        id: "s1".to_owned(),
        recall: Recall::Nothing,
        resumable: Resumable::Yes,
    };
    assert_eq!(happened.iter().filter(|happening| **happening == session).count(), 1);
    assert_eq!(happened.last(), Some(&Happening::TurnEnded { error: None }));
}

/// A version without pieces; some send a message again with more in it.
#[test]
fn whole_messages_do_where_there_are_no_pieces() {
    let lines = [
        message("m1", &["One."]),
        message("m1", &["One.", "Two."]),
        message("m2", &["Three."]),
        end(),
    ];
    assert_eq!(text(&heard(&lines)), "One.\n\nTwo.\n\nThree.");
}

#[test]
fn what_a_subagent_says_is_not_for_the_user() {
    let mut inner = delta("hidden");
    inner["parent_tool_use_id"] = json!("toolu_1");
    let mut whole = message("m1", &["hidden"]);
    whole["parent_tool_use_id"] = json!("toolu_1");
    assert_eq!(text(&heard(&[inner, whole])), "");
}

#[test]
fn a_result_without_text_before_it_is_the_text() {
    assert_eq!(text(&heard(&[end()])), "all again");
}

/// REQ: UC-4
#[test]
fn a_choice_that_stands_only_in_the_result_is_told() {
    let choice = r#"{"type":"user_choice","question":"Which?","options":["A","B"]}"#;
    let with = |said: &str, result: &str| {
        let mut end = end();
        end["result"] = json!(result);
        sayso_extract::extract(&text(&heard(&[block(), delta(said), end]))).choices.len()
    };
    let fenced = format!("Now:\n```json\n{choice}\n```\n");
    assert_eq!(with("Let me see.", &fenced), 1);
    assert_eq!(with(&fenced, &fenced), 1, "what was said is not asked twice");
    assert_eq!(with(&format!("Before. {fenced}"), choice), 1);
    assert_eq!(with("Let me see.", "Done."), 0);
}

/// REQ: UC-7
#[test]
fn a_malformed_choice_that_stands_only_in_the_result_is_told_as_well() {
    let malformed = r#"{"type":"user_choice" "question":"Which?","options":["A","B"]}"#;
    let good = r#"{"type":"user_choice","question":"Why?","options":["A","B"]}"#;
    let told = |said: &str, result: &str| {
        let mut end = end();
        end["result"] = json!(result);
        let told = sayso_extract::extract(&text(&heard(&[block(), delta(said), end])));
        (told.malformed.len(), told.choices.len())
    };
    assert_eq!(told("Let me see.", malformed), (1, 0));
    assert_eq!(told("Let me see.", &format!("{malformed}\n\n{good}")), (1, 1));
    assert_eq!(told(&format!("So: {malformed}"), malformed), (1, 0), "not twice");
    assert_eq!(
        told(&format!("So: {malformed}\n"), &format!("Now: {malformed}")),
        (1, 0),
        "not twice"
    );
}

#[test]
fn a_failed_turn_says_why() {
    let check = |line: Value, why: &str| {
        let error = Some(why.to_owned());
        assert_eq!(heard(&[line]), [Happening::TurnEnded { error }]);
    };
    let result = |subtype: &str| json!({ "type": "result", "subtype": subtype, "is_error": true });
    check(result("error_max_turns"), "error_max_turns");
    let mut told = result("error_during_execution");
    told["errors"] = json!(["No conversation found", "bye"]);
    check(told, "No conversation found; bye");
    let mut said = result("success");
    said["result"] = json!("Invalid API key");
    check(said, "Invalid API key");
}

#[test]
fn what_is_not_known_is_left_alone() {
    let mut claude = Claude::new(None, None);
    let mut out = Outbox::default();
    for line in ["", "no json", "[]", "{}", r#"{"type":"rate_limit_event"}"#, r#"{"type":7}"#] {
        claude.read(line.as_bytes(), &mut out);
    }
    assert_eq!(out.happened, []);
}

/// REQ: UC-8
#[test]
fn it_is_told_how_to_ask_and_must_not_ask_otherwise() {
    let arguments = Claude::new(Some("how to ask"), Some("s1")).arguments();
    let behind = |flag: &str| {
        let at = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(at + 1).map(String::as_str)
    };
    assert_eq!(behind("--append-system-prompt"), Some("how to ask"));
    assert_eq!(behind("--disallowedTools"), Some("AskUserQuestion"));
    assert_eq!(behind("--permission-prompt-tool"), Some("stdio"));
    assert_eq!(behind("--resume"), Some("s1"));
    assert_eq!(behind("--input-format"), Some("stream-json"));
    assert_eq!(behind("--output-format"), Some("stream-json"));
    let mut out = Outbox::default();
    let words = Words { text: "a\nb".to_owned(), unless_known: None };
    Claude::new(None, None).say(words, &mut out);
    let said: Value = serde_json::from_slice(&out.send).unwrap();
    assert_eq!(said["message"]["content"][0]["text"], "a\nb");
    assert!(out.send.ends_with(b"\n"));
}

/// They need an answer, and a permission has none.
/// REQ: AD-1
#[test]
fn its_own_dialogs_are_never_allowed() {
    for tool in ["AskUserQuestion", "ExitPlanMode"] {
        let mut claude = Claude::new(None, None);
        let mut out = Outbox::default();
        let request = json!({ "subtype": "can_use_tool", "tool_name": tool, "input": {} });
        let line = json!({ "type": "control_request", "request_id": "r1", "request": request });
        claude.read(line.to_string().as_bytes(), &mut out);
        assert!(out.happened.is_empty(), "nobody is asked: {:?}", out.happened);
        let sent: Value = serde_json::from_slice(&out.send).unwrap();
        assert_eq!(sent["response"]["request_id"], "r1");
        assert_eq!(sent["response"]["response"]["behavior"], "deny");
    }
}

/// As Claude Code 2.1.325 asks, and takes the reply.
/// REQ: AD-2
#[test]
fn a_permission_is_a_request_that_it_waits_for() {
    let mut claude = Claude::new(None, None);
    let asks = |id: &str| {
        let input = json!({ "command": "touch one", "description": "Make it" });
        let request = json!({ "subtype": "can_use_tool", "tool_name": "Bash", "input": input,
            "permission_suggestions": [], "tool_use_id": "toolu_1" });
        json!({ "type": "control_request", "request_id": id, "request": request }).to_string()
    };
    let reply = |out: &mut Outbox| -> Value {
        let sent: Value = serde_json::from_slice(&out.send).unwrap();
        out.send.clear();
        assert_eq!(sent["type"], "control_response");
        sent["response"].clone()
    };
    let mut out = Outbox::default();
    for id in ["r1", "r2", "r3", "r4"] {
        claude.read(asks(id).as_bytes(), &mut out);
    }
    let asked = |happening: &Happening| match happening {
        Happening::Permission(permission) => {
            let call = permission.call.clone().unwrap();
            assert_eq!((call.tool.as_str(), &call.input["command"]), ("Bash", &json!("touch one")));
            permission.number
        }
        other => panic!("{other:?}"),
    };
    let numbers: Vec<u64> = out.happened.drain(..).map(|one| asked(&one)).collect();

    let option = Some("allow".to_owned());
    claude.permit(numbers[0], &Permitted { option, ..Permitted::default() }, &mut out);
    let said = reply(&mut out);
    assert_eq!((&said["subtype"], &said["request_id"]), (&json!("success"), &json!("r1")));
    assert_eq!(said["response"]["behavior"], "allow");
    assert_eq!(said["response"]["updatedInput"]["command"], "touch one");
    let refusal = Some("They said: use make".to_owned());
    claude.permit(numbers[1], &Permitted { refusal, ..Permitted::default() }, &mut out);
    assert_eq!(
        reply(&mut out)["response"],
        json!({ "behavior": "deny", "message": "They said: use make" })
    );
    claude.permit(numbers[2], &Permitted::default(), &mut out);
    assert_eq!(reply(&mut out)["response"]["message"], "Nobody has decided, so it was not run.");

    let gone = json!({ "type": "control_cancel_request", "request_id": "r4" });
    claude.read(gone.to_string().as_bytes(), &mut out);
    assert_eq!(out.happened, [Happening::Withdrawn(numbers[3])]);
    claude.permit(numbers[3], &Permitted::default(), &mut out);
    assert!(out.send.is_empty(), "it has gone on");

    let other =
        json!({ "type": "control_request", "request_id": "r5", "request": { "subtype": "new" } });
    claude.read(other.to_string().as_bytes(), &mut out);
    assert_eq!(reply(&mut out)["subtype"], "error", "it doesn't wait for nothing");
}
