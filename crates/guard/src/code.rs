//! Code that an interpreter is given on its command line or as its input: `python -c '…'`.

use crate::call::Call;

const LANGUAGES: [(&str, &[&str]); 19] = [
    ("julia", &["-e"]),
    ("emacs", &["--eval", "-eval"]),
    ("powershell", &["-Command", "-c", "-command"]),
    ("pwsh", &["-Command", "-c", "-command"]),
    ("cmd.exe", &["/c", "/C"]),
    ("cmd", &["/c", "/C"]),
    ("python", &["-c"]),
    ("python2", &["-c"]),
    ("python3", &["-c"]),
    ("node", &["-e", "-p", "--eval", "--print"]),
    ("bun", &["-e", "--eval"]),
    ("deno", &["eval"]),
    ("perl", &["-e", "-E", "-ne", "-pe", "-le", "-nle"]),
    ("ruby", &["-e"]),
    ("php", &["-r"]),
    ("lua", &["-e"]),
    ("Rscript", &["-e"]),
    ("osascript", &["-e"]),
    ("awk", &[]),
];
/// Consoles of frameworks and databases read the same languages.
const CONSOLES: [&str; 6] = ["mongosh", "mongo", "rails", "irb", "ipython", "django-admin"];

/// What starts a process.
const STARTS: [&str; 14] = [
    "system(",
    "system ",
    "popen",
    "subprocess",
    "execSync",
    "exec(",
    "spawn",
    "child_process",
    "shell_exec",
    "passthru",
    "Open3",
    "do shell script",
    "os.execute",
    "`",
];

/// The code of a call, if the text tells.
pub(crate) fn of(call: &Call) -> Option<String> {
    let program = call.program.as_str();
    if let Some((_, switches)) = LANGUAGES.iter().find(|(name, _)| *name == program) {
        if program == "awk" {
            return call.operands(&["-F", "-v", "-f"]).first().map(|code| (*code).to_owned());
        }
        let behind = |at: usize| {
            let rest = call.args.get(at + 1..).unwrap_or_default();
            let whole = program.starts_with("cmd");
            Some(if whole { rest.join(" ") } else { rest.first()?.clone() })
        };
        let given = call.args.iter().position(|arg| switches.contains(&arg.as_str()));
        let no_file = call.operands(&[]).first().is_none_or(|first| *first == "-");
        return given.and_then(behind).or_else(|| call.input.clone().filter(|_| no_file));
    }
    if CONSOLES.contains(&program) || call.args.first().is_some_and(|arg| arg == "manage.py") {
        let args = call.args.iter().chain(&call.input).map(String::as_str);
        return Some(args.collect::<Vec<_>>().join("\n"));
    }
    None
}

/// Commands that the code would start: its texts, each by itself and all as the words of one.
pub(crate) fn commands(code: &str) -> Vec<String> {
    if !STARTS.iter().any(|start| code.contains(start)) {
        return Vec::new();
    }
    let literals = literals(code);
    let joined = literals.join(" ");
    let mut commands: Vec<String> =
        literals.into_iter().filter(|text| text.contains(' ')).collect();
    if !joined.is_empty() {
        commands.push(joined);
    }
    commands
}

/// Texts between quotes, at most so many.
pub(crate) fn literals(code: &str) -> Vec<String> {
    const MOST: usize = 64;
    let mut found = Vec::new();
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        if !matches!(letter, '\'' | '"' | '`') || found.len() >= MOST {
            continue;
        }
        let mut text = String::new();
        while let Some(inner) = letters.next() {
            match inner {
                '\\' => text.extend(letters.next()),
                end if end == letter => break,
                plain => text.push(plain),
            }
        }
        found.push(text);
    }
    found
}
