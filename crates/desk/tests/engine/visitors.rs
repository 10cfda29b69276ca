//! Pages that are let in, over a real database file.

use std::sync::Arc;
use std::time::Duration;

use sayso_desk::testing::CountedIds;
use sayso_desk::{Clock, RandomIds, Visitors};
use sha2::{Digest, Sha256};

use super::harness::Bench;

const DAY: Duration = Duration::from_secs(24 * 3_600);

async fn visitors(bench: &Bench) -> Visitors {
    let (store, clock) = (Arc::clone(&bench.store), bench.clock.clone());
    Visitors::start(store, clock, Arc::new(RandomIds)).await.unwrap()
}

async fn token(visitors: &Visitors) -> String {
    visitors.exchange(&visitors.code()).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_code_works_once_and_for_five_minutes() {
    let bench = Bench::new();
    let visitors = visitors(&bench).await;
    let (code, late) = (visitors.code(), visitors.code());
    assert_eq!(visitors.exchange("").await.unwrap(), None);
    assert_eq!(visitors.exchange(&code[..31]).await.unwrap(), None);
    bench.clock.advance(Duration::from_secs(299));
    let token = visitors.exchange(&code).await.unwrap().unwrap();
    assert!(visitors.knows(&token).await.unwrap());
    assert_eq!(visitors.exchange(&code).await.unwrap(), None, "replayed");
    bench.clock.advance(Duration::from_secs(1));
    assert_eq!(visitors.exchange(&late).await.unwrap(), None, "too late");
    assert!(!visitors.knows(&code).await.unwrap(), "a code is no token");
}

#[tokio::test]
async fn secrets_are_long_and_differ() {
    let bench = Bench::new();
    let visitors = visitors(&bench).await;
    let (code, other) = (visitors.code(), visitors.code());
    assert_ne!(code, other);
    assert_eq!(code.len(), 32, "128 bits");
    let (token, another) = (token(&visitors).await, token(&visitors).await);
    assert_ne!(token, another);
    assert_eq!(token.len(), 64, "256 bits");
}

#[tokio::test]
async fn a_token_lasts_thirty_days_from_its_last_use_and_survives_restarts() {
    let bench = Bench::new();
    let first = visitors(&bench).await;
    let (used, idle) = (token(&first).await, token(&first).await);
    bench.clock.advance(29 * DAY);
    assert!(first.knows(&used).await.unwrap());
    drop(first);
    let bench = bench.reopened();
    let second = visitors(&bench).await;
    bench.clock.advance(DAY);
    assert!(second.knows(&idle).await.unwrap(), "thirty days are not over");
    bench.clock.advance(29 * DAY);
    assert!(second.knows(&used).await.unwrap(), "59 days old, last used 30 days ago");
    bench.clock.advance(30 * DAY + Duration::from_millis(1));
    assert!(!second.knows(&idle).await.unwrap());
    assert!(!second.knows(&used).await.unwrap());
    assert!(!second.knows(&used).await.unwrap(), "asking for it did not bring it back");
}

#[tokio::test]
async fn expired_tokens_are_removed() {
    let bench = Bench::new();
    let first = visitors(&bench).await;
    token(&first).await;
    bench.clock.advance(31 * DAY);
    drop(first);
    let _second = visitors(&bench).await;
    assert_eq!(
        bench.store.forget_tokens(bench.clock.now()).await.unwrap(),
        0,
        "none was left to remove"
    );
}

#[tokio::test]
async fn the_last_use_is_written_at_most_once_an_hour() {
    let bench = Bench::new();
    let visitors = visitors(&bench).await;
    let token = token(&visitors).await;
    let hash: [u8; 32] = Sha256::digest(token.as_bytes()).into();
    let made = bench.store.token_used(&hash).await.unwrap().unwrap();
    bench.clock.advance(Duration::from_secs(3_599));
    assert!(visitors.knows(&token).await.unwrap());
    assert_eq!(bench.store.token_used(&hash).await.unwrap(), Some(made), "read, not written");
    bench.clock.advance(Duration::from_secs(1));
    assert!(visitors.knows(&token).await.unwrap());
    let noted = bench.store.token_used(&hash).await.unwrap().unwrap();
    assert_eq!(noted.duration_since(made).as_secs(), 3_600);
}

/// Whoever makes codes and uses none fills nothing up.
#[tokio::test]
async fn of_too_many_codes_the_oldest_go() {
    let bench = Bench::new();
    let (store, clock) = (Arc::clone(&bench.store), bench.clock.clone());
    let ids = Arc::new(CountedIds::default());
    let visitors = Visitors::start(store, clock, ids).await.unwrap();
    let first = visitors.code();
    bench.clock.advance(Duration::from_secs(1));
    let later: Vec<String> = (0..256).map(|_| visitors.code()).collect();
    assert_eq!(visitors.exchange(&first).await.unwrap(), None);
    assert!(visitors.exchange(&later[255]).await.unwrap().is_some());
}
