//! The topics of `sayso help`, which are manual pages too.

use sayso_agents::AGENTS;
use sayso_core::settings::{Key, Setting};

use crate::config::operational_settings;
use crate::output::wrap::wrap;
use crate::wiring::CHATS;

pub(crate) struct Topic {
    pub name: &'static str,
    /// In a few words.
    pub about: &'static str,
    pub text: fn() -> String,
}

pub(crate) static TOPICS: [Topic; 5] = [
    Topic { name: "agents", about: "connecting agents", text: agents },
    Topic {
        name: "dialects",
        about: "the formats in which agents ask",
        text: || include_str!("dialects.txt").to_owned(),
    },
    Topic { name: "environment", about: "environment variables", text: environment },
    Topic {
        name: "exit-codes",
        about: "how commands end",
        text: || include_str!("exit-codes.txt").to_owned(),
    },
    Topic { name: "settings", about: "settings and where they come from", text: settings },
];

fn agents() -> String {
    let listed = AGENTS.iter().map(|agent| entry(agent.id, agent.name, 16));
    include_str!("agents.txt").replace("AGENTS\n", &listed.collect::<String>())
}

fn environment() -> String {
    let of_settings = every().filter_map(|setting| {
        let names = setting.environment();
        let about = format!("{}: {}", setting.name, setting.about(CHATS));
        (!names.is_empty()).then(|| below(&names.join(", "), &about))
    });
    include_str!("environment.txt").replace("SETTINGS\n", &of_settings.collect::<String>())
}

fn settings() -> String {
    let listed = every().map(|setting| {
        let default = match setting.default {
            "" => String::new(),
            default => format!(" [default: {default}]"),
        };
        below(setting.name, &format!("{}{default}", setting.about(CHATS)))
    });
    include_str!("settings.txt").replace("SETTINGS\n", &listed.collect::<String>())
}

/// Personal ones first.
fn every() -> impl Iterator<Item = &'static Setting> {
    Key::ALL.into_iter().map(Key::setting).chain(operational_settings())
}

/// A name and its meaning on one line.
fn entry(name: &str, meaning: &str, width: usize) -> String {
    format!("  {name:<width$} {meaning}\n")
}

/// A name, and its meaning on the lines below it.
fn below(name: &str, meaning: &str) -> String {
    let lines = wrap(meaning, 72).into_iter().map(|line| format!("      {line}\n"));
    format!("  {name}\n{}", lines.collect::<String>())
}
