//! Files that decide who is asked: changing them would switch the guard off.

use sayso_agents::AGENTS;

use crate::call::Call;
use crate::word_lists::{Set, is, words};

/// One of sayso's own files, or the settings of an agent that name its hooks. Relative paths count:
/// a project has such settings too.
pub(crate) fn is_guarded(path: &str) -> bool {
    let path = format!("/{}", path.trim_start_matches("./"));
    let of_agents = AGENTS.iter().flat_map(|agent| agent.guarded).copied();
    words(Set::Guarded).chain(of_agents).any(|part| path.contains(part))
}

/// By a redirection, or as an argument of a program that doesn't only read.
pub(super) fn changes(call: &Call) -> bool {
    let written = call.outputs.iter().chain(&call.appends);
    let mut args = call.args.iter();
    let named = match call.program.as_str() {
        // What is copied away stays.
        "cp" | "rsync" | "scp" => {
            call.operands(&[]).last().is_some_and(|target| is_guarded(target))
        }
        "git" => !only_records(call) && args.any(|arg| is_guarded(arg)),
        program => !is(Set::Readers, program) && args.any(|arg| is_guarded(arg)),
    };
    named || written.into_iter().any(|path| is_guarded(path))
}

/// The files of the work tree stay as they are.
fn only_records(call: &Call) -> bool {
    const RECORDS: [&str; 9] =
        ["add", "commit", "diff", "log", "show", "status", "blame", "ls-files", "check-ignore"];
    call.operands(&["-C", "-c"]).first().is_some_and(|verb| RECORDS.contains(verb))
}
