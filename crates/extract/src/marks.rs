//! Backticks inside a line: which of them begin a code span, and which a block that should have
//! begun on its own line.

use memchr::memchr;

use crate::OPENING;

/// The unclosed runs of backticks in a line, by their lengths, which all differ.
///
/// As in CommonMark a run is closed by the next one of the same length, and runs in between mean
/// nothing. Unlike there, a span doesn't continue on the next line.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    open: [usize; 8],
    depth: usize,
    /// Length of the run at the end of the text so far.
    current: usize,
    last: usize,
}

impl Runs {
    /// Continues in the line.
    pub(crate) fn count(&mut self, mut bytes: &[u8]) {
        loop {
            let run = bytes.iter().take_while(|byte| **byte == b'`').count();
            self.current += run;
            bytes = &bytes[run..];
            if bytes.is_empty() {
                return;
            }
            self.end();
            match memchr(b'`', bytes) {
                Some(next) => bytes = &bytes[next..],
                None => return,
            }
        }
    }

    /// No backtick follows.
    pub(crate) fn end(&mut self) {
        if self.current == 0 {
            return;
        }
        self.last = std::mem::take(&mut self.current);
        if !self.close(self.last) && self.depth < self.open.len() {
            self.open[self.depth] = self.last;
            self.depth += 1;
        }
    }

    /// Whether a run of this length ends an open span.
    pub(crate) fn close(&mut self, length: usize) -> bool {
        let opened = self.open[..self.depth].iter().position(|open| *open == length);
        self.depth = opened.unwrap_or(self.depth);
        opened.is_some()
    }

    /// Whether the last run has exactly this length, and closes nothing.
    fn ends_with(&self, length: usize) -> bool {
        self.last == length && self.open[..self.depth].last() == Some(&length)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.depth == 0
    }

    pub(crate) fn clear(&mut self) {
        *self = Runs::default();
    }

    /// The backticks at the end of the line so far, possibly followed by the name of a language:
    /// how long they are, and with what follows.
    pub(crate) fn marks(&self, line: &[u8]) -> Option<Marks> {
        let marks = Marks::at_end(line, Name::Whole).filter(|marks| marks.run >= 3)?;
        self.ends_with(marks.run).then_some(marks)
    }

    /// Whether it is the only open run.
    pub(crate) fn is_alone(&self) -> bool {
        self.depth == 1
    }
}

/// What may open a block, at the end of the text so far.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    pub(crate) run: usize,
    /// Length with the name and blanks.
    pub(crate) length: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    Whole,
    /// The text may continue.
    Begun,
}

impl Marks {
    fn at_end(line: &[u8], name: Name) -> Option<Marks> {
        const LANGUAGE: &[u8] = b"jsonc";
        let line = &line[line.len().saturating_sub(OPENING + 1)..];
        let named = trim_end(line);
        let letters = named.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (before, language) = named.split_at(named.len() - letters.min(LANGUAGE.len() + 1));
        let is_whole = matches!(language.len(), 0 | 4 | 5);
        let may_go_on = name == Name::Begun && named.len() == line.len();
        let fits = LANGUAGE
            .get(..language.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(language) && (is_whole || may_go_on));
        if !fits {
            return None;
        }
        let bare = trim_end(before);
        let run = bare.iter().rev().take_while(|byte| **byte == b'`').count();
        let length = line.len() - bare.len() + run;
        (run > 0 && length <= OPENING).then_some(Marks { run, length })
    }

    /// How much of the end of a line must be held back, because it may become the opening of a
    /// block.
    pub(crate) fn begun(line: &[u8]) -> usize {
        match Marks::at_end(line, Name::Begun) {
            Some(Marks { run, length }) if run >= 3 || run == length => length,
            Some(_) | None => 0,
        }
    }
}

/// Without trailing blanks; never beyond the line.
fn trim_end(line: &[u8]) -> &[u8] {
    let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r');
    &line[..line.len() - line.iter().rev().take_while(blank).count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(line: &[u8]) -> Runs {
        let mut runs = Runs::default();
        runs.count(line);
        runs.end();
        runs
    }

    #[test]
    fn a_run_is_closed_by_the_next_of_its_length() {
        const NONE: [usize; 0] = [];
        let open = |line: &str| {
            let runs = runs(line.as_bytes());
            runs.open[..runs.depth].to_vec()
        };
        assert_eq!(open("a `b` c"), NONE);
        assert_eq!(open("a `b"), [1]);
        assert_eq!(open("`` ` `` x"), NONE);
        assert_eq!(open("a ` b ``` c"), [1, 3]);
        assert_eq!(open("a ` b ``` c ```"), [1]);
        assert_eq!(open("a ` b ``` c `"), NONE);
    }

    #[test]
    fn a_run_may_come_in_pieces() {
        let mut runs = Runs::default();
        for byte in b"x ``` y ```" {
            runs.count(&[*byte]);
        }
        runs.end();
        assert!(runs.is_empty());
    }

    #[test]
    fn marks_stand_at_the_end_and_open_something() {
        let marks = |line: &str| {
            let found = runs(line.as_bytes()).marks(line.as_bytes());
            found.map(|Marks { run, length }| (run, length))
        };
        assert_eq!(marks("Here: ```json"), Some((3, 7)));
        assert_eq!(marks("Here: ```` JSONC \r"), Some((4, 12)));
        assert_eq!(marks("Here: ```"), Some((3, 3)));
        assert_eq!(marks("Here: ``json"), None);
        assert_eq!(marks("Here: ```js"), None);
        assert_eq!(marks("Here: ```python"), None);
        assert_eq!(marks("Here: ```x```"), None);
        assert_eq!(marks("Here: ``` json\n"), None);
    }

    #[test]
    fn what_may_become_marks_is_known() {
        let begun = |line: &str| Marks::begun(line.as_bytes());
        assert_eq!(begun("Here: `"), 1);
        assert_eq!(begun("Here: ``` js"), 6);
        assert_eq!(begun("Here: ```json "), 8);
        assert_eq!(begun("Here: ```js "), 0);
        assert_eq!(begun("Here: `j"), 0);
        assert_eq!(begun("Here: ` "), 0);
        assert_eq!(begun("Here: ```jsonx"), 0);
        assert_eq!(begun(&"`".repeat(OPENING + 1)), 0);
    }
}
