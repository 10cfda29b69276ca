//! The one pass over the text: lines, fences, objects, and what becomes of each.

use memchr::{memchr2, memrchr};

use super::LARGEST;
use super::fence::{Closer, End, Fence, Head, Lists, Search};
use super::found::Found;
use super::json::{Json, Skip};
use super::marks::Runs;
use super::pass::{Followed, Pass};

/// Where in the text it is, from one piece to the next.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    pub(super) mode: Mode,
    pub(super) lists: Lists,
    /// Of the line so far.
    pub(super) runs: Runs,
    /// Of an object that is no choice.
    pub(super) skip: Skip,
    pub(super) dropping: Dropping,
    pub(super) found: Found,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Mode {
    /// At the beginning of the text, where a byte order mark may stand.
    #[default]
    Start,
    /// At the beginning of a line.
    Head,
    /// Inside a line.
    Line,
    /// Behind marks that stand behind text and end their line, before an object.
    Offered(Fence),
    /// In an object in plain text.
    Raw(Json, Lead),
    /// Behind one that may be part of a span of code, and begins so far before.
    Within(usize),
    /// Behind one that is cut out, where so many backticks were seen that may close it.
    Behind(Fence, usize),
    /// In an object that begins on the line that opens its fence.
    Opening(Fence, Search, Json),
    /// In a fence, before its object.
    Before(Fence),
    /// In the object of a fence, which begins so far behind the fence.
    Object(Fence, Json, usize),
    /// In a fence that is cut out, behind a choice.
    After(Fence, Closer),
    /// In a further object of a fence that is cut out.
    Further(Fence, Json),
    /// In a fence that is cut out, where no choice can follow.
    Cut(Fence, Closer),
    /// In a fence that stays.
    Opaque(Fence, Closer),
}

/// What stands before an object in plain text and is undecided with it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lead {
    /// The object begins so far behind it.
    pub(super) start: usize,
    /// Marks that are cut out with it, if it is a choice.
    pub(super) fence: Option<Fence>,
}

/// Behind a choice in plain text nothing is shown any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Dropping {
    #[default]
    No,
    Yes,
}

pub(super) enum Flow {
    On,
    /// More text is needed.
    Wait,
}

impl Scanner {
    pub(super) fn run(&mut self, pass: &mut Pass<'_>) {
        while pass.at < pass.bytes.len() {
            let flow = match self.mode {
                Mode::Start => self.start(pass),
                Mode::Head => self.head(pass),
                Mode::Line => self.line(pass),
                Mode::Offered(fence) => self.offered(pass, fence),
                Mode::Raw(json, lead) => self.raw(pass, json, lead),
                Mode::Within(behind) => self.within(pass, behind),
                Mode::Behind(fence, run) => self.behind(pass, fence, run),
                Mode::Opening(fence, search, json) => self.opening(pass, fence, search, json),
                Mode::Before(fence) => self.before(pass, fence),
                Mode::Object(fence, json, start) => self.object(pass, fence, json, start),
                Mode::After(fence, closer) => self.after(pass, fence, closer),
                Mode::Further(fence, json) => self.further(pass, fence, json),
                Mode::Cut(fence, closer) => self.cut(pass, fence, closer),
                Mode::Opaque(fence, closer) => self.opaque(pass, fence, closer),
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
    pub(super) fn end(&mut self, pass: &mut Pass<'_>) {
        const CUT_OFF: &str = "the text ends in the middle of it";
        pass.end = End::Reached;
        self.run(pass);
        loop {
            if let Mode::Within(behind) = self.mode {
                self.take_after_all(pass, behind);
            } else if let Mode::Opening(fence, search, _) = self.mode {
                self.found.warn_if_meant(&pass.bytes[pass.from..], CUT_OFF);
                self.open(pass, fence, search);
            } else {
                break;
            }
            self.run(pass);
        }
        if matches!(self.mode, Mode::Raw(..) | Mode::Object(..)) {
            self.found.warn_if_meant(&pass.bytes[pass.from..], CUT_OFF);
        }
        if !matches!(self.mode, Mode::Further(..)) {
            self.release(pass, pass.bytes.len());
        }
    }

    /// Whether what lies before the place that was reached is undecided.
    fn holds(&self) -> bool {
        match self.mode {
            Mode::Raw(..) | Mode::Before(_) | Mode::Object(..) | Mode::Further(..) => true,
            Mode::Offered(_) | Mode::Within(_) | Mode::Opening(..) => true,
            Mode::Start | Mode::Head | Mode::Line | Mode::Opaque(..) => false,
            // Cut out as it comes; there is nothing before.
            Mode::After(..) | Mode::Cut(..) | Mode::Behind(..) => false,
        }
    }

    pub(super) fn release(&mut self, pass: &mut Pass<'_>, to: usize) {
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
            // An object that somebody meant to write rarely goes on behind an empty line.
            Head::Blank => {
                self.skip = Skip::default();
                self.go_on_in_line(pass);
            }
            Head::Plain => self.go_on_in_line(pass),
            Head::Opens { fence, search, block, object } => {
                self.skip = Skip::default();
                let line = pass.at;
                self.release(pass, line + block);
                match object {
                    Some(object) => {
                        pass.at = line + object;
                        self.mode = Mode::Opening(fence, search, Json::new());
                    }
                    None => self.open(pass, fence, search),
                }
            }
        }
        Flow::On
    }

    fn line(&mut self, pass: &mut Pass<'_>) -> Flow {
        let found = if self.skip.is_over() {
            memchr2(b'\n', b'{', pass.rest())
        } else {
            self.skip.run(pass.rest())
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
                self.mode = Mode::Raw(Json::new(), Lead { start: pass.at - pass.from, fence });
            }
            // Behind an object that was skipped: the piece may end here.
            Some(_) | None => self.count(pass),
        }
        Flow::On
    }

    fn before(&mut self, pass: &mut Pass<'_>, fence: Fence) -> Flow {
        let region = pass.region();
        let mut at = pass.at - pass.from;
        while let Some(byte) = region.get(at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {}
                // A byte order mark or a no-break space, as text that was copied around has them.
                0xC2 | 0xA0 | 0xEF | 0xBB | 0xBF => {}
                b'{' => {
                    pass.at = pass.from + at;
                    self.mode = Mode::Object(fence, Json::new(), at);
                    return Flow::On;
                }
                _ => break,
            }
            at += 1;
        }
        pass.at = pass.from + at;
        if at == region.len() && at < LARGEST {
            return Flow::Wait;
        }
        self.leave_alone(pass, fence);
        Flow::On
    }

    fn object(&mut self, pass: &mut Pass<'_>, fence: Fence, mut json: Json, start: usize) -> Flow {
        match pass.follow(&mut json) {
            Followed::More => {
                self.mode = Mode::Object(fence, json, start);
                return Flow::Wait;
            }
            Followed::Ends if self.found.takes(&pass.text[pass.from + start..pass.at]) => {
                pass.from = pass.at;
                self.mode = Mode::After(fence, Closer::START);
            }
            Followed::Ends => self.leave_alone(pass, fence),
            Followed::Fails(why, _) => {
                self.found.warn_if_meant(&pass.bytes[pass.from..pass.at], why);
                self.leave_alone(pass, fence);
            }
        }
        Flow::On
    }

    /// The fence holds no choice: it stays, and is looked at only for its end.
    fn leave_alone(&mut self, pass: &mut Pass<'_>, fence: Fence) {
        let region = &pass.bytes[pass.from..pass.at];
        // What did not fit may be the closing fence, so its line is read from the start.
        let line = memrchr(b'\n', region).map_or(0, |newline| newline + 1);
        pass.at = pass.from + line;
        self.mode = Mode::Opaque(fence, Closer::START);
    }

    fn after(&mut self, pass: &mut Pass<'_>, fence: Fence, mut closer: Closer) -> Flow {
        while let Some(byte) = pass.rest().first().copied() {
            if byte == b'{' && closer.is_at_start() {
                self.mode = Mode::Further(fence, Json::new());
                pass.from = pass.at;
                return Flow::On;
            }
            pass.cut_to(pass.at + 1);
            if byte == b',' && closer.is_at_start() {
                continue;
            }
            if closer.take(fence, byte) {
                pass.from -= fence.kept_of_newline();
                self.mode = Mode::Head;
                return Flow::On;
            }
        }
        self.mode = Mode::After(fence, closer);
        Flow::On
    }

    fn further(&mut self, pass: &mut Pass<'_>, fence: Fence, mut json: Json) -> Flow {
        match pass.follow(&mut json) {
            Followed::More => {
                self.mode = Mode::Further(fence, json);
                return Flow::Wait;
            }
            Followed::Ends => {
                self.found.takes(&pass.text[pass.from..pass.at]);
                self.mode = Mode::After(fence, Closer::START);
            }
            Followed::Fails(why, _) => {
                self.found.warn_if_meant(&pass.bytes[pass.from..pass.at], why);
                self.leave_alone(pass, fence);
                let closer = if pass.at == pass.from { Closer::WITHIN } else { Closer::START };
                self.mode = Mode::Cut(fence, closer);
            }
        }
        pass.from = pass.at;
        Flow::On
    }

    fn cut(&mut self, pass: &mut Pass<'_>, fence: Fence, mut closer: Closer) -> Flow {
        match closer.run(fence, pass.bytes, pass.at) {
            Some(behind) => {
                self.mode = Mode::Head;
                pass.cut_to(behind);
                pass.from -= fence.kept_of_newline();
            }
            None => {
                self.mode = Mode::Cut(fence, closer);
                pass.cut_to(pass.bytes.len());
            }
        }
        Flow::On
    }

    fn opaque(&mut self, pass: &mut Pass<'_>, fence: Fence, mut closer: Closer) -> Flow {
        match closer.run(fence, pass.bytes, pass.at) {
            Some(behind) => {
                self.mode = Mode::Head;
                pass.at = behind;
            }
            None => {
                self.mode = Mode::Opaque(fence, closer);
                pass.at = pass.bytes.len();
            }
        }
        Flow::On
    }
}
