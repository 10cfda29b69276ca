//! States for tests: interactions as the desk would have created them, at a quarter past two.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use sayso_core::dialect::{self, DialectLimits};
use sayso_core::interaction::{Interaction, Outcome};
use sayso_core::settings::{Key, Preferences, Source};
use sayso_core::surface::{Actor, Chat, ChatId, Chats, Presence, Surface};
use sayso_core::{Dialect, InteractionId, Origin};
use sayso_desk::{Cursor, Events, Row, SettingView, View};
use serde_json::{Value, json};

use crate::abilities::Depth;
use crate::message::{Effect, Message};
use crate::state::card::Phase::Confirming;
use crate::state::card::{Arming, Card, Focus};
use crate::state::{Moment, Purpose, State};
use crate::update::update;
use crate::view::screen;

/// 14:15:00, plus this many milliseconds.
pub(crate) fn at(milliseconds: u64) -> Moment {
    let start: Timestamp = "2026-03-04T14:15:00Z".parse().unwrap();
    let passed = Duration::from_millis(milliseconds);
    Moment { running: passed, day: start + jiff::SignedDuration::try_from(passed).unwrap() }
}

pub(crate) fn id(number: u128) -> InteractionId {
    InteractionId::new(uuid::Uuid::from_u128(number << 96 | 0x4000_8000_0000_0000_0000))
}

/// A pending interaction with 4:12 left, asked at 14:03 by claude-code in api-server.
pub(crate) fn view(dialect: Dialect, arguments: &Value) -> View {
    let limits = DialectLimits { options: 10, ..DialectLimits::default() };
    let asking = dialect::parse(dialect, arguments, &limits).unwrap();
    let origin = Origin {
        agent: Some("claude-code".to_owned()),
        directory: Some("/home/ann/api-server".to_owned()),
        ..Origin::new(dialect, "call")
    };
    let asked = "2026-03-04T14:03:00Z".parse().unwrap();
    let begun = Interaction::begin(id(1), origin, asking, &Preferences::default(), asked);
    let timed = begun.deadline().is_some();
    let deadline = timed.then(|| "2026-03-04T14:19:12Z".parse().unwrap());
    let interaction = Interaction { state: sayso_core::State::Pending { deadline }, ..begun };
    let live = sayso_desk::Live {
        remaining_ms: timed.then_some(252_000),
        listening: true,
        stopped: false,
        shown: true,
        url: Some("http://localhost:7431/choice/00000001".to_owned()),
        attention: Vec::new(),
    };
    View { status: interaction.status(), interaction, live, draft: None }
}

/// Claude Code wants to run a command, part of which a rule matched.
pub(crate) fn permission() -> View {
    view(
        Dialect::Permission,
        &json!({
            "title": "cargo test && git push --force origin main",
            "marked": ["cargo test && ", "git push --force", " origin main"],
            "prompt": "Claude Code wants to use Bash in /home/ann/api-server.\n\n\
                       Rule `git-force-push`: it overwrites the history of a remote branch.\n\n\
                       It says: Publish the fix",
            "irreversible": true,
        }),
    )
}

/// A permission of the session `s1`, which other ones of it wait beside: a command, one that can't be
/// undone, and an edit.
pub(crate) fn session_of_four(purpose: Purpose) -> State {
    let asks = |number: u128, title: &str, more: Value| {
        let mut fields = json!({ "title": title, "says_all": true, "timeout_seconds": 300,
            "prompt": "Claude Code wants to use Bash in /home/ann/api-server.\n\nIt says: Make the files" });
        fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let mut view = view(Dialect::Permission, &fields);
        view.interaction.id = id(number);
        view.interaction.origin.session = Some("s1".to_owned());
        view
    };
    let own = asks(1, "touch one", json!({}));
    let others = [
        asks(2, "touch two", json!({})),
        asks(3, "git push --force origin main", json!({ "irreversible": true })),
        asks(4, "edit src/main.rs", json!({ "says_all": false })),
    ];
    let mut state = match purpose {
        Purpose::Prompt => prompt(own.clone()),
        Purpose::Inbox => opened(blank(Purpose::Inbox), own.clone()),
    };
    let rows = std::iter::once(&own).chain(&others);
    let rows = rows.map(|view| Row::new(&view.interaction, view.live.clone())).collect();
    let cursor = Cursor { epoch: 1, sequence: 1 };
    let events = Events { cursor, events: Vec::new(), reset: Some(rows) };
    comes(&mut state, Message::Happened(Ok(events)));
    state
}

pub(crate) fn choice(fields: Value) -> View {
    let mut request = json!({
        "title": "Pick a database",
        "prompt": "The storage layer is being rewritten; the choice decides the migration path.\n\
                   Which one should the service use?",
        "selection_mode": "single",
        "options": [
            {"id": "pg", "label": "PostgreSQL", "description": "managed, strong consistency", "recommended": true},
            {"id": "lite", "label": "SQLite", "description": "zero ops, one file"},
            {"id": "dynamo", "label": "DynamoDB", "description": "serverless, vendor lock-in"},
        ],
        "default_selection_ids": ["pg"],
    });
    for (name, value) in fields.as_object().unwrap() {
        match value {
            Value::Null => drop(request.as_object_mut().unwrap().remove(name)),
            value => request[name] = value.clone(),
        }
    }
    view(Dialect::ProvideChoice, &request)
}

pub(crate) fn questions() -> View {
    let question = |title: &str, prompt: &str, multi: bool, labels: &[&str]| {
        let options: Vec<Value> = labels.iter().map(|label| json!({"label": label})).collect();
        json!({"title": title, "prompt": prompt, "multiSelect": multi, "options": options})
    };
    view(
        Dialect::AskUserQuestions,
        &json!({"questions": [
            question("Framework", "Which framework should the site use?", false, &["Next.js (recommended)", "Astro"]),
            question("Styling", "Which styling?", true, &["Tailwind (recommended)", "CSS modules", "Plain CSS"]),
            question("License", "Under which license is it published?", false, &["MIT", "Apache-2.0 (recommended)"]),
        ]}),
    )
}

/// The interaction after it was settled.
pub(crate) fn settled(mut view: View, outcome: Outcome) -> View {
    let at = "2026-03-04T14:05:00Z".parse().unwrap();
    view.interaction.state = sayso_core::State::Settled { at, outcome };
    view.status = view.interaction.status();
    view.live.remaining_ms = None;
    view
}

pub(crate) fn ann(via: Surface) -> Actor {
    Actor::new(Some("ann".to_owned()), via, Presence::Interactive)
}

/// A prompt whose keys work.
pub(crate) fn prompt(view: View) -> State {
    let mut state = blank(Purpose::Prompt);
    state.card = Some(Card::new(view, at(0).running));
    state.card.as_mut().unwrap().arming = Arming::Armed;
    state
}

/// The inbox with an open question whose keys work.
pub(crate) fn opened(mut state: State, mut view: View) -> State {
    view.interaction.id = id(1);
    state.card = Some(Card::new(view, at(0).running));
    state.card.as_mut().unwrap().arming = Arming::Armed;
    state
}

pub(crate) const IRC: ChatId = ChatId::new("irc");
pub(crate) const CHATS: Chats = Chats(&[Chat { id: IRC, presence: Presence::Interactive }]);

pub(crate) fn blank(purpose: Purpose) -> State {
    let mut state = State::new(purpose, at(0), TimeZone::UTC, Depth::Sixteen);
    let view = |key: Key| SettingView::new(key, key.setting().default, Source::Builtin, CHATS);
    state.preferences = Key::ALL.map(view).to_vec();
    state
}

pub(crate) fn set(state: &mut State, key: Key, value: &str) {
    state.preferences.iter_mut().find(|setting| setting.key == key).unwrap().value =
        value.to_owned();
}

/// Three waiting questions and two answered ones.
pub(crate) fn inbox() -> State {
    let mut state = blank(Purpose::Inbox);
    let minutes = |minutes: i64| jiff::SignedDuration::from_mins(minutes);
    let row = |number: u128, mut view: View, agent: &str, project: &str, age: i64| {
        view.interaction.id = id(number);
        view.interaction.origin.agent = Some(agent.to_owned());
        view.interaction.origin.directory = Some(format!("/home/ann/{project}"));
        view.interaction.created_at = at(0).day - minutes(age);
        Row::new(&view.interaction, view.live)
    };
    let mut irreversible = choice(json!({"title": "Delete 14 snapshots?", "irreversible": true}));
    irreversible.live.remaining_ms = None;
    let mut urgent = choice(json!({"title": "发布到生产环境吗？"}));
    urgent.live.remaining_ms = Some(43_000);
    urgent.live.listening = false;
    let answered = |note: Option<&str>| {
        let mut submission = choice(json!({})).interaction.form.proposal();
        submission.note = note.map(str::to_owned);
        let form = choice(json!({})).interaction.form;
        let answers = sayso_core::worksheet::check(&form, submission).unwrap();
        Outcome::Answered { answers, actor: ann(Surface::Web) }
    };
    let now = at(0).running;
    state.inbox.put_waiting(row(1, choice(json!({})), "claude-code", "api-server", 2), now);
    state.inbox.put_waiting(row(2, irreversible, "codex", "web", 9), now);
    state.inbox.put_waiting(row(3, urgent, "gemini", "docs", 1), now);
    let retry = choice(json!({"title": "Retry policy"}));
    state.inbox.settle(row(4, settled(retry, answered(None)), "claude-code", "api-server", 30));
    let stop =
        Outcome::Cancelled { note: Some("not now".to_owned()), actor: ann(Surface::Terminal) };
    let rename = choice(json!({"title": "Rename the module?"}));
    state.inbox.settle(row(5, settled(rename, stop), "codex", "web", 40));
    state.inbox.loaded = true;
    state
}

pub(crate) fn key(code: KeyCode) -> Message {
    Message::Key(KeyEvent::from(code))
}

pub(crate) fn control(letter: char) -> Message {
    Message::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
}

/// `↓`, `⏎`, `⇥`, `⎋`, `←`, `→`, `↑`; every other character is itself.
pub(crate) fn key_of(c: char) -> Message {
    key(match c {
        '↓' => KeyCode::Down,
        '↑' => KeyCode::Up,
        '←' => KeyCode::Left,
        '→' => KeyCode::Right,
        '⏎' => KeyCode::Enter,
        '⇥' => KeyCode::Tab,
        '⎋' => KeyCode::Esc,
        c => KeyCode::Char(c),
    })
}

/// Typed by a person: one key after the other, and a look at what was written before it is sent.
pub(crate) fn press(state: &mut State, keys: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for c in keys.chars() {
        let writes = |card: &Card| matches!(card.focus, Focus::Farewell(_) | Focus::Remark);
        if c == '⏎' && state.card.as_ref().is_some_and(writes) {
            effects.extend(waits(state, 500));
        }
        effects.extend(press_key(state, key_of(c)));
    }
    effects
}

/// Without a pause.
pub(crate) fn rattle(state: &mut State, keys: &str) -> Vec<Effect> {
    keys.chars().flat_map(|c| press_key(state, key_of(c))).collect()
}

/// The card's time stands still meanwhile, so that a picture doesn't depend on how much was typed.
fn waits(state: &mut State, milliseconds: u64) -> Vec<Effect> {
    let effects = passes(state, milliseconds);
    if let Some(card) = &mut state.card {
        card.told += Duration::from_millis(milliseconds);
    }
    effects
}

/// A key, and the time until the next one.
pub(crate) fn press_key(state: &mut State, key: Message) -> Vec<Effect> {
    let mut effects = comes(state, key);
    effects.extend(waits(state, 40));
    if state.card.as_ref().is_some_and(|card| matches!(card.phase, Confirming(_))) {
        draws(state, 80, 24);
    }
    effects
}

/// The screen has this size, and shows the state.
pub(crate) fn draws(state: &mut State, width: u16, height: u16) {
    let drawn = screen(state, width, height).drawn;
    comes(state, Message::Drawn(drawn));
}

/// Something else happens, without time passing.
pub(crate) fn comes(state: &mut State, message: Message) -> Vec<Effect> {
    let now = state.now;
    update(state, message, now)
}

pub(crate) fn passes(state: &mut State, milliseconds: u64) -> Vec<Effect> {
    let now = u64::try_from(state.now.running.as_millis()).unwrap();
    update(state, Message::Tick, at(now + milliseconds))
}

/// All at once, as a paste without brackets does.
pub(crate) fn burst(state: &mut State, keys: &str) -> Vec<Effect> {
    let mut effects: Vec<Effect> = keys.chars().flat_map(|c| comes(state, key_of(c))).collect();
    effects.extend(passes(state, 200));
    effects
}
