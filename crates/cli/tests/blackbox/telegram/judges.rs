//! Libraries that many bots are built on, as judges: they take the fake for Telegram, one with
//! urlencoded calls and the other with JSON.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use serde_json::{Value, json};

use super::fake::{ANN, Fake, Fault, TOKEN};
use crate::harness::PATIENCE;
use crate::mcp::sdk::installed;

struct Judge {
    child: Child,
    told: Receiver<Value>,
}

impl Judge {
    fn spawn(mut command: Command, fake: &Fake) -> Judge {
        command.args([&fake.api_base(), TOKEN, &ANN.to_string()]);
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
    fn told(&self) -> Value {
        self.told.recv_timeout(PATIENCE).expect("the judge says something")
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Messages, buttons, every refusal by its kind, updates confirmed: all by somebody else's client.
#[track_caller]
fn accepts(command: Command, kinds: [Value; 7]) {
    let fake = Fake::start();
    for (words, fault) in [
        ("slow", Fault::Slower(3)),
        ("blocked", Fault::Refused(403, "Forbidden: bot was blocked by the user")),
    ] {
        fake.fail("sendMessage", Fault::About(words, Box::new(fault)));
    }
    let mut judge = Judge::spawn(command, &fake);
    assert_eq!(judge.told(), json!({ "me": "sayso_test_bot" }));
    assert_eq!(judge.told(), json!({ "sent": "a <b> & c" }));
    let says =
        ["can't be edited", "can't parse entities", "BUTTON_DATA_INVALID", "too long", "not found"];
    for (kind, words) in kinds.iter().zip(says) {
        let told = judge.told();
        assert_eq!(&told["refused"], kind, "{told}");
        let said = told["says"].as_str().unwrap().to_lowercase();
        assert!(said.contains(&words.to_lowercase()), "{told}");
    }
    assert_eq!(judge.told()["refused"], kinds[5], "429");
    assert_eq!(judge.told()["refused"], kinds[6], "403");
    assert_eq!(judge.told(), json!({ "polling": true }));
    fake.wait("it asks for updates", |state| state.polls > 0);
    let message = fake.question(0);
    fake.tap(ANN, &message, "tap me");
    let tapped = judge.told();
    assert_eq!(tapped, json!({ "tapped": ANN, "data": "judge", "on": message.id }));
    assert_eq!(fake.told(1), "seen");
    assert_eq!(fake.says(0, "tapped it").labels(), [] as [&str; 0], "without a markup they go");
    let written = fake.reply(ANN, &message, "hello");
    let about = message.id;
    let wrote = |text: &str, edited: bool| json!({ "wrote": text, "about": about, "edited": edited, "private": true });
    assert_eq!(judge.told(), wrote("hello", false));
    fake.edit(&written, "hello again");
    assert_eq!(judge.told(), wrote("hello again", true));
    fake.is_confirmed();
    let _ = judge.child.stdin.take();
}

/// REQ: RE-2
#[test]
fn python_telegram_bot_takes_the_fake_for_telegram() {
    let mut command = Command::new(installed().join("venv/bin/python"));
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/telegram_ptb.py"));
    let [bad, slow, blocked] = ["BadRequest", "RetryAfter", "Forbidden"];
    accepts(command, [bad, bad, bad, bad, bad, slow, blocked].map(|kind| json!(kind)));
}

/// REQ: RE-2
#[test]
fn grammy_takes_the_fake_for_telegram() {
    let place = tempfile::tempdir().unwrap();
    let clients = installed();
    let script = place.path().join("telegram_grammy.mjs");
    std::fs::write(&script, include_str!("../../clients/telegram_grammy.mjs")).unwrap();
    // Modules are resolved relative to the script.
    std::os::unix::fs::symlink(clients.join("node_modules"), place.path().join("node_modules"))
        .unwrap();
    let mut command = Command::new(clients.join("node"));
    command.arg(script);
    accepts(command, [400, 400, 400, 400, 400, 429, 403].map(|code| json!(code)));
}
