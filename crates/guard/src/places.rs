//! Paths: what can be made again, what is gone for good.

/// Folders that a build, a test run or an install makes again.
const REBUILT: [&str; 44] = [
    "node_modules",
    "target",
    "dist",
    "build",
    "out",
    ".next",
    ".nuxt",
    ".output",
    ".svelte-kit",
    ".turbo",
    ".parcel-cache",
    ".cache",
    ".vite",
    ".angular",
    "coverage",
    ".nyc_output",
    "htmlcov",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".tox",
    ".nox",
    ".eggs",
    ".gradle",
    "CMakeFiles",
    "_build",
    ".dart_tool",
    "Pods",
    "DerivedData",
    ".terraform",
    "tmp",
    "temp",
    ".sass-cache",
    ".docusaurus",
    "storybook-static",
    "test-results",
    "playwright-report",
    ".venv",
    "venv",
    "obj",
    "_site",
    ".webpack",
    ".eslintcache",
];

/// Endings of files that tools make again.
const MADE_AGAIN: [&str; 22] = [
    ".o",
    ".a",
    ".so",
    ".obj",
    ".pyc",
    ".pyo",
    ".class",
    ".log",
    ".lock",
    ".pid",
    ".sock",
    ".tmp",
    ".swp",
    ".cache",
    ".tsbuildinfo",
    ".map",
    ".gcda",
    ".gcno",
    ".coverage",
    ".aux",
    ".d",
    ".out",
];

/// Single files that a package manager writes.
const LOCK_FILES: [&str; 10] = [
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "yarn.lock",
    "bun.lockb",
    "Gemfile.lock",
    "go.sum",
    "packages.lock.json",
    ".coverage",
    ".DS_Store",
];

/// Roots that belong to the system, whatever lies below them.
const SYSTEM: [&str; 11] =
    ["usr", "lib", "etc", "opt", "var", "bin", "sbin", "boot", "dev", "root", "srv"];

/// Removing it loses nothing that cannot be made again.
pub(crate) fn can_be_made_again(path: &str) -> bool {
    if path.split('/').any(|part| part == "..") || path.contains('$') {
        return false;
    }
    is_temporary(path) || is_rebuilt(path) || is_generated(path)
}

/// Below a temporary directory, not the directory itself nor everything in it.
fn is_temporary(path: &str) -> bool {
    let below = ["/tmp/", "/var/tmp/", "/private/tmp/"];
    let below = below.iter().find_map(|dir| path.strip_prefix(dir));
    below.is_some_and(|name| !name.trim_matches('/').is_empty() && !name.starts_with('*'))
}

fn is_rebuilt(path: &str) -> bool {
    let parts: Vec<&str> =
        path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let rebuilt = |part: &&str| {
        REBUILT.contains(part) || part.ends_with(".egg-info") || part.starts_with("cmake-build-")
    };
    let Some(at) = parts.iter().position(rebuilt) else { return false };
    if path.starts_with('~') {
        // `~/.cache` is everybody's; a project's folder lies deeper.
        return at >= 2;
    }
    // An absolute path: inside a project, which lies some folders deep.
    !path.starts_with('/') || (at >= 2 && !SYSTEM.contains(&parts[0]))
}

fn is_generated(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let inside = !path.starts_with('/') && !path.starts_with('~');
    let made = MADE_AGAIN.iter().any(|ending| name.ends_with(ending) && name.len() > ending.len());
    inside && (LOCK_FILES.contains(&name) || made)
}

/// `/`, a directory right below it, or the home directory.
pub(crate) fn is_top(path: &str) -> bool {
    let bare = path.trim_end_matches(['*', '/']);
    ["", "~", "."].contains(&bare) && path != "."
        || bare.strip_prefix('/').is_some_and(|rest| !rest.contains('/'))
}

pub(crate) fn is_disk(path: &str) -> bool {
    let disks =
        ["sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "mapper/", "md", "loop"];
    path.strip_prefix("/dev/").is_some_and(|name| disks.iter().any(|disk| name.starts_with(disk)))
}

/// A file that holds data: emptying it by a redirection loses it.
pub(crate) fn holds_data(path: &str) -> bool {
    let endings =
        [".db", ".sqlite", ".sqlite3", ".sql", ".env", ".pem", ".key", ".tfstate", ".mdb"];
    let system = path.starts_with("/etc/") || path.starts_with("/boot/");
    let keys = path.contains("/.ssh/") || path.ends_with(".bash_history");
    system || keys || endings.iter().any(|ending| path.ends_with(ending))
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
            assert!(can_be_made_again(path), "{path}");
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
            assert!(!can_be_made_again(path), "{path}");
        }
    }
}
