//! Redirections and here-documents: input that is part of the text, and files that are written.

use super::{Line, Piece, Reader, Word, is_number};

/// Announced on a line; its text follows below.
pub(super) struct HereDocument {
    command: usize,
    delimiter: String,
    /// `<<'EOF'`: nothing inside is expanded.
    literal: bool,
    /// `<<-EOF`: leading tabs are ignored.
    indented: bool,
}

/// Searching for a missing delimiter reads the rest of the text again. A text with more of these
/// was not written by a person.
const MOST_ENDLESS: usize = 4;

impl Reader {
    /// At `<` or `>`.
    pub(super) fn redirection(&mut self, line: &mut Line) {
        let reads = self.next() == Some('<');
        if self.peek() == Some('(') {
            self.at += 1;
            let command = self.command(line);
            let from = self.found.len();
            self.substitution();
            // `<(…)` is a file with the output of the commands.
            let output = Piece::Output { commands: from..self.found.len(), quoted: true };
            self.found[command].words.push(Word(vec![output]));
            return;
        }
        let command = self.command(line);
        if reads && self.skip('<') {
            if self.skip('<') {
                self.blanks();
                let text = self.word();
                self.found[command].input = Some(text);
                return;
            }
            let indented = self.skip('-');
            self.blanks();
            let literal = matches!(self.peek(), Some('\'' | '"' | '\\'));
            let delimiter = self.word().literal().unwrap_or_default().to_owned();
            self.announced.push(HereDocument { command, delimiter, literal, indented });
            return;
        }
        let writes = !reads || self.peek() == Some('>');
        let adds = !reads && self.peek() == Some('>');
        while matches!(self.peek(), Some('>' | '|' | '&')) {
            self.at += 1;
        }
        self.blanks();
        let target = self.word();
        if target.literal().is_some_and(|text| text == "-" || is_number(text)) {
            return;
        }
        let found = &mut self.found[command];
        match writes {
            true if adds => found.appends.push(target),
            true => found.outputs.push(target),
            false => found.inputs.push(target),
        }
    }

    /// After a line break: reads the texts of all here-documents announced on the line.
    pub(super) fn here_documents(&mut self) {
        for document in std::mem::take(&mut self.announced) {
            let Some(text) = self.text_of(&document) else { continue };
            let mut word = Word::text(text.clone());
            if !document.literal {
                word = Word::default();
                self.inside(&text, |inner| inner.quoted(&mut word, None));
            }
            self.found[document.command].input = Some(word);
        }
    }

    /// The lines up to the delimiter. If there is none, `1 << n` was a shift and not a
    /// here-document, and what follows are commands.
    fn text_of(&mut self, document: &HereDocument) -> Option<String> {
        let start = self.at;
        let mut text = String::new();
        while self.endless < MOST_ENDLESS {
            let Some(line) = self.line() else {
                self.endless += 1;
                break;
            };
            let line = if document.indented { line.trim_start_matches('\t') } else { &line };
            if line == document.delimiter {
                return Some(text);
            }
            text.push_str(line);
            text.push('\n');
        }
        self.at = start;
        None
    }

    fn line(&mut self) -> Option<String> {
        self.peek()?;
        let mut line = String::new();
        while let Some(letter) = self.next().filter(|letter| *letter != '\n') {
            line.push(letter);
        }
        Some(line)
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t')) {
            self.at += 1;
        }
    }
}
