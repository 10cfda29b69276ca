//! The shells that an agent runs its commands in: the variables it sets in them, and the names of the
//! program that is above them.

use crate::agent::Agent;

#[derive(Debug, Clone, Copy)]
pub struct Terminal {
    pub variables: &'static [&'static str],
    pub programs: &'static [&'static str],
}

/// The agent that has set one of these variables, and which.
pub fn by_variables(
    agents: &[&'static Agent],
    set: &[String],
) -> Option<(&'static Agent, &'static str)> {
    named(agents, |terminal| terminal.variables, set)
}

/// The agent with one of these names of a program, and which.
pub fn by_programs(
    agents: &[&'static Agent],
    names: &[String],
) -> Option<(&'static Agent, &'static str)> {
    named(agents, |terminal| terminal.programs, names)
}

fn named(
    agents: &[&'static Agent],
    own: fn(&Terminal) -> &'static [&'static str],
    names: &[String],
) -> Option<(&'static Agent, &'static str)> {
    agents.iter().find_map(|agent| {
        let mut own = own(&agent.terminal).iter();
        let name = own.find(|own| names.iter().any(|name| name == **own))?;
        Some((*agent, *name))
    })
}
