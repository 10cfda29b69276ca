//! The cells of the matrix.

use crate::agent::Agent;
use crate::dialogs::Dialogs;
use crate::modes::Mode;

/// One agent, one event, one tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    pub agent: Agent,
    pub play: Play,
    pub tool: Tool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    Choice,
    Questions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Play {
    AnsweredInTime,
    AskedTwice,
    PendingThenFetched,
    AfterTheLimit,
    KilledAndRestarted,
    Cancelled,
    Rejected,
    TimedOut,
    Late,
    DefaultClock,
    Hook,
    Guard(Trouble),
    Unguarded,
    HookOnce,
    Bridge,
    BridgeThere,
    BridgeWithout(Trouble),
    Bridged(Dialogs),
    Lost,
    Waits,
    Races,
    Together,
    Setup,
    Plugin,
}

/// What keeps `sayso hook` from asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    Deleted,
    Moved,
    NotExecutable,
    Killed,
    HubFrozen,
    HubGone,
    RegistryAway,
}

impl Tool {
    pub const ALL: [Tool; 2] = [Tool::Choice, Tool::Questions];

    pub fn name(self) -> &'static str {
        match self {
            Tool::Choice => "provide_choice",
            Tool::Questions => "ask_user_questions",
        }
    }
}

impl Play {
    pub const ALL: [Play; 45] = [
        Play::AnsweredInTime,
        Play::AskedTwice,
        Play::PendingThenFetched,
        Play::AfterTheLimit,
        Play::KilledAndRestarted,
        Play::Cancelled,
        Play::Rejected,
        Play::TimedOut,
        Play::Late,
        Play::DefaultClock,
        Play::Hook,
        Play::Guard(Trouble::Deleted),
        Play::Guard(Trouble::Moved),
        Play::Guard(Trouble::NotExecutable),
        Play::Guard(Trouble::Killed),
        Play::Guard(Trouble::HubFrozen),
        Play::Guard(Trouble::HubGone),
        Play::Guard(Trouble::RegistryAway),
        Play::Unguarded,
        Play::HookOnce,
        Play::Bridge,
        Play::BridgeThere,
        Play::BridgeWithout(Trouble::Deleted),
        Play::BridgeWithout(Trouble::HubFrozen),
        Play::Bridged(Dialogs::Several),
        Play::Bridged(Dialogs::Plan),
        Play::Bridged(Dialogs::Subagent),
        Play::Bridged(Dialogs::Refused),
        Play::Bridged(Dialogs::Nobody),
        Play::Bridged(Dialogs::Killed),
        Play::Bridged(Dialogs::Elsewhere),
        Play::Bridged(Dialogs::Headless),
        Play::Bridged(Dialogs::Stream),
        Play::Bridged(Dialogs::Relay),
        Play::Bridged(Dialogs::DontAsk),
        Play::Bridged(Dialogs::Chosen),
        Play::Bridged(Dialogs::In(Mode::AcceptEdits)),
        Play::Bridged(Dialogs::In(Mode::Auto)),
        Play::Bridged(Dialogs::In(Mode::Bypass)),
        Play::Bridged(Dialogs::In(Mode::AutoStream)),
        Play::Lost,
        Play::Waits,
        Play::Together,
        Play::Setup,
        Play::Plugin,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Play::AnsweredInTime => "answered_in_time",
            Play::AskedTwice => "asked_twice",
            Play::PendingThenFetched => "pending_then_fetched",
            Play::AfterTheLimit => "after_the_limit",
            Play::KilledAndRestarted => "killed_and_restarted",
            Play::Cancelled => "cancelled",
            Play::Rejected => "rejected",
            Play::TimedOut => "timed_out",
            Play::Late => "late",
            Play::DefaultClock => "default_clock",
            Play::Hook => "hook",
            Play::Guard(trouble) => trouble.name(),
            Play::Unguarded => "hook_unguarded",
            Play::HookOnce => "hook_once",
            Play::Bridge => "bridge",
            Play::BridgeThere => "bridge_there",
            Play::BridgeWithout(Trouble::HubFrozen) => "bridge_hub_frozen",
            Play::BridgeWithout(_) => "bridge_deleted",
            Play::Bridged(dialogs) => dialogs.name(),
            Play::Lost => "bridge_lost",
            Play::Waits => "dialog_waits",
            Play::Races => "races",
            Play::Together => "together",
            Play::Setup => "setup",
            Play::Plugin => "plugin",
        }
    }
}

impl Trouble {
    fn name(self) -> &'static str {
        match self {
            Trouble::Deleted => "hook_deleted",
            Trouble::Moved => "hook_moved",
            Trouble::NotExecutable => "hook_not_executable",
            Trouble::Killed => "hook_killed",
            Trouble::HubFrozen => "hook_hub_frozen",
            Trouble::HubGone => "hook_hub_gone",
            Trouble::RegistryAway => "hook_registry_away",
        }
    }
}

impl Cell {
    /// Those that have to be installed, this one first.
    pub fn agents(self) -> Vec<Agent> {
        let others = crate::together::ALL.into_iter().filter(|other| *other != self.agent);
        let others = others.filter(|_| self.play == Play::Together);
        std::iter::once(self.agent).chain(others).collect()
    }

    pub fn name(self) -> String {
        format!("{}::{}::{}", self.agent.name(), self.play.name(), self.tool.name())
    }
}

/// For every test run: what broke in practice, with the most common agents. Each agent is tested
/// with both tools.
pub fn short() -> Vec<Cell> {
    use Play::{AnsweredInTime, AskedTwice, PendingThenFetched, Setup};
    let mut cells = Vec::new();
    for (agent, fetched) in [
        (Agent::Codex, Tool::Questions),
        (Agent::ClaudeCode, Tool::Choice),
        (Agent::Gemini, Tool::Questions),
        (Agent::OpenCode, Tool::Choice),
    ] {
        for (play, tool) in [
            (AnsweredInTime, Tool::Questions),
            (AskedTwice, Tool::Choice),
            (PendingThenFetched, fetched),
            (Setup, Tool::Choice),
        ] {
            cells.push(Cell { agent, play, tool });
        }
        if agent.has_hooks() {
            cells.push(Cell { agent, play: Play::Guard(Trouble::Deleted), tool: Tool::Choice });
        }
        if agent.is_bridged() {
            cells.push(Cell { agent, play: Play::Bridge, tool: Tool::Choice });
        }
        if agent.has_plugin() {
            cells.push(Cell { agent, play: Play::Plugin, tool: Tool::Questions });
        }
    }
    cells
}

/// -
pub fn whole() -> Vec<Cell> {
    let plays = |agent| Play::ALL.into_iter().map(move |play| (agent, play));
    let tools = |(agent, play)| Tool::ALL.into_iter().map(move |tool| Cell { agent, play, tool });
    let all = Agent::ALL.into_iter().flat_map(plays).flat_map(tools);
    // A hook is about the agent's own tools.
    let fits = |cell: &Cell| match cell.play {
        Play::Bridge | Play::BridgeThere => cell.tool == Tool::Choice && cell.agent.is_bridged(),
        Play::Hook | Play::Guard(_) | Play::Unguarded => {
            cell.tool == Tool::Choice && cell.agent.has_hooks()
        }
        // Its terminal is driven by keys.
        Play::Bridged(Dialogs::Relay) => {
            cell.tool == Tool::Choice && matches!(cell.agent, Agent::ClaudeCode | Agent::Codex)
        }
        Play::HookOnce | Play::Bridged(_) => {
            cell.tool == Tool::Choice && cell.agent == Agent::ClaudeCode
        }
        Play::BridgeWithout(_) => {
            cell.tool == Tool::Choice && matches!(cell.agent, Agent::ClaudeCode | Agent::Qwen)
        }
        Play::Lost => {
            cell.tool == Tool::Choice && matches!(cell.agent, Agent::Codex | Agent::OpenCode)
        }
        Play::Waits => cell.tool == Tool::Choice && cell.agent.waits_for_hooks(),
        // By itself: `scripts/agents races`.
        Play::Races => false,
        // Each asks with its own tools; the cell is that of one of them.
        Play::Together => cell.tool == Tool::Choice && cell.agent == Agent::Codex,
        Play::Plugin => cell.agent.has_plugin(),
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
        | Play::Setup => true,
    };
    all.filter(fits).collect()
}

/// Its own dialog against the desk, many times.
pub fn races() -> Vec<Cell> {
    let bridged = Agent::ALL.into_iter().filter(|agent| agent.is_bridged());
    bridged.map(|agent| Cell { agent, play: Play::Races, tool: Tool::Choice }).collect()
}
