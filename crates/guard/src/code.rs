//! Code that an interpreter is given on its command line or as its input: `python -c '…'`.

use crate::call::Call;
use crate::word_lists::{List, Set, is, listed, words};
use crate::words::parts;

/// Functions that start a process.
const STARTS: [&str; 24] = [
    "system(",
    "system ",
    "popen",
    "subprocess",
    "execSync",
    "exec(",
    "exec \"",
    "exec '",
    "exec{",
    "spawn",
    "child_process",
    "shell_exec",
    "passthru",
    "Open3",
    "do shell script",
    "os.execute",
    "getline",
    "Deno.Command",
    "shell-command",
    "call-process",
    "check_call",
    "run(",
    "%x",
    "`",
];

/// The code of a call, if it is in the text.
pub(crate) fn of(call: &Call) -> Option<String> {
    let program = call.program.as_str();
    if let Some(switches) = listed(List::Language, program) {
        if program.ends_with("awk") {
            return call.operands(&["-F", "-v", "-f"]).first().map(|code| (*code).to_owned());
        }
        let behind = |at: usize| call.args.get(at + 1).cloned();
        let given = call.args.iter().position(|arg| switches.contains(&arg.as_str()));
        let joined = || {
            let long = |arg: &String| {
                let (name, value) = arg.split_once('=')?;
                switches.contains(&name).then(|| value.to_owned())
            };
            call.args.iter().find_map(long)
        };
        let no_file = call.operands(&[]).first().is_none_or(|first| *first == "-");
        return given
            .and_then(behind)
            .or_else(joined)
            .or_else(|| call.input.clone().filter(|_| no_file));
    }
    if is(Set::Consoles, program) {
        let args = call.args.iter().chain(&call.input).map(String::as_str);
        return Some(args.collect::<Vec<_>>().join("\n"));
    }
    None
}

/// Commands that the code would start: each of its string literals, and all of them as the words of
/// one command.
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

/// It runs what it decodes, so its effect is unknown.
pub(crate) fn is_hidden(call: &Call) -> bool {
    let Some(code) = of(call) else { return false };
    let has = |set| words(set).any(|part| code.contains(part));
    has(Set::Evaluates) && has(Set::Decodes)
}

/// Functions named like this: `terminate_instances(`, `removeSync(`, `File.rm_rf!`.
pub(crate) fn deletes(call: &Call) -> bool {
    const ONE: [&str; 4] = ["deleteOne", "delete_one", "removeClass", "removeEventListener"];
    let Some(code) = of(call) else { return false };
    let mut rest = code.as_str();
    while let Some(at) = rest.find(['(', '!']) {
        let before = &rest[..at];
        let name = before.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
        let name = name.unwrap_or_default();
        let parts = parts(name);
        let acts = match &parts[..] {
            [] => false,
            // Not `.drop(columns=…)` of a data frame, `.remove(x)` of a list or `.delete(key)` of a
            // map.
            [only] if only == "delete" => {
                let of = &before[..before.len() - name.len()];
                let receiver = of.strip_suffix('.');
                rest[at..].starts_with("()")
                    || receiver.is_none_or(|of| words(Set::Receivers).any(|end| of.ends_with(end)))
            }
            [only] => {
                is(Set::Functions, only) && !["drop", "remove", "rm"].contains(&only.as_str())
            }
            [first, ..] => is(Set::Functions, first) && !ONE.contains(&name),
        };
        let calls = rest[at..].starts_with('(') || !rest[at + 1..].starts_with('=');
        if acts && calls && !is_defined(before, name) {
            return true;
        }
        rest = &rest[at + 1..];
    }
    false
}

/// `def delete_all(`, `function dropTable(`.
fn is_defined(before: &str, name: &str) -> bool {
    let before = before[..before.len() - name.len()].trim_end();
    ["def", "function", "fn", "sub"].iter().any(|word| before.ends_with(word))
}

/// String literals, at most this many.
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
