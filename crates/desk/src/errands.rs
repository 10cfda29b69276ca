//! Errands: a request from outside that reaches one hub and has to be carried out by another, over the
//! database that they share. It lies on the shelf for seconds.
//!
//! It is carried out at most once: a hub takes it by compare-and-set before it begins, and nobody
//! takes one whose sender no longer waits.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, Semaphore, watch};

use crate::clock::Clock;
use crate::error::{DeskError, Result};
use crate::ids::Ids;
use crate::kept::{self, Kept, Shelved};
use crate::others::{News, Others, ShelfChange};
use crate::store::{Over, Replaced, Shelf};
use crate::whole::whole;

/// A chat waits three seconds for a reply.
pub const ERRAND_LASTS: Duration = Duration::from_millis(2_500);

/// Time for the database beyond that.
const SLOW: Duration = Duration::from_millis(300);

/// Limit for those of one hub at a time: more are refused at once.
const MOST: usize = 64;

/// The errands of all surfaces of one hub.
pub struct Errands {
    shelf: Arc<dyn Shelf>,
    others: Arc<dyn Others>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    room: Semaphore,
    /// Those whose reply is waited for here, by key.
    waiting: Mutex<HashMap<String, Arc<Notify>>>,
    /// There may be some to carry out.
    news: watch::Sender<()>,
}

/// A request, as it came. Only text: nothing else is signed by a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Errand {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrandReply {
    pub status: u16,
    pub content_type: Option<String>,
    pub body: String,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sent {
    Done(ErrandReply),
    /// Nobody has begun with it, and nobody will.
    Untaken,
    /// A hub has taken it, but has not replied in time.
    Unanswered,
}

/// An errand that this hub has found, and that nobody had taken then.
pub struct OpenErrand {
    place: ErrandPlace,
    errand: Errand,
}

/// An errand that this hub has to carry out.
pub struct TakenErrand {
    pub errand: Errand,
    /// Where its reply goes.
    pub place: ErrandPlace,
}

/// An errand on the shelf.
pub struct ErrandPlace {
    key: String,
    revision: u64,
    surface: String,
    sent: Timestamp,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    /// The surface that it is for.
    surface: String,
    sent: Timestamp,
    stage: Stage,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    Open(Errand),
    /// The value is drawn anew for each attempt, so that no two are alike.
    Taken(String),
    Done(ErrandReply),
}

impl Kept for Stored {
    const KIND: &'static str = "errand";
    const VERSION: u32 = 1;
}

impl Stored {
    /// Its sender has removed it long since, unless that hub has died.
    fn is_left_over(&self, now: Timestamp) -> bool {
        now >= self.sent + 4 * ERRAND_LASTS || now + ERRAND_LASTS < self.sent
    }
}

impl Errands {
    pub fn new(
        shelf: Arc<dyn Shelf>,
        others: Arc<dyn Others>,
        clock: &Arc<dyn Clock>,
        ids: &Arc<dyn Ids>,
    ) -> Arc<Errands> {
        let (clock, ids) = (Arc::clone(clock), Arc::clone(ids));
        let (waiting, news) = Default::default();
        let room = Semaphore::new(MOST);
        Arc::new(Errands { shelf, others, clock, ids, room, waiting, news })
    }

    /// Has it carried out by the hub that runs this surface, which may turn out to be this one.
    pub async fn send(self: &Arc<Self>, surface: &str, errand: Errand) -> Result<Sent> {
        let (errands, surface) = (Arc::clone(self), surface.to_owned());
        // It is removed in any case.
        whole(async move {
            let Ok(_place) = errands.room.try_acquire() else {
                return Err(DeskError::Busy(format!("{MOST} requests wait for another hub")));
            };
            let key = errands.ids.draw().simple().to_string();
            let too_late = errands.clock.running() + ERRAND_LASTS + SLOW;
            let done = async {
                let sent = errands.send_as(&key, surface, errand).await;
                errands.remove(&key).await;
                sent
            };
            tokio::select! {
                sent = done => return sent,
                () = errands.clock.sleep_until(too_late) => {}
            }
            // The one who asked is told first.
            tokio::spawn({
                let errands = Arc::clone(&errands);
                async move { errands.remove(&key).await }
            });
            Err(DeskError::Busy("the database takes too long".to_owned()))
        })
        .await
    }

    /// Nobody waits for it any more.
    async fn remove(&self, key: &str) {
        self.waiting.lock().remove(key);
        if let Err(error) = self.shelf.remove(Stored::KIND, &[key.to_owned()]).await {
            tracing::debug!(%error, "the next hub that looks for requests removes this one");
        }
    }

    async fn send_as(&self, key: &str, surface: String, errand: Errand) -> Result<Sent> {
        let heard = Arc::new(Notify::new());
        self.waiting.lock().insert(key.to_owned(), Arc::clone(&heard));
        let given_up = self.clock.running() + ERRAND_LASTS;
        let mut given_up = self.clock.sleep_until(given_up);
        let stored = Stored { surface, sent: self.clock.now(), stage: Stage::Open(errand) };
        kept::put(self.shelf.as_ref(), key, &stored, Over::Nothing).await?;
        // It may be this hub's turn since a moment ago, and it does not hear what it has written.
        self.news.send_replace(());
        loop {
            let is_late = tokio::select! {
                () = heard.notified() => false,
                () = &mut given_up => true,
            };
            let now = kept::get::<Stored>(self.shelf.as_ref(), key).await?;
            match now.map(|now| now.value.stage) {
                Some(Stage::Done(reply)) => return Ok(Sent::Done(reply)),
                Some(Stage::Taken(_)) if is_late => return Ok(Sent::Unanswered),
                Some(Stage::Open(_)) | None if is_late => return Ok(Sent::Untaken),
                Some(Stage::Open(_) | Stage::Taken(_)) | None => {}
            }
        }
    }

    /// Those for this surface that nobody has taken. Removes what a dead hub has left.
    pub async fn look(&self, surface: &str) -> Result<Vec<OpenErrand>> {
        let now = self.clock.now();
        let (mut open, mut left_over) = (Vec::new(), Vec::new());
        for Shelved { key, revision, value } in kept::all::<Stored>(self.shelf.as_ref()).await? {
            if value.is_left_over(now) {
                left_over.push(key);
                continue;
            }
            let Stored { surface: of, sent, stage } = value;
            match stage {
                Stage::Open(errand) if of == surface => {
                    let place = ErrandPlace { key, revision, surface: of, sent };
                    open.push(OpenErrand { place, errand });
                }
                Stage::Open(_) | Stage::Taken(_) | Stage::Done(_) => {}
            }
        }
        if !left_over.is_empty() {
            self.shelf.remove(Stored::KIND, &left_over).await?;
        }
        Ok(open)
    }

    /// `None`: somebody else carries it out, or its sender no longer waits.
    pub async fn take(&self, open: OpenErrand) -> Result<Option<TakenErrand>> {
        let OpenErrand { place, errand } = open;
        let stage = Stage::Taken(self.ids.draw().simple().to_string());
        let (taken, place) = self.set(place, stage).await?;
        let is_awaited = self.clock.now() < place.sent + ERRAND_LASTS;
        let is_ours = taken == Replaced::Done && is_awaited;
        Ok(is_ours.then_some(TakenErrand { errand, place }))
    }

    /// For its sender, if that still waits.
    pub async fn reply(&self, place: ErrandPlace, reply: ErrandReply) -> Result<()> {
        let (_, place) = self.set(place, Stage::Done(reply)).await?;
        // As above.
        self.wake(&place.key);
        Ok(())
    }

    async fn set(&self, place: ErrandPlace, stage: Stage) -> Result<(Replaced, ErrandPlace)> {
        let ErrandPlace { key, revision, surface, sent } = place;
        let stored = Stored { surface, sent, stage };
        let over = Over::Revision(revision);
        let replaced = kept::put(self.shelf.as_ref(), &key, &stored, over).await?;
        let surface = stored.surface;
        Ok((replaced, ErrandPlace { key, revision: revision + 1, surface, sent }))
    }

    /// The hubs that carry them out.
    pub fn others(&self) -> &dyn Others {
        self.others.as_ref()
    }

    /// Changes when there may be errands to look for.
    pub fn news(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }

    /// What other hubs have sent, and their replies.
    pub fn hear(&self, news: &News) {
        let is_new = match news {
            News::Anew(_) => {
                self.waiting.lock().values().for_each(|waiting| waiting.notify_one());
                true
            }
            News::Shelf(items) => {
                let errands = items.iter().filter(|item| item.kind == Stored::KIND);
                // A reply is of no interest to those who look.
                errands.fold(false, |is_new, ShelfChange { key, .. }| is_new | !self.wake(key))
            }
            News::Changed(_) | News::Said(_) | News::Gone(_) => false,
        };
        if is_new {
            self.news.send_replace(());
        }
    }

    /// Whether it is waited for here.
    fn wake(&self, key: &str) -> bool {
        self.waiting.lock().get(key).map(|waiting| waiting.notify_one()).is_some()
    }
}
