//! A hundred hubs, each killed at a moment of its own while agents ask and people answer.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::State;
use sayso_desk::Desk;
use tokio::runtime::Runtime;

use super::in_time;
use super::ledger::Ledger;
use super::load::Load;
use super::seed::Chance;
use crate::harness::World;

const KILLS: usize = 110;

/// When a hub dies.
#[derive(Debug, Clone, Copy)]
enum Moment {
    /// Perhaps before it has opened its database, perhaps a little after it answers.
    SinceStart(Duration),
    SinceReady(Duration),
    AfterAcknowledgements(u64),
}

impl Moment {
    fn choose(chance: &mut Chance) -> Moment {
        match chance.below(10) {
            0 | 1 => Moment::SinceStart(chance.up_to(Duration::from_millis(60))),
            2..=5 => Moment::SinceReady(chance.up_to(Duration::from_millis(250))),
            _ => Moment::AfterAcknowledgements(chance.below(120)),
        }
    }
}

/// REQ: HI-1, HI-2, TO-7
#[test]
fn a_hundred_kills_under_load_lose_nothing_and_settle_nothing_twice() {
    let mut chance = Chance::of_test("a_hundred_kills");
    let world = World::new()
        .with("SAYSO_LOG_LEVEL", "error")
        // Everything is looked up at the end, so nothing may be swept before.
        .with("SAYSO_RETENTION_COUNT", "1000000");
    let runtime = Runtime::new().unwrap();
    let _inside = runtime.enter();
    let ledger = Arc::new(Ledger::default());
    let load = Load::start(&world, &ledger, &mut chance);
    let auditor = world.desk();

    for _ in 0..KILLS {
        match Moment::choose(&mut chance) {
            Moment::SinceStart(delay) => {
                let hub = world.spawn(&["hub", "run"]);
                runtime.block_on(tokio::time::sleep(delay));
                hub.kill();
            }
            Moment::SinceReady(delay) => {
                let hub = world.hub();
                runtime.block_on(tokio::time::sleep(delay));
                hub.kill();
            }
            Moment::AfterAcknowledgements(more) => {
                let mut acknowledged = ledger.acknowledged();
                let wanted = *acknowledged.borrow() + more;
                let hub = world.hub();
                runtime.block_on(look_up_a_few(&auditor, &ledger, &mut chance));
                let reached = acknowledged.wait_for(|count| *count >= wanted);
                runtime.block_on(in_time("the load goes on", reached)).unwrap();
                hub.kill();
            }
        }
    }

    let _hub = world.hub();
    runtime.block_on(async {
        in_time("everybody gets their answer", load.finish(&auditor, &ledger)).await;
        ledger.audit(&auditor).await;
    });
    let (asked, ended, refused) = ledger.counts();
    eprintln!("{KILLS} kills: {asked} asked, {ended} ended, {refused} refused");
    assert!(asked >= 500 && refused >= 50, "too little was going on: {asked}, {refused}");
    assert_eq!(asked, ended);
}

/// What was known before the last kill is known to the new hub.
async fn look_up_a_few(desk: &dyn Desk, ledger: &Ledger, chance: &mut Chance) {
    for _ in 0..3 {
        let Some((id, ended)) = ledger.any(chance.below(u64::MAX)) else { return };
        match (desk.show(&id.into()).await, ended) {
            (Ok(view), Some(State::Settled { .. })) => ledger.saw(&view, "a look"),
            (Ok(_), Some(State::Pending { .. }) | None) => {}
            (Err(error), _) => ledger.contradict(format!("{id} was acknowledged: {error}")),
        }
    }
}
