//! Finds the id of a message that is too long to be kept, at any position.

use serde_json::Value;

/// No client has longer ids.
const LONGEST_ID: usize = 256;

/// Reads a message byte by byte and keeps only the `id` of its outermost object.
#[derive(Default)]
pub(crate) struct IdScan {
    depth: u32,
    part: Part,
    /// The outermost key that was read last, or the value of `id`, as written.
    kept: Vec<u8>,
    found: Option<Value>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Outside of strings, and not in the id.
    #[default]
    Between,
    Text {
        escaped: bool,
    },
    /// A number or a word that is the id.
    Bare,
}

impl IdScan {
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if self.found.is_some() {
                return;
            }
            self.step(*byte);
        }
    }

    pub(crate) fn found(&self) -> Option<Value> {
        self.found.clone()
    }

    fn step(&mut self, byte: u8) {
        match self.part {
            Part::Text { escaped } => {
                self.keep(byte);
                self.part = match byte {
                    _ if escaped => Part::Text { escaped: false },
                    b'\\' => Part::Text { escaped: true },
                    b'"' => {
                        self.ended();
                        Part::Between
                    }
                    _ => Part::Text { escaped: false },
                };
            }
            Part::Bare if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.') => {
                self.keep(byte);
            }
            Part::Bare => {
                self.ended();
                self.part = Part::Between;
                self.between(byte);
            }
            Part::Between => self.between(byte),
        }
    }

    fn between(&mut self, byte: u8) {
        match byte {
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            // After a comma comes the next key.
            b',' if self.depth == 1 => self.kept.clear(),
            b'"' => {
                if !self.is_id() {
                    self.kept.clear();
                }
                self.keep(byte);
                self.part = Part::Text { escaped: false };
            }
            b'0'..=b'9' | b'-' if self.is_id() => {
                self.keep(byte);
                self.part = Part::Bare;
            }
            _ => {}
        }
    }

    /// The last key of the outermost object was `id`, and its value has not begun.
    fn is_id(&self) -> bool {
        self.depth == 1 && self.kept == KEY
    }

    fn keep(&mut self, byte: u8) {
        if self.depth == 1 && self.kept.len() < LONGEST_ID {
            self.kept.push(byte);
        }
    }

    /// A string or a number has ended.
    fn ended(&mut self) {
        if self.depth == 1
            && let Some(value) = self.kept.strip_prefix(KEY).filter(|value| !value.is_empty())
        {
            let id: Option<Value> = serde_json::from_slice(value).ok();
            self.found = id.filter(|id| id.is_string() || id.as_i64().is_some());
        }
    }
}

/// As written, directly followed by its value.
const KEY: &[u8] = b"\"id\"";

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_id_is_found_wherever_it_stands() {
        for (message, id) in [
            (r#"{"id":7,"params":{"id":8}}"#, Some(json!(7))),
            (r#"{"params":{"id":8,"x":["id",9]},"id" : 7 }"#, Some(json!(7))),
            (r#"{"params":"\"id\":9 \\","id":"a\"b"}"#, Some(json!("a\"b"))),
            (r#"{"method":"id","params":[1,{"id":3}],"jsonrpc":"2.0","id":-12}"#, Some(json!(-12))),
            (r#"{"x":"id","y":5}"#, None),
            (r#"{"params":{"id":8}}"#, None),
            (r#"{"id":null}"#, None),
            (r#"{"id":{"id":4}}"#, None),
            (r#"{"id":7"#, None),
            ("[7]", None),
            ("", None),
        ] {
            let mut scan = IdScan::default();
            for byte in message.bytes() {
                scan.feed(&[byte]);
            }
            assert_eq!(scan.found(), id, "{message}");
        }
    }

    #[test]
    fn what_is_kept_stays_small() {
        let mut scan = IdScan::default();
        scan.feed(b"{\"id\":\"");
        scan.feed(&[b'x'; 100_000]);
        scan.feed(b"\"}");
        assert_eq!(scan.found(), None);
        assert!(scan.kept.len() <= LONGEST_ID);
    }
}
