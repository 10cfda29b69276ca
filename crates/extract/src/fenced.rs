//! Inside fences: looks for a choice, or for the end of fences that contain none.

use memchr::{memchr, memchr2, memrchr};

use crate::closing::{Inside, Place, Start, Within};
use crate::fence::{Fence, Later};
use crate::json::Json;
use crate::pass::{Followed, Pass};
use crate::scan::{Flow, Look, Mode, Scanner};
use crate::{LARGEST, OPENING};

impl Scanner {
    pub(crate) fn before(&mut self, pass: &mut Pass<'_>, fence: Fence) -> Flow {
        let region = pass.region();
        let mut at = pass.at - pass.from;
        while let Some(byte) = region.get(at) {
            match byte {
                // A list of choices is treated like several choices.
                b' ' | b'\t' | b'\r' | b'\n' | b'[' => at += 1,
                // A byte order mark or a no-break space, which copied text can contain.
                0xC2 | 0xA0 | 0xEF | 0xBB | 0xBF => at += 1,
                b'/' | b'#' => match comment(&region[at..]) {
                    Comment::Ends(length) => at += length,
                    Comment::More => {
                        pass.at = pass.from + at;
                        return Flow::Wait;
                    }
                    Comment::None => break,
                },
                b'{' => {
                    pass.at = pass.from + at;
                    self.mode = Mode::Object(fence, self.follow_from(pass.at), at);
                    return Flow::On;
                }
                _ => break,
            }
        }
        pass.at = pass.from + at;
        if at == region.len() && at < LARGEST {
            return Flow::Wait;
        }
        self.leave_alone(pass, fence);
        Flow::On
    }

    pub(crate) fn object(
        &mut self,
        pass: &mut Pass<'_>,
        fence: Fence,
        mut json: Json,
        start: usize,
    ) -> Flow {
        match pass.follow(&mut json) {
            Followed::More => {
                self.mode = Mode::Object(fence, json, start);
                return Flow::Wait;
            }
            Followed::Ends if self.found.takes(&pass.text[pass.from + start..pass.at]) => {
                pass.from = pass.at;
                self.mode = Mode::After(fence, Look::Objects, Place::Gap);
            }
            Followed::Ends => self.go_on_behind(pass, fence, Within::default()),
            Followed::Fails(failure) => {
                self.failed(pass, pass.from, failure);
                self.leave_alone(pass, Fence { later: Later::Nothing, ..fence });
            }
        }
        Flow::On
    }

    /// The fence does not begin with a choice: it stays.
    pub(crate) fn leave_alone(&mut self, pass: &mut Pass<'_>, fence: Fence) {
        let region = &pass.bytes[pass.from..pass.at];
        // What didn't match may be the closing fence, so its line is read from the start.
        let line = memrchr(b'\n', region).map_or(0, |newline| newline + 1);
        pass.at = pass.from + line;
        self.mode = Mode::Opaque(fence);
    }

    pub(crate) fn opaque(&mut self, pass: &mut Pass<'_>, fence: Fence) -> Flow {
        match Start::of(pass.rest(), pass.end) {
            Start::More => {
                self.release(pass, pass.at);
                return Flow::Wait;
            }
            Start::Text => self.opaque_text(pass, fence),
            Start::Marks(line, next) => match fence.inside(line) {
                Inside::Closes => {
                    pass.at += next;
                    self.leave(pass);
                }
                Inside::Opens => {
                    self.found.were_meant();
                    self.leave(pass);
                }
                Inside::Text => self.mode = Mode::OpaqueLine(fence, Within::default()),
            },
        }
        Flow::On
    }

    pub(crate) fn opaque_line(
        &mut self,
        pass: &mut Pass<'_>,
        fence: Fence,
        mut within: Within,
    ) -> Flow {
        let found = match fence.later {
            Later::Counts | Later::Doubtful => memchr2(b'\n', b'{', pass.rest()),
            Later::Nothing => memchr(b'\n', pass.rest()),
        };
        let text = &pass.rest()[..found.unwrap_or(pass.rest().len())];
        within.read(fence, text);
        self.found.goes_on(text);
        pass.at += text.len();
        self.mode = match pass.rest().first() {
            None => Mode::OpaqueLine(fence, within),
            Some(b'{') if within.is_prose() => {
                self.release(pass, pass.at);
                Mode::Later(fence, self.follow_from(pass.at), within)
            }
            Some(b'{') => {
                within.read(fence, b"{");
                self.found.goes_on(b"{");
                pass.at += 1;
                Mode::OpaqueLine(fence, within)
            }
            Some(_) => {
                pass.at += 1;
                if within.closes(fence) {
                    self.leave(pass);
                    return Flow::On;
                }
                Mode::Opaque(fence)
            }
        };
        Flow::On
    }

    /// The fence has ended, and its content is text.
    pub(crate) fn leave(&mut self, pass: &mut Pass<'_>) {
        self.found.is_over();
        self.found.were_examples();
        self.release(pass, pass.at);
        self.mode = Mode::Head;
    }
}

enum Comment {
    Ends(usize),
    More,
    None,
}

/// A short comment before the object.
fn comment(bytes: &[u8]) -> Comment {
    let start = &bytes[..bytes.len().min(OPENING)];
    let end = match start {
        [b'#', ..] | [b'/', b'/', ..] => memchr(b'\n', start),
        [b'/', b'*', ..] => memchr::memmem::find(&start[2..], b"*/").map(|end| end + 4),
        [b'/'] => None,
        _ => return Comment::None,
    };
    match end {
        Some(end) => Comment::Ends(end),
        None if bytes.len() < OPENING => Comment::More,
        None => Comment::None,
    }
}
