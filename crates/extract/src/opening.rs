//! An object that begins on the line that opens its fence, where only the name of a language should
//! be. If it is a choice it belongs to the block, otherwise the line is what CommonMark says.

use memchr::memchr;

use crate::closing::Place;
use crate::fence::{Fence, Search};
use crate::json::Json;
use crate::pass::{Followed, Pass};
use crate::scan::{Flow, Look, Mode, Scanner};

impl Scanner {
    /// `search` is what the fence is if there is no choice on its line.
    pub(crate) fn opening(
        &mut self,
        pass: &mut Pass<'_>,
        fence: Fence,
        search: Search,
        mut json: Json,
    ) -> Flow {
        match pass.follow(&mut json) {
            Followed::More => {
                self.mode = Mode::Opening(fence, search, json);
                return Flow::Wait;
            }
            Followed::Ends if self.found.takes(object(pass)) => {
                pass.from = pass.at;
                self.mode = Mode::After(fence, Look::Objects, Place::Gap);
            }
            Followed::Ends => self.open(pass, fence, search),
            Followed::Fails(failure) => {
                self.failed(pass, pass.from, failure);
                // What follows is another object, or code.
                self.found.is_over();
                self.open(pass, fence, search);
            }
        }
        Flow::On
    }

    /// Continues after the line. If an object was followed beyond it, that part is read again, but
    /// only once: no line of an object opens a fence.
    pub(crate) fn open(&mut self, pass: &mut Pass<'_>, fence: Fence, search: Search) {
        let block = &pass.bytes[pass.from..];
        pass.at = pass.from + memchr(b'\n', block).map_or(block.len(), |newline| newline + 1);
        self.mode = match search {
            Search::Json => Mode::Before(fence),
            Search::Other => Mode::Opaque(fence),
        };
    }
}

/// From the first brace of the block to the current position.
fn object<'t>(pass: &Pass<'t>) -> &'t str {
    let block = &pass.text[pass.from..pass.at];
    &block[memchr(b'{', block.as_bytes()).unwrap_or(block.len())..]
}

/// Where in an info string an object begins, if at most the name of a language precedes it.
pub(crate) fn object_in(info: &[u8]) -> Option<usize> {
    let blanks = |from: usize| info[from..].iter().take_while(|byte| b" \t".contains(byte)).count();
    let start = blanks(0);
    let letters = info[start..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let named = start + letters;
    let object = named + blanks(named);
    (Search::of(&info[start..named]) == Search::Json && info.get(object) == Some(&b'{'))
        .then_some(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_stands_behind_nothing_but_the_name() {
        let found = |info: &str| object_in(info.as_bytes());
        assert_eq!(found("json {\"a\""), Some(5));
        assert_eq!(found(" \tJSONC\t{"), Some(8));
        assert_eq!(found("{\"a\": 1}"), Some(0));
        assert_eq!(found("json{"), Some(4));
        assert_eq!(found("json title=\"x\" {"), None);
        assert_eq!(found("python {"), None);
        assert_eq!(found("json5 {"), Some(6));
        assert_eq!(found("json"), None);
    }
}
