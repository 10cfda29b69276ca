//! A data directory of the first schema, kept as SQL: every later version must open it and serve what is
//! in it.
//!
//! `SAYSO_WRITE_FIXTURE=1 cargo nextest run --workspace --all-features --test blackbox -E 'test(/^fixture::/)'`
//! writes it again, as long as nothing has been released.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sayso_access::{AgentTokens, Arrival, PageTokens};
use sayso_core::settings::Key;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{
    Command, Dialect, DraftField, InteractionId, OptionId, Purpose, QuestionId, Submission, Surface,
};
use sayso_desk::testing::{CountedIds, ManualClock};
use sayso_desk::{
    Answering, Ask, Asker, Asking, Clock, Conversations, Patience, Post, PostFormat, Posts, Repeat,
    Store, SystemClock,
};
use sayso_engine::{Engine, EngineConfig};
use sayso_store::{Options, SqliteStore};
use serde_json::{Value, json};

use crate::harness::World;

/// When it was written, by its own clock.
const WRITTEN: &str = "2026-11-15T12:00:00Z";

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/data-dir-1/sayso.sql")
}

/// REQ: HI-1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_data_directory_of_the_first_schema_is_served() {
    let today = World::new();
    write(&today).await;
    if std::env::var_os("SAYSO_WRITE_FIXTURE").is_some() {
        std::fs::create_dir_all(file().parent().unwrap()).unwrap();
        std::fs::write(file(), dump(&today)).unwrap();
    }
    let kept = World::new();
    let sql = std::fs::read_to_string(file()).unwrap();
    Connection::open(kept.paths().database()).unwrap().execute_batch(&sql).unwrap();
    for world in [today, kept] {
        move_to_today(&world);
        check(&world);
        check_messages(&world).await;
    }
}

/// Everything that a hub keeps, by the code that a hub runs, with a clock driven by hand.
async fn write(world: &World) {
    let store: Arc<dyn Store> =
        Arc::new(SqliteStore::open(&world.paths().database(), Options::default()).unwrap());
    let clock = Arc::new(ManualClock::new(WRITTEN.parse().unwrap()));
    let ids = Arc::new(CountedIds::default());
    let config = EngineConfig::default();
    let desk = Engine::start(store.clone(), clock.clone(), ids.clone(), config).await.unwrap();
    let person = || Actor::new(Some("ann".to_owned()), Surface::Web, Presence::Interactive);
    let act = async |id, command| desk.act(id, command, person()).await.unwrap();

    for (title, command) in [
        ("Answered", choose("lite")),
        ("Cancelled", Command::Cancel { note: Some("not now".to_owned()) }),
        ("Rejected", Command::Reject { reason: Some("too early".to_owned()) }),
        ("Withdrawn", Command::Withdraw { why: Some("no longer needed".to_owned()) }),
    ] {
        let id = asked(&desk, Dialect::ProvideChoice, choice(title, json!({}))).await;
        act(id, command).await;
        desk.delivered(id).await.unwrap();
    }
    for (title, mode, more, submission) in
        [("Ranked", "rank", json!({}), ranking()), ("Numbered", "number", memory(), number("16"))]
    {
        let id = asked(&desk, Dialect::ProvideChoice, control(title, mode, more.clone())).await;
        act(id, submission).await;
        asked(&desk, Dialect::ProvideChoice, control(&format!("{title} later"), mode, more)).await;
    }
    for (title, action) in [("Timed out", "cancel"), ("Sent by the clock", "submit")] {
        let more = json!({ "timeout_seconds": 60, "timeout_action": action });
        let id = asked(&desk, Dialect::ProvideChoice, choice(title, more)).await;
        clock.advance(Duration::from_secs(61));
        desk.wait(id, Patience::Forever).await.unwrap();
    }
    let choices = json!([{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }]);
    for (dialect, arguments) in [
        (Dialect::Shell, choice("From the shell", day())),
        (
            Dialect::AskUserQuestions,
            json!({ "questions": [{ "title": "Framework", "prompt": "Which framework should the new front end use?",
                "options": [{ "label": "React" }, { "label": "Svelte" }] }] }),
        ),
        (
            Dialect::UserChoice,
            json!({ "type": "user_choice", "question": "In a model's text?", "choices": choices }),
        ),
    ] {
        asked(&desk, dialect, arguments).await;
    }
    let id = asked(&desk, Dialect::ProvideChoice, choice("With a draft", day())).await;
    let chosen = DraftField::Options {
        question: QuestionId::from("q1"),
        options: vec![OptionId::from("lite")],
    };
    desk.save_draft(id, vec![chosen], person()).await.unwrap();
    desk.set_setting(Key::Theme, Some("dark".to_owned())).await.unwrap();
    desk.set_setting(Key::Language, Some("ko".to_owned())).await.unwrap();

    let pages = PageTokens::start(store.clone(), clock.clone(), ids.clone()).await.unwrap();
    let (origin, browser) = ("localhost:7431".to_owned(), "Firefox on Linux".to_owned());
    pages.let_in(Arrival { origin, browser, paired: true }).await.unwrap();
    let tokens = AgentTokens::start(store.clone(), clock, ids).await.unwrap();
    tokens.create(Some("ci")).await.unwrap();
    let posts = Posts::start(store.clone()).await.unwrap();
    posts.of_chat("slack").save(post(id)).await.unwrap();
    let conversations = Conversations::in_store(store).space("slack");
    conversations.save("C1/1.1", "{\"version\":1}").await.unwrap();
}

async fn asked(desk: &Engine, dialect: Dialect, arguments: Value) -> InteractionId {
    let asker = Asker {
        agent: Some("claude-code".to_owned()),
        directory: Some("/work/api".to_owned()),
        ..Asker::default()
    };
    let (repeat, purpose) = (Repeat::New, Purpose::Decision);
    let ask = Ask { dialect, arguments, purpose, asker, call_id: None, repeat };
    desk.ask(ask).await.unwrap().interaction.id
}

fn choice(title: &str, more: Value) -> Value {
    let mut arguments = json!({
        "title": title,
        "prompt": "The storage layer is being rewritten. Which database should the service use?",
        "selection_mode": "single",
        "options": [
            { "id": "pg", "label": "PostgreSQL", "recommended": true },
            { "id": "lite", "label": "SQLite" },
        ],
    });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

fn control(title: &str, mode: &str, more: Value) -> Value {
    let mut arguments = choice(title, json!({ "selection_mode": mode, "timeout_seconds": 86_400 }));
    if mode == "number" {
        arguments.as_object_mut().unwrap().remove("options");
    }
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    arguments
}

fn memory() -> Value {
    json!({ "min": 1, "max": 64, "step": 1, "unit": "GB" })
}

fn ranking() -> Command {
    let mut submission = Submission::default();
    submission.choose(QuestionId::from("q1"), ["lite", "pg"].map(OptionId::from).to_vec());
    Command::Answer { submission }
}

fn number(text: &str) -> Command {
    let mut submission = Submission::default();
    submission.write(QuestionId::from("q1"), text.to_owned());
    Command::Answer { submission }
}

/// Pending for longer than any test runs.
fn day() -> Value {
    json!({ "timeout_seconds": 86_400 })
}

fn choose(option: &str) -> Command {
    let mut submission = Submission::default();
    submission.choose(QuestionId::from("q1"), vec![OptionId::from(option)]);
    Command::Answer { submission }
}

fn post(interaction: InteractionId) -> Post {
    Post {
        chat: "slack".to_owned(),
        interaction,
        part: 0,
        channel: "C1".to_owned(),
        message: "1.1".to_owned(),
        thread: None,
        person: Some("U1".to_owned()),
        look: PostFormat::Drawn,
        copy: false,
        sent: None,
    }
}

/// Tables and rows as statements. What the search index holds is made again by the program.
fn dump(world: &World) -> String {
    let db = Connection::open(world.paths().database()).unwrap();
    let version: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    let mut sql = format!("pragma auto_vacuum = incremental;\npragma user_version = {version};\n");
    let schema = "select name, type, sql from sqlite_schema \
                  where sql is not null and name not like 'search\\__%' escape '\\' or name like 'search\\_%ed' escape '\\'";
    let mut tables = Vec::new();
    let mut statement = db.prepare(schema).unwrap();
    let mut rows = statement.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let (name, kind, make): (String, String, String) =
            (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap());
        sql.push_str(&format!("{make};\n"));
        if kind == "table" && !["search", "search_reached", "search_changed"].contains(&&*name) {
            tables.push(name);
        }
    }
    sql.push_str("insert into search_reached (row, unclean) values (0, 0);\n");
    for table in tables {
        let mut statement = db.prepare(&format!("select * from {table}")).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let values: Vec<String> =
                (0..columns).map(|n| literal(row.get_ref(n).unwrap())).collect();
            sql.push_str(&format!("insert into {table} values ({});\n", values.join(", ")));
        }
    }
    sql
}

fn literal(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "null".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => {
            format!("'{}'", std::str::from_utf8(text).unwrap().replace('\'', "''"))
        }
        ValueRef::Blob(bytes) => {
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("x'{digits}'")
        }
    }
}

/// As if it had been written a moment ago: what is old is swept, and no hub can be told another time.
fn move_to_today(world: &World) {
    let db = Connection::open(world.paths().database()).unwrap();
    let written: Timestamp = WRITTEN.parse().unwrap();
    let by = SystemClock::new().now().duration_since(written) - SignedDuration::from_mins(10);
    for column in ["created_at", "deadline", "settled_at", "delivered_at", "heard_at"] {
        let sql = format!("update interactions set {column} = {column} + {}", by.as_millis());
        db.execute(&sql, []).unwrap();
    }
    for table in ["interactions", "shelf"] {
        let mut rows = db.prepare(&format!("select body from {table}")).unwrap();
        let bodies: Vec<String> =
            rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        for body in bodies {
            let sql = format!("update {table} set body = ?2 where body = ?1");
            db.execute(&sql, [&body, &moved(&body, by)]).unwrap();
        }
    }
}

/// Every text that is a time.
fn moved(body: &str, by: SignedDuration) -> String {
    let is_time = |part: &&str| part.ends_with('Z') && part.parse::<Timestamp>().is_ok();
    let parts = body.split('"').map(|part| match Some(part).filter(is_time) {
        Some(time) => (time.parse::<Timestamp>().unwrap() + by).to_string(),
        None => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("\"")
}

fn check(world: &World) {
    let titles = |args: &[&str]| -> Vec<(String, String)> {
        let page = world.run(args).ok().json();
        let row = |row: &Value| {
            let text = |name: &str| row[name].as_str().unwrap().to_owned();
            (text("title"), text("status"))
        };
        let mut rows: Vec<_> = page["rows"].as_array().unwrap().iter().map(row).collect();
        rows.sort();
        rows
    };
    let pending = titles(&["list", "--json"]);
    assert_eq!(pending.len(), 6, "{pending:?}");
    assert!(pending.iter().all(|(_, status)| status == "pending"));
    let ended = titles(&["list", "--completed", "--json"]);
    let expected = [
        ("Answered", "submitted"),
        ("Cancelled", "cancelled"),
        ("Numbered", "submitted"),
        ("Ranked", "submitted"),
        ("Rejected", "rejected"),
        ("Sent by the clock", "auto-submitted"),
        ("Timed out", "timeout"),
        ("Withdrawn", "withdrawn"),
    ];
    assert_eq!(ended, expected.map(|(title, status)| (title.to_owned(), status.to_owned())));
    let found = titles(&["list", "--all", "--search", "storage answered", "--json"]);
    assert_eq!(found.len(), 1, "{found:?}");

    let draft = world.run(&["list", "--search", "draft", "--json"]).ok().json();
    let id = draft["rows"][0]["id"].as_str().unwrap().to_owned();
    assert!(world.show(&id)["draft"].to_string().contains("lite"));
    let theme = world.run(&["config", "get", "theme"]).ok();
    assert_eq!(theme.stdout.trim(), "dark");
    let pages = world.run(&["browser", "list", "--json"]).ok().json();
    assert_eq!(pages[0]["browser"], "Firefox on Linux");
    let tokens = world.run(&["token", "list", "--json"]).ok().json();
    assert_eq!(tokens[0]["name"], "ci");

    world.run(&["answer", &id, "lite"]).ok();
    assert_eq!(world.show(&id)["status"], "submitted");
    for (title, answer, shown) in
        [("ranked", &["pg", "lite"][..], "1  PostgreSQL"), ("numbered", &["32"][..], "32 GB")]
    {
        let rows = world.run(&["list", "--search", title, "--json"]).ok().json();
        let id = rows["rows"][0]["id"].as_str().unwrap().to_owned();
        let args: Vec<&str> = ["answer", &id].into_iter().chain(answer.iter().copied()).collect();
        world.run(&args).ok();
        let text = world.run(&["show", &id]).ok().stdout;
        assert!(text.contains(shown), "{text}");
    }
    world.run(&["hub", "stop"]).ok();
}

async fn check_messages(world: &World) {
    let store = SqliteStore::open(&world.paths().database(), Options::default()).unwrap();
    let store: Arc<dyn Store> = Arc::new(store);
    let posts = Posts::start(store.clone()).await.unwrap().of_chat("slack");
    let [id] = posts.interactions()[..] else { panic!("one post") };
    assert_eq!(posts.of(id), [post(id)]);
    let kept = Conversations::in_store(store).space("slack").all().await.unwrap();
    assert_eq!(kept, [("C1/1.1".to_owned(), "{\"version\":1}".to_owned())]);
}
