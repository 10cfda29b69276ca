//! The command by which agents start us: one that keeps working, whatever their own directory and
//! search path.

use std::path::Path;

use serde_json::Value;

use crate::ProgramOrigin;

/// The command, its first arguments, and variables that have to be set for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerCommand {
    pub command: String,
    pub arguments: Vec<String>,
    pub variables: Vec<(String, String)>,
}

impl ServerCommand {
    /// `binary` is this program; `on_path` is where `sayso` is found on the search path, if that is
    /// the same program: it stays valid after an update.
    pub fn new(binary: &Path, on_path: Option<&Path>) -> ServerCommand {
        let mut words = ProgramOrigin::of(binary).for_agents().unwrap_or_default().into_iter();
        let itself = || on_path.unwrap_or(binary).to_string_lossy().into_owned();
        ServerCommand {
            command: words.next().unwrap_or_else(itself),
            arguments: words.collect(),
            variables: Vec::new(),
        }
    }

    /// Started from this file instead of the one that it was made for, which lies there.
    #[must_use]
    pub fn started_from(mut self, file: &Path, origin: ProgramOrigin) -> ServerCommand {
        let through = origin.for_agents().map_or(0, |words| words.len() - 1);
        self.arguments.drain(..through);
        self.command = file.to_string_lossy().into_owned();
        self
    }

    /// As a person types it: the program and its first arguments.
    pub fn typed(&self, origin: ProgramOrigin) -> Vec<String> {
        let mut words = [std::slice::from_ref(&self.command), &self.arguments].concat();
        let both = origin.for_agents().zip(origin.command());
        if let Some((started, typed)) = both.filter(|(started, _)| words.starts_with(started)) {
            words.splice(..started.len(), typed);
        }
        words
    }

    /// With a data directory that isn't the usual one.
    #[must_use]
    pub fn with_data_dir(mut self, dir: &Path) -> ServerCommand {
        self.arguments.extend(["--data-dir".to_owned(), dir.to_string_lossy().into_owned()]);
        self
    }

    #[must_use]
    pub fn with_variable(mut self, name: &str, value: &str) -> ServerCommand {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The arguments of that command.
    pub(crate) fn mcp(&self) -> Value {
        self.command_line().split_off(1).into()
    }

    /// The command that starts the MCP server, with its arguments.
    pub fn command_line(&self) -> Vec<String> {
        let first = [self.command.clone()].into_iter();
        first.chain(self.arguments.iter().cloned()).chain(["mcp".to_owned()]).collect()
    }

    /// The command of a hook that only brings the agent's dialogs here: whatever keeps it from that
    /// changes nothing.
    pub(crate) fn bridge(&self, limit: u64) -> String {
        format!("{} hook --questions --limit {limit} || exit 0", self.words())
    }

    /// The hook's command for a shell. Whatever keeps it from deciding is a no: agents go on unless
    /// a hook ends with 2.
    pub(crate) fn hook(&self, limit: u64) -> String {
        format!("{} hook --limit {limit} || exit 2", self.words())
    }

    fn words(&self) -> String {
        let settings =
            self.variables.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
        let words = [&self.command].into_iter().chain(&self.arguments).map(|word| quoted(word));
        settings.chain(words).collect::<Vec<_>>().join(" ")
    }
}

/// As a word of a shell's command.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+:@%=,".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: IN-1
    #[test]
    fn the_command_keeps_working() {
        let command = |binary: &str, on_path: Option<&str>| {
            let server = ServerCommand::new(Path::new(binary), on_path.map(Path::new));
            Value::from(server.command_line()).to_string()
        };
        assert_eq!(command("/opt/v1/sayso", None), r#"["/opt/v1/sayso","mcp"]"#);
        assert_eq!(command("/opt/v1/sayso", Some("/usr/bin/sayso")), r#"["/usr/bin/sayso","mcp"]"#);
        let npx = "/home/ann/.npm/_npx/0f3a/node_modules/sayso-mcp-linux-x64/bin/sayso";
        let package = concat!("sayso-mcp@", env!("CARGO_PKG_VERSION"));
        let script = format!("cd / && export OLDPWD && exec npx -y {package} \\\"$@\\\"");
        assert_eq!(command(npx, Some(npx)), format!(r#"["sh","-c","{script}","sayso","mcp"]"#));
        for cache in ["/home/ann/.cache/uv", "/srv/cache"] {
            let uvx = format!("{cache}/archive-v0/x/bin/sayso");
            assert_eq!(command(&uvx, None), format!(r#"["uvx","{package}","mcp"]"#));
        }
    }

    /// REQ: IN-1
    #[test]
    fn a_copy_is_started_without_the_registry() {
        let npx = Path::new("/home/ann/.npm/_npx/0f3a/node_modules/sayso-mcp-linux-x64/bin/sayso");
        let server = ServerCommand::new(npx, None).with_data_dir(Path::new("/srv/data"));
        let package = concat!("sayso-mcp@", env!("CARGO_PKG_VERSION"));
        let typed = server.typed(ProgramOrigin::Npx);
        assert_eq!(typed, ["npx", "-y", package, "--data-dir", "/srv/data"]);
        let copied =
            server.started_from(Path::new("/home/ann/.local/bin/sayso"), ProgramOrigin::Npx);
        assert_eq!(copied.command, "/home/ann/.local/bin/sayso");
        assert_eq!(copied.typed(ProgramOrigin::Npx)[0], "/home/ann/.local/bin/sayso");
        assert_eq!(copied.arguments, ["--data-dir", "/srv/data"]);
    }

    /// REQ: IN-1
    #[test]
    fn a_hook_is_quoted_for_a_shell() {
        let server = ServerCommand::new(Path::new("/my tools/sayso"), None);
        let server = server.with_data_dir(Path::new("/it's")).with_variable("SAYSO_CONFIG", "/a b");
        assert_eq!(
            server.hook(330),
            r"SAYSO_CONFIG='/a b' '/my tools/sayso' --data-dir '/it'\''s' hook --limit 330 || exit 2"
        );
    }
}
