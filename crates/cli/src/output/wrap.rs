//! Wraps text by its visible width: wide characters count two.

use std::io::IsTerminal;
use std::os::fd::AsFd;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// `None` when piped: a program wants all of it.
pub(crate) fn terminal_width(stream: &(impl AsFd + IsTerminal)) -> Option<usize> {
    if !stream.is_terminal() {
        return None;
    }
    let columns = crate::config::variable("COLUMNS").and_then(|columns| columns.parse().ok());
    let size = || rustix::termios::tcgetwinsize(stream).ok().map(|size| size.ws_col.into());
    columns.or_else(size).filter(|width| *width > 0)
}

/// Lines of at most this many columns, wrapped at spaces. Longer words, and text without spaces,
/// are broken where necessary.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    // A wide character needs two columns, or nothing would ever fit.
    let width = width.max(2);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_inclusive(' ') {
            if line.width() + word.trim_end().width() <= width {
                line.push_str(word);
                continue;
            }
            if !line.trim().is_empty() && word.trim_end().width() <= width {
                lines.push(std::mem::take(&mut line));
                line.push_str(word);
                continue;
            }
            for c in word.chars() {
                if line.width() + c.width().unwrap_or(0) > width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(c);
            }
        }
        lines.push(line);
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Every line of the text, wrapped to the terminal's width and indented by this many spaces.
pub(crate) fn indented(text: &str, indent: usize, width: Option<usize>) -> String {
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(indent));
    let margin = " ".repeat(indent);
    wrap(text, room)
        .iter()
        .map(|line| format!("{margin}{line}").trim_end().to_owned() + "\n")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("a\n\nb c", 9), ["a", "", "b c"]);
        assert_eq!(wrap("  - kept in", 9), ["  - kept", "in"]);
        assert_eq!(wrap("abcdefgh ij", 5), ["abcde", "fgh", "ij"]);
        assert_eq!(wrap("选择数据库", 5), ["选择", "数据", "库"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(indented("a b", 2, Some(3)), "  a\n  b\n");
        assert_eq!(indented("a b", 2, None), "  a b\n");
    }
}
