//! Reading the rules quickly: a hook reads all of them before every tool use. Their words are short, so
//! they are found faster byte by byte than by a search, and hashed faster without a key: nobody else
//! chooses them.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

pub(crate) type Words = HashSet<&'static str, BuildHasherDefault<WordHasher>>;
pub(crate) type ByWord<T> = HashMap<&'static str, T, BuildHasherDefault<WordHasher>>;

/// The text before the first of these letters, and the one behind it.
pub(crate) fn parted(text: &str, letter: u8) -> (&str, Option<&str>) {
    match text.bytes().position(|byte| byte == letter) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// The pieces between these letters.
pub(crate) fn pieces(text: &str, letter: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let (piece, more) = parted(rest?, letter);
        rest = more;
        Some(piece)
    })
}

/// FNV-1a.
pub(crate) struct WordHasher(u64);

impl Default for WordHasher {
    fn default() -> WordHasher {
        WordHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_those_of_a_split() {
        for text in ["", "|", "a", "a|b", "|a||é|", "a|"] {
            let expected: Vec<&str> = text.split('|').collect();
            assert_eq!(pieces(text, b'|').collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn words_are_told_apart() {
        let words: Words = pieces("a b ab ba aa", b' ').collect();
        assert_eq!(words.len(), 5);
        assert!(words.contains("ab") && !words.contains("bb"));
    }
}
