//! Facts that rules depend on: files at the action's directory, variables of the proposing process.

use std::path::PathBuf;

use sayso_guard::Facts;

use crate::config::Environment;

/// The directory of the action.
pub(crate) struct Here {
    directory: PathBuf,
    variables: Environment,
}

impl Here {
    /// Without a directory: the current one.
    pub(crate) fn new(directory: Option<&str>) -> Here {
        let directory = directory.map(PathBuf::from).or_else(|| std::env::current_dir().ok());
        let directory = directory.unwrap_or_default();
        Here { directory, variables: Environment::of_process() }
    }
}

impl Facts for Here {
    fn file_exists(&self, path: &str) -> bool {
        let home = || self.variables.first(&["HOME"]).map(PathBuf::from);
        let path = match path.strip_prefix("~/").zip(home()) {
            Some((below, home)) => home.join(below),
            None => self.directory.join(path),
        };
        path.exists()
    }

    fn variable_is_set(&self, name: &str) -> bool {
        self.variables.first(&[name]).is_some()
    }
}
