//! An agent: how to find it, its files, its clock, its terminal and its hook.

use crate::client::{ClientClock, Soft};
use crate::file::{ConfigFile, ConfigLine, ConfigPart, Location};
use crate::hook::{Bridge, Hook};
use crate::terminal::Terminal;

/// One agent: one value in one file.
#[derive(Debug)]
pub struct Agent {
    /// Its name on our command line and in our settings.
    pub id: &'static str,
    pub name: &'static str,
    /// Programs on the search path that only it has.
    pub programs: &'static [&'static str],
    /// Directories that exist if it has been used.
    pub folders: &'static [Location],
    pub files: &'static [ConfigFile],
    pub merge: Merge,
    /// Where it keeps our plugin, if there is one for it.
    pub plugin: Option<Plugin>,
    pub gives: Gives,
    pub client: ClientClock,
    /// Where its files say how long it waits for a call, if that can be set.
    pub limit: Option<Limit>,
    pub terminal: Terminal,
    pub hook: Option<Hook>,
    /// By which its own dialogs are brought here, if not by its hooks.
    pub dialog_server: Option<DialogServer>,
    /// Why its own dialogs stay in its terminal, and what a hook can do about them.
    pub stays_there: Option<&'static str>,
    /// Parts of the paths of files that decide who is asked: changing one is always asked about.
    pub guarded: &'static [&'static str],
    /// What a file can't do, for the person who connects it.
    pub remark: Option<&'static str>,
}

impl Agent {
    /// One of which nothing is known, to start from.
    pub const BLANK: Agent = Agent {
        id: "",
        name: "",
        programs: &[],
        folders: &[],
        files: &[],
        merge: Merge::Entries,
        plugin: None,
        gives: Gives::Everything,
        client: ClientClock::waits(&[], Soft::Seconds(50)),
        limit: None,
        terminal: Terminal { variables: &[], programs: &[] },
        hook: None,
        dialog_server: None,
        stays_there: None,
        guarded: &[],
        remark: None,
    };
}

impl Agent {
    /// Whether its own dialogs can be brought here.
    pub fn is_bridged(&self) -> bool {
        self.bridge().is_some() || self.dialog_server.is_some()
    }

    /// How its hooks do that.
    pub fn bridge(&self) -> Option<Bridge> {
        self.hook.and_then(|hook| hook.bridge)
    }

    /// Whether it would move waiting calls to the background, and its files can tell it not to.
    pub fn has_background(&self) -> bool {
        let mut lines = self.files.iter().flat_map(|file| file.lines);
        lines.any(|line| matches!(line, ConfigLine::One(_, _, _, ConfigPart::Background)))
    }
}

/// A server of the agent, to which the hub connects.
#[derive(Debug, Clone, Copy)]
pub struct DialogServer {
    /// The setting that says where it is; nobody connects without it.
    pub setting: &'static str,
    pub at: ServerPlace,
    /// The version whose dialogs were tried: others may behave differently.
    pub tried: &'static str,
    /// What arrives when it is started how.
    pub modes: &'static [(&'static str, &'static str)],
}

/// How a person says where an agent's server is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServerPlace {
    /// The port it was started with; its password is in this variable, if it has one.
    Port { password: &'static str, usual: u16 },
    /// A socket below the directory of its first file.
    Home { socket: &'static str },
}

/// The agent with this id.
pub fn by_id(agents: &[&'static Agent], id: &str) -> Option<&'static Agent> {
    agents.iter().copied().find(|agent| agent.id == id)
}

/// The field of our entry that says how long the agent waits for a call. If it isn't set, that is
/// [`ClientClock::hard`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    pub field: &'static str,
    /// The unit of the field.
    pub per_second: u64,
}

/// Which variables its MCP servers get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// All that it has itself.
    Everything,
    /// Only these, and those that its configuration names.
    Only(&'static [&'static str]),
}

/// What an agent makes of an entry that both the person and the project have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Merge {
    /// The project's entry is the one.
    Entries,
    /// The project's fields replace those of the person.
    Fields,
}

/// Our plugin or extension, which brings its own entry.
#[derive(Debug, Clone, Copy)]
pub struct Plugin {
    pub installed: Installed,
    /// The file with its entry.
    pub file: &'static str,
    /// The variable with its directory.
    pub root: &'static str,
}

/// How to find the directory of an installed plugin.
#[derive(Debug, Clone, Copy)]
pub enum Installed {
    /// This one, beside the agent's last file.
    In(&'static str),
    /// The agent's last file says in `enabledPlugins` that it is switched on, this one beside it says
    /// where it is.
    Listed(&'static str),
}
