//! Checks that need more than a pattern; rules refer to them by `check`.

mod disks;
mod files;
mod guarded;
mod http;
mod own_variables;
mod words;

use crate::call::Call;
use crate::sql::Statement;

pub(crate) use files::finds_rebuildable;
pub(crate) use guarded::is_guarded;
pub(crate) use http::CLIENTS as HTTP_CLIENTS;

/// What a check gets as its input.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Check {
    Call(fn(&Call) -> bool),
    Statement(fn(&Statement) -> bool),
}

pub(crate) fn find(name: &str) -> Option<Check> {
    Some(match name {
        "removes" => Check::Call(files::removes),
        "bulk-removes" => Check::Call(files::bulk_removes),
        "empties" => Check::Call(files::empties),
        "writes-over-system" => Check::Call(files::writes_over_system),
        "permissions-below-top" => Check::Call(files::permissions_below_top),
        "moves-away" => Check::Call(files::moves_away),
        "unpacks-over-system" => Check::Call(files::unpacks_over_system),
        "writes-over-disk" => Check::Call(disks::writes_over_disk),
        "kills-all" => Check::Call(kills_all),
        "sets-the-kernel" => Check::Call(sets_the_kernel),
        "checks-out-paths" => Check::Call(checks_out_paths),
        "reads-crontab" => Check::Call(|call| call.is(&["crontab"]) && !call.inputs.is_empty()),
        "changes-guarded" => Check::Call(guarded::changes),
        "sets-own-variables" => Check::Call(own_variables::sets),
        "removes-by-name" => Check::Call(words::removes_by_name),
        "http-deletes" => Check::Call(http::deletes),
        "family" => Check::Call(words::family),
        "destructive-name" => Check::Call(words::named_destructively),
        "project-data" => Check::Call(words::changes_project_data),
        "hidden-code" => Check::Call(crate::code::is_hidden),
        "code-calls" => Check::Call(crate::code::deletes),
        "sql-file-name" => Check::Call(crate::sql::file_named_destructively),
        "sql-drops" => Check::Statement(Statement::drops),
        "sql-truncates" => Check::Statement(Statement::truncates),
        "sql-all-rows" => Check::Statement(Statement::changes_all_rows),
        "sql-administers" => Check::Statement(Statement::administers),
        _ => return None,
    })
}

/// `kill -9 -1`, `kill -9 1`; `kill -1 4711` only makes one process reload its configuration.
fn kills_all(call: &Call) -> bool {
    let mut targets = &call.args[..];
    match call.args.first().map(String::as_str) {
        Some("-s" | "-n" | "--signal") => targets = call.args.get(2..).unwrap_or_default(),
        Some(signal) if signal.starts_with('-') && signal != "--" => targets = &call.args[1..],
        Some(_) | None => {}
    }
    call.is(&["kill"]) && targets.iter().any(|target| target == "-1" || target == "1")
}

/// `echo c > /proc/sysrq-trigger`.
fn sets_the_kernel(call: &Call) -> bool {
    let kernel = |path: &String| path.starts_with("/proc/") || path.starts_with("/sys/");
    call.outputs.iter().chain(&call.appends).any(kernel)
        || (call.is(&["tee"]) && call.args.iter().any(kernel))
}

/// `git checkout HEAD~3 -- src`: overwrites the current files.
fn checks_out_paths(call: &Call) -> bool {
    let at = |word: &str| call.args.iter().position(|arg| arg == word);
    call.is(&["git"])
        && at("checkout").zip(at("--")).is_some_and(|(checkout, paths)| checkout < paths)
}
