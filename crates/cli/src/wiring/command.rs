//! Our commands as a person pastes them: they work from any directory, with the same hub (PC-14).

use std::path::Path;

use crate::config::Settings;

/// The beginning of every command.
#[derive(Clone)]
pub(crate) struct CommandLine {
    prefix: String,
}

impl CommandLine {
    pub(crate) fn new(settings: &Settings) -> CommandLine {
        // If the system doesn't say, the person has `sayso` on their path.
        let binary = std::env::current_exe();
        let binary = binary.map_or_else(|_| "sayso".to_owned(), |path| quoted_path(&path));
        let prefix = match &settings.remote {
            // The token is a secret: the person who answers has it in their own environment.
            Some((url, _)) => format!("SAYSO_HUB={} {binary}", quoted(url)),
            None => format!("{binary} --data-dir {}", quoted_path(&settings.paths.data_dir)),
        };
        CommandLine { prefix }
    }

    /// With these arguments, which need no quotes.
    pub(crate) fn line(&self, arguments: &[&str]) -> String {
        format!("{} {}", self.prefix, arguments.join(" "))
    }
}

fn quoted_path(path: &Path) -> String {
    quoted(&path.display().to_string())
}

/// Quoted for a shell, if necessary.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    match word.chars().all(plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_a_shell() {
        for plain in ["/opt/sayso-1.0/sayso", "A=b", "--to=ann@example.com:80", "50%"] {
            assert_eq!(quoted(plain), plain);
        }
        assert_eq!(quoted("/my apps/it's"), r"'/my apps/it'\''s'");
        for special in ["", "~/x", "a*", "é", "$HOME", "a;b"] {
            assert_eq!(quoted(special), format!("'{special}'"));
        }
    }
}
