//! Telegram, as a fake that other people's libraries accept: real hubs, real taps, one answer.

mod controls;
mod fake;
mod hubs;
#[cfg(target_os = "linux")]
mod idle;
mod judges;
mod ladder;
mod late;
mod pairing;
mod single;
mod strangers;
mod sure;
mod together;
mod typed;
mod unwell;
mod words;

use std::os::unix::fs::PermissionsExt;

use sayso_core::{Dialect, InteractionId, Purpose};
use sayso_desk::{Ask, Asker, Asking, Repeat, View};
use serde_json::{Value, json};

use crate::harness::{Running, World};
use fake::{ANN, Fake, TOKEN};

/// A world whose hub uses its own fake Telegram.
struct Chat {
    world: World,
    fake: Fake,
    runtime: tokio::runtime::Runtime,
}

impl Chat {
    /// Ann's account is paired.
    fn new() -> Chat {
        let chat = Chat::unpaired();
        chat.keep_account(ANN, "Ann");
        chat
    }

    fn keep_account(&self, id: i64, name: &str) {
        let account = format!("[account]\nid = {id}\nname = \"{name}\"\n");
        self.keep(&format!("bot_token = \"{TOKEN}\"\n{account}"));
    }

    /// No token, no account.
    fn unpaired() -> Chat {
        let fake = Fake::start();
        let world = World::new().with("SAYSO_TELEGRAM_API_BASE", &fake.api_base());
        let file = world.path("telegram.toml").display().to_string();
        let world = world.with("SAYSO_TELEGRAM_FILE", &file);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Chat { world, fake, runtime }
    }

    /// The file of token and account.
    fn keep(&self, text: &str) {
        let file = self.world.path("telegram.toml");
        std::fs::write(&file, text).unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    }

    /// A hub that asks for updates.
    #[track_caller]
    fn hub(&self) -> Running {
        self.hub_with(&[])
    }

    #[track_caller]
    fn hub_with(&self, variables: &[(&str, &str)]) -> Running {
        let polls = self.fake.state().polls;
        let hub = self.world.hub_with(variables);
        self.fake.is_polled(polls);
        self.attached();
        hub
    }

    /// Returns once a hub is at work there.
    #[track_caller]
    fn attached(&self) {
        self.world.until("Telegram is attached", || self.label().is_some());
    }

    /// What `sayso hub status` says about it.
    fn label(&self) -> Option<String> {
        let open = self.runtime.block_on(self.world.desk().attached()).unwrap();
        let here = sayso_core::Surface::Chat(sayso_core::ChatId::new("telegram"));
        open.into_iter().find(|open| open.surface == here).map(|open| open.label)
    }

    #[track_caller]
    fn is_labelled(&self, words: &str) {
        let says = || self.label().is_some_and(|label| label.contains(words));
        self.world.until(&format!("the label says `{words}`"), says);
    }

    #[track_caller]
    fn ask(&self, dialect: Dialect, arguments: Value) -> InteractionId {
        let asker = Asker {
            agent: Some("claude-code".to_owned()),
            directory: Some("/work/api-server".to_owned()),
            ..Asker::default()
        };
        let (purpose, repeat) = (Purpose::Decision, Repeat::New);
        let ask = Ask { dialect, purpose, arguments, asker, call_id: None, repeat };
        self.runtime.block_on(self.world.desk().ask(ask)).unwrap().interaction.id
    }

    /// A `provide_choice` for Telegram, with additional fields.
    #[track_caller]
    fn choice(&self, more: Value) -> InteractionId {
        let mut arguments = json!({
            "title": "Pick a database",
            "prompt": "The storage layer is being rewritten. Which database should the service use?",
            "selection_mode": "single",
            "options": [
                { "id": "pg", "label": "PostgreSQL", "recommended": true },
                { "id": "lite", "label": "SQLite" },
                { "id": "ddb", "label": "DynamoDB" },
            ],
            "interface": "telegram",
            "timeout_seconds": 3600,
        });
        let arguments_of = arguments.as_object_mut().unwrap();
        for (name, value) in more.as_object().unwrap() {
            match value.is_null() {
                true => drop(arguments_of.remove(name)),
                false => drop(arguments_of.insert(name.clone(), value.clone())),
            }
        }
        self.ask(Dialect::ProvideChoice, arguments)
    }

    fn view(&self, id: InteractionId) -> View {
        self.runtime.block_on(self.world.desk().show(&id.into())).unwrap()
    }

    /// The outcome as it is stored.
    #[track_caller]
    fn outcome(&self, id: InteractionId) -> Value {
        self.world.until("settled", || !self.is_pending(id));
        serde_json::to_value(self.view(id).interaction.outcome().unwrap()).unwrap()
    }

    /// The hub that ended had asked for updates then, and not since.
    fn was_away(&self, since: &str) {
        let database = rusqlite::Connection::open(self.world.paths().database()).unwrap();
        let changed = database
            .execute("UPDATE shelf SET body = ?1 WHERE key = 'telegram-poll/asked'", [since]);
        assert_eq!(changed.unwrap(), 1);
    }

    fn is_pending(&self, id: InteractionId) -> bool {
        self.view(id).interaction.is_pending()
    }
}

/// What was chosen for a question.
fn options(outcome: &Value, question: &str) -> Value {
    outcome["answers"]["questions"][question]["options"].clone()
}
