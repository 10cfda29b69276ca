//! Where agents keep their files: by platform, home directory and variables.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sayso_agents::Location;

/// What the places depend on.
pub struct AgentHome {
    pub home: PathBuf,
    pub platform: Platform,
    /// The directories of the current project, outermost first.
    pub project: Vec<PathBuf>,
    /// The environment, without empty variables.
    pub variable: Variables,
}

/// The value of a variable by its name.
type Variables = Box<dyn Fn(&str) -> Option<String>>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    Linux,
    Mac,
}

impl Platform {
    pub const HERE: Platform =
        if cfg!(target_os = "macos") { Platform::Mac } else { Platform::Linux };
}

impl AgentHome {
    /// A home directory, and nothing else.
    #[cfg(test)]
    pub(crate) fn bare(home: &Path) -> AgentHome {
        AgentHome {
            home: home.to_owned(),
            platform: Platform::Linux,
            project: Vec::new(),
            variable: Box::new(|_| None),
        }
    }

    /// The place, if it exists here at all.
    pub(crate) fn find(&self, location: Location) -> Option<PathBuf> {
        let path = match location {
            Location::Home(rest) => self.home.join(rest),
            Location::Config(rest) => self.config().join(rest),
            Location::Application(rest) => match self.platform {
                Platform::Linux => self.config().join(rest),
                Platform::Mac => self.home.join("Library/Application Support").join(rest),
            },
            Location::Variable(name, "") => PathBuf::from((self.variable)(name)?),
            Location::Variable(name, rest) => Path::new(&(self.variable)(name)?).join(rest),
        };
        path.is_absolute().then_some(path)
    }

    /// The first of these that is named by a variable, else the first that exists, else the first.
    pub(crate) fn file(&self, at: &[Location]) -> Option<PathBuf> {
        let variable = at.iter().filter(|one| matches!(one, Location::Variable(..)));
        let named = variable.filter_map(|one| self.find(*one)).next();
        let usual = || at.iter().filter(|one| !matches!(one, Location::Variable(..)));
        let paths = || usual().filter_map(|one| self.find(*one));
        named.or_else(|| paths().find(|path| path.exists())).or_else(|| paths().next())
    }

    fn config(&self) -> PathBuf {
        let set = (self.variable)("XDG_CONFIG_HOME").map(PathBuf::from);
        set.filter(|path| path.is_absolute()).unwrap_or_else(|| self.home.join(".config"))
    }

    /// The directories from the root of the repository that this one is in down to it.
    pub fn project_of(dir: &Path) -> Vec<PathBuf> {
        let root = dir.ancestors().find(|above| above.join(".git").exists()).unwrap_or(dir);
        let inside = dir.ancestors().take_while(|above| above.starts_with(root));
        let mut dirs: Vec<PathBuf> = inside.map(Path::to_owned).collect();
        dirs.reverse();
        dirs
    }

    /// Where this program is on the search path.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        let path = OsString::from((self.variable)("PATH")?);
        std::env::split_paths(&path)
            .filter(|dir| dir.is_absolute())
            .map(|dir| dir.join(name))
            .find(|file| is_executable(file))
    }

    /// Whether this program can be started: by its path, or by its name on the search path.
    pub(crate) fn can_run(&self, program: &str) -> bool {
        match program.contains('/') {
            true => is_executable(Path::new(program)),
            false => self.program(program).is_some(),
        }
    }

    /// With `~` for the home directory.
    pub fn short(&self, path: &Path) -> String {
        match path.strip_prefix(&self.home) {
            Ok(rest) => format!("~/{}", rest.display()),
            Err(_) => path.display().to_string(),
        }
    }
}

fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let found = std::fs::metadata(file);
    found.is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}
