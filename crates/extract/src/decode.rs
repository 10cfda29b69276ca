//! From the bytes of a pipe to text: a character that was split waits for its rest.

use std::borrow::Cow;

/// Completes characters across chunks. Invalid UTF-8 becomes `U+FFFD`, at the same places for any
/// chunking.
#[derive(Debug, Default)]
pub struct Decoder {
    /// The beginning of a character: three bytes at most.
    begun: Vec<u8>,
}

impl Decoder {
    pub fn new() -> Decoder {
        Decoder::default()
    }

    /// The complete text so far.
    pub fn push<'c>(&mut self, bytes: &'c [u8]) -> Cow<'c, str> {
        if self.begun.is_empty() {
            return match std::str::from_utf8(bytes) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => Cow::Owned(self.decode(bytes)),
            };
        }
        let mut joined = std::mem::take(&mut self.begun);
        joined.extend_from_slice(bytes);
        Cow::Owned(self.decode(&joined))
    }

    /// The replacement for a character that was never completed.
    pub fn finish(self) -> &'static str {
        if self.begun.is_empty() { "" } else { "\u{fffd}" }
    }

    fn decode(&mut self, bytes: &[u8]) -> String {
        let mut text = String::with_capacity(bytes.len());
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text.push_str(chunk.valid());
            let broken = chunk.invalid();
            if chunks.peek().is_none() && may_go_on(broken) {
                self.begun.extend_from_slice(broken);
            } else if !broken.is_empty() {
                text.push('\u{fffd}');
            }
        }
        text
    }
}

/// Whether more bytes can make these a character.
fn may_go_on(bytes: &[u8]) -> bool {
    !bytes.is_empty() && std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: UC-6
    #[test]
    fn bytes_cut_anywhere_give_the_same_text() {
        for bytes in [
            "a한글 👩‍💻 né".as_bytes(),
            b"ok \xff\xfe bad \xe2\x82",
            b"\xf0\x9f\x98",
            b"\xe2(\xa1 \xf0\x28\x8c\xbc",
        ] {
            for at in 0..=bytes.len() {
                for then in at..=bytes.len() {
                    let mut decoder = Decoder::new();
                    let mut text = String::new();
                    for chunk in [&bytes[..at], &bytes[at..then], &bytes[then..]] {
                        text.push_str(&decoder.push(chunk));
                    }
                    text.push_str(decoder.finish());
                    assert_eq!(text, String::from_utf8_lossy(bytes), "cut at {at} and {then}");
                }
            }
        }
    }
}
