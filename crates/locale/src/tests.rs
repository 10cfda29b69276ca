//! Every language says everything, with the same values, and the page gets the same texts.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use sayso_core::settings::{Draw, Key, Language, ValueKind};
use sayso_core::surface::Chats;
use sayso_core::{ChatId, Surface};
use serde_json::json;

use crate::source::files;
use crate::{Texts, page, words};

/// REQ: LA-1
#[test]
fn every_key_exists_in_every_language_with_the_same_values() {
    let english = keys(Language::En);
    for language in Language::ALL {
        assert_eq!(keys(language), english, "{language:?}");
    }
}

#[test]
fn a_language_speaks() {
    assert_eq!(Texts::of(Language::En).say("status-pending"), "waiting");
    assert_eq!(Texts::of(Language::Zh).say("status-pending"), "等待中");
    assert_eq!(
        Texts::of(Language::En).say_with("waiting-count", [("count", 1.into())]),
        "1 waiting"
    );
    assert_eq!(
        Texts::of(Language::En).say_with("then-sent", [("answer", "A".into())]),
        "if you don't answer: A"
    );
}

fn chat(id: &str) -> Surface {
    Surface::Chat(ChatId::new(id))
}

/// The screens ask for these by name: a row of the table needs its texts, and nothing else names them.
#[test]
fn every_setting_and_every_value_of_it_has_a_text() {
    for language in Language::ALL {
        let texts = Texts::of(language);
        for setting in Key::ALL.map(Key::setting) {
            assert!(texts.find(&setting.text()).is_some(), "{}", setting.name);
            let choices = setting.choices(Chats::default());
            let speaks = matches!(setting.kind, ValueKind::Written { .. });
            let spoken = choices.iter().filter(|_| setting.draw != Draw::Duration && !speaks);
            for part in spoken.flat_map(|value| value.split(',')) {
                let text = format!("{}-{part}", setting.texts);
                assert!(texts.find(&text).is_some(), "{text}");
            }
        }
    }
    let english = Texts::of(Language::En);
    let said = |value| words::setting_value(english, Key::IrreversibleSurfaces, value);
    assert_eq!([said("any"), said("web,slack,irc")], ["anywhere", "web, Slack, irc"]);
    assert_eq!(words::setting_value(english, Key::Language, "ko"), "한국어");
}

/// REQ: SA-7
#[test]
fn where_else_something_can_be_answered_is_one_sentence() {
    let sentence = words::elsewhere(Texts::of(Language::En), &[Surface::Web, chat("slack")]);
    assert_eq!(
        sentence,
        "This can only be answered on a page paired from another device (sayso open --pair) or in Slack (setting irreversible.surfaces). You can still say no here."
    );
    let said = |language, surface| words::elsewhere(Texts::of(language), &[surface]);
    assert!(said(Language::Zh, chat("slack")).contains("只能在 Slack 中回答"));
    assert!(said(Language::Ko, Surface::Terminal).contains("터미널에서만"));
    assert!(
        said(Language::En, chat("irc")).contains("only be answered in irc"),
        "a chat without texts"
    );
    assert_eq!(words::surface(Texts::of(Language::En), "irc"), "irc");
}

#[test]
fn the_page_gets_every_text_of_its_files() {
    for language in Language::ALL {
        let page = page(language);
        assert_eq!(page["status-pending"], json!(Texts::of(language).say("status-pending")));
        assert!(page["then-sent"].is_array(), "{language:?}");
    }
}

/// REQ: LA-1
#[test]
fn a_list_says_what_there_is_instead_of_an_answer() {
    use sayso_core::Instead;
    let instead = [Instead::Skipped, Instead::PleaseExplain, Instead::NothingChosen];
    let said = |language, quoted| crate::words::brief(Texts::of(language), quoted, &instead);
    let chinese = said(Language::Zh, Some("React")).unwrap();
    assert_eq!(chinese, "React; 已跳过; 请进一步说明; 未选择任何项");
    assert_eq!(said(Language::En, None).unwrap(), "skipped; please explain; nothing chosen");
    assert_eq!(crate::words::brief(Texts::of(Language::En), None, &[]), None);
}

/// A key with the values its text needs.
fn keys(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let mut keys = BTreeMap::new();
    for file in files(language) {
        let resource = fluent_syntax::parser::parse(file.text)
            .unwrap_or_else(|(_, errors)| panic!("{language:?}/{}: {errors:?}", file.name));
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let mut values = BTreeSet::new();
            collect(message.value.as_ref().expect("a message has a text"), &mut values);
            let key = format!("{}/{}", file.name, message.id.name);
            assert!(keys.insert(key, values).is_none(), "{} twice", message.id.name);
        }
    }
    keys
}

fn collect(pattern: &Pattern<&str>, values: &mut BTreeSet<String>) {
    let mut note = |expression: &InlineExpression<&str>| {
        if let InlineExpression::VariableReference { id } = expression {
            values.insert(id.name.to_owned());
        }
    };
    let mut inner = Vec::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { .. } => {}
            PatternElement::Placeable { expression: Expression::Inline(inline) } => note(inline),
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                note(selector);
                inner.extend(variants.iter().map(|variant| &variant.value));
            }
        }
    }
    for pattern in inner {
        collect(pattern, values);
    }
}

/// A key on the screen is a fault that only some people would see.
#[test]
fn every_text_that_the_terminal_says_exists() {
    let known: BTreeSet<String> = keys(Language::En)
        .into_keys()
        .filter(|key| ["words/", "terminal/", "relay/"].iter().any(|file| key.starts_with(file)))
        .map(|key| key.split('/').next_back().unwrap_or_default().to_owned())
        .collect();
    let (mut used, mut quoted) = (BTreeSet::new(), BTreeSet::new());
    // The command line says some of them, too.
    let mut folders: Vec<std::path::PathBuf> = ["tui/src", "cli/src"]
        .map(|folder| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder))
        .to_vec();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs")
                && !path.file_name().unwrap().to_string_lossy().contains("test")
            {
                for (key, said) in quoted_in(&std::fs::read_to_string(path).unwrap()) {
                    if said {
                        used.insert(key.clone());
                    }
                    quoted.insert(key);
                }
            }
        }
    }
    assert!(used.len() > 100, "only {} texts are said", used.len());
    let missing: Vec<_> = used.difference(&known).collect();
    assert!(missing.is_empty(), "the terminal says {missing:?}");
    let terminal = keys(Language::En)
        .into_keys()
        .filter_map(|key| Some(key.strip_prefix("terminal/")?.to_owned()));
    let unused: Vec<_> = terminal.filter(|key| !quoted.contains(key)).collect();
    assert!(unused.is_empty(), "nobody says {unused:?}");
}

/// Names in quotes that look like keys, and whether they are surely one: they have a prefix of ours,
/// or are said in place.
fn quoted_in(text: &str) -> Vec<(String, bool)> {
    const PREFIXES: [&str; 7] =
        ["hint-", "help-", "setting-", "status-", "surface-", "problem-", "plain-"];
    let mut words = Vec::new();
    for (at, _) in text.match_indices('"') {
        let Some((word, _)) = text[at + 1..].split_once('"') else { continue };
        let before = text[..at].trim_end();
        let in_place = ["say(", "say_with("].iter().any(|call| before.ends_with(call));
        let is_key = !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        let prefixed = |prefix: &&str| word.starts_with(*prefix) && word.len() > prefix.len();
        if is_key {
            words.push((word.to_owned(), in_place || PREFIXES.iter().any(prefixed)));
        }
    }
    words
}
