//! An exchange with Codex 0.166.0, recorded with a scripted model and shortened to what is read.

use super::*;
use crate::agent::ToolCall;
use sayso_core::dialect::bridged::AnswerParts;

const THREAD: &str = "01a1f48d-8ad6-7c80-b468-d09f6ad2a582";
const TURN: &str = "01a1f48d-8af6-7ad1-b44b-6244330ed3b8";

struct Exchange {
    codex: Codex,
    out: Outbox,
}

impl Exchange {
    fn begin(resume: Option<&str>) -> Exchange {
        let codex = Codex::new(Some("RULES"), resume, Path::new("/work"));
        let mut exchange = Exchange { codex, out: Outbox::default() };
        exchange.codex.begin(&mut exchange.out);
        assert_eq!(exchange.sent()[0]["params"]["capabilities"]["experimentalApi"], true);
        exchange.reads(&json!({ "id": 0, "result": { "userAgent": "sayso/0.166.0" } }));
        exchange
    }

    fn reads(&mut self, message: &Value) {
        self.codex.read(message.to_string().as_bytes(), &mut self.out);
    }

    fn notified(&mut self, method: &str, mut params: Value) {
        params["threadId"] = THREAD.into();
        self.reads(&json!({ "method": method, "params": params }));
    }

    fn asks(&mut self, id: u64, method: &str, mut params: Value) -> Permission {
        (params["threadId"], params["turnId"]) = (THREAD.into(), TURN.into());
        self.reads(&json!({ "id": id, "method": method, "params": params }));
        match &self.happened()[..] {
            [Happening::Permission(permission)] => permission.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn permit(&mut self, number: u64, permitted: &Permitted) -> Vec<Value> {
        self.codex.permit(number, permitted, &mut self.out);
        self.sent()
    }

    fn sent(&mut self) -> Vec<Value> {
        let text = String::from_utf8(std::mem::take(&mut self.out.send)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn happened(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.out.happened)
    }

    /// In a turn of a new thread.
    fn in_turn() -> Exchange {
        let mut exchange = Exchange::begin(None);
        let sent = exchange.sent();
        assert_eq!(sent[0]["method"], "initialized");
        assert_eq!(
            (&sent[1]["method"], &sent[1]["params"]["cwd"]),
            (&json!("thread/start"), &json!("/work"))
        );
        let words = Words { text: "Make it.".to_owned(), unless_known: None };
        exchange.codex.say(words, &mut exchange.out);
        assert!(exchange.sent().is_empty(), "there is no thread yet");
        exchange.reads(&json!({ "id": 1, "result": { "thread": { "id": THREAD } } }));
        let session = Happening::Session {
            id: THREAD.to_owned(),
            recall: Recall::Nothing,
            resumable: Resumable::Yes,
        };
        assert_eq!(exchange.happened(), [session]);
        let sent = exchange.sent();
        assert_eq!(sent[0]["method"], "turn/start");
        let input = &sent[0]["params"]["input"];
        assert_eq!((&input[0]["text"], &input[1]["text"]), (&json!("RULES"), &json!("Make it.")));
        exchange.reads(&json!({ "id": 2, "result": { "turn": { "id": TURN } } }));
        exchange
            .notified("turn/started", json!({ "turn": { "id": TURN, "status": "inProgress" } }));
        exchange
    }
}

fn allowed() -> Permitted {
    Permitted { option: Some("allow".to_owned()), ..Permitted::default() }
}

/// REQ: AD-2
#[test]
fn its_approvals_are_decided_by_a_person() {
    let mut exchange = Exchange::in_turn();
    let about = |line: &str| {
        json!({ "kind": "command", "itemId": "call_0", "reason": "May I?", "command": line,
            "cwd": "/work", "availableDecisions": ["accept", "cancel"] })
    };
    let method = "item/commandExecution/requestApproval";
    let first = exchange.asks(0, method, about("/bin/bash -lc 'touch one'"));
    let (tool, input) = ("Bash".to_owned(), json!({ "command": "touch one" }));
    let purpose = Some("May I?".to_owned());
    assert_eq!(first.call, Some(ToolCall { tool, input, purpose, diff: None }));
    let sent = exchange.permit(first.number, &allowed());
    assert_eq!(sent, [json!({ "id": 0, "result": { "decision": "accept" } })]);

    let second = exchange.asks(1, method, about("touch two"));
    let refusal = Some("They said: use make".to_owned());
    let sent = exchange.permit(second.number, &Permitted { refusal, ..Permitted::default() });
    assert_eq!(sent[0], json!({ "id": 1, "result": { "decision": "decline" } }));
    assert_eq!(
        (&sent[1]["method"], &sent[1]["params"]["expectedTurnId"]),
        (&json!("turn/steer"), &json!(TURN))
    );
    assert_eq!(sent[1]["params"]["input"][0]["text"], "They said: use make");

    let change = json!({ "path": "/work/notes.md", "kind": { "type": "add" }, "diff": "hello\n" });
    let item = json!({ "type": "fileChange", "id": "call_3", "changes": [change] });
    exchange.notified("item/started", json!({ "item": item }));
    let method = "item/fileChange/requestApproval";
    let third = exchange.asks(3, method, json!({ "itemId": "call_3", "reason": null }));
    let ToolCall { tool, input, diff, .. } = third.call.unwrap();
    assert_eq!((tool.as_str(), &input["file_path"]), ("Write", &json!("/work/notes.md")));
    assert_eq!(input["patch"], "*** Add File: /work/notes.md");
    assert_eq!(diff.as_deref(), Some("+hello"));
    exchange.notified("serverRequest/resolved", json!({ "requestId": 3 }));
    assert_eq!(exchange.happened(), [Happening::Withdrawn(third.number)]);
    assert!(exchange.permit(third.number, &allowed()).is_empty(), "it has gone on");

    // Nobody is asked about a change that can't be seen, nor about what accepting it here does not decide.
    let unseen = json!({ "id": 4, "method": method, "params": { "itemId": "call_9" } });
    let mut params = about("touch one");
    params["availableDecisions"] = json!(["acceptForSession", "cancel"]);
    let method = "item/commandExecution/requestApproval";
    for request in [unseen, json!({ "id": 5, "method": method, "params": params })] {
        exchange.reads(&request);
        assert!(exchange.happened().is_empty(), "{request}");
        assert_eq!(exchange.sent()[0]["error"]["code"], NOT_KNOWN);
    }
}

/// REQ: AD-1
#[test]
fn its_questions_get_answers_or_none() {
    let mut exchange = Exchange::in_turn();
    let method = "item/tool/requestUserInput";
    let questions = json!({ "itemId": "call_2", "questions": [{ "id": "store", "header": "Store",
        "question": "Which store?", "isOther": true, "isSecret": false, "options": [
            { "label": "PostgreSQL", "description": "A server" },
            { "label": "SQLite", "description": "One file" }] }] });
    let mut reply = |permitted: &Permitted| {
        let asked = exchange.asks(2, method, questions.clone());
        assert_eq!(asked.questions.unwrap()["questions"][0]["question"], "Which store?");
        exchange.permit(asked.number, permitted)[0]["result"].clone()
    };
    let answers = |labels: &[&str], text: Option<&str>| {
        let labels = labels.iter().map(|label| (*label).to_owned()).collect();
        let answers = vec![AnswerParts { labels, text: text.map(str::to_owned) }];
        Permitted { answers, ..Permitted::default() }
    };
    let said = |words: Value| json!({ "answers": { "store": { "answers": words } } });
    assert_eq!(reply(&answers(&["SQLite"], None)), said(json!(["SQLite"])));
    let typed = said(json!(["None of the above", "user_note: neither"]));
    assert_eq!(reply(&answers(&[], Some("neither"))), typed);
    assert_eq!(reply(&Permitted::default()), json!({ "answers": {} }));
    assert_eq!(reply(&allowed()), json!({ "answers": {} }), "consent is no answer");
}

/// REQ: UC-7
#[test]
fn its_text_is_shown_once_and_its_turn_ends() {
    let mut exchange = Exchange::in_turn();
    for (item, delta) in [("m1", "Do"), ("m1", "ne."), ("m2", "Next")] {
        exchange.notified("item/agentMessage/delta", json!({ "itemId": item, "delta": delta }));
    }
    for (id, text) in [("m1", "Done."), ("m2", "Next"), ("m3", "Last.")] {
        let item = json!({ "type": "agentMessage", "id": id, "text": text });
        exchange.notified("item/completed", json!({ "item": item }));
    }
    // Of another thread: a helper's.
    let other = json!({ "threadId": "other", "itemId": "m9", "delta": "hidden" });
    exchange.reads(&json!({ "method": "item/agentMessage/delta", "params": other }));
    let said = exchange.happened().into_iter().map(|one| match one {
        Happening::Text(text) => text,
        other => panic!("{other:?}"),
    });
    assert_eq!(said.collect::<String>(), "Done.\n\nNext\n\nLast.");
    exchange.notified("turn/completed", json!({ "turn": { "id": TURN, "status": "completed" } }));
    assert_eq!(exchange.happened(), [Happening::TurnEnded { error: None }]);
    let failed = json!({ "status": "failed", "error": { "message": "usage limit" } });
    exchange.notified("turn/completed", json!({ "turn": failed }));
    let error = Some("usage limit".to_owned());
    assert_eq!(exchange.happened(), [Happening::TurnEnded { error }]);
}

/// REQ: RA-9
#[test]
fn another_process_resumes_its_thread_or_starts_one() {
    let mut exchange = Exchange::begin(Some(THREAD));
    let sent = exchange.sent();
    assert_eq!(
        (&sent[1]["method"], &sent[1]["params"]["threadId"]),
        (&json!("thread/resume"), &json!(THREAD))
    );
    exchange.reads(&json!({ "id": 1, "error": { "code": -32600, "message": "no rollout found" } }));
    assert_eq!(exchange.sent()[0]["method"], "thread/start");

    let mut exchange = Exchange::begin(Some(THREAD));
    exchange.sent();
    exchange.reads(&json!({ "id": 1, "result": { "thread": { "id": THREAD } } }));
    let recalls =
        |one: &Happening| matches!(one, Happening::Session { recall: Recall::Everything, .. });
    assert!(exchange.happened().iter().all(recalls));
    let words = Words { text: "Go on.".to_owned(), unless_known: Some("before".to_owned()) };
    exchange.codex.say(words, &mut exchange.out);
    let input = exchange.sent()[0]["params"]["input"].clone();
    assert_eq!(input.as_array().unwrap().len(), 1, "it knows the rules");
    assert_eq!(input[0]["text"], "Go on.");
}
