//! Variables and outputs that are known without running anything.

/// Variables that conventionally name a program or a path: `$KUBECTL` is kubectl, `$HOME` is the
/// home directory.
pub(super) fn variable(name: &str) -> Option<&'static str> {
    Some(match name {
        "IFS" => " ",
        "HOME" => "~",
        "PWD" | "CI_PROJECT_DIR" | "GITHUB_WORKSPACE" => ".",
        "TMPDIR" | "TMP" | "TEMP" | "RUNNER_TEMP" => "/tmp",
        "SHELL" => "sh",
        "EDITOR" | "VISUAL" | "GIT_EDITOR" => "vi",
        "PAGER" => "less",
        "BROWSER" => "xdg-open",
        "PYTHON" | "PYTHON3" | "PYTHON_BIN" => "python3",
        "PIP" | "PIP3" => "pip",
        "CC" | "GCC" | "CXX" | "CPP" | "LD" | "CLANG" => "cc",
        "AR" => "ar",
        "MAKE" => "make",
        "CMAKE" => "cmake",
        "CARGO" => "cargo",
        "RUSTC" => "rustc",
        "GO" => "go",
        "JAVA" => "java",
        "MVN" => "mvn",
        "NODE" => "node",
        "NPM" => "npm",
        "NPX" => "npx",
        "YARN" => "yarn",
        "PNPM" => "pnpm",
        "RUBY" => "ruby",
        "PHP" => "php",
        "PERL" => "perl",
        "GIT" => "git",
        "DOCKER" => "docker",
        "KUBECTL" => "kubectl",
        "HELM" => "helm",
        "TERRAFORM" => "terraform",
        "AWS" => "aws",
        "PSQL" => "psql",
        "SUDO" => "sudo",
        "RM" => "rm",
        "SED" => "sed",
        "AWK" => "awk",
        "GREP" => "grep",
        "CURL" => "curl",
        _ => return None,
    })
}

/// The output of these words, if it is well known.
pub(super) fn output(words: &[String]) -> Option<String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Some(match words[..] {
        ["mktemp", ..] => "/tmp/tmp.made".to_owned(),
        ["pwd", ..] | ["dirname", ..] | ["git", "rev-parse", "--show-toplevel"] => ".".to_owned(),
        ["which" | "type", .., program] | ["command", "-v", program] => program.to_owned(),
        ["realpath" | "readlink", .., path] => path.to_owned(),
        _ => return None,
    })
}

/// Programs whose output is meant to be evaluated by a shell: `eval "$(ssh-agent -s)"`.
pub(crate) fn prints_settings(words: &[&str]) -> bool {
    match words {
        ["ssh-agent" | "dircolors" | "lesspipe" | "keychain", ..] => true,
        [
            "direnv"
            | "starship"
            | "zoxide"
            | "mise"
            | "rtx"
            | "fnm"
            | "pyenv"
            | "rbenv"
            | "nodenv"
            | "jenv"
            | "goenv"
            | "opam"
            | "thefuck"
            | "atuin"
            | "conda"
            | "mamba"
            | "micromamba"
            | "brew"
            | "luarocks"
            | "asdf"
            | "volta"
            | "sdk"
            | "register-python-argcomplete",
            ..,
        ] => true,
        ["minikube", "docker-env" | "podman-env", ..] | ["docker-machine", "env", ..] => true,
        [_, .., last] if ["completion", "completions"].contains(last) => true,
        [_, rest @ ..] => rest.iter().any(|word| ["completion", "completions"].contains(word)),
        [] => false,
    }
}
