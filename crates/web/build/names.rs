//! Shorter names for what the scripts declare. A name at the top of a script gets one for all of both;
//! any other gets one for the statement at the top that it stands in, whatever its scope there. So no
//! name can come to mean another thing. Properties and what the browser declares stay as they are.
//! `tests/names.js` proves it on the syntax trees.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::scopes::{KEYWORDS, Role, Script};

/// The texts of the tokens, with short names.
pub fn shortened(scripts: &[Script<'_>]) -> Vec<Vec<String>> {
    let mut tops = BTreeSet::new();
    for script in scripts {
        for part in script.statements() {
            tops.extend(script.declared_at_top(part));
        }
    }
    let mut uses = BTreeMap::<&str, usize>::new();
    let mut foreign = BTreeSet::from(KEYWORDS);
    for script in scripts {
        for part in script.statements() {
            let own = script.declared(part.clone());
            for name in script.names(part) {
                *uses.entry(name).or_default() += 1;
                if !own.contains(name) && !tops.contains(name) {
                    foreign.insert(name);
                }
            }
        }
    }
    // The most used have the shortest.
    let mut tops: Vec<&str> = tops.into_iter().collect();
    tops.sort_by_key(|name| Reverse(uses.get(name)));
    let tops = tops.into_iter().zip(names_but(&foreign)).collect();
    let all = |script: &Script<'_>| {
        let parts = script.statements().into_iter();
        parts.flat_map(|part| written(script, part, &tops, &foreign)).collect()
    };
    scripts.iter().map(all).collect()
}

/// The texts of one statement at the top.
fn written(
    script: &Script<'_>,
    part: Range<usize>,
    tops: &BTreeMap<&str, String>,
    foreign: &BTreeSet<&str>,
) -> Vec<String> {
    let used: Vec<&str> = script.names(part.clone()).collect();
    let mut taken = foreign.clone();
    taken.extend(used.iter().filter_map(|name| tops.get(name)).map(String::as_str));
    let mut short = names_but(&taken);
    let own = script.declared(part.clone());
    let mut names = BTreeMap::new();
    // In the order of their appearance, which is similar in many functions and so compresses well.
    for name in used {
        if own.contains(name) && !tops.contains_key(name) {
            names.entry(name).or_insert_with(|| short.next().expect("there is always one more"));
        }
    }
    let text = |at: usize| {
        let text = script.tokens[at].text;
        match (script.roles[at], names.get(text).or_else(|| tops.get(text))) {
            (Role::Name, Some(name)) => name.clone(),
            (Role::Both, Some(name)) => format!("{text}:{name}"),
            (Role::Name | Role::Both, None) | (Role::Other, _) => text.to_owned(),
        }
    };
    part.map(text).collect()
}

fn names_but<'t>(taken: &'t BTreeSet<&str>) -> impl Iterator<Item = String> + 't {
    (0..).map(name).filter(|name| !taken.contains(name.as_str()))
}

/// Of one letter, then of two.
fn name(number: usize) -> String {
    const LETTERS: &[u8; 52] = b"etnoaisrlcdupmhgfvybwkxjqzETNOAISRLCDUPMHGFVYBWKXJQZ";
    let mut name = (number / LETTERS.len()).checked_sub(1).map(name).unwrap_or_default();
    name.push(char::from(LETTERS[number % LETTERS.len()]));
    name
}
