//! Objects in plain text: alone, after marks that should be on their own line, or in a code span,
//! where a choice is only an example.

use memchr::{memchr, memchr2, memrchr};

use crate::closing::Place;
use crate::fence::{End, Fence};
use crate::found::Found;
use crate::json::Json;
use crate::marks::Marks;
use crate::pass::{Followed, Pass};
use crate::scan::{Dropping, Flow, Lead, Look, Mode, Scanner};
use crate::{LARGEST, OPENING};

impl Scanner {
    /// Counts the backticks of the line, as far as it is read.
    pub(crate) fn count(&mut self, pass: &mut Pass<'_>) {
        self.runs.count(&pass.bytes[pass.counted..pass.at]);
        pass.counted = pass.at;
    }

    /// The marks that end here, if a choice may follow them; everything before them is released.
    pub(crate) fn marks(&mut self, pass: &mut Pass<'_>) -> Option<Fence> {
        let line = &pass.bytes[pass.from..pass.at];
        // Few lines end like this; the others are not even counted.
        let likely =
            matches!(line.last(), Some(b'`' | b'n' | b'N' | b'c' | b'C' | b' ' | b'\t' | b'\r'));
        if !likely || !self.skip.is_over() || Marks::begun(line) < 3 {
            return None;
        }
        self.count(pass);
        self.runs.end();
        let Marks { run, length } = self.runs.marks(line)?;
        self.release(pass, pass.at - length);
        Some(Fence::behind_text(run, &self.lists))
    }

    pub(crate) fn raw(&mut self, pass: &mut Pass<'_>, mut json: Json, lead: Lead) -> Flow {
        match pass.follow(&mut json) {
            Followed::More => {
                self.mode = Mode::Raw(json, lead);
                return Flow::Wait;
            }
            Followed::Ends => self.raw_ends(pass, lead),
            Followed::Fails(failure) => {
                let start = pass.from + lead.start;
                self.skip = failure.skip;
                self.failed(pass, start, failure);
                if self.skip.is_over() {
                    self.found.is_over();
                }
                // A fence or an empty line may have ended it: then the line is read from its start.
                match last_line(pass, start) {
                    Some(line) if pass.bytes[line..pass.at].trim_ascii().is_empty() => {
                        pass.at = line;
                        self.mode = Mode::Head;
                    }
                    line => self.leave_in_line(pass, start, line),
                }
            }
        }
        Flow::On
    }

    fn raw_ends(&mut self, pass: &mut Pass<'_>, Lead { start, fence }: Lead) {
        let object = &pass.text[pass.from + start..pass.at];
        let line = last_line(pass, pass.from + start);
        let in_span = fence.is_none() && line.is_none() && !self.runs.is_empty();
        if in_span && Found::matters(object) {
            self.mode = Mode::Within(pass.at - pass.from);
        } else if in_span || !self.found.takes(object) {
            self.leave_in_line(pass, pass.from + start, line);
        } else if let Some(fence) = fence {
            let same_line = memchr(b'\n', &pass.bytes[pass.from..pass.from + start]).is_none();
            pass.from = pass.at;
            self.mode = match same_line {
                true => Mode::Behind(fence, 0),
                false => Mode::After(fence, Look::Objects, Place::Gap),
            };
        } else {
            self.dropping = Dropping::Yes;
            pass.from = pass.at;
            self.go_on_in_line(pass);
        }
    }

    /// The object that begins there is ordinary text.
    fn leave_in_line(&mut self, pass: &mut Pass<'_>, start: usize, line: Option<usize>) {
        if line.is_some() {
            self.runs.clear();
        }
        pass.counted = line.unwrap_or(start);
        // Now, because the next chunk doesn't begin before this position.
        self.count(pass);
        self.mode = Mode::Line;
    }

    /// How much of the end of the text may become marks before an object.
    pub(crate) fn begun_marks(&self, pass: &Pass<'_>) -> usize {
        if matches!(self.mode, Mode::Line) && self.skip.is_over() && pass.end == End::Open {
            Marks::begun(&pass.bytes[pass.from..pass.at])
        } else {
            0
        }
    }

    /// A bracket in plain text: a list of choices may begin with it, except in a code span.
    pub(crate) fn bracket(&mut self, pass: &mut Pass<'_>) {
        self.count(pass);
        self.runs.end();
        if self.runs.is_empty() {
            self.release(pass, pass.at);
            self.mode = Mode::List;
        } else {
            pass.at += 1;
            self.count(pass);
        }
    }

    /// After a bracket: if an object follows, they are kept or removed together.
    pub(crate) fn list(&mut self, pass: &mut Pass<'_>) -> Flow {
        let region = &pass.bytes[pass.from..];
        let region = &region[..region.len().min(OPENING)];
        let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        let start = 1 + region[1..].iter().take_while(blank).count();
        if region.get(start) == Some(&b'{') {
            pass.at = pass.from + start;
            self.mode = Mode::Raw(self.follow_from(pass.at), Lead { start, fence: None });
        } else if start == region.len() && start < OPENING && pass.end == End::Open {
            return Flow::Wait;
        } else {
            pass.at = pass.from + 1;
            pass.counted = pass.at;
            self.mode = Mode::Line;
        }
        Flow::On
    }

    /// After marks that end their line: if an object follows, the marks may belong to it.
    pub(crate) fn offered(&mut self, pass: &mut Pass<'_>, fence: Fence) -> Flow {
        // As many blanks as there may be marks.
        const FARTHEST: usize = 2 * OPENING;
        let region = &pass.bytes[pass.from..];
        let region = &region[..region.len().min(FARTHEST)];
        let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'[');
        let start = pass.at - pass.from;
        let at = start + region[start..].iter().take_while(blank).count();
        if region.get(at) == Some(&b'{') {
            pass.at = pass.from + at;
            self.runs.clear();
            let json = self.follow_from(pass.at);
            self.mode = Mode::Raw(json, Lead { start: at, fence: Some(fence) });
            return Flow::On;
        }
        if at == region.len() && at < FARTHEST {
            pass.at = pass.from + at;
            return Flow::Wait;
        }
        let line = memrchr(b'\n', &region[..at]).map_or(0, |newline| newline + 1);
        pass.at = pass.from + line;
        self.mode = Mode::Head;
        Flow::On
    }

    /// After a choice on the line of its marks: a run of backticks closes it, otherwise it is a
    /// choice in plain text. It may also be closed on its own line.
    pub(crate) fn behind(&mut self, pass: &mut Pass<'_>, fence: Fence, mut run: usize) -> Flow {
        while let Some(byte) = pass.rest().first() {
            self.mode = match byte {
                b'`' => {
                    run += 1;
                    Mode::Behind(fence, run)
                }
                b' ' | b'\t' | b',' | b']' if run == 0 => Mode::Behind(fence, run),
                b'\r' | b'\n' if run == 0 => Mode::After(fence, Look::Objects, Place::Gap),
                _ => {
                    if run < fence.length {
                        self.dropping = Dropping::Yes;
                    }
                    self.go_on_in_line(pass);
                    return Flow::On;
                }
            };
            if matches!(self.mode, Mode::After(..)) {
                return Flow::On;
            }
            pass.cut_to(pass.at + 1);
        }
        Flow::On
    }

    /// After a choice with backticks before it, which begins this far back: it is an example if
    /// others close them on the same line.
    pub(crate) fn within(&mut self, pass: &mut Pass<'_>, behind: usize) -> Flow {
        let region = pass.region();
        let mut at = pass.at - pass.from;
        while let Some(found) = memchr2(b'`', b'\n', &region[at..])
            && region[at + found] == b'`'
        {
            at += found;
            let run = region[at..].iter().take_while(|byte| **byte == b'`').count();
            if at + run == region.len() && region.len() < LARGEST && pass.end == End::Open {
                pass.at = pass.from + at;
                return Flow::Wait;
            }
            at += run;
            if self.runs.close(run) {
                pass.at = pass.from + at;
                pass.counted = pass.at;
                self.mode = Mode::Line;
                return Flow::On;
            }
        }
        let ends = memchr(b'\n', &region[at..]).is_some() || region.len() == LARGEST;
        if ends || pass.end == End::Reached {
            self.take_after_all(pass, behind);
            return Flow::On;
        }
        pass.at = pass.bytes.len();
        Flow::Wait
    }

    /// Nothing closes the backticks before it.
    pub(crate) fn take_after_all(&mut self, pass: &mut Pass<'_>, behind: usize) {
        pass.at = pass.from + behind;
        self.found.were_meant();
        if self.found.takes(&pass.text[pass.from..pass.at]) {
            self.dropping = Dropping::Yes;
            pass.from = pass.at;
        }
        self.go_on_in_line(pass);
    }

    /// No backtick before this position matters any more.
    pub(crate) fn go_on_in_line(&mut self, pass: &mut Pass<'_>) {
        self.runs.clear();
        pass.counted = pass.at;
        self.mode = Mode::Line;
    }
}

/// Where the line begins in which an object ends, if it isn't the one in which it begins.
fn last_line(pass: &Pass<'_>, start: usize) -> Option<usize> {
    memrchr(b'\n', &pass.bytes[start..pass.at]).map(|newline| start + newline + 1)
}
