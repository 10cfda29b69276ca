//! Checks on the words of a command: program families, unknown programs, and project tasks.

use crate::call::Call;
use crate::shipped::names;
use crate::word_lists::{List, Set, is, listed, valued, words};
use crate::words::{
    is_about_tests, is_file, is_name, means_deletion, of_family, of_unknown_program, parts,
};
use crate::wrapper::is_wrapper;

/// `gcloud compute instances delete web`: clouds, clusters and stores use the same few verbs.
pub(super) fn family(call: &Call) -> bool {
    const LOOKED_AT: usize = 6;
    const LINES: usize = 16;
    let told = |line: &str| {
        let words = line.split_whitespace().map(str::to_owned).collect();
        means_deletion(
            &Call { program: call.program.clone(), args: words, ..Call::default() },
            2,
            of_family,
        )
    };
    is(Set::Family, &call.program)
        && (means_deletion(call, LOOKED_AT, of_family)
            || call.options().any(|option| switch(option) || unprotects(option))
            || call.input.as_deref().is_some_and(|input| input.lines().take(LINES).any(told)))
}

/// `--no-deletion-protection`.
fn unprotects(option: &str) -> bool {
    option.contains("protection") && (option.contains("no-") || option.ends_with("=false"))
}

/// A program without its own rule, called with a word that means deletion.
pub(super) fn named_destructively(call: &Call) -> bool {
    const LOOKED_AT: usize = 4;
    let program = call.program.as_str();
    let spoken_for = [Set::Known, Set::Quiet, Set::Family].into_iter().any(|set| is(set, program));
    if program.is_empty() || spoken_for || is_wrapper(program) {
        return false;
    }
    named(program)
        || means_deletion(call, LOOKED_AT, of_unknown_program)
        // Programs with their own rules have their own words for it.
        || (call.options().any(switch) && !names(program))
}

/// `--purge`, `--delete-all`, `--enable-drop-table`; not `--no-delete` and not `--delete=false`.
fn switch(option: &str) -> bool {
    const NEGATIONS: [&str; 16] = [
        "no", "skip", "without", "exclude", "ignore", "show", "include", "list", "on", "if",
        "before", "after", "prevent", "disable", "protect", "keep",
    ];
    let (name, value) = option.split_once('=').unwrap_or((option, ""));
    let parts = parts(name.trim_start_matches('-'));
    let is_negated = parts.first().is_none_or(|first| NEGATIONS.contains(&first.as_str()));
    name.len() > 3
        && !is_negated
        && !["false", "no", "0"].contains(&value)
        && parts.iter().any(|part| is(Set::Verbs, part))
}

/// `drop_tables.sh`, `aa-teardown`, `ldapdelete`.
fn named(program: &str) -> bool {
    const SHORTEST: usize = 5;
    let parts = parts(stem(program));
    let verb = |part: &String| is(Set::Verbs, part);
    let ends = |part: &String| {
        words(Set::Verbs).any(|verb| verb.len() >= SHORTEST && part.ends_with(verb))
    };
    !is_about_tests(&parts)
        && (parts.first().is_some_and(verb) || parts.last().is_some_and(ends) || is_fate(&parts))
}

fn stem(program: &str) -> &str {
    if is_file(program) {
        program.rsplit_once('.').map_or(program, |(name, _)| name)
    } else {
        program
    }
}

/// `db:reset`, `migrate down`, `npm run db-wipe`: the words show what happens to the data,
/// regardless of the program that runs them.
pub(super) fn changes_project_data(call: &Call) -> bool {
    const LOOKED_AT: usize = 8;
    if call.program.is_empty() || is(Set::Quiet, &call.program) {
        return false;
    }
    let task = is_runner(call);
    let mut store = is_store(&parts(stem(&call.program)));
    for word in call.args.iter().filter(|arg| !arg.starts_with('-')).take(LOOKED_AT) {
        if is_name(word) {
            store = false;
            continue;
        }
        let parts = parts(word);
        let makes = |part: &String| {
            ["make", "gen", "generate", "new", "g", "revision"].contains(&part.as_str())
        };
        if parts.iter().any(makes) || (parts.len() == 1 && is(Set::Harmless, &parts[0]) && !task) {
            return false;
        }
        if is_about_tests(&parts) {
            continue;
        }
        if is_fate(&parts)
            || (store && parts.len() == 1 && is(Set::Fates, &parts[0]))
            || (task && (of_unknown_program(&parts) && !is(Set::WholeWords, &parts[0])))
        {
            return true;
        }
        store = is_store(&parts);
    }
    false
}

/// `redis-cli del a b`, `brew uninstall jq`: each thing is named, is here, and comes back easily.
pub(super) fn removes_by_name(call: &Call) -> bool {
    const HARDER: [&str; 8] = [
        "--cask",
        "--zap",
        "--force",
        "-f",
        "--ignore-dependencies",
        "-r",
        "--requirement",
        "--break-system-packages",
    ];
    let Some(verbs) = listed(List::ByName, &call.program) else { return false };
    let operands = call.operands(valued(&call.program));
    let Some((verb, named)) = operands.split_first() else { return false };
    let is_elsewhere = |two: &[String]| {
        ["-h", "-u"].contains(&two[0].as_str()) && !["localhost", "127.0.0.1"].contains(&&*two[1])
    };
    let is_plain = |name: &&str| !name.contains(['*', '?', '[', '$']);
    verbs.contains(verb)
        && !call.args.windows(2).any(is_elsewhere)
        && !named.is_empty()
        && named.iter().all(is_plain)
        && !call.options().any(|option| HARDER.contains(&option))
}

fn is_store(parts: &[String]) -> bool {
    parts.iter().any(|part| is(Set::Stores, part))
}

/// The store and its fate in one word.
fn is_fate(parts: &[String]) -> bool {
    parts.len() > 1 && is_store(parts) && parts.iter().any(|part| is(Set::Fates, part))
}

/// Programs that run a project's tasks by name.
fn is_runner(call: &Call) -> bool {
    let first = call.args.iter().find(|arg| !arg.starts_with('-')).map(String::as_str);
    match call.program.as_str() {
        "make" | "gmake" | "just" | "task" | "rake" | "invoke" | "inv" | "poe" | "mage" | "ant"
        | "doit" => true,
        "npm" | "pnpm" | "yarn" | "bun" | "deno" | "mise" | "composer" | "nps" | "turbo" => {
            first.is_some_and(|first| ["run", "run-script", "task", "r"].contains(&first))
        }
        _ => false,
    }
}
