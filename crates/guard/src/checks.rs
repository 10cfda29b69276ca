//! Tests that need more than a pattern; rules name them by `check`.

use crate::call::Call;
use crate::places::{can_be_made_again, holds_data, is_disk, is_top};
use crate::sql::Statement;

/// What a rule may look at.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Check {
    Call(fn(&Call) -> bool),
    Statement(fn(&Statement) -> bool),
}

/// Programs that a test below is about.
pub(crate) const PROGRAMS: [&str; 14] = [
    "rm", "rimraf", "trash", "unlink", "shred", "truncate", "dd", "find", "rsync", "chmod",
    "chown", "chgrp", "kill", "del",
];

pub(crate) fn find(name: &str) -> Option<Check> {
    Some(match name {
        "removes" => Check::Call(removes),
        "bulk-removes" => Check::Call(bulk_removes),
        "empties" => Check::Call(empties),
        "writes-over-disk" => Check::Call(writes_over_disk),
        "permissions-below-top" => Check::Call(permissions_below_top),
        "kills-all" => Check::Call(kills_all),
        "moves-away" => Check::Call(moves_away),
        "named-so" => Check::Call(named_so),
        "sets-the-kernel" => Check::Call(sets_the_kernel),
        "checks-out-paths" => Check::Call(checks_out_paths),
        "sql-drops" => Check::Statement(Statement::drops),
        "sql-truncates" => Check::Statement(Statement::truncates),
        "sql-all-rows" => Check::Statement(Statement::changes_all_rows),
        _ => return None,
    })
}

/// Recursive or forced, and something that cannot be made again.
fn removes(call: &Call) -> bool {
    let matters = |path: &&str| !can_be_made_again(path);
    match call.program.as_str() {
        "rm" => {
            let forced =
                call.has('r', "--recursive") || call.has('R', "") || call.has('f', "--force");
            let operands = call.operands(&[]);
            let risky = |path: &&str| path.contains('*') || is_top(path) || holds_data(path);
            (forced && operands.iter().any(matters))
                || (!forced && operands.iter().any(|path| matters(path) && risky(path)))
                || call.has_long("--no-preserve-root")
        }
        "rimraf" | "del-cli" | "trash" => call.operands(&[]).iter().any(matters),
        "unlink" => call.operands(&[]).iter().any(|path| holds_data(path)),
        "rmdir" => false,
        "srm" | "wipe" => true,
        _ => false,
    }
}

fn bulk_removes(call: &Call) -> bool {
    const REMOVE: [&str; 6] = ["rm", "/bin/rm", "/usr/bin/rm", "unlink", "shred", "rmdir"];
    match call.program.as_str() {
        "find" | "fd" | "fdfind" => {
            let executes = |arg: &str| {
                ["-exec", "-execdir", "-ok", "-x", "-X", "--exec", "--exec-batch"].contains(&arg)
            };
            let removes = call.args.iter().any(|arg| arg == "-delete")
                || call.args.windows(2).any(|two| executes(&two[0]) && REMOVE.contains(&&*two[1]));
            removes && !finds_made_again(call)
        }
        "xargs" | "parallel" => {
            let words = call.operands(&["-I", "-n", "-P", "-L", "-d", "-j"]);
            words.first().is_some_and(|program| REMOVE.contains(program))
        }
        "rsync" => {
            let deletes = |arg: &String| {
                arg.starts_with("--delete") || arg == "--del" || arg == "--remove-source-files"
            };
            call.args.iter().any(deletes) && !call.has('n', "--dry-run")
        }
        "rclone" => {
            let verbs = ["sync", "delete", "purge", "move", "deletefile", "cleanup"];
            call.operands(&[]).first().is_some_and(|verb| verbs.contains(verb))
                && !call.has('n', "--dry-run")
        }
        _ => false,
    }
}

/// Only names that tools make again: `find . -name '*.pyc' -delete`.
fn finds_made_again(call: &Call) -> bool {
    let named = call.args.windows(2).filter(|two| two[0] == "-name" || two[0] == "-iname");
    let names: Vec<&str> = named.map(|two| two[1].as_str()).collect();
    let top = call.args.first().is_some_and(|path| is_top(path));
    let orphaned = call.args.iter().any(|arg| arg == "-o") && names.len() < 2;
    !names.is_empty() && !top && !orphaned && names.iter().all(|name| can_be_made_again(name))
        || call
            .args
            .first()
            .is_some_and(|path| can_be_made_again(path) && !path.starts_with("/tmp"))
}

fn empties(call: &Call) -> bool {
    match call.program.as_str() {
        "shred" => true,
        "tee" => call
            .operands(&[])
            .iter()
            .any(|path| path.starts_with("/etc/sudoers") || holds_keys(path)),
        "truncate" => call.operands(&["-s", "--size"]).iter().any(|path| !can_be_made_again(path)),
        // `> data.db`, `: > data.db`, `cat /dev/null > data.db`, `cp /dev/null data.db`.
        "" | ":" | "true" => {
            let kept = |path: &String| !can_be_made_again(path) && !path.starts_with("/dev/");
            call.outputs.iter().any(kept)
        }
        "cat" | "cp" | "echo" | "printf" => {
            let nothing = call.args.first().is_some_and(|arg| arg == "/dev/null")
                || call.args.iter().all(|arg| arg.is_empty() || arg == "-n");
            let target = call.args.get(1).filter(|_| call.program == "cp");
            nothing && call.outputs.iter().chain(target).any(|path| holds_data(path))
        }
        _ => false,
    }
}

fn holds_keys(path: &str) -> bool {
    ["/etc/passwd", "/etc/shadow", "/etc/fstab"].contains(&path)
        || path.contains("/.ssh/authorized_keys")
}

fn writes_over_disk(call: &Call) -> bool {
    let onto_disk = match call.program.as_str() {
        "wipefs" | "blkdiscard" | "mkswap" | "sgdisk" | "mkfs" => true,
        program if program.starts_with("mkfs.") => true,
        "dd" => call.args.iter().any(|arg| {
            let target = arg.strip_prefix("of=");
            target.is_some_and(|target| {
                target != "/dev/null"
                    && !can_be_made_again(target)
                    && (is_disk(target) || target.starts_with("/dev") || holds_data(target))
            })
        }),
        "fdisk" | "parted" | "sfdisk" | "gdisk" => {
            !call.has('l', "--list") && !call.args.iter().any(|arg| arg == "print")
        }
        "tee" | "cp" | "mv" => call.args.last().is_some_and(|target| is_disk(target)),
        "hdparm" => call.has_long("--security-erase"),
        "nvme" => {
            call.operands(&[]).first().is_some_and(|verb| ["format", "sanitize"].contains(verb))
        }
        _ => false,
    };
    onto_disk || call.outputs.iter().any(|file| is_disk(file))
}

fn permissions_below_top(call: &Call) -> bool {
    call.is(&["chmod", "chown", "chgrp"])
        && (call.has('R', "--recursive"))
        && call.operands(&[]).iter().skip(1).any(|path| is_top(path) || path.starts_with("/etc"))
}

/// `kill -9 -1`; `kill -1 4711` only tells one process to read its configuration again.
fn kills_all(call: &Call) -> bool {
    let mut targets = &call.args[..];
    match call.args.first().map(String::as_str) {
        Some("-s" | "-n" | "--signal") => targets = call.args.get(2..).unwrap_or_default(),
        Some(signal) if signal.starts_with('-') => targets = &call.args[1..],
        Some(_) | None => {}
    }
    call.is(&["kill"]) && targets.iter().any(|target| target == "-1")
}

/// `mv data /dev/null` and the like.
fn moves_away(call: &Call) -> bool {
    call.is(&["mv"]) && call.args.last().is_some_and(|target| target == "/dev/null")
}

/// Words that say what happens, in the names of programs, subcommands and switches.
const VERBS: [&str; 13] = [
    "delete",
    "deleteall",
    "destroy",
    "drop",
    "purge",
    "wipe",
    "erase",
    "terminate",
    "unregister",
    "deregister",
    "undefine",
    "nuke",
    "teardown",
];

/// A program that no rule knows, called with a word that says that something goes away.
fn named_so(call: &Call) -> bool {
    const LOOKED_AT: usize = 4;
    let shipped = crate::shipped::all();
    let program = call.program.as_str();
    if program.is_empty() || shipped.known.contains(program) {
        return false;
    }
    let parts = |word: &str| -> Vec<String> {
        word.to_lowercase().split(['-', ':', '_', '.']).map(str::to_owned).collect()
    };
    let is_verb = |part: &String| VERBS.contains(&part.as_str());
    let says = |word: &str| {
        let parts = parts(word);
        let ends = parts.len() > 1 && parts.last().is_some_and(|last| last == "remove");
        word.len() <= 60
            && !word.contains(['/', ' ', '='])
            && (parts.first().is_some_and(is_verb) || parts.last().is_some_and(is_verb) || ends)
    };
    let script = program.rsplit_once('.').map_or(program, |(name, _)| name);
    let switch = |option: &str| {
        option.strip_prefix("--").is_some_and(|name| parts(name).first().is_some_and(is_verb))
    };
    parts(script).first().is_some_and(is_verb)
        || call.operands(&[]).iter().take(LOOKED_AT).any(|word| says(word))
        // Programs that rules know have their own words for it.
        || (!shipped.names(program) && call.options().any(switch))
}

/// `echo c > /proc/sysrq-trigger`.
fn sets_the_kernel(call: &Call) -> bool {
    call.outputs.iter().any(|path| path.starts_with("/proc/") || path.starts_with("/sys/"))
}

/// `git checkout HEAD~3 -- src`: what is there now is gone.
fn checks_out_paths(call: &Call) -> bool {
    let at = |word: &str| call.args.iter().position(|arg| arg == word);
    call.is(&["git"])
        && at("checkout").zip(at("--")).is_some_and(|(checkout, paths)| checkout < paths)
}
