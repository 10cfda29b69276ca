//! `docs/clients.md`: the results of the matrix, by agent.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use sayso_desk::{Clock, SystemClock};
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::cells::{Cell, Play, Tool, Trouble};

/// Kept between runs, so that a run of some cells preserves the others.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("agents").join("results")
}

fn file(cell: Cell) -> PathBuf {
    folder().join(cell.name().replace("::", ".") + ".json")
}

/// Records the result of a cell.
pub fn note(cell: Cell, ended: &Result<(), String>) {
    std::fs::create_dir_all(folder()).unwrap();
    let result = json!({
        "passed": ended.is_ok(), "version": version(cell.agent), "day": today(),
    });
    std::fs::write(file(cell), result.to_string()).unwrap();
}

fn today() -> String {
    let now = SystemClock::new().now().to_string();
    now.split('T').next().unwrap_or_default().to_owned()
}

/// The pinned version.
fn version(agent: Agent) -> String {
    let pins = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents/pins");
    let text = std::fs::read(pins.join(agent.name()).join("package.json")).unwrap();
    let package: Value = serde_json::from_slice(&text).unwrap();
    let mut pinned = package["dependencies"].as_object().unwrap().values();
    pinned.next().and_then(Value::as_str).unwrap().to_owned()
}

/// Writes the page from all results of the pinned versions.
pub fn write() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/clients.md");
    std::fs::write(page, text()).unwrap();
}

fn text() -> String {
    let mut text = String::from(
        "# Real agents\n\n\
         Written by `scripts/agents`: the real programs, connected as in the guide, with a scripted model and only \
         a loopback network. A cell passes if the model received what the person did. Each cell is \
         `provide_choice` / `ask_user_questions`; ✓ passed, ✗ failed, – not run.\n\n",
    );
    let titles: Vec<&str> = Agent::ALL.iter().map(|agent| agent.title()).collect();
    let _ = writeln!(text, "| | {} |", titles.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(titles.len()));
    let versions: Vec<String> = Agent::ALL.iter().map(|agent| version(*agent)).collect();
    let _ = writeln!(text, "| version | {} |", versions.join(" | "));
    let days: Vec<String> = Agent::ALL.iter().map(|agent| day(*agent)).collect();
    let _ = writeln!(text, "| last run | {} |", days.join(" | "));
    for play in Play::ALL {
        let cells = Agent::ALL
            .map(|agent| Tool::ALL.map(|tool| sign(Cell { agent, play, tool })).join(" / "));
        let _ = writeln!(text, "| {} | {} |", meaning(play), cells.join(" | "));
    }
    text.push_str(
        "\nIn the cells where the client gives up first, its limit was set to a few seconds; with default settings \
         sayso returns `pending` before any of them gives up. Only Cline doesn't cancel a call that it gave up on: \
         if its `timeout` is shorter than sayso's patience (50 s), the same call again is a second question, and the \
         cell shows that it gets its own answer. If you set it like that, set `mcp.patience` too.\n",
    );
    text
}

fn known(cell: Cell) -> Option<Value> {
    let result: Value = serde_json::from_slice(&std::fs::read(file(cell)).ok()?).ok()?;
    (result["version"] == version(cell.agent)).then_some(result)
}

fn sign(cell: Cell) -> &'static str {
    match known(cell).map(|result| result["passed"] == true) {
        Some(true) => "✓",
        Some(false) => "✗",
        None => "–",
    }
}

fn day(agent: Agent) -> String {
    let plays = Play::ALL.into_iter();
    let cells = plays.flat_map(|play| Tool::ALL.map(|tool| Cell { agent, play, tool }));
    let days = cells.filter_map(|cell| Some(known(cell)?["day"].as_str()?.to_owned()));
    days.max().unwrap_or_else(|| "–".to_owned())
}

fn meaning(play: Play) -> &'static str {
    match play {
        Play::AnsweredInTime => "answered while the call waits",
        Play::AskedTwice => "the same question twice: asked twice, two answers",
        Play::PendingThenFetched => "pending, then fetched by id",
        Play::AfterTheLimit => "answered after the client gave up: the same call gets it",
        Play::KilledAndRestarted => "client killed, answered, client restarted",
        Play::Cancelled => "cancelled, with a note",
        Play::Rejected => "rejected, with a reason",
        Play::TimedOut => "timed out",
        Play::Late => "answered late: announced with the next reply",
        Play::DefaultClock => "default settings, answered after the client's own limit",
        Play::Hook => "`sayso hook`: a no stops the command, a yes runs it",
        Play::Guard(Trouble::Deleted) => {
            "`sayso hook`, its program deleted: the command is not run"
        }
        Play::Guard(Trouble::Moved) => "… moved, after `sayso setup --hooks`",
        Play::Guard(Trouble::NotExecutable) => "… not executable",
        Play::Guard(Trouble::Killed) => "… killed while it asks",
        Play::Guard(Trouble::HubFrozen) => "… hub frozen",
        Play::Guard(Trouble::HubGone) => "… hub gone, and no other can start",
        Play::Guard(Trouble::RegistryAway) => "… started by `npx`, registry out of reach",
        Play::HookOnce => {
            "`sayso hook`: Esc and kill take its question back, the same command is asked about again; hub killed: asked once"
        }
        Play::Bridge => {
            "its own permission, question and edit, answered here while its dialog is open; hub killed"
        }
        Play::BridgeThere => "… answered in its own dialog: taken back here",
        Play::BridgeWithout(Trouble::HubFrozen) => "… hub frozen: its own dialog is as it was",
        Play::BridgeWithout(_) => "… sayso deleted: its own dialog is as it was",
        Play::Setup => "connected by `sayso setup` alone",
        Play::Plugin => "connected by the plugin or extension alone: server, hook, command",
    }
}
