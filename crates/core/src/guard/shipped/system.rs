//! The machine itself, its services, its databases as a whole.

use super::{Call, CallRule, rule};

pub(super) const RULES: [CallRule; 5] = [
    rule("service-stop", "stops a service that others may need", service_stop),
    rule("kill-all", "ends every process there is", kill_all),
    rule("shutdown", "ends the machine for everybody", shutdown),
    rule("database-drop", "drops or empties a whole database", database_drop),
    rule("crontab-remove", "removes all scheduled jobs", |call| {
        call.is(&["crontab"]) && call.has('r', "")
    }),
];

fn service_stop(call: &Call) -> bool {
    match (call.program.as_str(), &call.operands(&["-H", "-M"])[..]) {
        ("systemctl", [verb, ..]) => ["stop", "disable", "mask", "kill"].contains(verb),
        ("service", [_, verb, ..]) => *verb == "stop",
        _ => false,
    }
}

/// `kill -9 -1`; `kill -1 4711` only tells one process to read its configuration again.
fn kill_all(call: &Call) -> bool {
    let mut targets = &call.args[..];
    match call.args.first().map(String::as_str) {
        Some("-s" | "-n" | "--signal") => targets = call.args.get(2..).unwrap_or_default(),
        Some(signal) if signal.starts_with('-') => targets = &call.args[1..],
        Some(_) | None => {}
    }
    call.is(&["kill"]) && targets.iter().any(|target| target == "-1")
}

fn shutdown(call: &Call) -> bool {
    match call.program.as_str() {
        "shutdown" => !call.has('c', ""),
        "reboot" | "halt" | "poweroff" => true,
        "init" | "telinit" => call.operands(&[]).iter().any(|level| ["0", "6"].contains(level)),
        "systemctl" => call
            .operands(&[])
            .first()
            .is_some_and(|verb| ["reboot", "poweroff", "halt", "kexec"].contains(verb)),
        _ => false,
    }
}

fn database_drop(call: &Call) -> bool {
    let says =
        |words: &[&str]| call.args.iter().any(|arg| words.contains(&arg.to_lowercase().as_str()));
    match call.program.as_str() {
        "dropdb" | "dropuser" => true,
        "mysqladmin" => says(&["drop"]),
        "redis-cli" | "valkey-cli" => says(&["flushall", "flushdb"]),
        "mongosh" | "mongo" => call.args.iter().chain(&call.input).any(|script| {
            ["dropDatabase(", ".drop(", "deleteMany({})"].iter().any(|verb| script.contains(verb))
        }),
        _ => false,
    }
}
