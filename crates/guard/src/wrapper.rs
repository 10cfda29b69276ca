//! Programs that run other programs, and what they run.

mod table;

use crate::call::{Call, Unread};
pub(crate) use table::SHELLS;
use table::{DOCKER_FLAGS, INTERPRETERS, RUNNERS, WRAPPERS, Wrapper, wrapper};

/// What a wrapper runs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Inner {
    /// A command of these words.
    Words(Vec<String>),
    /// A text that a shell reads.
    Text(String),
}

/// Names in the middle of a pipe of text that is run.
const PLACEHOLDERS: [&str; 3] = ["{}", "%", "$0"];

/// Why a call cannot be judged although its words are known.
pub(crate) fn unread(call: &Call) -> Option<Unread> {
    let is_glob = call.program.contains(['?', '*']) && !call.program.contains('…');
    if is_glob || PLACEHOLDERS.contains(&call.program.as_str()) {
        return Some(Unread::Name);
    }
    let hidden = |arg: &&str| arg.starts_with("$(…)") || **arg == *"/dev/stdin";
    if SHELLS.contains(&call.program.as_str()) {
        let operands = call.operands(&["-o", "-O", "--rcfile", "--init-file"]);
        let scripted = command_switch(&call.args).is_some();
        let reads = operands.is_empty() || call.has('s', "") || operands == ["-"];
        let piped = !scripted && reads && call.fed && call.input.is_none();
        let given = !scripted && operands.first().is_some_and(hidden);
        return (piped || given).then_some(Unread::Text);
    }
    if call.is(&["source", "."]) {
        return call.operands(&[]).first().is_some_and(hidden).then_some(Unread::Text);
    }
    let (_, coded) = INTERPRETERS.iter().find(|(program, _)| call.program == *program)?;
    if let Some(code) = behind_one_of(&call.args, coded) {
        return (code.starts_with("$(…)") || is_variable(code)).then_some(Unread::Text);
    }
    let operands = call.operands(&[]);
    let reads = operands.is_empty() || operands[0] == "-" || hidden(&operands[0]);
    (reads && call.input.is_none() && (call.fed || !operands.is_empty() && hidden(&operands[0])))
        .then_some(Unread::Text)
}

fn is_variable(text: &str) -> bool {
    text.strip_prefix('$').is_some_and(|name| {
        !name.is_empty() && name.chars().all(|l| l.is_alphanumeric() || l == '_')
    })
}

pub(crate) fn inner(call: &Call) -> Vec<Inner> {
    let program = call.program.as_str();
    if let Some(wrapper) = WRAPPERS.iter().find(|wrapper| wrapper.program == program) {
        let called = behind_one_of(&call.args, &["-c", "--call"]).filter(|_| program == "npx");
        return match called {
            Some(called) => text(called.to_owned()),
            None => words(behind_switches(&call.args, wrapper)),
        };
    }
    if SHELLS.contains(&program) {
        return script(call);
    }
    match program {
        // These join their words and give them to a shell.
        "eval" => text(call.args.join(" ")),
        "watch" => text(behind_switches(&call.args, &WATCH).join(" ")),
        "ssh" => remote(behind_switches(&call.args, &SSH)),
        "su" | "script" | "nix-shell" | "flatpak-spawn" => {
            let run = behind_one_of(&call.args, &["--run"]).map(str::to_owned);
            command_switch(&call.args).or(run).map(text).unwrap_or_default()
        }
        "vi" | "vim" | "nvim" | "ex" => {
            let shell = call.args.iter().filter_map(|arg| arg.split_once('!'));
            shell
                .filter(|(before, _)| before.len() < 8)
                .flat_map(|(_, run)| text(run.to_owned()))
                .collect()
        }
        "tar" | "gtar" => {
            let actions = call.args.iter().filter_map(|arg| arg.split_once("=exec="));
            actions.flat_map(|(_, run)| text(run.to_owned())).collect()
        }
        "pnpm" | "yarn" | "bun" if runs_a_program(call) => words(
            call.args
                .iter()
                .position(|arg| !arg.starts_with('-'))
                .map_or(&[], |at| &call.args[at..]),
        ),
        "trap" => text(call.args.first().cloned().unwrap_or_default()),
        "alias" => call
            .args
            .iter()
            .filter_map(|arg| arg.split_once('='))
            .flat_map(|(_, value)| text(value.to_owned()))
            .collect(),
        "tmux" | "screen" => call
            .args
            .iter()
            .filter(|arg| arg.contains(' '))
            .flat_map(|arg| text(arg.clone()))
            .collect(),
        "concurrently" | "nodemon" => call
            .args
            .iter()
            .filter(|arg| arg.contains(' '))
            .flat_map(|arg| text(arg.clone()))
            .collect(),
        "at" | "batch" => text(call.input.clone().unwrap_or_default()),
        "git" => of_git(&call.args),
        "gcloud" | "fly" | "flyctl" => {
            let given = |arg: &String| arg.strip_prefix("--command=").map(str::to_owned);
            let spaced = behind_one_of(&call.args, &["--command", "-C"]).map(str::to_owned);
            call.args.iter().find_map(given).or(spaced).map(text).unwrap_or_default()
        }
        "find" | "fd" | "fdfind" => executed(&call.args),
        "docker" | "podman" | "nerdctl" | "docker-compose" => in_container(&call.args),
        _ => runner(call),
    }
}

const WATCH: Wrapper = wrapper("watch", &["-n", "--interval"], 0);
const SSH: Wrapper =
    wrapper("ssh", &["-b", "-c", "-D", "-E", "-F", "-i", "-J", "-L", "-l", "-o", "-p", "-R"], 1);

fn words(words: &[String]) -> Vec<Inner> {
    if words.is_empty() { Vec::new() } else { vec![Inner::Words(words.to_vec())] }
}

fn text(text: String) -> Vec<Inner> {
    if text.is_empty() { Vec::new() } else { vec![Inner::Text(text)] }
}

/// `pnpm prisma db push`: not a subcommand of its own, so a program of the project.
fn runs_a_program(call: &Call) -> bool {
    const OWN: [&str; 40] = [
        "add",
        "install",
        "i",
        "ci",
        "remove",
        "rm",
        "uninstall",
        "un",
        "update",
        "up",
        "upgrade",
        "run",
        "test",
        "t",
        "start",
        "build",
        "dev",
        "lint",
        "exec",
        "dlx",
        "x",
        "publish",
        "pack",
        "init",
        "create",
        "audit",
        "outdated",
        "list",
        "ls",
        "why",
        "link",
        "store",
        "config",
        "workspace",
        "workspaces",
        "cache",
        "login",
        "info",
        "view",
        "npm",
    ];
    let first = call.operands(&["--filter", "-F", "--cwd", "-C"]);
    first.first().is_some_and(|first| !OWN.contains(first))
}

/// Plain words keep what is piped into them.
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

/// Behind `--`, else behind the subcommand and its switches.
fn runner(call: &Call) -> Vec<Inner> {
    let Some((_, verbs)) = RUNNERS.iter().find(|(program, _)| call.program == *program) else {
        return Vec::new();
    };
    let Some(at) = call.args.iter().position(|arg| verbs.contains(&arg.as_str())) else {
        return Vec::new();
    };
    if let Some(command) = behind_one_of(&call.args, &["-c", "--command"])
        && call.program == "vagrant"
    {
        return text(command.to_owned());
    }
    let rest = &call.args[at + 1..];
    let rest = match rest.iter().position(|arg| arg == "--") {
        Some(mark) => &rest[mark + 1..],
        None if ["kubectl", "oc", "chamber", "direnv", "lxc", "multipass"]
            .contains(&call.program.as_str()) =>
        {
            rest.get(1..).unwrap_or_default()
        }
        None => behind_switches(rest, &wrapper("", &["-f", "-n", "--env-file", "-p"], 0)),
    };
    words(rest)
}

/// `git submodule foreach`, `git rebase --exec`, `git bisect run`, `git filter-branch --tree-filter`.
fn of_git(args: &[String]) -> Vec<Inner> {
    let position = |word: &str| args.iter().position(|arg| arg == word);
    let has = |word: &str| position(word).is_some();
    if let Some(at) = position("foreach").filter(|_| has("submodule")) {
        let rest: Vec<String> =
            args[at + 1..].iter().filter(|arg| *arg != "--recursive").cloned().collect();
        return text(rest.join(" "));
    }
    if let Some(at) = position("run").filter(|_| has("bisect")) {
        return words(&args[at + 1..]);
    }
    if let Some(alias) = args.iter().find_map(|arg| arg.strip_prefix('!')).filter(|_| has("config"))
    {
        return text(alias.to_owned());
    }
    let given = ["--exec", "-x", "--tree-filter", "--index-filter", "--msg-filter"];
    behind_one_of(args, &given).map(|inner| text(inner.to_owned())).unwrap_or_default()
}

/// `bash -c '…'`, or a shell that reads its commands from what is written beside it.
fn script(call: &Call) -> Vec<Inner> {
    if let Some(script) = command_switch(&call.args) {
        return text(script);
    }
    let reads_input = call.args.iter().all(|arg| arg.starts_with('-')) || call.has('s', "");
    text(call.input.clone().filter(|_| reads_input).unwrap_or_default())
}

/// The word behind `-c`, also as `-lc` or `--command`.
fn command_switch(args: &[String]) -> Option<String> {
    let is_switch = |arg: &String| match arg.strip_prefix('-') {
        Some(letters) if !letters.starts_with('-') => letters.ends_with('c'),
        Some(_) => arg == "--command",
        None => false,
    };
    let joined = args.iter().find_map(|arg| arg.strip_prefix("--command=").map(str::to_owned));
    let at = args.iter().position(is_switch);
    at.and_then(|at| args.get(at + 1).cloned()).or(joined)
}

/// Commands between `-exec` and its end.
fn executed(args: &[String]) -> Vec<Inner> {
    let begins = |arg: &String| {
        ["-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"]
            .contains(&arg.as_str())
    };
    let mut commands = Vec::new();
    let mut rest = args;
    while let Some(start) = rest.iter().position(begins) {
        rest = &rest[start + 1..];
        let end = rest.iter().position(|arg| arg == ";" || arg == "+").unwrap_or(rest.len());
        commands.push(Inner::Words(rest[..end].to_vec()));
        rest = &rest[end..];
    }
    commands
}

/// `docker exec web rm -rf /data`.
fn in_container(args: &[String]) -> Vec<Inner> {
    let Some(at) = args.iter().position(|arg| arg == "exec" || arg == "run") else {
        return Vec::new();
    };
    let mut rest = args[at + 1..].iter();
    let mut container = None;
    while let Some(arg) = rest.next() {
        if !arg.starts_with('-') {
            container = Some(arg);
            break;
        }
        let alone = match arg.strip_prefix("--") {
            Some(_) => arg.contains('=') || DOCKER_FLAGS.contains(&arg.as_str()),
            None => arg.chars().skip(1).all(|letter| "itdqT".contains(letter)),
        };
        if !alone {
            rest.next();
        }
    }
    container.map(|_| words(rest.as_slice())).unwrap_or_default()
}
