//! A deadline that comes while a person types.

use std::time::Duration;

use jiff::SignedDuration;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{Command, DraftField, InteractionId, Status, Surface};
use sayso_desk::{Answering, Asking};
use sayso_engine::Engine;
use serde_json::json;

use crate::harness::{Bench, choice, choose, cursor, person, refused, settled, show, until, words};

async fn types(desk: &Engine, id: InteractionId, actor: Actor) {
    let field = DraftField::Note { text: "not on Fridays, bec".to_owned() };
    desk.save_draft(id, vec![field], actor).await.unwrap();
}

async fn has_left(desk: &Engine, id: InteractionId, milliseconds: u64) {
    until("moved", || async { show(desk, id).await.live.remaining_ms == Some(milliseconds) }).await;
}

/// REQ: NA-2
#[tokio::test]
async fn the_deadline_is_moved_once_and_everybody_hears_of_it() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let ask = choice(json!({ "timeout_seconds": 60, "timeout_action": "submit" }));
    let id = desk.ask(ask).await.unwrap().interaction.id;
    bench.clock.advance(Duration::from_secs(52));
    types(&desk, id, person("ann", Surface::Web)).await;
    let start = cursor(&desk).await;
    bench.clock.advance(Duration::from_secs(8));
    has_left(&desk, id, 30_000).await;
    assert_eq!(words(&desk, start).await, ["changed Some(30000)"]);

    // It is granted once, also by the process that takes over.
    drop(desk);
    let bench = bench.reopened();
    let desk = bench.desk().await;
    bench.clock.advance(Duration::from_secs(29));
    types(&desk, id, person("ann", Surface::Web)).await;
    bench.clock.advance(Duration::from_secs(1));
    assert_eq!(settled(&desk, id).await.status, Status::AutoSubmitted);
}

/// REQ: NA-2
#[tokio::test]
async fn what_was_sent_in_the_time_that_was_won_is_the_answer() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({ "timeout_seconds": 60 }))).await.unwrap().interaction.id;
    bench.clock.advance(Duration::from_secs(59));
    types(&desk, id, person("ann", Surface::Terminal)).await;
    bench.clock.advance(Duration::from_secs(1));
    has_left(&desk, id, 30_000).await;
    bench.clock.advance(Duration::from_secs(29));
    desk.act(id, choose("lite"), person("ann", Surface::Terminal)).await.unwrap();
    assert_eq!(show(&desk, id).await.status, Status::Submitted);
}

/// REQ: NA-2
#[tokio::test]
async fn nothing_waits_for_a_program_nor_where_nobody_can_wait() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let program = Actor::new(None, Surface::Api, Presence::Unattended);
    let agent = Actor::new(None, Surface::Terminal, Presence::AgentTerminal);
    let ann = person("ann", Surface::Web);
    for (seconds, limit, actor) in
        [(60, None, program), (60, None, agent), (59, None, ann.clone()), (60, Some(60), ann)]
    {
        let mut ask = choice(json!({ "timeout_seconds": seconds }));
        ask.asker.limit_seconds = limit;
        let id = desk.ask(ask).await.unwrap().interaction.id;
        bench.clock.advance(Duration::from_secs(seconds - 1));
        types(&desk, id, actor).await;
        bench.clock.advance(Duration::from_secs(1));
        assert_eq!(settled(&desk, id).await.status, Status::Timeout);
    }
}

/// REQ: PO-3, TO-5
#[tokio::test]
async fn an_asker_that_is_cut_off_sets_the_last_moment() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    desk.set_setting(sayso_core::settings::Key::Timeout, Some("600 always".to_owned()))
        .await
        .unwrap();
    let mut ask = choice(json!({ "timeout_seconds": 300 }));
    ask.asker.limit_seconds = Some(325);
    let id = desk.ask(ask).await.unwrap().interaction.id;
    assert_eq!(show(&desk, id).await.live.remaining_ms, Some(325_000), "however long one wishes");
    let set =
        |seconds| desk.act(id, Command::SetRemaining { seconds }, person("ann", Surface::Cli));
    let says = refused(set(326).await);
    assert_eq!(says, "the agent stops waiting in 325 s; the time cannot be set past that");
    bench.clock.advance(Duration::from_secs(25));
    set(60).await.unwrap();
    assert!(refused(set(301).await).contains("in 300 s"));
    // The time of day is set back by an hour: the remaining time stays the same.
    let before = show(&desk, id).await.interaction.deadline();
    bench.clock.jump(SignedDuration::from_hours(-1));
    until("moved along", || async {
        let view = show(&desk, id).await;
        view.interaction.deadline() != before && view.live.remaining_ms == Some(60_000)
    })
    .await;
    assert!(refused(set(301).await).contains("in 300 s"));
    set(300).await.unwrap();
}
