//! The official clients as judges: they connect to the fake as they would to Slack, and the
//! official models check every block that the product sends.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use serde_json::{Value, json};

use super::fake::{APP, BOT, Fake};
use super::{ANN, Chat, choice, group, single};
use crate::harness::PATIENCE;
use crate::mcp::sdk::installed;
use sayso_core::Dialect;

/// Python with the official SDK: signs, calls, and validates blocks.
pub struct Judge {
    child: Child,
    told: Receiver<Value>,
}

impl Judge {
    pub fn start() -> Judge {
        let mut command = Command::new(installed().join("venv/bin/python"));
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/slack_judge.py"));
        Judge::spawn(command)
    }

    fn spawn(mut command: Command) -> Judge {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (tell, told) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if let Ok(value) = serde_json::from_str(&line)
                    && tell.send(value).is_err()
                {
                    return;
                }
            }
        });
        Judge { child, told }
    }

    #[track_caller]
    pub fn ask(&mut self, question: Value) -> Value {
        writeln!(self.child.stdin.as_mut().unwrap(), "{question}").unwrap();
        self.told()
    }

    /// Signs a request and sends it; status and body of the reply.
    #[track_caller]
    pub fn call(&mut self, url: &str, body: &str, secret: &str, age: i64) -> (u64, String) {
        let told = self.ask(json!({ "call": {
            "url": url, "secret": secret, "age": age, "body": body,
        } }));
        (told["status"].as_u64().unwrap(), told["body"].as_str().unwrap().to_owned())
    }

    #[track_caller]
    fn told(&self) -> Value {
        self.told.recv_timeout(PATIENCE).expect("the judge says something")
    }
}

/// The body of a request about something that a person did.
pub fn form(payload: &Value) -> String {
    let bytes = payload.to_string().into_bytes();
    let encoded: String = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
    format!("payload={encoded}")
}

impl Drop for Judge {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Every kind of message and modal, finished or not, checked by the models of the official SDK.
/// REQ: SL-3
#[test]
fn the_official_models_accept_every_block() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let one = chat.ask_choice(single());
    chat.fake.click(ANN, &chat.fake.message(0), "custom_input_single");
    chat.fake.type_in(ANN, 1, &[("text", "own")]);
    chat.reply(one);
    let form = chat.ask_choice(group(7));
    let first = chat.fake.message(1);
    chat.fake.click(ANN, &first, &format!("multi_choice_{form}_q1_1"));
    chat.fake.says(2, "1 of 7");
    chat.fake.click(ANN, &chat.fake.message(2), "all_recommended_");
    let whole = chat.fake.says(2, "7 of 7");
    chat.fake.click(ANN, &whole, "submit_form_");
    chat.reply(form);
    let many: Vec<Value> = (0..180)
        .map(|n| {
            json!({"id": n.to_string(), "label": format!("{n} {}", "長い名前 ".repeat(30)), "recommended": true,
            "description": "<&> ".repeat(200)})
        })
        .collect();
    let huge = json!({"selection_mode": "multi", "options": many, "prompt": "é".repeat(9_000)});
    chat.ask(Dialect::ProvideChoice, choice(huge));
    let message = chat.fake.message(3);
    chat.fake.choose(ANN, &message, "more_", &["Add a note"]);
    chat.fake.wait("a modal", |state| state.views.len() == 2);
    let few = json!({"selection_mode": "hybrid", "irreversible": true});
    chat.ask(Dialect::ProvideChoice, choice(few));
    chat.fake.message(4);

    let mut judge = Judge::start();
    let calls = chat.fake.state().calls.clone();
    let mut judged = 0;
    for (method, arguments) in calls {
        let payload = match method.as_str() {
            "chat.postMessage" | "chat.update" => json!({ "blocks": arguments["blocks"] }),
            "views.open" => json!({ "view": arguments["view"] }),
            _ => continue,
        };
        assert_eq!(judge.ask(payload.clone()), json!({ "faults": [] }), "{method}: {payload}");
        judged += 1;
    }
    assert!(judged >= 10, "only {judged} payloads");
    let broken = json!({"blocks": [{"type": "actions", "elements": [
        {"type": "button", "action_id": "x", "text": {"type": "plain_text", "text": "x".repeat(76)}},
    ]}]});
    assert_ne!(judge.ask(broken), json!({ "faults": [] }), "the judge can say no");
}

/// A button, its click acknowledged, a modal opened, the message updated: all by an official
/// client.
#[track_caller]
fn connects(mut client: Judge, fake: &Fake) {
    assert_eq!(client.told(), json!({ "connected": true }));
    let message = fake.message(0);
    fake.click(ANN, &message, "judge_click");
    assert_eq!(client.told()["clicked"], ANN);
    fake.says(0, "clicked");
    fake.wait("a modal", |state| state.views.len() == 1);
    assert!(client.told()["refused"].as_str().unwrap().contains("invalid_blocks"));
    // After a warning it opens another socket, as ours does.
    fake.send(json!({ "type": "disconnect", "reason": "refresh_requested", "debug_info": {} }));
    fake.wait("a second socket", |state| state.opened >= 2);
    let _ = client.child.stdin.take();
}

/// REQ: SL-10
#[test]
fn bolt_for_python_takes_the_fake_for_slack() {
    let fake = Fake::start();
    let mut command = Command::new(installed().join("venv/bin/python"));
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/slack_bolt_app.py")).args([
        &format!("{}/", fake.api_base()),
        BOT,
        APP,
    ]);
    connects(Judge::spawn(command), &fake);
}

/// REQ: SL-10
#[test]
fn bolt_for_javascript_takes_the_fake_for_slack() {
    let fake = Fake::start();
    let place = tempfile::tempdir().unwrap();
    let clients = installed();
    let script = place.path().join("slack_bolt_app.mjs");
    std::fs::write(&script, include_str!("../../clients/slack_bolt_app.mjs")).unwrap();
    // Modules are resolved relative to the script.
    std::os::unix::fs::symlink(clients.join("node_modules"), place.path().join("node_modules"))
        .unwrap();
    let mut command = Command::new(clients.join("node"));
    command.arg(script).args([&format!("{}/", fake.api_base()), BOT, APP]);
    connects(Judge::spawn(command), &fake);
}
