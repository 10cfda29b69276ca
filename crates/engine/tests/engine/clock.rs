//! A clock that jumps moves no deadline.

use std::time::Duration;

use jiff::SignedDuration;
use sayso_core::Status;
use sayso_desk::Asking;
use serde_json::json;

use crate::harness::{Bench, choice, settled, show, until};

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
