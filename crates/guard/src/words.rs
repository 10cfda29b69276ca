//! Meanings of single words of a command line: `delete-stack`, `pg:reset`, `TerminateInstances`.

use crate::call::Call;
use crate::word_lists::{List, Set, is, listed, valued};

/// The parts of a word in lower case, split at `-`, `_`, `:`, `.`, `/` and before capitals.
pub(crate) fn parts(word: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before_lower = false;
    for letter in word.chars().take(LONGEST) {
        let parted = matches!(letter, '-' | '_' | ':' | '.' | '/' | '\\');
        if parted || (letter.is_uppercase() && before_lower) {
            parts.push(String::new());
        }
        before_lower = letter.is_lowercase();
        if !parted && let Some(part) = parts.last_mut() {
            part.extend(letter.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Longer words are texts.
const LONGEST: usize = 60;

/// A path, a file, an address or a text: what a command acts on, not what it does.
pub(crate) fn is_name(word: &str) -> bool {
    word.len() > LONGEST
        || word.contains(['/', '=', ' ', '@', '$', '*', '\n', '{', '#', '\\'])
        || word.starts_with(|letter: char| letter.is_ascii_digit())
        || is_file(word)
}

/// `drop.sql` is a file, `ecto.drop` isn't.
pub(crate) fn is_file(word: &str) -> bool {
    word.rsplit_once('.')
        .is_some_and(|(name, ending)| !name.is_empty() && is(Set::Extensions, ending))
}

/// The words that select what a program does, in order; the flag says whether the word may be the
/// value of a switch.
pub(crate) fn action_words(call: &Call) -> Vec<(&str, bool)> {
    let valued = valued(&call.program);
    let mut told = Vec::new();
    let mut args = call.args.iter().map(String::as_str);
    let mut behind_switch = false;
    while let Some(arg) = args.next() {
        let is_switch = arg.len() > 1 && arg.starts_with('-');
        if arg == "--" {
            break;
        }
        if valued.contains(&arg) {
            args.next();
            behind_switch = false;
            continue;
        }
        if !is_switch {
            told.push((arg, behind_switch));
        }
        behind_switch = is_switch && !arg.contains('=');
    }
    told
}

/// Whether one of the first words means deletion, before a harmless verb.
pub(crate) fn means_deletion(call: &Call, most: usize, verb: impl Fn(&[String]) -> bool) -> bool {
    let nouns = listed(List::Nouns, &call.program).unwrap_or_default();
    for (word, maybe_value) in action_words(call).into_iter().take(most) {
        if is_name(word) {
            continue;
        }
        let parts = parts(word);
        if maybe_value && parts.len() > 1 {
            continue;
        }
        if verb(&parts) {
            return true;
        }
        if !maybe_value && !nouns.contains(&word) && is_harmless(word) {
            return false;
        }
    }
    false
}

/// `list`, `apps:list`, `list-deleted`: the words after it are names.
fn is_harmless(word: &str) -> bool {
    let last = word.rsplit(':').next().unwrap_or_default();
    let begins = last.split('-').next().unwrap_or_default();
    is(Set::Harmless, &last.to_lowercase())
        || word.starts_with("make:")
        || (begins != last && BEGINS_HARMLESS.contains(&begins))
}

/// Harmless verbs that count also at the beginning of a word: `list-deleted`.
const BEGINS_HARMLESS: [&str; 9] =
    ["get", "list", "describe", "show", "create", "head", "lookup", "search", "can"];

/// Verbs as used by a program family.
pub(crate) fn of_family(parts: &[String]) -> bool {
    let begins = parts.len() > 1 && BEGINS_HARMLESS.contains(&parts[0].as_str());
    // Messages are published, too.
    let edge = |part: &String| {
        part != "publish" && (is(Set::WholeWords, part) || is(Set::FamilyWords, part))
    };
    !begins
        && (parts.iter().any(|part| is(Set::Verbs, part))
            || parts.first().is_some_and(edge)
            || parts.last().is_some_and(edge))
}

/// Verbs as an unknown program may use them.
pub(crate) fn of_unknown_program(parts: &[String]) -> bool {
    let verb = |part: &String| is(Set::Verbs, part);
    let whole = |part: &String| is(Set::WholeWords, part);
    parts.first().is_some_and(verb)
        || parts.last().is_some_and(verb)
        || (parts.len() == 1 && whole(&parts[0]))
}

/// Names of tests and checks mean nothing.
pub(crate) fn is_about_tests(parts: &[String]) -> bool {
    parts.iter().any(|part| is(Set::Tests, part))
}
