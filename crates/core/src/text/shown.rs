//! Makes agent text safe to show: characters that are invisible, or that change how the rest is
//! drawn, are named.
//!
//! Only for display; replies contain ids and labels as they were given. The page has the same rules
//! in `crates/web/portal/rendering/shown.js`; `cases.json` is run against both.

use std::fmt::Write as _;

use unicode_script::{Script, UnicodeScript};

/// Text of several lines. Line breaks and tabs stay; a hidden character is shown as `‹U+202E›`.
/// Takes one pass; a byte becomes at most twelve.
pub fn clean(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        if c == '\r' && next == Some('\n') {
            continue;
        }
        if c == '\n' || c == '\t' || !is_hidden(c) || belongs(before, c, next) {
            shown.push(c);
            before = Some(c);
        } else {
            mark(&mut shown, c);
            before = None;
        }
    }
    shown
}

/// The same on one line, trimmed.
pub fn clean_line(text: &str) -> String {
    let line: String =
        clean(text).chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    line.trim().to_owned()
}

/// A command or a path, where any letter may be mistaken for another one: everything but printable
/// ASCII is marked. Line breaks and tabs stay.
pub fn clean_command(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' '..='~' | '\n' | '\t' => shown.push(c),
            _ => mark(&mut shown, c),
        }
    }
    shown
}

/// What a person types or pastes: control characters are removed, nothing is marked.
pub fn clean_input(text: &str) -> String {
    text.chars()
        .filter(|c| matches!(c, '\n' | '\t') || !(c.is_control() || turns_direction(*c)))
        .collect()
}

fn mark(shown: &mut String, c: char) {
    let _ = write!(shown, "‹U+{:04X}›", u32::from(c));
}

/// Control and format characters, default ignorable code points, line separators, and characters
/// that are drawn as nothing.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
            | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

fn turns_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';
const AS_TEXT: char = '\u{fe0e}';
const AS_EMOJI: char = '\u{fe0f}';
const KEYCAP: char = '\u{20e3}';

/// A hidden character that has a function here: inside an emoji, or between letters of a script
/// that needs it.
fn belongs(before: Option<char>, c: char, next: Option<char>) -> bool {
    let Some(before) = before else { return false };
    match c {
        AS_TEXT | AS_EMOJI => {
            is_pictograph(before) || (is_keycap_base(before) && next == Some(KEYCAP))
        }
        JOINER if is_pictograph(before) || is_of_emoji(before) => next.is_some_and(is_pictograph),
        JOINER | NON_JOINER => {
            is_virama(before) || next.is_some_and(|next| same_joining_script(before, next))
        }
        _ => false,
    }
}

/// The blocks of pictographs; wider than the Unicode property, which grows with each version.
fn is_pictograph(c: char) -> bool {
    matches!(c,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
        | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{24c2}' | '\u{25a0}'..='\u{27bf}'
        | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}'
        | '\u{3299}' | '\u{1f000}'..='\u{1f1e5}' | '\u{1f200}'..='\u{1f3fa}'
        | '\u{1f400}'..='\u{1faff}')
}

/// Between a pictograph and a joiner: its variation selector, or skin tone.
fn is_of_emoji(c: char) -> bool {
    matches!(c, AS_EMOJI | '\u{1f3fb}'..='\u{1f3ff}')
}

fn is_keycap_base(c: char) -> bool {
    matches!(c, '0'..='9' | '#' | '*')
}

/// A joiner after one of these shapes the letter before it, also at the end of a word.
fn is_virama(c: char) -> bool {
    matches!(
        c,
        '\u{94d}'
            | '\u{9cd}'
            | '\u{a4d}'
            | '\u{acd}'
            | '\u{b4d}'
            | '\u{bcd}'
            | '\u{c4d}'
            | '\u{ccd}'
            | '\u{d4d}'
            | '\u{dca}'
    )
}

/// Scripts that need joiners: cursive ones, and those with stacked consonants.
const JOINING: [Script; 21] = [
    Script::Arabic,
    Script::Syriac,
    Script::Mandaic,
    Script::Nko,
    Script::Adlam,
    Script::Hanifi_Rohingya,
    Script::Mongolian,
    Script::Phags_Pa,
    Script::Devanagari,
    Script::Bengali,
    Script::Gurmukhi,
    Script::Gujarati,
    Script::Oriya,
    Script::Tamil,
    Script::Telugu,
    Script::Kannada,
    Script::Malayalam,
    Script::Sinhala,
    Script::Khmer,
    Script::Myanmar,
    Script::Javanese,
];

fn same_joining_script(before: char, next: char) -> bool {
    let of = [before, next].map(|c| c.script_extension());
    // Common and inherited characters belong to every script, and to none.
    of.iter().all(|of| !of.is_common() && !of.is_inherited())
        && JOINING.iter().any(|script| of.iter().all(|of| of.contains_script(*script)))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// REQ: NA-5
    #[test]
    fn what_is_hidden_is_named_and_what_is_written_stays() {
        let cases: Value = serde_json::from_str(include_str!("cases.json")).unwrap();
        for case in cases.as_array().unwrap() {
            let [name, given, shown] = ["name", "given", "shown"].map(|of| case[of].as_str());
            assert_eq!(clean(given.unwrap()), shown.unwrap(), "{}", name.unwrap());
            assert_eq!(clean(shown.unwrap()), shown.unwrap(), "{}: once is enough", name.unwrap());
        }
    }

    /// REQ: NA-5
    #[test]
    fn one_line_is_one_line() {
        assert_eq!(clean_line("  a\n\tb\r\n "), "a  b");
        assert_eq!(clean_line("a\u{a0}b\u{3000}c"), "a b c");
        assert_eq!(clean_line("a\u{2028}b\u{b}c"), "a‹U+2028›b‹U+000B›c");
    }

    /// REQ: NA-5
    #[test]
    fn a_command_is_ascii_or_marked() {
        assert_eq!(
            clean_command("rm -rf ./\u{202e}gol.sdliub/ \u{440}.txt\n\tls \u{7f}"),
            "rm -rf ./‹U+202E›gol.sdliub/ ‹U+0440›.txt\n\tls ‹U+007F›"
        );
        assert_eq!(clean_command("\r\u{1b}[2J\u{1f600}"), "‹U+000D›‹U+001B›[2J‹U+1F600›");
    }

    /// REQ: NA-5
    #[test]
    fn what_is_shown_is_at_most_twelve_times_as_long() {
        for text in ["\u{0}".repeat(50_000), "\u{e0041}".repeat(50_000), "\u{200d}".repeat(50_000)]
        {
            assert!(clean(&text).len() <= 12 * text.len());
            assert!(clean_command(&text).len() <= 12 * text.len());
        }
    }

    #[test]
    fn what_is_typed_is_not_marked() {
        assert_eq!(
            clean_input("a\u{1b}[2Jb\u{7}\nc\u{202e}d\u{9b}31m\u{200d}"),
            "a[2Jb\ncd31m\u{200d}"
        );
    }
}
