//! The ledger of acknowledged changes, compared with the state.
//!
//! Contradictions are collected rather than failing at once, so that a run shows all of them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sayso_core::{Actor, DraftField, InteractionId, State, Status, Timestamp};
use sayso_desk::{Desk, Query, Row, Scope, View};
use tokio::sync::watch;

#[derive(Default)]
pub struct Ledger {
    books: Mutex<Books>,
    /// The number of acknowledgements, as it changes.
    acknowledged: watch::Sender<u64>,
    /// What has begun and not ended, for a run that does not end.
    under_way: Mutex<Vec<String>>,
}

/// Something that is under way until this is dropped.
pub struct UnderWay<'a>(&'a Ledger, String);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut all = self.0.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = all.iter().position(|it| *it == self.1) {
            all.swap_remove(at);
        }
    }
}

#[derive(Default)]
struct Books {
    /// Asks in progress, by number; with the id once acknowledged.
    asks: BTreeMap<u64, Option<InteractionId>>,
    /// How it ended, according to the first one who saw it.
    ended: HashMap<InteractionId, State>,
    refusals: Vec<Refused>,
    drafts: HashMap<InteractionId, DraftField>,
    delivered: Vec<InteractionId>,
    /// Waiting calls that have their answer.
    answered: HashSet<InteractionId>,
    rows: HashMap<InteractionId, Row>,
    contradictions: Vec<String>,
}

/// Refused because somebody else was faster.
struct Refused {
    id: InteractionId,
    wanted: String,
    status: Status,
    actor: Option<Actor>,
    at: Timestamp,
}

impl Ledger {
    pub fn acknowledged(&self) -> watch::Receiver<u64> {
        self.acknowledged.subscribe()
    }

    pub fn begins(&self, what: String) -> UnderWay<'_> {
        let mut all = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(what.clone());
        UnderWay(self, what)
    }

    /// Why a run does not end.
    pub fn explain(&self) -> String {
        let all = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        let wrong = &self.lock().contradictions;
        format!("under way:\n{}\nwrong:\n{}", all.join("\n"), wrong.join("\n"))
    }

    /// The number of a new question, which is in its title.
    pub fn begin(&self) -> u64 {
        let mut books = self.lock();
        let number = books.asks.len() as u64;
        books.asks.insert(number, None);
        number
    }

    pub fn asked(&self, number: u64, id: InteractionId) {
        self.note(|books| {
            books.asks.insert(number, Some(id));
        });
    }

    pub fn drafted(&self, id: InteractionId, field: DraftField) {
        self.note(|books| {
            books.drafts.insert(id, field);
        });
    }

    pub fn delivered(&self, id: InteractionId) {
        self.note(|books| books.delivered.push(id));
    }

    pub fn answered(&self, id: InteractionId) {
        self.note(|books| {
            books.answered.insert(id);
        });
    }

    pub fn refused(
        &self,
        id: InteractionId,
        wanted: String,
        (status, actor, at): (Status, Option<Actor>, Timestamp),
    ) {
        self.note(|books| books.refusals.push(Refused { id, wanted, status, actor, at }));
    }

    /// Somebody saw how it ended; everyone must see the same.
    pub fn saw(&self, view: &View, who: &str) {
        let (id, state) = (view.interaction.id, &view.interaction.state);
        let mut books = self.lock();
        if view.interaction.is_pending() {
            return books.contradict(format!("{id}: {who} was told that it has no outcome"));
        }
        let first = books.ended.entry(id).or_insert_with(|| state.clone()).clone();
        if first != *state {
            books.contradict(format!("{id}: {who} saw {state:?}, somebody before saw {first:?}"));
        }
        drop(books);
        self.acknowledged.send_modify(|count| *count += 1);
    }

    /// An event said how it ended.
    pub fn heard(&self, row: Row) {
        let mut books = self.lock();
        match books.rows.get(&row.id) {
            Some(first) if ending(first) != ending(&row) => {
                let message = format!("{}: heard of {row:?}, before of {first:?}", row.id);
                books.contradict(message);
            }
            Some(_) => {}
            None => drop(books.rows.insert(row.id, row)),
        }
    }

    pub fn contradict(&self, message: String) {
        self.lock().contradict(message);
    }

    /// Any acknowledged question, and whether it has ended by now.
    pub fn any(&self, choice: u64) -> Option<(InteractionId, Option<State>)> {
        let books = self.lock();
        let known: Vec<InteractionId> = books.asks.values().flatten().copied().collect();
        let id = *known.get(usize::try_from(choice).ok()?.checked_rem(known.len())?)?;
        Some((id, books.ended.get(&id).cloned()))
    }

    /// What it is called when another program asks it in the same place, which keeps its own books.
    pub const FOREIGN: &str = "Foreign";

    /// Looks everything up. All questions must have ended by now, and all waiting calls must know.
    pub async fn audit(&self, desk: &dyn Desk) {
        let mut stored = everything(desk).await;
        stored.retain(|row| !row.title.starts_with(Ledger::FOREIGN));
        let mut views = HashMap::new();
        let ids: Vec<InteractionId> = self.lock().asks.values().flatten().copied().collect();
        for id in &ids {
            match desk.show(&(*id).into()).await {
                Ok(view) => drop(views.insert(*id, view)),
                Err(error) => self.contradict(format!("{id} was acknowledged: {error}")),
            }
        }
        for view in views.values() {
            self.saw(view, "the audit");
        }
        let mut books = self.lock();
        let found = books.compare(&views, &stored);
        books.contradictions.extend(found);
        assert!(books.contradictions.is_empty(), "{}", books.contradictions.join("\n"));
    }

    /// What a draft must still be, unless its question has ended.
    pub fn draft(&self, id: InteractionId) -> Option<DraftField> {
        self.lock().drafts.get(&id).cloned()
    }

    /// Asked, ended, refused: for the test to check that it has tested something.
    pub fn counts(&self) -> (usize, usize, usize) {
        let books = self.lock();
        (books.asks.values().flatten().count(), books.ended.len(), books.refusals.len())
    }

    fn note(&self, entry: impl FnOnce(&mut Books)) {
        entry(&mut self.lock());
        self.acknowledged.send_modify(|count| *count += 1);
    }

    fn lock(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Books {
    #[expect(clippy::print_stderr, reason = "a run that does not end shows it, too")]
    fn contradict(&mut self, message: String) {
        eprintln!("{message}");
        self.contradictions.push(message);
    }

    fn compare(&self, views: &HashMap<InteractionId, View>, stored: &[Row]) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut by_title: HashMap<&str, usize> = HashMap::new();
        for row in stored {
            *by_title.entry(&row.title).or_default() += 1;
            if self.rows.get(&row.id).is_some_and(|heard| ending(heard) != ending(row)) {
                wrong.push(format!("{}: stored {row:?}, but another ending was heard of", row.id));
            }
        }
        for (number, id) in &self.asks {
            let copies = by_title.remove(super::load::title(*number).as_str()).unwrap_or(0);
            match id {
                Some(_) if copies == 1 => {}
                // The ask was not acknowledged: it may exist or not, but not twice.
                None if copies <= 1 => {}
                Some(_) | None => wrong.push(format!("question {number} is stored {copies} times")),
            }
        }
        wrong.extend(by_title.keys().map(|title| format!("nobody asked `{title}`")));
        for id in self.asks.values().flatten() {
            if !self.answered.contains(id) {
                wrong.push(format!("{id}: its waiter never got the answer"));
            }
        }
        for id in &self.delivered {
            if views.get(id).is_none_or(|view| view.interaction.delivered_at.is_none()) {
                wrong.push(format!("{id}: its delivery was acknowledged and is forgotten"));
            }
        }
        for refused in &self.refusals {
            let Some(interaction) = views.get(&refused.id).map(|view| &view.interaction) else {
                continue;
            };
            let actor = interaction.outcome().and_then(|outcome| outcome.actor());
            let told = (refused.status, refused.actor.as_ref(), Some(refused.at));
            if told != (interaction.status(), actor, interaction.settled_at()) {
                wrong.push(format!("{}: the loser was told {told:?}", refused.id));
            }
            if super::load::is_result(interaction, &refused.wanted) {
                wrong.push(format!("{}: `{}` won and was refused", refused.id, refused.wanted));
            }
        }
        wrong
    }
}

/// What a row says about how it ended.
fn ending(row: &Row) -> (Status, Option<Timestamp>, &Option<Actor>, &Option<String>) {
    (row.status, row.settled_at, &row.actor, &row.answer)
}

pub async fn everything(desk: &dyn Desk) -> Vec<Row> {
    let mut query = Query { scope: Scope::All, limit: 500, ..Query::default() };
    let mut rows = Vec::new();
    loop {
        let page = desk.list(query.clone()).await.unwrap();
        rows.extend(page.rows);
        match page.next {
            Some(next) => query.after = Some(next),
            None => return rows,
        }
    }
}
