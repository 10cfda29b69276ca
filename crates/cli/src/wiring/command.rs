//! Our commands as a person pastes them: they work from any directory, with the same hub (PC-14), and
//! say nothing that goes without saying: agents cut long lines before the id.

use std::path::Path;

use sayso_core::InteractionId;

use crate::config::Settings;

/// The beginning of every command.
#[derive(Clone)]
pub(crate) struct CommandLine {
    prefix: String,
}

impl CommandLine {
    pub(crate) fn new(settings: &Settings) -> CommandLine {
        let path = settings.variable(&["PATH"]).unwrap_or_default();
        // If the system doesn't say, the person has `sayso` on their path.
        let binary = match std::env::current_exe() {
            Ok(binary) if !is_called(&binary, &path) => quoted_path(&binary),
            Ok(_) | Err(_) => NAME.to_owned(),
        };
        let prefix = match &settings.remote {
            // The token is a secret: the person who answers has it in their own environment.
            Some((url, _)) => format!("SAYSO_HUB={} {binary}", quoted(url)),
            None if settings.has_usual_data_dir() => binary,
            None => format!("{binary} --data-dir {}", quoted_path(&settings.paths.data_dir)),
        };
        CommandLine { prefix }
    }

    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// With these arguments, which need no quotes.
    pub(crate) fn line(&self, arguments: &[&str]) -> String {
        format!("{} {}", self.prefix, arguments.join(" "))
    }
}

/// How to answer this one later or elsewhere.
pub(crate) fn to_answer(settings: &Settings, id: InteractionId) -> String {
    CommandLine::new(settings).line(&["answer", &id.short()])
}

const NAME: &str = "sayso";

/// Whether a shell with this path runs this binary by its name.
fn is_called(binary: &Path, path: &str) -> bool {
    let mut found = std::env::split_paths(path).map(|directory| directory.join(NAME));
    let first = found.find(|program| program.is_file()).and_then(|it| it.canonicalize().ok());
    first.is_some() && first == binary.canonicalize().ok()
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

    /// REQ: PC-14
    #[test]
    fn a_binary_on_the_path_is_called_by_its_name() {
        let dir = tempfile::tempdir().unwrap();
        let [first, second] = ["a", "b"].map(|name| dir.path().join(name));
        for directory in [&first, &second] {
            std::fs::create_dir(directory).unwrap();
        }
        let binary = second.join(NAME);
        std::fs::write(&binary, "").unwrap();
        let path = std::env::join_paths([&first, &second]).unwrap().into_string().unwrap();
        assert!(is_called(&binary, &path));
        assert!(!is_called(&binary, &first.display().to_string()));
        std::fs::write(first.join(NAME), "another").unwrap();
        assert!(!is_called(&binary, &path), "another one comes first");
    }

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
