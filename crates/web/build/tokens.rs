//! A script as tokens: just enough of the grammar to remove blanks and to shorten names.
//! Every statement of the sources ends with a semicolon or a brace.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name, a keyword or a number.
    Word,
    /// A string, a part of a template or a regular expression: stays as it is.
    Text,
    /// One character, or `${`, which opens code in a template.
    Sign,
}

/// Blanks and comments before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    None,
    Blank,
    Line,
}

#[derive(Clone, Copy, Debug)]
pub struct Token<'s> {
    pub kind: Kind,
    pub text: &'s str,
    pub gap: Gap,
}

/// The tokens, with these texts, and with only those blanks and line ends between them that are needed.
pub fn squeezed(tokens: &[Token<'_>], texts: &[String]) -> String {
    let mut out = String::new();
    for (token, text) in tokens.iter().zip(texts) {
        let before = out.chars().last().unwrap_or(';');
        let after = text.chars().next().unwrap_or(';');
        let joins = is_word(before) && is_word(after) || before == after && "+-".contains(after);
        let ends = !"{([,;:=?&|<>+-*.!".contains(before) && !"})],;:=?&|<>*.".contains(after);
        match token.gap {
            Gap::Line if ends => out.push('\n'),
            Gap::Line | Gap::Blank if joins => out.push(' '),
            Gap::Line | Gap::Blank | Gap::None => {}
        }
        out.push_str(text);
    }
    out
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || "_$".contains(letter)
}

pub fn tokens(script: &str) -> Vec<Token<'_>> {
    let (mut all, mut rest) = (Vec::<Token<'_>>::new(), script);
    // How many braces are open in each piece of code inside of a template.
    let mut templates: Vec<usize> = Vec::new();
    let mut gap = Gap::None;
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
            continue;
        }
        if first == ' ' || first == '\n' {
            gap = if first == '\n' || gap == Gap::Line { Gap::Line } else { Gap::Blank };
            rest = &rest[1..];
            continue;
        }
        let (kind, length) = match first {
            '"' | '\'' => (Kind::Text, quoted(rest, first)),
            '`' => (Kind::Text, 1 + template(&rest[1..])),
            '/' if all.last().is_none_or(begins_value) => (Kind::Text, regex(rest)),
            '$' if rest.starts_with("${") => {
                templates.push(0);
                (Kind::Sign, 2)
            }
            '}' if templates.last() == Some(&0) => {
                templates.pop();
                all.push(Token { kind: Kind::Sign, text: &rest[..1], gap });
                rest = &rest[1..];
                gap = Gap::None;
                (Kind::Text, template(rest))
            }
            letter if is_word(letter) => {
                (Kind::Word, rest.find(|next| !is_word(next)).unwrap_or(rest.len()))
            }
            _ => {
                if let Some(open) = templates.last_mut() {
                    match first {
                        '{' => *open += 1,
                        '}' => *open -= 1,
                        _ => {}
                    }
                }
                (Kind::Sign, first.len_utf8())
            }
        };
        all.push(Token { kind, text: &rest[..length], gap });
        gap = Gap::None;
        rest = &rest[length..];
    }
    all
}

/// Whether a slash behind this token begins a regular expression; otherwise it divides.
fn begins_value(before: &Token<'_>) -> bool {
    match before.kind {
        Kind::Sign => !")]}".contains(before.text),
        Kind::Word => before.text == "return",
        Kind::Text => false,
    }
}

fn quoted(text: &str, quote: char) -> usize {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    panic!("no end of {text:.40}")
}

/// Up to its end, or to the code inside of it.
fn template(text: &str) -> usize {
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '`' => return at + 1,
            '$' if text[at..].starts_with("${") => return at,
            _ => {}
        }
    }
    panic!("no end of {text:.40}")
}

fn regex(text: &str) -> usize {
    let (mut letters, mut class) = (text.char_indices().skip(1), false);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '[' => class = true,
            ']' => class = false,
            // With its flags.
            '/' if !class => {
                let flags = text[at + 1..].find(|next| !is_word(next));
                return flags.map_or(text.len(), |length| at + 1 + length);
            }
            _ => {}
        }
    }
    panic!("no end of {text:.40}")
}
