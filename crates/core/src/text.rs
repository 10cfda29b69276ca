//! Small text rules shared by dialects and surfaces.

mod lookalike;
mod shown;

pub use lookalike::lookalikes;
pub use shown::{clean, clean_command, clean_input, clean_line};

/// `None` for a blank text, otherwise the trimmed text.
pub fn filled(text: &str) -> Option<&str> {
    let trimmed = text.trim();
    (!trimmed.is_empty()).then_some(trimmed)
}

/// The same for an owned, optional text: blank notes are no notes.
pub fn filled_owned(text: Option<String>) -> Option<String> {
    let text = text?;
    let trimmed = filled(&text)?;
    if trimmed.len() == text.len() { Some(text) } else { Some(trimmed.to_owned()) }
}

/// The name that was probably meant: at most two letters off, in any case.
pub fn meant<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let near = known.into_iter().filter(|known| known.len().abs_diff(typed.len()) <= 2);
    let measured = near.map(|known| (strsim::levenshtein(known, &typed), known));
    measured
        .min_by_key(|(edits, _)| *edits)
        .filter(|(edits, _)| *edits <= 2)
        .map(|(_, known)| known)
}

/// `one question`, `2 questions`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("one {one}") } else { format!("{count} {many}") }
}

/// At most `most` characters, the last one an ellipsis if something was cut.
pub fn cut(text: &str, most: usize) -> String {
    // No text has more characters than bytes.
    if text.len() <= most {
        return text.to_owned();
    }
    let mut last = text.char_indices().skip(most.saturating_sub(1));
    match (last.next(), last.next()) {
        (Some((end, _)), Some(_)) => format!("{}…", &text[..end]),
        _ => text.to_owned(),
    }
}

/// A block of code, between fences that are longer than any within.
pub fn fenced(text: &str, most: usize) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{}\n{fence}", cut(text, most))
}

/// `4:12`, `1:03:20`, `3 d`. Rounded up: an open question never has 0:00 left.
pub fn time_left(milliseconds: u64) -> String {
    if let Some(days) = whole_days(milliseconds) {
        return format!("{days} d");
    }
    if let Some(hours) = whole_hours(milliseconds) {
        return format!("{hours} h");
    }
    let seconds = milliseconds.div_ceil(1_000);
    match seconds {
        0..3_600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60),
    }
}

/// Seconds of `90`, `90s`, `5m`, `2h` or `1d`.
pub fn duration(text: &str) -> Option<u64> {
    let text = text.trim();
    let (number, factor) = match text.char_indices().last()? {
        (at, 's') => (&text[..at], 1),
        (at, 'm') => (&text[..at], 60),
        (at, 'h') => (&text[..at], 3_600),
        (at, 'd') => (&text[..at], 86_400),
        _ => (text, 1),
    };
    number.trim().parse::<u64>().ok()?.checked_mul(factor)
}

/// As it can be typed: `90s`, `10m`, `7d`.
pub fn typed_duration(seconds: u64) -> String {
    let units = [(86_400, "d"), (3_600, "h"), (60, "m")];
    let whole = units.iter().find(|(unit, _)| seconds > 0 && seconds.is_multiple_of(*unit));
    let (unit, name) = whole.copied().unwrap_or((1, "s"));
    format!("{}{name}", seconds / unit)
}

/// From ten hours on seconds don't matter. Rounded up: a day just begun has 24 hours left.
pub fn whole_hours(milliseconds: u64) -> Option<u64> {
    let seconds = milliseconds.div_ceil(1_000);
    (10 * 3_600..2 * 86_400).contains(&seconds).then(|| seconds.div_ceil(3_600))
}

/// From two days on hours don't matter; the unit depends on the language.
pub fn whole_days(milliseconds: u64) -> Option<u64> {
    let seconds = milliseconds.div_ceil(1_000);
    (seconds >= 2 * 86_400).then_some(seconds / 86_400)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_short_and_never_nothing() {
        assert_eq!(time_left(252_000), "4:12");
        assert_eq!(time_left(1), "0:01");
        assert_eq!(time_left(3_800_000), "1:03:20");
        assert_eq!(time_left(86_399_000), "24 h");
        assert_eq!(time_left(5 * 86_400_000), "5 d");
    }

    #[test]
    fn durations_read_as_they_are_said() {
        for (text, seconds) in
            [("90", 90), ("90s", 90), (" 5m ", 300), ("2h", 7_200), ("7 d", 604_800)]
        {
            assert_eq!(duration(text), Some(seconds), "{text}");
        }
        for typed in ["90s", "5m", "2h", "7d", "0s"] {
            assert_eq!(duration(typed).map(typed_duration).as_deref(), Some(typed));
        }
        for bad in ["", "m", "5x", "-5m", "1.5h", "99999999999999999999d"] {
            assert_eq!(duration(bad), None, "{bad}");
        }
    }

    #[test]
    fn cutting_counts_characters() {
        assert_eq!(cut("数据库选择", 3), "数据…");
        assert_eq!(cut("数据库", 3), "数据库");
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
    }
}
