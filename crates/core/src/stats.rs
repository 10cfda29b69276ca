//! Figures over many interactions: how long answers take, what nobody answered in time, and what is
//! asked again.

mod brief;

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use jiff::{SignedDuration, Timestamp};

use crate::interaction::Status;
use crate::text::cut;

pub use brief::Brief;

/// How many agents, projects and repeated questions are named.
pub const NAMED: usize = 50;

/// The time is divided into this many slices of equal length.
pub const SLICES: usize = 30;

/// Maximum length of a title.
const LINE: usize = 200;

/// What was asked since a moment, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    pub since: Timestamp,
    pub until: Timestamp,
    pub total: Figures,
    /// Those that asked most first, at most [`NAMED`].
    pub agents: Vec<Share>,
    pub projects: Vec<Share>,
    /// Questions with the same words as an earlier one.
    pub asked_again: u64,
    /// The most frequent of these first, at most [`NAMED`].
    pub most_asked: Vec<Repeated>,
    /// From the earliest to the latest; all of the same length.
    pub slices: Vec<Slice>,
}

/// What became of some questions. `asked` is the sum of the others, `median_ms` aside.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Figures {
    pub asked: u64,
    pub pending: u64,
    /// By a person.
    pub answered: u64,
    /// By a program, or in the agent's own terminal.
    pub by_program: u64,
    /// Nobody answered in time; the default may have been sent.
    pub timed_out: u64,
    /// Cancelled or rejected.
    pub declined: u64,
    pub withdrawn: u64,
    /// How long people took to answer.
    pub median_ms: Option<u64>,
}

impl Figures {
    /// Those that were settled, and not because nobody waited any more.
    pub fn settled(&self) -> u64 {
        self.answered + self.by_program + self.timed_out + self.declined
    }

    /// How many of these timed out, in percent.
    pub fn timed_out_percent(&self) -> Option<u64> {
        let settled = self.settled();
        (settled > 0).then(|| (self.timed_out * 100 + settled / 2) / settled)
    }
}

/// The figures of one agent or project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// Absent: those that did not say.
    pub name: Option<String>,
    pub figures: Figures,
}

/// A question that was asked more than once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeated {
    pub title: String,
    pub times: u64,
}

/// A part of the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    pub from: Timestamp,
    pub asked: u64,
    pub median_ms: Option<u64>,
}

/// Counts interactions one by one, oldest first.
pub struct Tally {
    since: Option<Timestamp>,
    until: Timestamp,
    total: Counting,
    agents: BTreeMap<Option<String>, Counting>,
    projects: BTreeMap<Option<String>, Counting>,
    /// By a hash of the words; the title only of what came again.
    seen: HashMap<u64, (u64, Option<String>)>,
    slices: Vec<Counting>,
}

#[derive(Clone, Default)]
struct Counting {
    figures: Figures,
    took: Vec<u64>,
}

impl Tally {
    /// Without `since`, from the first interaction on.
    pub fn new(since: Option<Timestamp>, until: Timestamp) -> Tally {
        Tally {
            since,
            until,
            total: Counting::default(),
            agents: BTreeMap::new(),
            projects: BTreeMap::new(),
            seen: HashMap::new(),
            slices: vec![Counting::default(); SLICES],
        }
    }

    pub fn add(&mut self, brief: &Brief) {
        let since = *self.since.get_or_insert(brief.created_at());
        let slice = place(since, self.until, brief.created_at());
        counting(&mut self.agents, brief.agent()).add(brief);
        counting(&mut self.projects, brief.project()).add(brief);
        self.slices[slice].add(brief);
        self.total.add(brief);
        let mut hasher = DefaultHasher::new();
        brief.words().for_each(|words| words.hash(&mut hasher));
        let (times, title) = self.seen.entry(hasher.finish()).or_default();
        *times += 1;
        if *times == 2 {
            *title = Some(cut(brief.title(), LINE));
        }
    }

    pub fn finish(self) -> Stats {
        let since = self.since.unwrap_or(self.until);
        let length = self.until.duration_since(since).as_millis() / SLICES as i128;
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let slices = (0_i64..).zip(self.slices).map(|(number, counting)| {
            let Figures { asked, median_ms, .. } = counting.finish();
            let passed = SignedDuration::from_millis(length.saturating_mul(number));
            Slice { from: since.checked_add(passed).unwrap_or(self.until), asked, median_ms }
        });
        let asked_again = self.seen.values().map(|(times, _)| times - 1).sum();
        let again = self.seen.into_values();
        let mut most_asked: Vec<Repeated> =
            again.filter_map(|(times, title)| Some(Repeated { title: title?, times })).collect();
        most_asked.sort_by(|a, b| b.times.cmp(&a.times).then_with(|| a.title.cmp(&b.title)));
        most_asked.truncate(NAMED);
        Stats {
            since,
            until: self.until,
            total: self.total.finish(),
            agents: shares(self.agents),
            projects: shares(self.projects),
            asked_again,
            most_asked,
            slices: slices.collect(),
        }
    }
}

impl Counting {
    fn add(&mut self, brief: &Brief) {
        let figures = &mut self.figures;
        figures.asked += 1;
        let count = match brief.status() {
            Status::Pending => &mut figures.pending,
            Status::Submitted if brief.is_by_person() => {
                self.took.extend(brief.took_ms());
                &mut figures.answered
            }
            Status::Submitted => &mut figures.by_program,
            Status::AutoSubmitted | Status::Timeout => &mut figures.timed_out,
            Status::Cancelled | Status::Rejected => &mut figures.declined,
            // Not an answer before the agent has confirmed it.
            Status::Given => &mut figures.pending,
            Status::Withdrawn => &mut figures.withdrawn,
        };
        *count += 1;
    }

    fn finish(mut self) -> Figures {
        Figures { median_ms: median(&mut self.took), ..self.figures }
    }
}

fn counting<'a>(
    all: &'a mut BTreeMap<Option<String>, Counting>,
    name: Option<&str>,
) -> &'a mut Counting {
    all.entry(name.map(str::to_owned)).or_default()
}

fn shares(all: BTreeMap<Option<String>, Counting>) -> Vec<Share> {
    let shares = all.into_iter();
    let mut shares: Vec<Share> =
        shares.map(|(name, counting)| Share { name, figures: counting.finish() }).collect();
    shares.sort_by(|a, b| b.figures.asked.cmp(&a.figures.asked).then_with(|| a.name.cmp(&b.name)));
    shares.truncate(NAMED);
    shares
}

/// The lower one of the two in the middle of an even number: a time that somebody took.
fn median(took: &mut [u64]) -> Option<u64> {
    let middle = took.len().checked_sub(1)? / 2;
    Some(*took.select_nth_unstable(middle).1)
}

fn place(since: Timestamp, until: Timestamp, at: Timestamp) -> usize {
    let whole = until.duration_since(since).as_millis().max(1);
    let passed = at.duration_since(since).as_millis().max(0);
    usize::try_from(passed * SLICES as i128 / whole).unwrap_or(SLICES).min(SLICES - 1)
}

#[cfg(test)]
#[path = "stats/stats_tests.rs"]
mod tests;
