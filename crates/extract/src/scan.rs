//! The single pass over the text: lines, fences, objects, and what happens to each.

use memchr::{memchr, memchr3};

use crate::closing::{Place, Within};
use crate::fence::{End, Fence, Head, Lists, Search};
use crate::found::Found;
use crate::json::{Json, Lines, OTHER_TYPE};
use crate::marks::Runs;
use crate::pass::{Failure, Pass};
use crate::skip::Skip;

/// The position in the text, from one chunk to the next.
#[derive(Debug, Default)]
pub(crate) struct Scanner {
    pub(crate) mode: Mode,
    pub(crate) lists: Lists,
    /// Runs of the line so far.
    pub(crate) runs: Runs,
    /// For an object that isn't a choice.
    pub(crate) skip: Skip,
    /// Before this position of the held text, strings end with their line: they have been tried
    /// over several lines, and nothing is read more than twice.
    strict_to: usize,
    pub(crate) dropping: Dropping,
    pub(crate) found: Found,
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Mode {
    /// At the beginning of the text, where a byte order mark may be.
    #[default]
    Start,
    /// At the beginning of a line.
    Head,
    /// Inside a line.
    Line,
    /// Inside a line that shows an example.
    Example,
    /// After a bracket, where the first of a list of choices may begin.
    List,
    /// After marks that come after text and end their line, before an object.
    Offered(Fence),
    /// In an object in plain text.
    Raw(Json, Lead),
    /// After one that may be part of a code span, and begins this far back.
    Within(usize),
    /// After one that is cut out, with this many backticks that may close it.
    Behind(Fence, usize),
    /// In an object that begins on the line that opens its fence.
    Opening(Fence, Search, Json),
    /// In a fence, before its object.
    Before(Fence),
    /// In the object of a fence, which begins this far after the fence.
    Object(Fence, Json, usize),
    /// In a fence that is cut out, after a choice.
    After(Fence, Look, Place),
    /// In a further object of a fence that is cut out.
    Further(Fence, Json),
    /// In a fence that stays, at the beginning of a line.
    Opaque(Fence),
    /// In a fence that stays, inside a line.
    OpaqueLine(Fence, Within),
    /// In an object of a fence that stays, behind this part of its line.
    Later(Fence, Json, Within),
    /// After a choice in a fence that may never be closed, which ends this far behind its beginning;
    /// `None`: at the beginning of a line.
    Doubt(Fence, usize, Option<Within>),
}

/// What to search for after a choice in a fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    Objects,
    /// Only its end.
    Nothing,
}

/// What precedes an object in plain text and is undecided with it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Lead {
    /// The object begins this far after it.
    pub(crate) start: usize,
    /// Marks that are cut out with it, if it is a choice.
    pub(crate) fence: Option<Fence>,
}

/// After a choice in plain text nothing is shown any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Dropping {
    #[default]
    No,
    Yes,
}

pub(crate) enum Flow {
    On,
    /// More text is needed.
    Wait,
}

impl Scanner {
    pub(crate) fn run(&mut self, pass: &mut Pass<'_>) {
        while pass.at < pass.bytes.len() {
            let flow = match self.mode {
                Mode::Start => self.start(pass),
                Mode::Head => self.head(pass),
                Mode::Line => self.line(pass),
                Mode::Example => self.example(pass),
                Mode::List => self.list(pass),
                Mode::Offered(fence) => self.offered(pass, fence),
                Mode::Raw(json, lead) => self.raw(pass, json, lead),
                Mode::Within(behind) => self.within(pass, behind),
                Mode::Behind(fence, run) => self.behind(pass, fence, run),
                Mode::Opening(fence, search, json) => self.opening(pass, fence, search, json),
                Mode::Before(fence) => self.before(pass, fence),
                Mode::Object(fence, json, start) => self.object(pass, fence, json, start),
                Mode::After(fence, look, place) => self.after(pass, fence, look, place),
                Mode::Further(fence, json) => self.further(pass, fence, json),
                Mode::Opaque(fence) => self.opaque(pass, fence),
                Mode::OpaqueLine(fence, within) => self.opaque_line(pass, fence, within),
                Mode::Later(fence, json, within) => self.later(pass, fence, json, within),
                Mode::Doubt(fence, behind, within) => self.doubt(pass, fence, behind, within),
            };
            if matches!(flow, Flow::Wait) {
                return;
            }
        }
        if !self.holds() {
            self.release(pass, pass.at - self.begun_marks(pass));
        }
    }

    /// Nothing follows.
    pub(crate) fn end(&mut self, pass: &mut Pass<'_>) {
        const CUT_OFF: &str = "the text ends in the middle of it";
        pass.end = End::Reached;
        self.run(pass);
        loop {
            if let Mode::OpaqueLine(fence, within) | Mode::Doubt(fence, _, Some(within)) = self.mode
                && within.closes(fence)
            {
                self.leave(pass);
            } else if let Mode::Within(behind) | Mode::Doubt(_, behind, _) = self.mode {
                self.take_after_all(pass, behind);
            } else if let Mode::Opening(fence, search, _) = self.mode {
                self.found.fails(&pass.bytes[pass.from..], CUT_OFF);
                self.open(pass, fence, search);
            } else {
                break;
            }
            self.run(pass);
        }
        if matches!(
            self.mode,
            Mode::Raw(..) | Mode::Object(..) | Mode::Further(..) | Mode::Later(..)
        ) {
            self.found.fails(&pass.bytes[pass.from..], CUT_OFF);
        }
        self.found.were_meant();
        self.release(pass, pass.bytes.len());
    }

    /// Whether the text before the current position is undecided.
    fn holds(&self) -> bool {
        match self.mode {
            Mode::Raw(..) | Mode::Before(_) | Mode::Object(..) | Mode::Further(..) => true,
            Mode::Offered(_) | Mode::Within(_) | Mode::Opening(..) | Mode::List => true,
            Mode::Later(..) | Mode::Doubt(..) => true,
            Mode::Start | Mode::Head | Mode::Line | Mode::Example => false,
            Mode::Opaque(_) | Mode::OpaqueLine(..) => false,
            // Cut out as it comes; there is nothing before.
            Mode::After(..) | Mode::Behind(..) => false,
        }
    }

    /// This much of the text has been removed.
    pub(crate) fn let_go(&mut self, bytes: usize) {
        self.strict_to = self.strict_to.saturating_sub(bytes);
    }

    /// An object that begins here.
    pub(crate) fn follow_from(&self, at: usize) -> Json {
        Json::new(if at < self.strict_to { Lines::One } else { Lines::Several })
    }

    /// Strings over several lines have been tried to there.
    pub(crate) fn is_read_to(&mut self, at: usize) {
        self.strict_to = self.strict_to.max(at);
    }

    /// What began at `start` isn't a choice.
    pub(crate) fn failed(&mut self, pass: &Pass<'_>, start: usize, failure: Failure) {
        self.is_read_to(failure.read_to);
        self.found.fails(&pass.bytes[start..failure.read_to], failure.why);
        if failure.why == OTHER_TYPE {
            // Its `type` says what it is; a choice that it mentions isn't one.
            self.found.is_over();
        }
    }

    pub(crate) fn release(&mut self, pass: &mut Pass<'_>, to: usize) {
        if self.dropping == Dropping::No {
            pass.out.add(pass.text, pass.from..to);
        }
        pass.from = to;
    }

    fn start(&mut self, pass: &mut Pass<'_>) -> Flow {
        const BYTE_ORDER_MARK: &str = "\u{feff}";
        if pass.text.starts_with(BYTE_ORDER_MARK) {
            pass.at = BYTE_ORDER_MARK.len();
        }
        self.mode = Mode::Head;
        Flow::On
    }

    fn head(&mut self, pass: &mut Pass<'_>) -> Flow {
        match self.lists.read(pass.rest(), pass.end) {
            Head::More => {
                self.release(pass, pass.at);
                return Flow::Wait;
            }
            // An object that was meant seriously rarely continues after an empty line.
            Head::Blank => {
                self.skip_is_over();
                self.go_on_in_line(pass);
            }
            Head::Example => self.mode = Mode::Example,
            Head::Plain => self.go_on_in_line(pass),
            Head::Opens { fence, search, block, object } => {
                self.skip_is_over();
                let line = pass.at;
                self.release(pass, line + block);
                match object {
                    Some(object) => {
                        pass.at = line + object;
                        self.mode = Mode::Opening(fence, search, self.follow_from(pass.at));
                    }
                    None => self.open(pass, fence, search),
                }
            }
        }
        Flow::On
    }

    fn skip_is_over(&mut self) {
        self.skip = Skip::default();
        self.found.is_over();
    }

    fn line(&mut self, pass: &mut Pass<'_>) -> Flow {
        let found = if self.skip.is_over() {
            memchr3(b'\n', b'{', b'[', pass.rest())
        } else {
            let found = self.skip.run(pass.rest());
            self.found.goes_on(&pass.rest()[..found.unwrap_or(pass.rest().len())]);
            if self.skip.is_over() {
                self.skip_is_over();
            }
            found
        };
        let Some(found) = found else {
            pass.at = pass.bytes.len();
            self.count(pass);
            return Flow::On;
        };
        pass.at += found;
        match pass.rest().first() {
            Some(b'\n') => {
                self.mode = match self.marks(pass) {
                    Some(fence) => Mode::Offered(fence),
                    None => Mode::Head,
                };
                pass.at += 1;
            }
            Some(b'{') => {
                self.count(pass);
                self.runs.end();
                let fence = if self.runs.is_alone() { self.marks(pass) } else { None };
                if fence.is_none() {
                    self.release(pass, pass.at);
                }
                let json = self.follow_from(pass.at);
                self.mode = Mode::Raw(json, Lead { start: pass.at - pass.from, fence });
            }
            Some(b'[') if self.skip.is_over() => self.bracket(pass),
            // After a skipped object: the chunk may end here.
            Some(_) | None => self.count(pass),
        }
        Flow::On
    }

    /// An example isn't searched.
    fn example(&mut self, pass: &mut Pass<'_>) -> Flow {
        match memchr(b'\n', pass.rest()) {
            Some(newline) => {
                pass.at += newline + 1;
                self.mode = Mode::Head;
            }
            None => pass.at = pass.bytes.len(),
        }
        Flow::On
    }
}
