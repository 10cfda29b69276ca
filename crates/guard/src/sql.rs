//! SQL, read far enough to know which statements destroy something. Literals and comments say nothing.

use crate::call::Call;
use crate::code::literals;
use crate::shipped::{Set, is};
use crate::words::parts;

/// One statement: its words in lower case with how deep in parentheses they stand, and its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Statement {
    words: Vec<(usize, String)>,
    pub(crate) text: String,
}

/// What a client is told to run. Every argument is read: a host's name is no statement.
pub(crate) fn of_call(call: &Call) -> Vec<Statement> {
    let program = call.program.as_str();
    if is(Set::Quiet, program) || call.args.iter().any(|arg| arg == ":memory:") {
        return Vec::new();
    }
    if !is(Set::Sql, program) {
        return carried(call).iter().flat_map(|text| read(text)).collect();
    }
    let args = call.args.iter().map(|arg| match arg.strip_prefix("--") {
        // A comment, and the statement below it.
        Some(comment) if comment.starts_with(char::is_whitespace) => arg,
        Some(long) => long.split_once('=').map_or("", |(_, value)| value),
        // `-c'drop …'`: the value may stand right behind its letter.
        None if arg.starts_with('-') => arg.get(2..).unwrap_or_default(),
        None => arg,
    });
    let spoken =
        call.args.iter().filter(|arg| !arg.starts_with('-')).cloned().collect::<Vec<_>>().join(" ");
    // `db2 drop table staff`: the statement is not quoted.
    let spoken = Some(spoken).filter(|text| reads_as_sql(text));
    args.chain(call.input.as_deref()).chain(spoken.as_deref()).flat_map(read).collect()
}

/// Statements that a program passes on: `--ddl='DROP TABLE t'`, `-d 'q=drop database x'`.
fn carried(call: &Call) -> Vec<String> {
    const SAID: [&str; 12] = [
        "-m",
        "--message",
        "--title",
        "--body",
        "--description",
        "--comment",
        "--subject",
        "--notes",
        "--name",
        "-t",
        "--grep",
        "-k",
    ];
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
        said = SAID.contains(&arg.as_str());
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

/// `psql -f drop_all.sql`, `mysql shop < wipe.sql`: its name is all that is known of it.
pub(crate) fn file_named_so(call: &Call) -> bool {
    const SAY: [&str; 12] = [
        "drop", "wipe", "truncate", "delete", "purge", "nuke", "destroy", "reset", "teardown",
        "down", "rollback", "clean",
    ];
    let says = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        name.ends_with(".sql") && parts(name).iter().any(|part| SAY.contains(&part.as_str()))
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
        let (kind, name) = match (self.word(0), self.word(1)) {
            (
                "drop",
                "foreign" | "external" | "temporary" | "materialized" | "aggregate" | "event",
            ) => (self.word(2), self.word(3)),
            ("drop" | "remove", kind) => (kind, self.word(2)),
            ("alter", "table") => return self.drops_column(),
            // `create or replace table t`: the one that is there goes.
            ("create", "or") => return self.word(2) == "replace" && self.word(3) == "table",
            ("match", _) => return self.words.iter().any(|(_, word)| word == "delete"),
            _ => return false,
        };
        let named = !name.is_empty() || self.text.ends_with(['}', '%']);
        LOST.contains(&kind)
            && (named || kind == "?")
            && !(kind == "index" && self.word(0) == "remove")
    }

    /// Constraints and defaults can be put back; what stood in a column cannot.
    fn drops_column(&self) -> bool {
        const HARMLESS: [&str; 8] =
            ["constraint", "default", "not", "index", "primary", "foreign", "key", "identity"];
        (0..self.words.len()).any(|at| match self.word(at) {
            "drop" => !HARMLESS.contains(&self.word(at + 1)),
            // ClickHouse: `alter table t delete where …`.
            "delete" => self.word(at + 1) == "where",
            "truncate" => self.word(at + 1) == "partition",
            "detach" => self.word(at + 1) == "partition",
            _ => false,
        })
    }

    pub(crate) fn truncates(&self) -> bool {
        self.word(0) == "truncate" && !self.word(1).is_empty()
            || (self.word(0) == "insert" && self.word(1) == "overwrite")
    }

    /// Takes rights, logs or connections away, or ends the server.
    pub(crate) fn administers(&self) -> bool {
        const CALLED: [&str; 8] = [
            "pg_terminate_backend",
            "pg_drop_replication_slot",
            "lo_unlink",
            "pg_wal_replay_pause",
            "drop_chunks",
            "pg_rotate_logfile",
            "drop_hypertable",
            "pg_promote",
        ];
        match (self.word(0), self.word(1)) {
            ("revoke", rest) => {
                !rest.is_empty() && self.words.iter().any(|(_, word)| word == "from")
            }
            ("reset", "master" | "slave" | "replica" | "binary") => true,
            ("purge", "binary" | "master" | "recyclebin") => true,
            ("shutdown", "" | "abort" | "immediate" | "normal" | "nowait" | "transactional") => {
                true
            }
            (
                "delete",
                "noprompt" | "archivelog" | "backup" | "obsolete" | "database" | "volume"
                | "expired",
            ) => true,
            ("purge", "volume") => true,
            ("alter", "user" | "role" | "login") => self
                .words
                .iter()
                .any(|(_, word)| ["nologin", "disable", "lock"].contains(&word.as_str())),
            ("alter", "database") => {
                self.words.iter().any(|(_, word)| word == "offline" || word == "rename")
            }
            ("select", _) => self.words.iter().any(|(_, word)| CALLED.contains(&word.as_str())),
            _ => false,
        }
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

/// What is lost with all that is in it.
const LOST: [&str; 45] = [
    "?",
    "table",
    "tables",
    "database",
    "schema",
    "keyspace",
    "collection",
    "role",
    "user",
    "owned",
    "warehouse",
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
    "function",
    "procedure",
    "trigger",
    "policy",
    "trigger",
    "login",
    "server",
    "partition",
    "measurement",
    "series",
    "shard",
    "retention",
    "namespace",
    "catalog",
    "dictionary",
    "stage",
    "pipe",
    "task",
    "share",
    "domain",
    "materialized",
    "package",
    "synonym",
    "event",
];
