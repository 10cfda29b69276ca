//! `{a,b}` and `{1..9}`: one word that expands to several.

use super::Reader;

/// Limit for the letters searched for the closing brace, and for the words of one expansion.
const LONGEST: usize = 120;
const MOST: usize = 32;

impl Reader {
    /// At `{`, outside quotes. Consumes nothing if it is not a list: `{}`, `{x}`, `{ x; }`.
    pub(super) fn each(&mut self) -> Option<Vec<String>> {
        let mut depth = 0_usize;
        let mut end = None;
        let rest = self.letters.get(self.at..).unwrap_or_default();
        for (at, letter) in rest.iter().take(LONGEST).enumerate() {
            self.steps += 1;
            match letter {
                '{' if depth > 2 => break,
                '{' => depth += 1,
                '}' if depth == 1 => {
                    end = Some(at);
                    break;
                }
                '}' => depth -= 1,
                ' ' | '\t' | '\n' | '\'' | '"' | '`' | '$' | '\\' | ';' | '&' | '|' | '<' | '>'
                | '(' | ')' => {
                    break;
                }
                _ => {}
            }
        }
        let end = end?;
        let inside: String = rest[1..end].iter().collect();
        let words = listed(&inside).or_else(|| counted(&inside))?;
        self.at += end + 1;
        Some(words)
    }
}

/// `a,b{c,d}`: the parts between commas; nested lists stay as they are.
fn listed(inside: &str) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    let mut depth = 0_usize;
    for letter in inside.chars() {
        match letter {
            ',' if depth == 0 => words.push(String::new()),
            _ => {
                depth = match letter {
                    '{' => depth + 1,
                    '}' => depth.saturating_sub(1),
                    _ => depth,
                };
                words.last_mut()?.push(letter);
            }
        }
    }
    words.truncate(MOST);
    (words.len() > 1).then_some(words)
}

/// `1..9`: only the two ends; what is between them makes no difference to the rules.
fn counted(inside: &str) -> Option<Vec<String>> {
    let (from, to) = inside.split_once("..")?;
    let to = to.split("..").next()?;
    let plain = |text: &str| !text.is_empty() && text.chars().all(char::is_alphanumeric);
    (plain(from) && plain(to)).then(|| vec![from.to_owned(), to.to_owned()])
}
