//! From commands as they stand to the programs that would run: variables that the text sets are put
//! in, wrappers such as `sudo` and `bash -c '…'` are looked through, and what cannot be known is said.

mod known;
mod resolve;

use std::collections::HashMap;

use crate::call::{Call, Unread};
use crate::code;
use crate::shell::{self, Script, Simple};
use crate::wrapper::{self, Inner};

/// Texts in texts (`bash -c "bash -c …"`); deeper ones are not read, and said so.
const DEEPEST: usize = 8;
/// Wrappers in wrappers of one command.
const MOST_WRAPPERS: usize = 64;
/// Calls of one text; more are not looked at, and said so.
const MOST_CALLS: usize = 4_096;
/// All values of variables together: `a=$b$b; b=$a$a; …` grows without end.
const MOST_TEXT: usize = 64 * 1024;

/// What a text would run, in the order of the text: wrappers first, then what they run.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) calls: Vec<Call>,
    /// Work done, for the bound that a test holds it to.
    pub(crate) steps: usize,
    variables: HashMap<String, Vec<String>>,
    put_in: usize,
}

/// Every call in a text.
pub(crate) fn of_text(text: &str) -> Reading {
    let mut reading = Reading::default();
    reading.text(text, 0);
    reading
}

/// The same for words that need no shell.
pub(crate) fn of_words(words: Vec<String>) -> Reading {
    let mut reading = Reading::default();
    reading.call(Call::of_words(words), 0);
    reading
}

impl Reading {
    fn text(&mut self, text: &str, depth: usize) {
        if depth > DEEPEST {
            self.calls.push(Call::unread(text, Unread::Nested));
            return;
        }
        let script = shell::read(text);
        self.steps += script.steps;
        for at in 0..script.commands.len() {
            if self.calls.len() >= MOST_CALLS {
                self.calls.push(Call::unread("…", Unread::Nested));
                return;
            }
            self.simple(&script, at, depth);
        }
        if script.unread {
            self.calls.push(Call::unread(text, Unread::Nested));
        }
    }

    fn simple(&mut self, script: &Script, at: usize, depth: usize) {
        let simple = &script.commands[at];
        if let Some((name, values)) = self.for_loop(script, simple) {
            self.variables.insert(name, values);
            return;
        }
        let mut call = self.resolve_call(script, simple);
        if call.program.is_empty() && call.unread.is_none() {
            self.keep_assignments(script, simple);
        }
        if simple.fed_by.is_some() && call.input.is_none() {
            call.fed = true;
        }
        self.call(call, depth);
    }

    /// `for f in a b`: `$f` is either of them.
    fn for_loop(&mut self, script: &Script, simple: &Simple) -> Option<(String, Vec<String>)> {
        let [first, name, between, values @ ..] = &simple.words[..] else { return None };
        if first.literal() != Some("for") || between.literal() != Some("in") {
            return None;
        }
        let values = values.iter().flat_map(|word| self.resolve(script, word));
        let values: Vec<_> = values.collect();
        let known = values.iter().all(|value| !value.unknown);
        let texts = values.into_iter().map(|value| value.text).collect();
        known.then_some((name.literal()?.to_owned(), texts))
    }

    fn keep_assignments(&mut self, script: &Script, simple: &Simple) {
        for word in &simple.words {
            let Some((name, value)) = resolve::assignment(word) else { continue };
            let values = self.resolve(script, &value);
            match values.iter().any(|value| value.unknown) {
                true => self.variables.remove(&name),
                false => {
                    let texts = values.into_iter().map(|value| value.text).collect();
                    self.variables.insert(name, texts)
                }
            };
        }
    }

    fn call(&mut self, call: Call, depth: usize) {
        let mut next = Some(call);
        for _ in 0..MOST_WRAPPERS {
            let Some(mut call) = next.take() else { return };
            self.steps += 1 + call.args.len();
            if call.unread.is_none() {
                call.unread = wrapper::unread(&call);
            }
            let inner = wrapper::inner(&call);
            let started = code::of(&call).map(|code| code::commands(&code)).unwrap_or_default();
            let (input, fed) = (call.input.clone(), call.fed);
            self.calls.push(call);
            if self.calls.len() >= MOST_CALLS {
                self.calls.push(Call::unread("…", Unread::Nested));
                return;
            }
            for inner in inner {
                match inner {
                    Inner::Words(words) => {
                        let inner = Call { input: input.clone(), fed, ..Call::of_words(words) };
                        if next.is_none() {
                            next = Some(inner);
                        } else {
                            self.call(inner, depth + 1);
                        }
                    }
                    Inner::Text(text) => self.text(&text, depth + 1),
                }
            }
            for command in started {
                self.text(&command, depth + 1);
            }
        }
        if next.is_some() {
            self.calls.push(Call::unread("…", Unread::Nested));
        }
    }
}

#[cfg(test)]
#[path = "expand_tests.rs"]
mod tests;
