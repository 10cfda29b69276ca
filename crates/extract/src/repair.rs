//! Repairs what models write instead of JSON if its meaning is certain (UC-7): comments, trailing
//! commas, other quotes or none around keys, line breaks inside strings, the words of Python.
//!
//! The result need not be JSON: anything unknown stays as it is, and the parser after it is strict.

use crate::quote::{Quote, is_letter};

/// The object with all of that repaired.
pub(crate) fn repair(object: &str) -> String {
    let mut repair = Repair { text: object, at: 0, out: String::with_capacity(object.len() + 16) };
    repair.run();
    repair.out
}

struct Repair<'t> {
    text: &'t str,
    at: usize,
    out: String,
}

impl<'t> Repair<'t> {
    fn run(&mut self) {
        // Position of the last comma in the result, if nothing follows it yet.
        let mut comma = None;
        while let Some(next) = self.rest().chars().next() {
            if self.comment() {
                continue;
            }
            match next {
                ' ' | '\n' | '\r' | '\t' => {
                    self.keep(next);
                    continue;
                }
                '}' | ']' if let Some(comma) = comma => {
                    self.out.remove(comma);
                }
                _ => {}
            }
            comma = (next == ',').then_some(self.out.len());
            if let Some(quote) = Quote::of(self.rest().as_bytes()) {
                self.string(quote);
            } else if next.is_ascii_alphabetic() {
                self.word();
            } else {
                self.keep(next);
            }
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn keep(&mut self, next: char) {
        self.out.push(next);
        self.at += next.len_utf8();
    }

    /// Whether a comment began here; if so, it is skipped.
    fn comment(&mut self) -> bool {
        let rest = self.rest();
        let length = if rest.starts_with("//") || rest.starts_with('#') {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            return false;
        };
        self.at += length;
        true
    }

    fn word(&mut self) {
        let rest = self.rest();
        let is_part = |byte: char| byte.is_ascii_alphanumeric() || byte == '_';
        let word = &rest[..rest.find(|next| !is_part(next)).unwrap_or(rest.len())];
        let is_key = rest[word.len()..].trim_start().starts_with(':');
        match word {
            _ if is_key => self.out.extend(["\"", word, "\""]),
            "True" => self.out.push_str("true"),
            "False" => self.out.push_str("false"),
            "None" => self.out.push_str("null"),
            _ => self.out.push_str(word),
        }
        self.at += word.len();
    }

    /// With the quotes of JSON, and escapes for what it doesn't allow inside.
    fn string(&mut self, quote: Quote) {
        self.out.push('"');
        self.at += quote.width();
        let start = self.at;
        while let Some(next) = self.rest().chars().next() {
            if self.closes(quote, start) {
                self.at += quote.width();
                break;
            }
            match next {
                '"' => {
                    self.out.push_str("\\\"");
                    self.at += 1;
                }
                '\\' if self.rest().starts_with("\\'") => {
                    self.out.push('\'');
                    self.at += 2;
                }
                '\\' => {
                    self.keep(next);
                    if let Some(escaped) = self.rest().chars().next() {
                        self.keep(escaped);
                    }
                }
                // The CR of a CRLF line break isn't meant as content.
                '\r' if self.rest().starts_with("\r\n") => self.at += 1,
                next if next.is_ascii_control() => {
                    self.out.push_str(&format!("\\u{:04x}", u32::from(next)));
                    self.at += 1;
                }
                next => self.keep(next),
            }
        }
        self.out.push('"');
    }

    /// Whether the string that began at `start` ends here, by the same rule as in `json.rs`.
    fn closes(&self, quote: Quote, start: usize) -> bool {
        let rest = self.rest().as_bytes();
        let behind = rest.get(quote.width()).is_some_and(|byte| is_letter(*byte));
        let before = self.text.as_bytes()[start..self.at].last();
        Quote::of(rest) == Some(quote) && !(behind && quote.is_apostrophe_behind(before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(object: &str, repaired: &str) {
        assert_eq!(repair(object), repaired);
        assert!(serde_json::from_str::<serde_json::Value>(repaired).is_ok(), "{repaired}");
    }

    /// REQ: UC-7
    #[test]
    fn what_is_certain_becomes_json() {
        check(r#"{"a": [1, 2,], "b": {},}"#, r#"{"a": [1, 2], "b": {}}"#);
        check("{\"a\": 1, // one\n/* , two */ \"b\": 2}", "{\"a\": 1, \n \"b\": 2}");
        check(
            "{\"a\": 1, # one, two\n \"b\": \"#2\" # three\n}",
            "{\"a\": 1, \n \"b\": \"#2\" \n}",
        );
        check("{'a': 'it's \"so\"', 'b': ''}", r#"{"a": "it's \"so\"", "b": ""}"#);
        check(r"{'a': 'it\'s'}", r#"{"a": "it's"}"#);
        check("{“a”: “b”, ‘c’: ‘it’s’}", r#"{"a": "b", "c": "it’s"}"#);
        check("{a: True, b : False, \"c\": None}", "{\"a\": true, \"b\" : false, \"c\": null}");
        check("{\"a\": \"x\r\n\ty\"}", r#"{"a": "x\u000a\u0009y"}"#);
    }

    #[test]
    fn json_stays_as_it_is() {
        let object = r#"{"a": "// no \" comment, \u00e9 'x' “y”", "b": [-1.5e3, true, null, {}]}"#;
        check(object, object);
    }

    #[test]
    fn what_is_not_certain_stays() {
        for object in [r#"{"a": nope}"#, r#"{"a": 1,, "b": 2}"#, r#"{"a": "\x"}"#, "{\"a\" 1}"] {
            assert_eq!(repair(object), object);
        }
    }
}
