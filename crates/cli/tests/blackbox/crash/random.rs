//! A hundred hubs, each killed at a random moment while agents ask and people answer.

use std::sync::Arc;

use sayso_core::State;
use sayso_desk::Desk;
use tokio::runtime::Runtime;

use super::ledger::Ledger;
use super::load::{FEW, Load};
use super::seed::Chance;
use super::{finish, in_time, kept_world};
use crate::watch::{Changes, WatchFlags};

/// At least; more until enough has been going on, however the dice fall.
const KILLS: usize = 110;
const ASKED: usize = 500;
const REFUSED: usize = 50;
/// A hub opens, reads and writes its files about 35 times before it answers.
const CHANGES: u64 = 70;
const LOOKS: u64 = 60;
const ACKNOWLEDGEMENTS: u64 = 120;

/// When a hub dies: after this many
#[derive(Debug, Clone, Copy)]
enum After {
    /// changes to its files since it was started. It may not have opened its database yet, or may
    /// have answered for a while.
    Changes(u64),
    /// lookups of what was acknowledged before.
    Looks(u64),
    Acknowledgements(u64),
}

impl After {
    fn choose(chance: &mut Chance) -> After {
        match chance.below(10) {
            0 | 1 => After::Changes(chance.below(CHANGES)),
            2..=5 => After::Looks(chance.below(LOOKS)),
            _ => After::Acknowledgements(chance.below(ACKNOWLEDGEMENTS)),
        }
    }
}

/// REQ: HI-1, HI-2, TO-7
#[test]
fn a_hundred_kills_under_load_lose_nothing_and_settle_nothing_twice() {
    let mut chance = Chance::of_test("a_hundred_kills");
    let world = kept_world();
    let runtime = Runtime::new().unwrap();
    let _inside = runtime.enter();
    let ledger = Arc::new(Ledger::default());
    let load = Load::start(std::slice::from_ref(&world), FEW, &ledger, &mut chance);
    let auditor = world.desk();

    let mut kills = 0;
    let enough = |kills: usize| {
        let (asked, _, refused) = ledger.counts();
        kills >= KILLS && asked >= ASKED && refused >= REFUSED
    };
    while !enough(kills) {
        kills += 1;
        match After::choose(&mut chance) {
            After::Changes(count) => {
                let mut changes = Changes::within(&world.paths().data_dir, WatchFlags::ALL_EVENTS);
                let hub = world.spawn(&["hub", "run"]);
                runtime.block_on(in_time("the hub does something", changes.count(count)));
                hub.kill();
            }
            After::Looks(count) => {
                let hub = world.hub();
                runtime.block_on(look_up(count, &auditor, &ledger, &mut chance));
                hub.kill();
            }
            After::Acknowledgements(more) => {
                let mut acknowledged = ledger.acknowledged();
                let wanted = *acknowledged.borrow() + more;
                let hub = world.hub();
                runtime.block_on(look_up(3, &auditor, &ledger, &mut chance));
                let reached = acknowledged.wait_for(|count| *count >= wanted);
                runtime.block_on(in_time("the load goes on", reached)).unwrap();
                hub.kill();
            }
        }
    }

    let _hub = world.hub();
    runtime.block_on(async {
        finish(load, &auditor, &ledger).await;
        ledger.audit(&auditor).await;
    });
    let (asked, ended, refused) = ledger.counts();
    eprintln!("{kills} kills: {asked} asked, {ended} ended, {refused} refused");
    assert_eq!(asked, ended);
}

/// What was known before the last kill is known to the new hub.
pub async fn look_up(times: u64, desk: &dyn Desk, ledger: &Ledger, chance: &mut Chance) {
    // A separate source, so that the next moment doesn't depend on what there was to look up.
    let mut chance = chance.split();
    for _ in 0..times {
        let Some((id, ended)) = ledger.any(chance.below(u64::MAX)) else { return };
        match (desk.show(&id.into()).await, ended) {
            (Ok(view), Some(State::Settled { .. })) => ledger.saw(&view, "a look"),
            (Ok(_), Some(State::Pending { .. }) | None) => {}
            (Err(error), _) => ledger.contradict(format!("{id} was acknowledged: {error}")),
        }
    }
}
