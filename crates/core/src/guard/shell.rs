//! Shell text, read far enough to know which commands it holds. Nothing is expanded or run.
//!
//! A quoted command is a word, not a command: `echo "rm -rf /"` says something, it deletes nothing.
//! Text that no shell would accept is read as far as it goes.

mod here;
mod word;

use here::HereDocument;

/// How deep substitutions may lie in each other; what is deeper is read as if it stood outside.
const DEEPEST: usize = 32;

/// One command as it stands: words without their quotes, and what is redirected.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Simple {
    pub(super) words: Vec<String>,
    /// Files that are written to.
    pub(super) outputs: Vec<String>,
    /// What it reads, where the text says so: a here-document, or an `echo` piped into it.
    pub(super) input: Option<String>,
    /// The command before it in a pipe.
    fed_by: Option<usize>,
}

/// Every command of the text, those in substitutions and subshells included.
pub(super) fn read(text: &str) -> Vec<Simple> {
    read_at(text, 0)
}

fn read_at(text: &str, depth: usize) -> Vec<Simple> {
    let mut reader = Reader::new(text, depth);
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
    /// Here-documents whose text begins behind the next line break.
    announced: Vec<HereDocument>,
    /// Of those, how many had no end.
    endless: usize,
}

/// The command being read, and the one whose output it gets.
#[derive(Default)]
struct Line {
    command: Option<usize>,
    before: Option<usize>,
}

impl Reader {
    fn new(text: &str, depth: usize) -> Reader {
        let letters = text.chars().collect();
        Reader { letters, at: 0, depth, found: Vec::new(), announced: Vec::new(), endless: 0 }
    }

    fn peek(&self) -> Option<char> {
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
                    // Behind a pipe or an operator the command goes on in the next line.
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
                    let descriptor = word.chars().all(|letter| letter.is_ascii_digit())
                        && matches!(self.peek(), Some('<' | '>'));
                    if !descriptor {
                        self.found[command].words.push(word);
                    }
                }
            }
        }
    }

    /// The place of the command that is being read; a new one at the beginning of a line.
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

    /// Who says something into a pipe is heard by the command behind it.
    fn finish(self) -> Vec<Simple> {
        let mut found = self.found;
        let said: Vec<Option<String>> = found.iter().map(Simple::says).collect();
        for command in &mut found {
            let piped = command.fed_by.take().and_then(|before| said[before].clone());
            command.input = command.input.take().or(piped);
        }
        found.retain(|command| !command.words.is_empty() || !command.outputs.is_empty());
        found
    }
}

impl Simple {
    /// Of words that no shell has to read.
    pub(super) fn new(words: Vec<String>, input: Option<String>) -> Simple {
        Simple { words, input, ..Simple::default() }
    }

    /// What it prints, if the text tells.
    fn says(&self) -> Option<String> {
        let (program, rest) = self.words.split_first()?;
        match program.as_str() {
            "echo" | "printf" => Some(rest.join(" ").replace("\\n", "\n")),
            "cat" if rest.is_empty() => self.input.clone(),
            _ => None,
        }
    }
}

#[cfg(test)]
#[path = "shell_tests.rs"]
mod tests;
