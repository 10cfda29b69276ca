//! Text for a chat: escaped, and cut to its limits in UTF-16 units.

use sayso_core::text::{clean, clean_line};
use unicode_segmentation::UnicodeSegmentation;

/// For plain text: nothing is escaped.
pub fn plain(text: &str, most: usize) -> String {
    fitted(&clean_line(text), most, str::to_owned)
}

/// The same over several lines.
pub fn plain_text(text: &str, most: usize) -> String {
    fitted(&clean(text), most, str::to_owned)
}

/// For mrkdwn: `&`, `<` and `>` would make `<!channel>` and `<@U1>` work.
pub fn escaped(text: &str, most: usize) -> String {
    fitted(&clean(text), most, escape)
}

/// The same on one line.
pub fn escaped_line(text: &str, most: usize) -> String {
    fitted(&clean_line(text), most, escape)
}

/// For escaped or our own text: only cut, without splitting an entity or a reference.
pub fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let fits = fitted(text, most, str::to_owned);
    let kept = fits.strip_suffix('…').unwrap_or(&fits);
    let open = |mark: char, end: char| kept.rfind(mark).filter(|at| !kept[*at..].contains(end));
    match open('<', '>').into_iter().chain(open('&', ';')).min() {
        Some(at) => format!("{}…", &kept[..at]),
        None => fits,
    }
}

/// For text that isn't mrkdwn and is only cut: ids, and what a person typed.
pub fn verbatim(text: &str, most: usize) -> String {
    fitted(text, most, str::to_owned)
}

pub fn width(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Whole graphemes as long as they fit; an ellipsis if some didn't.
fn fitted(text: &str, most: usize, shown: impl Fn(&str) -> String) -> String {
    let mut fits = String::new();
    let (mut used, mut with_ellipsis) = (0, 0);
    for grapheme in text.graphemes(true) {
        let grapheme = shown(grapheme);
        used += width(&grapheme);
        if used > most {
            fits.truncate(with_ellipsis);
            if most > 0 {
                fits.push('…');
            }
            return fits;
        }
        fits.push_str(&grapheme);
        if used < most {
            with_ellipsis = fits.len();
        }
    }
    fits
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agents_words_stay_words() {
        assert_eq!(escaped("<!channel> & <@U1>", 100), "&lt;!channel&gt; &amp; &lt;@U1&gt;");
        assert_eq!(escaped("a\u{1b}[1mb\nc", 100), "a‹U+001B›[1mb\nc");
        assert_eq!(plain("a & b\nc", 100), "a & b c");
    }

    #[test]
    fn what_is_cut_is_cut_between_characters() {
        assert_eq!(plain("abcdef", 6), "abcdef");
        assert_eq!(plain("abcdefg", 6), "abcde…");
        assert_eq!(escaped("ab&cd", 6), "ab…", "an entity is whole or not there");
        assert_eq!(cut("ab&amp;cd", 6), "ab…");
        assert_eq!(cut("a &amp; b <https://x.test/?a&amp;b|here> c", 32), "a &amp; b …");
        assert_eq!(cut("a &amp; b", 9), "a &amp; b");
        assert_eq!(verbatim("a < b", 4), "a <…");
        // A family is one character to a reader, and eleven units.
        assert_eq!(plain("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 12), "👨‍👩‍👧‍👦…");
        assert_eq!(plain("한글한글", 3), "한글…");
        assert_eq!(plain("abc", 0), "");
        assert_eq!(plain("abc", 1), "…");
    }
}
