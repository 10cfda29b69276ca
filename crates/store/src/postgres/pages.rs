//! Pages for people, with and without a search.

use sayso_core::InteractionId;
use sayso_core::search::{LOOKED_THROUGH, Words};
use sayso_desk::store::{FoundRows, LONGEST_PAGE, PageEnd, Query, Scope, StoreError};
use tokio_postgres::types::ToSql;

use super::PostgresStore;
use super::interactions::read_interaction;

/// Words that narrow a search down by the index; every one of them costs a look-up there.
const MOST_INDEXED: usize = 8;

/// The text of `i` as it was written last.
const TEXT: &str = "coalesce((select n.text from search_new n where n.id = i.id), \
     (select s.text from search s where s.id = i.id))";

impl PostgresStore {
    pub(super) async fn find_page(&self, query: &Query) -> Result<FoundRows, StoreError> {
        let after = match &query.after {
            None => None,
            Some(text) => Some(
                PageEnd::decode(text)
                    .ok_or_else(|| StoreError::Other("bad page cursor".to_owned()))?,
            ),
        };
        let words = Words::of(query.search.as_deref().unwrap_or_default());
        let beyond = match words.are_short() {
            true => self.nth(query.scope, LOOKED_THROUGH).await?,
            false => None,
        };
        let limit = query.limit.min(LONGEST_PAGE);
        let (time, within) = walk(query.scope);
        let mut asked = Asked::default();
        let mut clauses = vec!["not i.test".to_owned()];
        clauses.extend(within.map(str::to_owned));
        let mut place = |end: PageEnd, side: &str, asked: &mut Asked| {
            let millis = asked.with(end.millis);
            let id = asked.with(end.id.uuid());
            clauses.push(format!("(i.{time}, i.id) {side} ({millis}::int8, {id}::uuid)"));
        };
        if let Some(end) = after {
            place(end, "<", &mut asked);
        }
        if let Some(end) = beyond {
            place(end, ">", &mut asked);
        }
        let patterns: Vec<String> = words
            .indexed()
            .take(MOST_INDEXED)
            .map(|word| format!("text like {}::text", asked.with(format!("%{}%", escaped(word)))))
            .collect();
        if !patterns.is_empty() {
            clauses.push(format!(
                "i.id in (select id from search where {} union all select id from search_new)",
                patterns.join(" and ")
            ));
        }
        if !words.is_empty() {
            // The definition: each word is somewhere in the text, byte by byte.
            let all: Vec<String> = words.iter().map(str::to_owned).collect();
            let all = asked.with(all);
            clauses.push(format!(
                "(select bool_and(strpos({TEXT}, word collate \"C\") > 0) \
                 from unnest({all}::text[]) word)"
            ));
        }
        let most = asked.with(limit as i64 + 1);
        let statement = format!(
            "select i.version, i.body, i.delivered_at, i.revision, i.deadline, i.id, i.{time} \
             from interactions i where {} \
             order by i.{time} desc, i.id desc limit {most}::int8",
            clauses.join(" and ")
        );
        let params: Vec<&(dyn ToSql + Sync)> = asked.0.iter().map(|value| &**value as _).collect();
        let rows = self.scan.query_once(&statement, &params).await?;
        let looked_through = beyond.map(|_| LOOKED_THROUGH);
        let mut found = FoundRows { looked_through, ..FoundRows::default() };
        for row in rows.iter().take(limit) {
            match read_interaction(row) {
                Ok(interaction) => found.rows.push(interaction),
                Err(why) => {
                    let id = InteractionId::new(row.get(5));
                    found.unreadable.push(self.unreadable.note(id, why));
                }
            }
        }
        if rows.len() > limit {
            let last = limit.checked_sub(1).and_then(|last| rows.get(last));
            found.next =
                last.map(|row| PageEnd { millis: row.get(6), id: InteractionId::new(row.get(5)) });
        }
        Ok(found)
    }

    /// The first one after this many of the newest.
    async fn nth(&self, scope: Scope, passed: usize) -> Result<Option<PageEnd>, StoreError> {
        let (time, within) = walk(scope);
        let statement = format!(
            "select i.{time}, i.id from interactions i where {} \
             order by i.{time} desc, i.id desc limit 1 offset {passed}",
            within.unwrap_or("true")
        );
        let rows = self.scan.query_once(&statement, &[]).await?;
        let end = |row: &tokio_postgres::Row| PageEnd {
            millis: row.get(0),
            id: InteractionId::new(row.get(1)),
        };
        Ok(rows.first().map(end))
    }
}

/// The values of a statement that is put together.
#[derive(Default)]
struct Asked(Vec<Box<dyn ToSql + Sync + Send>>);

impl Asked {
    fn with(&mut self, value: impl ToSql + Sync + Send + 'static) -> String {
        self.0.push(Box::new(value));
        format!("${}", self.0.len())
    }
}

/// The time that a scope is ordered by, and what is in it.
fn walk(scope: Scope) -> (&'static str, Option<&'static str>) {
    match scope {
        Scope::All => ("created_at", None),
        Scope::Active => ("created_at", Some("i.settled_at is null")),
        Scope::Completed => ("settled_at", Some("i.settled_at is not null")),
    }
}

/// No character of a word has a meaning in a pattern.
fn escaped(word: &str) -> String {
    let mut escaped = String::with_capacity(word.len());
    for character in word.chars() {
        if matches!(character, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
