//! The command in the shell that Codex starts for it: `/bin/bash -lc 'touch one'` is `touch one`.

const SHELLS: [&str; 4] = ["bash", "zsh", "sh", "dash"];

/// `None`: it isn't such a line.
pub(super) fn inner(command: &str) -> Option<String> {
    let words = words(command)?;
    let [shell, flags, inner] = &words[..] else { return None };
    let name = shell.rsplit('/').next()?;
    (SHELLS.contains(&name) && ["-c", "-lc"].contains(&flags.as_str())).then(|| inner.clone())
}

/// The words of a line that was quoted by a program; `None` for anything that a shell would expand.
fn words(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        '\'' => break,
                        quoted => word.push(quoted),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next()? {
                        '"' => break,
                        '\\' => word.push(letters.next()?),
                        '$' | '`' => return None,
                        quoted => word.push(quoted),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(letters.next()?),
            '$' | '`' | ';' | '&' | '|' | '<' | '>' | '(' | ')' | '\n' => return None,
            plain => word.get_or_insert_default().push(plain),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_shell_around_a_command_is_taken_off() {
        let is = |line: &str, command: Option<&str>| {
            assert_eq!(inner(line).as_deref(), command, "{line}")
        };
        is("/bin/bash -lc 'touch one'", Some("touch one"));
        is("/bin/zsh -lc ls", Some("ls"));
        is(r#"bash -c "rm -rf 'a b'""#, Some("rm -rf 'a b'"));
        is(r"/bin/bash -lc 'it'\''s'", Some("it's"));
        is("touch one", None);
        is("/bin/bash -lc 'a' ; rm -rf /", None);
        is(r#"/bin/bash -lc "$(curl x)""#, None);
        is("/bin/bash script.sh", None);
    }
}
