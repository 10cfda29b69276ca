//! A short code, typed by hand on another device.

use std::sync::Arc;
use std::time::Duration;

use sayso_access::{PAIRING_LASTS, Pairing};
use sayso_desk::testing::{CountedIds, ManualClock};

fn pairing() -> (Pairing, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::new("2026-03-01T14:03:00Z".parse().unwrap()));
    (Pairing::new(clock.clone(), Arc::new(CountedIds::default())), clock)
}

/// REQ: SA-7
#[test]
fn a_code_works_once_however_it_is_typed() {
    let (pairing, _) = pairing();
    let code = pairing.offer();
    assert_eq!((code.len(), &code[4..5]), (9, "-"));
    assert!(pairing.take(&format!(" {} ", code.to_lowercase().replace('-', " "))));
    assert!(!pairing.take(&code), "used");
    let (old, new) = (pairing.offer(), pairing.offer());
    assert_ne!(old, new);
    assert!(!pairing.take(&old), "another one took its place");
    assert!(pairing.take(&new));
}

/// REQ: SA-7
#[test]
fn it_is_gone_after_five_minutes_or_five_tries() {
    let (pairing, clock) = pairing();
    let code = pairing.offer();
    clock.advance(PAIRING_LASTS - Duration::from_secs(1));
    assert!(pairing.take(&code));
    let code = pairing.offer();
    clock.advance(PAIRING_LASTS);
    assert!(!pairing.take(&code));
    let code = pairing.offer();
    for _ in 0..4 {
        assert!(!pairing.take("AAAA-AAAA"));
    }
    assert!(pairing.take(&code), "a fifth try may be right");
    let code = pairing.offer();
    for _ in 0..5 {
        assert!(!pairing.take("AAAA-AAAA"));
    }
    assert!(!pairing.take(&code), "a wrong guess ends it");
}
