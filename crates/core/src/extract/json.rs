//! Follows an object to its end, and says as soon as possible that it cannot be a choice.
//!
//! It knows just enough of JSON for that: strings, escapes, nesting, where keys and commas stand. What
//! it lets through is parsed afterwards by somebody who is strict.

use memchr::memchr3;

use super::DEEPEST;
use crate::dialect::user_choice::TYPES;

/// How far the object is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Json {
    expect: Expect,
    /// One bit a level, the innermost lowest: 1 for an object, 0 for a list.
    levels: u32,
    depth: u32,
    /// Where the string began that is being read.
    string: usize,
    /// The value that comes next is that of the outermost object's `type`.
    at_type: bool,
    /// It has had a key with a colon: somebody meant it to be an object.
    has_key: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expect {
    Start,
    FirstKey,
    Key,
    Colon,
    FirstValue,
    Value,
    /// A comma, or the end of the level.
    Next,
    String(Role),
    Escape(Role),
    /// Inside a number or a word.
    Scalar,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Key,
    Value,
}

pub(super) enum Step {
    More,
    /// Just behind its closing brace.
    Ends(usize),
    /// What stands here fits no choice, and why.
    Fails(usize, &'static str),
}

const NOT_JSON: &str = "it is not valid JSON";
const OTHER_TYPE: &str = "its `type` is not `user_choice_group`, `user_choice` or `user_choices`";

impl Json {
    /// To be run from the opening brace on.
    pub(super) fn new() -> Json {
        Json {
            expect: Expect::Start,
            levels: 0,
            depth: 0,
            string: 0,
            at_type: false,
            has_key: false,
        }
    }

    /// `bytes` always begin at the same place; `at` is where the last run ended.
    pub(super) fn run(&mut self, bytes: &[u8], mut at: usize) -> Step {
        while at < bytes.len() {
            match self.expect {
                Expect::String(role) => {
                    let Some(found) = memchr3(b'"', b'\\', b'\n', &bytes[at..]) else {
                        return Step::More;
                    };
                    at += found + 1;
                    match bytes[at - 1] {
                        b'"' if !self.close_string(role, &bytes[self.string..at - 1]) => {
                            return Step::Fails(at, OTHER_TYPE);
                        }
                        b'"' => {}
                        b'\\' => self.expect = Expect::Escape(role),
                        _ => return Step::Fails(at - 1, NOT_JSON),
                    }
                }
                Expect::Escape(role) => {
                    if bytes[at] == b'\n' {
                        return Step::Fails(at, NOT_JSON);
                    }
                    self.expect = Expect::String(role);
                    at += 1;
                }
                Expect::Scalar if is_scalar(bytes[at]) => at += 1,
                Expect::Scalar => self.expect = Expect::Next,
                Expect::Start
                | Expect::FirstKey
                | Expect::Key
                | Expect::Colon
                | Expect::FirstValue
                | Expect::Value
                | Expect::Next => {
                    let byte = bytes[at];
                    at += 1;
                    if matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                        continue;
                    }
                    if !self.take(byte, at) {
                        let why = if self.at_type { OTHER_TYPE } else { NOT_JSON };
                        return Step::Fails(at - 1, why);
                    }
                    if self.depth == 0 {
                        return Step::Ends(at);
                    }
                }
            }
        }
        Step::More
    }

    /// One byte between strings and words; `next` is the place behind it. `false`: it does not fit.
    fn take(&mut self, byte: u8, next: usize) -> bool {
        match (self.expect, byte) {
            (Expect::Start | Expect::FirstValue | Expect::Value, b'{') => {
                return self.open(1, Expect::FirstKey);
            }
            (Expect::FirstValue | Expect::Value, b'[') => {
                return self.open(0, Expect::FirstValue);
            }
            (Expect::FirstKey | Expect::Key, b'"') => self.open_string(Role::Key, next),
            (Expect::FirstValue | Expect::Value, b'"') => self.open_string(Role::Value, next),
            (Expect::FirstValue | Expect::Value, b'-' | b'0'..=b'9' | b't' | b'f' | b'n')
                if !self.at_type =>
            {
                self.expect = Expect::Scalar;
            }
            (Expect::Colon, b':') => {
                self.has_key = true;
                self.expect = Expect::Value;
            }
            (Expect::Next, b',') if self.in_object() => self.expect = Expect::Key,
            (Expect::Next, b',') => self.expect = Expect::Value,
            (Expect::FirstKey | Expect::Next, b'}') if self.in_object() => self.close(),
            (Expect::FirstValue | Expect::Next, b']') if !self.in_object() => self.close(),
            _ => return false,
        }
        true
    }

    fn in_object(&self) -> bool {
        self.levels & 1 == 1
    }

    fn open(&mut self, kind: u32, expect: Expect) -> bool {
        if self.at_type || self.depth == DEEPEST {
            return false;
        }
        self.levels = self.levels << 1 | kind;
        self.depth += 1;
        self.expect = expect;
        true
    }

    fn close(&mut self) {
        self.levels >>= 1;
        self.depth -= 1;
        self.expect = Expect::Next;
    }

    fn open_string(&mut self, role: Role, at: usize) {
        self.string = at;
        self.expect = Expect::String(role);
    }

    /// `false`: the object says of itself that it is something else than a choice.
    fn close_string(&mut self, role: Role, string: &[u8]) -> bool {
        self.expect = match role {
            Role::Key => Expect::Colon,
            Role::Value => Expect::Next,
        };
        let is_choice = !self.at_type || TYPES.iter().any(|name| name.as_bytes() == string);
        self.at_type = self.depth == 1 && role == Role::Key && string == b"type";
        is_choice
    }

    /// What is left to skip once it has failed: nothing, if it was never much of an object.
    pub(super) fn skip(&self) -> Skip {
        let depth = if self.has_key { self.levels.count_ones() } else { 0 };
        Skip { depth, inside: Inside::Plain }
    }

    /// The same where it was not a byte that failed, but the size: a string may be open.
    pub(super) fn skip_from_within(&self) -> Skip {
        let inside = match self.expect {
            Expect::String(_) => Inside::String,
            Expect::Escape(_) => Inside::Escape,
            Expect::Start
            | Expect::FirstKey
            | Expect::Key
            | Expect::Colon
            | Expect::FirstValue
            | Expect::Value
            | Expect::Next
            | Expect::Scalar => Inside::Plain,
        };
        Skip { inside, ..self.skip() }
    }
}

fn is_scalar(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

/// The rest of an object that is no choice: passed over by its braces, so that nothing in it is taken
/// for a choice of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Skip {
    depth: u32,
    inside: Inside,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Inside {
    #[default]
    Plain,
    String,
    Escape,
}

impl Skip {
    pub(super) fn is_over(&self) -> bool {
        self.depth == 0
    }

    /// To the end of the object or of the line, whichever comes first; `None`: neither is in sight.
    pub(super) fn run(&mut self, bytes: &[u8]) -> Option<usize> {
        for (at, byte) in bytes.iter().enumerate() {
            match (self.inside, byte) {
                (_, b'\n') => {
                    self.inside = Inside::Plain;
                    return Some(at);
                }
                (Inside::Plain, b'"') => self.inside = Inside::String,
                (Inside::Plain, b'{') => self.depth = self.depth.saturating_add(1),
                (Inside::Plain, b'}') => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return Some(at + 1);
                    }
                }
                (Inside::String, b'\\') => self.inside = Inside::Escape,
                (Inside::String, b'"') => self.inside = Inside::Plain,
                (Inside::Escape, _) => self.inside = Inside::String,
                (Inside::Plain | Inside::String, _) => {}
            }
        }
        None
    }
}
