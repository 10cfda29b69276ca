//! Small rules about text that dialects and surfaces share.

/// `None` for a text of nothing but white space, else the text without it at both ends.
pub fn filled(text: &str) -> Option<&str> {
    let trimmed = text.trim();
    (!trimmed.is_empty()).then_some(trimmed)
}

/// The same for an owned, optional text: empty notes are no notes.
pub fn filled_owned(text: Option<String>) -> Option<String> {
    let text = text?;
    let trimmed = filled(&text)?;
    if trimmed.len() == text.len() { Some(text) } else { Some(trimmed.to_owned()) }
}

/// `one question`, `2 questions`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("one {one}") } else { format!("{count} {many}") }
}

/// At most `most` characters, the last one an ellipsis if something was cut.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let end = text.char_indices().nth(most.saturating_sub(1)).map_or(0, |(at, _)| at);
    format!("{}…", &text[..end])
}

/// `4:12`, `1:03:20`, `3 d`. Rounded up: what is still open has not 0:00 left.
pub fn time_left(milliseconds: u64) -> String {
    if let Some(days) = whole_days(milliseconds) {
        return format!("{days} d");
    }
    let seconds = milliseconds.div_ceil(1_000);
    match seconds {
        0..3_600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60),
    }
}

/// From two days on nobody wants the hours; the unit is for whoever knows the language.
pub fn whole_days(milliseconds: u64) -> Option<u64> {
    let seconds = milliseconds.div_ceil(1_000);
    (seconds >= 2 * 86_400).then_some(seconds / 86_400)
}

/// Agent text as text: no control characters, no marks that turn the direction of writing, so that
/// a title can neither move the cursor nor look like something else. Line breaks stay.
pub fn clean(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !(c.is_control() || turns_direction(*c))).collect()
}

/// The same on one line.
pub fn clean_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    clean(spaced.trim())
}

fn turns_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_moves_a_cursor_survives() {
        assert_eq!(clean("a\u{1b}[2Jb\u{7}\nc\u{202e}d\u{9b}31m"), "a[2Jb\ncd31m");
        assert_eq!(clean_line("  a\n\tb\r "), "a  b");
        assert_eq!(clean("你好 👩‍💻"), "你好 👩‍💻");
    }

    #[test]
    fn what_is_left_is_short_and_never_nothing() {
        assert_eq!(time_left(252_000), "4:12");
        assert_eq!(time_left(1), "0:01");
        assert_eq!(time_left(3_800_000), "1:03:20");
        assert_eq!(time_left(5 * 86_400_000), "5 d");
    }

    #[test]
    fn cutting_counts_characters() {
        assert_eq!(cut("数据库选择", 3), "数据…");
        assert_eq!(cut("abc", 3), "abc");
    }
}
