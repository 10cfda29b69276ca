//! What is kept, what goes, and that cleaning never gets in the way.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use sayso_core::settings::{Key, Layer};
use sayso_core::{Draft, DraftField, IdPrefix, Interaction, InteractionId, Status, Surface};
use sayso_desk::store::{
    AgentToken, Counts, Due, Forgotten, Found, Inserted, Post, Replaced, Retention, Unreadable,
    Visitor,
};
use sayso_desk::{Config, Desk, Patience, Query, Store, StoreError};
use serde_json::{Value, json};

use crate::harness::{Bench, choice, choose, person, questions, show, until};

const DAY: Duration = Duration::from_secs(86_400);

/// REQ: HI-3, AU-10
#[tokio::test]
async fn completed_ones_go_after_thirty_days_with_the_next_call_or_hour() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let old = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    desk.act(old, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    bench.clock.advance(29 * DAY);
    desk.ask(choice(json!({}))).await.unwrap();
    assert_eq!(show(&desk, old).await.status, Status::Submitted);
    // Nobody calls: the hourly round finds it.
    until("removed", || async {
        bench.clock.advance(Duration::from_secs(3_600));
        desk.show(&old.into()).await.is_err()
    })
    .await;
}

/// REQ: HI-4
#[tokio::test]
async fn one_more_than_the_limit_removes_the_oldest_completed_and_delivered_one() {
    let bench = Bench::new();
    let desk = bench.desk_with(Config { retention_count: 3, ..Config::default() }).await;
    let mut ids = Vec::new();
    for number in 0..5 {
        let id =
            desk.ask(choice(json!({ "timeout_seconds": 604_800 }))).await.unwrap().interaction.id;
        ids.push(id);
        if number == 0 {
            continue; // stays pending
        }
        desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
        if number > 1 {
            desk.delivered(id).await.unwrap(); // the second is answered, but nobody has fetched it
        }
        bench.clock.advance(Duration::from_secs(2));
    }
    let gone = |id: InteractionId| {
        let desk = &desk;
        async move { desk.show(&id.into()).await.is_err() }
    };
    until("the oldest delivered one is removed", || async {
        bench.clock.advance(Duration::from_secs(1));
        gone(ids[2]).await
    })
    .await;
    for kept in [ids[0], ids[1], ids[3], ids[4]] {
        assert!(!gone(kept).await);
    }
}

/// REQ: AU-10
#[tokio::test]
async fn without_deadline_and_unheard_for_a_week_it_is_withdrawn() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let forgotten = desk.ask(questions()).await.unwrap().interaction.id;
    let heard = desk.ask(questions()).await.unwrap().interaction.id;
    bench.clock.advance(6 * DAY);
    // Somebody waits for the second one, for a moment.
    let moment = desk.wait(heard, Patience::For(Duration::ZERO)).await.unwrap();
    assert!(moment.interaction.is_pending());
    let since: Timestamp = moment.interaction.created_at + jiff::SignedDuration::from_hours(24);
    until("it is noted", || async { !bench.store.unheard(since).await.unwrap().contains(&heard) })
        .await;
    bench.clock.advance(DAY + Duration::from_secs(3_600));
    until("withdrawn", || async {
        bench.clock.advance(Duration::from_secs(1));
        show(&desk, forgotten).await.status == Status::Withdrawn
    })
    .await;
    assert_eq!(show(&desk, heard).await.status, Status::Pending);
}

/// REQ: AU-10
#[tokio::test]
async fn a_clean_up_that_fails_is_a_warning_and_nothing_else() {
    let bench = Bench::new();
    let store = Arc::new(Unsweepable(Arc::clone(&bench.store)));
    let desk = bench.desk_over(store, Config::default()).await;
    for _ in 0..3 {
        let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
        desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
        bench.clock.advance(Duration::from_secs(2));
    }
    assert_eq!(desk.list(Query::default()).await.unwrap().rows.len(), 3);
}

/// Fails to sweep, and is a real store otherwise.
struct Unsweepable(Arc<dyn Store>);

#[async_trait]
impl Store for Unsweepable {
    async fn sweep(&self, _: &Retention) -> Result<Vec<InteractionId>, StoreError> {
        Err(StoreError::Other("no broom".to_owned()))
    }

    async fn insert(
        &self,
        interaction: &Interaction,
        fingerprint: Option<&str>,
    ) -> Result<Inserted, StoreError> {
        self.0.insert(interaction, fingerprint).await
    }

    async fn set_ticket(&self, id: InteractionId, ticket: &str) -> Result<(), StoreError> {
        self.0.set_ticket(id, ticket).await
    }

    async fn ticket(&self, id: InteractionId) -> Result<Option<String>, StoreError> {
        self.0.ticket(id).await
    }

    async fn load(&self, id: InteractionId) -> Result<Option<Interaction>, StoreError> {
        self.0.load(id).await
    }

    async fn find(&self, prefix: &IdPrefix) -> Result<Vec<InteractionId>, StoreError> {
        self.0.find(prefix).await
    }

    async fn replace(&self, next: &Interaction) -> Result<Replaced, StoreError> {
        self.0.replace(next).await
    }

    async fn repeats(&self, fingerprint: &str) -> Result<Vec<InteractionId>, StoreError> {
        self.0.repeats(fingerprint).await
    }

    async fn set_delivered(
        &self,
        id: InteractionId,
        at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        self.0.set_delivered(id, at).await
    }

    async fn set_heard(&self, id: InteractionId, at: Timestamp) -> Result<(), StoreError> {
        self.0.set_heard(id, at).await
    }

    async fn page(&self, query: &Query) -> Result<Found, StoreError> {
        self.0.page(query).await
    }

    async fn due(&self, now: Timestamp, limit: usize) -> Result<Due, StoreError> {
        self.0.due(now, limit).await
    }

    async fn move_deadlines(&self, by: SignedDuration) -> Result<(), StoreError> {
        self.0.move_deadlines(by).await
    }

    async fn unheard(&self, since: Timestamp) -> Result<Vec<InteractionId>, StoreError> {
        self.0.unheard(since).await
    }

    async fn save_draft(&self, id: InteractionId, fields: &[DraftField]) -> Result<(), StoreError> {
        self.0.save_draft(id, fields).await
    }

    async fn draft(&self, id: InteractionId) -> Result<Draft, StoreError> {
        self.0.draft(id).await
    }

    async fn forget(&self, id: InteractionId) -> Result<Forgotten, StoreError> {
        self.0.forget(id).await
    }

    async fn raw(&self, id: InteractionId) -> Result<Option<Value>, StoreError> {
        self.0.raw(id).await
    }

    async fn unreadable(&self) -> Result<Vec<Unreadable>, StoreError> {
        self.0.unreadable().await
    }

    async fn settings(&self) -> Result<Layer, StoreError> {
        self.0.settings().await
    }

    async fn set_setting(&self, key: Key, value: Option<&str>) -> Result<(), StoreError> {
        self.0.set_setting(key, value).await
    }

    async fn visitor(&self, id: &str) -> Result<Option<Visitor>, StoreError> {
        self.0.visitor(id).await
    }

    async fn visitors(&self) -> Result<Vec<Visitor>, StoreError> {
        self.0.visitors().await
    }

    async fn let_in(&self, visitor: &Visitor) -> Result<(), StoreError> {
        self.0.let_in(visitor).await
    }

    async fn set_visitor_used(&self, id: &str, at: Timestamp) -> Result<(), StoreError> {
        self.0.set_visitor_used(id, at).await
    }

    async fn remove_visitor(&self, id: &str) -> Result<bool, StoreError> {
        self.0.remove_visitor(id).await
    }

    async fn forget_visitors(&self, unused_since: Timestamp) -> Result<usize, StoreError> {
        self.0.forget_visitors(unused_since).await
    }

    async fn save_post(&self, post: &Post) -> Result<(), StoreError> {
        self.0.save_post(post).await
    }

    async fn remove_posts(&self, id: InteractionId) -> Result<(), StoreError> {
        self.0.remove_posts(id).await
    }

    async fn posts(&self) -> Result<Vec<Post>, StoreError> {
        self.0.posts().await
    }

    async fn agent_tokens(&self) -> Result<Vec<AgentToken>, StoreError> {
        self.0.agent_tokens().await
    }

    async fn save_agent_token(&self, token: &AgentToken) -> Result<(), StoreError> {
        self.0.save_agent_token(token).await
    }

    async fn remove_agent_token(&self, id: &str) -> Result<(), StoreError> {
        self.0.remove_agent_token(id).await
    }

    async fn save_conversation(&self, key: &str, body: &str) -> Result<(), StoreError> {
        self.0.save_conversation(key, body).await
    }

    async fn remove_conversation(&self, key: &str) -> Result<(), StoreError> {
        self.0.remove_conversation(key).await
    }

    async fn conversations(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.0.conversations().await
    }

    async fn counts(&self) -> Result<Counts, StoreError> {
        self.0.counts().await
    }
}
