//! `sayso help`: the help of a command, or a text about a topic.

mod groups;
mod topics;

use std::io::{self, Write};

use clap::Args;
use clap_complete::{ArgValueCandidates, CompletionCandidate};
use sayso_core::text::meant;

use crate::exit::{ANSWERED, BadInput, Code};

pub(crate) use groups::root;
pub(crate) use topics::{TOPICS, Topic};

/// Show the help of a command, or a text about a topic
#[derive(Args)]
#[command(before_help = "Examples:
  sayso help answer
  sayso help hub run
  sayso help exit-codes")]
pub(crate) struct Help {
    /// Command or topic (agents, dialects, environment, exit-codes, settings)
    #[arg(value_name = "COMMAND|TOPIC", add = ArgValueCandidates::new(candidates))]
    words: Vec<String>,
}

impl Help {
    pub(crate) fn run(self) -> anyhow::Result<Code> {
        if let [word] = &self.words[..]
            && let Some(topic) = TOPICS.iter().find(|topic| topic.name == word)
        {
            io::stdout().lock().write_all((topic.text)().as_bytes())?;
            return Ok(ANSWERED);
        }
        let root = root();
        let found =
            self.words.iter().try_fold(&root, |command, word| command.find_subcommand(word));
        if found.is_none() {
            return Err(unknown(&self.words).into());
        }
        let words = self.words.iter().map(String::as_str);
        let line = ["sayso"].into_iter().chain(words).chain(["--help"]);
        if let Err(help) = root.try_get_matches_from(line) {
            help.print()?;
        }
        Ok(ANSWERED)
    }
}

/// Commands and topics, for completions.
pub(crate) fn candidates() -> Vec<CompletionCandidate> {
    let root = root();
    let commands = root.get_subcommands().filter(|it| !it.is_hide_set()).map(|command| {
        let about = command.get_about().cloned();
        CompletionCandidate::new(command.get_name().to_owned()).help(about)
    });
    let topics = TOPICS
        .iter()
        .map(|topic| CompletionCandidate::new(topic.name).help(Some(topic.about.into())));
    commands.chain(topics).collect()
}

/// `there is no command or topic`, with a suggestion.
pub(crate) fn unknown(words: &[String]) -> BadInput {
    let root = root();
    let commands = root.get_subcommands().map(clap::Command::get_name);
    let known = commands.chain(TOPICS.iter().map(|topic| topic.name));
    let name = words.join(" ");
    BadInput(match meant(&name, known) {
        Some(meant) => format!("there is no command or topic `{name}`; did you mean `{meant}`?"),
        None => format!("there is no command or topic `{name}`; `sayso help` lists them all"),
    })
}
