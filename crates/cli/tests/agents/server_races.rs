//! The dialogs of OpenCode and Codex against the desk, many times: both answer within 50 ms of each
//! other, and the hub is killed in a tenth of the races. `scripts/agents races codex` adds a row to
//! `docs/races-servers.md`.

use std::io::Write;
use std::path::Path;
use std::process::{ChildStdin, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::bridge::kill_hub;
use crate::model::Move;
use crate::report::today;
use crate::scene::Scene;
use crate::servers;
use crate::world::{World, eventually};

/// How many, unless `SAYSO_RACES` says otherwise.
const RACES: usize = 200;
/// A dialog that has not taken a key by then takes it again.
const AGAIN: Duration = Duration::from_secs(3);

fn races() -> usize {
    let given = std::env::var("SAYSO_RACES").ok().and_then(|text| text.parse().ok());
    given.unwrap_or(RACES)
}

pub fn moves(agent: Agent) -> Vec<Move> {
    let commands = (0..races()).map(|at| servers::command(agent, &format!("touch r{at}")));
    commands.chain([Move::Say]).collect()
}

/// What is done at the desk; in its own dialog it is always allowed, because a refusal ends the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Here {
    Allow,
    Deny,
}

#[derive(Debug, Clone, Copy)]
struct Race {
    at: usize,
    here: Here,
    /// The key after the answer, in milliseconds.
    gap: i64,
    kills_hub: bool,
}

impl Race {
    /// The same for each run.
    fn of(at: usize) -> Race {
        let seed = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let draw = |shift: u32, below: u64| (seed >> shift) % below;
        let here = [Here::Allow, Here::Deny][draw(40, 2) as usize];
        Race { at, here, gap: draw(20, 101) as i64 - 50, kills_hub: at % 10 == 7 }
    }
}

/// How they ended.
#[derive(Debug, Default)]
struct Tally {
    here: usize,
    there: usize,
    ran: usize,
    killed: usize,
}

/// REQ: AD-3
pub fn play(scene: &Scene) {
    let world = &scene.world;
    let mut keyboard = servers::start(scene);
    let (mut tally, mut asked) = (Tally::default(), Vec::new());
    let mut latency = Duration::from_millis(50);
    for race in (0..races()).map(Race::of) {
        let mut id = String::new();
        eventually("the next question", || {
            id = found(world, race.at).unwrap_or_default();
            !id.is_empty()
        });
        // It is drawn, and takes keys.
        std::thread::park_timeout(Duration::from_millis(300));
        let looked = Instant::now();
        world.status(&id);
        latency = (latency + looked.elapsed()) / 2;
        run((world, scene.cell.agent), &mut keyboard, race, &id, latency);
        let mut pressed = Instant::now();
        eventually("it is over there", || {
            let over = scene.model.at(race.at + 1).is_some();
            if !over && pressed.elapsed() > AGAIN {
                pressed = Instant::now();
                key(&mut keyboard);
            }
            over
        });
        tally.killed += usize::from(race.kills_hub);
        asked.push((race, id));
    }
    for (race, id) in asked {
        judge(world, race, &id, &mut tally);
    }
    write(scene.cell.agent, &tally);
}

/// The newest question about this command, whatever became of it.
fn found(world: &World, at: usize) -> Option<String> {
    if !world.data().join("hub.lock").exists() {
        return None;
    }
    let page = world.person(&["list", "--all", "--limit", "1000", "--json"]);
    let page: Value = serde_json::from_str(&page).unwrap();
    let title = json!(format!("touch r{at}"));
    let mut rows = page["rows"].as_array().into_iter().flatten();
    let row = rows.find(|row| row["title"] == title)?;
    row["id"].as_str().map(str::to_owned)
}

/// Both answer; the one before the other by the race's gap, as well as two processes can.
fn run(
    (world, agent): (&World, Agent),
    keyboard: &mut ChildStdin,
    race: Race,
    id: &str,
    latency: Duration,
) {
    let words: &[&str] = match race.here {
        Here::Allow => &["allow"],
        // What the model is told then ends its turn in Codex, and what it has just asked.
        Here::Deny if agent == Agent::Codex => &["deny"],
        // Without words the turn ends.
        Here::Deny => &["--text", "use make"],
    };
    let desk = || {
        let mut command = world.command_at_terminal(&[&["answer", id][..], words].concat());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let kill = || {
        if race.kills_hub {
            kill_hub(world, Signal::KILL);
        }
    };
    let lead = i64::try_from(latency.as_millis()).unwrap_or(0) + race.gap;
    let pause = Duration::from_millis(lead.unsigned_abs());
    let mut child = if lead >= 0 {
        let child = desk();
        std::thread::park_timeout(pause);
        kill();
        key(keyboard);
        child
    } else {
        key(keyboard);
        std::thread::park_timeout(pause);
        kill();
        desk()
    };
    // It may have come too late.
    let _ = child.wait();
}

fn key(keyboard: &mut ChildStdin) {
    keyboard.write_all(b"\r").unwrap();
    keyboard.flush().unwrap();
}

/// One answer, and it is the one that the agent acted upon. A question that was asked again after the
/// hub was killed may have another one in its place.
fn judge(world: &World, race: Race, id: &str, tally: &mut Tally) {
    let newest = found(world, race.at).unwrap_or_else(|| id.to_owned());
    let is_over = |status: &str| !["pending", "given"].contains(&status);
    for id in [id, &newest] {
        eventually("the race is over", || is_over(&world.status(id)));
    }
    let ran = world.work().join(format!("r{}", race.at)).exists();
    let status = world.status(&newest);
    let shown = || format!("{race:?}: {status}, ran: {ran}\n{}", world.person(&["show", &newest]));
    match status.as_str() {
        "submitted" | "cancelled" => {
            assert_eq!(ran, race.here == Here::Allow, "said here, not done there: {}", shown());
            tally.here += 1;
        }
        "withdrawn" => tally.there += 1,
        _ => panic!("{}", shown()),
    }
    tally.ran += usize::from(ran);
}

/// A row for each run; those of earlier runs stay.
fn write(agent: Agent, tally: &Tally) {
    let Tally { here, there, ran, killed } = tally;
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/races-servers.md");
    let before = std::fs::read_to_string(&page).unwrap_or_default();
    let rows = before.lines().filter(|line| line.starts_with("| 20"));
    let mut rows: Vec<String> = rows.map(str::to_owned).collect();
    let (day, name, races) = (today(), agent.title(), races());
    rows.push(format!("| {day} | {name} | {races} | {here} | {there} | {ran} | {killed} |"));
    std::fs::write(page, format!("{HEAD}{}\n{FOOT}", rows.join("\n"))).unwrap();
}

const HEAD: &str = "# Races of OpenCode and Codex

Written by `scripts/agents races opencode` and `scripts/agents races codex`: the real programs on a terminal, with a scripted \
model. In each race its own dialog (Enter: allow) and the desk (allow, or deny, with OpenCode by a text) answer within 50 ms of each other; \
the hub is killed in a tenth of them.

| day | agent | races | answered here | answered there | run | hub killed |
|---|---|---|---|---|---|---|
";

const FOOT: &str = "
Never two different answers, never 'allowed' said for what was not run, and nothing was left open.
";
