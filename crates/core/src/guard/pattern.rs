//! Patterns of the person's own rules: `terraform apply*`, `deploy --prod`, `mcp__*__send_mail`.

use super::call::Call;

/// Words with `*` for any letters and `?` for one. Words stand in their order, switches anywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(Vec<String>);

impl Pattern {
    /// `None` for a text without a word.
    pub fn parse(text: &str) -> Option<Pattern> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        (!words.is_empty()).then_some(Pattern(words))
    }

    /// The command begins with these words. A last word `*` may stand for none.
    pub(super) fn fits_call(&self, call: &Call) -> bool {
        let is_switch = |word: &&String| word.starts_with('-');
        let (switches, words): (Vec<&String>, Vec<&String>) = self.0.iter().partition(is_switch);
        let (given_switches, given): (Vec<&String>, Vec<&String>) =
            call.args.iter().partition(is_switch);
        let mut given = std::iter::once(&call.program).chain(given);
        let last = words.len().saturating_sub(1);
        let in_order = words.iter().enumerate().all(|(at, word)| match given.next() {
            // As with the command itself, the path of the program does not count.
            Some(given) if at == 0 => is_like(given, word.rsplit('/').next().unwrap_or_default()),
            Some(given) => is_like(given, word),
            None => at > 0 && at == last && *word == "*",
        });
        let has = |switch: &&String| given_switches.iter().any(|given| is_like(given, switch));
        in_order && !words.is_empty() && switches.iter().all(has)
    }

    /// The name of a tool, in whatever case.
    pub(super) fn fits_tool(&self, name: &str) -> bool {
        is_like(&name.to_lowercase(), &self.0.join(" ").to_lowercase())
    }
}

/// Whether the text is what the pattern stands for. Remembers the last `*` only: linear in practice,
/// the product of both lengths at worst.
fn is_like(text: &str, pattern: &str) -> bool {
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
    use crate::guard::call;

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

    /// REQ: PO-3
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
            ("anything", "--prod", false),
        ] {
            let calls = call::of_text(command);
            let pattern_read = Pattern::parse(pattern).unwrap();
            assert_eq!(pattern_read.fits_call(&calls[0]), fits, "{command} | {pattern}");
        }
        assert_eq!(Pattern::parse("  "), None);
        assert!(Pattern::parse("mcp__*__Send_Mail").unwrap().fits_tool("MCP__x__send_mail"));
    }
}
