//! What happens in the cells, and what the model must have received then.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::cells::{Cell, Play, Tool};
use crate::model::{Model, Move, Told};
use crate::world::{PATIENCE, World};

/// A client's own limit for a call, where a cell sets one: shorter than anything sayso goes by.
const LIMIT: u32 = 6;

pub fn play(cell: Cell, installed: &Path) {
    let scene = Scene::new(cell, installed);
    let played = catch_unwind(AssertUnwindSafe(|| match cell.play {
        Play::AnsweredInTime => answered_in_time(&scene),
        Play::AskedTwice => asked_twice(&scene),
        Play::PendingThenFetched => pending_then_fetched(&scene),
        Play::AfterTheLimit => after_the_limit(&scene),
        Play::KilledAndRestarted => killed_and_restarted(&scene),
        Play::Cancelled => cancelled(&scene),
        Play::Rejected => rejected(&scene),
        Play::TimedOut => timed_out(&scene),
        Play::Late => late(&scene),
        Play::DefaultClock => default_clock(&scene),
    }));
    if let Err(failed) = played {
        scene.keep();
        resume_unwind(failed);
    }
}

/// A cell that is being played.
struct Scene {
    cell: Cell,
    world: World,
    model: Model,
}

impl Scene {
    fn new(cell: Cell, installed: &Path) -> Scene {
        let Cell { agent, play, tool } = cell;
        let first = Move::Call(tool.name(), question(tool, "first", play));
        let second = Move::Call(tool.name(), question(tool, "second", play));
        let moves = match play {
            Play::AnsweredInTime | Play::Cancelled | Play::Rejected | Play::TimedOut => {
                vec![first, Move::Say]
            }
            Play::AskedTwice | Play::AfterTheLimit | Play::KilledAndRestarted => {
                vec![first.clone(), first, Move::Say]
            }
            Play::PendingThenFetched | Play::DefaultClock => {
                vec![first, Move::Fetch(fetching(tool)), Move::Say]
            }
            Play::Late => vec![first, second, Move::Fetch(fetching(tool)), Move::Say],
        };
        let world = World::new(agent, installed, &settings(cell));
        Scene { cell, world, model: Model::start(moves) }
    }

    /// The agent, on its way to the first question.
    fn start(&self) {
        let Cell { agent, play, .. } = self.cell;
        let mut launch = agent.launch(&self.model.url(), "Set the project up; ask where you must.");
        if play == Play::AfterTheLimit {
            agent.limit(&mut launch, &self.world, LIMIT);
        }
        self.world.start(&launch);
    }

    fn told(&self, turn: usize) -> Told {
        self.model.told(turn, PATIENCE)
    }

    /// The person answers: with the first option, or the second.
    fn answer(&self, id: &str, at: usize) {
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

    /// The model was told this answer, and not the other one.
    #[track_caller]
    fn was_answered(&self, told: &Told, at: usize) {
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

    /// What a failed cell leaves to be looked at.
    fn keep(&self) {
        let name = self.cell.name().replace("::", ".");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agents").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("requests.jsonl"), self.model.recording()).unwrap();
        std::fs::write(folder.join("logs"), self.world.logs()).unwrap();
    }
}

const LABELS: [&str; 2] = ["PostgreSQL", "SQLite"];
const IDS: [&str; 2] = ["pg", "lite"];

fn fetching(tool: Tool) -> &'static str {
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

/// A page shows the questions, whether one is open or not; the rest as it comes, but for what the cell
/// is about.
fn settings(cell: Cell) -> String {
    let family = cell.agent.family();
    let more = match cell.play {
        Play::PendingThenFetched | Play::Late => format!("[mcp]\npatience = \"{family}=2\"\n"),
        Play::TimedOut => "[questions]\ntimeout = 5\n".to_owned(),
        Play::AnsweredInTime
        | Play::AskedTwice
        | Play::AfterTheLimit
        | Play::KilledAndRestarted
        | Play::Cancelled
        | Play::Rejected
        | Play::DefaultClock => String::new(),
    };
    format!("[hub]\nport = 0\n\n[personal]\ninterface = \"web\"\nnotifications = \"off\"\n\n{more}")
}

/// The agent's server starts the hub, in the environment that this agent gives it; the person meets it
/// there.
///
/// REQ: RA-5, RA-1, RA-2
fn answered_in_time(scene: &Scene) {
    scene.start();
    let id = scene.world.question();
    scene.answer(&id, 1);
    scene.was_answered(&scene.told(1), 1);
    scene.world.finish();
    assert_eq!(scene.world.asked(), 1);
}

/// The same question again is another question: the person is asked twice, and each answer arrives once.
/// Here the person was there before the agent.
///
/// REQ: RA-5, RA-1, AU-9
fn asked_twice(scene: &Scene) {
    assert_eq!(scene.world.asked(), 0);
    scene.start();
    for at in [1, 0] {
        let id = scene.world.question();
        scene.answer(&id, at);
        scene.was_answered(&scene.told(2 - at), at);
    }
    scene.world.finish();
    assert_eq!(scene.world.asked(), 2);
}

/// The call ends before the client's limit would, and leads to the answer.
///
/// REQ: RA-5, RA-2, RA-4
fn pending_then_fetched(scene: &Scene) {
    scene.start();
    let id = scene.world.question();
    let told = scene.told(1);
    assert!(told.is_pending(), "{}", told.text());
    assert_eq!(told.session_id(), id);
    assert!(told.says(fetching(scene.cell.tool)), "{}", told.text());
    scene.answer(&id, 1);
    scene.world.finish();
    scene.was_answered(&scene.model.last().unwrap(), 1);
    assert_eq!(scene.world.asked(), 1);
}

/// The client gave up first; the model asks the same again and finds its question, which the person
/// sees once.
///
/// REQ: RA-5, AU-9
fn after_the_limit(scene: &Scene) {
    scene.start();
    let id = scene.world.question();
    let told = scene.told(1);
    assert!(!told.says("as we said") && !told.is_pending(), "{}", told.text());
    scene.world.listening(&id, true);
    scene.answer(&id, 1);
    scene.was_answered(&scene.told(2), 1);
    scene.world.finish();
    assert_eq!(scene.world.asked(), 1);
}

/// Answered while no client was there: the next one gets it.
///
/// REQ: RA-5, AU-9
fn killed_and_restarted(scene: &Scene) {
    scene.start();
    let id = scene.world.question();
    scene.world.kill();
    scene.world.listening(&id, false);
    scene.answer(&id, 1);
    scene.start();
    scene.model.asked(1, PATIENCE);
    scene.was_answered(&scene.told(2), 1);
    scene.world.finish();
    assert_eq!(scene.world.asked(), 1);
}

/// REQ: RA-5, RA-2
fn cancelled(scene: &Scene) {
    scene.start();
    let id = scene.world.question();
    scene.world.person(&["cancel", &id, "--note", "wait for the release"]);
    ended(scene, "cancelled", "wait for the release");
    scene.world.finish();
}

/// REQ: RA-5, RA-2
fn rejected(scene: &Scene) {
    scene.start();
    let id = scene.world.question();
    scene.world.person(&["reject", &id, "--reason", "nothing is kept there"]);
    ended(scene, "rejected", "nothing is kept there");
    scene.world.finish();
}

/// REQ: RA-5, RA-2
fn timed_out(scene: &Scene) {
    scene.start();
    scene.world.question();
    let word = match scene.cell.tool {
        Tool::Choice => "timeout",
        Tool::Questions => "timed",
    };
    ended(scene, word, "");
    scene.world.finish();
}

/// The model was told that there is no answer, in this word, and why.
#[track_caller]
fn ended(scene: &Scene, word: &str, why: &str) {
    let told = scene.told(1);
    let text = told.text();
    assert!(told.says(word) && told.says(why), "{text}");
    assert!(!told.is_pending(), "{text}");
    if let Some(reply) = told.object_with("action_status") {
        assert_eq!(reply["selection"]["selected_ids"], json!([]), "{text}");
        assert_ne!(reply["action_status"], "selected", "{text}");
    }
}

/// The call has returned, the answer comes later: the next reply of any tool announces it, once.
///
/// REQ: RA-5, RA-2
fn late(scene: &Scene) {
    scene.start();
    let first = scene.world.question();
    assert!(scene.told(1).is_pending());
    scene.answer(&first, 1);
    let second = scene.world.question();
    scene.answer(&second, 0);
    scene.world.finish();
    let later: Vec<Told> = (2..4).filter_map(|turn| scene.model.at(turn)).collect();
    let announced = later.iter().filter(|told| told.says(&first) && told.says(LABELS[1])).count();
    let texts: Vec<String> = later.iter().map(Told::text).collect();
    assert_eq!(announced, 1, "{texts:?}");
    let answered = later.iter().any(|told| told.says(&second) && told.says(LABELS[0]));
    assert!(answered, "{texts:?}");
    assert_eq!(scene.world.asked(), 2);
}

/// As it comes: nothing is set, and the person thinks for longer than the client waits.
///
/// REQ: RA-5, RA-4
fn default_clock(scene: &Scene) {
    const LONGEST: Duration = Duration::from_secs(640);
    const LONG: Duration = Duration::from_secs(75);
    scene.start();
    let id = scene.world.question();
    match scene.cell.agent {
        // It waits for as long as it hears of progress.
        Agent::OpenCode => assert!(scene.model.is_silent(1, LONG)),
        Agent::Codex | Agent::ClaudeCode | Agent::Gemini | Agent::Qwen | Agent::Cline => {
            let told = scene.model.told(1, LONGEST);
            assert!(told.is_pending(), "{}", told.text());
        }
    }
    scene.answer(&id, 1);
    scene.world.finish();
    scene.was_answered(&scene.model.last().unwrap(), 1);
    assert_eq!(scene.world.asked(), 1);
}
