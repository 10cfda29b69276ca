//! Patterns of commands in rules: `git push -f|--force !--dry-run`.
//!
//! The first word is the program. The following words are operands in this order, and more may
//! follow; `**` matches any number of operands. Switches match anywhere, a single letter also in a
//! cluster (`-rf`). `a|b` matches either, `!-x` must not be given, `*` and `?` match letters.

use std::sync::OnceLock;

use crate::call::{Call, is_long};
use crate::quick::{parted, pieces};
use crate::word_lists::valued;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    programs: Vec<String>,
    operands: Vec<Operand>,
    /// One switch of each group must be given.
    switches: Vec<Vec<String>>,
    /// None of these may be given.
    absent: Vec<String>,
    /// As it was written, to match tool names.
    text: String,
}

/// Several patterns of the files in `rules/`, found by their program.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    all: Vec<Unread>,
    by_program: Vec<(&'static str, usize)>,
    /// Patterns whose program is itself a pattern: `mkfs.*`.
    open: Vec<usize>,
}

/// Read when it is needed: a hook runs before every tool use, and needs hardly any of them. Boxed, so that
/// the others take no memory, whose pages would have to be fetched.
#[derive(Debug)]
struct Unread {
    text: &'static str,
    read: OnceLock<Box<Pattern>>,
}

impl Patterns {
    pub(crate) fn add(&mut self, text: &'static str) {
        let (at, before) = (self.all.len(), self.by_program.len());
        let pattern = Unread { text, read: OnceLock::new() };
        self.by_program.extend(pattern.programs().map(|name| (name, at)));
        self.all.push(pattern);
        let is_open = |(name, _): &(&str, usize)| name.bytes().any(|byte| b"*?".contains(&byte));
        if self.by_program[before..].iter().any(is_open) {
            self.by_program.truncate(before);
            self.open.push(at);
        }
    }

    /// All programs that one of the patterns names.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &'static str> {
        self.all.iter().flat_map(Unread::programs)
    }

    /// Whether one of the patterns matches this call.
    pub(crate) fn fit(&self, call: &Call) -> bool {
        self.find(call).is_some()
    }

    pub(crate) fn find(&self, call: &Call) -> Option<&Pattern> {
        let named = self.by_program.iter().filter(|(program, _)| *program == call.program);
        let possible = named.map(|(_, at)| at).chain(&self.open);
        let mut possible = possible.map(|at| self.all[*at].pattern());
        possible.find(|pattern| pattern.fits_call(call))
    }
}

impl Unread {
    fn programs(&self) -> impl Iterator<Item = &'static str> + use<> {
        programs(parted(self.text, b' ').0)
    }

    fn pattern(&self) -> &Pattern {
        let read = || Pattern::parse(self.text).expect("a rule has no blank pattern");
        self.read.get_or_init(|| Box::new(read()))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Operand {
    OneOf(Vec<String>),
    Any,
}

impl Pattern {
    /// `None` for a blank text.
    pub fn parse(text: &str) -> Option<Pattern> {
        let either = |word: &str| -> Vec<String> { word.split('|').map(str::to_owned).collect() };
        let mut words = text.split_whitespace();
        let programs = programs(words.next()?).map(str::to_owned).collect();
        let (mut operands, mut switches, mut absent) = (Vec::new(), Vec::new(), Vec::new());
        for word in words {
            match word {
                "**" => operands.push(Operand::Any),
                _ if word.starts_with('!') && word.len() > 1 => absent.extend(either(&word[1..])),
                _ if word.starts_with('-') && word.len() > 1 => switches.push(either(word)),
                _ => operands.push(Operand::OneOf(either(word))),
            }
        }
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(Pattern { programs, operands, switches, absent, text })
    }

    /// The command begins with these words. A final `*` may also match nothing.
    pub(crate) fn fits_call(&self, call: &Call) -> bool {
        self.names(call)
            && self.switches.iter().all(|any| any.iter().any(|switch| has(call, switch)))
            && !self.absent.iter().any(|switch| has(call, switch))
            && (begins(&self.operands, &call.operands(valued(&call.program)))
                || begins(&self.operands, &call.operands_without_values()))
    }

    /// The command is exactly this and nothing more: what an allow rule covers.
    pub(crate) fn is_all_of(&self, call: &Call) -> bool {
        let is_one = |given: &str| self.switches.iter().flatten().any(|switch| given == switch);
        let letters = |given: &str| {
            is_cluster(given) && given.chars().skip(1).all(|letter| is_one(&format!("-{letter}")))
        };
        let listed = |given: &str| is_one(given) || letters(given);
        let operands = call.operands(valued(&call.program));
        let count = self.operands.len();
        let fits = |(operand, given): (&Operand, &&str)| match operand {
            Operand::OneOf(any) => any.iter().any(|pattern| is_like(given, pattern)),
            Operand::Any => true,
        };
        self.fits_call(call)
            && call.outputs.is_empty()
            && call.options().all(listed)
            && operands.len() == count
            && self.operands.iter().zip(&operands).all(fits)
    }

    /// The words of a call that this pattern names: its program, and not what it works on.
    pub(crate) fn words(&self, call: &Call) -> Vec<String> {
        let switch = |word: &str| self.switches.iter().flatten().any(|switch| one(word, switch));
        let operand = |word: &str| {
            self.operands.iter().any(|operand| match operand {
                Operand::OneOf(any) => {
                    any.iter().any(|pattern| pattern != "*" && is_like(word, pattern))
                }
                Operand::Any => false,
            })
        };
        let named = call.args.iter().filter(|word| switch(word) || operand(word));
        std::iter::once(&call.program).chain(named).cloned().collect()
    }

    fn names(&self, call: &Call) -> bool {
        self.programs.iter().any(|program| is_like(&call.program, program))
    }

    /// Matches a tool's name, ignoring case.
    pub(crate) fn fits_tool(&self, name: &str) -> bool {
        is_like(&name.to_lowercase(), &self.text.to_lowercase())
    }
}

/// The names that the first word of a pattern stands for.
fn programs(first: &str) -> impl Iterator<Item = &str> {
    pieces(first, b'|').map(|path| {
        let name = path.bytes().rposition(|byte| byte == b'/').map_or(0, |at| at + 1);
        &path[name..]
    })
}

fn begins(operands: &[Operand], given: &[&str]) -> bool {
    match (operands, given) {
        ([], _) => true,
        ([Operand::Any, rest @ ..], _) => {
            (0..=given.len()).any(|from| begins(rest, &given[from..]))
        }
        ([Operand::OneOf(any)], []) => any == &["*"],
        ([Operand::OneOf(_), ..], []) => false,
        ([Operand::OneOf(any), rest @ ..], [first, more @ ..]) => {
            any.iter().any(|pattern| is_like(first, pattern)) && begins(rest, more)
        }
    }
}

fn has(call: &Call, switch: &str) -> bool {
    call.options().any(|given| one(given, switch))
}

/// Whether one given switch matches.
fn one(given: &str, switch: &str) -> bool {
    if is_like(given, switch) {
        return true;
    }
    if switch.starts_with("--") {
        return given.starts_with("--") && !switch.contains(['=', '*']) && is_long(given, switch);
    }
    let mut letters = switch.chars().skip(1);
    match (letters.next(), letters.next()) {
        (Some(letter), None) => is_cluster(given) && given.contains(letter),
        _ => false,
    }
}

/// `-rf`: a few letters only.
fn is_cluster(given: &str) -> bool {
    !given.starts_with("--")
        && given.len() <= 6
        && given.chars().skip(1).all(|letter| letter.is_ascii_alphanumeric())
}

/// Whether the text matches the pattern. Backtracks to the last `*` only: linear in practice, the
/// product of both lengths at worst.
pub(crate) fn is_like(text: &str, pattern: &str) -> bool {
    if !pattern.contains(['*', '?']) {
        return text == pattern;
    }
    let (text, pattern): (Vec<char>, Vec<char>) =
        (text.chars().collect(), pattern.chars().collect());
    let (mut at, mut of) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern.get(of) {
            Some('*') => {
                star = Some((at, of));
                of += 1;
            }
            Some(letter) if *letter == '?' || *letter == text[at] => (at, of) = (at + 1, of + 1),
            Some(_) | None => match star {
                Some((from, star_of)) => {
                    star = Some((from + 1, star_of));
                    (at, of) = (from + 1, star_of + 1);
                }
                None => return false,
            },
        }
    }
    pattern[of..].iter().all(|letter| *letter == '*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expand;

    #[test]
    fn stars_and_marks() {
        for (text, pattern, fits) in [
            ("apply", "apply*", true),
            ("apply-all", "apply*", true),
            ("reapply", "apply*", false),
            ("a.b.c", "*.c", true),
            ("abcabd", "*ab?", true),
            ("abc", "ab", false),
            ("", "*", true),
            ("", "?", false),
        ] {
            assert_eq!(is_like(text, pattern), fits, "{text} {pattern}");
        }
    }

    /// REQ: PO-3, SA-6
    #[test]
    fn words_stand_in_order_and_switches_anywhere() {
        for (command, pattern, fits) in [
            ("terraform apply", "terraform apply*", true),
            ("terraform -chdir=infra apply -auto-approve", "terraform apply*", true),
            ("terraform plan", "terraform apply*", false),
            ("terraform", "terraform apply*", false),
            ("terraform", "terraform *", true),
            ("deploy api --prod", "deploy --prod", true),
            ("deploy api", "deploy --prod", false),
            ("git commit -m push", "git push", false),
            ("./bin/deploy now", "deploy", true),
            ("bin/deploy now", "./deploy *", true),
            ("deploys", "deploy", false),
            ("git push -uf o", "git push -f|--force", true),
            ("git push --forc o", "git push -f|--force", true),
            ("git push o +main", "git push ** +*", true),
            ("git push o main", "git push ** +*", false),
            ("git clean -nfd", "git clean -f !-n", false),
            ("mysqladmin -u root drop x", "mysqladmin|mariadb-admin ** drop", true),
        ] {
            let calls = expand::of_text(command).calls;
            let pattern_read = Pattern::parse(pattern).unwrap();
            assert_eq!(pattern_read.fits_call(&calls[0]), fits, "{command} | {pattern}");
        }
        assert_eq!(Pattern::parse("  "), None);
        assert!(Pattern::parse("mcp__*__Send_Mail").unwrap().fits_tool("MCP__x__send_mail"));
    }

    /// REQ: SA-6
    #[test]
    fn an_allowance_covers_nothing_more_than_it_says() {
        for (command, pattern, fits) in [
            ("rm -rf scratch", "rm -r -f scratch", true),
            ("rm -rf scratch /", "rm -r -f scratch", false),
            ("rm -rfv scratch", "rm -r -f scratch", false),
            ("rm -rf scratch --no-preserve-root", "rm -r -f scratch", false),
            ("git push --force", "git push --force", true),
            ("git push --force origin main", "git push --force", false),
            ("git push --force origin me/x", "git push --force origin me/*", true),
            ("cat a > b", "cat a", false),
        ] {
            let calls = expand::of_text(command).calls;
            let pattern_read = Pattern::parse(pattern).unwrap();
            assert_eq!(pattern_read.is_all_of(&calls[0]), fits, "{command} | {pattern}");
        }
    }
}
