//! Reads shell text far enough to find the commands in it. Nothing is run.
//!
//! A quoted command is a word, not a command: `echo "rm -rf /"` prints it and deletes nothing. Text
//! that no shell would accept is read as far as possible. The parts of a word that depend on
//! something (variables, output of other commands) are kept separate from its letters, for `expand`
//! to resolve.

mod braces;
mod here;
mod word;

use std::ops::Range;

use here::HereDocument;

/// Nesting limit for substitutions; deeper ones are not read, and reported as unread.
const DEEPEST: usize = 32;
/// Steps per character: a limit that sensible text doesn't come close to.
const STEPS: usize = 24;
const STEPS_AT_LEAST: usize = 4_096;

/// The commands of a text.
#[derive(Debug, Default)]
pub(crate) struct Script {
    pub(crate) commands: Vec<Simple>,
    /// It was nested too deeply, or too complex, to be read to its end.
    pub(crate) unread: bool,
    /// The work it took to read it.
    pub(crate) steps: usize,
}

/// One command as written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Simple {
    pub(crate) words: Vec<Word>,
    /// Files that it overwrites.
    pub(crate) outputs: Vec<Word>,
    /// Files that it appends to.
    pub(crate) appends: Vec<Word>,
    /// Files that it reads by redirection.
    pub(crate) inputs: Vec<Word>,
    /// Its standard input, if given in the text: a here-document or a here-string.
    pub(crate) input: Option<Word>,
    /// Index of the preceding command in the pipe.
    pub(crate) fed_by: Option<usize>,
}

/// A word, as the pieces it consists of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Word(pub(crate) Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Letters, with quotes removed.
    Text(String),
    /// `$NAME`, `${NAME}`, `${NAME:-otherwise}`.
    Variable { name: String, otherwise: Option<Word>, quoted: bool },
    /// `$(…)`, backticks and `<(…)`: the output of these commands.
    Output { commands: Range<usize>, quoted: bool },
    /// `{a,b}`: one word for each.
    Each(Vec<String>),
    /// Arithmetic, `${x//a/b}`: unknown text.
    Something,
}

impl Word {
    pub(crate) fn text(text: impl Into<String>) -> Word {
        Word(vec![Piece::Text(text.into())])
    }

    fn push(&mut self, letter: char) {
        match self.0.last_mut() {
            Some(Piece::Text(text)) => text.push(letter),
            Some(_) | None => self.0.push(Piece::Text(letter.to_string())),
        }
    }

    /// Its letters, if it consists of nothing else.
    pub(crate) fn literal(&self) -> Option<&str> {
        match &self.0[..] {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }
}

/// Every command of the text, including those in substitutions and subshells.
pub(crate) fn read(text: &str) -> Script {
    let mut reader = Reader::new(text);
    reader.script(End::OfText);
    reader.finish()
}

/// Where a script ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    OfText,
    /// The parenthesis that closes `$(`.
    Parenthesis,
}

struct Reader {
    letters: Vec<char>,
    at: usize,
    depth: usize,
    found: Vec<Simple>,
    /// Here-documents whose text begins after the next line break.
    announced: Vec<HereDocument>,
    /// How many of them had no end.
    endless: usize,
    steps: usize,
    most_steps: usize,
    unread: bool,
}

/// The command being read, and the one that feeds it.
#[derive(Default)]
struct Line {
    command: Option<usize>,
    before: Option<usize>,
}

impl Reader {
    fn new(text: &str) -> Reader {
        let letters: Vec<char> = text.chars().collect();
        let most_steps = letters.len() * STEPS + STEPS_AT_LEAST;
        Reader {
            letters,
            at: 0,
            depth: 0,
            found: Vec::new(),
            announced: Vec::new(),
            endless: 0,
            steps: 0,
            most_steps,
            unread: false,
        }
    }

    /// `None` also when the step limit is reached.
    fn peek(&mut self) -> Option<char> {
        self.steps += 1;
        if self.steps > self.most_steps {
            self.unread = true;
            return None;
        }
        self.letters.get(self.at).copied()
    }

    fn second(&self) -> Option<char> {
        self.letters.get(self.at + 1).copied()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += 1;
        Some(letter)
    }

    fn skip(&mut self, letter: char) -> bool {
        let there = self.peek() == Some(letter);
        self.at += usize::from(there);
        there
    }

    fn script(&mut self, end: End) {
        let mut line = Line::default();
        let mut open = 0_usize;
        while let Some(letter) = self.peek() {
            match letter {
                ' ' | '\t' | '\r' => self.at += 1,
                '\\' if self.second() == Some('\n') => self.at += 2,
                '#' => self.comment(),
                '\n' => {
                    self.at += 1;
                    self.here_documents();
                    // After a pipe or an operator the command continues on the next line.
                    if line.command.is_some() {
                        line = Line::default();
                    }
                }
                '&' if self.second() == Some('>') => {
                    self.at += 1;
                    self.redirection(&mut line);
                }
                '|' if self.second() != Some('|') => {
                    self.at += 1;
                    self.skip('&');
                    line = Line { command: None, before: line.command };
                }
                ';' | '&' | '|' | '(' => {
                    self.at += if letter == '|' { 2 } else { 1 };
                    open += usize::from(letter == '(');
                    line = Line::default();
                }
                ')' => {
                    self.at += 1;
                    if open == 0 && end == End::Parenthesis {
                        return;
                    }
                    open = open.saturating_sub(1);
                    line = Line::default();
                }
                '<' | '>' => self.redirection(&mut line),
                _ => {
                    let command = self.command(&mut line);
                    let word = self.word();
                    let descriptor = word.literal().is_some_and(is_number)
                        && matches!(self.peek(), Some('<' | '>'));
                    if !descriptor {
                        self.found[command].words.push(word);
                    }
                }
            }
        }
    }

    /// Index of the command being read; starts a new one at the beginning of a line.
    fn command(&mut self, line: &mut Line) -> usize {
        *line.command.get_or_insert_with(|| {
            self.found.push(Simple { fed_by: line.before, ..Simple::default() });
            self.found.len() - 1
        })
    }

    fn comment(&mut self) {
        while self.peek().is_some_and(|letter| letter != '\n') {
            self.at += 1;
        }
    }

    fn finish(self) -> Script {
        Script { commands: self.found, unread: self.unread, steps: self.steps }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit())
}

#[cfg(test)]
#[path = "shell_tests.rs"]
mod tests;
