//! A repeated call: when it joins the earlier question, and when it is a new one.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::{Command, Surface};
use sayso_desk::{Answering, Ask, Asked, Asking, Patience, Repeat};
use sayso_engine::Engine;
use serde_json::json;

use crate::harness::{Bench, choice, choose, cursor, person, questions, show, until, words};

fn repeatable() -> Ask {
    Ask { repeat: Repeat::Join, ..questions() }
}

/// Asks and waits, then disconnects without an answer.
async fn asked_and_gone(bench: &Bench, desk: &Engine) -> sayso_core::InteractionId {
    let Asked { view, claim, .. } = desk.ask_and_claim(repeatable()).await.unwrap();
    let id = view.interaction.id;
    let view = desk.wait(id, Patience::For(Duration::ZERO)).await.unwrap();
    assert!(view.interaction.is_pending());
    bench.clock.advance(Duration::from_secs(1));
    drop(claim);
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
    let (one, two) =
        (desk.ask_and_claim(repeatable()).await, desk.ask_and_claim(repeatable()).await);
    let (one, two) = (one.unwrap(), two.unwrap());
    let (first, second) = (one.view.interaction.id, two.view.interaction.id);
    assert_ne!(first, second);
    assert!(!one.joined && !two.joined);
    // No matter how long they take.
    bench.clock.advance(Duration::from_secs(60));
    assert_ne!(desk.ask(repeatable()).await.unwrap().interaction.id, first);
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
/// REQ: AU-9
#[tokio::test]
async fn one_joins_and_the_other_asks_anew() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = asked_and_gone(&bench, &desk).await;
    let (a, b) = tokio::join!(desk.ask_and_claim(repeatable()), desk.ask_and_claim(repeatable()));
    let both = [a.unwrap(), b.unwrap()];
    assert_eq!(both.iter().filter(|asked| asked.view.interaction.id == id).count(), 1);
    assert_eq!(both.iter().filter(|asked| asked.joined).count(), 1);
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
    assert_eq!(desk.ask(repeatable()).await.unwrap().interaction.id, id);
}

/// Shell flags are typed by people: the same line twice is two questions.
#[tokio::test]
async fn who_does_not_ask_to_join_never_does() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let first = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    bench.clock.advance(Duration::from_secs(60));
    assert_ne!(desk.ask(choice(json!({}))).await.unwrap().interaction.id, first);
}

/// REQ: SA-10, AU-9
#[tokio::test]
async fn a_claim_ends_with_its_call_and_not_before() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let Asked { view, claim, .. } = desk.ask_and_claim(repeatable()).await.unwrap();
    let id = view.interaction.id;
    // Answered, and its reply is being written: it is either delivered or not.
    desk.act(id, choose("1"), person("ann", Surface::Web)).await.unwrap();
    let other = desk.ask_and_claim(repeatable()).await.unwrap();
    assert!(!other.joined && other.view.interaction.id != id);
    drop(other);
    drop(claim);
    // It wasn't: of the two that nobody waits for, the newest is joined first.
    let again = desk.ask_and_claim(repeatable()).await.unwrap();
    let then = desk.ask_and_claim(repeatable()).await.unwrap();
    assert!(again.joined && then.joined);
    assert_eq!(then.view.interaction.id, id);
}

/// The connection broke and the call is sent again over the next one, before the desk has noticed.
/// REQ: SA-10
#[tokio::test]
async fn the_call_itself_keeps_its_claim_when_it_is_repeated() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let call = Ask { call_id: Some(uuid::Uuid::from_u128(7)), ..repeatable() };
    let before = desk.ask_and_claim(call.clone()).await.unwrap();
    let after = desk.ask_and_claim(call).await.unwrap();
    assert_eq!(after.view.interaction.id, before.view.interaction.id);
    assert!(!after.joined);
    drop(before);
    assert!(!desk.ask_and_claim(repeatable()).await.unwrap().joined, "still claimed");
    drop(after);
    assert!(desk.ask_and_claim(repeatable()).await.unwrap().joined);
}

/// Over a new connection it claims what it had: it neither asks again nor joins another one.
/// REQ: AU-9
#[tokio::test]
async fn a_call_that_joined_keeps_what_it_joined() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = asked_and_gone(&bench, &desk).await;
    let joined = desk.ask_and_claim(repeatable()).await.unwrap();
    assert!(joined.joined && joined.view.interaction.id == id);
    // Its connection breaks, and nobody answers in time.
    let why = Some("no longer needed".to_owned());
    desk.act(id, Command::Withdraw { why }, person("ann", Surface::Web)).await.unwrap();
    let again = desk.claim(id).await.unwrap();
    drop(joined);
    assert!(desk.collect(vec![id]).await.unwrap().late.is_empty(), "still claimed");
    drop(again);
    assert_eq!(desk.collect(vec![id]).await.unwrap().late.len(), 1);
}

/// A timeout is no reason not to ask again.
/// REQ: AU-9
#[tokio::test]
async fn what_nobody_answered_is_asked_anew() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = asked_and_gone(&bench, &desk).await;
    let why = Some("no longer needed".to_owned());
    desk.act(id, Command::Withdraw { why }, person("ann", Surface::Web)).await.unwrap();
    assert_ne!(desk.ask(repeatable()).await.unwrap().interaction.id, id);
}

/// REQ: RA-3
#[tokio::test]
async fn late_answers_are_collected_once_and_only_where_nobody_else_is_about_to_get_them() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let mut ids = Vec::new();
    let mut claims = Vec::new();
    for _ in 0..3 {
        let Asked { view, claim, .. } = desk.ask_and_claim(repeatable()).await.unwrap();
        ids.push(view.interaction.id);
        claims.push(claim);
    }
    let [claimed, pending, late] = ids[..] else { panic!("three") };
    claims.truncate(1);
    for id in [claimed, late] {
        desk.act(id, choose("1"), person("ann", Surface::Web)).await.unwrap();
    }
    let gone = sayso_core::InteractionId::new(uuid::Uuid::from_u128(7));
    let all = vec![claimed, pending, late, gone];
    let collected = desk.collect(all.clone()).await.unwrap();
    let found: Vec<_> = collected.late.iter().map(|late| late.id).collect();
    assert_eq!((found, &collected.over), (vec![late], &vec![gone]));
    assert!(desk.collect(all.clone()).await.unwrap().late.is_empty(), "one at a time");
    desk.delivered(late).await.unwrap();
    drop(collected);
    assert_eq!(desk.collect(all).await.unwrap().over, [late, gone]);
}

/// REQ: RA-3
#[tokio::test]
async fn who_watches_does_not_listen_and_learns_of_the_outcome() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = asked_and_gone(&bench, &desk).await;
    let mut watching = desk.watch(id);
    begin(&mut watching).await;
    assert!(!show(&desk, id).await.live.listening);
    assert_eq!(desk.ask(repeatable()).await.unwrap().interaction.id, id, "it is not in the way");
    desk.act(id, choose("1"), person("ann", Surface::Web)).await.unwrap();
    watching.await.unwrap();
    desk.watch(id).await.unwrap();
}

/// Polls it once, so that it is waiting.
async fn begin<T>(wait: &mut (impl Future<Output = T> + Unpin)) {
    tokio::select! {
        biased;
        _ = wait => panic!("there is nothing to be told yet"),
        () = std::future::ready(()) => {}
    }
}

/// Its connection broke before it heard what it has joined, and the desk has not noticed that yet.
/// REQ: AU-9
#[tokio::test]
async fn a_repeated_call_finds_what_it_has_joined() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = asked_and_gone(&bench, &desk).await;
    let call = Ask { call_id: Some(uuid::Uuid::from_u128(7)), ..repeatable() };
    let before = desk.ask_and_claim(call.clone()).await.unwrap();
    let after = desk.ask_and_claim(call).await.unwrap();
    assert_eq!((before.view.interaction.id, after.view.interaction.id), (id, id));
    // Another call is another one.
    let other = Ask { call_id: Some(uuid::Uuid::from_u128(8)), ..repeatable() };
    assert_ne!(desk.ask_and_claim(other).await.unwrap().view.interaction.id, id);
    drop(before);
    assert_ne!(desk.ask_and_claim(repeatable()).await.unwrap().view.interaction.id, id, "claimed");
}
