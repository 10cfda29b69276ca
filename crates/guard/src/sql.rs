//! SQL, read far enough to know which statements destroy something. Literals and comments say nothing.

use crate::call::Call;

/// One statement: its words in lower case with how deep in parentheses they stand, and its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Statement {
    words: Vec<(usize, String)>,
    pub(crate) text: String,
}

/// Programs whose arguments and input are SQL.
const CLIENTS: [&str; 24] = [
    "psql",
    "mysql",
    "mariadb",
    "sqlite3",
    "duckdb",
    "sqlcmd",
    "cockroach",
    "clickhouse",
    "clickhouse-client",
    "bq",
    "usql",
    "pgcli",
    "mycli",
    "snowsql",
    "sqlplus",
    "cqlsh",
    "trino",
    "presto",
    "hive",
    "beeline",
    "spark-sql",
    "impala-shell",
    "isql",
    "db2",
];

/// What a client is told to run. Every argument is read: a host's name is no statement.
pub(crate) fn of_call(call: &Call) -> Vec<Statement> {
    if !call.is(&CLIENTS) {
        let known = &crate::shipped::all().known;
        let other = call
            .args
            .iter()
            .filter(|arg| !known.contains(call.program.as_str()) && reads_as_sql(arg));
        return other.flat_map(|text| read(text)).collect();
    }
    let args = call.args.iter().map(|arg| match arg.strip_prefix("--") {
        // A comment, and the statement below it.
        Some(comment) if comment.starts_with(char::is_whitespace) => arg,
        Some(long) => long.split_once('=').map_or("", |(_, value)| value),
        // `-c'drop …'`: the value may stand right behind its letter.
        None if arg.starts_with('-') => arg.get(2..).unwrap_or_default(),
        None => arg,
    });
    args.chain(call.input.as_deref()).flat_map(read).collect()
}

/// Several words that begin like a statement.
fn reads_as_sql(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    text.contains(' ')
        && ["drop", "truncate", "delete", "update", "alter", "begin"].contains(&first.as_str())
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

/// The length of a quoted text at the beginning: `'…'`, `"…"`, `` `…` ``, `$tag$…$tag$`.
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

impl Statement {
    fn push(&mut self, depth: usize, word: &str, as_written: &str) {
        self.words.push((depth, word.to_owned()));
        self.text.push_str(as_written);
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |(_, word)| word)
    }

    /// `explain` only tells what would be done, unless it analyses.
    fn only_explains(&self) -> bool {
        self.word(0) == "explain"
            && !self.words.iter().any(|(_, word)| word == "analyze" || word == "analyse")
    }

    pub(crate) fn drops(&self) -> bool {
        let kind = match (self.word(0), self.word(1)) {
            ("drop", "foreign" | "external" | "temporary") => self.word(2),
            ("drop", kind) => kind,
            ("alter", "table") => return self.drops_column(),
            _ => return false,
        };
        const LOST: [&str; 20] = [
            "table",
            "database",
            "schema",
            "keyspace",
            "collection",
            "role",
            "user",
            "owned",
            "warehouse",
            "materialized",
            "view",
            "type",
            "tablespace",
            "sequence",
            "extension",
            "publication",
            "subscription",
            "stream",
            "topic",
            "index",
        ];
        LOST.contains(&kind)
    }

    /// Constraints and defaults can be put back; what stood in a column cannot.
    fn drops_column(&self) -> bool {
        const HARMLESS: [&str; 8] =
            ["constraint", "default", "not", "index", "primary", "foreign", "key", "identity"];
        (0..self.words.len())
            .any(|at| self.word(at) == "drop" && !HARMLESS.contains(&self.word(at + 1)))
    }

    pub(crate) fn truncates(&self) -> bool {
        self.word(0) == "truncate"
    }

    /// `delete` or `update` of every row.
    pub(crate) fn changes_all_rows(&self) -> bool {
        let verbs =
            (0..self.words.len()).filter(|at| ["delete", "update"].contains(&self.word(*at)));
        // Each is read to its end; nobody writes so many into one statement.
        let mut changes = verbs.take(200).filter(|at| match self.word(*at) {
            "delete" => self.word(at + 1) == "from",
            _ => self.sets(*at),
        });
        !self.only_explains() && changes.any(|at| !self.is_bounded(at))
    }

    /// An `update` of its own, not the one of `for update` or an upsert.
    fn sets(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |before| self.word(before));
        !["for", "on", "key", "do", "before", "after", "or"].contains(&before)
            && self.behind(at).any(|behind| self.word(behind) == "set")
    }

    /// It has a condition that could be false.
    fn is_bounded(&self, at: usize) -> bool {
        self.behind(at).any(|behind| match self.word(behind) {
            "where" => {
                let rest: Vec<&str> =
                    (behind + 1..self.words.len()).take(3).map(|at| self.word(at)).collect();
                !matches!(rest[..], [] | ["true"] | ["1"] | ["1", "1"])
            }
            "limit" => true,
            _ => false,
        })
    }

    /// What follows in the same parentheses.
    fn behind(&self, at: usize) -> impl Iterator<Item = usize> {
        let depth = self.words[at].0;
        (at + 1..self.words.len())
            .take_while(move |next| self.words[*next].0 >= depth)
            .filter(move |next| self.words[*next].0 == depth)
    }
}
