//! Small rules about text that every dialect shares.

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
    fn cutting_counts_characters() {
        assert_eq!(cut("数据库选择", 3), "数据…");
        assert_eq!(cut("abc", 3), "abc");
    }
}
