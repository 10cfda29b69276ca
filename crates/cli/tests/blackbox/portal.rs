//! The portal in a real browser, through the real hub, asked by a real MCP client.

pub mod accessible;
mod accidents;
mod answering;
mod attacks;
pub mod browser;
mod crowd;
mod dead_link;
mod deliberate;
mod ends;
mod fingers;
mod firefox;
mod first;
mod flow;
mod forms;
mod history;
mod keys;
mod list;
mod living;
mod long_list;
mod look;
mod looks;
mod narrow;
mod notice;
mod permission;
mod settings;
mod trust;
mod unsent_text;

use futures_util::future::join_all;
use sayso_core::{Dialect, Purpose};
use sayso_desk::{Ask, Asker, Asking, Repeat};
use serde_json::{Value, json};

use browser::{Browser, Page};

use crate::harness::World;
use crate::mcp::sdk::{Over, Sdk};

/// A hub, an agent, and a person with a browser.
struct Scene {
    world: World,
    agent: Option<Sdk>,
    browser: Browser,
}

impl Scene {
    fn new() -> Scene {
        let world = World::new();
        // Started first, so that agent and person use the same one.
        world.run(&["list"]).ok();
        let agent = Some(Sdk::typescript(&world, Over::Stdio));
        Scene { agent, browser: Browser::start(), world }
    }

    /// Only the person: an agent would start a hub whenever there is none.
    fn without_agent() -> Scene {
        Scene::with(Browser::start())
    }

    fn with(browser: Browser) -> Scene {
        Scene { world: World::new(), agent: None, browser }
    }

    fn agent(&mut self) -> &mut Sdk {
        self.agent.as_mut().expect("a scene with an agent")
    }

    /// The agent asks; returns the id of its question.
    fn asks(&mut self, tool: &str, arguments: &Value) -> String {
        self.agent().call(tool, arguments);
        crate::mcp::waited_for(&self.world)
    }

    /// A program asks this, and doesn't wait.
    fn asked(&self, arguments: &Value) -> String {
        let arguments = arguments.to_string();
        let ran = self.world.run_with(&["ask", "--no-wait"], arguments.as_bytes());
        assert_eq!(ran.code, 75, "{ran:?}");
        ran.stdout.trim().to_owned()
    }

    /// Agents in projects ask these with `provide_choice`, all at once, and don't wait.
    fn asked_by<'a>(
        &self,
        questions: impl IntoIterator<Item = (&'a str, &'a str, Value)>,
    ) -> Vec<String> {
        // Starts a hub if there is none.
        self.world.run(&["list"]).ok();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let desk = self.world.desk();
        let ask = |(agent, project, arguments): (&str, &str, Value)| {
            let directory = Some(format!("/home/ann/{project}"));
            let asker = Asker { agent: Some(agent.to_owned()), directory, ..Asker::default() };
            let (dialect, purpose) = (Dialect::ProvideChoice, Purpose::Decision);
            desk.ask(Ask { dialect, purpose, arguments, asker, call_id: None, repeat: Repeat::New })
        };
        let asked = runtime.block_on(join_all(questions.into_iter().map(ask)));
        asked.into_iter().map(|view| view.unwrap().interaction.id.to_string()).collect()
    }

    /// A link from `sayso open`.
    fn link(&self, id: Option<&str>) -> String {
        let mut arguments = vec!["open", "--print"];
        arguments.extend(id);
        let printed = self.world.run(&arguments).ok().stdout;
        let link = printed.split_whitespace().find(|word| word.contains("#code="));
        link.expect("it prints a link with a code").to_owned()
    }

    /// The question on the page of a person who used a link.
    fn page(&self, id: &str) -> Page<'_> {
        let page = self.browser.open("page", &self.link(Some(id)));
        page.wait("html[data-live=socket]");
        page.wait(&format!("[data-card='{id}'][data-status=pending]"));
        page
    }

    /// What the agent got.
    fn result(&mut self) -> Value {
        self.agent().outcome()["structured"].clone()
    }
}

/// `provide_choice` with some fields changed.
fn choice(more: Value) -> Value {
    let mut choice = json!({
        "title": "Pick a database",
        "prompt": "The storage layer is being rewritten, which decides how data is migrated. Which database should the service use?",
        "selection_mode": "single",
        "options": [
            { "id": "pg", "label": "PostgreSQL", "description": "managed", "recommended": true },
            { "id": "lite", "label": "SQLite" },
            { "id": "dynamo", "label": "DynamoDB" },
        ],
        "interface": "web",
        "timeout_seconds": 3600,
    });
    for (name, value) in more.as_object().expect("fields") {
        choice[name] = value.clone();
    }
    choice.as_object_mut().expect("fields").retain(|_, value| !value.is_null());
    choice
}
