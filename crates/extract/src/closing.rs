//! Lines inside a fence: which of them close it, by the rules or against them, and which show that
//! it should have been closed before.

use memchr::memchr;

use crate::OPENING;
use crate::fence::{End, Fence, Holds, Later, Reader, Search, language};

impl Fence {
    /// What a line with marks means inside this fence, which stays in the text.
    pub(crate) fn inside(&self, line: &[u8]) -> Inside {
        let marks = LineMarks::of(line);
        if marks.mark != self.mark || marks.length < self.length || marks.column > self.column + 3 {
            return Inside::Text;
        }
        let info = &line[marks.behind..];
        match self.holds {
            _ if info.trim_ascii().is_empty() => Inside::Closes,
            // By the rules it is part of the code, but usually the code just wasn't closed.
            Holds::Other if marks.opens_json(info) => Inside::Opens,
            Holds::Other | Holds::Markdown => Inside::Text,
        }
    }

    /// What a line with marks, from this place on, means after a choice that is cut out with this
    /// fence.
    pub(crate) fn behind_choice(&self, line: &[u8], place: Place) -> BehindChoice {
        let marks = LineMarks::of(line);
        let info = &line[marks.behind..];
        let closes = marks.mark == self.mark && marks.length >= self.length;
        if closes && info.trim_ascii().is_empty() {
            BehindChoice::Closes
        } else if place == Place::NewLine && (marks.opens_json(info) || marks.opens_other(info)) {
            BehindChoice::Opens
        } else if closes {
            BehindChoice::ClosesBefore(marks.behind)
        } else {
            BehindChoice::Text
        }
    }
}

pub(crate) enum Inside {
    Closes,
    /// A new block: the previous one was not closed.
    Opens,
    Text,
}

/// Where in a fence that is cut out, after a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// After an object, with only commas in between.
    Gap,
    /// At the beginning of a line.
    NewLine,
    /// In a line that stays.
    Text,
}

pub(crate) enum BehindChoice {
    Closes,
    /// Text follows from this position in the line.
    ClosesBefore(usize),
    /// Another block.
    Opens,
    Text,
}

/// Languages that models put code in.
const LANGUAGES: &str = "\
    asm awk bash bat c c# c++ clojure cmd console cpp cs css csv dart diff docker dockerfile \
    elixir fish fsharp go graphql groovy haskell hcl html ini java javascript js jsx julia \
    kotlin kt log lua make makefile markdown md mermaid nix objc perl php plaintext powershell \
    proto ps1 py python r rb rs ruby rust scala scss sh shell sql svelte swift terraform tex \
    text tf toml ts tsx txt vim vue xml yaml yml zig zsh";

/// The marks at the beginning of a line.
struct LineMarks {
    mark: u8,
    length: usize,
    column: usize,
    /// The position after them.
    behind: usize,
}

impl LineMarks {
    fn of(line: &[u8]) -> LineMarks {
        let mut reader = Reader { line, at: 0, column: 0 };
        reader.spaces();
        let mark = reader.peek().unwrap_or_default();
        let length = line[reader.at..].iter().take_while(|byte| **byte == mark).count();
        LineMarks { mark, length, column: reader.column, behind: reader.at + length }
    }

    fn opens_json(&self, info: &[u8]) -> bool {
        let language = language(info);
        self.opens(info) && !language.is_empty() && Search::of(language) == Search::Json
    }

    /// The name of a language, directly after the marks and alone. Another word is what the model
    /// went on with: "```done".
    fn opens_other(&self, info: &[u8]) -> bool {
        let name = info.trim_ascii_end();
        let mut names = LANGUAGES.split_whitespace().map(str::as_bytes);
        self.opens(info) && names.any(|known| name.eq_ignore_ascii_case(known))
    }

    fn opens(&self, info: &[u8]) -> bool {
        self.length >= 3 && !(self.mark == b'`' && memchr(b'`', info).is_some())
    }
}

/// The beginning of a line inside a fence.
pub(crate) enum Start<'l> {
    /// More of it is needed.
    More,
    Text,
    /// It begins with marks: the line, and where the next one begins.
    Marks(&'l [u8], usize),
}

impl<'l> Start<'l> {
    pub(crate) fn of(rest: &'l [u8], end: End) -> Start<'l> {
        let start = &rest[..rest.len().min(OPENING)];
        let blanks = start.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let is_whole = start.len() == OPENING || end == End::Reached;
        match (start.get(blanks), memchr(b'\n', start)) {
            (Some(b'`' | b'~'), Some(newline)) => Start::Marks(&start[..newline], newline + 1),
            (Some(b'`' | b'~'), None) if start.len() < OPENING && end == End::Reached => {
                Start::Marks(start, start.len())
            }
            (Some(b'`' | b'~') | None, None) if !is_whole => Start::More,
            _ => Start::Text,
        }
    }
}

/// Marks within a line of a fence: some close it there, against the rules.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Within {
    /// Whether the number of runs that may open or close something is odd.
    is_odd: bool,
    /// Whether only blanks have followed the last one.
    is_last: bool,
    /// Length of the run at the end of the text so far.
    run: usize,
    prose: Prose,
}

/// Whether a line reads like a sentence so far.
#[derive(Debug, Clone, Copy, Default)]
enum Prose {
    #[default]
    Blank,
    /// What follows here is a part of code, or an example.
    No,
    /// It begins with a word. Whether what it has last, blanks apart, is a word or ends a sentence.
    Word(bool),
}

impl Prose {
    fn goes_on(self, fence: Fence, bytes: &[u8]) -> Prose {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
        // Markdown in a block of JSON is no part of the data; in code it may be an operator.
        let marks: &[u8] = if fence.later == Later::Counts { b"*_-+" } else { b"" };
        let is_part = |byte: &u8| !byte.is_ascii_whitespace() && !marks.contains(byte);
        let first = bytes.iter().position(is_part).unwrap_or(bytes.len());
        let behind = bytes.iter().rposition(is_part).map_or(first, |last| last + 1);
        match (self, &bytes[first..behind]) {
            (Prose::No, _) => Prose::No,
            (Prose::Blank | Prose::Word(_), []) => self,
            (Prose::Blank, [first, ..]) if !is_word(first) => Prose::No,
            (Prose::Blank | Prose::Word(_), [.., last]) => {
                Prose::Word(is_word(last) || b".:?!".contains(last))
            }
        }
    }
}

impl Within {
    /// In a line whose objects are part of it.
    pub(crate) fn no_prose() -> Within {
        Within { prose: Prose::No, ..Within::default() }
    }

    /// Whether an object here is behind prose, or the mark of a list's item.
    pub(crate) fn is_prose(&self) -> bool {
        matches!(self.prose, Prose::Blank | Prose::Word(true))
    }

    /// Continues in the line, which is searched for objects.
    pub(crate) fn read(&mut self, fence: Fence, bytes: &[u8]) {
        self.count(fence, bytes);
        self.prose = self.prose.goes_on(fence, bytes);
    }

    /// Continues in the line.
    pub(crate) fn count(&mut self, fence: Fence, mut bytes: &[u8]) {
        while let Some(byte) = bytes.first() {
            let run = bytes.iter().take_while(|byte| **byte == fence.mark).count();
            if *byte == fence.mark {
                self.run += run;
                bytes = &bytes[run..];
                continue;
            }
            self.end_run(fence);
            let text = memchr(fence.mark, bytes).unwrap_or(bytes.len());
            self.is_last &= bytes[..text].trim_ascii().is_empty();
            bytes = &bytes[text..];
        }
    }

    fn end_run(&mut self, fence: Fence) {
        if self.run > 0 {
            self.is_last = self.run >= fence.length;
            self.is_odd ^= self.is_last;
        }
        self.run = 0;
    }

    /// The line ends here; returns whether the fence does.
    pub(crate) fn closes(mut self, fence: Fence) -> bool {
        self.end_run(fence);
        self.is_odd && self.is_last
    }
}
