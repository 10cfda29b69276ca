//! A running cell: the model's script, the question, and the person's answer.

use std::path::Path;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::bridge;
use crate::cells::{Cell, Play, Tool};
use crate::hooks;
use crate::lost;
use crate::model::{Model, ModelRequest, Move};
use crate::plugins;
use crate::races;
use crate::server_races;
use crate::servers;
use crate::together;
use crate::waiting;
use crate::world::{PATIENCE, World};

/// A client's own limit for a call, if a cell sets one: shorter than any of sayso's.
const LIMIT: u32 = 12;

/// A running cell.
pub struct Scene {
    pub cell: Cell,
    pub world: World,
    pub model: Model,
}

impl Scene {
    pub fn new(cell: Cell, installed: &Path) -> Scene {
        let Cell { agent, play, tool } = cell;
        let first = Move::Call(tool.name(), question(tool, "first", play));
        let second = Move::Call(tool.name(), question(tool, "second", play));
        let moves = match play {
            Play::AnsweredInTime
            | Play::Cancelled
            | Play::Rejected
            | Play::TimedOut
            | Play::Setup => {
                vec![first, Move::Say]
            }
            Play::AskedTwice | Play::AfterTheLimit | Play::KilledAndRestarted => {
                vec![first.clone(), first, Move::Say]
            }
            Play::PendingThenFetched | Play::DefaultClock => {
                vec![first, Move::Fetch(fetching(tool)), Move::Say]
            }
            Play::Hook => {
                vec![Move::Shell("rm -rf keep"), Move::Shell("touch made"), Move::Say]
            }
            // Not by force: Codex itself refuses that.
            Play::Guard(_) | Play::Unguarded => vec![Move::Shell("rm -r keep"), Move::Say],
            Play::HookOnce => {
                let same = Move::Shell("touch made");
                vec![same.clone(), same.clone(), same, Move::Say]
            }
            Play::Bridge if agent != Agent::ClaudeCode => servers::moves_with_words(agent),
            Play::BridgeThere if agent != Agent::ClaudeCode => servers::moves(agent),
            Play::Bridge => bridge::moves(),
            Play::Lost => lost::moves(agent),
            Play::Waits => waiting::moves(agent),
            Play::BridgeWithout(_) if agent == Agent::Qwen => waiting::moves_without(),
            Play::BridgeThere | Play::BridgeWithout(_) => bridge::moves_there(),
            Play::Bridged(_) if agent == Agent::Codex => servers::moves_with_words(agent),
            Play::Bridged(dialogs) => dialogs.moves(),
            Play::Races if agent != Agent::ClaudeCode => server_races::moves(agent),
            Play::Races => races::moves(),
            Play::Together => together::moves(agent),
            Play::Plugin => vec![first, Move::Shell("rm -rf keep"), Move::Say],
            Play::Late => vec![first, second, Move::Fetch(fetching(tool)), Move::Say],
        };
        let mut world = World::new(agent, installed, &settings(cell));
        match play {
            Play::Setup => world.set_up(&[]),
            Play::Guard(trouble) => hooks::install(&world, agent, trouble),
            Play::Unguarded => hooks::install_without_deny(&world, agent),
            Play::Plugin => plugins::install(&world, agent),
            Play::Together => {}
            Play::Lost => {}
            Play::Bridge | Play::BridgeThere | Play::Races if agent != Agent::ClaudeCode => {}
            Play::Bridge | Play::BridgeThere | Play::Races => world.set_up(&["--questions"]),
            Play::Bridged(_) if agent == Agent::Codex => {}
            Play::Bridged(dialogs) => dialogs.install(&world),
            Play::Waits => waiting::install(&world, agent),
            Play::BridgeWithout(trouble) if agent == Agent::Qwen => {
                waiting::install_with_trouble(&world, agent, trouble);
            }
            Play::BridgeWithout(trouble) => bridge::install(&world, trouble),
            Play::AnsweredInTime
            | Play::AskedTwice
            | Play::PendingThenFetched
            | Play::AfterTheLimit
            | Play::KilledAndRestarted
            | Play::Cancelled
            | Play::Rejected
            | Play::TimedOut
            | Play::Late
            | Play::DefaultClock
            | Play::Hook
            | Play::HookOnce => world.connect(),
        }
        let work = world.work();
        let model = Model::start(moves.into_iter().map(|one| one.at(&work)));
        if play == Play::Together {
            let others: Vec<Agent> = cell.agents().split_off(1);
            together::install(&mut world, &model.url(), &others);
        }
        let is_bridged =
            matches!(play, Play::Bridge | Play::BridgeThere | Play::Lost | Play::Races);
        if is_bridged && agent != Agent::ClaudeCode {
            servers::install(&world, agent, &model.url());
        }
        if matches!(play, Play::Bridged(_)) && agent == Agent::Codex {
            servers::settings(&world, &model.url());
            world.set_up(&[]);
        }
        Scene { cell, world, model }
    }

    /// Starts the agent, which will ask the first question.
    pub fn start(&self) {
        let Cell { agent, play, .. } = self.cell;
        let mut launch = agent.launch(&self.model.url(), "Set the project up; ask where you must.");
        if play == Play::AfterTheLimit {
            agent.limit(&mut launch, &self.world, LIMIT);
        }
        self.world.start(&launch);
    }

    pub fn told(&self, turn: usize) -> ModelRequest {
        self.model.told(turn, PATIENCE)
    }

    /// The person answers with the first option, or the second.
    pub fn answer(&self, id: &str, at: usize) {
        match self.cell.tool {
            Tool::Choice => {
                self.world.person(&["answer", id, LABELS[at], "--note", "as we said"]);
            }
            Tool::Questions => {
                let first = format!("1={}", LABELS[at]);
                self.world.person(&["answer", id, "-a", &first, "-a", "2=Playwright"]);
            }
        }
    }

    /// The model got this answer, and not the other one.
    #[track_caller]
    pub fn was_answered(&self, told: &ModelRequest, at: usize) {
        let text = told.text();
        match self.cell.tool {
            Tool::Choice => {
                let reply = told.object_with("action_status").unwrap_or_else(|| panic!("{text}"));
                assert_eq!(reply["action_status"], "selected", "{text}");
                assert_eq!(reply["selection"]["selected_ids"], json!([IDS[at]]), "{text}");
                assert_eq!(reply["selection"]["global_annotation"], "as we said", "{text}");
            }
            Tool::Questions => {
                assert!(told.says(LABELS[at]) && told.says("Playwright"), "{text}");
                assert!(!told.says(LABELS[1 - at]) && !told.says("Cypress"), "{text}");
                assert!(!told.is_pending(), "{text}");
            }
        }
    }

    /// Keeps the files of a failed cell for debugging.
    pub fn keep(&self) {
        let name = self.cell.name().replace("::", ".");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agents").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("requests.jsonl"), self.model.recording()).unwrap();
        std::fs::write(folder.join("logs"), self.world.logs()).unwrap();
    }
}

pub const LABELS: [&str; 2] = ["PostgreSQL", "SQLite"];
const IDS: [&str; 2] = ["pg", "lite"];

/// The tool that fetches answers.
pub fn fetching(tool: Tool) -> &'static str {
    match tool {
        Tool::Choice => "provide_choice",
        Tool::Questions => "get_answered_questions",
    }
}

fn question(tool: Tool, title: &str, play: Play) -> Value {
    let prompt = format!(
        "The {title} service keeps its sessions in memory and loses them with each deployment. Which database is to hold them?"
    );
    match tool {
        Tool::Choice => {
            let mut choice = json!({
                "title": format!("Sessions of the {title} service"),
                "prompt": prompt,
                "selection_mode": "single",
                "options": [
                    { "id": IDS[0], "label": LABELS[0], "recommended": true },
                    { "id": IDS[1], "label": LABELS[1] },
                ],
                "timeout_seconds": 3600,
            });
            if play == Play::TimedOut {
                choice["timeout_seconds"] = json!(5);
                choice["timeout_action"] = json!("cancel");
            }
            choice
        }
        Tool::Questions => json!({ "questions": [
            {
                "title": "Sessions", "prompt": prompt,
                "context": "It decides what has to be installed before the next deployment.",
                "options": [{ "label": LABELS[0], "recommended": true }, { "label": LABELS[1] }],
            },
            {
                "title": "Tests", "prompt": "What is to drive the browser in its tests from now on?",
                "context": "The old one is no longer maintained, and both would do what is needed.",
                "options": [{ "label": "Playwright", "recommended": true }, { "label": "Cypress" }],
            },
        ] }),
    }
}

/// Questions are meant for a page, open or not; everything else is default, except for what the
/// cell tests.
fn settings(cell: Cell) -> String {
    let family = cell.agent.family();
    let more = match cell.play {
        Play::PendingThenFetched | Play::Late => format!("[mcp]\npatience = \"{family}=2\"\n"),
        Play::TimedOut => "[questions]\ntimeout = 5\n".to_owned(),
        Play::Hook | Play::HookOnce => hooks::SETTINGS.to_owned(),
        Play::Waits => waiting::SETTINGS.to_owned(),
        Play::AnsweredInTime
        | Play::AskedTwice
        | Play::AfterTheLimit
        | Play::KilledAndRestarted
        | Play::Cancelled
        | Play::Rejected
        | Play::DefaultClock
        | Play::Guard(_)
        | Play::Unguarded
        | Play::Bridge
        | Play::BridgeThere
        | Play::Lost
        | Play::BridgeWithout(_)
        | Play::Bridged(_)
        | Play::Races
        | Play::Together
        | Play::Setup
        | Play::Plugin => String::new(),
    };
    format!("[hub]\nport = 0\n\n[personal]\ninterface = \"web\"\nnotifications = \"off\"\n\n{more}")
}
