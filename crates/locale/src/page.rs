//! The texts of the portal as JSON: a page has no Fluent, only a formatter of a few lines.
//!
//! A text is a string, or a list of parts: a string, `{"value": "name"}`, or `{"value": "count",
//! "cases": {"one": text, "other": text}}`, where a case is a plural category or a value.

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use sayso_core::settings::Language;
use serde_json::{Map, Value, json};

use crate::source::{files, names};

/// What the portal says in this language: texts by key.
pub fn page(language: Language) -> Value {
    let mut texts = Map::new();
    let files = files(language).iter().filter(|file| ["words", "portal"].contains(&file.name));
    for text in files.map(|file| file.text).chain([names()]) {
        let resource = fluent_syntax::parser::parse(text)
            .unwrap_or_else(|(_, errors)| panic!("{language:?}: {errors:?}"));
        for entry in resource.body {
            if let Entry::Message(message) = entry
                && let Some(pattern) = &message.value
            {
                texts.insert(message.id.name.to_owned(), said(pattern));
            }
        }
    }
    Value::Object(texts)
}

fn said(pattern: &Pattern<&str>) -> Value {
    let mut parts: Vec<Value> = pattern.elements.iter().map(part).collect();
    match parts.as_slice() {
        [Value::String(_)] => parts.remove(0),
        _ => Value::Array(parts),
    }
}

fn part(element: &PatternElement<&str>) -> Value {
    match element {
        PatternElement::TextElement { value } => json!(value),
        PatternElement::Placeable { expression: Expression::Inline(inline) } => inline_part(inline),
        PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
            let cases = variants.iter().map(|variant| {
                let (VariantKey::Identifier { name: case }
                | VariantKey::NumberLiteral { value: case }) = &variant.key;
                // The formatter falls back to `other`, so the default must be it.
                assert!(!variant.default || *case == "other", "the default case is `other`");
                ((*case).to_owned(), said(&variant.value))
            });
            json!({ "value": variable(selector), "cases": cases.collect::<Map<_, _>>() })
        }
    }
}

fn inline_part(inline: &InlineExpression<&str>) -> Value {
    match inline {
        InlineExpression::StringLiteral { value } => json!(value),
        other => json!({ "value": variable(other) }),
    }
}

/// The page's formatter knows variables and nothing else; a test reads every file through this.
fn variable<'s>(expression: &InlineExpression<&'s str>) -> &'s str {
    match expression {
        InlineExpression::VariableReference { id } => id.name,
        other => panic!("the portal's formatter does not know {other:?}"),
    }
}
