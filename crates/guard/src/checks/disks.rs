//! Checks for commands that write to a disk device.

use crate::call::Call;
use crate::paths::{can_be_rebuilt, holds_data, is_disk};
use crate::word_lists::{Set, is};
use crate::wrapper::is_wrapper;

pub(super) fn writes_over_disk(call: &Call) -> bool {
    let onto_disk = match call.program.as_str() {
        "wipefs" | "blkdiscard" | "mkswap" | "mkfs" | "mke2fs" | "mkntfs" | "mkdosfs" | "newfs" => {
            true
        }
        program if program.starts_with("mkfs.") || program.starts_with("newfs_") => true,
        "dd" | "dcfldd" | "dc3dd" => call.args.iter().any(|arg| {
            let target = arg.strip_prefix("of=");
            target.is_some_and(|target| {
                target != "/dev/null"
                    && !can_be_rebuilt(target)
                    && (is_disk(target) || target.starts_with("/dev") || holds_data(target))
            })
        }),
        "fdisk" | "parted" | "sfdisk" | "gdisk" | "cfdisk" | "sgdisk" | "cgdisk" => {
            let looks = [
                "-l", "--list", "-p", "--print", "-d", "--dump", "-v", "--verify", "-V", "-s", "-x",
            ];
            let told = call
                .args
                .iter()
                .any(|arg| ["print", "unit", "align-check"].contains(&arg.as_str()));
            let acts = ["mklabel", "mktable", "mkpart", "rm", "resizepart", "rescue"];
            let writes = call.args.iter().any(|arg| acts.contains(&arg.as_str()));
            let only_looks = match call.program.as_str() {
                "parted" => call.args.iter().any(|arg| arg == "-l" || arg == "--list") || told,
                _ => call.options().any(|option| looks.contains(&option)),
            };
            writes || !only_looks
        }
        "tee" | "cp" | "mv" | "ddrescue" | "pv" => {
            call.args.iter().skip(1).any(|target| is_disk(target))
                || (call.is(&["tee"]) && call.args.iter().any(|target| is_disk(target)))
        }
        program => {
            ![Set::ReadsDisks, Set::Known, Set::Quiet].into_iter().any(|set| is(set, program))
                && !is_wrapper(program)
                && call.args.iter().any(|arg| is_disk(arg))
        }
    };
    onto_disk || call.outputs.iter().chain(&call.appends).any(|file| is_disk(file))
}
