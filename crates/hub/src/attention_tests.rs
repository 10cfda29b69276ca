//! Tests of `attention.rs`, with a clock driven by hand.

use async_trait::async_trait;
use sayso_access::{AgentTokens, Keys, PageTokens};
use sayso_api::desktop::DesktopSession;
use sayso_core::attention::RungFate;
use sayso_core::dialect::DialectLimits;
use sayso_core::surface::{Chat, Chats, Presence};
use sayso_core::{Actor, Command, Dialect, Purpose, Surface};
use sayso_desk::testing::{CountedIds, ManualClock};
use sayso_desk::{Ask, Asker, Attach, Attachment, PersonSign, Repeat, Traces};
use sayso_engine::EngineConfig;
use sayso_store::{Options, SqliteStore};
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::watch;

use super::*;
use crate::desktop::{Desktop, Sessions};
use crate::notice::{DesktopNotice, NoticeClick, NoticeEnd};

/// The longest that the asking process takes to show its question.
const SETTLED: Duration = Duration::from_millis(300);
const IRC: ChatId = ChatId::new("irc");
const CHATS: Chats = Chats(&[Chat { id: IRC, presence: Presence::Interactive }]);

/// Records what it is shown; clicks on notices with `click` in their title.
#[derive(Default)]
struct Recorded {
    notices: watch::Sender<Vec<DesktopNotice>>,
    opened: watch::Sender<Vec<String>>,
    taken_back: watch::Sender<Vec<String>>,
}

#[async_trait]
impl Desktop for Recorded {
    async fn notify(
        &self,
        _: &DesktopSession,
        notice: DesktopNotice,
        taken_back: NoticeEnd,
    ) -> NoticeClick {
        let title = notice.title.clone();
        self.notices.send_modify(|notices| notices.push(notice));
        if title.contains("click") {
            return NoticeClick::Open;
        }
        if taken_back.await.is_ok() {
            self.taken_back.send_modify(|all| all.push(title));
        }
        NoticeClick::Nothing
    }

    fn is_reached(&self, _: &DesktopSession) -> bool {
        true
    }

    async fn open(&self, _: &DesktopSession, url: &str) {
        self.opened.send_modify(|opened| opened.push(url.to_owned()));
    }

    async fn managed(&self) -> DesktopSession {
        DesktopSession::default()
    }
}

struct World {
    desk: Arc<Engine>,
    store: Arc<SqliteStore>,
    clock: Arc<ManualClock>,
    desktop: Arc<Recorded>,
    keys: Arc<Keys>,
    watching: JoinSet<()>,
    _dir: TempDir,
}

impl World {
    async fn new() -> World {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("sayso.db");
        let store = Arc::new(SqliteStore::open(&file, Options::default()).unwrap());
        let clock = Arc::new(ManualClock::new("2026-03-01T14:03:00Z".parse().unwrap()));
        let ids = Arc::new(CountedIds::default());
        let agents = AgentTokens::start(store.clone(), clock.clone(), ids.clone()).await.unwrap();
        let agents = Arc::new(agents);
        let pages = PageTokens::start(store.clone(), clock.clone(), ids.clone()).await.unwrap();
        let dialects = DialectLimits { chats: CHATS, ..DialectLimits::default() };
        let config = EngineConfig { dialects, ..EngineConfig::default() };
        let desk =
            Arc::new(Engine::start(store.clone(), clock.clone(), ids, config).await.unwrap());
        let keys = Arc::new(Keys::new(agents, pages, None, "localhost:7431".to_owned()));
        let (desktop, watching) = (Arc::default(), JoinSet::new());
        let mut world = World { desk, store, clock, desktop, keys, watching, _dir: dir };
        world.starts_a_hub();
        world
    }

    /// One more driver over the same desk.
    fn starts_a_hub(&mut self) {
        let session = DesktopSession::default();
        let sessions = Sessions::new(session, self.desktop.clone(), self.clock.clone());
        let portal = "http://localhost:7431".to_owned();
        let notices = Notices::new(self.keys.clone(), Arc::new(sessions), portal);
        let (desk, clock) = (self.desk.clone(), self.clock.clone());
        let attention = Attention::new(desk, clock, TimeZone::UTC, vec![IRC], notices);
        self.watching.spawn(attention.run());
    }

    async fn set(&self, key: Key, value: &str) {
        self.desk.set_setting(key, Some(value.to_owned())).await.unwrap();
    }

    async fn ask(&self, title: &str) -> InteractionId {
        self.ask_with(title, json!({})).await
    }

    async fn ask_with(&self, title: &str, more: serde_json::Value) -> InteractionId {
        let mut arguments = json!({
            "title": title,
            "prompt": "Which database should the service use?",
            "selection_mode": "single",
            "options": [{ "id": "pg", "label": "PostgreSQL" }, { "id": "lite", "label": "SQLite" }],
            "timeout_seconds": 604_800,
        });
        for (name, value) in more.as_object().unwrap() {
            arguments[name] = value.clone();
        }
        let asker = Asker {
            agent: Some("claude-code".to_owned()),
            directory: Some("/work/api-server".to_owned()),
            ..Asker::default()
        };
        let ask = Ask {
            dialect: Dialect::Shell,
            purpose: Purpose::Decision,
            arguments,
            asker,
            call_id: None,
            repeat: Repeat::New,
        };
        self.desk.ask(ask).await.unwrap().interaction.id
    }

    /// Advances once something waits for that time: nothing happens in between.
    async fn after(&self, time: Duration) {
        let until = self.clock.running() + time;
        in_time("it waits until then", self.clock.slept_on(until)).await;
        self.clock.advance(time);
    }

    /// Returns once this rung has such a fate.
    async fn becomes(&self, id: InteractionId, rung: Rung, is: impl Fn(RungFate) -> bool) -> Trace {
        let has = async {
            loop {
                let traces = self.desk.show(&id.into()).await.unwrap().live.attention;
                let found = traces.into_iter().find(|trace| trace.rung == rung && is(trace.fate));
                if let Some(trace) = found {
                    return trace;
                }
                tokio::task::yield_now().await;
            }
        };
        in_time("the trace is there", has).await
    }

    async fn is_notified(&self, id: InteractionId, rung: Rung) -> Trace {
        self.becomes(id, rung, |fate| matches!(fate, RungFate::Notified { .. })).await
    }

    async fn is_skipped(&self, id: InteractionId, rung: Rung, why: SkippedWhy) {
        self.becomes(id, rung, |fate| fate == RungFate::Skipped(why)).await;
    }

    fn titles(&self) -> Vec<String> {
        titles(&self.desktop.notices.borrow())
    }

    /// Waits until these are announced, and nothing else.
    async fn announced(&self, wanted: &[&str]) {
        let mut notices = self.desktop.notices.subscribe();
        let announced = notices.wait_for(|notices| titles(notices) == wanted);
        in_time("it is announced", announced).await.unwrap();
    }

    async fn attach(&self, surface: Surface, interaction: Option<InteractionId>) -> Attachment {
        let presence = Presence::Interactive;
        let label = "here".to_owned();
        self.desk
            .attach(Attach { surface, label, presence, interaction, ticket: None })
            .await
            .unwrap()
    }

    async fn cancel(&self, id: InteractionId) {
        let ann = Actor::new(Some("ann".to_owned()), Surface::Web, Presence::Interactive);
        self.desk.act(id, Command::Cancel { note: None }, ann).await.unwrap();
    }
}

fn titles(notices: &[DesktopNotice]) -> Vec<String> {
    notices.iter().map(|notice| notice.title.clone()).collect()
}

async fn in_time<T>(what: &str, happens: impl Future<Output = T>) -> T {
    let happened = tokio::time::timeout(Duration::from_secs(20), happens).await;
    happened.unwrap_or_else(|_| panic!("never happened: {what}"))
}

const MINUTE: Duration = Duration::from_secs(60);

/// REQ: RE-1
#[tokio::test]
async fn by_default_a_question_is_announced_at_once_with_its_text() {
    let world = World::new().await;
    let id = world.ask("Pick a database").await;
    world.after(SETTLED).await;
    world.announced(&["Pick a database"]).await;
    let text = world.desktop.notices.borrow()[0].text.clone();
    assert_eq!(text, "claude-code in api-server: Which database should the service use?");
    assert!(world.desktop.opened.borrow().is_empty());
    let trace = world.is_notified(id, Rung::Desktop).await;
    assert_eq!(trace.at, "2026-03-01T14:03:00.3Z".parse().unwrap());
}

/// REQ: RE-1
#[tokio::test]
async fn what_is_shown_somewhere_or_switched_off_is_skipped_for_that_reason() {
    let world = World::new().await;
    let own = world.ask("shown in its own terminal").await;
    let terminal = world.attach(Surface::Terminal, Some(own)).await;
    world.after(SETTLED).await;
    world.is_skipped(own, Rung::Desktop, SkippedWhy::Shown).await;

    let page = world.attach(Surface::Web, Some(own)).await;
    let on_page = world.ask("on a page").await;
    world.after(SETTLED).await;
    world.is_skipped(on_page, Rung::Desktop, SkippedWhy::Shown).await;
    drop((page, terminal));

    world.set(Key::Notifications, "off").await;
    let off = world.ask("switched off").await;
    world.after(SETTLED).await;
    world.is_skipped(off, Rung::Desktop, SkippedWhy::SwitchedOff).await;
    assert_eq!(stored(&world, off).await, [], "the next hub finds that out by itself");
    world.set(Key::Notifications, "on").await;
    let meant = world.ask_with("for a chat", json!({ "interface": "irc" })).await;
    world.after(SETTLED).await;
    world.is_skipped(meant, Rung::Desktop, SkippedWhy::Meant).await;
    world.ask("nowhere").await;
    world.after(SETTLED).await;
    world.announced(&["nowhere"]).await;
}

/// REQ: RE-1
#[tokio::test]
async fn a_click_opens_the_question_with_a_way_in() {
    let world = World::new().await;
    let id = world.ask("click here").await;
    world.after(SETTLED).await;
    let mut opened = world.desktop.opened.subscribe();
    let opened = in_time("it is opened", opened.wait_for(|opened| !opened.is_empty())).await;
    let opened = opened.unwrap().clone();
    let (page, code) = opened[0].split_once("#code=").unwrap();
    assert_eq!(page, format!("http://localhost:7431/choice/{id}"));
    assert_eq!(code.len(), 32);
}

async fn stored(world: &World, id: InteractionId) -> Vec<Trace> {
    Traces::load(world.store.as_ref(), id).await.unwrap().traces
}

/// REQ: RE-1
#[tokio::test]
async fn a_settled_question_is_taken_back_and_says_so() {
    let world = World::new().await;
    let id = world.ask("Pick a database").await;
    world.after(SETTLED).await;
    world.announced(&["Pick a database"]).await;
    world.is_notified(id, Rung::Desktop).await;
    world.cancel(id).await;
    let mut taken_back = world.desktop.taken_back.subscribe();
    in_time("it is taken back", taken_back.wait_for(|all| all.len() == 1)).await.unwrap();
    let ended = |fate| matches!(fate, RungFate::Notified { taken_back: Some(_) });
    world.becomes(id, Rung::Desktop, ended).await;
    // With its question.
    assert!(!stored(&world, id).await.is_empty());
    world.desk.forget(id).await.unwrap();
    assert_eq!(stored(&world, id).await, []);
}

/// REQ: RE-1
#[tokio::test]
async fn a_chat_is_told_in_its_turn_unless_the_person_is_seen_then() {
    let world = World::new().await;
    world.set(Key::Attention, "desktop 0s, irc 1m").await;
    let id = world.ask("Pick a database").await;
    world.after(SETTLED).await;
    world.is_notified(id, Rung::Desktop).await;
    world.after(MINUTE - SETTLED).await;
    world.is_notified(id, Rung::Chat(IRC)).await;

    let seen = world.ask("Seen").await;
    world.after(SETTLED).await;
    world.is_notified(seen, Rung::Desktop).await;
    let page = world.attach(Surface::Web, None).await;
    page.report(PersonSign { visible: true, touched: true });
    world.after(MINUTE - SETTLED).await;
    world.is_skipped(seen, Rung::Chat(IRC), SkippedWhy::Seen).await;
}

/// REQ: RE-1
#[tokio::test]
async fn a_deadline_pulls_a_step_forward_also_when_it_is_moved() {
    let world = World::new().await;
    world.set(Key::Attention, "irc 10m").await;
    let id = world.ask_with("Soon", json!({ "timeout_seconds": 300 })).await;
    world.after(MINUTE * 4).await;
    world.is_notified(id, Rung::Chat(IRC)).await;

    let moved = world.ask("Later").await;
    let ann = Actor::new(Some("ann".to_owned()), Surface::Web, Presence::Interactive);
    world.desk.act(moved, Command::SetRemaining { seconds: 90 }, ann).await.unwrap();
    world.after(Duration::from_secs(30)).await;
    world.is_notified(moved, Rung::Chat(IRC)).await;
}

/// REQ: RE-1
#[tokio::test]
async fn quiet_hours_hold_it_until_they_end() {
    let world = World::new().await;
    world.set(Key::QuietHours, "14:00-14:04 except irreversible").await;
    let id = world.ask("At lunch").await;
    let irreversible = world.ask_with("Drop it?", json!({ "irreversible": true })).await;
    world.after(SETTLED).await;
    world.becomes(id, Rung::Desktop, |fate| fate == RungFate::Held).await;
    world.is_notified(irreversible, Rung::Desktop).await;
    world.after(MINUTE - SETTLED).await;
    world.is_notified(id, Rung::Desktop).await;
    assert_eq!(world.titles().len(), 2);
}

/// Drivers over one desk stand for hubs over one database: what is compared and set is the same.
/// REQ: RE-1, TM-2
#[tokio::test]
async fn of_several_hubs_one_tells_and_the_next_does_not_repeat_it() {
    let mut world = World::new().await;
    for _ in 0..3 {
        world.starts_a_hub();
    }
    let id = world.ask("Pick a database").await;
    world.after(SETTLED).await;
    world.announced(&["Pick a database"]).await;
    world.is_notified(id, Rung::Desktop).await;
    world.watching.shutdown().await;
    world.starts_a_hub();
    let next = world.ask("The next").await;
    world.after(SETTLED).await;
    world.is_notified(next, Rung::Desktop).await;
    world.announced(&["Pick a database", "The next"]).await;
}
