//! Programs that run something that isn't in the text.

use super::{behind_one_of, command_switch, reads_makefile};
use crate::call::{Call, Unread};
use crate::word_lists::{List, Set, is, listed};

/// Placeholders for lines of a pipe that are run.
const PLACEHOLDERS: [&str; 3] = ["{}", "%", "$0"];

/// Why a call cannot be judged although its words are known.
pub(crate) fn unread(call: &Call) -> Option<Unread> {
    let is_glob = call.program.contains(['?', '*']) && !call.program.contains('…');
    if is_glob || PLACEHOLDERS.contains(&call.program.as_str()) {
        return Some(Unread::Name);
    }
    let hidden = |arg: &&str| arg.starts_with("$(…)") || **arg == *"/dev/stdin";
    if is(Set::Shells, &call.program) {
        let operands = call.operands(&["-o", "-O", "--rcfile", "--init-file"]);
        let scripted = command_switch(&call.args).is_some();
        let reads = operands.is_empty() || call.has('s', "") || operands == ["-"];
        let piped = !scripted && reads && call.fed && call.input.is_none();
        let given = !scripted && operands.first().is_some_and(hidden);
        return (piped || given).then_some(Unread::Text);
    }
    match call.program.as_str() {
        "make" | "gmake" => {
            let hidden = call.fed && call.input.is_none() && reads_makefile(&call.args);
            return hidden.then_some(Unread::Text);
        }
        "source" | "." => {
            return call.operands(&[]).first().is_some_and(hidden).then_some(Unread::Text);
        }
        "powershell" | "powershell.exe" | "pwsh" => {
            let encoded = |option: &str| {
                let option = option.to_lowercase();
                option.starts_with("-enc") || option == "-e" || option == "-ec"
            };
            let evaluates = |arg: &String| {
                let arg = arg.to_lowercase();
                arg.contains("iex ") || arg.contains("| iex") || arg.contains("invoke-expression")
            };
            let hidden = call.options().any(encoded) || call.args.iter().any(evaluates);
            return (hidden || call.fed && call.args.is_empty()).then_some(Unread::Text);
        }
        "iex" | "Invoke-Expression" if !call.args.iter().any(|arg| arg == "-e" || arg == "-S") => {
            return (call.fed || !call.args.is_empty()).then_some(Unread::Text);
        }
        // `awk '{ print | "sh" }'`, `sed 's/x/…/e'`.
        "awk" | "gawk" | "mawk" => {
            let pipes = |arg: &String| {
                arg.contains("| \"sh\"") || arg.contains("| \"bash\"") || arg.contains("|\"sh\"")
            };
            return call.args.iter().any(pipes).then_some(Unread::Text);
        }
        "sed" | "gsed" => {
            let runs = |arg: &String| {
                arg.starts_with("s/") && (arg.ends_with("/e") || arg.ends_with("/ge"))
            };
            return call.args.iter().any(runs).then_some(Unread::Text);
        }
        _ => {}
    }
    let coded = listed(List::Reads, &call.program)?;
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
