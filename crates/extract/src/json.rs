//! Follows an object to its end, and reports as soon as possible that it can't be a choice.
//!
//! It knows just enough of JSON for that: strings, escapes, nesting, positions of keys and commas.
//! It also accepts what models write instead if the meaning is certain: comments, trailing commas,
//! other quotes, keys without quotes, strings over several lines. What it accepts is repaired
//! (`repair.rs`) and then parsed strictly.

use crate::DEEPEST;
use crate::quote::{Quote, is_letter};
use crate::skip::{Inside, Skip};
use sayso_core::dialect::user_choice::kind_of;

/// The progress within the object.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Json {
    expect: Expect,
    /// One bit per level, the innermost lowest: 1 for an object, 0 for a list.
    levels: u32,
    depth: u32,
    /// Where the current string began.
    string: usize,
    /// The next value is that of the outermost object's `type`.
    at_type: bool,
    /// It has had a key with a colon, so it was meant to be an object.
    has_key: bool,
    /// And the key was in quotes, or its value was followed by another: prose has `{ word:`, too.
    is_data: bool,
    /// The current key has no quotes.
    is_bare: bool,
    lines: Lines,
    /// Where a string first continued on another line, and what there was to skip then.
    broken: Option<(usize, Skip)>,
}

/// Whether a string may continue on another line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    Several,
    One,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expect {
    Between(Token),
    Comment(Comment, Token),
    String(Role, Quote),
    Escape(Role, Quote),
    /// After a quote that may be an apostrophe.
    Apostrophe(Role, Quote),
    /// At the beginning of another line of a string, after this many marks of a fence.
    NewLine(Role, Quote, u8),
    /// Inside a key without quotes.
    BareKey,
    /// Inside a number or a word.
    Scalar,
}

/// What is expected next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Start,
    FirstKey,
    Key,
    Colon,
    FirstValue,
    Value,
    /// A comma, or the end of the level.
    Next,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comment {
    Slash,
    Line,
    Block,
    /// After a star in a block comment.
    Star,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Key,
    Value,
}

pub(crate) enum Step {
    More,
    /// Just after its closing brace.
    Ends(usize),
    /// This position doesn't fit a choice, for this reason.
    Fails(usize, &'static str),
}

const NOT_JSON: &str = "it is not valid JSON";
const TOO_DEEP: &str = "it is nested too deep";
pub(crate) const OTHER_TYPE: &str =
    "its `type` is not `user_choice_group`, `user_choice` or `user_choices`";

impl Json {
    /// To be run from the opening brace on.
    pub(crate) fn new(lines: Lines) -> Json {
        Json {
            expect: Expect::Between(Token::Start),
            levels: 0,
            depth: 0,
            string: 0,
            at_type: false,
            has_key: false,
            is_data: false,
            is_bare: false,
            lines,
            broken: None,
        }
    }

    /// `bytes` always begin at the same position; `at` is where the last run ended.
    pub(crate) fn run(&mut self, bytes: &[u8], mut at: usize) -> Step {
        while at < bytes.len() {
            match self.expect {
                Expect::Between(token) => {
                    let byte = bytes[at];
                    if matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                        at += 1;
                        continue;
                    }
                    let Some(width) = self.take(token, &bytes[at..], at) else {
                        let why = match byte {
                            _ if self.at_type => OTHER_TYPE,
                            b'{' | b'[' if self.depth == DEEPEST => TOO_DEEP,
                            _ => NOT_JSON,
                        };
                        return Step::Fails(at, why);
                    };
                    at += width;
                    if self.depth == 0 {
                        return Step::Ends(at);
                    }
                }
                Expect::String(role, quote) => {
                    let Some(found) = quote.find(&bytes[at..]) else {
                        return Step::More;
                    };
                    at += found;
                    match bytes[at] {
                        b'\\' => self.expect = Expect::Escape(role, quote),
                        b'\n' if self.may_break(role) => {
                            self.broken.get_or_insert((at, self.skip()));
                            self.expect = Expect::NewLine(role, quote, 0);
                        }
                        b'\n' => return Step::Fails(at, NOT_JSON),
                        _ if Quote::of(&bytes[at..]) != Some(quote) => {}
                        _ if quote.is_apostrophe_behind(bytes[self.string..at].last()) => {
                            self.expect = Expect::Apostrophe(role, quote);
                            at += quote.width() - 1;
                        }
                        _ if !self.close_string(role, &bytes[self.string..at]) => {
                            return Step::Fails(at + quote.width(), OTHER_TYPE);
                        }
                        _ => at += quote.width() - 1,
                    }
                    at += 1;
                }
                Expect::Apostrophe(role, quote) if is_letter(bytes[at]) => {
                    self.expect = Expect::String(role, quote);
                }
                Expect::Apostrophe(role, quote) => {
                    let string = &bytes[self.string..at - quote.width()];
                    if !self.close_string(role, string) {
                        return Step::Fails(at, OTHER_TYPE);
                    }
                }
                Expect::Escape(..) if bytes[at] == b'\n' => return Step::Fails(at, NOT_JSON),
                Expect::Escape(role, quote) => {
                    self.expect = Expect::String(role, quote);
                    at += 1;
                }
                Expect::NewLine(role, quote, marks) => match bytes[at] {
                    b' ' | b'\t' if marks == 0 => at += 1,
                    // A fence: the string was never closed.
                    b'`' | b'~' if marks == 2 => return Step::Fails(at - 2, NOT_JSON),
                    b'`' | b'~' => {
                        self.expect = Expect::NewLine(role, quote, marks + 1);
                        at += 1;
                    }
                    _ => self.expect = Expect::String(role, quote),
                },
                Expect::BareKey if bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_' => {
                    at += 1;
                }
                Expect::BareKey => {
                    self.close_string(Role::Key, &bytes[self.string..at]);
                }
                Expect::Scalar if is_scalar(bytes[at]) => at += 1,
                Expect::Scalar => self.expect = Expect::Between(Token::Next),
                Expect::Comment(comment, token) => {
                    self.expect = match (comment, bytes[at]) {
                        (Comment::Slash, b'/') => Expect::Comment(Comment::Line, token),
                        (Comment::Slash, b'*') => Expect::Comment(Comment::Block, token),
                        (Comment::Slash, _) => return Step::Fails(at, NOT_JSON),
                        (Comment::Line, b'\n') | (Comment::Star, b'/') => Expect::Between(token),
                        (Comment::Line, _) => Expect::Comment(Comment::Line, token),
                        (Comment::Block | Comment::Star, b'*') => {
                            Expect::Comment(Comment::Star, token)
                        }
                        (Comment::Block | Comment::Star, _) => {
                            Expect::Comment(Comment::Block, token)
                        }
                    };
                    at += 1;
                }
            }
        }
        Step::More
    }

    /// The length of what is between strings and words at this position. `None`: it doesn't fit.
    fn take(&mut self, token: Token, text: &[u8], at: usize) -> Option<usize> {
        let quote = Quote::of(text);
        let first = text.first().copied().unwrap_or_default();
        match (token, first) {
            (Token::Start | Token::FirstValue | Token::Value, b'{') => {
                self.open(1, Token::FirstKey)?;
            }
            (Token::FirstValue | Token::Value, b'[') => self.open(0, Token::FirstValue)?,
            (Token::FirstKey | Token::Key, _) if let Some(quote) = quote => {
                return Some(self.open_string(Role::Key, quote, at));
            }
            (Token::FirstValue | Token::Value, _) if let Some(quote) = quote => {
                return Some(self.open_string(Role::Value, quote, at));
            }
            (Token::FirstKey | Token::Key, _) if begins_a_key(first) => {
                self.string = at;
                self.is_bare = true;
                self.expect = Expect::BareKey;
            }
            (Token::FirstValue | Token::Value, _) if begins_a_scalar(first) && !self.at_type => {
                self.expect = Expect::Scalar;
            }
            (Token::Colon, b':') => {
                self.has_key = true;
                self.is_data |= !self.is_bare;
                self.expect = Expect::Between(Token::Value);
            }
            (Token::Next, b',') if self.in_object() => {
                self.is_data = true;
                self.expect = Expect::Between(Token::Key);
            }
            (Token::Next, b',') => self.expect = Expect::Between(Token::Value),
            (Token::FirstKey | Token::Key | Token::Next, b'}') if self.in_object() => self.close(),
            (Token::FirstValue | Token::Value | Token::Next, b']') if !self.in_object() => {
                self.close();
            }
            (Token::Start, _) => return None,
            (_, b'/') => self.expect = Expect::Comment(Comment::Slash, token),
            (_, b'#') => self.expect = Expect::Comment(Comment::Line, token),
            _ => return None,
        }
        Some(1)
    }

    fn in_object(&self) -> bool {
        self.levels & 1 == 1
    }

    fn open(&mut self, kind: u32, next: Token) -> Option<()> {
        if self.at_type || self.depth == DEEPEST {
            return None;
        }
        self.levels = self.levels << 1 | kind;
        self.depth += 1;
        self.expect = Expect::Between(next);
        Some(())
    }

    fn close(&mut self) {
        self.levels >>= 1;
        self.depth -= 1;
        self.expect = Expect::Between(Token::Next);
    }

    fn open_string(&mut self, role: Role, quote: Quote, at: usize) -> usize {
        self.string = at + quote.width();
        self.is_bare &= role == Role::Value;
        self.expect = Expect::String(role, quote);
        quote.width()
    }

    /// Only values continue on another line, and only in what has been an object so far.
    fn may_break(&self, role: Role) -> bool {
        self.lines == Lines::Several && role == Role::Value && self.has_key && !self.at_type
    }

    /// `false`: the object's `type` says that it isn't a choice.
    fn close_string(&mut self, role: Role, string: &[u8]) -> bool {
        self.expect = Expect::Between(match role {
            Role::Key => Token::Colon,
            Role::Value => Token::Next,
        });
        let is_kind =
            |string| std::str::from_utf8(string).is_ok_and(|text| kind_of(text).is_some());
        let is_choice = !self.at_type || is_kind(string);
        self.at_type = self.depth == 1 && role == Role::Key && string == b"type";
        is_choice
    }

    /// After a failure, if a string had continued on another line: where that was, and what there
    /// was to skip. The string may simply not have been closed, so what follows is read again.
    pub(crate) fn broken(&self) -> Option<(usize, Skip)> {
        self.broken
    }

    /// What is left to skip after a failure: nothing, if it was never much of an object.
    pub(crate) fn skip(&self) -> Skip {
        let depth = if self.is_data { self.levels.count_ones() } else { 0 };
        Skip::new(depth, Inside::Plain)
    }

    /// The same if it failed by its size rather than by a byte: a string may be open.
    pub(crate) fn skip_from_within(&self) -> Skip {
        let inside = match self.expect {
            Expect::String(..) | Expect::Apostrophe(..) | Expect::NewLine(..) => Inside::String,
            Expect::Escape(..) => Inside::Escape,
            Expect::Between(_) | Expect::Comment(..) | Expect::BareKey | Expect::Scalar => {
                Inside::Plain
            }
        };
        let depth = if self.is_data { self.levels.count_ones() } else { 0 };
        Skip::new(depth, inside)
    }
}

/// For a key without quotes. Only the letters that the keys of a choice begin with, so that other
/// braces in a text are not held back.
fn begins_a_key(byte: u8) -> bool {
    matches!(byte, b't' | b'q' | b'o' | b'c' | b'd' | b'i' | b'l' | b'r')
}

fn begins_a_scalar(byte: u8) -> bool {
    matches!(byte, b'-' | b'0'..=b'9' | b't' | b'f' | b'n' | b'T' | b'F' | b'N')
}

fn is_scalar(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}
