//! Variables and outputs that are known without running anything.

use crate::word_lists::{List, Set, is, listed};

/// Variables that conventionally name a program or a path: `$KUBECTL` is kubectl, `$HOME` is the
/// home directory.
pub(super) fn variable(name: &str) -> Option<String> {
    match name {
        "IFS" => Some(" ".to_owned()),
        _ if is(Set::ProgramVariables, name) => Some(name.to_lowercase()),
        _ => listed(List::Means, name)?.first().map(|text| (*text).to_owned()),
    }
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

/// Whether these words print something that is meant to be evaluated by a shell.
pub(crate) fn prints_settings(words: &[&str]) -> bool {
    match words {
        [program, ..] if is(Set::PrintsSettings, program) => true,
        ["minikube", "docker-env" | "podman-env", ..] | ["docker-machine", "env", ..] => true,
        [_, rest @ ..] => rest.iter().any(|word| ["completion", "completions"].contains(word)),
        [] => false,
    }
}
