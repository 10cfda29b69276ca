//! Whether this terminal is an agent's own: below the shell that an agent runs its commands in. What
//! is typed there may be the agent's, so it does not count as a person (RA-7).
//!
//! A hint against accidents, not a boundary: a program that wants to hide can.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::process::Command;

use sayso_desk::View;

use crate::config::Environment;

/// An agent's terminal, and how one can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentTerminal {
    agent: &'static str,
    sign: Sign,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Sign {
    Variable(&'static str),
    Ancestor(&'static str),
}

impl fmt::Display for AgentTerminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sign {
            Sign::Variable(name) => write!(f, "{} set {name}", self.agent),
            Sign::Ancestor(name) => {
                write!(f, "{} runs it: `{name}` is a parent process", self.agent)
            }
        }
    }
}

/// What an agent sets in its shells, and what its program is called.
struct Known {
    agent: &'static str,
    variables: &'static [&'static str],
    programs: &'static [&'static str],
}

const KNOWN: [Known; 9] = [
    Known {
        agent: "Codex",
        variables: &[
            "CODEX_SESSION_ID",
            "CODEX_THREAD_ID",
            "CODEX_SANDBOX",
            "CODEX_SANDBOX_NETWORK_DISABLED",
        ],
        programs: &["codex"],
    },
    Known { agent: "Claude Code", variables: &["CLAUDECODE"], programs: &["claude"] },
    Known { agent: "Gemini CLI", variables: &["GEMINI_CLI"], programs: &["gemini"] },
    Known { agent: "Qwen Code", variables: &["QWEN_CODE"], programs: &["qwen"] },
    Known { agent: "OpenCode", variables: &["OPENCODE"], programs: &["opencode"] },
    Known { agent: "Cline", variables: &["CLINE_ACTIVE"], programs: &["cline"] },
    Known { agent: "Cursor", variables: &["CURSOR_AGENT"], programs: &["cursor-agent"] },
    Known { agent: "Goose", variables: &["GOOSE_TERMINAL"], programs: &["goose"] },
    Known { agent: "Crush", variables: &["CRUSH"], programs: &["crush"] },
];

/// The terminal of this process, if it is an agent's.
pub fn here() -> Option<AgentTerminal> {
    let environment = Environment::of_process();
    detect(|name| environment.first(&[name]).is_some(), &ancestors())
}

/// `ancestors` are the names of the programs above this one, as far as they are known.
fn detect(is_set: impl Fn(&str) -> bool, ancestors: &[String]) -> Option<AgentTerminal> {
    let variable = KNOWN.iter().find_map(|known| {
        let name = known.variables.iter().find(|name| is_set(name))?;
        Some(AgentTerminal { agent: known.agent, sign: Sign::Variable(name) })
    });
    let ancestor = || {
        KNOWN.iter().find_map(|known| {
            let is_above = |name: &&&str| ancestors.iter().any(|above| above == **name);
            let name = known.programs.iter().find(is_above)?;
            Some(AgentTerminal { agent: known.agent, sign: Sign::Ancestor(name) })
        })
    };
    variable.or_else(ancestor)
}

/// Why this question cannot be answered here, and where it can; `None`: it can.
pub fn refusal(view: &View, place: Option<&AgentTerminal>) -> Option<[String; 2]> {
    let place = place.filter(|_| view.interaction.policy.irreversible)?;
    let short = view.interaction.id.short();
    let url = view.live.url.as_ref().map(|url| format!(", or at {url}")).unwrap_or_default();
    Some([
        format!("this choice is irreversible and this is the agent's terminal ({place})"),
        format!("run `sayso answer {short}` in a terminal of your own{url}"),
    ])
}

/// The programs above this process, the nearest first.
fn ancestors() -> Vec<String> {
    if cfg!(feature = "test-support")
        && let Ok(given) = std::env::var("SAYSO_TEST_ANCESTORS")
    {
        return given.split_whitespace().map(str::to_owned).collect();
    }
    let listed = if Path::new("/proc/self/stat").exists() { None } else { Some(listed()) };
    let process = |id: u32| match &listed {
        Some(listed) => listed.get(&id).cloned(),
        None => from_proc(id),
    };
    let mut names = Vec::new();
    let mut next = std::os::unix::process::parent_id();
    // No tree of processes that a person works in is deeper.
    for _ in 0..64 {
        let Some(Process { parent, words }) = process(next) else { break };
        names.extend(program_names(&words));
        if parent <= 1 {
            break;
        }
        next = parent;
    }
    names
}

#[derive(Debug, Clone)]
struct Process {
    parent: u32,
    words: Vec<String>,
}

fn from_proc(id: u32) -> Option<Process> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // `id (name) state parent …`; the name may contain anything.
    let (head, tail) = stat.rsplit_once(')')?;
    let parent = tail.split_whitespace().nth(1)?.parse().ok()?;
    let name = head.split_once('(')?.1.to_owned();
    let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    let words = line.split(|byte| *byte == 0).filter(|word| !word.is_empty());
    let words = words.map(|word| String::from_utf8_lossy(word).into_owned());
    Some(Process { parent, words: words.take(2).chain([name]).collect() })
}

/// Where there is no `/proc`.
fn listed() -> HashMap<u32, Process> {
    let output = Command::new("ps").args(["-axo", "pid=,ppid=,args="]).output();
    let text = output.map(|output| output.stdout).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (id, parent) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        Some((id, Process { parent, words: words.take(2).map(str::to_owned).collect() }))
    });
    lines.collect()
}

/// What it is called by: `node /usr/bin/gemini.js` is both `node` and `gemini`. Any other program's
/// second word is only its argument.
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
    use super::*;

    fn found(set: &[&str], ancestors: &[&str]) -> Option<String> {
        let ancestors: Vec<String> = ancestors.iter().map(|name| (*name).to_owned()).collect();
        detect(|name| set.contains(&name), &ancestors).map(|place| place.to_string())
    }

    /// REQ: RA-7
    #[test]
    fn an_agents_terminal_is_known_by_its_variables_and_its_program() {
        let people = ["bash", "tmux: server", "systemd", "sshd", "node", "code"];
        assert_eq!(found(&["TERM", "CLAUDE_PROJECT_DIR"], &people), None);
        assert_eq!(found(&["CODEX_THREAD_ID"], &[]).unwrap(), "Codex set CODEX_THREAD_ID");
        assert_eq!(found(&["CLAUDECODE"], &people).unwrap(), "Claude Code set CLAUDECODE");
        for variable in ["CODEX_SESSION_ID", "CODEX_SANDBOX", "GEMINI_CLI", "QWEN_CODE", "OPENCODE"]
        {
            assert!(found(&[variable], &[]).unwrap().ends_with(variable));
        }
        assert_eq!(
            found(&[], &["bash", "opencode"]).unwrap(),
            "OpenCode runs it: `opencode` is a parent process"
        );
    }

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
}
