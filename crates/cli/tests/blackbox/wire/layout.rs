//! JSON for people: what fits into a line stays in one.

use serde_json::Value;

const WIDTH: usize = 118;

/// The value over as many lines as it needs; each but the first is indented.
pub fn laid_out(value: &Value, indent: usize) -> String {
    let short = value.to_string();
    let inner = indent + 2;
    let (open, parts, close) = match value {
        _ if indent + short.len() <= WIDTH => return short,
        Value::Array(items) => ('[', items.iter().map(|item| laid_out(item, inner)).collect(), ']'),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                format!("{}:{}", Value::from(name.as_str()), laid_out(value, inner))
            };
            ('{', fields.iter().map(field).collect(), '}')
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return short,
    };
    format!("{open}{}{close}", packed(parts, inner))
}

/// As many parts in a line as fit.
fn packed(parts: Vec<String>, indent: usize) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    for (at, part) in parts.iter().enumerate() {
        let comma = if at + 1 < parts.len() { "," } else { "" };
        let last = lines.last_mut().expect("there is one");
        let fits = !part.contains('\n') && !last.contains('\n');
        if last.is_empty() || (fits && indent + last.len() + part.len() < WIDTH) {
            last.push_str(&format!("{part}{comma}"));
        } else {
            lines.push(format!("{part}{comma}"));
        }
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}
