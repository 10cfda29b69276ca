//! Tests of `notice.rs`, with a clock driven by hand.

use async_trait::async_trait;
use sayso_access::{AgentTokens, PageTokens};
use sayso_api::desktop::DesktopSession;
use sayso_core::surface::Presence;
use sayso_core::{Dialect, Purpose, Surface};
use sayso_desk::testing::{CountedIds, ManualClock};
use sayso_desk::{Ask, Asker, Attach, Repeat};
use sayso_engine::EngineConfig;
use sayso_store::{Options, SqliteStore};
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::watch;

use super::*;
use crate::desktop::Desktop;

/// Records what it is shown; clicks on notices with `click` in their title.
#[derive(Default)]
struct Recorded {
    notices: watch::Sender<Vec<DesktopNotice>>,
    opened: watch::Sender<Vec<String>>,
}

#[async_trait]
impl Desktop for Recorded {
    async fn notify(&self, _: &DesktopSession, notice: DesktopNotice) -> NoticeClick {
        let clicked = notice.title.contains("click");
        self.notices.send_modify(|notices| notices.push(notice));
        if clicked { NoticeClick::Open } else { std::future::pending().await }
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
    clock: Arc<ManualClock>,
    desktop: Arc<Recorded>,
    _watching: JoinSet<()>,
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
        let desk = Engine::start(store, clock.clone(), ids, EngineConfig::default()).await.unwrap();
        let (desk, desktop) = (Arc::new(desk), Arc::<Recorded>::default());
        let notices = Notices {
            desk: desk.clone(),
            keys: Arc::new(Keys::new(agents, pages, None, "localhost:7431".to_owned())),
            clock: clock.clone(),
            sessions: Arc::new(Sessions::new(
                DesktopSession::default(),
                desktop.clone(),
                clock.clone(),
            )),
            portal: "http://localhost:7431".to_owned(),
        };
        let since = desk.events(None).await.unwrap().cursor;
        let mut watching = JoinSet::new();
        watching.spawn(notices.run(since));
        World { desk, clock, desktop, _watching: watching, _dir: dir }
    }

    async fn ask(&self, title: &str) -> InteractionId {
        let arguments = json!({
            "title": title,
            "prompt": "Which database should the service use?",
            "selection_mode": "single",
            "options": [{ "id": "pg", "label": "PostgreSQL" }, { "id": "lite", "label": "SQLite" }],
            "timeout_seconds": 604_800,
        });
        let asker = Asker {
            agent: Some("claude-code".to_owned()),
            directory: Some("/work/api-server".to_owned()),
            ..Asker::default()
        };
        let dialect = Dialect::Shell;
        let ask = Ask {
            dialect,
            purpose: Purpose::Decision,
            arguments,
            asker,
            call_id: None,
            repeat: Repeat::New,
        };
        self.desk.ask(ask).await.unwrap().interaction.id
    }

    /// Returns when the question that was asked last is about to be decided about.
    async fn considers(&self) {
        let decides_at = self.clock.running() + GRACE;
        in_time("it is considered", self.clock.slept_on(decides_at)).await;
    }

    /// The same, and its time is over.
    async fn decides(&self) {
        self.considers().await;
        self.clock.advance(GRACE);
    }

    /// The same for a question that is not announced: a hundred times as many turns as that takes.
    async fn declines(&self) {
        self.decides().await;
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
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
}

fn titles(notices: &[DesktopNotice]) -> Vec<String> {
    notices.iter().map(|notice| notice.title.clone()).collect()
}

async fn in_time<T>(what: &str, happens: impl Future<Output = T>) -> T {
    let happened = tokio::time::timeout(Duration::from_secs(20), happens).await;
    happened.unwrap_or_else(|_| panic!("never happened: {what}"))
}

fn open(surface: Surface, interaction: Option<InteractionId>) -> Attach {
    let presence = Presence::Interactive;
    Attach { surface, label: "here".to_owned(), presence, interaction, ticket: None }
}

#[tokio::test]
async fn a_question_that_nobody_is_shown_is_announced_with_its_text() {
    let world = World::new().await;
    world.ask("Pick a database").await;
    world.decides().await;
    world.announced(&["Pick a database"]).await;
    let text = world.desktop.notices.borrow()[0].text.clone();
    assert_eq!(text, "claude-code in api-server: Which database should the service use?");
    assert!(world.desktop.opened.borrow().is_empty());
}

/// By the desk's clock: the notice is shown within a second after the question was asked.
#[tokio::test]
async fn it_is_announced_within_a_second() {
    let world = World::new().await;
    world.ask("Pick a database").await;
    world.considers().await;
    world.clock.advance(Duration::from_secs(1));
    world.announced(&["Pick a database"]).await;
}

#[tokio::test]
async fn what_is_shown_somewhere_or_switched_off_is_not() {
    let world = World::new().await;
    // Its time is not over until all of this is set up.
    let own = world.ask("shown in its own terminal").await;
    world.considers().await;
    let terminal = world.desk.attach(open(Surface::Terminal, Some(own))).await.unwrap();
    world.clock.advance(Duration::from_millis(1));
    world.ask("nowhere").await;
    world.decides().await;
    world.announced(&["nowhere"]).await;

    let page = world.desk.attach(open(Surface::Web, Some(own))).await.unwrap();
    world.ask("on a page").await;
    world.declines().await;
    assert_eq!(world.titles(), ["nowhere"], "a page shows all of them");
    drop((page, terminal));

    world.desk.set_setting(Key::Notifications, Some("off".to_owned())).await.unwrap();
    world.ask("switched off").await;
    world.declines().await;
    world.desk.set_setting(Key::Notifications, None).await.unwrap();
    world.ask("on again").await;
    world.decides().await;
    world.announced(&["nowhere", "on again"]).await;
}

#[tokio::test]
async fn a_click_opens_the_question_with_a_way_in() {
    let world = World::new().await;
    let id = world.ask("click here").await;
    world.decides().await;
    let mut opened = world.desktop.opened.subscribe();
    let opened = in_time("it is opened", opened.wait_for(|opened| !opened.is_empty())).await;
    let opened = opened.unwrap().clone();
    let (page, code) = opened[0].split_once("#code=").unwrap();
    assert_eq!(page, format!("http://localhost:7431/choice/{id}"));
    assert_eq!(code.len(), 32);
}
