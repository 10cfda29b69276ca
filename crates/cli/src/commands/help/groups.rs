//! The help of `sayso`: one sentence, then the commands by what they are for.

use clap::{Command, CommandFactory};

use crate::commands::Cli;
use crate::output::style::BOLD;

/// Every command that people see, once; those that are named nowhere connect something.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Ask", &["ask", "confirm", "wait", "extract"]),
    ("Answer", &["inbox", "next", "answer", "cancel", "reject", "extend", "attach", "open"]),
    ("Look back", &["list", "show", "history", "stats", "withdraw", "forget"]),
    ("Connect", &[]),
    ("Run", &["hub", "config", "store", "demo", "completions", "man", "help"]),
];

/// What a command is comes first, then examples.
const EACH: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// The whole command tree.
pub(crate) fn root() -> Command {
    let command = Cli::command().mut_subcommands(describe);
    let named = |name: &str| {
        let found = command.find_subcommand(name);
        let about = found.and_then(Command::get_about).map(ToString::to_string).unwrap_or_default();
        format!("  {name:<12} {}\n", in_short(&about))
    };
    let is_named = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let seen = command.get_subcommands().filter(|it| !it.is_hide_set()).map(Command::get_name);
    let others: Vec<&str> = seen.filter(|name| !is_named(name)).collect();
    let groups = GROUPS.map(|(group, names)| {
        let names = if names.is_empty() { &others[..] } else { names };
        let lines: String = names.iter().copied().map(named).collect();
        format!("{BOLD}{group}{BOLD:#}\n{lines}\n")
    });
    let groups = groups.concat();
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{{before-help}}{BOLD}Options{BOLD:#}\n{{options}}{{after-help}}"
    ))
}

/// Without its explanation if that does not fit into a line.
fn in_short(about: &str) -> &str {
    match about.find([':', ';', '(']) {
        Some(end) if about.len() > 65 => about[..end].trim_end(),
        Some(_) | None => about,
    }
}

fn describe(command: Command) -> Command {
    command.mut_subcommands(describe).help_template(EACH)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn groups_name_commands_once() {
        let root = Cli::command();
        let mut named: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        assert!(named.iter().all(|name| root.find_subcommand(name).is_some()), "{named:?}");
        let count = named.len();
        named.sort_unstable();
        named.dedup();
        assert_eq!(named.len(), count);
    }

    /// One letter means one thing, whatever the command.
    #[test]
    fn a_letter_is_one_flag() {
        let mut letters: BTreeMap<char, String> = BTreeMap::new();
        let mut commands = vec![Cli::command()];
        while let Some(command) = commands.pop() {
            for flag in command.get_arguments() {
                let (Some(letter), Some(name)) = (flag.get_short(), flag.get_long()) else {
                    continue;
                };
                let known = letters.entry(letter).or_insert_with(|| name.to_owned());
                assert_eq!(known, name, "-{letter} in {}", command.get_name());
            }
            commands.extend(command.get_subcommands().cloned());
        }
        assert!(letters.len() > 8, "{letters:?}");
    }
}
