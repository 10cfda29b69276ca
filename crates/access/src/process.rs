//! Processes of this machine, as the system describes them: who is at the other end of a socket,
//! who started it, and its terminal. What can't be read is unknown, and never an error.

mod proc;
mod ps;

/// No process tree that a person works in is deeper.
const DEEPEST: usize = 64;

/// A process, distinguished from a later one with the same id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer {
    id: u32,
    /// In ticks since the machine started.
    began: u64,
}

impl Peer {
    /// The process that has this id now. `None`: there is none, or the system doesn't say.
    pub fn now(id: u32) -> Option<Peer> {
        let began = if proc::is_there() { proc::stat(id)?.began } else { 0 };
        Some(Peer { id, began })
    }

    pub(crate) fn id(self) -> u32 {
        self.id
    }

    /// Known at once, unlike the rest. If the system doesn't say, it can.
    pub(crate) fn can_have_terminal(self) -> bool {
        let has_one = |found: Stat| found.began == self.began && found.terminal != 0;
        !proc::is_there() || proc::stat(self.id).is_some_and(has_one)
    }

    /// What is known about it now; `None` if it is gone.
    pub(crate) fn look(self) -> Option<Look> {
        let table = Table::read();
        let still = || table.stat(self.id).filter(|found| found.began == self.began);
        let found = still()?;
        let look = Look {
            has_terminal: table.holds_terminal(self.id, &found),
            variables: variables(self.id),
            above: above(self.id, found.parent, &table),
        };
        // All of it is about the same process only if that still exists.
        still().map(|_| look)
    }
}

/// Whether this process was started by that one, or by one that it has started.
pub fn is_below(id: u32) -> bool {
    let table = Table::read();
    let mut next = Some(std::process::id());
    for _ in 0..DEEPEST {
        next = next.filter(|next| *next > 1).and_then(|next| table.stat(next)).map(|it| it.parent);
        if next.is_none_or(|next| next == id) {
            return next.is_some();
        }
    }
    false
}

/// A process and its ancestors.
#[derive(Debug, Default)]
pub(crate) struct Look {
    /// It reads from and writes to its controlling terminal.
    pub(crate) has_terminal: bool,
    /// Names of the variables it was started with.
    pub(crate) variables: Vec<String>,
    /// The nearest first.
    pub(crate) above: Vec<Ancestor>,
}

#[derive(Debug, Default)]
pub(crate) struct Ancestor {
    /// Names of its program.
    pub(crate) names: Vec<String>,
    pub(crate) variables: Vec<String>,
}

/// The line that the system has about a process.
#[derive(Debug, Clone)]
struct Stat {
    name: String,
    parent: u32,
    began: u64,
    /// Device number of the controlling terminal; 0: it has none.
    terminal: u64,
}

/// All processes: one module per source.
enum Table {
    Proc,
    Listed(ps::Listed),
}

impl Table {
    fn read() -> Table {
        if proc::is_there() { Table::Proc } else { Table::Listed(ps::Listed::read()) }
    }

    fn stat(&self, id: u32) -> Option<Stat> {
        match self {
            Table::Proc => proc::stat(id),
            Table::Listed(listed) => listed.stat(id),
        }
    }

    /// The first words of its command line.
    fn words(&self, id: u32, name: &str) -> Vec<String> {
        match self {
            Table::Proc => proc::words(id).into_iter().chain([name.to_owned()]).collect(),
            Table::Listed(listed) => listed.words(id),
        }
    }

    /// Both its input and its output are its terminal; or it has opened the terminal itself, as a
    /// prompt does whose input is redirected. Sharing a terminal with the process that started it
    /// isn't enough.
    fn holds_terminal(&self, id: u32, process: &Stat) -> bool {
        match self {
            Table::Proc => process.terminal != 0 && proc::holds_terminal(id, process.terminal),
            Table::Listed(_) => process.terminal != 0,
        }
    }
}

/// Names of the variables a process was started with; none without `/proc`.
fn variables(id: u32) -> Vec<String> {
    let environment = proc::environment(id).unwrap_or_default();
    let names = environment.split(|byte| *byte == 0).filter_map(|variable| {
        let mut parts = variable.splitn(2, |byte| *byte == b'=');
        let (name, value) = (parts.next()?, parts.next()?);
        // An empty value counts as not set.
        (!value.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
    });
    names.collect()
}

fn above(id: u32, parent: u32, table: &Table) -> Vec<Ancestor> {
    if cfg!(feature = "test-support")
        && let Some(given) = given(id)
    {
        let named = |name: &str| Ancestor { names: vec![name.to_owned()], variables: Vec::new() };
        return given.split_whitespace().map(named).collect();
    }
    let mut found = Vec::new();
    let mut next = parent;
    while next > 1
        && found.len() < DEEPEST
        && let Some(stat) = table.stat(next)
    {
        let names = program_names(&table.words(next, &stat.name));
        found.push(Ancestor { names, variables: variables(next) });
        next = stat.parent;
    }
    found
}

/// Programs that a test declares as ancestors, independent of who runs the test.
fn given(id: u32) -> Option<String> {
    let environment = proc::environment(id)?;
    let mut variables = environment.split(|byte| *byte == 0);
    let found = variables.find_map(|variable| variable.strip_prefix(b"SAYSO_TEST_ANCESTORS="))?;
    Some(String::from_utf8_lossy(found).into_owned())
}

/// The names of a program: `node /usr/bin/gemini.js` is both `node` and `gemini`. For any other
/// program the second word is only an argument.
fn program_names(words: &[String]) -> Vec<String> {
    let base = |word: &String| {
        let file = word.rsplit('/').next().unwrap_or_default();
        let bare = [".js", ".mjs", ".cjs"].iter().find_map(|end| file.strip_suffix(end));
        bare.unwrap_or(file).to_owned()
    };
    let names: Vec<String> = words.iter().map(base).collect();
    match names.as_slice() {
        [first, _, rest @ ..] if !["node", "bun", "deno"].contains(&first.as_str()) => {
            std::iter::once(first).chain(rest).cloned().collect()
        }
        _ => names,
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// REQ: RA-7
    #[test]
    fn a_script_is_its_own_program_and_an_argument_is_none() {
        let names = |words: &[&str]| {
            program_names(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(names(&["node", "/opt/lib/gemini.js", "MainThread"])[1], "gemini");
        assert_eq!(names(&["/usr/bin/vim", "/home/ann/codex", "vim"]), ["vim", "vim"]);
        assert_eq!(names(&["/opt/bin/codex"]), ["codex"]);
    }

    /// REQ: AD-3
    #[test]
    fn a_process_is_below_those_that_have_started_it() {
        assert!(is_below(std::os::unix::process::parent_id()));
        assert!(!is_below(u32::MAX) && !is_below(std::process::id()));
    }

    /// REQ: SA-7
    #[test]
    #[expect(clippy::disallowed_methods, reason = "set by tests only")]
    fn a_process_that_is_gone_is_not_taken_for_the_next_one_with_its_id() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let peer = Peer::now(child.id()).unwrap();
        let look = peer.look().expect("it is there");
        let shell = std::env::current_exe().unwrap();
        let shell = shell.file_name().unwrap().to_string_lossy().into_owned();
        assert!(!look.above.is_empty() || std::env::var_os("SAYSO_TEST_ANCESTORS").is_some());
        let nearest = look.above.first().map(|above| above.names.contains(&shell));
        assert!(nearest.unwrap_or(true), "{look:?} below {shell}");
        let other = Peer { began: peer.began + 1, ..peer };
        assert!(other.look().is_none(), "another one has its id");
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(peer.look().is_none(), "it is gone");
    }
}
