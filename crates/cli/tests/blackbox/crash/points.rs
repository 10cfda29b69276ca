//! Kills the hub at every named point in the life of a question.

use std::sync::Arc;

use sayso_api::RemoteDesk;
use sayso_desk::fail::POINTS;
use tokio::runtime::Runtime;

use super::ledger::Ledger;
use super::{in_time, load};
use crate::harness::World;

const SIGABRT: i32 = 6;
/// Questions in one script; each passes every point at least once.
const QUESTIONS: usize = 3;

/// At which pass it dies there. There are four commits for each question: asked, drafted, answered,
/// delivered.
fn times(point: &str) -> &'static [u32] {
    if point.starts_with("store.") { &[1, 2, 3, 4, 5] } else { &[1, 3] }
}

/// REQ: HI-1
#[test]
fn death_at_each_point_loses_nothing_and_the_waiter_gets_its_answer() {
    let runtime = Runtime::new().unwrap();
    let _inside = runtime.enter();
    for point in POINTS {
        let world = World::new();
        let ledger = Arc::new(Ledger::default());
        for count in times(point) {
            let fail_at = format!("{point}:{count}");
            let dying = world.hub_with(&[("SAYSO_FAIL_AT", &fail_at)]);
            let script = tokio::spawn(play(world.desk(), world.desk(), Arc::clone(&ledger)));
            assert_eq!(dying.signal(), Some(SIGABRT), "{fail_at}");
            let hub = world.hub();
            let what = format!("{fail_at}: everybody gets their answer");
            runtime.block_on(in_time(&what, script)).unwrap();
            hub.kill();
        }
        let _hub = world.hub();
        runtime.block_on(ledger.audit(&world.desk()));
    }
}

/// One after the other, so that the same step always meets the same point.
async fn play(agent: RemoteDesk, person: RemoteDesk, ledger: Arc<Ledger>) {
    for _ in 0..QUESTIONS {
        let Some(view) = load::ask(&agent, &ledger, 3_600).await else { return };
        let id = view.interaction.id;
        let text = format!("answer to {id}");
        let answering = async {
            load::draft(&person, &ledger, &view, &text).await;
            let command = load::command(&text, false);
            load::act(&person, &ledger, id, (text.clone(), command)).await;
        };
        // The agent waits before the person begins: the first of the two is polled first.
        tokio::join!(biased; load::wait(&agent, &ledger, id), answering);
    }
}
