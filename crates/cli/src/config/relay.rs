//! `[relay]`: which agent is run for a conversation, and how.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sayso_relay::{Program, Prompt, Protocol};

use super::values::Values;

/// The agent; without a command there are no conversations.
pub(crate) struct Relay {
    pub command: Vec<String>,
    /// `None`: by the command's name.
    pub protocol: Option<Protocol>,
    /// `None`: the directory of the user who runs it.
    pub directory: Option<PathBuf>,
    pub prompt: Prompt,
    pub idle: Duration,
}

impl Relay {
    pub(super) fn read(values: &Values) -> Relay {
        Relay {
            command: words(values.text("relay.command")).unwrap_or_default(),
            protocol: Protocol::from_name(values.text("relay.protocol")),
            directory: values.filled("relay.directory").map(PathBuf::from),
            prompt: if values.is_on("relay.prompt") { Prompt::Given } else { Prompt::Withheld },
            idle: Duration::from_secs(values.number("relay.idle_minutes") * 60),
        }
    }

    /// What to run; `None` if no command is configured.
    pub(crate) fn program(&self, home: &Path) -> Option<Program> {
        let first = self.command.first()?;
        Some(Program {
            protocol: self.protocol.unwrap_or_else(|| Protocol::of_program(first)),
            directory: self.directory.clone().unwrap_or_else(|| home.to_owned()),
            command: self.command.clone(),
            prompt: self.prompt,
            secrets: crate::wiring::secrets(),
        })
    }
}

/// A command as words separated by spaces, or as a JSON list if a word contains spaces.
pub(super) fn words(text: &str) -> Option<Vec<String>> {
    if text.starts_with('[') {
        return serde_json::from_str(text).ok().filter(|words: &Vec<String>| !words.is_empty());
    }
    Some(text.split_whitespace().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_command_is_words_or_a_list() {
        let check = |text: &str, expected: Option<&[&str]>| {
            let expected = expected.map(|words| words.iter().map(|it| (*it).to_owned()).collect());
            assert_eq!(words(text), expected, "{text}");
        };
        check("", Some(&[]));
        check("claude --model opus", Some(&["claude", "--model", "opus"]));
        check(r#"["my agent","a,b"]"#, Some(&["my agent", "a,b"]));
        check("[]", None);
        check("[1]", None);
        check("[\"a\"", None);
    }
}
