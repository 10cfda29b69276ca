//! Checks for commands that delete or overwrite files.

use crate::call::Call;
use crate::paths::{can_be_rebuilt, holds_data, holds_keys, is_system, is_system_program, is_top};

/// Deletes recursively or by force something that cannot be rebuilt.
pub(super) fn removes(call: &Call) -> bool {
    let operands = call.operands(&[]);
    // `bin` next to `obj` is the output of a .NET build.
    let built = |path: &str| path == "bin" && operands.contains(&"obj");
    let found = |path: &str| call.fed_rebuildable && ["{}", "{/}"].contains(&path);
    let matters = |path: &&str| !can_be_rebuilt(path) && !built(path) && !found(path);
    match call.program.as_str() {
        "rm" | "grm" => {
            let forced = ['r', 'R', 'f'].into_iter().any(|letter| call.has(letter, ""))
                || call.has_long("--recursive")
                || call.has_long("--force");
            let risky = |path: &&str| path.contains('*') || is_top(path) || holds_data(path);
            (forced && operands.iter().any(matters))
                || (!forced && operands.iter().any(|path| matters(path) && risky(path)))
                // After `xargs` the operands come from the pipe.
                || (forced && operands.is_empty() && !call.fed_rebuildable)
                || call.has_long("--no-preserve-root")
        }
        "rimraf" | "del-cli" | "trash" | "trash-put" | "gtrash" => operands.iter().any(matters),
        "gio" => operands.first() == Some(&"trash") && operands[1..].iter().any(matters),
        "unlink" => operands.iter().any(|path| holds_data(path)),
        // `cmake -E rm -rf x`, `cmake -E remove_directory x`.
        "cmake" => match operands.first() {
            Some(&("rm" | "remove" | "remove_directory")) => operands[1..].iter().any(matters),
            Some(_) | None => false,
        },
        "srm" | "wipe" => true,
        _ => false,
    }
}

pub(super) fn bulk_removes(call: &Call) -> bool {
    const REMOVE: [&str; 8] =
        ["rm", "/bin/rm", "/usr/bin/rm", "unlink", "shred", "rmdir", "rimraf", "trash"];
    match call.program.as_str() {
        "find" | "fd" | "fdfind" | "gfind" => {
            let executes = |arg: &str| {
                ["-exec", "-execdir", "-ok", "-x", "-X", "--exec", "--exec-batch"].contains(&arg)
            };
            let removes = call.args.iter().any(|arg| arg == "-delete")
                || call.args.windows(2).any(|two| executes(&two[0]) && REMOVE.contains(&&*two[1]));
            removes && !finds_rebuildable(call)
        }
        "xargs" | "gxargs" | "parallel" => {
            let valued = ["-I", "-n", "-P", "-L", "-d", "-j", "-a", "-s", "-E", "--max-args"];
            let words = call.operands(&valued);
            words.first().is_some_and(|program| REMOVE.contains(program)) && !call.fed_rebuildable
        }
        "rsync" => {
            let deletes = |arg: &String| {
                arg.starts_with("--delete") || arg == "--del" || arg == "--remove-source-files"
            };
            call.args.iter().any(deletes) && !call.has('n', "--dry-run")
        }
        _ => false,
    }
}

/// Only names that tools create again: `find . -name '*.pyc' -delete`.
pub(crate) fn finds_rebuildable(call: &Call) -> bool {
    if !call.is(&["find", "fd", "fdfind", "gfind"]) {
        return false;
    }
    let named = call
        .args
        .windows(2)
        .filter(|two| ["-name", "-iname", "-path", "-wholename"].contains(&two[0].as_str()));
    let negated = call.args.windows(2).any(|two| two[0] == "!" || two[0] == "-not");
    let names: Vec<&str> =
        named.map(|two| two[1].trim_start_matches("*/").trim_end_matches("/*")).collect();
    let first = call.args.first().map(String::as_str).unwrap_or_default();
    let orphaned = call.args.iter().any(|arg| arg == "-o") && names.len() < 2;
    !names.is_empty()
        && !is_top(first)
        && !is_system(first)
        && !orphaned
        && !negated
        && names.iter().all(|name| can_be_rebuilt(name))
        || (can_be_rebuilt(first) && !first.starts_with("/tmp"))
}

pub(super) fn empties(call: &Call) -> bool {
    let kept = |path: &&str| !can_be_rebuilt(path) && !path.starts_with("/dev/");
    let outputs = || call.outputs.iter().map(String::as_str);
    match call.program.as_str() {
        "shred" => true,
        "truncate" => {
            call.operands(&["-s", "--size", "-r"]).iter().any(|path| !can_be_rebuilt(path))
        }
        // `> data.db`, `: > data.db`.
        "" | ":" | "true" => outputs().any(|path| kept(&path)),
        // `cat /dev/null > data.db`, `cp /dev/null data.db`, `ln -sf /dev/null ~/.bash_history`.
        "cat" | "cp" | "install" | "ln" | "echo" | "printf" => {
            let from_nothing = call.args.iter().any(|arg| arg == "/dev/null");
            let says_nothing = call.is(&["echo", "printf"])
                && call.args.iter().all(|arg| arg.is_empty() || arg == "-n");
            let target = call.args.last().map(String::as_str).filter(|_| from_nothing);
            (from_nothing || says_nothing) && outputs().chain(target).any(|path| kept(&path))
        }
        "tee" if call.inputs.iter().any(|path| path == "/dev/null") => {
            call.operands(&[]).iter().any(kept)
        }
        "sponge" => call.inputs.iter().any(|path| path == "/dev/null"),
        // `sed -i d x`, `sed -i '1,$d' x`.
        "sed" | "gsed" => {
            let all = ["d", "1,$d", "0,$d", "1d;$d", "s/.*//", "s/.*//g", "/./d", "/.*/d"];
            call.has('i', "--in-place") && call.args.iter().any(|arg| all.contains(&arg.as_str()))
        }
        "ed" | "ex" => {
            let all = |text: &str| text.contains("1,$d") || text.contains("%d");
            call.input.as_deref().is_some_and(all) || call.args.iter().any(|arg| all(arg))
        }
        _ => false,
    }
}

/// Files that control logins and booting.
pub(super) fn writes_over_system(call: &Call) -> bool {
    let edited = match call.program.as_str() {
        "tee" | "sed" | "cp" | "mv" | "dd" | "install" | "visudo" | "vipw" => &call.args[..],
        _ => &[],
    };
    let edited = edited.iter().map(|path| path.strip_prefix("of=").unwrap_or(path));
    let written = call.outputs.iter().chain(&call.appends).map(String::as_str);
    let edits = match call.program.as_str() {
        "sed" => call.has('i', "--in-place"),
        _ => true,
    };
    let last = call.operands(&[]).last().copied().unwrap_or_default();
    let replaces = call.is(&["cp", "mv", "ln", "install"]) && is_system_program(last);
    replaces
        || written.clone().any(holds_keys)
        || call.outputs.iter().any(|path| is_system(path) && !can_be_rebuilt(path))
        || (edits && edited.clone().skip(usize::from(call.is(&["cp", "mv"]))).any(holds_keys))
}

pub(super) fn permissions_below_top(call: &Call) -> bool {
    const WHOLE: [&str; 6] =
        ["/var/lib", "/var/log", "/var/run", "/var/cache", "/var/spool", "/usr/local"];
    let locks = |path: &&str| {
        is_top(path) || is_system(path) || WHOLE.contains(&path.trim_end_matches('/'))
    };
    let operands = call.operands(&[]);
    match call.program.as_str() {
        "chmod" | "chown" | "chgrp" => {
            let recursive = call.has('R', "--recursive");
            let nobody =
                ["0", "000", "0000", "a-rwx", "a="].contains(operands.first().unwrap_or(&""));
            let below = operands.iter().skip(1);
            let guarded = |path: &&str| is_system_program(path) || holds_keys(path);
            recursive && below.clone().any(locks)
                || below.clone().any(guarded)
                || (nobody
                    && call.is(&["chmod"])
                    && below.clone().any(|path| holds_data(path) || locks(path)))
        }
        "setcap" => operands.iter().any(|path| is_system_program(path)),
        "setfacl" | "chattr" | "restorecon" | "chcon" => {
            call.has('R', "--recursive") && operands.iter().any(locks)
        }
        _ => false,
    }
}

/// `mv data /dev/null`, `mv /etc/nginx /tmp`.
pub(super) fn moves_away(call: &Call) -> bool {
    let operands = call.operands(&[]);
    let mut moved = operands.iter().rev().skip(1);
    let gone = |path: &&str| is_system(path) || (is_top(path) && path.starts_with(['/', '~']));
    call.is(&["mv"]) && (operands.last() == Some(&"/dev/null") || moved.any(gone))
}

/// `tar -xf etc.tgz -C /`.
pub(super) fn unpacks_over_system(call: &Call) -> bool {
    unpacked_to(call).is_some_and(|path| path == "/" || path == "~" || is_system(path))
}

/// The folder into which an archive is unpacked, if it is named.
pub(super) fn unpacked_to(call: &Call) -> Option<&str> {
    let behind = |switches: &[&str]| {
        let at = call.args.iter().position(|arg| switches.contains(&arg.as_str()))?;
        call.args.get(at + 1).map(String::as_str)
    };
    let unpacks = match call.program.as_str() {
        "tar" | "gtar" | "bsdtar" => call.args.iter().take(2).any(|arg| {
            arg == "--extract"
                || (!arg.starts_with("--")
                    && !arg.contains('/')
                    && arg.contains('x')
                    && !arg.contains('.'))
        }),
        "unzip" | "7z" => true,
        _ => false,
    };
    behind(&["-C", "--directory", "-d"]).filter(|_| unpacks)
}
