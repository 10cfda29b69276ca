//! Telegram, with the fake server of the black-box tests.

#[path = "../../../cli/tests/blackbox/telegram/fake.rs"]
#[expect(dead_code, reason = "the black-box tests use the rest of it")]
mod fake;

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sayso_chat::ChatContext;
use sayso_core::attention::{RungFate, SkippedWhy};
use sayso_core::surface::Chats;
use sayso_desk::Conversations;
use sayso_telegram::{Account, BotApi, CHAT, TelegramSetup};
use serde_json::{Value, json};

use crate::world::{Ground, Shown, TestChat, Who, World};
use fake::{ANN, BOB, Fake, Fault, Message, TOKEN};

pub struct Telegram {
    fake: Fake,
    last: Mutex<Value>,
}

const fn id(who: Who) -> i64 {
    match who {
        Who::Ann => ANN,
        Who::Bob => BOB,
    }
}

impl Telegram {
    fn did(&self, update: Value) {
        *self.last.lock().unwrap() = update;
    }

    fn at(&self, message: usize) -> Message {
        let state = self.fake.state();
        state.messages.iter().filter(|message| !message.is_silent).nth(message).unwrap().clone()
    }
}

impl TestChat for Telegram {
    const CHATS: Chats = Chats(&[CHAT]);
    const HAS_THREADS: bool = false;
    // A stranger is not heard at all.
    const NO_REQUESTS: &'static str = "can't answer";

    fn start() -> Telegram {
        Telegram { fake: Fake::start(), last: Mutex::default() }
    }

    fn open(&self, ground: Ground) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let Ground { desk, posts, clock, agent } = ground;
        let api = Arc::new(BotApi::new(&self.fake.api_base(), TOKEN).unwrap());
        Box::pin(sayso_telegram::open(TelegramSetup {
            api,
            account: Account { id: ANN, name: "Ann".to_owned() },
            context: ChatContext {
                desk,
                posts,
                clock,
                part: sayso_desk::SurfaceRole::Lead,
                hub: "test".to_owned(),
                agent,
                memory: Conversations::passing(),
            },
            pairing: None,
        }))
    }

    fn connections(&self) -> usize {
        usize::try_from(self.fake.state().polls).unwrap()
    }

    fn messages(&self) -> Vec<Shown> {
        let shown = |message: &Message| Shown {
            text: message.text.clone(),
            is_in_thread: message.reply_to.is_some(),
            edits: message.edits,
        };
        let state = self.fake.state();
        state.messages.iter().filter(|message| !message.is_silent).map(shown).collect()
    }

    fn hints(&self) -> Vec<String> {
        self.fake.state().told.clone()
    }

    fn pick(&self, who: Who, message: usize, question: usize, option: usize) {
        self.did(self.fake.pick(id(who), &self.at(message), question, option));
    }

    fn reply(&self, who: Who, message: usize, text: &str) {
        let text = text.replace("@app", "");
        self.did(self.fake.reply(id(who), &self.at(message), text.trim()));
    }

    fn call(&self, who: Who, text: &str) {
        self.did(self.fake.write(id(who), text));
    }

    fn deliver_again(&self) {
        self.fake.again(&self.last.lock().unwrap());
    }
}

/// The hub lives on without a network for ten minutes: Telegram forgets what was tapped, and keeps what
/// was written.
/// REQ: RE-2
#[test]
fn ten_minutes_without_a_network_lose_taps_and_no_texts() {
    let world = World::<Telegram>::new();
    let ask = |question: &str| {
        world.ask(json!({
            "type": "user_choice", "question": question, "options": ["One", "Two"],
            "timeout_seconds": 3_600,
        }))
    };
    let tapped = ask("Tapped?");
    world.message(0, "Tapped?");
    let written = ask("Written?");
    world.message(1, "Written?");
    world.is_noted(written);
    let fake = &world.chat.fake;
    let tries = {
        let mut state = fake.state();
        state.is_away = true;
        state.tries("getUpdates")
    };
    fake.wait("the hub notices", |state| state.tries("getUpdates") > tries);
    world.later(Duration::from_secs(600));
    world.chat.pick(Who::Ann, 0, 0, 1);
    world.chat.reply(Who::Ann, 1, "2");
    {
        let mut state = fake.state();
        state.forget_taps();
        state.is_away = false;
    }
    let chosen = |outcome: Value| outcome["answers"]["questions"]["q1"]["options"].clone();
    assert_eq!(chosen(world.outcome(written)), json!(["2"]));
    world.message(0, "tap again");
    assert!(world.view(tapped).interaction.is_pending());
    world.chat.pick(Who::Ann, 0, 0, 1);
    assert_eq!(chosen(world.outcome(tapped)), json!(["2"]));
}

/// The hub asks all the time, but can't store what was tapped before Telegram forgets it.
/// REQ: RE-2
#[test]
fn a_tap_that_could_not_be_stored_in_time_is_asked_for_again() {
    let world = World::<Telegram>::new();
    let id = world.ask(json!({
        "type": "user_choice", "question": "Which one?", "options": ["One", "Two"],
        "timeout_seconds": 3_600,
    }));
    world.message(0, "Which one?");
    world.is_noted(id);
    let out = world.store_is_out();
    let fake = &world.chat.fake;
    let handed = fake.state().handed;
    world.chat.pick(Who::Ann, 0, 0, 1);
    fake.wait("it comes again", |state| state.handed > handed + 1);
    let polls = {
        let mut state = fake.state();
        state.forget_taps();
        state.polls
    };
    fake.is_polled(polls);
    drop(out);
    world.message(0, "tap again");
    assert!(world.view(id).interaction.is_pending());
    world.chat.pick(Who::Ann, 0, 0, 1);
    let outcome = world.outcome(id);
    assert_eq!(outcome["answers"]["questions"]["q1"]["options"], json!(["2"]));
}

const TOLD: RungFate = RungFate::Notified { taken_back: None };

/// Nobody was notified by a message that was refused.
/// REQ: RE-1
#[test]
fn a_card_says_that_the_message_was_refused_and_later_that_it_arrived() {
    let world = World::<Telegram>::new();
    let fake = &world.chat.fake;
    let ask = |interface: &str| {
        world.ask(json!({
            "type": "user_choice", "question": "Which one?", "options": ["One", "Two"],
            "timeout_seconds": 3_600, "interface": interface,
        }))
    };
    fake.block(ANN, true);
    let (by_ladder, meant) = (ask("web"), ask("telegram"));
    world.is_to_be_notified(by_ladder);
    for id in [by_ladder, meant] {
        world.card_says(id, RungFate::Skipped(SkippedWhy::Refused));
    }
    assert!(world.chat.messages().is_empty());
    fake.block(ANN, false);
    for id in [by_ladder, meant] {
        world.card_says(id, TOLD);
    }
    assert_eq!(world.chat.messages().len(), 2);
}

/// REQ: RE-1
#[test]
fn a_card_says_that_the_chat_is_not_reached_until_it_is() {
    let world = World::<Telegram>::new();
    let fake = &world.chat.fake;
    for _ in 0..2 {
        fake.fail("sendMessage", Fault::Broken);
    }
    let id = world.ask(json!({
        "type": "user_choice", "question": "Which one?", "options": ["One", "Two"],
        "timeout_seconds": 3_600, "interface": "web",
    }));
    world.is_to_be_notified(id);
    world.card_says(id, RungFate::Skipped(SkippedWhy::Unreachable));
    world.card_says(id, TOLD);
    world.message(0, "Which one?");
}
