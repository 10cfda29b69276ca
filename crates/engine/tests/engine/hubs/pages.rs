//! A page that one hub has let in is known to all of them.

use std::sync::Arc;
use std::time::Duration;

use sayso_access::proof::Meeting;
use sayso_access::{Arrival, Exchanged, PageTokens};
use sayso_desk::cluster::ClusterNews;
use sayso_desk::{Clock, DeskError, RandomIds};

use super::{Hub, Team};
use crate::harness::until;

const HERE: &str = "balanced.test:443";
const NONCE: &str = "00112233445566778899aabbccddeeff";

/// Hears what the others say, as a hub does.
async fn pages(team: &Team, hub: &Hub) -> Arc<PageTokens> {
    let cluster = hub.shared.cluster.clone();
    let mut news = cluster.listen();
    let ids = Arc::new(RandomIds);
    let pages = PageTokens::start(hub.store.clone(), team.clock.clone(), ids).await.unwrap();
    let pages = Arc::new(pages.among(Some(cluster)));
    let hearing = Arc::downgrade(&pages);
    tokio::spawn(async move {
        while let (Some(news), Some(pages)) = (news.recv().await, hearing.upgrade()) {
            pages.apply(&news);
            if matches!(news, ClusterNews::Items(_) | ClusterNews::Anew(_)) {
                pages.reload().await.unwrap();
            }
        }
    });
    pages
}

async fn exchange(pages: &PageTokens, code: &str) -> Exchanged {
    let page = Arrival { origin: HERE.to_owned(), browser: String::new(), paired: false };
    pages.exchange(code, page).await.unwrap()
}

/// Time passes for what was not heard so far.
async fn is_let_in(team: &Team, pages: &PageTokens, session: &str) -> bool {
    let time = async {
        loop {
            let until = team.clock.slept_for_at_most(Duration::from_millis(500)).await;
            team.clock.advance(until.saturating_sub(team.clock.running()));
        }
    };
    tokio::select! {
        checked = pages.in_session(session, Some(HERE)) => match checked {
            Ok(_) => true,
            Err(DeskError::Denied(_)) => false,
            Err(error) => panic!("{error}"),
        },
        () = time => false,
    }
}

/// REQ: TM-2, SA-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_works_at_any_hub_once_and_its_session_at_all_while_its_hub_lives() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let (at_a, at_b) = (pages(&team, &a).await, pages(&team, &b).await);
    let code = at_a.code(HERE).await.unwrap();
    let (one, other) = tokio::join!(exchange(&at_a, &code), exchange(&at_b, &code));
    let let_in = [&one, &other].map(|it| matches!(it, Exchanged::LetIn { .. }));
    assert_ne!(let_in[0], let_in[1], "one of them: {one:?}, {other:?}");

    let code = at_a.code(HERE).await.unwrap();
    let Exchanged::LetIn { token, session } = exchange(&at_b, &code).await else {
        panic!("it is valid at any hub")
    };
    assert!(is_let_in(&team, &at_b, &session).await);
    until("it counts at the other", || async { is_let_in(&team, &at_a, &session).await }).await;
    assert!(!is_let_in(&team, &at_a, &session.replace(['0', '1'], "2")).await);

    // The page meets one hub, and proves itself to another.
    let id = token.split_once('.').unwrap().0;
    let known = at_a.known(id, HERE).await.unwrap();
    let epoch = at_a.meeting(&known, NONCE).epoch().to_owned();
    let proof = Meeting::page_proof(&token, NONCE, HERE, &epoch);
    let meeting = at_b.meeting(&known, NONCE);
    assert!(!meeting.is_page(&proof));
    until("it knows the other hub", || async { at_b.is_proven(&meeting, &proof) }).await;
    assert!(!at_b.is_proven(&meeting, &Meeting::page_proof(&token, NONCE, HERE, "another")));

    let Hub { desk, shared, store } = b;
    drop((desk, shared, store, at_b));
    until("it ends with its hub", || async { !is_let_in(&team, &at_a, &session).await }).await;
    assert_eq!(at_a.known(id, HERE).await.unwrap().id, id, "the page stays known");
}
