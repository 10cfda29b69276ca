//! Text in columns: its width, where it breaks, and what remains if there is no room.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

pub(crate) type Row = Line<'static>;

pub(crate) fn span(text: impl Into<String>, style: Style) -> Span<'static> {
    Span::styled(text.into(), style)
}

/// Cut to this many columns, with an ellipsis; one or two letters of a word are cut too.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let (mut end, mut used) = (0, 1);
    for (at, grapheme) in text.grapheme_indices(true) {
        used += grapheme.width();
        if used > width {
            break;
        }
        end = at + grapheme.len();
    }
    if width == 0 {
        return String::new();
    }
    let short = &text[..end];
    let between = text[end..].starts_with(char::is_whitespace)
        || short.graphemes(true).next_back().is_some_and(|last| last.width() == 2);
    let (words, word) = match short.rfind(char::is_whitespace).filter(|_| !between) {
        Some(at) => short.split_at(at),
        None => (short, short),
    };
    let words = words.trim_end_matches([' ', '·', ',']);
    let says_little = word.trim_start().width() < FEWEST_LETTERS && words.width() * 2 >= width;
    format!("{}…", if says_little { words } else { short })
}

/// Fewer letters of a word say nothing.
const FEWEST_LETTERS: usize = 4;

/// Padded with spaces to this many columns, or cut to them.
pub(crate) fn fixed(text: &str, width: usize) -> String {
    let mut text = cut(text, width);
    text.push_str(&" ".repeat(width.saturating_sub(text.width())));
    text
}

/// One part at the left end, one at the right; the left one is cut if necessary.
pub(crate) fn spread(left: Vec<Span<'static>>, right: Vec<Span<'static>>, width: usize) -> Row {
    let taken: usize = right.iter().map(Span::width).sum();
    let gap = if taken == 0 { 0 } else { 2 };
    let mut spans = shorten(left, width.saturating_sub(taken + gap));
    let used: usize = spans.iter().map(Span::width).sum();
    if taken > 0 && used + gap + taken <= width {
        spans.push(Span::raw(" ".repeat(width - used - taken)));
        spans.extend(right);
    }
    Line::from(spans)
}

/// One part after the other. If both are too long each gets half, and leaves what it doesn't need
/// to the other.
pub(crate) fn share(
    first: Vec<Span<'static>>,
    second: Vec<Span<'static>>,
    width: usize,
) -> Vec<Span<'static>> {
    let needed = |spans: &[Span<'static>]| spans.iter().map(Span::width).sum::<usize>();
    let seconds = needed(&second).min((width / 2).max(width.saturating_sub(needed(&first))));
    let mut spans = shorten(first, width - seconds);
    spans.extend(shorten(second, seconds));
    spans
}

/// The first columns of some spans.
pub(crate) fn shorten(spans: Vec<Span<'static>>, width: usize) -> Vec<Span<'static>> {
    let mut room = width;
    let mut kept = Vec::new();
    let whole: usize = spans.iter().map(Span::width).sum();
    for part in spans {
        // What comes later is cut too, so the ellipsis must be here.
        if part.width() < room || (part.width() == room && whole <= width) {
            room -= part.width();
            kept.push(part);
        } else {
            let style = part.style;
            let text = if part.width() < room {
                format!("{}…", part.content)
            } else {
                cut(&format!("{}…", part.content), room)
            };
            kept.push(span(text, style));
            break;
        }
    }
    kept
}

/// The last row of a text that goes on, within this many columns.
pub(crate) fn unfinished(row: Row, width: usize) -> Row {
    let mut spans = row.spans;
    match spans.last_mut() {
        Some(last) if last.content.ends_with('…') => {}
        Some(last) => last.content.to_mut().push('…'),
        None => spans.push(Span::raw("…")),
    }
    Line::from(shorten(spans, width))
}

/// Wrapped at spaces; longer words and text without spaces are broken where necessary. A change of
/// style is not a place to break.
pub(crate) fn wrap(spans: &[Span<'static>], width: usize) -> Vec<Row> {
    let width = width.max(2);
    let mut wrapping = Wrapping { width, rows: Vec::new(), row: Vec::new(), used: 0 };
    let text: String = spans.iter().map(|part| part.content.as_ref()).collect();
    let mut styles = spans.iter().map(|part| (part.content.len(), part.style));
    let mut left = (0, Style::new());
    for word in words(&text) {
        let mut pieces = Vec::new();
        let mut rest = word;
        while !rest.is_empty() {
            while left.0 == 0
                && let Some(next) = styles.next()
            {
                left = next;
            }
            let (piece, after) = rest.split_at(left.0.min(rest.len()));
            left.0 -= piece.len();
            pieces.push((piece, left.1));
            rest = after;
        }
        wrapping.push(word, &pieces);
    }
    wrapping.end()
}

/// One text in one style.
pub(crate) fn wrap_text(text: &str, style: Style, width: usize) -> Vec<Row> {
    // A tab has no fixed width on the screen.
    let text = text.replace('\t', "    ");
    text.split('\n').flat_map(|line| wrap(&[span(line, style)], width)).collect()
}

/// Indented by this many spaces.
pub(crate) fn indent(rows: Vec<Row>, columns: usize) -> Vec<Row> {
    rows.into_iter()
        .map(|mut row| {
            if columns > 0 && !row.spans.is_empty() {
                row.spans.insert(0, Span::raw(" ".repeat(columns)));
            }
            row
        })
        .collect()
}

struct Wrapping {
    width: usize,
    rows: Vec<Row>,
    row: Vec<Span<'static>>,
    used: usize,
}

impl Wrapping {
    /// A word, and its parts of different styles.
    fn push(&mut self, word: &str, pieces: &[(&str, Style)]) {
        let bare = word.trim_end().width();
        if self.used + bare > self.width && self.used > 0 {
            self.break_line();
            if bare == 0 {
                return;
            }
        }
        for (piece, style) in pieces {
            if bare <= self.width {
                self.add(piece, *style);
                continue;
            }
            for grapheme in piece.graphemes(true) {
                if self.used + grapheme.width() > self.width {
                    self.break_line();
                }
                self.add(grapheme, *style);
            }
        }
    }

    fn add(&mut self, text: &str, style: Style) {
        self.used += text.width();
        match self.row.last_mut() {
            Some(last) if last.style == style => last.content.to_mut().push_str(text),
            Some(_) | None => self.row.push(span(text, style)),
        }
    }

    fn break_line(&mut self) {
        let mut row = std::mem::take(&mut self.row);
        if let Some(last) = row.last_mut() {
            let kept = last.content.trim_end().len();
            last.content.to_mut().truncate(kept);
        }
        self.rows.push(Line::from(row));
        self.used = 0;
    }

    fn end(mut self) -> Vec<Row> {
        self.break_line();
        self.rows
    }
}

/// Words with their trailing spaces. Wide characters are separate, because their scripts have no
/// spaces; closing punctuation stays with what it closes.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut graphemes = text.grapheme_indices(true).peekable();
    while let Some((at, grapheme)) = graphemes.next() {
        let end = at + grapheme.len();
        let Some((_, next)) = graphemes.peek() else { break };
        let space = grapheme.chars().all(char::is_whitespace);
        let next_space = next.chars().all(char::is_whitespace);
        let ends_word = space && !next_space;
        let wide = (grapheme.width() == 2 || next.width() == 2) && !space && !next_space;
        if ends_word || (wide && !closes(next) && !opens(grapheme)) {
            words.push(&text[start..end]);
            start = end;
        }
    }
    words.push(&text[start..]);
    words
}

fn closes(grapheme: &str) -> bool {
    "，。、；：？！）」』》】”’,.;:?!)]…%".contains(grapheme)
}

fn opens(grapheme: &str) -> bool {
    "（「『《【“‘([".contains(grapheme)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, width: usize) -> Vec<String> {
        wrap_text(text, Style::new(), width).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn lines_break_at_spaces_and_between_wide_characters() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("a\n\nb c", 9), ["a", "", "b c"]);
        assert_eq!(wrapped("abcdefgh ij", 5), ["abcde", "fgh", "ij"]);
        assert_eq!(wrapped("选择数据库。好", 6), ["选择数", "据库。", "好"]);
        assert_eq!(wrapped("选择数据。好", 8), ["选择数", "据。好"]);
        assert_eq!(wrapped("使用 PostgreSQL 吗", 10), ["使用", "PostgreSQL", "吗"]);
        assert_eq!(wrapped("", 5), [""]);
    }

    /// A style that ends inside a word is not a place to break.
    #[test]
    fn lines_never_break_at_the_border_of_a_style() {
        let bold = Style::new().add_modifier(ratatui::style::Modifier::BOLD);
        let spans = [
            span("keep the ", Style::new()),
            span("reports", bold),
            span(", always", Style::new()),
        ];
        let rows = wrap(&spans, 16);
        let lines: Vec<String> = rows.iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["keep the", "reports, always"]);
        assert_eq!(rows[1].spans[0], span("reports", bold));
        let row = unfinished(rows[1].clone(), 10);
        assert_eq!(row.to_string(), "reports, …");
    }

    #[test]
    fn the_left_part_gives_way() {
        let row = |left: &str, right: &str, width| {
            spread(vec![span(left, Style::new())], vec![span(right, Style::new())], width)
                .to_string()
        };
        assert_eq!(row("agent", "4:12", 12), "agent   4:12");
        assert_eq!(row("agent · project", "4:12", 12), "agent…  4:12");
        assert_eq!(row("数据库", "4:12", 11), "数据…  4:12");
    }

    #[test]
    fn two_parts_share_a_line() {
        let row = |first: &str, second: &str, width| {
            let spans = |text: &str| vec![span(text, Style::new())];
            Line::from(share(spans(first), spans(second), width)).to_string()
        };
        assert_eq!(row("title", " → answer", 20), "title → answer");
        assert_eq!(row("a long title", " → answer", 14), "a long… → ans…");
        assert_eq!(row("a long title", " → b", 12), "a long… → b");
        assert_eq!(row("title", " → a long answer", 12), "title → a…");
        assert_eq!(row("title", "", 5), "title");
        assert_eq!(row("title", " → b", 0), "");
    }

    #[test]
    fn cutting_counts_columns() {
        assert_eq!(cut("Order the batteries today", 13), "Order the…");
        assert_eq!(cut("Order the batteries today", 19), "Order the batterie…");
        assert_eq!(cut("Order the batteries today", 20), "Order the batteries…");
        assert_eq!(cut("claude-code · api-server", 16), "claude-code…");
        assert_eq!(cut("Set it", 5), "Set…");
        assert_eq!(cut("A database", 5), "A da…");
        assert_eq!(cut("使用 选择数据库选择数据库", 14), "使用 选择数据…");
        assert_eq!(cut("数据库选择", 6), "数据…");
        assert_eq!(fixed("ab", 4), "ab  ");
        assert_eq!(cut("abc", 0), "");
    }
}
