//! Resolves words: substitutes variables set in the same text, and outputs that can be predicted.

use super::{MOST_TEXT, Reading, known};
use crate::call::{Call, Unread, is_variable};
use crate::shell::{Piece, Script, Simple, Word};

/// A word as the program would receive it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Value {
    pub(super) text: String,
    /// Part of it is not known from the text.
    pub(super) unknown: bool,
}

/// Limit for the values of one variable, or the words that replace one word; the rest is cut off.
const MOST_VALUES: usize = 32;

/// How many stages of a pipe are followed back.
const LONGEST_PIPE: usize = 8;

/// Keywords that can precede a command.
const KEYWORDS: [&str; 12] =
    ["{", "}", "!", "if", "then", "elif", "else", "do", "while", "until", "function", "coproc"];

impl Reading {
    pub(super) fn resolve_call(&mut self, script: &Script, simple: &Simple) -> Call {
        let mut words = simple.words.iter().peekable();
        let keyword = |word: &&Word| word.literal().is_some_and(|text| KEYWORDS.contains(&text));
        while words.next_if(keyword).is_some() {}
        let mut assigned = Vec::new();
        while let Some(word) = words.next_if(|word| assignment(word).is_some()) {
            assigned.extend(assignment(word).map(|(name, _)| name));
        }
        let mut values: Vec<Value> = Vec::new();
        for word in words {
            values.extend(self.resolve(script, word));
        }
        let unread = values.first().and_then(unknown_name);
        let texts = values.into_iter().map(|value| value.text).collect();
        let mut call = Call { unread, ..Call::of_words(texts) };
        call.assigned.splice(0..0, assigned);
        call.outputs = self.files(script, &simple.outputs);
        call.appends = self.files(script, &simple.appends);
        call.inputs = self.files(script, &simple.inputs);
        call.input = self.input(script, simple);
        call
    }

    fn files(&mut self, script: &Script, words: &[Word]) -> Vec<String> {
        words.iter().flat_map(|word| self.resolve(script, word)).map(|value| value.text).collect()
    }

    /// Standard input, if known from the text: a here-document, or the output of `echo` in the
    /// pipe.
    fn input(&mut self, script: &Script, simple: &Simple) -> Option<String> {
        let mut simple = simple;
        for _ in 0..LONGEST_PIPE {
            self.steps += 1;
            if let Some(word) = &simple.input {
                return Some(self.resolve(script, word).into_iter().map(|v| v.text).collect());
            }
            simple = &script.commands[simple.fed_by?];
            // `cat` without arguments passes its input through.
            let passes = matches!(&simple.words[..], [only] if only.literal() == Some("cat"));
            if !passes {
                return self.says(script, simple);
            }
        }
        None
    }

    /// The command at the start of the pipe, skipping those that only filter lines.
    pub(super) fn source(&mut self, script: &Script, fed_by: usize) -> Call {
        const CHOOSE: [&str; 7] = ["sort", "uniq", "head", "tail", "grep", "cat", "tac"];
        let mut at = fed_by;
        for _ in 0..LONGEST_PIPE {
            let before = &script.commands[at];
            let name = before.words.first().and_then(Word::literal).unwrap_or_default();
            match before.fed_by {
                Some(earlier) if CHOOSE.contains(&name) => at = earlier,
                Some(_) | None => break,
            }
        }
        self.resolve_call(script, &script.commands[at])
    }

    /// The output of a command, if it can be predicted without running it.
    fn says(&mut self, script: &Script, simple: &Simple) -> Option<String> {
        let program = simple.words.first()?.literal()?;
        match program {
            "echo" | "printf" => {
                let words = simple.words[1..].iter().flat_map(|word| self.resolve(script, word));
                let words: Vec<Value> = words.collect();
                let known = words.iter().all(|word| !word.unknown);
                let texts = words.into_iter().map(|word| word.text);
                let texts =
                    texts.filter(|text| !["-e", "-n", "-ne", "-en"].contains(&text.as_str()));
                let text = texts.collect::<Vec<_>>().join(" ");
                known.then(|| unescaped(&text))
            }
            "cat" if simple.words.len() == 1 => {
                let word = simple.input.as_ref()?;
                Some(self.resolve(script, word).into_iter().map(|v| v.text).collect())
            }
            _ => None,
        }
    }

    /// Usually one value; several for a variable of several words, none for an empty one.
    pub(super) fn resolve(&mut self, script: &Script, word: &Word) -> Vec<Value> {
        let mut values = vec![Value::default()];
        let mut splits = false;
        for piece in &word.0 {
            self.steps += 1;
            let (texts, unknown) = match piece {
                Piece::Text(text) => (vec![text.clone()], false),
                Piece::Variable { name, otherwise, quoted } => {
                    splits |= !quoted;
                    self.variable(script, name, otherwise.as_ref())
                }
                Piece::Output { commands, quoted } => {
                    splits |= !quoted;
                    let inner = script.commands.get(commands.start);
                    match inner.and_then(|inner| self.prints(script, inner, commands.len())) {
                        Some(text) => (vec![text], false),
                        None => (vec!["$(…)".to_owned()], true),
                    }
                }
                Piece::Each(words) => (words.clone(), false),
                Piece::Something => (vec!["$((…))".to_owned()], true),
            };
            values = product(&values, &texts, unknown);
        }
        self.put_in += values.iter().map(|value| value.text.len()).sum::<usize>();
        if splits {
            let separators = self.variables.get("IFS").map(|ifs| ifs.concat()).unwrap_or_default();
            let words = values.into_iter().flat_map(|value| split(value, &separators));
            values = words.take(MOST_VALUES).collect();
        }
        values
    }

    fn variable(
        &mut self,
        script: &Script,
        name: &str,
        otherwise: Option<&Word>,
    ) -> (Vec<String>, bool) {
        if self.put_in < MOST_TEXT
            && let Some(values) = self.variables.get(name)
        {
            return (values.clone(), false);
        }
        if let Some(text) = known::variable(name) {
            return (vec![text], false);
        }
        if let Some(otherwise) = otherwise {
            let values = self.resolve(script, otherwise);
            let unknown = values.iter().any(|value| value.unknown);
            return (values.into_iter().map(|value| value.text).collect(), unknown);
        }
        (vec![format!("${name}")], true)
    }

    /// The output of a substitution, if it can be predicted.
    fn prints(&mut self, script: &Script, inner: &Simple, count: usize) -> Option<String> {
        match count {
            0 => return Some(String::new()),
            1 => {}
            _ => return None,
        }
        // Only here are its words resolved: twice at each level would be exponential.
        let program = inner.words.first().and_then(Word::literal);
        if matches!(program, Some("echo" | "printf")) {
            return self.says(script, inner);
        }
        let words: Vec<String> = inner
            .words
            .iter()
            .flat_map(|word| self.resolve(script, word))
            .map(|v| v.text)
            .collect();
        let plain: Vec<&str> = words.iter().map(String::as_str).collect();
        if known::prints_settings(&plain) {
            return Some(String::new());
        }
        known::output(&words).or_else(|| self.says(script, inner))
    }
}

/// As `printf` and `echo -e` read it: `\n`, `\162`, `\x72`.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        let (radix, most) = match letters.peek() {
            Some('x') => (16, 2),
            Some('0'..='7') => (8, 4),
            Some('n' | 'r' | 't') => {
                let blank = if letters.next() == Some('n') { '\n' } else { ' ' };
                plain.push(blank);
                continue;
            }
            Some(_) | None => {
                plain.push('\\');
                continue;
            }
        };
        if radix == 16 {
            letters.next();
        }
        let mut value = 0;
        for _ in 0..most {
            let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(radix)) else {
                break;
            };
            value = value * radix + digit;
            letters.next();
        }
        plain.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    plain
}

fn product(before: &[Value], texts: &[String], unknown: bool) -> Vec<Value> {
    let pairs = before.iter().flat_map(|value| texts.iter().map(move |text| (value, text)));
    let joined = pairs.map(|(value, text)| Value {
        text: format!("{}{text}", value.text),
        unknown: value.unknown || unknown,
    });
    joined.take(MOST_VALUES).collect()
}

/// At blanks, and at what `IFS` was set to in the same text.
fn split(value: Value, separators: &str) -> Vec<Value> {
    let unknown = value.unknown;
    let parted = |letter: char| letter.is_whitespace() || separators.contains(letter);
    let texts = value.text.split(parted).filter(|text| !text.is_empty());
    texts.map(|text| Value { text: text.to_owned(), unknown }).collect()
}

/// The program's name is not known from the text. For a path only its last part matters.
fn unknown_name(value: &Value) -> Option<Unread> {
    let last = value.text.rsplit('/').next().unwrap_or_default();
    (value.unknown && (last.contains('$') || last.is_empty())).then_some(Unread::Name)
}

/// `NAME=value` or `NAME+=value`.
pub(super) fn assignment(word: &Word) -> Option<(String, Word)> {
    let Some(Piece::Text(text)) = word.0.first() else { return None };
    let (name, begin) = text.split_once('=')?;
    let name = name.strip_suffix('+').unwrap_or(name);
    if !is_variable(name) {
        return None;
    }
    let first = Piece::Text(begin.to_owned());
    let value = std::iter::once(first).chain(word.0[1..].iter().cloned()).map(quoted).collect();
    Some((name.to_owned(), Word(value)))
}

/// Values of assignments are not split.
fn quoted(piece: Piece) -> Piece {
    match piece {
        Piece::Variable { name, otherwise, .. } => {
            Piece::Variable { name, otherwise, quoted: true }
        }
        Piece::Output { commands, .. } => Piece::Output { commands, quoted: true },
        piece @ (Piece::Text(_) | Piece::Each(_) | Piece::Something) => piece,
    }
}
