//! Where fenced code begins and ends, by the rules of CommonMark.
//!
//! More lenient in one respect: inside a list, the lines of a fence need not be indented as far as
//! the list requires, because models often don't.

use memchr::memchr;

use crate::OPENING;
use crate::opening::object_in;

/// An open fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fence {
    pub(crate) mark: u8,
    pub(crate) length: usize,
    /// Its column; the closing fence may be up to three columns further right.
    pub(crate) column: usize,
    pub(crate) stands: Stands,
    pub(crate) holds: Holds,
    pub(crate) later: Later,
}

/// What a choice means that is not the first thing in the fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Later {
    /// It is asked: the language is JSON, and only prose precedes it.
    Counts,
    /// It is an example, unless the fence turns out never to have been closed.
    Doubtful,
    /// It is part of an object that failed.
    Nothing,
}

/// What its language may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Its own fences: a block in it is part of the example.
    Markdown,
    Other,
}

/// Where its opening marks are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stands {
    /// Alone on their line, as they should be.
    OnItsOwn,
    /// After other text, whose line must end where they are cut out.
    BehindText,
}

impl Fence {
    /// This many backticks, which by the rules open nothing, because they come after text.
    pub(crate) fn behind_text(length: usize, lists: &Lists) -> Fence {
        let (column, stands) = (lists.column(), Stands::BehindText);
        Fence { mark: b'`', length, column, stands, holds: Holds::Other, later: Later::Nothing }
    }

    /// How much of the end of its closing line stays in the text.
    pub(crate) fn kept_of_newline(&self) -> usize {
        match self.stands {
            Stands::OnItsOwn => 0,
            Stands::BehindText => 1,
        }
    }
}

/// What the beginning of a line, outside of fences, turns out to be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Head {
    /// More of it is needed.
    More,
    Blank,
    /// It is quoted or indented like code: its content is an example.
    Example,
    /// It opens nothing.
    Plain,
    /// The fence's block begins at `block`, possibly with an `object` after it in the line, both
    /// relative to the line's start.
    Opens {
        fence: Fence,
        search: Search,
        block: usize,
        object: Option<usize>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Search {
    /// It may contain a choice.
    Json,
    /// Code in another language.
    Other,
}

impl Search {
    /// By the name of the language.
    pub(crate) fn of(language: &[u8]) -> Search {
        let searched: [&[u8]; 4] = [b"", b"json", b"jsonc", b"json5"];
        match searched.iter().any(|name| language.eq_ignore_ascii_case(name)) {
            true => Search::Json,
            false => Search::Other,
        }
    }
}

/// Whether more text may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Open,
    Reached,
}

/// The columns where the items of the enclosing lists begin; deeper ones are not distinguished.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Lists {
    columns: [usize; 8],
    depth: usize,
    /// The previous line was text, which an indented line continues.
    in_text: bool,
}

impl Lists {
    /// Reads the beginning of a line. Unless more is needed, the lists are then those of this line.
    pub(crate) fn read(&mut self, line: &[u8], end: End) -> Head {
        let mut lists = *self;
        let mut reader = Reader { line, at: 0, column: 0 };
        let head = lists.read_line(&mut reader, end);
        if head != Head::More {
            lists.in_text = match &head {
                Head::Plain => true,
                Head::Example => lists.in_text,
                Head::Blank | Head::Opens { .. } | Head::More => false,
            };
            *self = lists;
        }
        head
    }

    fn read_line(&mut self, reader: &mut Reader<'_>, end: End) -> Head {
        let too_short = match end {
            End::Open if reader.line.len() < OPENING => Head::More,
            End::Open | End::Reached => Head::Plain,
        };
        let mut block = 0;
        for item in 0.. {
            reader.spaces();
            if reader.at >= OPENING {
                return Head::Plain;
            }
            match reader.peek() {
                None => return too_short,
                Some(b'\n' | b'\r') if item == 0 => return Head::Blank,
                Some(_) => {}
            }
            if item == 0 {
                self.leave(reader.column);
            }
            let indented = reader.column.saturating_sub(self.column()) > 3;
            match reader.peek() {
                Some(_) if indented && !(item == 0 && self.in_text) => return Head::Example,
                Some(b'>') if !indented => return Head::Example,
                Some(mark @ (b'`' | b'~')) if !indented => {
                    return open(reader, mark, block, end).unwrap_or(too_short);
                }
                Some(b'-' | b'*' | b'+' | b'0'..=b'9')
                    if !indented && item < self.columns.len() =>
                {
                    match reader.marker() {
                        Marker::More => return too_short,
                        Marker::None => return Head::Plain,
                        Marker::Ends => self.enter(reader.item_column()),
                    }
                }
                Some(_) | None => return Head::Plain,
            }
            let mut ahead = Reader { ..*reader };
            ahead.spaces();
            block = ahead.at;
        }
        Head::Plain
    }

    fn column(&self) -> usize {
        if self.depth == 0 { 0 } else { self.columns[self.depth - 1] }
    }

    fn leave(&mut self, column: usize) {
        while self.depth > 0 && self.column() > column {
            self.depth -= 1;
        }
    }

    fn enter(&mut self, column: usize) {
        if self.depth < self.columns.len() {
            self.columns[self.depth] = column;
            self.depth += 1;
        }
    }
}

/// `None`: the line hasn't ended yet.
fn open(reader: &Reader<'_>, mark: u8, block: usize, end: End) -> Option<Head> {
    let Reader { line, at, column } = *reader;
    let length = line[at..].iter().take_while(|byte| **byte == mark).count();
    let behind = at + length;
    let (info, inside) = match (memchr(b'\n', &line[behind..]), end) {
        (Some(found), _) => (&line[behind..behind + found], behind + found + 1),
        (None, End::Reached) => (&line[behind..], line.len()),
        (None, End::Open) => return None,
    };
    let is_code_span = mark == b'`' && memchr(b'`', info).is_some();
    if length < 3 || is_code_span || inside > OPENING {
        return Some(Head::Plain);
    }
    let language = language(info);
    let markdown: [&[u8]; 3] = [b"md", b"mdx", b"markdown"];
    let holds = match markdown.iter().any(|name| language.eq_ignore_ascii_case(name)) {
        true => Holds::Markdown,
        false => Holds::Other,
    };
    let search = Search::of(language);
    let later = match (search, language) {
        (Search::Json, [_, ..]) => Later::Counts,
        (Search::Json | Search::Other, _) => Later::Doubtful,
    };
    Some(Head::Opens {
        fence: Fence { mark, length, column, stands: Stands::OnItsOwn, holds, later },
        search,
        block,
        object: object_in(info).map(|object| behind + object),
    })
}

/// The first word after the marks.
pub(crate) fn language(info: &[u8]) -> &[u8] {
    info.trim_ascii().split(u8::is_ascii_whitespace).next().unwrap_or_default()
}

pub(crate) struct Reader<'l> {
    pub(crate) line: &'l [u8],
    pub(crate) at: usize,
    pub(crate) column: usize,
}

enum Marker {
    More,
    None,
    Ends,
}

impl Reader<'_> {
    pub(crate) fn peek(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    pub(crate) fn spaces(&mut self) {
        while let Some(byte @ (b' ' | b'\t')) = self.peek() {
            self.column = wider(self.column, byte);
            self.at += 1;
        }
    }

    /// A list item's marker: a dash or similar, or up to nine digits and a dot or a parenthesis.
    fn marker(&mut self) -> Marker {
        let rest = &self.line[self.at..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let width = if digits == 0 { 1 } else { digits + 1 };
        if digits > 9 {
            return Marker::None;
        }
        match (digits, rest.get(digits)) {
            (0, _) | (_, Some(b'.' | b')')) => {}
            (_, Some(_)) => return Marker::None,
            (_, None) => return Marker::More,
        }
        match rest.get(width) {
            None => Marker::More,
            Some(b' ' | b'\t' | b'\r' | b'\n') => {
                self.at += width;
                self.column += width;
                Marker::Ends
            }
            Some(_) => Marker::None,
        }
    }

    /// Where the item's content begins: after one to four spaces, otherwise after one.
    fn item_column(&self) -> usize {
        let mut ahead = Reader { ..*self };
        ahead.spaces();
        let text_follows = !matches!(ahead.peek(), None | Some(b'\n' | b'\r'));
        let spaces = ahead.column - self.column;
        if text_follows && spaces <= 4 { ahead.column } else { self.column + 1 }
    }
}

fn wider(column: usize, byte: u8) -> usize {
    const TAB: usize = 4;
    if byte == b'\t' { (column / TAB + 1) * TAB } else { column + 1 }
}
