//! Files that would be gone, overwritten or unreadable.

use super::{Call, CallRule, rule};

pub(super) const RULES: [CallRule; 5] = [
    rule("rm", "deletes recursively or without asking; there is no bin to take it back from", rm),
    rule("bulk-delete", "deletes whatever a search or a comparison finds", bulk_delete),
    rule("overwrite", "overwrites or shortens files", |call| call.is(&["shred", "truncate"])),
    rule("disk", "writes over a disk or makes a new file system on it", disk),
    rule("permissions", "changes owner or mode of everything below a top directory", permissions),
];

fn rm(call: &Call) -> bool {
    call.is(&["rimraf"])
        || call.is(&["rm"])
            && (call.has('r', "--recursive") || call.has('R', "") || call.has('f', "--force"))
}

fn bulk_delete(call: &Call) -> bool {
    const DELETE: [&str; 4] = ["rm", "/bin/rm", "/usr/bin/rm", "unlink"];
    match call.program.as_str() {
        "find" => {
            let executes = |arg: &str| ["-exec", "-execdir", "-ok"].contains(&arg);
            let pairs = call.args.windows(2);
            call.args.iter().any(|arg| arg == "-delete")
                || pairs.into_iter().any(|pair| executes(&pair[0]) && DELETE.contains(&&*pair[1]))
        }
        "xargs" => {
            let words = call.operands(&["-I", "-n", "-P", "-L", "-d"]);
            words.first().is_some_and(|program| DELETE.contains(program))
        }
        "rsync" => {
            let deletes = |arg: &String| arg.starts_with("--delete") || arg == "--del";
            call.args.iter().any(deletes) && !call.has('n', "--dry-run")
        }
        _ => false,
    }
}

fn disk(call: &Call) -> bool {
    let onto_disk = match call.program.as_str() {
        "wipefs" | "blkdiscard" | "mkswap" => true,
        program if program == "mkfs" || program.starts_with("mkfs.") => true,
        "dd" => call.args.iter().any(|arg| arg.starts_with("of=") && arg != "of=/dev/null"),
        "tee" | "cp" | "mv" => call.args.last().is_some_and(|target| is_disk(target)),
        _ => false,
    };
    onto_disk || call.outputs.iter().any(|file| is_disk(file))
}

fn is_disk(path: &str) -> bool {
    let disks = ["sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "mapper/"];
    path.strip_prefix("/dev/").is_some_and(|name| disks.iter().any(|disk| name.starts_with(disk)))
}

fn permissions(call: &Call) -> bool {
    call.is(&["chmod", "chown", "chgrp"])
        && call.has('R', "--recursive")
        && call.operands(&[]).iter().skip(1).any(|path| is_top(path))
}

/// `/`, a directory right below it, or the home directory.
fn is_top(path: &str) -> bool {
    let bare = path.trim_end_matches(['*', '/']);
    ["", "~", "$HOME", "${HOME}"].contains(&bare)
        || bare.strip_prefix('/').is_some_and(|below| !below.contains('/'))
}
