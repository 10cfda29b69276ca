//! Splits long text into pieces that fit: between lines where possible, and code continues as code.

use unicode_segmentation::UnicodeSegmentation;

use sayso_chat::text::width;

const FENCE: &str = "```";

/// The beginning of a text is always split at the same places, however it continues.
pub(crate) fn pieces(marked: &str, most: usize) -> Vec<String> {
    let mut cutter = Cutter { most, ..Cutter::default() };
    for line in marked.lines() {
        cutter.line(line);
    }
    cutter.finish()
}

#[derive(Default)]
struct Cutter {
    most: usize,
    done: Vec<String>,
    current: String,
    is_code: bool,
}

impl Cutter {
    fn line(&mut self, line: &str) {
        if self.is_code && line == FENCE {
            // There is always room for the end.
            self.push(line);
            self.is_code = false;
            return;
        }
        if !self.fits(line) {
            self.turn();
        }
        let mut rest = line;
        while !rest.is_empty() && !self.fits(rest) {
            let at = fitting(rest, self.room());
            self.push(&rest[..at]);
            self.turn();
            rest = rest[at..].trim_start();
        }
        self.push(rest);
        if line.starts_with(FENCE) {
            self.is_code = !self.is_code;
        }
    }

    /// Whether there is room for a line, empty or not, and for the end of code after it.
    fn fits(&self, line: &str) -> bool {
        width(&self.current) + 1 + width(line) + 1 + FENCE.len() <= self.most
    }

    /// How much more fits into the current piece, including its end.
    fn room(&self) -> usize {
        self.most.saturating_sub(width(&self.current) + 1 + FENCE.len() + 1)
    }

    fn push(&mut self, line: &str) {
        if !self.current.is_empty() {
            self.current.push('\n');
        }
        self.current.push_str(line);
    }

    fn turn(&mut self) {
        if self.current.is_empty() || self.current == FENCE {
            return;
        }
        let mut full = std::mem::take(&mut self.current);
        if self.is_code {
            full.push('\n');
            full.push_str(FENCE);
            self.current.push_str(FENCE);
        }
        self.done.push(full);
    }

    fn finish(mut self) -> Vec<String> {
        self.is_code = false;
        if self.current != FENCE {
            self.turn();
        }
        self.done.retain(|piece| !piece.trim().is_empty());
        self.done
    }
}

/// How much of a line fits: whole words if possible, and never half of a reference.
fn fitting(line: &str, room: usize) -> usize {
    let (mut used, mut end, mut gap, mut opened) = (0, 0, 0, None);
    for (at, grapheme) in line.grapheme_indices(true) {
        match grapheme {
            "<" | "&" => opened = opened.or(Some(at)),
            ">" | ";" => opened = None,
            " " if opened.is_none() => gap = at,
            _ => {}
        }
        used += width(grapheme);
        if used > room {
            break;
        }
        end = at + grapheme.len();
    }
    let whole = opened.filter(|at| *at > 0).unwrap_or(end);
    let cut = if gap > line.len() / 2 || gap > end / 2 { gap } else { whole };
    // At least one character, or it would never end.
    if cut > 0 { cut } else { line.graphemes(true).next().map_or(line.len(), str::len).max(end) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_text_is_one_piece() {
        assert_eq!(pieces("a\n\nb", 100), ["a\n\nb"]);
        assert_eq!(pieces("", 100), [""; 0]);
    }

    #[test]
    fn it_is_cut_between_lines_and_code_goes_on_as_code() {
        let text = "intro\n```\none\ntwo\nthree\n```\nend";
        assert_eq!(
            pieces(text, 20),
            ["intro\n```\none\n```", "```\ntwo\nthree\n```", "end"],
            "each is whole in itself"
        );
    }

    #[test]
    fn a_long_line_is_cut_between_words_and_never_in_a_reference() {
        assert_eq!(pieces("aaaa bbbb cccc dddd", 16), ["aaaa bbbb", "cccc dddd"]);
        let linked = format!("{} <https://x.test|y>", "w".repeat(10));
        for piece in pieces(&linked, 34) {
            assert_eq!(piece.matches('<').count(), piece.matches('>').count(), "{piece}");
        }
        for piece in pieces(&"&amp;".repeat(50), 23) {
            assert!(piece.replace("&amp;", "").is_empty(), "{piece}");
        }
    }

    #[test]
    fn whatever_it_is_it_fits_and_nothing_is_lost() {
        let text = "👩‍💻".repeat(4_000);
        let all = pieces(&text, 3_000);
        assert!(all.iter().all(|piece| width(piece) <= 3_000));
        assert_eq!(all.concat(), text);
    }

    #[test]
    fn an_empty_line_after_a_full_piece_is_in_the_next_one() {
        for length in 0..20 {
            let text = format!("```\n{}\n```\n\n\nend", "x".repeat(length));
            assert!(pieces(&text, 16).iter().all(|piece| width(piece) <= 16), "{length}");
        }
    }

    /// What has been shown isn't moved to another message while the rest streams in.
    #[test]
    fn what_stands_stays() {
        let text = (0..400).map(|n| format!("line number {n}\n")).collect::<String>();
        let all = pieces(&text, 500);
        for end in (0..text.len()).step_by(97) {
            let some = pieces(&text[..end], 500);
            let settled = &some[..some.len().saturating_sub(1)];
            assert_eq!(settled, &all[..settled.len()]);
        }
    }
}
