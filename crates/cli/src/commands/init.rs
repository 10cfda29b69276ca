//! `sayso init`: what a shell needs to show how many questions wait, and a key that answers.
//!
//! Nothing polls and no process is started for a prompt: the hub keeps the number in a small file
//! (`sayso_hub::Paths::waiting`), and the shell reads it with its own `read`.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use sayso_core::settings::{Key, Language};
use sayso_locale::Texts;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::wiring::{CommandLine, quoted};

/// Print the setup for a shell: its prompt shows how many questions are waiting, and a key answers
#[derive(Args)]
#[command(
    before_help = "Examples:
  eval \"$(sayso init bash)\"             in ~/.bashrc
  eval \"$(sayso init zsh)\"              in ~/.zshrc
  sayso init fish | source              in ~/.config/fish/config.fish",
    after_help = "The key is Alt-A; set SAYSO_KEY before to choose another one, in the notation of the shell, or to '' for none.
The number is also in the variable SAYSO_WAITING; if SAYSO_PROMPT is '', the prompt is left alone and you place it yourself.
With SAYSO_HUB the hub runs elsewhere: the prompt shows no number, and the key works."
)]
pub(crate) struct Init {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Clone, Copy, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl Init {
    pub(crate) fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let (text, quote): (_, fn(&str) -> String) = match self.shell {
            Shell::Bash => (include_str!("init/bash.sh"), quoted),
            Shell::Zsh => (include_str!("init/zsh.sh"), quoted),
            Shell::Fish => (include_str!("init/fish.fish"), fish),
        };
        let language = settings.environment.get(&Key::Language);
        let language = language.and_then(|name| Language::from_name(name)).unwrap_or_default();
        let shown = Texts::of(language).say_with("waiting-count", [("count", "@".into())]);
        let waiting = settings.paths.waiting().display().to_string();
        let text = text
            .replace("@FILE@", &quote(&waiting))
            .replace("@SHOWN@", &quote(&shown))
            .replace("@NEXT@", &CommandLine::new(settings).line(&["next"]));
        io::stdout().lock().write_all(text.as_bytes())?;
        Ok(ANSWERED)
    }
}

/// Fish knows two escapes inside single quotes.
fn fish(word: &str) -> String {
    format!("'{}'", word.replace('\\', r"\\").replace('\'', r"\'"))
}
