//! Everything that has to be done to connect an agent, or to disconnect it.

use sayso_agents::Agent;

use crate::agent_home::AgentHome;
use crate::edit::{Extras, Hooks};
use crate::file::files_of;
use crate::files;
use crate::format::Format;
use crate::perform::propose_undo;
use crate::proposal::{Proposal, propose};
use crate::server::ServerCommand;
use crate::state::SetupState;

/// What has to change in its files.
pub fn connecting(
    agent: &'static Agent,
    place: &AgentHome,
    server: &ServerCommand,
    state: &SetupState,
    extras: Extras,
) -> Vec<Proposal> {
    let proposals = files_of(agent).filter_map(|file| {
        let path = files::real(&file.path(place)?);
        let hooks = match extras.hooks {
            Hooks::Leave if state.wrote_hook(&path) => Hooks::Keep,
            hooks => hooks,
        };
        propose(file, &path, place, server, Extras { hooks, ..extras })
    });
    proposals.collect()
}

/// What has to change in the files that were changed for it.
pub fn disconnecting(agent: &Agent, state: &SetupState) -> Vec<Proposal> {
    let paths = state.changed_for(agent.id).into_iter();
    let proposals = paths.filter_map(|path| {
        let record = state.of(&path)?;
        Some(propose_undo(&path, Format::of(&path), record))
    });
    proposals.collect()
}
