//! The command of a hook, read as a shell would, as far as people write such commands.

/// `NAME=value program argument… || exit 2`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HookLine {
    pub settings: Vec<String>,
    pub program: String,
    pub arguments: Vec<String>,
    /// A program that cannot start, or is killed, blocks the tool use.
    pub denies: bool,
}

/// What makes every failure of the command before it the agents' 'block'.
pub(crate) const DENY: &str = "|| exit 2";

impl HookLine {
    /// `None` if it says more than that: then only a shell knows what it does.
    pub(crate) fn read(text: &str) -> Option<HookLine> {
        let text = text.trim();
        let (command, denies) = match text.strip_suffix(DENY) {
            Some(command) => (command, true),
            None => (text, false),
        };
        let mut words = words(command)?;
        let is_setting = |word: &String| {
            let name = word.split_once('=').map_or("", |(name, _)| name);
            !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
        };
        let first = words.iter().position(|word| !is_setting(word))?;
        let arguments = words.split_off(first + 1);
        let program = words.pop()?;
        Some(HookLine { settings: words, program, arguments, denies })
    }

    /// The seconds of `--limit`.
    pub(crate) fn limit(&self) -> Option<u64> {
        let place = self.arguments.iter().position(|word| word == "--limit")?;
        self.arguments.get(place + 1)?.parse().ok().filter(|limit| *limit >= 10)
    }

    /// Whether both do the same, though by another program and with another limit.
    pub(crate) fn does_the_same(&self, other: &HookLine) -> bool {
        let rest = |line: &HookLine| {
            let mut arguments = line.arguments.clone();
            if let Some(place) = arguments.iter().position(|word| word == "--limit") {
                arguments.drain(place..(place + 2).min(arguments.len()));
            }
            (line.settings.clone(), arguments, line.denies)
        };
        rest(self) == rest(other)
    }
}

/// Words with quotes and backslashes; `None` for anything that a shell would expand or run.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        '\'' => break,
                        letter => word.push(letter),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        '"' => break,
                        '$' | '`' | '\\' => return None,
                        letter => word.push(letter),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(letters.next()?),
            '$' | '`' | ';' | '&' | '|' | '<' | '>' | '(' | ')' | '*' | '?' | '[' | '~' | '#'
            | '\n' | '\r' => return None,
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::ServerCommand;

    /// REQ: PO-3
    #[test]
    fn what_setup_writes_is_read_back() {
        let server = ServerCommand::new(Path::new("/my tools/sayso"), None);
        let server = server.with_data_dir(Path::new("/it's")).with_variable("SAYSO_CONFIG", "/a b");
        let line = HookLine::read(&server.hook(60)).unwrap();
        assert_eq!((line.program.as_str(), line.denies), ("/my tools/sayso", true));
        assert_eq!(line.settings, ["SAYSO_CONFIG=/a b"]);
        assert_eq!(line.arguments, ["--data-dir", "/it's", "hook", "--limit", "60"]);
        assert_eq!(line.limit(), Some(60));
        let moved = HookLine { program: "/elsewhere".to_owned(), ..line.clone() };
        assert!(line.does_the_same(&moved));
        assert!(!line.does_the_same(&HookLine { denies: false, ..moved }));
    }

    /// REQ: PO-3
    #[test]
    fn what_only_a_shell_understands_is_not_guessed() {
        for text in ["$SAYSO hook", "a; sayso hook", "\"${X}/sayso\" hook", "sayso hook 'x", ""] {
            assert_eq!(HookLine::read(text), None, "{text}");
        }
    }
}
