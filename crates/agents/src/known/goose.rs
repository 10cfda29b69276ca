//! Goose.

use crate::Location::Config;
use crate::{Agent, ClientClock, ConfigFile, ConfigLine, Limit, Says, Soft, Terminal};

pub(super) static AGENT: Agent = Agent {
    // A migration tool has a program of the same name: it is found by its folder.
    id: "goose",
    name: "Goose",
    folders: &[Config("goose")],
    files: &[ConfigFile::new(
        &[Config("goose/config.yaml")],
        &[
            ConfigLine::entry("enabled", Says::Bool(true)),
            ConfigLine::entry("type", Says::Text("stdio")),
            ConfigLine::entry("name", Says::Text("sayso")),
            ConfigLine::entry("description", Says::Text("Ask the user")),
            ConfigLine::entry("cmd", Says::Program),
            ConfigLine::entry("args", Says::Arguments),
            ConfigLine::Variables("envs"),
            ConfigLine::Hour("envs"),
        ],
    )
    .with_servers("extensions")],
    client: ClientClock::waits(&["goose"], Soft::Seconds(280)).at_most(300),
    limit: Some(Limit { field: "timeout", per_second: 1 }),
    terminal: Terminal { variables: &["GOOSE_TERMINAL"], programs: &["goose"] },
    ..Agent::BLANK
};
