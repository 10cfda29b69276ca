//! Every language says everything, with the same values, and the page gets the same texts.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use serde_json::json;

use crate::source::files;
use crate::{LANGUAGES, Texts, page};

/// REQ: LA-1
#[test]
fn every_key_exists_in_every_language_with_the_same_values() {
    let english = keys("en");
    for language in LANGUAGES {
        assert_eq!(keys(language), english, "{language}");
    }
}

#[test]
fn a_language_speaks_and_an_unknown_one_speaks_english() {
    assert_eq!(Texts::of("en").say("status-pending"), "waiting");
    assert_eq!(Texts::of("zh").say("status-pending"), "等待中");
    assert_eq!(Texts::of("tlh").language(), "en");
    assert_eq!(Texts::of("en").say_with("waiting-count", [("count", 1.into())]), "1 waiting");
    assert_eq!(
        Texts::of("en").say_with("then-sent", [("answer", "A".into())]),
        "then A is sent for you"
    );
}

#[test]
fn the_page_gets_every_text_of_its_files() {
    for language in LANGUAGES {
        let page = page(language);
        assert_eq!(page["status-pending"], json!(Texts::of(language).say("status-pending")));
        assert!(page["then-sent"].is_array(), "{language}");
    }
}

/// A key with the values its text needs.
fn keys(language: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut keys = BTreeMap::new();
    for file in files(language) {
        let resource = fluent_syntax::parser::parse(file.text)
            .unwrap_or_else(|(_, errors)| panic!("{language}/{}: {errors:?}", file.name));
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
