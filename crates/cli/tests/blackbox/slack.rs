//! Slack, as a fake that the official clients accept: real hubs, real clicks, one answer.

mod controls;
mod conversation;
pub mod fake;
mod forms;
mod hubs;
mod judges;
mod ladder;
mod late;
mod many;
mod picture;
mod settings;
mod setup;
mod single;
mod together;
mod transport;
mod unwell;
mod words;

use sayso_core::dialect::{Reply, reply};
use sayso_core::{Dialect, InteractionId, Purpose};
use sayso_desk::{Ask, Asker, Asking, Repeat, View};
use serde_json::{Value, json};

use crate::harness::{Running, World};
use fake::{APP, BOT, Fake};

/// The person who is asked.
const ANN: &str = "UANN";
const BOB: &str = "UBOB";
/// For signed requests.
const SECRET: &str = "8f742231b10e8888abcd99yyyzzz85a5";

/// A world whose hub uses its own fake Slack.
struct Chat {
    world: World,
    fake: Fake,
    runtime: tokio::runtime::Runtime,
}

impl Chat {
    /// Ann is asked directly.
    fn new() -> Chat {
        Chat::with(&[("SAYSO_SLACK_ASK", ANN)])
    }

    /// A channel is asked, and anyone there may answer.
    fn in_channel() -> Chat {
        Chat::with(&[("SAYSO_SLACK_ASK", "C1"), ("SAYSO_SLACK_ANSWERERS", "anyone")])
    }

    fn with(variables: &[(&str, &str)]) -> Chat {
        let fake = Fake::start();
        let world = World::new()
            .with("SAYSO_SLACK_API_BASE", &fake.api_base())
            .with("SAYSO_SLACK_BOT_TOKEN", BOT)
            .with("SAYSO_SLACK_APP_TOKEN", APP);
        let world = variables.iter().fold(world, |world, (name, value)| world.with(name, value));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Chat { world, fake, runtime }
    }

    /// A hub that is connected to Slack.
    #[track_caller]
    fn hub(&self) -> Running {
        let opened = self.fake.state().opened;
        let hub = self.world.hub_with(&[]);
        self.fake.wait("the hub connects", |state| state.opened > opened);
        self.attached();
        hub
    }

    /// Returns once a hub is at work there.
    #[track_caller]
    fn attached(&self) {
        self.world.until("Slack is attached", || {
            let open = self.runtime.block_on(self.world.desk().attached()).unwrap();
            open.iter().any(|open| {
                open.surface == sayso_core::Surface::Chat(sayso_core::ChatId::new("slack"))
            })
        });
    }

    #[track_caller]
    fn ask(&self, dialect: Dialect, arguments: Value) -> InteractionId {
        let asker = Asker {
            agent: Some("claude-code".to_owned()),
            directory: Some("/work/api-server".to_owned()),
            ..Asker::default()
        };
        let ask = Ask {
            dialect,
            purpose: Purpose::Decision,
            arguments,
            asker,
            call_id: None,
            repeat: Repeat::New,
        };
        self.runtime.block_on(self.world.desk().ask(ask)).unwrap().interaction.id
    }

    /// From a model's text, to be shown in Slack.
    #[track_caller]
    fn ask_choice(&self, arguments: Value) -> InteractionId {
        self.world.run(&["config", "set", "interface", "slack"]).ok();
        self.ask(Dialect::UserChoice, arguments)
    }

    fn view(&self, id: InteractionId) -> View {
        self.runtime.block_on(self.world.desk().show(&id.into())).unwrap()
    }

    /// What the model gets, once it is answered.
    #[track_caller]
    fn reply(&self, id: InteractionId) -> Reply {
        self.world.until("settled", || !self.view(id).interaction.is_pending());
        {
            let view = self.view(id);
            reply(&view.interaction, &view.live.standing())
        }
    }

    #[track_caller]
    fn is_pending(&self, id: InteractionId) -> bool {
        self.view(id).interaction.is_pending()
    }
}

fn single() -> Value {
    json!({
        "type": "user_choice", "question": "Which database shall it be?",
        "context": "The storage layer is rewritten; the choice decides how data is migrated.",
        "options": [
            {"id": "pg", "label": "PostgreSQL", "description": "one server", "recommended": true},
            {"id": "lite", "label": "SQLite", "description": "one file"},
        ],
    })
}

/// This many questions with two options; the first of each is recommended.
fn group(questions: usize) -> Value {
    let choices: Vec<Value> = (1..=questions)
        .map(|n| {
            json!({
                "question": format!("Question number {n}?"), "context": "It decides what comes next.",
                "options": [
                    {"id": "1", "label": format!("First of {n}"), "recommended": true},
                    {"id": "2", "label": format!("Second of {n}")},
                ],
            })
        })
        .collect();
    json!({
        "type": "user_choice_group", "question": "Set the service up",
        "context": "The new service is about to be made.", "choices": choices,
    })
}

/// A `provide_choice` for Slack, with additional fields.
fn choice(more: Value) -> Value {
    let mut arguments = json!({
        "title": "Pick a database",
        "prompt": "The storage layer is being rewritten. Which database should the service use?",
        "selection_mode": "single",
        "options": [
            { "id": "pg", "label": "PostgreSQL", "recommended": true },
            { "id": "lite", "label": "SQLite" },
        ],
        "interface": "slack",
        "timeout_seconds": 3600,
    });
    for (name, value) in more.as_object().unwrap() {
        arguments[name] = value.clone();
    }
    arguments
}
