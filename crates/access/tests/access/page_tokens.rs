//! Authenticated pages, over a real database file.

use std::sync::Arc;
use std::time::Duration;

use sayso_access::{Arrival, Exchanged, PageTokens, StoredPageToken};
use sayso_desk::testing::CountedIds;
use sayso_desk::{DeskError, RandomIds};

use super::harness::Bench;

const DAY: Duration = Duration::from_secs(24 * 3_600);

async fn pages(bench: &Bench) -> PageTokens {
    let (store, clock) = (Arc::clone(&bench.store), bench.clock.clone());
    PageTokens::start(store, clock, Arc::new(RandomIds)).await.unwrap()
}

const HERE: &str = "localhost:7431";

async fn exchange_at(pages: &PageTokens, code: &str, origin: &str) -> Exchanged {
    let page = Arrival {
        origin: origin.to_owned(),
        browser: "Firefox on Linux".to_owned(),
        paired: false,
    };
    pages.exchange(code, page).await.unwrap()
}

/// The session of a page that comes with this code.
async fn exchange(pages: &PageTokens, code: &str) -> Option<String> {
    match exchange_at(pages, code, HERE).await {
        Exchanged::LetIn { session, .. } => Some(session),
        Exchanged::Unknown => None,
        Exchanged::Elsewhere { origin } => panic!("it works at {origin}"),
    }
}

/// The id of an authenticated page.
async fn page(pages: &PageTokens) -> String {
    let session = exchange(pages, &pages.code(HERE).await.unwrap()).await.unwrap();
    session.split_once('.').unwrap().0.to_owned()
}

async fn knows(pages: &PageTokens, id: &str) -> bool {
    match pages.known(id, HERE).await {
        Ok(_) => true,
        Err(DeskError::Denied(why)) => {
            assert!(why.contains("sayso open"), "{why}");
            false
        }
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn a_code_works_once_and_for_five_minutes() {
    let bench = Bench::new();
    let pages = pages(&bench).await;
    let (code, late) = (pages.code(HERE).await.unwrap(), pages.code(HERE).await.unwrap());
    assert_eq!(exchange(&pages, "").await, None);
    assert_eq!(exchange(&pages, &code[..31]).await, None);
    bench.clock.advance(Duration::from_secs(299));
    let session = exchange(&pages, &code).await.unwrap();
    assert_eq!(pages.in_session(&session, None).await.unwrap().browser, "Firefox on Linux");
    assert_eq!(exchange(&pages, &code).await, None, "replayed");
    bench.clock.advance(Duration::from_secs(1));
    assert_eq!(exchange(&pages, &late).await, None, "too late");
    assert!(!knows(&pages, &code).await, "a code is no page");
}

/// REQ: SA-2
#[tokio::test]
async fn a_code_and_a_page_count_at_one_origin_only() {
    let bench = Bench::new();
    let pages = pages(&bench).await;
    let code = pages.code("LocalHost:7431").await.unwrap();
    let elsewhere = exchange_at(&pages, &code, "localhost:7432").await;
    assert_eq!(elsewhere, Exchanged::Elsewhere { origin: HERE.to_owned() });
    let session = exchange(&pages, &code).await.expect("it was not used up");
    let id = session.split_once('.').unwrap().0;
    assert!(knows(&pages, id).await);
    assert_eq!(pages.known(id, "LOCALHOST:7431").await.unwrap().origin, HERE);
    for other in ["localhost:7432", "127.0.0.1:7431", "localhost", ""] {
        let Err(DeskError::Denied(why)) = pages.known(id, other).await else {
            panic!("known at {other}");
        };
        assert!(why.contains("has access at localhost:7431"), "{why}");
        assert!(pages.in_session(&session, Some(other)).await.is_err(), "{other}");
    }
}

/// REQ: SA-2
#[tokio::test]
async fn a_session_ends_with_its_hub_process_and_the_page_stays_known() {
    let bench = Bench::new();
    let first = pages(&bench).await;
    let session = exchange(&first, &first.code(HERE).await.unwrap()).await.unwrap();
    let (id, secret) = session.split_once('.').unwrap();
    for wrong in ["", ".", id, &format!("{id}."), &format!("{id}.{}", "0".repeat(64)), secret] {
        assert!(first.in_session(wrong, None).await.is_err(), "{wrong}");
    }
    assert_eq!(first.in_session(&session, Some(HERE)).await.unwrap().id, id);
    let second = pages(&bench).await;
    assert!(second.in_session(&session, None).await.is_err());
    assert!(knows(&second, id).await);
}

/// REQ: SA-2
#[tokio::test]
async fn a_page_that_is_revoked_hears_of_it_at_once() {
    let bench = Bench::new();
    let pages = pages(&bench).await;
    let (one, other) = (page(&pages).await, page(&pages).await);
    let open = pages.enter(&one);
    let counted = async || {
        let pages = pages.list().into_iter();
        pages.map(|page| (page.id, page.open)).collect::<Vec<_>>()
    };
    assert!(counted().await.contains(&(one.clone(), 1)));
    let (gone, ()) = tokio::join!(pages.revoke(std::slice::from_ref(&one)), pages.revoked(&one));
    assert_eq!(gone.unwrap(), 1);
    drop(open);
    assert!(!knows(&pages, &one).await);
    assert!(knows(&pages, &other).await);
    assert_eq!(counted().await, [(other, 0)]);
    assert_eq!(pages.revoke(&[one]).await.unwrap(), 0);
}

#[tokio::test]
async fn secrets_are_long_and_differ() {
    let bench = Bench::new();
    let pages = pages(&bench).await;
    let (code, other) = (pages.code(HERE).await.unwrap(), pages.code(HERE).await.unwrap());
    assert_ne!(code, other);
    assert_eq!(code.len(), 32, "128 bits");
    let mut secrets = Vec::new();
    for code in [code, other] {
        match exchange_at(&pages, &code, HERE).await {
            Exchanged::LetIn { token, session } => secrets.extend([token, session]),
            other => panic!("{other:?}"),
        }
    }
    for secret in &secrets {
        assert_eq!(secret.len(), 12 + 1 + 64, "the page's id, and 256 bits");
    }
    secrets.dedup();
    assert_eq!(secrets.len(), 4);
}

#[tokio::test]
async fn a_token_lasts_thirty_days_from_its_last_use_and_survives_restarts() {
    let bench = Bench::new();
    let first = pages(&bench).await;
    let (used, idle) = (page(&first).await, page(&first).await);
    bench.clock.advance(29 * DAY);
    assert!(knows(&first, &used).await);
    drop(first);
    let bench = bench.reopened();
    let second = pages(&bench).await;
    bench.clock.advance(DAY);
    assert!(knows(&second, &idle).await, "thirty days are not over");
    bench.clock.advance(29 * DAY);
    assert!(knows(&second, &used).await, "59 days old, last used 30 days ago");
    bench.clock.advance(30 * DAY + Duration::from_millis(1));
    assert!(!knows(&second, &idle).await);
    assert!(!knows(&second, &used).await);
    assert!(!knows(&second, &used).await, "asking for it did not bring it back");
}

#[tokio::test]
async fn expired_tokens_are_removed() {
    let bench = Bench::new();
    let first = pages(&bench).await;
    page(&first).await;
    bench.clock.advance(31 * DAY);
    drop(first);
    let _second = pages(&bench).await;
    assert_eq!(bench.store.list("page_token").await.unwrap(), []);
}

#[tokio::test]
async fn the_last_use_is_written_at_most_once_an_hour() {
    let bench = Bench::new();
    let pages = pages(&bench).await;
    let token = page(&pages).await;
    let used = async || {
        let item = bench.store.get("page_token", &token).await.unwrap().unwrap();
        serde_json::from_str::<StoredPageToken>(&item.body.text).unwrap().used_at
    };
    let made = used().await;
    bench.clock.advance(Duration::from_secs(3_599));
    assert!(knows(&pages, &token).await);
    assert_eq!(used().await, made, "read, not written");
    bench.clock.advance(Duration::from_secs(1));
    assert!(knows(&pages, &token).await);
    let noted = used().await;
    assert_eq!(noted.duration_since(made).as_secs(), 3_600);
}

/// Unused codes don't accumulate.
#[tokio::test]
async fn of_too_many_codes_the_oldest_go() {
    let bench = Bench::new();
    let (store, clock) = (Arc::clone(&bench.store), bench.clock.clone());
    let ids = Arc::new(CountedIds::default());
    let pages = PageTokens::start(store, clock, ids).await.unwrap();
    let first = pages.code(HERE).await.unwrap();
    bench.clock.advance(Duration::from_secs(1));
    let mut later = Vec::new();
    for _ in 0..256 {
        later.push(pages.code(HERE).await.unwrap());
    }
    assert_eq!(exchange(&pages, &first).await, None);
    assert!(exchange(&pages, &later[255]).await.is_some());
}
