//! A configuration file of an agent: where it is, and what has to be in it.

#[derive(Debug, Clone, Copy)]
pub struct ConfigFile {
    /// The first of these that is named by a variable, else the first that exists. The name of the
    /// last one says in which format it is.
    pub at: &'static [Location],
    /// Where a project has its own, which the agent reads in addition.
    pub in_project: &'static [&'static str],
    pub projects: Projects,
    pub when: When,
    /// The table with the MCP servers, if it has one.
    pub servers: Option<&'static str>,
    pub lines: &'static [ConfigLine],
}

impl ConfigFile {
    /// With these lines, in our entry in `servers` or anywhere.
    pub const fn new(at: &'static [Location], lines: &'static [ConfigLine]) -> ConfigFile {
        ConfigFile {
            at,
            in_project: &[],
            projects: Projects::All,
            when: When::Always,
            servers: None,
            lines,
        }
    }

    #[must_use]
    pub const fn with_servers(mut self, table: &'static str) -> ConfigFile {
        self.servers = Some(table);
        self
    }

    #[must_use]
    pub const fn in_project(mut self, names: &'static [&'static str]) -> ConfigFile {
        self.in_project = names;
        self
    }
}

/// A place that an agent documents.
#[derive(Debug, Clone, Copy)]
pub enum Location {
    /// Below the home directory.
    Home(&'static str),
    /// Below `$XDG_CONFIG_HOME`, by default `~/.config`.
    Config(&'static str),
    /// The same, but on macOS below `~/Library/Application Support`.
    Application(&'static str),
    /// Below the directory in this variable, if it is set; the variable itself if the rest is empty.
    Variable(&'static str, &'static str),
}

impl Location {
    /// Its name below the directory.
    pub const fn name(self) -> &'static str {
        match self {
            Location::Home(name) | Location::Config(name) | Location::Application(name) => name,
            Location::Variable(_, name) => name,
        }
    }
}

/// The projects whose files the agent reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projects {
    All,
    /// Those that the person's own file calls trusted.
    Trusted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    Always,
    /// Only if its directory exists.
    InUse,
    /// Only if it exists: a new one would change what the agent does.
    Exists,
}

/// Something that has to be in a file.
#[derive(Debug, Clone, Copy)]
pub enum ConfigLine {
    /// `command` and `args` of our entry, its variables in `env`; an entry that was switched off is
    /// switched on.
    Command,
    /// The variables of our entry, in this field of it.
    Variables(&'static str),
    /// `enabled` or `disabled`, if our entry was switched off.
    On,
    /// The agent waits for an hour, as [`crate::Limit`] says, and we know about it by a variable in
    /// this field of our entry.
    Hour(&'static str),
    /// Our hook, as [`crate::Hook`] says.
    Hook,
    One(At, Wants, &'static str, ConfigPart),
}

/// A key, from the top of the file or in our entry. `{tool}` in a key or a text stands for each of
/// our tools.
#[derive(Debug, Clone, Copy)]
pub enum At {
    File(&'static [&'static str]),
    Entry(&'static str),
}

#[derive(Debug, Clone, Copy)]
pub enum Wants {
    /// Exactly this value.
    Is(Says),
    /// A list with this element; `or` are other ways to say it.
    Has { element: &'static str, or: &'static [&'static str] },
    /// A list with all of these, which can only be written as a whole.
    Covers(&'static [&'static str]),
    /// This element, if there is such a list: a list that we begin would replace another one.
    Joins(&'static str),
}

#[derive(Debug, Clone, Copy)]
pub enum Says {
    Text(&'static str),
    Bool(bool),
    /// The program that starts our server.
    Program,
    /// Its arguments.
    Arguments,
    /// Both, in one list.
    CommandLine,
    /// The names of our tools.
    Tools,
}

/// What it is for: some parts are only done if they are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigPart {
    Server,
    Permission,
    Hook,
    Questions,
    Background,
}

impl ConfigPart {
    /// Whether our plugins bring it themselves.
    pub const fn is_in_plugins(self) -> bool {
        match self {
            ConfigPart::Server | ConfigPart::Permission | ConfigPart::Hook => true,
            ConfigPart::Questions | ConfigPart::Background => false,
        }
    }
}

impl ConfigLine {
    /// A field of our entry that it doesn't work without.
    pub const fn entry(field: &'static str, says: Says) -> ConfigLine {
        ConfigLine::One(
            At::Entry(field),
            Wants::Is(says),
            "start sayso's MCP server",
            ConfigPart::Server,
        )
    }

    /// A permission for our tools.
    pub const fn allow(at: At, wants: Wants) -> ConfigLine {
        ConfigLine::One(
            at,
            wants,
            "allow its questions without a permission prompt",
            ConfigPart::Permission,
        )
    }
}
