//! A reason that keeps an agent from asking, with its fix, for people.

use sayso_agents::Agent;
use sayso_core::text::clean_line;
use sayso_setup::{AgentHome, EntryOwner, FoundEntry, HookFault, Obstacle};
use serde::Serialize;

/// Something that has to be fixed.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Fault {
    pub what: String,
    pub fix: String,
    /// The fix is a command to run; otherwise it has to be done by hand.
    pub is_command: bool,
}

impl Fault {
    pub(crate) fn command(what: impl Into<String>, command: impl Into<String>) -> Fault {
        Fault { what: what.into(), fix: command.into(), is_command: true }
    }

    pub(crate) fn by_hand(what: impl Into<String>, fix: impl Into<String>) -> Fault {
        Fault { what: what.into(), fix: fix.into(), is_command: false }
    }

    /// What is in the way of this agent.
    pub(crate) fn of(obstacle: &Obstacle, agent: &Agent, place: &AgentHome) -> Fault {
        let connect = connect(agent);
        match obstacle {
            Obstacle::Unreadable { path, why, is_project } => {
                let path = place.short(path);
                let fix = match is_project {
                    true => format!("fix {path}"),
                    false => format!("fix {path}, then run `{connect}`"),
                };
                Fault::by_hand(format!("{path}: {why}"), fix)
            }
            Obstacle::SwitchedOff { path, key, is_project } => {
                let path = place.short(path);
                let what = format!("it is switched off in {path}");
                match is_project {
                    true => Fault::by_hand(what, format!("switch `{key}` on in {path}")),
                    false => Fault::command(what, connect),
                }
            }
            Obstacle::Denied { path, key } => {
                let path = place.short(path);
                Fault::by_hand(
                    format!("the tools are not allowed: `{key}` in {path} forbids them"),
                    format!("change `{key}` in {path} so that it allows sayso"),
                )
            }
            Obstacle::Led { path, names } => {
                let (path, names) = (place.short(path), clean_line(&names.join(", ")));
                let what = format!(
                    "in this project, `env` in {path} sets {names}, which can lead sayso's hook and server elsewhere"
                );
                Fault::by_hand(what, format!("remove {names} from `env` in {path}"))
            }
            Obstacle::Hook(fault) => hook(fault, agent, place),
        }
    }

    /// In this project another entry counts than the one that setup writes.
    pub(crate) fn overridden(found: &FoundEntry, place: &AgentHome) -> Fault {
        let FoundEntry { key, path, .. } = found;
        let path = place.short(path);
        Fault::by_hand(
            clean_line(&format!("in this project, `{key}` in {path} is used instead")),
            format!("`sayso doctor` tells whether that works; if not, remove it from {path}"),
        )
    }

    /// Something is wrong with the entry itself.
    pub(crate) fn in_entry(
        what: impl Into<String>,
        found: &FoundEntry,
        agent: &Agent,
        place: &AgentHome,
    ) -> Fault {
        let connect = connect(agent);
        let FoundEntry { key, path, .. } = found;
        // The person's own entry counts more than a plugin's.
        match found.is_changed_by_setup() || found.whose == EntryOwner::Plugin {
            true => Fault::command(what, connect),
            false => {
                let path = place.short(path);
                Fault::by_hand(what, format!("remove `{key}` from {path}, then run `{connect}`"))
            }
        }
    }
}

/// What is wrong with its hook.
fn hook(fault: &HookFault, agent: &Agent, place: &AgentHome) -> Fault {
    let what = match fault {
        HookFault::Odd => {
            "its hook is written in a way that it does not understand, so it guards nothing"
                .to_owned()
        }
        HookFault::NoProgram { program, denies: true } => {
            format!("its hook's program {program} cannot be started, so every tool use is blocked")
        }
        HookFault::NoProgram { program, denies: false } => {
            format!("its hook's program {program} cannot be started, so nothing is guarded")
        }
        HookFault::LetsThrough => {
            "its hook lets everything through if sayso is missing: the command has to end with \
             `|| exit 2`"
                .to_owned()
        }
        HookFault::NotTrusted => {
            let what = "its hook is not confirmed, so nothing is guarded";
            let fix = format!("run /hooks in {} and confirm the hook of sayso", agent.name);
            return Fault::by_hand(what, fix);
        }
        HookFault::BridgeNotTrusted => {
            let what = "its hook for permission prompts is not confirmed, so it is skipped";
            let fix = format!("run /hooks in {} and confirm the hook of sayso", agent.name);
            return Fault::by_hand(what, fix);
        }
        HookFault::SwitchedOff { path, key } => {
            let path = place.short(path);
            let what = format!("`{key}` in {path} switches its hooks off, so nothing is guarded");
            return Fault::by_hand(what, format!("remove `{key}` from {path}"));
        }
    };
    Fault::command(clean_line(&what), format!("{} --hooks", connect(agent)))
}

fn connect(agent: &Agent) -> String {
    format!("sayso setup {}", agent.id)
}
