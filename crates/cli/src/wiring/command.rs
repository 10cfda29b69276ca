//! Our commands as a person pastes them: they work from any directory, with the same hub (PC-14).

use std::path::Path;

use crate::config::Settings;

/// The beginning of every command.
#[derive(Clone)]
pub struct CommandLine {
    prefix: String,
}

impl CommandLine {
    pub fn new(settings: &Settings) -> CommandLine {
        // If the system doesn't say, the person has `sayso` on their path.
        let binary = std::env::current_exe();
        let binary = binary.map_or_else(|_| "sayso".to_owned(), |path| quoted(&path));
        let prefix = match &settings.remote {
            // The token is a secret: the person who answers has it in their own environment.
            Some((url, _)) => format!("SAYSO_HUB={} {binary}", quoted(Path::new(url))),
            None => format!("{binary} --data-dir {}", quoted(&settings.paths.data_dir)),
        };
        CommandLine { prefix }
    }

    /// With these arguments, which need no quotes.
    pub fn line(&self, arguments: &[&str]) -> String {
        format!("{} {}", self.prefix, arguments.join(" "))
    }
}

/// Quoted for a shell, if necessary.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_a_shell() {
        assert_eq!(quoted(Path::new("/opt/sayso-1.0/sayso")), "/opt/sayso-1.0/sayso");
        assert_eq!(quoted(Path::new("/my apps/it's")), r"'/my apps/it'\''s'");
    }
}
