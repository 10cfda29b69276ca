//! Whether an agent can ask, as far as its files tell: nothing is started.

use sayso_agents::{Agent, Gives};

use crate::agent_home::AgentHome;
use crate::entry::{EntryTransport, ServerEntry};
use crate::inspect::{EntryOwner, FoundEntry, Inspection, Obstacle};
use crate::server::ServerCommand;

/// What an agent's files say about its connection.
#[derive(Debug)]
pub struct Checkup {
    /// It is installed here.
    pub is_found: bool,
    /// Somebody meant it to be connected, and it isn't.
    pub is_missing: bool,
    pub obstacles: Vec<Obstacle>,
    /// How many of the hooks that bring its dialogs here are there, and how many there should be.
    pub bridged: (usize, usize),
    /// The entry that counts, also if it is switched off.
    pub entry: Option<FoundEntry>,
    lacks_permission: bool,
    /// Variables that its files let it set.
    variables: Vec<(String, String)>,
}

impl Checkup {
    /// `is_expected`: somebody meant it to be connected.
    pub fn of(
        agent: &'static Agent,
        place: &AgentHome,
        server: &ServerCommand,
        is_expected: bool,
    ) -> Checkup {
        let look = Inspection::of(agent, place, server);
        let is_unreadable = look.is_unreadable();
        let Inspection { found, lacks_permission, variables, mut obstacles, bridged, .. } = look;
        if found.is_none() && !is_expected && !is_unreadable {
            // Nobody wants it to ask, so nothing is in its way. A hook guards all the same.
            obstacles.retain(|one| matches!(one, Obstacle::Hook(_) | Obstacle::Led { .. }));
        }
        Checkup {
            is_found: place.has(agent),
            is_missing: found.is_none() && is_expected && !is_unreadable,
            obstacles,
            bridged,
            entry: found,
            lacks_permission,
            variables,
        }
    }

    /// The entry that the agent uses.
    pub fn connection(&self) -> Option<&FoundEntry> {
        self.entry.as_ref().filter(|found| found.entry.is_enabled)
    }

    /// Its files have to say more so that the tools may be used.
    pub fn lacks_permission(&self) -> bool {
        self.lacks_permission && self.connection().is_some()
    }

    /// Whether the tools may be used without a prompt; `None` is not known.
    pub fn is_permitted(&self) -> Option<bool> {
        let is_denied = self.obstacles.iter().any(|one| matches!(one, Obstacle::Denied { .. }));
        match (is_denied || self.lacks_permission, self.connection()?.whose) {
            (true, _) => Some(false),
            (false, EntryOwner::Person | EntryOwner::Local | EntryOwner::Project) => Some(true),
            // By its hook, or by what the person has allowed in the agent.
            (false, EntryOwner::Plugin) => None,
        }
    }

    /// Whether its connection may be tried. Anybody may have written a project's files: only our own
    /// program is started for them.
    pub fn may_be_tried(&self, server: &ServerCommand) -> bool {
        self.connection().is_some_and(|found| {
            found.whose != EntryOwner::Project
                || match &found.entry.connection {
                    EntryTransport::Starts(words) => *words == server.command_line(),
                    EntryTransport::Calls { .. } => false,
                }
        })
    }

    /// Those of the agent's own variables that it gives the server of its entry. What a project
    /// names is left out: only what setup would write is in it.
    pub fn environment(
        &self,
        agent: &Agent,
        own: &[(String, String)],
        server: &ServerCommand,
    ) -> Vec<(String, String)> {
        match self.connection() {
            Some(FoundEntry {
                entry,
                whose: EntryOwner::Person | EntryOwner::Local | EntryOwner::Plugin,
                ..
            }) => {
                let ServerEntry { passed, variables, .. } = entry;
                given(agent, own, &self.variables, passed, variables)
            }
            Some(FoundEntry { whose: EntryOwner::Project, .. }) | None => {
                given(agent, own, &self.variables, &[], &server.variables)
            }
        }
    }
}

/// `set` are those of the agent's files, `passed` the names that its entry passes on.
fn given(
    agent: &Agent,
    own: &[(String, String)],
    set: &[(String, String)],
    passed: &[String],
    variables: &[(String, String)],
) -> Vec<(String, String)> {
    let mut given: Vec<(String, String)> = match agent.gives {
        Gives::Everything => own.iter().chain(set).cloned().collect(),
        Gives::Only(names) => {
            let names = names.iter().copied().chain(passed.iter().map(String::as_str));
            let of_name = |name| own.iter().find(|(its, value)| its == name && !value.is_empty());
            names.filter_map(of_name).cloned().collect()
        }
    };
    given.extend(variables.iter().cloned());
    given
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::agent;

    fn pairs(names: &[&str]) -> Vec<(String, String)> {
        names.iter().map(|name| ((*name).to_owned(), "1".to_owned())).collect()
    }

    fn names(given: &[(String, String)]) -> Vec<&str> {
        given.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// REQ: IN-2
    #[test]
    fn a_server_gets_what_its_agent_gives() {
        let own = pairs(&["HOME", "DISPLAY", "SECRET"]);
        let (set, variables) = (pairs(&["SET"]), pairs(&["NAMED"]));
        let of = |id, passed: &[String]| given(agent(id), &own, &set, passed, &variables);
        assert_eq!(names(&of("gemini", &[])), ["HOME", "DISPLAY", "SECRET", "SET", "NAMED"]);
        assert_eq!(names(&of("codex", &[])), ["HOME", "NAMED"]);
        assert_eq!(names(&of("codex", &["DISPLAY".to_owned()])), ["HOME", "DISPLAY", "NAMED"]);
    }
}
