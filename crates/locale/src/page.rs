//! The texts of the portal as JSON: a page has no Fluent, only a formatter of a few lines.
//!
//! A text is a string, or a list of parts: a string, `{"value": "name"}`, or `{"value": "count",
//! "cases": {"one": text, "other": text}}`, where a case is a plural category or a value.

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use serde_json::{Map, Value, json};

use crate::source::files;

/// What the portal says in this language: texts by key.
pub fn page(language: &str) -> Value {
    let mut texts = Map::new();
    for file in files(language).iter().filter(|file| ["words", "portal"].contains(&file.name)) {
        let resource = fluent_syntax::parser::parse(file.text)
            .unwrap_or_else(|(_, errors)| panic!("{language}/{}: {errors:?}", file.name));
        for entry in resource.body {
            if let Entry::Message(message) = entry
                && let Some(pattern) = &message.value
            {
                texts.insert(message.id.name.to_owned(), text(pattern));
            }
        }
    }
    Value::Object(texts)
}

fn text(pattern: &Pattern<&str>) -> Value {
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
                ((*case).to_owned(), text(&variant.value))
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
