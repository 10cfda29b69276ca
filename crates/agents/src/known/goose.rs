//! Goose.

use crate::Location::Config;
use crate::{Agent, ClientClock, ConfigFile, Limit, Line, Says, Soft, Terminal};

pub(super) static AGENT: Agent = Agent {
    // A migration tool has a program of the same name: it is found by its folder.
    id: "goose",
    name: "Goose",
    folders: &[Config("goose")],
    files: &[ConfigFile::new(
        &[Config("goose/config.yaml")],
        &[
            Line::entry("enabled", Says::Bool(true)),
            Line::entry("type", Says::Text("stdio")),
            Line::entry("name", Says::Text("sayso")),
            Line::entry("description", Says::Text("Ask the user")),
            Line::entry("cmd", Says::Program),
            Line::entry("args", Says::Arguments),
            Line::Variables("envs"),
            Line::Hour("envs"),
        ],
    )
    .with_servers("extensions")],
    client: ClientClock::waits(&["goose"], Soft::Seconds(280)).at_most(300),
    limit: Some(Limit { field: "timeout", per_second: 1 }),
    terminal: Terminal { variables: &["GOOSE_TERMINAL"], programs: &["goose"] },
    ..Agent::BLANK
};
