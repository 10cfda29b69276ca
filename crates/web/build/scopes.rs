//! What the words of a script are: names in a scope, or something else; and which names it declares.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::tokens::{Kind, Token};

pub const KEYWORDS: [&str; 43] = [
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "constructor",
    "continue",
    "default",
    "delete",
    "do",
    "else",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "from",
    "function",
    "get",
    "if",
    "import",
    "in",
    "instanceof",
    "let",
    "new",
    "null",
    "of",
    "return",
    "set",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "var",
    "void",
    "while",
];

/// What a bracket encloses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    /// Statements.
    Block,
    Class,
    /// Properties: of an object, or of a pattern that takes one apart.
    Object,
    /// Parentheses, an array, or code in a template.
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A name in a scope.
    Name,
    /// A name in a scope and a property, as in `{ id }`.
    Both,
    /// A property, a keyword, or no word.
    Other,
}

pub struct Script<'s> {
    pub tokens: Vec<Token<'s>>,
    pub roles: Vec<Role>,
    /// By the place of a bracket, that of the one that closes it.
    closing: BTreeMap<usize, usize>,
}

impl<'s> Script<'s> {
    pub fn read(tokens: Vec<Token<'s>>) -> Self {
        let mut script = Self { tokens, roles: Vec::new(), closing: BTreeMap::new() };
        let mut open = Vec::new();
        for at in 0..script.tokens.len() {
            let Token { kind, text, .. } = script.tokens[at];
            let inside = open.last().map_or(Inside::Block, |(_, inside)| *inside);
            let role = if kind == Kind::Word { script.role(at, inside) } else { Role::Other };
            script.roles.push(role);
            match (kind, text) {
                (Kind::Sign, "(" | "[" | "${") => open.push((at, Inside::Other)),
                (Kind::Sign, "{") => open.push((at, script.brace(at))),
                (Kind::Sign, ")" | "]" | "}") => {
                    let (from, _) = open.pop().expect("brackets match");
                    script.closing.insert(from, at);
                }
                _ => {}
            }
        }
        script
    }

    /// Where each statement at the top is.
    pub fn statements(&self) -> Vec<Range<usize>> {
        let (mut all, mut from, mut at) = (Vec::new(), 0, 0);
        while at < self.tokens.len() {
            // Brackets are skipped as a whole.
            at = self.closing.get(&at).copied().unwrap_or(at);
            let ends = match self.text(at) {
                ";" => true,
                "}" => self.tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Word),
                _ => false,
            };
            at += 1;
            if ends {
                all.push(from..at);
                from = at;
            }
        }
        all.push(from..at);
        all
    }

    pub fn names(&self, part: Range<usize>) -> impl Iterator<Item = &'s str> {
        part.filter(|at| self.roles[*at] != Role::Other).map(|at| self.tokens[at].text)
    }

    /// Names that are declared anywhere in a part.
    pub fn declared(&self, part: Range<usize>) -> BTreeSet<&'s str> {
        let mut names = BTreeSet::new();
        for at in part.clone() {
            self.declare(at, part.end, &mut names);
        }
        names
    }

    /// Names that a statement at the top declares for all others.
    pub fn declared_at_top(&self, part: Range<usize>) -> BTreeSet<&'s str> {
        let mut names = BTreeSet::new();
        let at = if self.text(part.start) == "async" { part.start + 1 } else { part.start };
        if matches!(self.text(at), "const" | "let" | "function" | "class") {
            self.declare(at, part.end, &mut names);
        }
        names
    }

    fn text(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or(";", |token| token.text)
    }

    /// The text of the token `back` places before this one.
    fn before(&self, at: usize, back: usize) -> &'s str {
        at.checked_sub(back).map_or(";", |at| self.text(at))
    }

    fn is_arrow(&self, at: usize) -> bool {
        self.text(at) == "=" && self.text(at + 1) == ">"
    }

    fn brace(&self, at: usize) -> Inside {
        match self.before(at, 1) {
            ")" | ";" | "{" | "}" | "else" | "try" | "finally" | "do" | "catch" => Inside::Block,
            ">" if self.before(at, 2) == "=" => Inside::Block,
            _ if self.before(at, 2) == "class" || self.before(at, 2) == "extends" => Inside::Class,
            _ => Inside::Object,
        }
    }

    fn role(&self, at: usize, inside: Inside) -> Role {
        let (word, before, after) = (self.text(at), self.before(at, 1), self.text(at + 1));
        let is_spread = self.before(at, 2) == "." && self.before(at, 3) == ".";
        let is_number = word.starts_with(|first: char| first.is_ascii_digit());
        if is_number || KEYWORDS.contains(&word) || before == "." && !is_spread {
            return Role::Other;
        }
        let is_first = matches!(before, "{" | "," | "async" | "get" | "set");
        match inside {
            Inside::Class => Role::Other,
            Inside::Object if is_first && matches!(after, ":" | "(") => Role::Other,
            Inside::Object if is_first && matches!(after, "," | "}" | "=") => Role::Both,
            Inside::Block | Inside::Object | Inside::Other => Role::Name,
        }
    }

    /// What is declared by the token at this place.
    fn declare(&self, at: usize, end: usize, names: &mut BTreeSet<&'s str>) {
        match (self.tokens[at].kind, self.text(at)) {
            (Kind::Word, "const" | "let") => self.bind(at + 1..end, names),
            (Kind::Word, "function" | "class") => self.bind(at + 1..at + 2, names),
            (Kind::Word, _) if self.is_arrow(at + 1) => self.bind(at..at + 1, names),
            (Kind::Sign, "(") => {
                let close = self.closing[&at];
                let is_body = self.text(close + 1) == "{"
                    && !matches!(self.before(at, 1), "if" | "for" | "while" | "switch");
                if is_body || self.is_arrow(close + 1) {
                    self.bind(at + 1..close, names);
                }
            }
            _ => {}
        }
    }

    /// The names of patterns, up to the end of the statement; without their default values.
    fn bind(&self, part: Range<usize>, names: &mut BTreeSet<&'s str>) {
        let (mut depth, mut value) = (0_usize, None);
        for at in part {
            match (self.tokens[at].kind, self.text(at)) {
                (Kind::Sign, "(" | "[" | "{" | "${") => depth += 1,
                (Kind::Sign, ")" | "]" | "}") if depth == 0 => return,
                (Kind::Sign, ")" | "]" | "}") => {
                    depth -= 1;
                    value = value.filter(|begun| *begun <= depth);
                }
                (Kind::Sign, ";") | (Kind::Word, "of" | "in") if depth == 0 => return,
                (Kind::Sign, ",") if value == Some(depth) => value = None,
                (Kind::Sign, "=") if value.is_none() => value = Some(depth),
                (Kind::Word, name) if value.is_none() && self.roles[at] != Role::Other => {
                    names.insert(name);
                }
                _ => {}
            }
        }
    }
}
