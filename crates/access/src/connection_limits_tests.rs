//! Crowds of one kind, and their effect on the others.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]

use super::*;

/// Two places of each kind.
fn small() -> Connections {
    Connections::within(0)
}

fn taken(connections: &Connections) -> Vec<(String, usize)> {
    let fill = connections.fill().into_iter();
    fill.filter(|fill| fill.taken > 0).map(|fill| (fill.kind, fill.taken)).collect()
}

fn at(kind: &str, taken: usize) -> (String, usize) {
    (kind.to_owned(), taken)
}

async fn is_sent_away(connected: &Connected) -> bool {
    tokio::time::timeout(Duration::ZERO, connected.closed()).await.is_ok()
}

/// REQ: SA-5
#[tokio::test]
async fn agents_that_wait_leave_the_places_of_people_and_short_calls() {
    let connections = small();
    let agents = [(); 3].map(|()| connections.enter(ConnectionKind::Idle));
    let waiting: Vec<_> =
        agents[..2].iter().map(|agent| agent.take(ConnectionKind::Waiting)).collect();
    let refused = agents[2].take(ConnectionKind::Waiting).err().unwrap().problem();
    assert_eq!(refused.status, 503);
    assert!(refused.detail.contains("2 agents"), "{}", refused.detail);
    let person = connections.enter(ConnectionKind::Stranger);
    let page = person.take(ConnectionKind::Person).unwrap();
    let short = agents[2].take(ConnectionKind::Short).unwrap();
    let all = [at("short", 1), at("waiting", 2), at("people", 1)];
    assert_eq!(taken(&connections), all);
    drop((waiting, page, short));
    assert_eq!(taken(&connections), [at("idle", 4)], "who was known stays known");
    drop((agents, person));
    assert_eq!((taken(&connections), connections.count()), (vec![], 0));
}

/// REQ: SA-5
#[tokio::test(start_paused = true)]
async fn of_those_who_say_nothing_the_oldest_goes_for_one_who_comes() {
    let connections = small();
    let first = connections.enter(ConnectionKind::Stranger);
    let second = connections.enter(ConnectionKind::Stranger);
    tokio::time::advance(SPEAKS_WITHIN / 2).await;
    first.asked();
    let start = Instant::now();
    connections.room(ConnectionKind::Stranger).await;
    assert_eq!(start.elapsed(), SPEAKS_WITHIN / 2, "each has a moment to say something");
    let third = connections.enter(ConnectionKind::Stranger);
    assert!(is_sent_away(&second).await, "it came before the first said something");
    assert!(!is_sent_away(&first).await && !is_sent_away(&third).await);
    let page = third.take(ConnectionKind::Person).unwrap();
    for _ in 0..10 {
        connections.room(ConnectionKind::Stranger).await;
        connections.enter(ConnectionKind::Stranger);
    }
    assert!(!is_sent_away(&third).await, "known by then");
    drop(page);
}

/// REQ: SA-5
#[tokio::test(start_paused = true)]
async fn strangers_idle_connections_and_slow_calls_have_their_time() {
    let connections = Connections::default();
    let tending = connections.clone();
    let tending = tokio::spawn(async move { tending.tend().await });
    let waits = connections.enter(ConnectionKind::Idle);
    let _wait = waits.take(ConnectionKind::Waiting).unwrap();
    for (kind, seconds) in [(ConnectionKind::Idle, 100), (ConnectionKind::Stranger, 5)] {
        let start = Instant::now();
        connections.enter(kind).closed().await;
        assert_eq!(start.elapsed().as_secs(), seconds, "{kind:?}");
    }
    let start = Instant::now();
    let slow = connections.enter(ConnectionKind::Stranger);
    slow.asked();
    slow.closed().await;
    assert_eq!(start.elapsed().as_secs(), 10);
    let start = Instant::now();
    let slow = connections.enter(ConnectionKind::Stranger);
    let _call = slow.take(ConnectionKind::Short).unwrap();
    slow.closed().await;
    assert_eq!(start.elapsed().as_secs(), 30);
    assert!(!is_sent_away(&waits).await, "it may wait for as long as it likes");
    tending.abort();
}

#[test]
fn few_descriptors_are_shared_out() {
    let few = Connections::within(1_024).fill();
    assert!(few.iter().map(|fill| fill.most).sum::<usize>() <= 1_024 - SPARE);
    assert!(few.iter().all(|fill| fill.most >= 40), "{few:?}");
}
