//! Properties for any order of events with a crash between any two effects: no message is lost,
//! none is given twice unless a person says so, and there is never more than one open choice.

#[path = "crash_world.rs"]
mod world;

use proptest::collection::vec;
use proptest::prelude::*;

use super::Event;
use crate::agent::{ExitKind, Protocol};
use world::{Op, World};

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let op = prop_oneof![
        3 => Just(Op::Say),
        4 => Just(Op::Name),
        1 => Just(Op::Write),
        4 => Just(Op::Ask),
        1 => Just(Op::AskBadly),
        1 => Just(Op::Request),
        4 => Just(Op::EndTurn),
        1 => Just(Op::FailTurn),
        1 => Just(Op::Exit(ExitKind::Done)),
        1 => Just(Op::Exit(ExitKind::Failed)),
        5 => (0..3_usize, prop_oneof![Just(None), Just(Some(0)), Just(Some(1))])
            .prop_map(|(which, option)| Op::Settle(which, option)),
        4 => Just(Op::Hear),
        2 => Just(Op::Wait),
        1 => Just(Op::Desk),
        3 => (0..6_usize).prop_map(Op::Crash),
    ];
    vec(op, 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    /// REQ: SL-7, SL-11, RA-9
    #[test]
    fn nothing_is_lost_and_nothing_is_given_twice_unasked(
        protocol in prop_oneof![Just(Protocol::Claude), Just(Protocol::Plain)],
        ops in ops(),
    ) {
        let mut world = World::new(protocol);
        world.handle(Event::Woken);
        for op in ops {
            world.run(op);
        }
        world.drain();
    }
}
