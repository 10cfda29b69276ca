//! Commands that may be hidden in the arguments of another one: after an unknown wrapper, or in a
//! text that a program is given to run.

use crate::call::Call;
use crate::checks::HTTP_CLIENTS;
use crate::shipped::names;
use crate::word_lists::{Set, is};
use crate::{code, expand, wrapper};

/// Limit for the words and texts of one call that are looked at.
const LOOKED_AT: usize = 24;
/// Limit for the texts that are read in total.
const MOST: usize = 256;

/// What was found, and the work it took.
#[derive(Debug, Default)]
pub(crate) struct PossibleCalls {
    pub(crate) calls: Vec<Call>,
    pub(crate) steps: usize,
    read: usize,
}

pub(crate) fn of(calls: &[Call]) -> PossibleCalls {
    let mut possible = PossibleCalls::default();
    for call in calls.iter().filter(|call| !is(Set::Quiet, &call.program)) {
        possible.words(call);
        possible.texts(call);
    }
    possible
}

impl PossibleCalls {
    /// `with-env prod rm -rf /srv`: an unknown program may run the words after its own.
    fn words(&mut self, call: &Call) {
        let program = call.program.as_str();
        let is_known = is(Set::Known, program) || names(program) || wrapper::is_wrapper(program);
        if program.is_empty() || is_known {
            return;
        }
        let at = (0..call.args.len().min(LOOKED_AT)).filter(|at| {
            let name = call.args[*at].rsplit('/').next().unwrap_or_default();
            names(name)
        });
        self.steps += call.args.len().min(LOOKED_AT);
        self.calls.extend(at.map(|at| Call::of_words(call.args[at..].to_vec())));
    }

    /// `man -P 'rm -rf x' ls`, `ssh -o ProxyCommand='…'`: an argument that is itself a command.
    fn texts(&mut self, call: &Call) {
        // The body of a request isn't run here, nor is the name of a file.
        if call.is(&HTTP_CLIENTS) || is(Set::NamesOnly, &call.program) {
            return;
        }
        let looked_through = !call.is(&["ssh"]) && !wrapper::inner(call).is_empty();
        if looked_through || code::of(call).is_some() && !call.is(&["emacs"]) {
            return;
        }
        let sql = is(Set::Sql, &call.program);
        for arg in call.args.iter().take(LOOKED_AT).filter(|arg| arg.contains(' ')) {
            let text = begins_behind(arg);
            // A statement isn't a command, unless it is marked as one.
            if !(sql && text.len() == arg.len()) {
                self.read(text);
            }
            if arg.contains(['[', '(', '{']) {
                code::literals(arg).iter().for_each(|text| self.read(text));
            }
        }
    }

    fn read(&mut self, text: &str) {
        if self.read >= MOST || !text.contains(' ') {
            return;
        }
        self.read += 1;
        let reading = expand::of_text(text);
        self.steps += reading.steps;
        self.calls.extend(reading.calls.into_iter().filter(|call| names(&call.program)));
    }
}

/// Skips the name of a setting and markers that mean "run": `core.pager=…`, `!…`, `.shell …`,
/// `spawn …`.
fn begins_behind(arg: &str) -> &str {
    const MARKS: [&str; 9] =
        ["\\!", "!", "+!", ":!", ".shell ", ".system ", "shell ", "spawn ", "system "];
    let value = match arg.split_once('=') {
        Some((name, value)) if !name.contains(' ') => value,
        Some(_) | None => arg,
    };
    let value = value.trim_start();
    let marked = MARKS.iter().find_map(|mark| value.strip_prefix(mark));
    marked.unwrap_or(value)
}
