//! Files that decide who is asked: changing them would switch the guard off.

use sayso_agents::AGENTS;

use super::files::unpacked_to;
use crate::call::Call;
use crate::pattern::is_like;
use crate::word_lists::{Set, is, words};

/// One of sayso's own files, or the settings of an agent that name its hooks. Relative paths count:
/// a project has such settings too.
pub(crate) fn is_guarded(path: &str) -> bool {
    let path = format!("/{}", path.trim_start_matches("./"));
    guards().any(|part| path.contains(part))
}

fn guards() -> impl Iterator<Item = &'static str> {
    words(Set::Guarded).chain(AGENTS.iter().flat_map(|agent| agent.guarded).copied())
}

/// A folder above such a file, `~/.claude`, or the file itself, also by a wildcard: `.claude/*.json`.
fn holds_guarded(path: &str) -> bool {
    let names = path.split('/').filter(|name| !name.is_empty() && *name != ".");
    let names: Vec<&str> = names.collect();
    guards().filter_map(|guard| guard.strip_prefix('/')).any(|guard| {
        let guard: Vec<&str> = guard.split('/').collect();
        (1..=guard.len().min(names.len())).any(|count| {
            let mut last = names[names.len() - count..].iter().zip(&guard);
            last.next().is_some_and(|(name, guard)| name == guard)
                && last.all(|(name, guard)| is_like(guard, name))
        })
    })
}

/// By a redirection, or as an argument of a program that doesn't only read.
pub(super) fn changes(call: &Call) -> bool {
    let written = call.outputs.iter().chain(&call.appends);
    let is_named = |arg: &String| is_guarded(arg) || (arg.contains('*') && holds_guarded(arg));
    let named = match call.program.as_str() {
        "cp" | "mv" | "ln" | "install" | "rsync" | "scp" => copies(call),
        "git" => !only_records(call) && call.args.iter().any(|arg| is_named(arg) || is_in(arg)),
        "rm" | "trash" | "chmod" | "chown" | "chattr" => {
            call.args.iter().any(|arg| is_guarded(arg) || holds_guarded(arg))
        }
        program if is(Set::Readers, program) && !writes(call) => false,
        _ => call.args.iter().any(is_named) || unpacked_to(call).is_some_and(holds_guarded),
    };
    named || written.into_iter().any(|path| is_guarded(path))
}

/// A folder of git's: `git -C ~/.claude`, `git --work-tree=.claude`.
fn is_in(arg: &str) -> bool {
    holds_guarded(arg.split_once('=').map_or(arg, |(_, folder)| folder))
}

/// What is moved goes away; what is copied stays. In a folder a copy has the name of its source.
fn copies(call: &Call) -> bool {
    // The letters of rsync and scp mean other things.
    let valued: &[&str] = match call.program.as_str() {
        "rsync" | "scp" => &[],
        _ => &["-t", "--target-directory", "-m", "-o", "-g", "-S"],
    };
    let names_folder = |two: &&[String]| valued.iter().take(2).any(|name| two[0] == *name);
    let behind = call.args.windows(2).find(names_folder);
    let given = call.args.iter().find_map(|arg| arg.strip_prefix("--target-directory="));
    let folder = given.or(behind.map(|two| two[1].as_str()));
    let mut sources = call.operands(valued);
    let Some(target) = folder.or_else(|| sources.pop()) else { return false };
    let lands = |source: &&str| {
        let name = source.rsplit('/').next().unwrap_or_default();
        match name.is_empty() || name == "." || name.contains(['*', '$']) {
            true => holds_guarded(target),
            false => holds_guarded(&format!("{target}/{name}")),
        }
    };
    is_guarded(target)
        || sources.iter().any(lands)
        || (call.is(&["ln"]) && holds_guarded(target))
        || (call.is(&["mv"]) && sources.iter().any(|one| is_guarded(one) || holds_guarded(one)))
}

/// A program that only reads, unless it is given a file for what it finds.
fn writes(call: &Call) -> bool {
    match call.program.as_str() {
        "yq" => call.has('i', "--inplace") || call.has_long("--in-place"),
        "sort" | "tree" | "less" => call.has('o', "--output") || call.has('O', "--log-file"),
        "find" => call.args.iter().any(|arg| arg.starts_with("-fprint") || arg == "-fls"),
        "uniq" => call.operands(&["-f", "-s", "-w"]).len() > 1,
        _ => false,
    }
}

/// The files of the work tree stay as they are.
fn only_records(call: &Call) -> bool {
    const RECORDS: [&str; 14] = [
        "add",
        "commit",
        "diff",
        "log",
        "show",
        "status",
        "blame",
        "ls-files",
        "check-ignore",
        "grep",
        "fetch",
        "push",
        "branch",
        "rev-parse",
    ];
    call.operands(&["-C", "-c"]).first().is_some_and(|verb| RECORDS.contains(verb))
}
