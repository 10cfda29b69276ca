//! Slack as a step of the ladder of attention: told in its turn, once, unless the person is seen or it is
//! quiet.

use jiff::{SignedDuration, Timestamp};
use sayso_core::settings::Key;
use sayso_core::surface::Presence;
use sayso_core::{Dialect, InteractionId, Surface};
use sayso_desk::{Answering, Asking, Attach, PersonSign};
use sayso_store::test_postgres::TestSchema;
use serde_json::{Value, json};

use super::fake::{APP, BOT};
use super::{ANN, Chat, choice};
use crate::harness::{Running, World, eventually};
use crate::portal::browser::Browser;
use crate::pty::Terminal;

impl Chat {
    /// A hub with this ladder.
    fn with_ladder(ladder: &str) -> (Chat, Running) {
        let chat = Chat::new();
        let hub = chat.hub();
        chat.world.set(Key::Attention, ladder);
        (chat, hub)
    }

    fn ask_elsewhere(&self, title: &str, more: Value) -> InteractionId {
        let mut arguments = choice(json!({ "interface": "web", "title": title }));
        for (name, value) in more.as_object().unwrap() {
            arguments[name] = value.clone();
        }
        self.ask(Dialect::ProvideChoice, arguments)
    }

    /// What `sayso show` says of it.
    fn said(&self, id: InteractionId) -> String {
        let shown = self.world.run(&["show", &id.to_string()]).ok().stdout;
        shown.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// REQ: RE-1
#[test]
fn what_waits_comes_here_in_its_turn_and_shows_its_end() {
    let (chat, _hub) = Chat::with_ladder("desktop 0s, slack 1s");
    let id = chat.ask_elsewhere("Unseen", json!({}));
    chat.fake.says(0, "Unseen");
    let said = chat.said(id);
    assert!(said.contains("Slack notified at "), "{said}");
    chat.world.run(&["answer", &id.to_string(), "pg"]).ok();
    chat.fake.wait("the message shows the end", |state| state.messages[0].edits > 0);
    assert_eq!(chat.fake.state().messages.len(), 1);
    chat.world.until("it is noted", || {
        let shown = chat.world.show(&id.to_string());
        let traces = shown["attention"].as_array().unwrap();
        traces.iter().any(|trace| trace["rung"] == "slack" && trace["taken_back"].is_string())
    });
}

/// REQ: RE-1
#[test]
fn what_comes_due_while_the_person_is_seen_is_skipped_and_says_why() {
    let (chat, _hub) = Chat::with_ladder("slack 1s");
    let desk = chat.world.desk();
    let attach = Attach {
        surface: Surface::Terminal,
        label: "inbox".to_owned(),
        presence: Presence::Interactive,
        interaction: None,
        ticket: None,
    };
    let inbox = chat.runtime.block_on(desk.attach(attach)).unwrap();
    inbox.report(PersonSign { visible: true, touched: true });
    // On the same connection: it has been heard by then.
    chat.runtime.block_on(desk.attached()).unwrap();
    let seen = chat.ask_elsewhere("Seen", json!({}));
    // That somebody is not notified is no event.
    eventually("it is skipped", || {
        chat.runtime.block_on(desk.attached()).unwrap();
        let shown = chat.world.show(&seen.to_string());
        shown["attention"][0]["why"] == "seen"
    });
    assert!(chat.said(seen).contains("Slack not notified: you were here"), "{}", chat.said(seen));
    drop(inbox);
    chat.runtime.block_on(desk.attached()).unwrap();
    chat.ask_elsewhere("Unseen", json!({}));
    chat.fake.says(0, "Unseen");
    assert_eq!(chat.fake.state().messages.len(), 1);
}

/// REQ: RE-1
#[test]
fn a_key_in_the_inbox_counts_until_it_is_closed() {
    let (chat, _hub) = Chat::with_ladder("slack 1s");
    let mut inbox = Terminal::open(&chat.world, 100, &[]);
    inbox.shows("Nothing is waiting");
    inbox.presses("j");
    let seen = chat.ask_elsewhere("Seen", json!({}));
    eventually("it is skipped", || {
        chat.world.show(&seen.to_string())["attention"][0]["why"] == "seen"
    });
    inbox.shows("Seen");
    inbox.presses("q");
    inbox.ends();
    chat.ask_elsewhere("Unseen", json!({}));
    chat.fake.says(0, "Unseen");
    assert_eq!(chat.fake.state().messages.len(), 1);
}

/// REQ: RE-1
#[test]
fn a_tap_counts_on_a_page_while_it_can_be_seen() {
    let (chat, _hub) = Chat::with_ladder("slack 1s");
    let printed = chat.world.run(&["open", "--print"]).ok().stdout;
    let link = printed.split_whitespace().find(|word| word.contains("#code=")).unwrap();
    let browser = Browser::start();
    let page = browser.open("page", link);
    page.wait("[data-live=socket]");
    page.press("Tab");
    let seen = chat.ask_elsewhere("Seen", json!({}));
    eventually("it is skipped", || {
        chat.world.show(&seen.to_string())["attention"][0]["why"] == "seen"
    });
    let hide = "Object.defineProperty(document, 'hidden', { value: true });\
                document.dispatchEvent(new Event('visibilitychange'))";
    page.evaluate(hide);
    chat.ask_elsewhere("Unseen", json!({}));
    chat.fake.says(0, "Unseen");
    assert_eq!(chat.fake.state().messages.len(), 1);
}

/// REQ: RE-1
#[test]
fn a_deadline_pulls_it_forward() {
    let (chat, _hub) = Chat::with_ladder("slack 1h");
    chat.ask_elsewhere("Later", json!({}));
    chat.ask_elsewhere("Soon", json!({ "timeout_seconds": 61 }));
    chat.fake.says(0, "Soon");
    assert_eq!(chat.fake.state().messages.len(), 1);
}

/// REQ: RE-1
#[test]
fn a_restart_in_between_tells_nobody_twice_and_forgets_nobody() {
    let (chat, hub) = Chat::with_ladder("slack 2s");
    let told = chat.ask_elsewhere("First", json!({ "timeout_seconds": 61 }));
    chat.fake.says(0, "First");
    chat.ask_elsewhere("Second", json!({}));
    hub.kill();
    let _hub = chat.hub();
    chat.fake.says(1, "Second");
    chat.ask_elsewhere("Third", json!({}));
    chat.fake.says(2, "Third");
    assert_eq!(chat.fake.state().messages.len(), 3, "each once");
    assert!(chat.said(told).contains("Slack notified at "));
}

/// REQ: RE-1
#[test]
fn quiet_hours_hold_all_but_what_is_exempt() {
    let (chat, _hub) = Chat::with_ladder("slack 0s");
    let now = Timestamp::now();
    let clock = |hours| (now + SignedDuration::from_hours(hours)).strftime("%H:%M").to_string();
    let quiet = format!("{}-{} except irreversible", clock(-2), clock(2));
    chat.world.set(Key::QuietHours, &quiet);
    let held = chat.ask_elsewhere("Held", json!({}));
    chat.world.until("it is held", || chat.said(held).contains("Slack waits until quiet"));
    chat.ask_elsewhere("Drop it?", json!({ "irreversible": true }));
    chat.fake.says(0, "Drop it?");
    chat.world.set(Key::QuietHours, "off");
    chat.fake.says(1, "Held");
    assert_eq!(chat.fake.state().messages.len(), 2);
    assert!(chat.said(held).contains("Slack notified at "));
}

/// A hub with its own database, connected to the same fake.
fn another(chat: &Chat) -> World {
    World::new()
        .with("SAYSO_SLACK_API_BASE", &chat.fake.api_base())
        .with("SAYSO_SLACK_BOT_TOKEN", BOT)
        .with("SAYSO_SLACK_APP_TOKEN", APP)
        .with("SAYSO_SLACK_ASK", ANN)
}

/// REQ: RE-1, TM-2
#[test]
fn of_hubs_over_one_database_one_tells() {
    let Some(schema) = TestSchema::new() else { return };
    let shared = |world: World| world.with("SAYSO_DATABASE", &schema.url());
    let chat = Chat::new();
    let other = shared(another(&chat));
    let Chat { world, fake, runtime } = chat;
    let chat = Chat { world: shared(world), fake, runtime };
    let hub = chat.hub();
    let _other = other.hub_with(&[]);
    chat.world.set(Key::Attention, "slack 1s");
    let first = chat.ask_elsewhere("First", json!({}));
    chat.fake.says(0, "First");
    other.until("the other knows", || {
        let shown = other.show(&first.to_string());
        shown["attention"][0]["notified"] == true
    });
    // Asked at one that ends before it is due.
    let opened = chat.fake.state().opened;
    chat.ask_elsewhere("Second", json!({}));
    hub.kill();
    chat.fake.wait("the other connects", |state| state.opened > opened);
    chat.fake.says(1, "Second");
    assert_eq!(chat.fake.state().messages.len(), 2, "each once");
}
