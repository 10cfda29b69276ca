//! Choices inside a fence, but not at its beginning: behind prose in a block of JSON, or behind code
//! whose fence was never closed.

use memchr::{memchr, memrchr};

use crate::closing::{Inside, Start, Within};
use crate::fence::{Fence, Later, Reader};
use crate::found::Found;
use crate::json::Json;
use crate::pass::{Followed, Pass};
use crate::scan::{Flow, Mode, Scanner};
use crate::{LARGEST, OPENING};

impl Scanner {
    /// A line of a fence that stays: an object may begin it.
    pub(crate) fn opaque_text(&mut self, pass: &mut Pass<'_>, fence: Fence) {
        let mut reader = Reader { line: pass.rest(), at: 0, column: 0 };
        reader.spaces();
        // As in plain text.
        if fence.later == Later::Doubtful && matches!(reader.peek(), Some(b'\n' | b'\r')) {
            self.found.is_over();
        }
        let is_near = reader.column <= fence.column + 3;
        let may_count = match fence.later {
            Later::Counts => true,
            Later::Doubtful => is_near,
            Later::Nothing => false,
        };
        if may_count && reader.peek() == Some(b'{') {
            pass.at += reader.at;
            self.release(pass, pass.at);
            self.mode = Mode::Later(fence, self.follow_from(pass.at), Within::default());
        } else if may_count {
            self.mode = Mode::OpaqueLine(fence, Within::default());
        } else {
            self.mode = Mode::OpaqueLine(fence, Within::no_prose());
        }
    }

    /// `within` is the line before the object.
    pub(crate) fn later(
        &mut self,
        pass: &mut Pass<'_>,
        fence: Fence,
        mut json: Json,
        within: Within,
    ) -> Flow {
        match (pass.follow(&mut json), fence.later) {
            (Followed::More, _) => {
                self.mode = Mode::Later(fence, json, within);
                return Flow::Wait;
            }
            (Followed::Ends, Later::Doubtful) => {
                let object = &pass.text[pass.from..pass.at];
                let lead = if object.contains('\n') { Within::default() } else { within };
                match Found::is_choice(object) {
                    true => self.mode = Mode::Doubt(fence, object.len(), Some(lead)),
                    false => self.go_on_behind(pass, fence, within),
                }
            }
            (Followed::Ends, Later::Counts | Later::Nothing) => {
                if self.found.takes(&pass.text[pass.from..pass.at]) {
                    pass.from = pass.at;
                }
                self.go_on_behind(pass, fence, within);
            }
            // By itself it may be code; it says nothing about what follows.
            (Followed::Fails(failure), Later::Doubtful) => {
                let is_data = !failure.skip.is_over();
                self.found.doubts();
                self.failed(pass, pass.from, failure);
                if !is_data {
                    self.found.is_over();
                }
                self.go_on_in_fence(pass, fence, within);
            }
            (Followed::Fails(failure), Later::Counts | Later::Nothing) => {
                self.failed(pass, pass.from, failure);
                self.go_on_in_fence(pass, Fence { later: Later::Nothing, ..fence }, within);
            }
        }
        Flow::On
    }

    /// After an object that failed: its last line is read from the start, unless it began there.
    fn go_on_in_fence(&mut self, pass: &mut Pass<'_>, fence: Fence, within: Within) {
        match memchr(b'\n', &pass.bytes[pass.from..pass.at]) {
            Some(_) => self.leave_alone(pass, fence),
            None => self.go_on_behind(pass, fence, within),
        }
    }

    /// After an object that is no choice, or has been cut out: nothing in it is looked at again.
    pub(crate) fn go_on_behind(&mut self, pass: &mut Pass<'_>, fence: Fence, lead: Within) {
        let object = &pass.bytes[pass.from..pass.at];
        let (line, mut within) = match memrchr(b'\n', object) {
            Some(newline) => (newline + 1, Within::default()),
            None => (0, lead),
        };
        within.read(fence, &object[line..]);
        self.mode = Mode::OpaqueLine(fence, within);
    }

    /// A choice is an example if its fence is closed. If the text ends first, or another block begins,
    /// the fence should have been closed before it.
    pub(crate) fn doubt(
        &mut self,
        pass: &mut Pass<'_>,
        fence: Fence,
        behind: usize,
        within: Option<Within>,
    ) -> Flow {
        let region = pass.region();
        let at = pass.at - pass.from;
        let Some(mut within) = within else {
            if at > LARGEST - OPENING {
                self.mode = Mode::Opaque(fence);
                return Flow::On;
            }
            match Start::of(pass.rest(), pass.end) {
                Start::More => return Flow::Wait,
                Start::Text => self.mode = Mode::Doubt(fence, behind, Some(Within::default())),
                Start::Marks(line, next) => match fence.inside(line) {
                    Inside::Closes => {
                        pass.at += next;
                        self.leave(pass);
                    }
                    Inside::Opens => self.take_after_all(pass, behind),
                    Inside::Text => self.mode = Mode::Doubt(fence, behind, Some(Within::default())),
                },
            }
            return Flow::On;
        };
        let newline = memchr(b'\n', &region[at..]);
        let end = match newline {
            Some(newline) => at + newline,
            // Never within a character.
            None => pass.text.floor_char_boundary(pass.from + region.len()) - pass.from,
        };
        within.count(fence, &region[at..end]);
        pass.at = pass.from + end;
        match newline {
            Some(_) => {
                pass.at += 1;
                match within.closes(fence) {
                    true => self.leave(pass),
                    false => self.mode = Mode::Doubt(fence, behind, None),
                }
            }
            None if region.len() == LARGEST => self.mode = Mode::OpaqueLine(fence, within),
            None => self.mode = Mode::Doubt(fence, behind, Some(within)),
        }
        Flow::On
    }
}
