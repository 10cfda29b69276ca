//! A permission ends with the call that asked it, and counts for no other.

use std::time::Duration;

use sayso_core::{InteractionId, Surface};
use sayso_desk::{Answering, Ask, Asked, Asking, Query, Repeat};
use sayso_engine::Engine;
use uuid::Uuid;

use crate::harness::{Bench, choose, dropped, person, questions, settled, show, until};

const TEN_SECONDS: Duration = Duration::from_secs(10);

/// As a hook asks, for a tool use that its agent has no name for.
fn unnamed() -> Ask {
    Ask { repeat: Repeat::Permission, ..questions() }
}

fn named(tool_use: &str) -> Ask {
    let mut ask = unnamed();
    ask.asker.tool_use = Some(tool_use.to_owned());
    ask
}

async fn ask(desk: &Engine, ask: Ask) -> (InteractionId, Asked) {
    let asked = desk.ask_and_claim(ask).await.unwrap();
    (asked.view.interaction.id, asked)
}

async fn is_withdrawn(desk: &Engine, id: InteractionId) {
    let why = "the agent no longer waits for it".to_owned();
    let outcome = settled(desk, id).await.interaction.outcome().cloned();
    assert_eq!(outcome, Some(sayso_core::interaction::Outcome::Withdrawn { why }));
}

/// REQ: PO-3, AU-9
#[tokio::test]
async fn it_is_withdrawn_with_its_call_and_never_joined() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    for call in [unnamed(), named("toolu_1")] {
        let (first, asked) = ask(&desk, call.clone()).await;
        let joining = Ask { repeat: Repeat::Join, ..call.clone() };
        assert_ne!(desk.ask(joining).await.unwrap().interaction.id, first);
        drop(asked);
        is_withdrawn(&desk, first).await;

        // Answered, and its call is gone before it got that.
        let (second, asked) = ask(&desk, call.clone()).await;
        assert_ne!(second, first);
        desk.act(second, choose("1"), person("ann", Surface::Web)).await.unwrap();
        let (third, other) = ask(&desk, call.clone()).await;
        assert_ne!(third, second, "not even while the first call is about to get it");
        drop(asked);
        let (fourth, _) = ask(&desk, call).await;
        assert_ne!(fourth, second);
        drop(other);
    }
}

/// The caller hung up before it got its question.
/// REQ: PO-3
#[tokio::test]
async fn what_was_asked_for_nobody_is_withdrawn() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    dropped(desk.ask_and_claim(unnamed())).await;
    let asked = async || desk.list(Query::default()).await.unwrap().rows.pop();
    until("it was asked", async || asked().await.is_some()).await;
    is_withdrawn(&desk, asked().await.unwrap().id).await;
}

/// REQ: PO-3
#[tokio::test]
async fn calls_of_one_tool_use_share_it_while_it_is_pending() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let (one, two) = tokio::join!(ask(&desk, named("toolu_1")), ask(&desk, named("toolu_1")));
    assert_eq!(one.0, two.0);
    let other = ask(&desk, named("toolu_2")).await;
    let unnamed = [ask(&desk, unnamed()).await, ask(&desk, unnamed()).await];
    let ids = [one.0, other.0, unnamed[0].0, unnamed[1].0];
    assert_eq!(ids.iter().collect::<std::collections::HashSet<_>>().len(), 4, "{ids:?}");
    drop(one);
    // What follows is behind it in the same queue.
    drop(other);
    is_withdrawn(&desk, ids[1]).await;
    assert!(show(&desk, ids[0]).await.interaction.is_pending(), "one of two is still there");
    drop(two);
    is_withdrawn(&desk, ids[0]).await;
}

/// The same process, after the hub was lost: by its call, or by the question that it got.
/// REQ: AU-9, PO-3
#[tokio::test]
async fn the_call_finds_it_again_after_the_hub_was_lost() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let mut call = unnamed();
    call.call_id = Some(Uuid::from_u128(7));
    let (by_call, first) = ask(&desk, call.clone()).await;
    let (by_id, second) = ask(&desk, unnamed()).await;
    let (by_nobody, third) = ask(&desk, unnamed()).await;
    desk.close();
    drop((first, second, third, desk));
    let bench = bench.reopened();
    let desk = bench.desk().await;
    let (found, _claim) = ask(&desk, call).await;
    assert_eq!(found, by_call);
    let _again = desk.claim(by_id).await.unwrap();
    until_found(&bench, &desk, by_nobody).await;
    for id in [by_call, by_id] {
        assert!(show(&desk, id).await.interaction.is_pending());
    }
}

/// The hub looks for what it has found when it started, and waits ten seconds from then.
async fn until_found(bench: &Bench, desk: &Engine, id: InteractionId) {
    bench.clock.slept_on(TEN_SECONDS).await;
    bench.clock.advance(TEN_SECONDS - Duration::from_millis(1));
    assert!(show(desk, id).await.interaction.is_pending(), "its call may come back");
    bench.clock.advance(Duration::from_millis(1));
    is_withdrawn(desk, id).await;
}
