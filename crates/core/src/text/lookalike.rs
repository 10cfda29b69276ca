//! Texts that look the same although they differ (Unicode Technical Standard 39).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use unicode_security::confusable_detection::skeleton;

use super::shown::is_hidden;

/// Each text that looks like an earlier one, with the index of that one.
pub fn lookalikes<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<(usize, usize)> {
    let mut seen = HashMap::new();
    let mut found = Vec::new();
    for (at, text) in texts.into_iter().enumerate() {
        match seen.entry(look(text)) {
            Entry::Occupied(earlier) => found.push((*earlier.get(), at)),
            Entry::Vacant(place) => {
                place.insert(at);
            }
        }
    }
    found
}

/// Equal for texts that a person can't tell apart. Case and accents make a difference.
fn look(text: &str) -> String {
    if text.is_ascii() {
        return look_of_ascii(text);
    }
    let visible: String = text.chars().filter(|c| c.is_whitespace() || !is_hidden(*c)).collect();
    let spaced = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    skeleton(&spaced).collect()
}

/// The same without the tables: most labels have nothing else.
fn look_of_ascii(text: &str) -> String {
    let mut look = String::with_capacity(text.len() + 8);
    let mut is_apart = false;
    for letter in text.chars() {
        if letter.is_whitespace() {
            is_apart = true;
        } else if !letter.is_control() {
            if is_apart && !look.is_empty() {
                look.push(' ');
            }
            is_apart = false;
            match letter {
                '0' => look.push('O'),
                '1' | 'I' | '|' => look.push('l'),
                '`' => look.push('\''),
                '%' => look.push_str("°/₀"),
                '"' => look.push_str("''"),
                'm' => look.push_str("rn"),
                letter => look.push(letter),
            }
        }
    }
    look
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: NA-5
    #[test]
    fn what_looks_the_same_is_found() {
        let same = [
            ["Keep", "Keep\u{200b}"],
            ["Keep", "\u{2066}Keep\u{2069}"],
            ["Keep", "\u{41a}\u{435}\u{435}\u{440}"],
            ["Keep it", "Keep\u{a0}it"],
            ["Keep it", "Keep  it"],
            ["Keep", "Keep"],
            ["scope", "\u{455}\u{441}\u{43e}\u{440}\u{435}"],
            ["\u{e9}t\u{e9}", "e\u{301}te\u{301}"],
            ["❤", "❤\u{fe0f}"],
        ];
        for pair in same {
            assert_eq!(lookalikes(pair), [(0, 1)], "{pair:?}");
        }
        assert_eq!(lookalikes(["a", "b", "\u{430}", "b\u{ad}"]), [(0, 2), (1, 3)]);
    }

    #[test]
    fn ascii_looks_as_by_the_tables() {
        let by_tables = |text: &str| {
            let visible = text.chars().filter(|c| c.is_whitespace() || !is_hidden(*c));
            let visible: String = visible.collect();
            let spaced = visible.split_whitespace().collect::<Vec<_>>().join(" ");
            skeleton(&spaced).collect::<String>()
        };
        let texts = (0..128_u8).map(char::from).map(|c| format!("{c}a{c}b {c} c{c}"));
        let differing: Vec<_> = texts
            .map(|text| (look(&text), by_tables(&text)))
            .filter(|(look, tables)| look != tables)
            .collect();
        assert_eq!(differing, []);
    }

    /// REQ: NA-5
    #[test]
    fn what_differs_in_case_accents_or_words_is_left_alone() {
        let letters: Vec<String> = ('a'..='z').map(String::from).collect();
        for letter in &letters {
            assert_eq!(lookalikes([letter.as_str(), &letter.to_uppercase()]), [], "{letter}");
        }
        assert_eq!(lookalikes(letters.iter().map(String::as_str)), []);
        let numbers: Vec<String> = (0..200).map(|number| number.to_string()).collect();
        assert_eq!(lookalikes(numbers.iter().map(String::as_str)), []);
        let different = [
            ["resume", "résumé"],
            ["Straße", "Strasse"],
            ["数据库", "数据"],
            ["PostgreSQL", "Postgresql"],
            ["main", "Main"],
            ["a.b", "a-b"],
            ["v1.0", "v1.1"],
            ["예", "아니오"],
            ["👍", "👎"],
        ];
        for pair in different {
            assert_eq!(lookalikes(pair), [], "{pair:?}");
        }
    }
}
