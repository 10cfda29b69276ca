//! A repeated call: when it is the earlier question, and when it is a new one.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::{Command, Surface};
use sayso_desk::{Ask, Desk, Engine, Patience, Repeat};
use serde_json::json;

use crate::harness::{Bench, choice, choose, cursor, person, questions, show, until, words};

fn repeatable() -> Ask {
    Ask { repeat: Repeat::Join, ..questions() }
}

/// Asks and waits, then goes away without an answer.
async fn asked_and_gone(bench: &Bench, desk: &Engine) -> sayso_core::InteractionId {
    let id = desk.ask(repeatable()).await.unwrap().interaction.id;
    let view = desk.wait(id, Patience::For(Duration::ZERO)).await.unwrap();
    assert!(view.interaction.is_pending());
    bench.clock.advance(Duration::from_secs(1));
    id
}

/// REQ: AU-9
#[tokio::test]
async fn the_same_call_joins_what_its_caller_no_longer_waits_for() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = asked_and_gone(&bench, &desk).await;
    assert_eq!(desk.ask(repeatable()).await.unwrap().interaction.id, id, "pending");
    // Keys in another order are the same arguments.
    let mut call = repeatable();
    call.arguments = serde_json::from_str(&call.arguments.to_string()).unwrap();
    bench.clock.advance(Duration::from_secs(11));
    assert_eq!(desk.ask(call).await.unwrap().interaction.id, id);

    desk.act(id, choose("1"), person("ann", Surface::Web)).await.unwrap();
    bench.clock.advance(Duration::from_secs(14 * 60));
    assert_eq!(desk.ask(repeatable()).await.unwrap().interaction.id, id, "answered, not fetched");
    bench.clock.advance(Duration::from_secs(61));
    assert_ne!(desk.ask(repeatable()).await.unwrap().interaction.id, id, "too long ago");
}

/// REQ: AU-9
#[tokio::test]
async fn what_differs_or_was_delivered_is_a_new_question() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = asked_and_gone(&bench, &desk).await;
    let mut other_agent = repeatable();
    other_agent.asker.agent = Some("codex".to_owned());
    let mut other_place = repeatable();
    other_place.asker.directory = Some("/work/web".to_owned());
    let mut other_words = repeatable();
    other_words.arguments["questions"][0]["title"] = json!("Other");
    for other in [other_agent, other_place, other_words, questions()] {
        assert_ne!(desk.ask(other).await.unwrap().interaction.id, id);
    }
    desk.act(id, choose("1"), person("ann", Surface::Web)).await.unwrap();
    desk.delivered(id).await.unwrap();
    assert_ne!(desk.ask(repeatable()).await.unwrap().interaction.id, id);
}

/// REQ: AU-9
#[tokio::test]
async fn two_callers_that_listen_never_share_one() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    // Both have asked, neither waits yet.
    let first = desk.ask(repeatable()).await.unwrap().interaction.id;
    let second = desk.ask(repeatable()).await.unwrap().interaction.id;
    assert_ne!(first, second);
    // Both wait; a third comes.
    for id in [first, second] {
        let desk = Arc::clone(&desk);
        tokio::spawn(async move { desk.wait(id, Patience::Forever).await });
    }
    until("both listen", || async {
        show(&desk, first).await.live.listening && show(&desk, second).await.live.listening
    })
    .await;
    bench.clock.advance(Duration::from_secs(60));
    let third = desk.ask(repeatable()).await.unwrap().interaction.id;
    assert!(third != first && third != second);
}

/// Of two that repeat the call at the same moment, one joins.
///
/// REQ: AU-9
#[tokio::test]
async fn one_joins_and_the_other_asks_anew() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = asked_and_gone(&bench, &desk).await;
    let (a, b) = tokio::join!(desk.ask(repeatable()), desk.ask(repeatable()));
    let ids = [a.unwrap().interaction.id, b.unwrap().interaction.id];
    assert_eq!(ids.iter().filter(|joined| **joined == id).count(), 1);
}

/// REQ: AU-9
#[tokio::test]
async fn a_delivery_that_did_not_arrive_is_undone() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = asked_and_gone(&bench, &desk).await;
    desk.act(id, Command::Cancel { note: None }, person("ann", Surface::Web)).await.unwrap();
    let start = cursor(&desk).await;
    desk.delivered(id).await.unwrap();
    desk.undelivered(id).await.unwrap();
    assert_eq!(words(&desk, start).await, ["delivered", "undelivered"]);
    bench.clock.advance(Duration::from_secs(11));
    assert_eq!(desk.ask(repeatable()).await.unwrap().interaction.id, id);
}

/// Flags of a shell are typed by people: the same line twice is two questions.
#[tokio::test]
async fn who_does_not_ask_to_join_never_does() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let first = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    bench.clock.advance(Duration::from_secs(60));
    assert_ne!(desk.ask(choice(json!({}))).await.unwrap().interaction.id, first);
}

/// Word that it has left may come after the call that repeats it; somebody else's wait still counts.
///
/// REQ: AU-9
#[tokio::test]
async fn who_says_that_it_has_left_joins_unless_another_listens() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(repeatable()).await.unwrap().interaction.id;
    let mut stale = desk.wait(id, Patience::Forever);
    begin(&mut stale).await;
    let again = Ask { repeat: Repeat::Rejoin(id), ..repeatable() };
    assert_eq!(desk.ask(again.clone()).await.unwrap().interaction.id, id);
    let mut joined = desk.wait(id, Patience::Forever);
    begin(&mut joined).await;
    assert_ne!(desk.ask(again).await.unwrap().interaction.id, id);
}

/// From here on it waits.
async fn begin<T>(wait: &mut (impl Future<Output = T> + Unpin)) {
    tokio::select! {
        biased;
        _ = wait => panic!("there is nothing to be told yet"),
        () = std::future::ready(()) => {}
    }
}
