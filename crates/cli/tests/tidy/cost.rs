//! What a change costs: a language, a dialect and a setting are named in one place, and nothing else
//! lists them; each crate tells controls apart in as few files as it can.

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

/// The existing files that a new control has a line in, besides texts, cases and its flags: the matches
/// over controls. Its rules are in `crates/core/src/control`, its keys and looks in
/// `crates/tui/src/control` and `crates/web/portal/control`.
const MATCHES: [&str; 8] = [
    "crates/chat/src/words.rs",
    "crates/core/src/control.rs",
    "crates/core/src/dialect/provide_choice/mode.rs",
    "crates/locale/src/words.rs",
    "crates/slack/src/render/question.rs",
    "crates/tui/src/control.rs",
    "crates/web/portal/answering/control.js",
    "crates/wire/src/form.rs",
];

/// The files of each crate that ask whether a control is a ranking or a number, for keys and looks that
/// only these have. The numbers may fall.
const ASKS: [(&str, usize); 3] = [("chat", 2), ("cli", 2), ("core", 2)];

/// The names of the product's files with any of these words, without the controls' own.
fn with(words: &[&str]) -> Vec<String> {
    let is_found = |text: &str| words.iter().any(|word| text.contains(word));
    let found =
        product().into_iter().filter(|(name, text)| !name.contains("/control/") && is_found(text));
    let mut names: Vec<String> = found.map(|(name, _)| name).collect();
    names.sort();
    names
}

/// REQ: AD-8
#[test]
fn a_control_is_its_file_and_few_matches() {
    let rust = ["Control::Rank", "Control::Number"];
    let script = ["rankKind", "numberKind", "kind === \"rank\"", "kind === \"number\""];
    assert_eq!(with(&[&rust[..], &script].concat()), MATCHES, "the matches over controls");
    let asks = with(&[".ranking()", ".range()"]);
    for (name, most) in ASKS {
        let own = format!("crates/{name}/");
        let found: Vec<&String> = asks.iter().filter(|file| file.starts_with(&own)).collect();
        assert_eq!(found.len(), most, "{name}: {found:?}");
    }
    let counted: usize = ASKS.iter().map(|(_, most)| most).sum();
    assert_eq!(asks.len(), counted, "another crate asks: {asks:?}");
}

/// What is wrong with an answer is said by core, carried by the wire and put into words by locale.
#[test]
fn a_fault_of_a_control_is_a_line_in_three_files() {
    let mut found = with(&["NotANumber"]);
    found.retain(|name| name != "crates/core/src/control.rs");
    let fault = "crates/core/src/worksheet/fault.rs";
    assert_eq!(found, [fault, "crates/locale/src/words.rs", "crates/wire/src/form.rs"]);
}
