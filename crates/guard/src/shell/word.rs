//! Reads one word: removes quotes, reads commands inside it, and records what it depends on.

use super::{DEEPEST, End, Piece, Reader, Word};

/// Whether an expansion is inside double quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    None,
    Double,
}

impl Reader {
    pub(super) fn word(&mut self) -> Word {
        let mut word = Word::default();
        while let Some(letter) = self.peek() {
            match letter {
                '<' | '>' if self.second() == Some('(') && word.0.is_empty() => break,
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '(' | ')' | '<' | '>' => break,
                '\\' => {
                    self.at += 1;
                    if let Some(escaped) = self.next().filter(|escaped| *escaped != '\n') {
                        word.push(escaped);
                    }
                }
                '\'' => {
                    self.at += 1;
                    // An empty text makes a word, too.
                    word.0.push(Piece::Text(String::new()));
                    while let Some(inner) = self.next().filter(|inner| *inner != '\'') {
                        word.push(inner);
                    }
                }
                '"' => {
                    self.at += 1;
                    word.0.push(Piece::Text(String::new()));
                    self.quoted(&mut word, Some('"'));
                }
                '`' => self.backticks(&mut word, Quotes::None),
                '$' if self.second() == Some('\'') => self.escaped(&mut word),
                '$' => self.expansion(&mut word, Quotes::None),
                '{' => match self.each() {
                    Some(words) => word.0.push(Piece::Each(words)),
                    None => {
                        self.at += 1;
                        word.push('{');
                    }
                },
                plain => {
                    self.at += 1;
                    word.push(plain);
                }
            }
        }
        joined(word)
    }

    /// As in double quotes: substitutions apply, separators don't.
    pub(super) fn quoted(&mut self, word: &mut Word, end: Option<char>) {
        while let Some(letter) = self.peek() {
            match letter {
                _ if Some(letter) == end => {
                    self.at += 1;
                    return;
                }
                '\\' => {
                    self.at += 1;
                    match self.next() {
                        Some(special @ ('$' | '`' | '"' | '\\')) => word.push(special),
                        Some('\n') | None => {}
                        Some(plain) => {
                            word.push('\\');
                            word.push(plain);
                        }
                    }
                }
                '`' => self.backticks(word, Quotes::Double),
                '$' => self.expansion(word, Quotes::Double),
                plain => {
                    self.at += 1;
                    word.push(plain);
                }
            }
        }
    }

    /// `$'…'`, with escapes that can hide letters.
    fn escaped(&mut self, word: &mut Word) {
        self.at += 2;
        while let Some(letter) = self.next().filter(|letter| *letter != '\'') {
            if letter != '\\' {
                word.push(letter);
                continue;
            }
            match self.next() {
                Some('n') => word.push('\n'),
                Some('t') => word.push('\t'),
                Some('x') => self.numbered(word, 2, 16),
                Some('u') => self.numbered(word, 4, 16),
                Some(octal @ '0'..='7') => {
                    self.at -= 1;
                    debug_assert!(octal.is_ascii_digit());
                    self.numbered(word, 3, 8);
                }
                Some(same) => word.push(same),
                None => {}
            }
        }
    }

    fn numbered(&mut self, word: &mut Word, most: usize, radix: u32) {
        let mut value = 0;
        for _ in 0..most {
            let Some(digit) = self.peek().and_then(|letter| letter.to_digit(radix)) else { break };
            value = value * radix + digit;
            self.at += 1;
        }
        word.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
    }

    /// `$name`, `${…}`, `$(…)`.
    fn expansion(&mut self, word: &mut Word, quotes: Quotes) {
        self.at += 1;
        let quoted = quotes == Quotes::Double;
        match self.peek() {
            Some('(') if self.second() == Some('(') => {
                self.at += 2;
                self.arithmetic();
                word.0.push(Piece::Something);
            }
            Some('(') => {
                self.at += 1;
                let from = self.found.len();
                self.substitution();
                word.0.push(Piece::Output { commands: from..self.found.len(), quoted });
            }
            Some('{') => {
                self.at += 1;
                self.braces(word, quoted);
            }
            Some(letter) if is_name(letter) => {
                let name = self.name();
                word.0.push(Piece::Variable { name, otherwise: None, quoted });
            }
            Some('@' | '*' | '#' | '?' | '!' | '$' | '-' | '0'..='9') => {
                let name = self.next().map(String::from).unwrap_or_default();
                word.0.push(Piece::Variable { name, otherwise: None, quoted });
            }
            Some(_) | None => word.push('$'),
        }
    }

    /// After `$((`: numbers, possibly with commands that print them.
    fn arithmetic(&mut self) {
        let mut open = 0_usize;
        let mut inside = Word::default();
        while let Some(letter) = self.peek() {
            match letter {
                '$' => self.expansion(&mut inside, Quotes::Double),
                '`' => self.backticks(&mut inside, Quotes::Double),
                ')' if open == 0 => {
                    self.at += 1;
                    self.skip(')');
                    return;
                }
                _ => {
                    self.at += 1;
                    match letter {
                        '(' => open += 1,
                        ')' => open -= 1,
                        _ => {}
                    }
                }
            }
        }
    }

    fn name(&mut self) -> String {
        let mut name = String::new();
        while let Some(letter) = self.peek().filter(|l| is_name(*l) || l.is_ascii_digit()) {
            name.push(letter);
            self.at += 1;
        }
        name
    }

    /// After `${`.
    fn braces(&mut self, word: &mut Word, quoted: bool) {
        if self.depth >= DEEPEST {
            self.unread = true;
            self.at = self.letters.len();
            return;
        }
        self.depth += 1;
        let name = self.name();
        let mut rest = Word::default();
        self.quoted(&mut rest, Some('}'));
        self.depth -= 1;
        let behind = match rest.0.first() {
            Some(Piece::Text(text)) => text.clone(),
            Some(_) | None => String::new(),
        };
        let operator = [":-", ":=", "-", "="].into_iter().find(|mark| behind.starts_with(mark));
        word.0.push(match operator {
            _ if name.is_empty() => Piece::Something,
            None if rest.0.is_empty() => Piece::Variable { name, otherwise: None, quoted },
            None => Piece::Something,
            Some(mark) => {
                rest.0[0] = Piece::Text(behind[mark.len()..].to_owned());
                Piece::Variable { name, otherwise: Some(joined(rest)), quoted }
            }
        });
    }

    pub(super) fn substitution(&mut self) {
        if self.depth >= DEEPEST {
            self.unread = true;
            self.at = self.letters.len();
            return;
        }
        self.depth += 1;
        self.script(End::Parenthesis);
        self.depth -= 1;
    }

    fn backticks(&mut self, word: &mut Word, quotes: Quotes) {
        self.at += 1;
        let mut inner = String::new();
        while let Some(letter) = self.next().filter(|letter| *letter != '`') {
            match letter {
                // Only a backtick needs an escape here; everything else is unescaped when the inner
                // text is read.
                '\\' if self.skip('`') => inner.push('`'),
                '\\' => inner.extend(std::iter::once('\\').chain(self.next())),
                plain => inner.push(plain),
            }
        }
        let from = self.found.len();
        self.inside(&inner, |reader| reader.script(End::OfText));
        let quoted = quotes == Quotes::Double;
        word.0.push(Piece::Output { commands: from..self.found.len(), quoted });
    }

    /// Reads another text with the remaining steps and adds its commands to ours.
    pub(super) fn inside(&mut self, text: &str, read: impl FnOnce(&mut Reader)) {
        if self.depth >= DEEPEST {
            self.unread = true;
            return;
        }
        let mut inner = Reader::new(text);
        inner.depth = self.depth + 1;
        (inner.steps, inner.most_steps) = (self.steps, self.most_steps);
        std::mem::swap(&mut inner.found, &mut self.found);
        read(&mut inner);
        std::mem::swap(&mut inner.found, &mut self.found);
        self.steps = inner.steps;
        self.unread |= inner.unread;
    }
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphabetic() || letter == '_'
}

/// Merges adjacent texts.
fn joined(word: Word) -> Word {
    let mut pieces: Vec<Piece> = Vec::new();
    for piece in word.0 {
        match (pieces.last_mut(), piece) {
            (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(&text),
            (_, piece) => pieces.push(piece),
        }
    }
    if pieces.len() > 1 {
        pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
    }
    Word(pieces)
}
