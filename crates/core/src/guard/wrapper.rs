//! Programs that run other programs, and what they run.

use super::call::Call;

/// What a wrapper runs.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Inner {
    /// A command of these words.
    Words(Vec<String>),
    /// A text that a shell reads.
    Text(String),
}

/// How a wrapper is called before the command begins.
struct Wrapper {
    program: &'static str,
    /// Switches that take the next word.
    valued: &'static [&'static str],
    /// Words of its own, such as the seconds of `timeout`.
    own: usize,
}

const fn wrapper(program: &'static str, valued: &'static [&'static str], own: usize) -> Wrapper {
    Wrapper { program, valued, own }
}

/// The command stands behind the switches.
const WRAPPERS: [Wrapper; 19] = [
    wrapper("sudo", &["-u", "-g", "-h", "-p", "-C", "-T", "-r", "-t", "-U", "-R", "-D"], 0),
    wrapper("doas", &["-u", "-C"], 0),
    wrapper("env", &["-u", "--unset", "-C", "--chdir"], 0),
    wrapper(
        "xargs",
        &["-I", "-n", "-P", "-L", "-d", "-a", "-s", "-E", "--max-args", "--max-procs"],
        0,
    ),
    wrapper("nohup", &[], 0),
    wrapper("setsid", &[], 0),
    wrapper("time", &["-f", "-o"], 0),
    wrapper("nice", &["-n"], 0),
    wrapper("ionice", &["-c", "-n"], 0),
    wrapper("timeout", &["-s", "-k", "--signal", "--kill-after"], 1),
    wrapper("stdbuf", &["-i", "-o", "-e"], 0),
    wrapper("command", &[], 0),
    wrapper("builtin", &[], 0),
    wrapper("exec", &["-a"], 0),
    wrapper("busybox", &[], 0),
    wrapper("chroot", &[], 1),
    wrapper("npx", &["-p", "--package"], 0),
    wrapper("strace", &["-e", "-o", "-p"], 0),
    wrapper("flock", &["-w", "-E"], 1),
];

pub(super) const SHELLS: [&str; 7] = ["sh", "bash", "zsh", "dash", "ksh", "ash", "fish"];

/// Switches of `docker run` and `docker exec` that stand alone; all other long ones take a value.
const DOCKER_FLAGS: [&str; 8] = [
    "--rm",
    "--interactive",
    "--tty",
    "--detach",
    "--privileged",
    "--init",
    "--read-only",
    "--no-TTY",
];

pub(super) fn inner(call: &Call) -> Vec<Inner> {
    let program = call.program.as_str();
    if let Some(wrapper) = WRAPPERS.iter().find(|wrapper| wrapper.program == program) {
        return words(behind_switches(&call.args, wrapper));
    }
    if SHELLS.contains(&program) {
        return script(call);
    }
    match program {
        // These join their words and give them to a shell.
        "eval" => text(call.args.join(" ")),
        "watch" => text(behind_switches(&call.args, &WATCH).join(" ")),
        "ssh" => text(behind_switches(&call.args, &SSH).join(" ")),
        "su" => command_switch(&call.args).map(text).unwrap_or_default(),
        "find" | "fd" => executed(&call.args),
        "docker" | "podman" | "nerdctl" => in_container(&call.args),
        "kubectl" | "oc" => words(behind("--", &call.args)),
        _ => Vec::new(),
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

fn behind_switches<'a>(args: &'a [String], wrapper: &Wrapper) -> &'a [String] {
    let mut at = 0;
    while let Some(arg) = args.get(at).filter(|arg| arg.starts_with('-')) {
        at += if wrapper.valued.contains(&arg.as_str()) { 2 } else { 1 };
    }
    args.get(at + wrapper.own..).unwrap_or_default()
}

fn behind<'a>(mark: &str, args: &'a [String]) -> &'a [String] {
    let at = args.iter().position(|arg| arg == mark).map_or(args.len(), |at| at + 1);
    &args[at..]
}

/// `bash -c '…'`, or a shell that reads its commands from what is written beside it.
fn script(call: &Call) -> Vec<Inner> {
    if let Some(script) = command_switch(&call.args) {
        return text(script);
    }
    let reads_input = call.args.iter().all(|arg| arg.starts_with('-'));
    text(call.input.clone().filter(|_| reads_input).unwrap_or_default())
}

/// The word behind `-c`, also as `-lc` or `--command`.
fn command_switch(args: &[String]) -> Option<String> {
    let is_switch = |arg: &String| match arg.strip_prefix('-') {
        Some(letters) if !letters.starts_with('-') => letters.ends_with('c'),
        Some(_) => arg == "--command",
        None => false,
    };
    let at = args.iter().position(is_switch)?;
    args.get(at + 1).cloned()
}

/// Commands between `-exec` and its end.
fn executed(args: &[String]) -> Vec<Inner> {
    let begins = |arg: &String| {
        ["-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec"].contains(&arg.as_str())
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
