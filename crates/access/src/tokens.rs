//! Tokens that give access: in the store, and all of them in memory, because there are few and every
//! request needs one. Only the hash of a secret is stored.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use sayso_desk::store::{Replaced, Replaces};
use sayso_desk::typed_items::{self, Stored, TypedItem};
use sayso_desk::whole::whole;
use sayso_desk::{Clock, DeskError, KeyValue, Result, StoreError};
use tokio::sync::watch;

/// A database that takes longer to say what another hub has changed is away.
const READ_WITHIN: Duration = Duration::from_secs(3);

/// Wrong tokens, however many come, lead to ten reads a second.
const READ_EVERY: Duration = Duration::from_millis(100);

pub(crate) trait Token: TypedItem + Clone + Send + Sync + 'static {
    /// Its last use is recorded at most this often: reading must not cause writing.
    const NOTED_EVERY: SignedDuration;

    /// Identifies it; not a secret.
    fn id(&self) -> &str;
    /// Its place in the store.
    fn key(&self) -> &str;
    fn created_at(&self) -> Timestamp;
    fn last_used(&self) -> Option<Timestamp>;
    fn use_at(&mut self, now: Timestamp);
}

/// By id.
type Known<T> = BTreeMap<String, Stored<T>>;

pub(crate) struct Tokens<T> {
    key_value: Arc<dyn KeyValue>,
    known: Arc<Mutex<Known<T>>>,
    /// Counts revocations, so that those who wait check whether they are affected.
    revocations: watch::Sender<u64>,
    /// Held while key_value and memory are changed together.
    changing: Arc<tokio::sync::Mutex<()>>,
    doubts: watch::Sender<Doubts>,
    /// When they were last read for one that was not known, by the monotonic clock.
    looked: tokio::sync::Mutex<Option<Duration>>,
}

/// How often another hub has changed them, and how much of that is known here.
#[derive(Default)]
struct Doubts {
    raised: u64,
    settled: u64,
}

impl<T: Token> Tokens<T> {
    pub(crate) async fn start(key_value: Arc<dyn KeyValue>) -> Result<Tokens<T>> {
        let known = typed_items::all::<T>(key_value.as_ref()).await?.into_iter();
        let known = known.map(|token| (token.value.id().to_owned(), token)).collect();
        Ok(Tokens {
            key_value,
            known: Arc::new(Mutex::new(known)),
            revocations: watch::Sender::default(),
            changing: Arc::default(),
            doubts: watch::Sender::default(),
            looked: tokio::sync::Mutex::default(),
        })
    }

    /// `false`: another one has its place.
    pub(crate) async fn add(&self, token: &T) -> Result<bool> {
        let (key_value, known) = (Arc::clone(&self.key_value), Arc::clone(&self.known));
        let (token, changing) = (token.clone(), Arc::clone(&self.changing));
        whole(async move {
            let _alone = changing.lock().await;
            let put = typed_items::put(key_value.as_ref(), token.key(), &token, Replaces::Nothing)
                .await?;
            if put == Replaced::Stale {
                return Ok(false);
            }
            let (id, key) = (token.id().to_owned(), token.key().to_owned());
            known.lock().insert(id, Stored { key, revision: 1, value: token });
            Ok(true)
        })
        .await
    }

    /// Another hub has changed them; how is known after the next [`Tokens::reload`].
    pub(crate) fn doubt(&self) {
        self.doubts.send_modify(|doubts| doubts.raised += 1);
    }

    /// Waits a moment for what another hub has changed: a token that was revoked there must not count
    /// here, and one that was created there is not called wrong.
    pub(crate) async fn certain(&self, clock: &dyn Clock) -> Result<()> {
        let mut doubts = self.doubts.subscribe();
        let is_settled = |doubts: &Doubts| doubts.settled == doubts.raised;
        if is_settled(&doubts.borrow()) {
            return Ok(());
        }
        tokio::select! {
            // Cannot fail: the sender is ours.
            _ = doubts.wait_for(is_settled) => Ok(()),
            () = clock.sleep_until(clock.running() + READ_WITHIN) => Err(unread()),
        }
    }

    /// Reads them for one that is not known here: another hub may have created it a moment ago.
    pub(crate) async fn look_again(&self, clock: &dyn Clock) -> Result<()> {
        let came = clock.running();
        let read = async {
            let mut looked = self.looked.lock().await;
            if let Some(last) = *looked {
                if last > came {
                    return Ok(());
                }
                clock.sleep_until(last + READ_EVERY).await;
            }
            *looked = Some(clock.running());
            self.reload().await
        };
        tokio::select! {
            read = read => read,
            () = clock.sleep_until(came + READ_WITHIN) => Err(unread()),
        }
    }

    /// As other hubs have changed them.
    pub(crate) async fn reload(&self) -> Result<()> {
        let _alone = self.changing.lock().await;
        let raised = self.doubts.borrow().raised;
        let stored = typed_items::all::<T>(self.key_value.as_ref()).await?.into_iter();
        let stored: Known<T> = stored.map(|token| (token.value.id().to_owned(), token)).collect();
        let mut known = self.known.lock();
        let revoked = known.keys().any(|id| !stored.contains_key(id));
        *known = stored;
        drop(known);
        self.doubts.send_modify(|doubts| doubts.settled = raised);
        if revoked {
            self.revocations.send_modify(|revocations| *revocations += 1);
        }
        Ok(())
    }

    /// The oldest first.
    pub(crate) fn all(&self) -> Vec<T> {
        let mut all: Vec<T> = self.known.lock().values().map(|token| token.value.clone()).collect();
        all.sort_by_key(T::created_at);
        all
    }

    pub(crate) fn get(&self, id: &str) -> Option<T> {
        self.known.lock().get(id).map(|token| token.value.clone())
    }

    pub(crate) fn find(&self, is_it: impl Fn(&T) -> bool) -> Option<T> {
        let known = self.known.lock();
        known.values().map(|token| &token.value).find(|token| is_it(token)).cloned()
    }

    /// Notes that it was used now. Only over the known revision: one that was revoked since must not
    /// come back.
    pub(crate) async fn used(&self, id: &str, now: Timestamp) {
        let (token, revision) = {
            let mut known = self.known.lock();
            let Some(Stored { value, revision, .. }) = known.get_mut(id) else { return };
            // Also if the clock went back, or it would stay valid for too long.
            let stale = |used| now.duration_since(used).abs() >= T::NOTED_EVERY;
            if !value.last_used().is_none_or(stale) {
                return;
            }
            value.use_at(now);
            (value.clone(), *revision)
        };
        let (key_value, known) = (Arc::clone(&self.key_value), Arc::clone(&self.known));
        let noted = whole(async move {
            let over = Replaces::Revision(revision);
            if typed_items::put(key_value.as_ref(), token.key(), &token, over).await?
                == Replaced::Done
                && let Some(known) = known.lock().get_mut(token.id())
            {
                known.revision = revision + 1;
            }
            Ok(())
        });
        if let Err(error) = noted.await {
            tracing::warn!(%error, "when a token was last used could not be noted");
        }
    }

    /// Those with these ids are no longer valid. Returns how many there were.
    pub(crate) async fn revoke(&self, ids: &[String]) -> Result<usize> {
        let keys: Vec<String> = {
            let known = self.known.lock();
            ids.iter().filter_map(|id| Some(known.get(id)?.key.clone())).collect()
        };
        if keys.is_empty() {
            return Ok(0);
        }
        let (key_value, known) = (Arc::clone(&self.key_value), Arc::clone(&self.known));
        let (ids, revocations) = (ids.to_owned(), self.revocations.clone());
        let changing = Arc::clone(&self.changing);
        whole(async move {
            let _alone = changing.lock().await;
            let gone = key_value.remove(T::KIND, &keys).await?;
            known.lock().retain(|id, _| !ids.contains(id));
            revocations.send_modify(|revocations| *revocations += 1);
            Ok(gone)
        })
        .await
    }

    /// Resolves when the token with this id is not valid, or no longer.
    pub(crate) async fn revoked(&self, id: &str) {
        let mut revocations = self.revocations.subscribe();
        while self.known.lock().contains_key(id) {
            // Cannot fail: the sender is ours.
            let _ = revocations.changed().await;
        }
    }
}

fn unread() -> DeskError {
    let why = "which tokens are valid could not be read in time".to_owned();
    StoreError::Away { at: "its database".to_owned(), detail: why }.into()
}
