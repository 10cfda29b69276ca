//! Limits of a socket: calls that it cannot perform, and clients that say nothing.

use super::super::{Running, Session};
use super::*;
use sayso_access::Via;

/// REQ: SA-3
#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_nobody_confirmed_is_refused_when_too_many_wait() {
    let mut hub = Hub::start().await;
    let id = hub.ask(60).await;
    hub.clock.advance(Duration::from_secs(3));
    // The ping is only answered by reading, which comes later.
    for n in 1..=1_025 {
        let fields = json!([{ "field": "note", "text": "typed" }]);
        hub.send(json!({ "n": n, "call": "save_draft", "id": id, "fields": fields })).await;
    }
    let refused = hub.next().await;
    assert_eq!((&refused["n"], &refused["problem"]["status"]), (&json!(1_025), &json!(429)));
    for _ in 0..1_024 {
        let reply = hub.next().await;
        assert!(reply.get("problem").is_none(), "{reply}");
    }
}

/// REQ: SA-5
#[tokio::test]
async fn a_call_that_panics_is_answered_and_its_number_is_free() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&dir.path().join("sayso.db"), Options::default()).unwrap();
    let (store, ids) = (Arc::new(store), Arc::new(CountedIds::default()));
    let clock = Arc::new(ManualClock::new("2026-03-01T14:03:00Z".parse().unwrap()));
    let agents = AgentTokens::start(store.clone(), clock.clone(), ids.clone()).await.unwrap();
    let pages = PageTokens::start(store.clone(), clock.clone(), ids.clone()).await.unwrap();
    let desk = Engine::start(store, clock.clone(), ids, EngineConfig::default()).await.unwrap();
    let keys = Arc::new(Keys::new(Arc::new(agents), pages, None, String::new()));
    let (_end, ending) = Ending::new();
    let service =
        Service::new(Arc::new(desk), Arc::new(NoHub), keys, clock, ending, crate::Pace::PING);
    let headers = Default::default();
    let requests =
        super::super::Requests::new(sayso_access::SocketRoutes(Default::default()), &headers);
    let mut session = Session::new(service, Caller::Stranger, Via::said(&headers), requests);
    let task = session.calls.spawn(async { panic!("in the middle of a call") });
    session.running.insert(7, Running { task, lasts: false, claimed: Default::default() });
    let done = session.calls.join_next_with_id().await.unwrap();
    session.ended(done);
    assert!(session.running.is_empty());
    let reply: Value = match session.outbox.recv().await.unwrap() {
        axum::extract::ws::Message::Text(text) => serde_json::from_str(text.as_str()).unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!((&reply["n"], &reply["problem"]["status"]), (&json!(7), &json!(500)));
}

/// REQ: SA-5
#[tokio::test]
async fn a_connection_holds_only_so_many_surfaces_open() {
    let mut hub = Hub::start().await;
    let attach = |n: u64| {
        let attach = json!({ "surface": "web", "label": "page", "presence": "interactive" });
        json!({ "n": n, "call": "attach", "attach": attach })
    };
    for n in 1..=64 {
        hub.send(attach(n)).await;
        assert_eq!(hub.next().await, json!({ "n": n, "ok": null }));
    }
    hub.send(attach(65)).await;
    let refused = hub.next().await;
    assert_eq!((&refused["n"], &refused["problem"]["status"]), (&json!(65), &json!(429)));
    assert_eq!(hub.desk.attached().await.unwrap().len(), 64);
    // One that is let go makes room.
    hub.send(json!({ "n": 1, "call": "stop" })).await;
    hub.send(attach(66)).await;
    assert_eq!(hub.next().await, json!({ "n": 66, "ok": null }));
}

/// REQ: SA-3
#[tokio::test]
async fn a_client_is_pinged_every_five_seconds_and_let_go_of_when_it_says_nothing() {
    let mut hub = Hub::start().await;
    for beat in 1..=4 {
        hub.clock.slept_on(Duration::from_secs(5 * beat)).await;
        hub.clock.advance(Duration::from_secs(5));
    }
    for _ in 0..3 {
        let message = hub.socket.next().await.unwrap().unwrap();
        assert!(matches!(message, Message::Ping(_)), "{message:?}");
    }
    assert!(!matches!(hub.socket.next().await, Some(Ok(_))), "it is closed");
}
