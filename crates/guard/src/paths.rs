//! Paths: those that can be rebuilt, and those that are lost when deleted.

use crate::word_lists::{Set, is, words};

/// Deleting it loses nothing that cannot be rebuilt.
pub(crate) fn can_be_rebuilt(path: &str) -> bool {
    if path.split('/').any(|part| part == "..") || path.contains('$') {
        return false;
    }
    is_temporary(path) || is_cached(path) || is_rebuilt(path) || is_generated(path)
}

/// Inside a temporary directory, but not the directory itself nor all of its content.
fn is_temporary(path: &str) -> bool {
    let below = ["/tmp/", "/var/tmp/", "/private/tmp/", "/dev/shm/"];
    let below = below.iter().find_map(|dir| path.strip_prefix(dir));
    below.is_some_and(|name| {
        let first = name.trim_start_matches('/').split('/').next().unwrap_or_default();
        first.chars().filter(|letter| letter.is_alphanumeric()).count()
            > usize::from(first.contains('*'))
    })
}

/// Inside one of the user's caches, which tools fill again: `~/.cache/pip`.
fn is_cached(path: &str) -> bool {
    words(Set::Caches).any(|dir| {
        path.strip_prefix(dir).is_some_and(|below| {
            let below = below.trim_matches('/');
            !below.starts_with('*') && (!below.is_empty() || !dir.ends_with('/'))
        })
    })
}

fn is_rebuilt(path: &str) -> bool {
    let parts: Vec<&str> =
        path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let rebuilt = |part: &&str| {
        is(Set::Folders, part)
            || part.ends_with(".egg-info")
            || part.starts_with("cmake-build-")
            || part.starts_with("bazel-")
            || part.ends_with(".xcarchive")
    };
    let below_vendor = parts.windows(2).position(|two| two == ["vendor", "bundle"]);
    let Some(at) = parts.iter().position(rebuilt).or(below_vendor) else { return false };
    if path.starts_with('~') {
        // `~/.cache` itself is shared by all programs; a project's folder is deeper.
        return at >= 2;
    }
    // An absolute path must be inside a project, which is several folders deep.
    !path.starts_with('/') || (at >= 2 && !is(Set::System, parts[0]))
}

fn is_generated(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let inside = !path.starts_with('/') && !path.starts_with('~');
    let ends = |ending: &str| name.ends_with(ending) && name.len() > ending.len();
    inside && (is(Set::Files, name) || words(Set::Endings).any(ends) || name.starts_with("core."))
}

/// `/`, a directory directly below it, or the home directory.
pub(crate) fn is_top(path: &str) -> bool {
    let bare = path.trim_end_matches(['*', '/']);
    ["", "~", "."].contains(&bare) && path != "."
        || bare.strip_prefix('/').is_some_and(|rest| !rest.contains('/'))
}

/// Inside a directory that belongs to the system.
pub(crate) fn is_system(path: &str) -> bool {
    const OURS: [&str; 5] = ["etc", "boot", "usr", "bin", "sbin"];
    let mut parts = path.strip_prefix('/').unwrap_or_default().split('/');
    let first = parts.next().unwrap_or_default();
    let local = path.starts_with("/usr/local/") || path.starts_with("/usr/share/");
    (OURS.contains(&first) || first.starts_with("lib")) && !local
}

/// A program or library that the system needs to boot.
pub(crate) fn is_system_program(path: &str) -> bool {
    const PLACES: [&str; 8] =
        ["/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/lib/", "/lib64/", "/usr/lib/", "/boot/"];
    PLACES.iter().any(|place| path.strip_prefix(place).is_some_and(|name| !name.is_empty()))
}

pub(crate) fn is_disk(path: &str) -> bool {
    let disks = [
        "sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "mapper/", "md", "loop", "vg",
        "zvol/", "da", "mem", "kmem",
    ];
    path.strip_prefix("/dev/").is_some_and(|name| disks.iter().any(|disk| name.starts_with(disk)))
}

/// A data file: truncating it by a redirection loses the data.
pub(crate) fn holds_data(path: &str) -> bool {
    let system =
        path.starts_with("/etc/") || path.starts_with("/boot/") || path.starts_with("/var/lib/");
    let history = path.ends_with("_history");
    let lock = path.ends_with(".lock");
    !lock
        && (system
            || history
            || words(Set::Secrets).any(|place| path.contains(place))
            || words(Set::Data).any(|ending| path.ends_with(ending)))
}

/// A file that controls logins or booting.
pub(crate) fn holds_keys(path: &str) -> bool {
    const FILES: [&str; 6] =
        ["/etc/passwd", "/etc/shadow", "/etc/group", "/etc/fstab", "/etc/crontab", "/etc/sudoers"];
    FILES.contains(&path)
        || path.starts_with("/etc/sudoers.d/")
        || path.starts_with("/etc/ssh/")
        || path.starts_with("/etc/pam.d/")
        || path.contains(".ssh/authorized_keys")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: SA-6
    #[test]
    fn what_a_build_makes_again_may_go() {
        for path in [
            "node_modules",
            "./target/debug",
            "packages/*/dist",
            "build/",
            "/tmp/x",
            "a/b.o",
            "package-lock.json",
            "Cargo.lock",
            "/home/me/shop/node_modules",
            "~/shop/dist",
            "**/__pycache__",
            "src/x.egg-info",
            "cmake-build-debug",
        ] {
            assert!(can_be_rebuilt(path), "{path}");
        }
        for path in [
            "/",
            "*",
            "src",
            "~",
            "/tmp",
            "/tmp/",
            "/tmp/*",
            "../dist",
            "build/../src",
            "/build",
            "/usr/lib/node_modules",
            "/usr/local/lib/node_modules",
            "~/.cache",
            "$X/build",
            "data.db",
            "/var/lib/x.lock",
            ".env",
            ".git",
            "",
        ] {
            assert!(!can_be_rebuilt(path), "{path}");
        }
    }
}
