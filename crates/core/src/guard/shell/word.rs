//! One word: quotes are taken off, what is run inside it is read.

use super::{DEEPEST, End, Reader, read_at};

impl Reader {
    pub(super) fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(letter) = self.peek() {
            match letter {
                ' ' | '\t' | '\r' | '\n' | ';' | '&' | '|' | '(' | ')' | '<' | '>' => break,
                '\\' => {
                    self.at += 1;
                    word.extend(self.next().filter(|escaped| *escaped != '\n'));
                }
                '\'' => {
                    self.at += 1;
                    while let Some(inner) = self.next().filter(|inner| *inner != '\'') {
                        word.push(inner);
                    }
                }
                '"' => {
                    self.at += 1;
                    self.quoted(&mut word, Some('"'));
                }
                '`' => self.backticks(&mut word),
                '$' if self.second() == Some('\'') => self.escaped(&mut word),
                '$' => self.expansion(&mut word),
                plain => {
                    self.at += 1;
                    word.push(plain);
                }
            }
        }
        word
    }

    /// As between double quotes: substitutions count, separators do not.
    pub(super) fn quoted(&mut self, word: &mut String, end: Option<char>) {
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
                        Some(plain) => word.extend(['\\', plain]),
                    }
                }
                '`' => self.backticks(word),
                '$' => self.expansion(word),
                plain => {
                    self.at += 1;
                    word.push(plain);
                }
            }
        }
    }

    /// `$'…'`, with the escapes that people use.
    fn escaped(&mut self, word: &mut String) {
        self.at += 2;
        while let Some(letter) = self.next().filter(|letter| *letter != '\'') {
            match letter {
                '\\' => word.extend(self.next().map(|escape| match escape {
                    'n' => '\n',
                    't' => '\t',
                    same => same,
                })),
                plain => word.push(plain),
            }
        }
    }

    /// `$name`, `${…}`, `$(…)`: left as text, but what is run inside is read.
    fn expansion(&mut self, word: &mut String) {
        self.at += 1;
        word.push('$');
        if self.depth >= DEEPEST {
            return;
        }
        match self.peek() {
            Some('(') => {
                self.at += 1;
                self.substitution();
                word.push_str("()");
            }
            Some('{') => {
                self.depth += 1;
                self.quoted(word, Some('}'));
                self.depth -= 1;
                word.push('}');
            }
            Some(_) | None => {}
        }
    }

    pub(super) fn substitution(&mut self) {
        self.depth += 1;
        self.script(End::Parenthesis);
        self.depth -= 1;
    }

    fn backticks(&mut self, word: &mut String) {
        self.at += 1;
        let mut inner = String::new();
        while let Some(letter) = self.next().filter(|letter| *letter != '`') {
            match letter {
                // Only a backtick needs its escape here; the rest is escaped once more inside.
                '\\' if self.skip('`') => inner.push('`'),
                '\\' => inner.extend(std::iter::once('\\').chain(self.next())),
                plain => inner.push(plain),
            }
        }
        word.push_str("$()");
        if self.depth < DEEPEST {
            self.found.extend(read_at(&inner, self.depth + 1));
        }
    }
}
