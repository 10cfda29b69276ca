//! Programs that run other programs, and what they run.

mod makefile;
mod other_programs;
mod unread;

use crate::call::Call;
use crate::word_lists::{List, Set, is, listed};
use makefile::{reads_makefile, recipes};
use other_programs::{executed, in_container, of_git, runs_a_program, started};
pub(crate) use unread::unread;

/// What a wrapper runs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Inner {
    /// A command of these words.
    Words(Vec<String>),
    /// A text that is read by a shell.
    Text(String),
    /// The same, with arguments that become `$0`, `$1` and `$@`.
    Script { text: String, arguments: Vec<String> },
}

/// The arguments of a wrapper before the command begins.
struct Wrapper {
    /// Switches that take the next word.
    valued: &'static [&'static str],
    /// Its own positional arguments, such as the seconds of `timeout`.
    own: usize,
}

impl Wrapper {
    fn of(program: &str) -> Option<Wrapper> {
        let (own, valued) = listed(List::Wraps, program)?.split_first()?;
        Some(Wrapper { valued, own: own.parse().ok()? })
    }
}

/// Programs that the rule for unknown wrappers doesn't apply to.
pub(crate) fn is_wrapper(program: &str) -> bool {
    [List::Wraps, List::Runs].into_iter().any(|list| listed(list, program).is_some())
        || is(Set::Shells, program)
        || ["eval", "watch", "ssh", "trap", "alias", "tmux", "screen", "su", "script"]
            .contains(&program)
}

pub(crate) fn inner(call: &Call) -> Vec<Inner> {
    let program = call.program.as_str();
    let args = &call.args;
    if let Some(wrapper) = Wrapper::of(program) {
        let called = match program {
            "npx" => behind_one_of(args, &["-c", "--call"]),
            "env" => behind_one_of(args, &["-S", "--split-string"]),
            _ => None,
        };
        let called =
            called.or_else(|| args.iter().find_map(|arg| arg.strip_prefix("--split-string=")));
        let rest = behind_switches(args, &wrapper);
        // `sudo -s <<< '…'` is a shell.
        let shell =
            rest.is_empty() && ["sudo", "doas", "chroot", "nsenter", "unshare"].contains(&program);
        return match called {
            Some(called) => text(called.to_owned()),
            None if shell => text(call.input.clone().unwrap_or_default()),
            None => one_or_words(rest),
        };
    }
    if is(Set::Shells, program) {
        return script(call);
    }
    match program {
        // These join their words and pass them to a shell.
        "eval" => text(args.join(" ")),
        "watch" => text(behind_switches(args, &WATCH).join(" ")),
        "ssh" | "autossh" => {
            let rest = behind_switches(args, &SSH);
            if rest.is_empty() {
                text(call.input.clone().unwrap_or_default())
            } else {
                remote(rest)
            }
        }
        "su" | "script" | "nix-shell" | "flatpak-spawn" | "runuser" => {
            let run = behind_one_of(args, &["--run"]).map(str::to_owned);
            command_switch(args).or(run).map(text).unwrap_or_default()
        }
        "powershell" | "powershell.exe" | "pwsh" => {
            let is_switch =
                |arg: &String| ["-command", "-c", "/c"].contains(&arg.to_lowercase().as_str());
            let rest = match args.iter().position(is_switch) {
                Some(at) => &args[at + 1..],
                None => behind_switches(args, &POWERSHELL),
            };
            let input = call.input.iter().cloned();
            text(rest.join(" ")).into_iter().chain(input.flat_map(text)).collect()
        }
        "cmd" | "cmd.exe" => {
            let at =
                args.iter().position(|arg| ["/c", "/k"].contains(&arg.to_lowercase().as_str()));
            at.map(|at| text(args[at + 1..].join(" "))).unwrap_or_default()
        }
        "vi" | "vim" | "nvim" | "ex" => {
            let shell = args.iter().filter_map(|arg| arg.split_once('!'));
            shell
                .filter(|(before, _)| before.len() < 8)
                .flat_map(|(_, run)| text(run.to_owned()))
                .collect()
        }
        // `sed '1e rm -rf x'`.
        "sed" | "gsed" => {
            let runs = args.iter().filter_map(|arg| arg.split_once("e "));
            let runs = runs.filter(|(at, _)| {
                at.chars().all(|letter| letter.is_ascii_digit() || letter == '$')
            });
            runs.flat_map(|(_, run)| text(run.to_owned())).collect()
        }
        "tar" | "gtar" => {
            let actions = args.iter().filter_map(|arg| arg.split_once("=exec="));
            actions.flat_map(|(_, run)| text(run.to_owned())).collect()
        }
        "make" | "gmake" if reads_makefile(args) => {
            let lines = call.input.iter().flat_map(|text| text.lines());
            lines.flat_map(recipes).flat_map(text).collect()
        }
        "pnpm" | "yarn" | "bun" if runs_a_program(call) => {
            words(args.iter().position(|arg| !arg.starts_with('-')).map_or(&[], |at| &args[at..]))
        }
        "trap" => text(args.first().cloned().unwrap_or_default()),
        "alias" => {
            let values = args.iter().filter_map(|arg| arg.split_once('='));
            values.flat_map(|(_, value)| text(value.to_owned())).collect()
        }
        "tmux" | "screen" | "concurrently" | "nodemon" => {
            let typed = args.iter().filter(|arg| arg.contains(' '));
            let typed = typed.flat_map(|arg| text(arg.replace("\\n", "")));
            typed.chain(words(started(program, args))).collect()
        }
        "mongosh" | "mongo" => args
            .iter()
            .filter(|arg| arg.ends_with(".js"))
            .flat_map(|file| words(std::slice::from_ref(file)))
            .collect(),
        "at" | "batch" => text(call.input.clone().unwrap_or_default()),
        "git" => of_git(args),
        "gcloud" | "fly" | "flyctl" => {
            let given = |arg: &String| arg.strip_prefix("--command=").map(str::to_owned);
            let spaced = behind_one_of(args, &["--command", "-C"]).map(str::to_owned);
            args.iter().find_map(given).or(spaced).map(text).unwrap_or_default()
        }
        "find" | "fd" | "fdfind" | "gfind" => executed(args),
        "docker" | "podman" | "nerdctl" | "docker-compose" | "podman-compose" => in_container(args),
        _ => runner(call),
    }
}

const WATCH: Wrapper = Wrapper { valued: &["-n", "--interval"], own: 0 };
const POWERSHELL: Wrapper =
    Wrapper { valued: &["-ExecutionPolicy", "-ep", "-Version", "-WindowStyle"], own: 0 };
const RUNNER: Wrapper =
    Wrapper { valued: &["-f", "-n", "--env-file", "-p", "-a", "--app"], own: 0 };
const SSH: Wrapper = Wrapper {
    valued: &["-b", "-c", "-D", "-E", "-F", "-i", "-J", "-L", "-l", "-o", "-p", "-R", "-M"],
    own: 1,
};

fn words(words: &[String]) -> Vec<Inner> {
    if words.is_empty() { Vec::new() } else { vec![Inner::Words(words.to_vec())] }
}

fn text(text: String) -> Vec<Inner> {
    if text.is_empty() { Vec::new() } else { vec![Inner::Text(text)] }
}

/// If the first word contains blanks, it is a shell text.
fn one_or_words(rest: &[String]) -> Vec<Inner> {
    match rest {
        [first, ..] if first.contains(' ') => text(first.clone()),
        rest => words(rest),
    }
}

/// Plain words keep their piped input.
fn remote(command: &[String]) -> Vec<Inner> {
    let plain = |word: &String| !word.contains([' ', ';', '&', '|', '$', '<', '>', '(', '\'']);
    if command.iter().all(plain) { words(command) } else { text(command.join(" ")) }
}

fn behind_switches<'a>(args: &'a [String], wrapper: &Wrapper) -> &'a [String] {
    let mut at = 0;
    while let Some(arg) = args.get(at).filter(|arg| arg.starts_with('-')) {
        at += if wrapper.valued.contains(&arg.as_str()) { 2 } else { 1 };
        if arg == "--" {
            break;
        }
    }
    let rest = args.get(at + wrapper.own..).unwrap_or_default();
    match rest {
        [first, rest @ ..] if first == "--" => rest,
        rest => rest,
    }
}

fn behind_one_of<'a>(args: &'a [String], switches: &[&str]) -> Option<&'a str> {
    let at = args.iter().position(|arg| switches.contains(&arg.as_str()))?;
    args.get(at + 1).map(String::as_str)
}

/// The words after `--`, otherwise those after the subcommand and its switches; or the file given
/// to an interpreter.
fn runner(call: &Call) -> Vec<Inner> {
    if let Some(modules) = listed(List::Modules, &call.program) {
        return other_programs::file(call, modules);
    }
    let Some(verbs) = listed(List::Runs, &call.program) else { return Vec::new() };
    let Some(at) = call.args.iter().position(|arg| verbs.contains(&arg.as_str())) else {
        return Vec::new();
    };
    let called = behind_one_of(&call.args, &["-c", "--command", "--call"]);
    if let Some(command) = called.filter(|_| call.is(&["vagrant", "npm", "nix", "flatpak"])) {
        let at = call.args.iter().position(|arg| arg == command).unwrap_or(at);
        return if call.is(&["nix"]) {
            one_or_words(&call.args[at..])
        } else {
            text(command.to_owned())
        };
    }
    let rest = &call.args[at + 1..];
    let rest = match rest.iter().position(|arg| arg == "--") {
        Some(mark) => &rest[mark + 1..],
        None if is(Set::Placed, &call.program) => {
            let named = rest.iter().position(|arg| !arg.starts_with('-')).unwrap_or(rest.len());
            rest.get(named + 1..).unwrap_or_default()
        }
        None => behind_switches(rest, &RUNNER),
    };
    one_or_words(rest)
}

/// `bash -c '…'`, a shell whose input is known from the text, or a script file.
fn script(call: &Call) -> Vec<Inner> {
    if let Some(at) = switch_at(&call.args) {
        let arguments = call.args.get(at + 2..).unwrap_or_default().to_vec();
        return call
            .args
            .get(at + 1)
            .map(|text| Inner::Script { text: text.clone(), arguments })
            .into_iter()
            .collect();
    }
    if let Some(text) = command_switch(&call.args) {
        return vec![Inner::Text(text)];
    }
    let reads_input = call.args.iter().all(|arg| arg.starts_with('-')) || call.has('s', "");
    match (reads_input, &call.input) {
        (false, _) => other_programs::file(call, &[]),
        (true, Some(input)) => text(input.clone()),
        // `bash < wipe.sh`: only the file's name is known.
        (true, None) => words(call.inputs.get(..1).unwrap_or_default()),
    }
}

fn switch_at(args: &[String]) -> Option<usize> {
    let is_switch = |arg: &String| match arg.strip_prefix('-') {
        Some(letters) if !letters.starts_with('-') => letters.ends_with('c'),
        Some(_) => arg == "--command",
        None => false,
    };
    args.iter().position(is_switch)
}

/// The word after `-c`, also as `-lc` or `--command`.
fn command_switch(args: &[String]) -> Option<String> {
    let joined = args.iter().find_map(|arg| arg.strip_prefix("--command=").map(str::to_owned));
    switch_at(args).and_then(|at| args.get(at + 1).cloned()).or(joined)
}
