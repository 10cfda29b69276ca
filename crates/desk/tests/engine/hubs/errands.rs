//! What one hub has another carry out: once, or not at all.

use std::sync::Arc;
use std::time::Duration;

use sayso_desk::{
    Clock, DeskError, ERRAND_LASTS, Errand, ErrandReply, Errands, Ids, RandomIds, Sent, TakenErrand,
};
use sayso_store::between::Between;
use tokio::sync::watch;

use super::{Hub, Team};
use crate::harness::until;

/// Its errands, and when there may be some to look for.
struct Runner {
    errands: Arc<Errands>,
    news: watch::Receiver<()>,
}

impl Runner {
    fn new(team: &Team, hub: &Hub) -> Runner {
        let clock: Arc<dyn Clock> = team.clock.clone();
        let ids: Arc<dyn Ids> = Arc::new(RandomIds);
        let others = hub.shared.others.clone();
        let errands = Errands::new(hub.store.clone(), others, &clock, &ids);
        let mut news = errands.others().listen();
        let hearing = Arc::downgrade(&errands);
        tokio::spawn(async move {
            while let (Some(news), Some(errands)) = (news.recv().await, hearing.upgrade()) {
                errands.hear(&news);
            }
        });
        let news = errands.news();
        Runner { errands, news }
    }

    fn send(&self, path: &str) -> tokio::task::JoinHandle<Result<Sent, DeskError>> {
        let (errands, errand) = (Arc::clone(&self.errands), errand(path));
        tokio::spawn(async move { errands.send("slack", errand).await })
    }

    /// Once there is something: what it has taken.
    async fn take(&mut self) -> Vec<TakenErrand> {
        let mut taken = Vec::new();
        for open in self.looked().await {
            taken.extend(self.errands.take(open).await.unwrap());
        }
        taken
    }

    async fn looked(&mut self) -> Vec<sayso_desk::OpenErrand> {
        loop {
            let found = self.errands.look("slack").await.unwrap();
            if !found.is_empty() {
                return found;
            }
            let changed = tokio::time::timeout(Duration::from_secs(20), self.news.changed());
            changed.await.expect("it hears of it").unwrap();
        }
    }
}

fn errand(path: &str) -> Errand {
    let headers = vec![("x-signature".to_owned(), "v0=00".to_owned())];
    Errand { path: path.to_owned(), headers, body: "payload=%7B\0".to_owned() }
}

fn fine() -> ErrandReply {
    ErrandReply { status: 200, content_type: None, body: "fine".to_owned() }
}

/// REQ: TM-2
/// Also by the hub that has sent it, if it is its turn meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_errand_is_carried_out_by_one_hub_and_its_reply_comes_back() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let (mut at_a, mut at_b) = (Runner::new(&team, &a), Runner::new(&team, &b));
    let sent = at_a.send("/slack/events");
    let (one, other) = (at_b.looked().await, at_a.looked().await);
    let [one, other] = [one, other].map(|mut found| found.remove(0));
    let (one, other) = tokio::join!(at_b.errands.take(one), at_a.errands.take(other));
    let mut taken: Vec<TakenErrand> = [one, other].into_iter().filter_map(Result::unwrap).collect();
    assert_eq!(taken.len(), 1, "one of them has it");
    let TakenErrand { errand: given, place } = taken.remove(0);
    assert_eq!(given, errand("/slack/events"));
    assert!(at_a.errands.look("slack").await.unwrap().is_empty(), "nobody finds it any more");
    at_b.errands.reply(place, fine()).await.unwrap();
    assert_eq!(sent.await.unwrap().unwrap(), Sent::Done(fine()));

    let sent = at_a.send("/slack/events");
    let TakenErrand { place, .. } = at_a.take().await.remove(0);
    at_a.errands.reply(place, fine()).await.unwrap();
    assert_eq!(sent.await.unwrap().unwrap(), Sent::Done(fine()));
    team.schema.execute("do $$ begin assert not exists (select from shelf); end $$");
}

/// REQ: TM-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_errand_whose_sender_has_given_up_is_not_carried_out() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let (at_a, mut at_b) = (Runner::new(&team, &a), Runner::new(&team, &b));
    let given_up = team.clock.running() + ERRAND_LASTS;
    let sent = at_a.send("/slack/events");
    let found = at_b.looked().await.remove(0);
    team.clock.slept_on(given_up).await;
    team.clock.advance(ERRAND_LASTS);
    assert_eq!(sent.await.unwrap().unwrap(), Sent::Untaken);
    assert!(at_b.errands.take(found).await.unwrap().is_none());

    // Taken, and never answered.
    let given_up = team.clock.running() + ERRAND_LASTS;
    let sent = at_a.send("/slack/events");
    let TakenErrand { place, .. } = at_b.take().await.remove(0);
    team.clock.slept_on(given_up).await;
    team.clock.advance(ERRAND_LASTS);
    assert_eq!(sent.await.unwrap().unwrap(), Sent::Unanswered);
    // Too late; nothing is left of it.
    at_b.errands.reply(place, fine()).await.unwrap();
    team.schema.execute("do $$ begin assert not exists (select from shelf); end $$");

    // What a dead hub has left is too old, and removed.
    let at = team.clock.now();
    team.schema.execute(&format!(
        "insert into shelf (kind, key, revision, version, body) values ('errand', 'x', 1, 1, \
         '{{\"surface\": \"slack\", \"sent\": \"{at}\", \"stage\": {{\"open\": \
         {{\"path\": \"/\", \"headers\": [], \"body\": \"\"}}}}}}')"
    ));
    let found = at_b.looked().await.remove(0);
    team.clock.advance(ERRAND_LASTS);
    assert!(at_b.errands.take(found).await.unwrap().is_none());
    team.clock.advance(3 * ERRAND_LASTS);
    assert!(at_b.errands.look("slack").await.unwrap().is_empty());
    team.schema.execute("do $$ begin assert not exists (select from shelf); end $$");
}

/// REQ: TM-2, TM-3
/// A chat is told in time, also if the database says nothing. Nothing of it is carried out later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_errand_that_cannot_be_stored_is_refused_in_time() {
    let Some(team) = Team::new() else { return };
    let dir = tempfile::tempdir().unwrap();
    let between = Between::new(dir.path(), team.schema.socket());
    let a = team.hub_at(&team.schema.url_by(dir.path()), "a").await;
    let b = team.hub("b").await;
    let (at_a, at_b) = (Runner::new(&team, &a), Runner::new(&team, &b));
    let since = team.clock.running();
    between.cut();
    let sent = at_a.send("/slack/events");
    team.clock.slept_on(since + ERRAND_LASTS).await;
    team.clock.advance(ERRAND_LASTS + Duration::from_millis(300));
    let refused = sent.await.unwrap();
    assert!(matches!(refused, Err(DeskError::Busy(_))), "{refused:?}");
    between.restore();
    until("it is removed", || async { Arc::strong_count(&at_a.errands) == 1 }).await;
    assert!(at_b.errands.look("slack").await.unwrap().is_empty());
}

/// REQ: TM-2
/// So that a flood of genuine requests does not fill the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn errands_beyond_the_limit_are_refused_at_once() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let (at_a, mut at_b) = (Runner::new(&team, &a), Runner::new(&team, &b));
    let mut sent: tokio::task::JoinSet<_> = tokio::task::JoinSet::new();
    for _ in 0..65 {
        let one = at_a.send("/slack/events");
        sent.spawn(async move { one.await.unwrap() });
    }
    let refused = sent.join_next().await.unwrap().unwrap();
    assert!(matches!(refused, Err(DeskError::Busy(_))), "{refused:?}");
    let mut done = 0;
    while done < 64 {
        for TakenErrand { place, .. } in at_b.take().await {
            at_b.errands.reply(place, fine()).await.unwrap();
            done += 1;
        }
    }
    for reply in sent.join_all().await {
        assert_eq!(reply.unwrap(), Sent::Done(fine()));
    }
}
