//! Where a program lies, and whether agents can rely on it being there.

use std::path::Path;

/// Where this program was started from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramOrigin {
    /// It stays until somebody removes it.
    Installed,
    /// A cache of `npx` or `uvx`, which is emptied at any time; through these it starts slowly, and not
    /// at all while the registry is out of reach.
    Npx,
    Uvx,
    /// A build folder: the next build replaces it, `cargo clean` removes it.
    Build,
}

impl ProgramOrigin {
    pub fn of(binary: &Path) -> ProgramOrigin {
        let text = binary.to_string_lossy();
        if text.contains("/_npx/") {
            ProgramOrigin::Npx
        } else if text.contains("/archive-v") || text.contains("/environments-v") {
            ProgramOrigin::Uvx
        } else if is_built(binary) {
            ProgramOrigin::Build
        } else {
            ProgramOrigin::Installed
        }
    }

    /// The command by which a person starts it again, if that isn't the program itself. It names the
    /// version: a later one may be anybody's.
    pub fn command(self) -> Option<Vec<String>> {
        let package = concat!("sayso-mcp@", env!("CARGO_PKG_VERSION"));
        let words: &[&str] = match self {
            ProgramOrigin::Npx => &["npx", "-y", package],
            ProgramOrigin::Uvx => &["uvx", package],
            ProgramOrigin::Installed | ProgramOrigin::Build => return None,
        };
        Some(words.iter().map(|word| (*word).to_owned()).collect())
    }

    /// The same for agents, which start it in a project: there `npx` would run what lies in
    /// `node_modules`, and ask the registry that `.npmrc` names. `uvx` reads nothing there.
    pub(crate) fn for_agents(self) -> Option<Vec<String>> {
        let words = self.command()?;
        if self != ProgramOrigin::Npx {
            return Some(words);
        }
        let script = format!("cd / && export OLDPWD && exec {} \"$@\"", words.join(" "));
        Some(["sh", "-c", &script, "sayso"].map(str::to_owned).into())
    }
}

/// `target/debug/sayso`, `target/x86_64-unknown-linux-gnu/release/sayso`.
fn is_built(binary: &Path) -> bool {
    let folders = binary.ancestors().skip(2).take(2);
    folders.filter_map(Path::file_name).any(|name| name == "target")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: IN-1
    #[test]
    fn a_place_that_does_not_last_is_known() {
        for (path, origin) in [
            ("/usr/bin/sayso", ProgramOrigin::Installed),
            ("/home/ann/.local/bin/sayso", ProgramOrigin::Installed),
            ("/srv/target/sayso", ProgramOrigin::Installed),
            (
                "/home/ann/.npm/_npx/0f3a/node_modules/sayso-mcp-linux-x64/bin/sayso",
                ProgramOrigin::Npx,
            ),
            ("/home/ann/.cache/uv/archive-v0/x/bin/sayso", ProgramOrigin::Uvx),
            ("/srv/cache/environments-v2/x/bin/sayso", ProgramOrigin::Uvx),
            ("/home/ann/sayso/target/debug/sayso", ProgramOrigin::Build),
            ("/home/ann/sayso/target/aarch64-apple-darwin/release/sayso", ProgramOrigin::Build),
        ] {
            assert_eq!(ProgramOrigin::of(Path::new(path)), origin, "{path}");
        }
    }
}
