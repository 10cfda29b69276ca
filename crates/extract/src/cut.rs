//! Fences that are cut out because they contain a choice: further choices, and the text that stays.

use memchr::{memchr, memrchr};

use crate::closing::{BehindChoice, Place, Start};
use crate::fence::Fence;
use crate::json::Json;
use crate::pass::{Followed, Pass};
use crate::scan::{Flow, Look, Mode, Scanner};

impl Scanner {
    /// Marks, commas and brackets are removed; anything else after the choice was written for the
    /// person.
    pub(crate) fn after(
        &mut self,
        pass: &mut Pass<'_>,
        fence: Fence,
        look: Look,
        mut place: Place,
    ) -> Flow {
        while let Some(byte) = pass.rest().first() {
            place = match (place, look, byte) {
                (Place::Text, ..) => {
                    let newline = memchr(b'\n', pass.rest());
                    pass.at = newline.map_or(pass.bytes.len(), |newline| pass.at + newline + 1);
                    self.release(pass, pass.at);
                    if newline.is_some() { Place::NewLine } else { Place::Text }
                }
                (Place::Gap | Place::NewLine, Look::Objects, b'\n') => {
                    pass.cut_to(pass.at + 1);
                    Place::NewLine
                }
                (
                    Place::Gap | Place::NewLine,
                    Look::Objects,
                    b' ' | b'\t' | b'\r' | b',' | b';' | b']',
                ) => {
                    pass.cut_to(pass.at + 1);
                    place
                }
                (Place::Gap | Place::NewLine, Look::Objects, b'{') => {
                    self.mode = Mode::Further(fence, self.follow_from(pass.at));
                    return Flow::On;
                }
                (Place::Gap | Place::NewLine, ..) => match Start::of(pass.rest(), pass.end) {
                    Start::Text => Place::Text,
                    Start::More => {
                        self.mode = Mode::After(fence, look, place);
                        return Flow::Wait;
                    }
                    Start::Marks(line, next) => match fence.behind_choice(line, place) {
                        BehindChoice::Text => Place::Text,
                        BehindChoice::Closes => {
                            pass.cut_to(pass.at + next);
                            if next > line.len() {
                                pass.from -= fence.kept_of_newline();
                            }
                            self.mode = Mode::Head;
                            return Flow::On;
                        }
                        BehindChoice::ClosesBefore(text) => {
                            pass.cut_to(pass.at + text);
                            self.go_on_in_line(pass);
                            return Flow::On;
                        }
                        BehindChoice::Opens => {
                            self.mode = Mode::Head;
                            return Flow::On;
                        }
                    },
                },
            };
        }
        self.mode = Mode::After(fence, look, place);
        Flow::On
    }

    pub(crate) fn further(&mut self, pass: &mut Pass<'_>, fence: Fence, mut json: Json) -> Flow {
        match pass.follow(&mut json) {
            Followed::More => {
                self.mode = Mode::Further(fence, json);
                return Flow::Wait;
            }
            Followed::Ends if self.found.takes(&pass.text[pass.from..pass.at]) => {
                pass.from = pass.at;
                self.mode = Mode::After(fence, Look::Objects, Place::Gap);
            }
            Followed::Ends => self.mode = Mode::After(fence, Look::Objects, Place::Text),
            Followed::Fails(failure) => {
                self.failed(pass, pass.from, failure);
                let line = memrchr(b'\n', &pass.bytes[pass.from..pass.at]);
                let place = match line {
                    Some(newline) => {
                        pass.at = pass.from + newline + 1;
                        Place::NewLine
                    }
                    None => Place::Text,
                };
                self.mode = Mode::After(fence, Look::Nothing, place);
            }
        }
        self.release(pass, pass.at);
        Flow::On
    }
}
