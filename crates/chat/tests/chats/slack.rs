//! Slack, with the fake server of the black-box tests.

#[path = "../../../cli/tests/blackbox/slack/fake.rs"]
#[expect(dead_code, unused_imports, reason = "the black-box tests use the rest of it")]
pub mod fake;

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use sayso_core::surface::Chats;
use sayso_slack::{Answerers, CHAT, Client, Delivery, SlackSetup, Tokens};
use serde_json::Value;

use crate::world::{Ground, Shown, TestChat, Who};
use fake::{APP, BOT, Fake, elements};

pub struct Slack {
    fake: Fake,
    last: Mutex<Value>,
}

const fn id(who: Who) -> &'static str {
    match who {
        Who::Ann => "UANN",
        Who::Bob => "UBOB",
    }
}

impl Slack {
    fn did(&self, envelope: Value) {
        *self.last.lock().unwrap() = envelope;
    }
}

impl TestChat for Slack {
    const CHATS: Chats = Chats(&[CHAT]);

    fn start() -> Slack {
        Slack { fake: Fake::start(), last: Mutex::default() }
    }

    fn open(&self, ground: Ground) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let tokens = Tokens { bot: BOT.to_owned(), app: Some(APP.to_owned()) };
        let client = Arc::new(Client::new(&self.fake.api_base(), tokens).unwrap());
        let Ground { desk, posts, clock, agent } = ground;
        let (_, running) = sayso_slack::open(SlackSetup {
            client,
            desk,
            posts,
            clock,
            ask: id(Who::Ann).to_owned(),
            answerers: Answerers::default(),
            delivery: Delivery { socket_mode: true, signing_secret: None },
            part: sayso_desk::SurfaceRole::Lead,
            hub: "test".to_owned(),
            agent,
        });
        Box::pin(running)
    }

    fn connections(&self) -> usize {
        usize::try_from(self.fake.state().opened).unwrap()
    }

    fn messages(&self) -> Vec<Shown> {
        let shown = |message: &fake::Message| Shown {
            text: message.shown(),
            is_in_thread: message.thread.is_some(),
            edits: message.edits,
        };
        self.fake.state().messages.iter().map(shown).collect()
    }

    fn hints(&self) -> Vec<String> {
        let state = self.fake.state();
        let hints = state.ephemerals.iter();
        hints.map(|hint| hint["text"].as_str().unwrap().to_owned()).collect()
    }

    fn pick(&self, who: Who, message: usize, question: usize, option: usize) {
        // As it was when it could be clicked on.
        let posted = self.fake.state().calls.iter().filter_map(posted).nth(message).unwrap();
        let mut message = self.fake.message(message);
        message.blocks = posted;
        let value = format!(":{question}:{option}");
        let all = elements(&message.blocks);
        let is_it =
            |element: &Value| element["value"].as_str().is_some_and(|it| it.ends_with(&value));
        let (_, button) = all.iter().find(|(_, element)| is_it(element)).unwrap();
        let action = button["action_id"].as_str().unwrap();
        self.did(self.fake.click(id(who), &message, action));
    }

    fn reply(&self, who: Who, message: usize, text: &str) {
        let message = self.fake.message(message);
        self.fake.write(id(who), &message, &text.replace("@app", "<@UBOT>"));
    }

    fn call(&self, who: Who, text: &str) {
        self.did(self.fake.call(id(who), "C1", text));
    }

    fn deliver_again(&self) {
        self.fake.redeliver(&self.last.lock().unwrap());
    }
}

/// The blocks of a message when it was posted.
fn posted((method, arguments): &(String, Value)) -> Option<Value> {
    (method == "chat.postMessage").then(|| arguments["blocks"].clone())
}
