//! Claude Code's own dialog against the desk, many times: both answer within 50 ms of each other, and
//! the hub is killed in a tenth of the races. `scripts/agents races` writes `docs/races.md`.

use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::process::{ChildStdin, Stdio};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::Value;

use crate::bridge::kill_hub;
use crate::dialogs::no_with;
use crate::model::Move;
use crate::report::today;
use crate::scene::Scene;
use crate::world::{PATIENCE, World, eventually};

/// How many, unless `SAYSO_RACES` says otherwise.
const RACES: usize = 200;

/// Longer than anything takes that the dialog does with a key.
const AGAIN: Duration = Duration::from_secs(3);

/// Those of this run, a part of all for which `SAYSO_RACES_FROM` names the first.
fn races() -> Range<usize> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let from = number("SAYSO_RACES_FROM").unwrap_or(0);
    from..from + number("SAYSO_RACES").unwrap_or(RACES)
}

pub fn moves() -> Vec<Move> {
    races().map(|at| Move::Shell(Race::of(at).command().leak())).chain([Move::Say]).collect()
}

/// What is done in a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum There {
    Enter,
    Esc,
    NoWithText,
}

/// What is done at the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Here {
    Allow,
    Deny,
    DenyWithText,
    Nothing,
}

#[derive(Debug, Clone, Copy)]
struct Race {
    at: usize,
    there: There,
    here: Here,
    /// The key after the answer, in milliseconds.
    gap: i64,
    kills_hub: bool,
}

impl Race {
    /// The same for each run.
    fn of(at: usize) -> Race {
        let mut seed = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut draw = |below: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let there = [There::Enter, There::Enter, There::Esc, There::NoWithText][draw(4) as usize];
        let here = [Here::Allow, Here::Deny, Here::Allow, Here::DenyWithText][draw(4) as usize];
        let gap = draw(101) as i64 - 50;
        let kills_hub = at % 10 == 7;
        match at % 40 {
            // Allowed there, and it takes long.
            20 => Race { at, there: There::Enter, here: Here::Nothing, gap, kills_hub: false },
            _ => Race { at, there, here, gap, kills_hub },
        }
    }

    fn command(self) -> String {
        match self.is_long() {
            true => format!("touch r{}; sleep 60", self.at),
            false => format!("touch r{}", self.at),
        }
    }

    fn is_long(self) -> bool {
        self.here == Here::Nothing
    }
}

/// How one ended.
#[derive(Debug, Default)]
struct Tally {
    here: usize,
    there: usize,
    ran: usize,
    killed: usize,
    long: usize,
    slowest: Duration,
}

/// REQ: AD-3
pub fn play(scene: &Scene) {
    let (agent, world) = (scene.cell.agent, &scene.world);
    let launch = agent.launch_on_terminal(&scene.model.url(), "Make it.", &world.work());
    let mut keyboard = world.start_on_terminal(&launch);
    let mut tally = Tally::default();
    let mut asked = Vec::new();
    let mut latency = Duration::from_millis(50);
    while let Some((at, id)) = next(scene, &mut keyboard) {
        let race = Race::of(at);
        eventually("its own dialog is open", || session(world) == "waiting");
        // It is drawn, and takes keys.
        std::thread::park_timeout(Duration::from_millis(300));
        let looked = Instant::now();
        world.status(&id);
        latency = (latency + looked.elapsed()) / 2;
        run(world, &mut keyboard, race, &id, latency);
        if race.is_long() {
            let mut pressed = Instant::now();
            eventually("it is taken back", || {
                let over = world.status(&id) == "withdrawn";
                // A dialog that opens where somebody has typed takes no key at first.
                if !over && pressed.elapsed() > AGAIN && session(world) == "waiting" {
                    pressed = Instant::now();
                    key(&mut keyboard, "\r");
                }
                over
            });
            tally.slowest = tally.slowest.max(pressed.elapsed());
            tally.long += 1;
            key(&mut keyboard, "\x1b");
        }
        tally.killed += usize::from(race.kills_hub);
        asked.push((race, id));
    }
    // What was stopped is known when the agent has ended its turn.
    // A key that came late stops a command before it asks; that happens rarely.
    let (run, wanted) = (asked.len(), races().len());
    assert!(run * 10 >= wanted * 8, "only {run} of {wanted} races were run");
    for (race, id) in asked {
        judge(scene, race, &id, &mut tally);
    }
    assert_eq!(tally.here + tally.there, run);
    world.kill_program();
    eventually("nothing is left open", || {
        let all = world.person(&["list", "--all", "--limit", "1000", "--json"]);
        let all: Value = serde_json::from_str(&all).unwrap();
        let rows = all["rows"].as_array().unwrap().clone();
        !rows.iter().any(|row| row["status"] == "pending" || row["status"] == "given")
    });
    write(&tally);
}

/// Both answer; the one before the other by the race's gap, as well as two processes can.
fn run(world: &World, keyboard: &mut ChildStdin, race: Race, id: &str, latency: Duration) {
    let words: &[&str] = match race.here {
        Here::Allow => &["allow"],
        Here::Deny => &["deny"],
        Here::DenyWithText => &["--text", "use make"],
        Here::Nothing => &[],
    };
    let keys = match race.there {
        There::Enter => vec!["\r".to_owned()],
        There::Esc => vec!["\x1b".to_owned()],
        There::NoWithText => no_with(world, "no"),
    };
    let desk = || {
        let mut command = world.command_at_terminal(&[&["answer", id][..], words].concat());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        (!words.is_empty()).then(|| command.spawn().unwrap())
    };
    let lead = i64::try_from(latency.as_millis()).unwrap_or(0) + race.gap;
    let pause = Duration::from_millis(lead.unsigned_abs());
    let child = if lead >= 0 {
        let child = desk();
        std::thread::park_timeout(pause);
        if race.kills_hub {
            kill_hub(world, Signal::KILL);
        }
        press(keyboard, &keys);
        child
    } else {
        press(keyboard, &keys);
        std::thread::park_timeout(pause);
        if race.kills_hub {
            kill_hub(world, Signal::KILL);
        }
        desk()
    };
    if let Some(mut child) = child {
        // It may have come too late.
        let _ = child.wait();
    }
}

fn press(keyboard: &mut ChildStdin, keys: &[String]) {
    for (at, keys) in keys.iter().enumerate() {
        if at > 0 {
            std::thread::park_timeout(Duration::from_millis(30));
        }
        key(keyboard, keys);
    }
}

fn key(keyboard: &mut ChildStdin, keys: &str) {
    keyboard.write_all(keys.as_bytes()).unwrap();
    keyboard.flush().unwrap();
}

/// After Esc it waits for words.
fn say(keyboard: &mut ChildStdin) {
    // What a key that came too late has typed is removed first.
    key(keyboard, "\x15");
    std::thread::park_timeout(Duration::from_millis(200));
    key(keyboard, "go on");
    std::thread::park_timeout(Duration::from_millis(300));
    key(keyboard, "\r");
    std::thread::park_timeout(Duration::from_millis(700));
}

/// The next question and its race; `None` after the last one. If the agent has stopped, it is asked to go
/// on: a key that came late stops what it was about to ask for.
fn next(scene: &Scene, keyboard: &mut ChildStdin) -> Option<(usize, String)> {
    let world = &scene.world;
    let (begun, mut idle) = (Instant::now(), 0);
    loop {
        if let Some(id) = world.new_question() {
            let shown: Value =
                serde_json::from_str(&world.person(&["show", &id, "--json"])).unwrap();
            let title = shown["form"]["title"].as_str().unwrap_or_default();
            let number: String =
                title.chars().skip_while(|letter| !letter.is_ascii_digit()).collect();
            let digits =
                number.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(number.len());
            return Some((number[..digits].parse().unwrap(), id));
        }
        if scene.model.at(races().len()).is_some() {
            return None;
        }
        idle = if session(world) == "idle" { idle + 1 } else { 0 };
        if idle >= 5 {
            say(keyboard);
            idle = 0;
        }
        assert!(begun.elapsed() < PATIENCE, "never happened: the next question");
        std::thread::park_timeout(Duration::from_millis(100));
    }
}

/// What the agent's session file says.
fn session(world: &World) -> String {
    let folder = std::fs::read_dir(world.home().join(".claude/sessions"));
    let read =
        |path: &Path| -> Option<Value> { serde_json::from_slice(&std::fs::read(path).ok()?).ok() };
    let mut files = folder.into_iter().flatten().flatten();
    let status = files.find_map(|file| read(&file.path())?["status"].as_str().map(str::to_owned));
    status.unwrap_or_default()
}

/// One answer, and it is the one that the agent acted upon.
fn judge(scene: &Scene, race: Race, id: &str, tally: &mut Tally) {
    let world = &scene.world;
    let is_over = |status: &str| !["pending", "given"].contains(&status);
    eventually("the race is over", || is_over(&world.status(id)));
    let (status, ran) = (world.status(id), world.work().join(format!("r{}", race.at)).exists());
    let shown = || format!("{race:?}: {status}, ran: {ran}\n{}", world.person(&["show", id]));
    match status.as_str() {
        "submitted" | "cancelled" => {
            assert_eq!(ran, race.here == Here::Allow, "said here, not done there: {}", shown());
            if race.here == Here::DenyWithText {
                let read = scene.model.result_of(&race.command());
                let read = read.map(|read| read.text()).unwrap_or_default();
                assert!(read.contains("They said: use make"), "it read {read}: {}", shown());
            }
            tally.here += 1;
        }
        "withdrawn" => {
            // A key that comes after our answer stops what it allowed.
            let stopped = race.here == Here::Allow && shown().contains("or interrupted in");
            let allowed = race.there == There::Enter || stopped;
            assert!(!ran || allowed, "nobody allowed it: {}", shown());
            tally.there += 1;
        }
        _ => panic!("{}", shown()),
    }
    tally.ran += usize::from(ran);
}

/// A row for each run; those of earlier runs stay.
fn write(tally: &Tally) {
    let Tally { here, there, ran, killed, long, slowest } = tally;
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/races.md");
    let before = std::fs::read_to_string(&page).unwrap_or_default();
    let rows = before.lines().filter(|line| line.starts_with("| 20"));
    let mut rows: Vec<String> = rows.map(str::to_owned).collect();
    let Range { start, end } = races();
    let slowest = if *long > 0 { format!("{} ms", slowest.as_millis()) } else { "–".to_owned() };
    rows.push(format!(
        "| {} | {} of {}–{end} | {here} | {there} | {ran} | {killed} | {long} | {slowest} |",
        today(),
        here + there,
        start + 1,
    ));
    let text = format!("{HEAD}{}\n{FOOT}", rows.join("\n"));
    std::fs::write(page, text).unwrap();
}

const HEAD: &str = "# Races

Written by `scripts/agents races`: the real Claude Code 2.1.325 on a terminal, with a scripted model. In each race its own dialog \
(Enter, Esc, or *No* with text) and the desk (allow, deny, or deny with text) answer within 50 ms of each other; the hub is \
killed in a tenth of them; some are allowed in the dialog and run for a minute. A key that comes late stops a command before it asks: \
such a race is not run.

| day | races run | answered here | answered there | run | hub killed | long commands | … taken back here within |
|---|---|---|---|---|---|---|---|
";

const FOOT: &str = "
Never two different answers, never 'allowed' said for what was not run, and nothing was left open when the session had ended.
";
