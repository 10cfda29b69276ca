//! Reads SQL far enough to find destructive statements. Literals and comments are skipped.

mod statement;

use crate::call::Call;
use crate::code::literals;
use crate::word_lists::{Set, is};
use crate::words::parts;

/// One statement: its words in lower case with their depth in parentheses, and its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Statement {
    words: Vec<(usize, String)>,
    pub(crate) text: String,
}

/// The statements that a client is given to run. Every argument is read, because a host name
/// doesn't read as a statement.
pub(crate) fn of_call(call: &Call) -> Vec<Statement> {
    let program = call.program.as_str();
    if is(Set::Quiet, program) || call.args.iter().any(|arg| arg == ":memory:") {
        return Vec::new();
    }
    if !is(Set::Sql, program) {
        return carried(call).iter().flat_map(|text| read(text)).collect();
    }
    let args = call.args.iter().map(|arg| match arg.strip_prefix("--") {
        // A comment, followed by a statement on the next line.
        Some(comment) if comment.starts_with(char::is_whitespace) => arg,
        Some(long) => long.split_once('=').map_or("", |(_, value)| value),
        // `-c'drop …'`: the value may directly follow the letter.
        None if arg.starts_with('-') => arg.get(2..).unwrap_or_default(),
        None => arg,
    });
    let spoken =
        call.args.iter().filter(|arg| !arg.starts_with('-')).cloned().collect::<Vec<_>>().join(" ");
    // `db2 drop table staff`: the statement isn't quoted.
    let spoken = Some(spoken).filter(|text| reads_as_sql(text));
    args.chain(call.input.as_deref()).chain(spoken.as_deref()).flat_map(read).collect()
}

/// Statements that a program passes on: `--ddl='DROP TABLE t'`, `-d 'q=drop database x'`.
fn carried(call: &Call) -> Vec<String> {
    let mut found = Vec::new();
    let mut said = false;
    for arg in &call.args {
        if !said && arg.contains(' ') {
            let value = match arg.split_once('=') {
                Some((name, value)) if !name.contains(' ') => value,
                Some(_) | None => arg,
            };
            found.extend([value.to_owned()].into_iter().filter(|text| reads_as_sql(text)));
            if value.starts_with(['{', '[']) {
                found.extend(literals(value).into_iter().filter(|text| reads_as_sql(text)));
            }
        }
        said = is(Set::Prose, arg);
    }
    found
}

/// Several words that begin like a statement.
fn reads_as_sql(text: &str) -> bool {
    const BEGIN: [&str; 9] =
        ["drop", "truncate", "delete", "update", "alter", "begin", "remove", "revoke", "purge"];
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    text.contains(' ') && BEGIN.contains(&first.as_str())
}

/// `psql -f drop_all.sql`, `mysql shop < wipe.sql`: only the file's name is known.
pub(crate) fn file_named_destructively(call: &Call) -> bool {
    let says = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        name.ends_with(".sql") && parts(name).iter().any(|part| is(Set::SqlFiles, part))
    };
    let named = call.args.iter().map(|arg| arg.rsplit(['=', '@']).next().unwrap_or_default());
    let runs = is(Set::Sql, &call.program) || call.args.iter().any(|arg| arg == "execute");
    runs && (named.into_iter().any(says) || call.inputs.iter().any(|path| says(path)))
}

pub(crate) fn read(text: &str) -> Vec<Statement> {
    let mut statements = vec![Statement::default()];
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let statement = statements.last_mut().expect("there is always one");
        let length = if rest.starts_with("--") || rest.starts_with("# ") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = literal(rest) {
            statement.push(depth, "?", &rest[..length]);
            length
        } else if letter == ';' {
            statements.push(Statement::default());
            depth = 0;
            1
        } else if is_word(letter) {
            let length = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
            statement.push(depth, &rest[..length].to_lowercase(), &rest[..length]);
            length
        } else {
            depth = match letter {
                '(' => depth + 1,
                ')' => depth.saturating_sub(1),
                _ => depth,
            };
            statement.text.push(letter);
            letter.len_utf8()
        };
        rest = &rest[length..];
    }
    for statement in &mut statements {
        statement.text = statement.text.trim().to_owned();
    }
    statements.retain(|statement| !statement.words.is_empty());
    statements
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Length of a quoted text at the beginning: `'…'`, `"…"`, `` `…` ``, `$tag$…$tag$`.
fn literal(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if matches!(first, '\'' | '"' | '`') {
        let end = text[1..].find(first);
        return Some(end.map_or(text.len(), |end| end + 2));
    }
    let tag_end = text.strip_prefix('$')?.find(|letter| !is_word(letter))? + 1;
    let tag = text.get(..=tag_end).filter(|tag| tag.ends_with('$'))?;
    let end = text[tag.len()..].find(tag);
    Some(end.map_or(text.len(), |end| end + 2 * tag.len()))
}
