//! Reads every row of a store once, and says what does not fit together.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use sayso_core::search::text_of;
use sayso_core::{Interaction, InteractionId, State};
use uuid::Uuid;

use super::{Counts, Damaged, Question, Record, TransferError, TransferProgress};
use crate::body::decode_interaction;
use crate::columns::Columns;
use crate::place::{Others, StorePlace};

/// What was found.
#[derive(Debug, Default)]
pub struct CheckReport {
    pub counts: Counts,
    pub pending: u64,
    /// The first of them.
    pub problems: Vec<RowProblem>,
    /// How many there are.
    pub found: u64,
}

#[derive(Debug, PartialEq, Eq)]
pub struct RowProblem {
    /// `question`, `draft`, `record`, `search` or `database`.
    pub table: &'static str,
    /// Which row.
    pub key: String,
    pub what: String,
}

/// More than this nobody reads.
const NAMED: usize = 100;

/// Changes nothing, and may run while hubs work.
pub async fn check(
    at: &StorePlace,
    tell: &mut (dyn FnMut(TransferProgress) + Send),
) -> Result<CheckReport, TransferError> {
    let mut source = at.read(Others::Allowed).await?;
    let mut checking = Checking::default();
    for what in at.inspect()? {
        checking.problem("database", String::new(), what);
    }
    let wanted = source.counts;
    let mut progress = TransferProgress { done: 0, all: wanted.all() };
    tell(progress);
    while let Some(page) = source.pages.recv().await {
        match page {
            Ok(page) => {
                progress.done += page.len() as u64;
                page.into_iter().for_each(|record| checking.record(record, source.texts));
            }
            Err(error) => checking.problem("database", String::new(), error.to_string()),
        }
        tell(progress);
    }
    let mut report = checking.report;
    if report.counts != wanted && report.found == 0 {
        let what = format!("counts {wanted}, but {} can be read", report.counts);
        report.problems.push(RowProblem { table: "database", key: String::new(), what });
        report.found = 1;
    }
    Ok(report)
}

#[derive(Default)]
struct Checking {
    report: CheckReport,
    /// Each question, and whether it is pending.
    known: HashMap<Uuid, bool>,
    /// The first eight characters of every id.
    shorts: HashSet<u32>,
    calls: HashSet<String>,
}

impl Checking {
    fn problem(&mut self, table: &'static str, key: String, what: String) {
        self.report.found += 1;
        if self.report.problems.len() < NAMED {
            self.report.problems.push(RowProblem { table, key, what });
        }
    }

    /// `texts`: a question has the text that it is found by.
    fn record(&mut self, record: Result<Record, Damaged>, texts: bool) {
        let record = match record {
            Ok(record) => record,
            Err(Damaged { table, key, why }) => return self.problem(table, key, why),
        };
        self.report.counts.add(&record);
        match record {
            Record::Question(row) => {
                if let Some(interaction) = self.question(&row)
                    && texts
                {
                    self.text(&interaction, row.text.as_deref());
                }
            }
            Record::Draft(field) => self.field(&field),
            Record::Kept(item) => self.item(&item),
        }
    }

    fn text(&mut self, interaction: &Interaction, stored: Option<&str>) {
        let what = match stored {
            None => "is missing: it cannot be found by its words",
            Some(text) if text != text_of(interaction) => {
                "is outdated: it is not found by all its words"
            }
            Some(_) => return,
        };
        self.problem("search", interaction.id.to_string(), what.to_owned());
    }

    /// The interaction, if it can be read.
    fn question(&mut self, row: &Question) -> Option<Interaction> {
        let id = InteractionId::new(row.id);
        let key = id.to_string();
        self.report.pending += u64::from(row.settled_at.is_none());
        if self.known.insert(row.id, row.settled_at.is_none()).is_some() {
            self.problem("question", key.clone(), "is there twice".to_owned());
        } else if !self.shorts.insert(id.short_number()) {
            let what = "begins with the same eight characters as another one".to_owned();
            self.problem("question", key.clone(), what);
        }
        if !self.calls.insert(row.call_id.clone()) {
            let what = "was made by the same call as another one".to_owned();
            self.problem("question", key.clone(), what);
        }
        match read(row) {
            Ok(interaction) => {
                for what in differences(row, &interaction) {
                    self.problem("question", key.clone(), what);
                }
                Some(interaction)
            }
            Err(why) => {
                self.problem("question", key, format!("cannot be read: {why}"));
                None
            }
        }
    }

    fn field(&mut self, field: &super::Field) {
        let key = InteractionId::new(field.interaction).to_string();
        match self.known.get(&field.interaction) {
            None => self.problem("draft", key.clone(), "has no question".to_owned()),
            Some(false) => {
                self.problem("draft", key.clone(), "its question is settled".to_owned());
            }
            Some(true) => {}
        }
        if let Some(what) = field.fault() {
            self.problem("draft", key, what);
        }
    }

    fn item(&mut self, item: &super::Item) {
        let key = format!("{}/{}", item.kind, item.key);
        let body: serde_json::Value = match serde_json::from_str(&item.body) {
            Ok(body) => body,
            Err(error) => return self.problem("record", key, format!("cannot be read: {error}")),
        };
        // A message of a chat names the question that it shows. It may outlive it.
        if item.kind == "post"
            && let Some(id) = body["interaction"].as_str()
            && item.key.split('/').nth(1) != Some(id)
        {
            self.problem("record", key, format!("shows another question: {id}"));
        }
    }
}

/// With the values that are only in columns.
fn read(row: &Question) -> Result<Interaction, String> {
    let version = u32::try_from(row.version).map_err(|error| error.to_string())?;
    let mut interaction = decode_interaction(version, row.body.as_bytes())?;
    let time = |millis: Option<i64>| {
        millis.map(Timestamp::from_millisecond).transpose().map_err(|error| error.to_string())
    };
    interaction.delivered_at = time(row.delivered_at)?;
    interaction.revision = u64::try_from(row.revision).map_err(|error| error.to_string())?;
    let column = time(row.deadline)?;
    if let State::Pending { deadline } = &mut interaction.state {
        *deadline = column;
    }
    Ok(interaction)
}

/// Columns that say something else than the body.
fn differences(row: &Question, interaction: &Interaction) -> Vec<String> {
    let body = Columns::of(interaction);
    let pairs = [
        ("id", body.id.uuid() == row.id),
        ("call_id", body.call_id == row.call_id),
        ("test", body.test == row.test),
        ("status", body.status == row.status),
        ("created_at", body.created_at == row.created_at),
        ("settled_at", body.settled_at == row.settled_at),
    ];
    let differs = pairs.into_iter().filter(|(_, same)| !same);
    differs.map(|(name, _)| format!("its column {name} differs from its body")).collect()
}
