//! `docs/clients.md`: the results of the matrix, by agent.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use sayso_desk::{Clock, SystemClock};
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::cells::{Cell, Play, Tool, Trouble};

/// Kept between runs, so that a run of some cells preserves the others; what is not there stays as the
/// page has it.
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

pub fn today() -> String {
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/clients.md");
    let before = Page(std::fs::read_to_string(&path).unwrap_or_default());
    std::fs::write(path, text(&before)).unwrap();
}

/// The page as it was.
struct Page(String);

impl Page {
    /// What the row of this name says of this agent.
    fn cell(&self, row: &str, agent: Agent) -> Option<&str> {
        let row = self.0.lines().find_map(|line| line.strip_prefix(&format!("| {row} | ")))?;
        let place = Agent::ALL.iter().position(|other| *other == agent)?;
        row.trim_end_matches(" |").split(" | ").nth(place)
    }

    /// Of the pinned version only.
    fn sign(&self, cell: Cell) -> &str {
        let Cell { agent, play, tool } = cell;
        if self.cell("version", agent) != Some(version(agent).as_str()) {
            return "–";
        }
        let place = Tool::ALL.iter().position(|other| *other == tool).unwrap_or_default();
        let both = self.cell(meaning(play), agent).unwrap_or_default();
        both.split(" / ").nth(place).filter(|sign| !sign.is_empty()).unwrap_or("–")
    }
}

fn text(before: &Page) -> String {
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
    let days: Vec<String> = Agent::ALL.iter().map(|agent| day(*agent, before)).collect();
    let _ = writeln!(text, "| last run | {} |", days.join(" | "));
    for play in Play::ALL {
        let cells = Agent::ALL.map(|agent| {
            Tool::ALL.map(|tool| sign(Cell { agent, play, tool }, before)).join(" / ")
        });
        let _ = writeln!(text, "| {} | {} |", meaning(play), cells.join(" | "));
    }
    text.push_str(
        "\nIn the cells where the client gives up first, its limit was set to a few seconds; with default settings \
         sayso returns `pending` before any of them gives up. Only Cline doesn't cancel a call that it gave up on: \
         if its `timeout` is shorter than sayso's patience (50 s), a repeated call asks a second question, and the \
         cell shows that it gets its own answer. If you set such a `timeout`, set `mcp.patience` too.\n",
    );
    text
}

fn known(cell: Cell) -> Option<Value> {
    let result: Value = serde_json::from_slice(&std::fs::read(file(cell)).ok()?).ok()?;
    (result["version"] == version(cell.agent)).then_some(result)
}

fn sign(cell: Cell, before: &Page) -> &str {
    match known(cell).map(|result| result["passed"] == true) {
        Some(true) => "✓",
        Some(false) => "✗",
        None => before.sign(cell),
    }
}

fn day(agent: Agent, before: &Page) -> String {
    let plays = Play::ALL.into_iter();
    let cells = plays.flat_map(|play| Tool::ALL.map(|tool| Cell { agent, play, tool }));
    let days = cells.filter_map(|cell| Some(known(cell)?["day"].as_str()?.to_owned()));
    let known = before.cell("last run", agent).filter(|day| day.starts_with("20"));
    let known = known.map(str::to_owned);
    days.chain(known).max().unwrap_or_else(|| "–".to_owned())
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
        Play::Guard(Trouble::RegistryAway) => "… started by the real `npx`, registry out of reach",
        Play::Unguarded => {
            "control: its program deleted, without `exit 2`: the command is run (Gemini CLI blocks by itself)"
        }
        Play::HookOnce => {
            "`sayso hook`: after Esc or a kill its question is withdrawn, and the same command asks again; hub killed: asked once"
        }
        Play::Bridge => {
            "its own permission, question and edit, answered in sayso while its dialog is open; hub killed"
        }
        Play::BridgeThere => "… answered in its own dialog: withdrawn in sayso",
        Play::BridgeWithout(Trouble::HubFrozen) => {
            "… hub frozen: its own dialog works as without sayso"
        }
        Play::BridgeWithout(_) => "… sayso deleted: its own dialog works as without sayso",
        Play::Bridged(dialogs) => dialogs.meaning(),
        Play::Lost => {
            "… hub killed, then answered in its own dialog; server or daemon killed: withdrawn in sayso; started again: asked \
             once"
        }
        Play::Waits => {
            "its own permission prompt, which waits for its hook: allowed and denied with words in sayso; answered by \
             nobody: its own dialog or reviewer follows"
        }
        Play::Together => {
            "Claude Code, Codex and OpenCode at once: permission and question of each, answered in sayso, then in their own dialogs"
        }
        Play::Races => "its own dialog against the desk",
        Play::Setup => "connected by `sayso setup` alone",
        Play::Plugin => "connected by the plugin or extension alone: server, hook, command",
    }
}
