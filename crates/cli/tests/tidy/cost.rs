//! What a change costs: a language, a dialect and a setting are named in one place, and nothing else
//! lists them.

use crate::tree::files;

/// Sources without their tests.
fn product() -> Vec<(String, String)> {
    let mut all = [files("crates", "rs"), files("crates/web/portal", "js")].concat();
    all.retain(|(name, _)| !name.contains("/tests") && !name.contains("_tests.rs"));
    for (_, text) in &mut all {
        if let Some(at) = text.find("mod tests {") {
            text.truncate(at);
        }
    }
    all.retain(|(name, _)| !name.contains("/benches/") && !name.contains("fixtures"));
    all
}

#[track_caller]
fn only_in(place: &str, says: impl Fn(&str) -> bool) {
    let mut found = false;
    for (name, text) in product() {
        match text.lines().find(|line| says(line)) {
            Some(_) if name == place => found = true,
            Some(line) => panic!("{name} lists what {place} lists: {}", line.trim()),
            None => {}
        }
    }
    assert!(found, "{place} says nothing of the kind: the search has gone blind");
}

#[test]
fn a_language_is_its_texts_and_one_line() {
    let named = |line: &str| {
        ["\"zh\"", "\"ko\"", "Language::Zh", "Language::Ko"].map(|it| line.contains(it))
    };
    only_in("crates/core/src/settings/language.rs", |line| named(line).contains(&true));
}

#[test]
fn a_dialect_is_its_folder_and_one_line() {
    let matched = |line: &str| match line.split_once("=>") {
        Some((pattern, _)) => ["$dialect", "ProvideChoice", "AskUserQuestions", "UserChoice"]
            .iter()
            .any(|name| pattern.contains(&format!("Dialect::{name}"))),
        None => false,
    };
    only_in("crates/core/src/dialect.rs", matched);
}

#[test]
fn a_setting_is_one_row_and_its_texts() {
    only_in("crates/core/src/settings.rs", |line| {
        line.contains("\"single_submit\" Kind") || line.contains("| Key::SingleSubmit")
    });
}
