//! Syntax highlighting: comments, strings, numbers and keywords of a few language families. Enough
//! to help reading; it parses no language.

use super::tree::{Element, Node};

/// What languages of one family have in common.
struct Family {
    /// Separated by spaces, like the keywords.
    names: &'static str,
    /// Start of a comment that ends with the line.
    line: &'static [&'static str],
    /// Start and end of a block comment.
    block: Option<(&'static str, &'static str)>,
    quotes: &'static [char],
    keywords: &'static str,
    case: Case,
}

#[derive(PartialEq, Eq)]
enum Case {
    Matters,
    Ignored,
}

const FAMILIES: [Family; 5] = [
    Family {
        names: "rust rs js javascript jsx ts typescript tsx go java c cpp c++ h cs csharp kotlin \
            kt swift scala dart php css scss proto zig",
        line: &["//"],
        block: Some(("/*", "*/")),
        quotes: &['"', '\'', '`'],
        keywords: "abstract as async await bool boolean break byte case catch char class const \
            continue crate default defer do double dyn else enum export extends extern false final \
            finally float fn for from func function go if impl implements import in int interface \
            let long loop match mod module move mut namespace new nil null of override package \
            private protected pub public return self static string struct super switch this throw \
            trait true try type typeof undefined unsafe use val var void where while yield",
        case: Case::Matters,
    },
    Family {
        names: "python py ruby rb perl r elixir ex nix make makefile cmake",
        line: &["#"],
        block: Some(("\"\"\"", "\"\"\"")),
        quotes: &['"', '\''],
        keywords: "and as assert async await begin break case class continue def defmodule del do \
            elif else elsif end ensure except False finally for from global if import in is lambda \
            let module next nil None nonlocal not or pass raise require rescue return self then \
            True try unless until when while with yield",
        case: Case::Matters,
    },
    Family {
        names: "sh bash zsh shell console fish dockerfile docker",
        line: &["#"],
        block: None,
        quotes: &['"', '\''],
        keywords: "case cd do done echo elif else esac exit export fi for function if in local \
            return set source sudo then unset until while ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE \
            FROM LABEL RUN USER VOLUME WORKDIR",
        case: Case::Matters,
    },
    Family {
        names: "yaml yml toml ini conf properties json jsonc json5 hcl",
        line: &["#", "//"],
        block: None,
        quotes: &['"', '\''],
        keywords: "true false null yes no on off",
        case: Case::Matters,
    },
    Family {
        names: "sql postgres postgresql mysql sqlite plsql",
        line: &["--"],
        block: Some(("/*", "*/")),
        quotes: &['\'', '"'],
        keywords: "add all alter and as asc begin between by cascade case check column commit \
            constraint create cross default delete desc distinct drop else end exists foreign from \
            full group having if in index inner insert into is join key left like limit not null \
            offset on or order outer primary references returning right rollback select set table \
            then transaction truncate union unique update using values view when where with",
        case: Case::Ignored,
    },
];

pub(super) fn highlight(language: &str, text: &str) -> Vec<Node> {
    if language == "diff" || language == "patch" {
        return diff(text);
    }
    let speaks = |family: &&Family| family.names.split(' ').any(|name| name == language);
    match FAMILIES.iter().find(speaks) {
        Some(family) => {
            let lifetimes = matches!(language, "rust" | "rs");
            Painter { family, lifetimes, rest: text, out: Vec::new() }.paint()
        }
        None => vec![Node::Text(text.to_owned())],
    }
}

fn diff(text: &str) -> Vec<Node> {
    let lines = text.split_inclusive('\n').map(|line| match line.as_bytes().first() {
        Some(b'+') => span("added", line),
        Some(b'-') => span("removed", line),
        Some(b'@') => span("comment", line),
        _ => Node::Text(line.to_owned()),
    });
    lines.collect()
}

fn span(class: &str, text: &str) -> Node {
    Node::Element(Element::new("span").with("class", class).with_text(text))
}

struct Painter<'t> {
    family: &'static Family,
    /// A quote before a name without a closing quote is a lifetime.
    lifetimes: bool,
    rest: &'t str,
    out: Vec<Node>,
}

impl<'t> Painter<'t> {
    fn paint(mut self) -> Vec<Node> {
        while let Some(first) = self.rest.chars().next() {
            if let Some(end) = self.comment() {
                self.take(end, Some("comment"));
            } else if self.is_lifetime() {
                self.take(1, None);
            } else if self.family.quotes.contains(&first) {
                let end = self.string(first);
                self.take(end, Some("string"));
            } else if first.is_ascii_digit() {
                let end = self.until(|c| !c.is_ascii_alphanumeric() && c != '.' && c != '_');
                self.take(end, Some("number"));
            } else if first.is_alphabetic() || first == '_' {
                let end = self.until(|c| !c.is_alphanumeric() && c != '_');
                let class = self.is_keyword(&self.rest[..end]).then_some("keyword");
                self.take(end, class);
            } else {
                self.take(first.len_utf8(), None);
            }
        }
        self.out
    }

    fn comment(&self) -> Option<usize> {
        if let Some((begin, end)) = self.family.block
            && let Some(inside) = self.rest.strip_prefix(begin)
        {
            let length = inside.find(end).map_or(inside.len(), |at| at + end.len());
            return Some(begin.len() + length);
        }
        let begins = |mark: &&&str| self.rest.starts_with(**mark);
        self.family.line.iter().find(begins).map(|_| self.until(|c| c == '\n'))
    }

    fn is_lifetime(&self) -> bool {
        let Some(name) = self.rest.strip_prefix('\'').filter(|_| self.lifetimes) else {
            return false;
        };
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        end > 0 && !name[end..].starts_with('\'')
    }

    /// Up to the closing quote, or to the end of the line if there is none.
    fn string(&self, quote: char) -> usize {
        let mut escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                '\n' if quote != '`' => return at,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                _ if c == quote => return at + c.len_utf8(),
                _ => {}
            }
        }
        self.rest.len()
    }

    fn until(&self, stop: impl Fn(char) -> bool) -> usize {
        self.rest.find(stop).unwrap_or(self.rest.len())
    }

    fn is_keyword(&self, word: &str) -> bool {
        self.family.keywords.split_whitespace().any(|keyword| match self.family.case {
            Case::Matters => keyword == word,
            Case::Ignored => keyword.eq_ignore_ascii_case(word),
        })
    }

    fn take(&mut self, length: usize, class: Option<&str>) {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        match (class, self.out.last_mut()) {
            (Some(class), _) => self.out.push(span(class, taken)),
            (None, Some(Node::Text(last))) => last.push_str(taken),
            (None, _) => self.out.push(Node::Text(taken.to_owned())),
        }
    }
}
