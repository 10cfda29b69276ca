//! A clock that jumps moves no deadline.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use sayso_core::{Command, Status, Surface};
use sayso_desk::{Answering, Asking, Clock};
use serde_json::json;
use tokio::task::JoinSet;

use crate::harness::{Bench, choice, person, settled, show, until};

#[tokio::test]
async fn a_jump_of_the_time_of_day_leaves_everybody_the_time_they_had() {
    for jump in [SignedDuration::from_hours(1), SignedDuration::from_hours(-1)] {
        let bench = Bench::new();
        let desk = bench.desk().await;
        let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
        let deadline = show(&desk, id).await.interaction.deadline().unwrap();
        bench.clock.advance(Duration::from_secs(100));
        bench.clock.jump(jump);
        assert_eq!(show(&desk, id).await.live.remaining_ms, Some(200_000), "at once");
        until("the deadline is moved along", || async {
            let view = show(&desk, id).await;
            let moved = view.interaction.deadline() == Some(deadline + jump);
            moved && view.live.remaining_ms == Some(200_000)
        })
        .await;
        bench.clock.advance(Duration::from_secs(199));
        assert_eq!(show(&desk, id).await.status, Status::Pending);
        bench.clock.advance(Duration::from_secs(1));
        assert_eq!(settled(&desk, id).await.status, Status::Timeout, "{jump}");
    }
}

/// Moving the deadlines takes as long as a commit. What gets its deadline in that time is neither
/// missed nor moved twice.
#[tokio::test]
async fn what_is_asked_or_given_more_time_during_a_jump_has_all_of_it() {
    for jump in [SignedDuration::from_hours(1), SignedDuration::from_hours(-1)] {
        let bench = Bench::new();
        let desk = Arc::new(bench.desk().await);
        let mut asked = Vec::new();
        for _ in 0..20 {
            asked.push(desk.ask(choice(json!({}))).await.unwrap().interaction.id);
        }
        let untouched = asked.pop().unwrap();
        bench.clock.jump(jump);
        let mut calls = JoinSet::new();
        for id in asked {
            let extending = Arc::clone(&desk);
            calls.spawn(async move {
                let longer = Command::SetRemaining { seconds: 300 };
                extending.act(id, longer, person("ann", Surface::Web)).await.unwrap()
            });
            let asking = Arc::clone(&desk);
            calls.spawn(async move { asking.ask(choice(json!({}))).await.unwrap() });
            // So that some of them come while the deadlines move.
            tokio::task::yield_now().await;
        }
        let done = calls.join_all().await;
        let five_minutes = bench.clock.now() + SignedDuration::from_mins(5);
        until("the deadlines are moved", || async {
            show(&desk, untouched).await.interaction.deadline() == Some(five_minutes)
        })
        .await;
        for view in done {
            let view = show(&desk, view.interaction.id).await;
            assert_eq!(view.interaction.deadline(), Some(five_minutes), "{jump}: {view:?}");
        }
    }
}

/// Clocks are adjusted slightly all the time; that isn't a jump.
#[tokio::test]
async fn small_corrections_are_followed() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let before = show(&desk, id).await.interaction;
    bench.clock.jump(SignedDuration::from_millis(500));
    assert_eq!(show(&desk, id).await.live.remaining_ms, Some(299_500));
    assert_eq!(show(&desk, id).await.interaction, before);
}
