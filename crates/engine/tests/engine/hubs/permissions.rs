//! A permission at several hubs: its caller may have lost one of them.

use std::time::Duration;

use sayso_core::InteractionId;
use sayso_core::interaction::Outcome;
use sayso_desk::{Ask, Asked, Asking, Clock, Patience, Repeat};

use super::{Hub, Team};
use crate::harness::{questions, show, until};

/// REQ: PO-3, TM-3
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_waits_ten_seconds_for_a_caller_whose_hub_is_gone() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let mut asked: Vec<Asked> = Vec::new();
    for _ in 0..2 {
        let ask = Ask { repeat: Repeat::Permission, ..questions() };
        asked.push(a.desk.ask_and_claim(ask).await.unwrap());
    }
    let [lost, moved] = [0, 1].map(|at: usize| asked[at].view.interaction.id);
    both_wait(&team, &a, &b, [lost, moved]).await;
    // Killed: it withdraws nothing itself.
    let killed = team.clock.running();
    a.desk.close();
    drop((asked, a));
    let _claim = b.desk.claim(moved).await.unwrap();
    // The other hub notices it in real time; its ten seconds begin then.
    until("it is withdrawn", async || {
        team.clock.advance(Duration::from_millis(100));
        !show(&b.desk, lost).await.interaction.is_pending()
    })
    .await;
    let waited = team.clock.running() - killed;
    assert!(waited >= Duration::from_secs(10), "its caller may come: {waited:?}");
    let outcome = show(&b.desk, lost).await.interaction.outcome().cloned();
    assert!(matches!(outcome, Some(Outcome::Withdrawn { .. })), "{outcome:?}");
    assert!(show(&b.desk, moved).await.interaction.is_pending(), "its caller came");
}

/// They wait at `a` until `b` knows, and then no longer.
async fn both_wait(team: &Team, a: &Hub, b: &Hub, ids: [InteractionId; 2]) {
    let [first, second] = ids.map(|id| a.desk.wait(id, Patience::Forever));
    let known = async {
        for id in ids {
            until("b knows", async || {
                // Other hubs learn of what lasts.
                team.clock.advance(Duration::from_millis(100));
                show(&b.desk, id).await.live.listening
            })
            .await;
        }
    };
    tokio::select! {
        () = known => {}
        _ = first => panic!("nobody answered"),
        _ = second => panic!("nobody answered"),
    }
}
