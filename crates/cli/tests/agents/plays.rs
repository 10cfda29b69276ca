//! The plays of the cells, and the text that the model must have received.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::agent::Agent;
use crate::bridge;
use crate::cells::{Cell, Play, Tool};
use crate::headless;
use crate::hooks;
use crate::lost;
use crate::model::ModelRequest;
use crate::plugins;
use crate::races;
use crate::scene::{LABELS, Scene, fetching};
use crate::server_races;
use crate::servers;
use crate::together;
use crate::waiting;
use crate::world::PATIENCE;

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
        Play::Hook => hooks::play(&scene),
        Play::Guard(trouble) => hooks::guard(&scene, trouble),
        Play::Unguarded => hooks::unguarded(&scene),
        Play::HookOnce => hooks::play_once(&scene),
        Play::Bridge if cell.agent != Agent::ClaudeCode => servers::play(&scene),
        Play::BridgeThere if cell.agent != Agent::ClaudeCode => servers::play_there(&scene),
        Play::Bridge => bridge::play(&scene),
        Play::BridgeThere => bridge::play_there(&scene),
        Play::Lost => lost::play(&scene),
        Play::Waits => waiting::play(&scene),
        Play::BridgeWithout(_) if cell.agent == Agent::Qwen => waiting::play_without(&scene),
        Play::BridgeWithout(_) => bridge::play_without(&scene),
        Play::Bridged(_) if cell.agent == Agent::Codex => headless::play_codex_relay(&scene),
        Play::Bridged(dialogs) => dialogs.play(&scene),
        Play::Races if cell.agent != Agent::ClaudeCode => server_races::play(&scene),
        Play::Races => races::play(&scene),
        Play::Together => together::play(&scene),
        Play::Setup => set_up(&scene),
        Play::Plugin => plugins::play(&scene),
    }));
    if let Err(failed) = played {
        scene.keep();
        resume_unwind(failed);
    }
}

/// The agent's server starts the hub, in the environment that this agent gives it; the person
/// connects to it.
/// REQ: RA-5, RA-1, RA-2
fn answered_in_time(scene: &Scene) {
    scene.start();
    let id = scene.world.question();
    scene.answer(&id, 1);
    scene.was_answered(&scene.told(1), 1);
    scene.world.finish();
    assert_eq!(scene.world.asked(), 1);
}

/// The agent is found and connected by `sayso setup`, and by nothing else. Taken back, its
/// configuration is as it was.
/// REQ: IN-1, RA-5
fn set_up(scene: &Scene) {
    answered_in_time(scene);
    scene.world.person(&["setup", "--undo", "--yes"]);
    let left = scene.world.person(&["setup", "--dry-run", "--json"]);
    assert!(left.contains("would_change"), "{left}");
}

/// Asking the same again is a new question: the person is asked twice, and each answer arrives
/// once. Here the person connects before the agent.
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

/// The call ends before the client's limit, and its reply leads to the answer.
/// REQ: RA-5, RA-2, RA-4
fn pending_then_fetched(scene: &Scene) {
    scene.start();
    let id = scene.world.question();
    let told = scene.told(1);
    assert!(told.is_pending(), "{}", told.text());
    let named = told.session_id();
    assert!(named.len() >= 8 && id.starts_with(&named), "{}", told.text());
    assert!(told.says(fetching(scene.cell.tool)), "{}", told.text());
    scene.answer(&id, 1);
    scene.world.finish();
    scene.was_answered(&scene.model.last().unwrap(), 1);
    assert_eq!(scene.world.asked(), 1);
}

/// The client gave up first. The model asks the same again and joins its question, which the person
/// sees once. A client that doesn't cancel seems to wait for both: then the person is asked again,
/// and the second question only gets the answer that is given to it.
/// REQ: RA-5, AU-9
fn after_the_limit(scene: &Scene) {
    scene.start();
    let first = scene.world.question();
    let told = scene.told(1);
    assert!(!told.says("as we said") && !told.is_pending(), "{}", told.text());
    let (id, asked) = match scene.cell.agent.says_that_it_gave_up() {
        true => {
            scene.world.is_waited_for(&first);
            (first, 1)
        }
        false => (scene.world.question(), 2),
    };
    scene.answer(&id, 1);
    scene.was_answered(&scene.told(2), 1);
    scene.world.finish();
    assert_eq!(scene.world.asked(), asked);
}

/// Answered while no client was connected: the next one gets it.
/// REQ: RA-5, AU-9
fn killed_and_restarted(scene: &Scene) {
    scene.start();
    let id = scene.world.question();
    scene.world.kill();
    scene.world.is_left(&id);
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

/// The model was told that there is no answer, with this word and reason.
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
/// REQ: RA-5, RA-2
fn late(scene: &Scene) {
    scene.start();
    let first = scene.world.question();
    assert!(scene.told(1).is_pending());
    scene.answer(&first, 1);
    let second = scene.world.question();
    scene.answer(&second, 0);
    scene.world.finish();
    let later: Vec<ModelRequest> = (2..4).filter_map(|turn| scene.model.at(turn)).collect();
    let announced =
        later.iter().filter(|told| told.says(&first[..8]) && told.says(LABELS[1])).count();
    let texts: Vec<String> = later.iter().map(ModelRequest::text).collect();
    assert_eq!(announced, 1, "{texts:?}");
    let answered = later.iter().any(|told| told.says(&second[..8]) && told.says(LABELS[0]));
    assert!(answered, "{texts:?}");
    assert_eq!(scene.world.asked(), 2);
}

/// With default settings: the person takes longer than the client waits.
/// REQ: RA-5, RA-4
fn default_clock(scene: &Scene) {
    const LONGEST: Duration = Duration::from_secs(640);
    scene.start();
    let id = scene.world.question();
    let told = scene.model.told(1, LONGEST);
    assert!(told.is_pending(), "{}", told.text());
    scene.answer(&id, 1);
    scene.world.finish();
    scene.was_answered(&scene.model.last().unwrap(), 1);
    assert_eq!(scene.world.asked(), 1);
}
