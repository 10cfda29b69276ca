//! Printed output compared with the guide: ids, times and ports differ in each run.

use std::collections::BTreeMap;

/// Ids as they are written, and what they are in this run.
#[derive(Debug, Default)]
pub struct Ids(BTreeMap<String, String>);

impl Ids {
    /// The written text with the ids of this run; an id may be written shorter.
    pub fn apply(&self, written: &str) -> String {
        let known = |word: &str| {
            let mut ids = self.0.iter();
            let id = ids.find(|(id, _)| word.len() >= 4 && id.starts_with(word));
            id.map(|(_, real)| real.clone())
        };
        words(written).map(|word| known(word).unwrap_or_else(|| word.to_owned())).collect()
    }

    /// Compares all lines; `…` stands for anything, alone on a line for any lines.
    pub fn compare(&mut self, written: &str, printed: &str) -> Result<(), String> {
        let lines = |text: &str| -> Vec<String> {
            text.lines().map(usual).filter(|line| !line.is_empty()).collect()
        };
        let (written, printed) = (lines(written), lines(printed));
        let mut rest = printed.iter();
        let mut skips = false;
        for line in &written {
            if line == "…" {
                skips = true;
                continue;
            }
            loop {
                let Some(next) = rest.next() else {
                    return Err(format!("`{line}` is missing in\n{}", printed.join("\n")));
                };
                if self.is_same(line, next) {
                    break;
                }
                if !skips {
                    let all = printed.join("\n");
                    return Err(format!("written: {line}\nprinted: {next}\nin all:\n{all}"));
                }
            }
            skips = false;
        }
        match rest.next() {
            Some(more) if !skips => Err(format!("printed, but not written: {more}")),
            _ => Ok(()),
        }
    }

    /// Whether a line means the same. New ids are remembered.
    pub fn is_same(&mut self, written: &str, printed: &str) -> bool {
        let (written, printed) = (self.apply(&usual(written)), usual(printed));
        if let Some((start, rest)) = written.split_once('…') {
            let Some(mut left) = printed.strip_prefix(start) else { return false };
            let mut pieces: Vec<&str> = rest.split('…').collect();
            let end = pieces.pop().unwrap_or_default();
            for piece in pieces {
                let Some((_, after)) = left.split_once(piece) else { return false };
                left = after;
            }
            return left.ends_with(end);
        }
        let both: Vec<(&str, &str)> = words(&written).zip(words(&printed)).collect();
        let same = words(&written).count() == words(&printed).count();
        // What is known already is that question and no other.
        let is_new = |id: &str| is_id(id) && !self.0.values().any(|real| real == id);
        let alike = |(written, printed): &(&str, &str)| {
            written == printed
                || (is_new(written) && is_id(printed) && written.len() == printed.len())
        };
        if !same || !both.iter().all(alike) {
            return false;
        }
        for (written, printed) in both.into_iter().filter(|(written, _)| written.len() == 8) {
            if is_id(written) && written != printed {
                self.0.insert(written.to_owned(), printed.to_owned());
            }
        }
        true
    }
}

/// A part of an id.
fn is_id(word: &str) -> bool {
    [4, 8, 12].contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Runs of letters and digits, and everything between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let kind = first.is_alphanumeric();
        let end = rest.find(|letter: char| letter.is_alphanumeric() != kind).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

/// One blank between words, and the same time and port everywhere.
fn usual(line: &str) -> String {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut usual = String::new();
    let mut rest = line.as_str();
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, number) = rest.split_at(at);
        usual.push_str(before);
        let is_part = |letter: char| letter.is_ascii_digit() || letter == ':';
        let end = number.find(|letter| !is_part(letter)).unwrap_or(number.len());
        let (number, after) = number.split_at(end);
        usual.push_str(match number {
            time if time.contains(':') && !time.ends_with(':') => "0:00",
            _ if before.ends_with("localhost:") || before.ends_with("127.0.0.") => "0",
            number => number,
        });
        rest = after;
    }
    usual + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_times_and_ports_may_differ() {
        let mut ids = Ids::default();
        let written = "3f2a91bc  shell  Deploy?  59:48 left\nat http://localhost:7431";
        let printed = "0b1c22dd  shell  Deploy?  1:00:00 left\n\nat http://localhost:39001";
        assert_eq!(ids.compare(written, printed), Ok(()));
        assert_eq!(ids.apply("sayso answer 3f2a SQLite"), "sayso answer 0b1c22dd SQLite");
        assert!(ids.compare("3f2a91bc", "ffff0000").is_err(), "another question");
    }

    #[test]
    fn anything_else_may_not() {
        let mut ids = Ids::default();
        assert!(ids.compare("Wait", "Deploy").is_err());
        assert!(ids.compare("Wait", "Wait\nnote: later").is_err());
        assert!(ids.compare("Wait\nnote: later", "Wait").is_err());
        assert_eq!(ids.compare("…\nnote: …", "Wait\nnote: later"), Ok(()));
        assert_eq!(ids.compare("hub …, … waiting", "hub 0.1.0 running, 0 waiting"), Ok(()));
        assert!(ids.compare("hub … stopped", "hub 0.1.0 running").is_err());
    }
}
