//! `sayso setup`: connects the agents on this machine, and disconnects them again.

mod fault;
mod ground;
mod lasting;
mod line;
mod report;
mod screen;

use std::io::{IsTerminal, stdin, stdout};

use clap::Args;
use sayso_agents::{AGENTS, Agent};
use sayso_setup::{
    EntryOwner, Extras, FileChange, Hooks, Inspection, Obstacle, Proposal, SetupState, connecting,
    disconnecting,
};

use crate::config::Settings;
use crate::exit::{ANSWERED, BAD_INPUT, BadInput, Code, DECLINED, FAILED};
pub(crate) use fault::Fault;
pub(crate) use ground::Ground;
use line::BridgeLine;
use report::{Done, Report};

/// Connect the agents on this machine: shows the changes first, keeps copies, can be undone
#[derive(Args)]
#[command(before_help = "Examples:
  sayso setup                      find agents, show the changes, ask, connect them
  sayso setup codex --dry-run      only show what would change
  sayso setup --yes --hooks        without questions, and with `sayso hook`
  sayso setup claude-code --questions   and bring its own dialogs here
  sayso setup opencode --questions --port 4096   … of an OpenCode with this port
  sayso setup --undo               undo everything")]
pub(crate) struct Setup {
    /// Agents to connect [default: all that are found]
    #[arg(value_name = "AGENT", value_parser = ids())]
    agents: Vec<String>,
    /// Show the changes and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Undo the changes
    #[arg(long, conflicts_with_all = ["hooks", "questions", "foreground"])]
    undo: bool,
    /// Don't ask; needed without a terminal
    #[arg(long, short)]
    yes: bool,
    #[arg(long, help = hooks_help())]
    hooks: bool,
    #[arg(long, help = questions_help())]
    questions: bool,
    /// Port that OpenCode was started with (several: repeat it); its password is read from
    /// OPENCODE_SERVER_PASSWORD [default: 4096]
    #[arg(long, value_name = "N", requires = "questions")]
    port: Vec<u16>,
    #[arg(long, help = foreground_help())]
    foreground: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn hooks_help() -> String {
    let names = screen::names(agents().filter(|agent| agent.hook.is_some()));
    format!("Check tool uses with `sayso hook` too ({names})")
}

fn questions_help() -> String {
    let names = screen::names(agents().filter(|agent| agent.is_bridged()));
    format!("Bring the agent's own questions and permission prompts here too ({names})")
}

fn foreground_help() -> String {
    let names = screen::names(agents().filter(|agent| agent.has_background()));
    format!("Keep waiting calls of {names} in the foreground, without a time limit")
}

fn agents() -> impl Iterator<Item = &'static Agent> {
    AGENTS.iter().copied()
}

/// The names of agents; completions offer them.
pub(crate) fn ids() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(agents().map(|agent| agent.id))
}

/// An agent, and what would change in its files.
pub(crate) struct Work {
    pub agent: &'static Agent,
    pub found: bool,
    pub proposals: Vec<Proposal>,
    /// In our own configuration.
    pub line: Option<BridgeLine>,
    /// What would still keep it from asking, and that setup doesn't change.
    pub obstacles: Vec<Fault>,
}

impl Work {
    fn is_needed(&self) -> bool {
        self.proposals.iter().any(|one| !matches!(one.change, FileChange::Nothing))
            || self.line.as_ref().is_some_and(BridgeLine::is_change)
    }
}

impl Setup {
    pub(crate) fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let mut ground = Ground::new(settings)?;
        settings.paths.check_owner()?;
        let mut state = SetupState::load(&settings.paths.data_dir).map_err(BadInput)?;
        let asks = !self.yes
            && !self.dry_run
            && !self.json
            && stdin().is_terminal()
            && stdout().is_terminal();
        let hooks = if self.hooks { Hooks::Add } else { Hooks::Leave };
        let questions = self.questions;
        let mut extras = Extras { hooks, questions, foreground: self.foreground };
        let mut works = self.works(&ground, &state, settings, extras);
        self.add_lines(&mut works, extras, &ground, settings)?;
        if asks && !self.undo {
            screen::found(&works, &ground, !self.agents.is_empty())?;
            if works.is_empty() {
                return Ok(FAILED);
            }
            let chosen = screen::choose(&works)?;
            if chosen.is_empty() {
                screen::declined()?;
                return Ok(DECLINED);
            }
            works.retain(|work| chosen.contains(&work.agent.id));
            let asked = screen::extras(&works, extras)?;
            if asked != extras {
                extras = asked;
                works = again(works, &ground, &state, extras);
                self.add_lines(&mut works, extras, &ground, settings)?;
            }
        }
        if !self.undo && !self.json && !works.is_empty() && lasting::offer(&mut ground, asks)? {
            works = again(works, &ground, &state, extras);
        }
        let needed = works.iter().any(Work::is_needed);
        if !self.json {
            screen::changes(&works, &ground, self.undo)?;
            for work in &works {
                if let Some(line) = &work.line {
                    line.show(work.agent, &ground, settings)?;
                }
            }
        }
        if works.is_empty() && !self.undo {
            if !self.json {
                screen::none()?;
            }
        } else if !needed && !self.json {
            screen::nothing(&works, self.undo)?;
        }
        let goes = match (needed, self.dry_run || self.yes, asks) {
            (false, ..) => false,
            (true, true, _) => !self.dry_run,
            (true, false, true) => {
                if !screen::confirmed(self.undo)? {
                    screen::declined()?;
                    return Ok(DECLINED);
                }
                true
            }
            (true, false, false) => false,
        };
        if goes {
            // From here on alone, and from what another setup may have done in the meantime.
            state = SetupState::hold(&settings.paths.data_dir).map_err(BadInput)?;
            works = match self.undo {
                true => works.into_iter().map(|work| undone(work, &state)).collect(),
                false => again(works, &ground, &state, extras),
            };
        }
        let mut report = Report::new(goes, self.undo, self.json);
        for work in &works {
            if let Some(line) = work.line.as_ref().filter(|line| goes && line.is_change()) {
                line.perform(settings)?;
            }
            for proposal in &work.proposals {
                let done = if goes {
                    perform(work, proposal, &mut state, self.undo)
                } else {
                    Done::would(proposal)
                };
                report.add(work, proposal, done, &ground);
            }
        }
        report.print(&works, &ground)?;
        if works.is_empty() && !self.undo {
            return Ok(FAILED);
        }
        Ok(match (report.failed(), needed && !goes && !self.dry_run) {
            (true, _) => FAILED,
            (false, true) => {
                if !self.json {
                    screen::needs_yes()?;
                }
                BAD_INPUT
            }
            (false, false) => ANSWERED,
        })
    }

    /// The lines of our own configuration, if they are wanted.
    fn add_lines(
        &self,
        works: &mut [Work],
        extras: Extras,
        ground: &Ground,
        settings: &Settings,
    ) -> anyhow::Result<()> {
        if extras.questions && !self.undo {
            for work in works {
                work.line = BridgeLine::adding(work.agent, &self.port, ground, settings)?;
            }
        }
        Ok(())
    }

    fn works(
        &self,
        ground: &Ground,
        state: &SetupState,
        settings: &Settings,
        extras: Extras,
    ) -> Vec<Work> {
        let named = |agent: &Agent| self.agents.iter().any(|id| id == agent.id);
        let mut works = Vec::new();
        for agent in agents() {
            let found = ground.place.has(agent);
            let proposals = match self.undo {
                true if self.agents.is_empty() || named(agent) => disconnecting(agent, state),
                false if named(agent) || (self.agents.is_empty() && found) => {
                    proposals(agent, ground, state, extras)
                }
                true | false => continue,
            };
            let line = if self.undo { BridgeLine::removing(agent, settings) } else { None };
            if !self.undo || !proposals.is_empty() || line.is_some() {
                let obstacles = if self.undo { Vec::new() } else { obstacles(agent, ground) };
                works.push(Work { agent, found, proposals, line, obstacles });
            }
        }
        works
    }
}

fn undone(work: Work, state: &SetupState) -> Work {
    Work { proposals: disconnecting(work.agent, state), ..work }
}

fn again(works: Vec<Work>, ground: &Ground, state: &SetupState, extras: Extras) -> Vec<Work> {
    let proposals = |work: &Work| proposals(work.agent, ground, state, extras);
    let again = |work: Work| Work { proposals: proposals(&work), ..work };
    works.into_iter().map(again).collect()
}

fn proposals(
    agent: &'static Agent,
    ground: &Ground,
    state: &SetupState,
    extras: Extras,
) -> Vec<Proposal> {
    connecting(agent, &ground.place, &ground.server, state, extras)
}

/// What setup doesn't change: somebody meant it, or it belongs to a project.
fn obstacles(agent: &'static Agent, ground: &Ground) -> Vec<Fault> {
    let look = Inspection::of(agent, &ground.place, &ground.server);
    let stays = |one: &&Obstacle| match one {
        Obstacle::Denied { .. } | Obstacle::Led { .. } => true,
        Obstacle::SwitchedOff { is_project, .. } | Obstacle::Unreadable { is_project, .. } => {
            *is_project
        }
        Obstacle::Hook(_) => false,
    };
    let obstacles = look.obstacles.iter().filter(stays);
    let mut faults: Vec<Fault> =
        obstacles.map(|one| Fault::of(one, agent, &ground.place)).collect();
    let is_for_project = |whose| matches!(whose, EntryOwner::Project | EntryOwner::Local);
    let own = look.found.filter(|found| is_for_project(found.whose) && found.entry.is_enabled);
    faults.extend(own.map(|found| Fault::overridden(&found, &ground.place)));
    faults
}

fn perform(work: &Work, proposal: &Proposal, state: &mut SetupState, undo: bool) -> Done {
    let result = match (&proposal.change, undo) {
        (FileChange::LeftAlone(_), _) => return Done::would(proposal),
        (_, true) => proposal.disconnect(state).map(|()| None),
        (_, false) => proposal.connect(work.agent.id, state),
    };
    match (result, &proposal.change) {
        (Err(why), _) => Done::Failed(why),
        (Ok(_), FileChange::Nothing) => Done::Nothing,
        (Ok(copy), _) => Done::Changed { copy },
    }
}
