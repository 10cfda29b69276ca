//! From the commands of a text to the programs that would run: variables set in the same text are
//! substituted, wrappers such as `sudo` and `bash -c '…'` are unwrapped, and anything that stays
//! unknown is reported.

mod known;
mod resolve;

use std::collections::HashMap;

use crate::call::{Call, Unread};
use crate::checks::finds_rebuildable;
use crate::code;
use crate::shell::{self, Script, Simple};
use crate::word_lists::{Set, is};
use crate::wrapper::{self, Inner};

/// Nesting limit (`bash -c "bash -c …"`); deeper texts are not read, and reported as unread.
const DEEPEST: usize = 8;
/// Limit for wrappers around one command.
const MOST_WRAPPERS: usize = 64;
/// Limit for the calls of one text; further ones are not looked at, and reported as unread.
const MOST_CALLS: usize = 4_096;
/// Limit for all variable values together: `a=$b$b; b=$a$a; …` grows without end.
const MOST_TEXT: usize = 64 * 1024;
/// Number of script arguments that are looked at.
const MOST_ARGUMENTS: usize = 24;

/// The calls of a text, in its order: a wrapper comes before what it runs.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) calls: Vec<Call>,
    /// Work done; a test checks its bound.
    pub(crate) steps: usize,
    variables: HashMap<String, Vec<String>>,
    downloads: Vec<String>,
    put_in: usize,
}

/// Every call in a text.
pub(crate) fn of_text(text: &str) -> Reading {
    let mut reading = Reading::default();
    reading.text(text, 0);
    reading
}

/// The same for words that are not read by a shell.
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
        if calls_itself(text) {
            self.calls.push(Call::unread(text, Unread::Nested));
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
        // `while read -r f`: `$f` is any line of the input.
        if call.is(&["read", "mapfile"]) {
            for name in call.operands(&["-p", "-t", "-n", "-d", "-u"]) {
                self.variables.insert(name.to_owned(), vec!["*".to_owned()]);
            }
        }
        for text in self.run_by_variables(script, simple) {
            self.text(&text, depth + 1);
        }
        if let Some(before) = simple.fed_by {
            call.fed = call.input.is_none();
            let before = self.source(script, before);
            call.fed_rebuildable = finds_rebuildable(&before);
            // `cat drop.sql | psql`: the file is read into the pipe.
            if before.is(&["cat", "zcat", "gunzip", "pv"]) {
                call.inputs.extend(before.args);
            }
        }
        self.call(call, depth);
    }

    /// `PAGER='rm -rf x' man ls`: variables whose value a program runs as a command.
    fn run_by_variables(&mut self, script: &Script, simple: &Simple) -> Vec<String> {
        let mut found = Vec::new();
        for word in &simple.words {
            let Some((name, value)) = resolve::assignment(word) else { break };
            if is(Set::RunVariables, &name) || name.ends_with("_COMMAND") {
                let values = self.resolve(script, &value).into_iter();
                found.extend(values.map(|value| value.text.trim_start_matches('|').to_owned()));
            }
        }
        found
    }

    /// `for f in a b`: `$f` is one of the two.
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

    /// `sh -c '"$@"' name a b`: sets `$0`, `$1` and `$@` of the script.
    fn set_arguments(&mut self, arguments: &[String]) {
        for (at, argument) in arguments.iter().take(10).enumerate() {
            self.variables.insert(at.to_string(), vec![argument.clone()]);
        }
        if let [_, rest @ ..] = arguments
            && !rest.is_empty()
        {
            let all: Vec<String> = rest.iter().take(MOST_ARGUMENTS).cloned().collect();
            self.variables.insert("@".to_owned(), all.clone());
            self.variables.insert("*".to_owned(), all);
        }
    }

    /// `curl -o i.sh …; sh i.sh`: runs a file downloaded by the same text.
    fn runs_a_download(&self, call: &Call) -> Option<Unread> {
        let runs = is(Set::Shells, &call.program)
            || call.is(&["source", ".", "python", "python3", "node", "perl", "ruby"]);
        let file = call.operands(&[]).first().copied().filter(|_| runs);
        let is_one = |path: &str| self.downloads.iter().any(|loaded| name(loaded) == name(path));
        (is_one(&call.program) || file.is_some_and(is_one)).then_some(Unread::Text)
    }

    fn call(&mut self, call: Call, depth: usize) {
        let mut next = Some(call);
        for _ in 0..MOST_WRAPPERS {
            let Some(mut call) = next.take() else { return };
            self.steps += 1 + call.args.len();
            if call.unread.is_none() {
                call.unread = wrapper::unread(&call).or_else(|| self.runs_a_download(&call));
            }
            self.downloads.extend(downloaded(&call));
            let inner = wrapper::inner(&call);
            let rebuildable = call.fed_rebuildable || finds_rebuildable(&call);
            let started = code::of(&call).map(|code| code::commands(&code)).unwrap_or_default();
            let (input, inputs, fed) = (call.input.clone(), call.inputs.clone(), call.fed);
            self.calls.push(call);
            if self.calls.len() >= MOST_CALLS {
                self.calls.push(Call::unread("…", Unread::Nested));
                return;
            }
            for inner in inner {
                match inner {
                    Inner::Words(words) => {
                        let mut inner = Call { input: input.clone(), fed, ..Call::of_words(words) };
                        inner.fed_rebuildable = rebuildable;
                        inner.inputs.clone_from(&inputs);
                        if next.is_none() {
                            next = Some(inner);
                        } else {
                            self.call(inner, depth + 1);
                        }
                    }
                    Inner::Text(text) => self.text(&text, depth + 1),
                    Inner::Script { text, arguments } => {
                        self.set_arguments(&arguments);
                        self.text(&text, depth + 1);
                    }
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

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// `:(){ :|:& };:`: a function that starts itself twice (a fork bomb).
fn calls_itself(text: &str) -> bool {
    let plain: String = text.chars().filter(|letter| !letter.is_whitespace()).take(1_000).collect();
    let Some((before, body)) = plain.split_once("(){") else { return false };
    let name = before.rsplit([';', '&', '|']).next().unwrap_or_default();
    !name.is_empty() && body.starts_with(&format!("{name}|{name}"))
}

/// Files that `curl` or `wget` writes.
fn downloaded(call: &Call) -> Vec<String> {
    if !call.is(&["curl", "wget", "aria2c"]) {
        return Vec::new();
    }
    let given = call.args.windows(2).filter(|two| {
        ["-o", "--output", "-O", "--output-document"].contains(&two[0].as_str()) && two[1] != "-"
    });
    let by_address = call.args.iter().filter(|arg| {
        let plain = call.is(&["wget"]) || call.has('O', "--remote-name");
        plain && arg.contains("://")
    });
    let files = given.map(|two| &two[1]).chain(by_address).chain(&call.outputs);
    files.filter(|path| !path.starts_with("/dev/") && !name(path).is_empty()).cloned().collect()
}

#[cfg(test)]
#[path = "expand_tests.rs"]
mod tests;
