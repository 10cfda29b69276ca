//! The database is restarted while a tool is called.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sayso_desk::Clock;
use sayso_mcp::{ClientRules, McpSetup};
use serde_json::{Value, json};

use crate::harness::{Client, World, connected};
use crate::samples::choice;

/// As long as a call waits between two attempts.
const PAUSE: Duration = Duration::from_millis(500);

/// Each pause between two attempts passes at once, until this is done.
async fn meanwhile<T>(world: &World, done: impl Future<Output = T>) -> T {
    let passing = async {
        loop {
            world.clock.slept_on(world.clock.running() + PAUSE).await;
            world.clock.advance(PAUSE);
        }
    };
    tokio::select! {
        done = done => done,
        () = passing => unreachable!("time passes forever"),
    }
}

/// The database is away for this number of attempts of the desk.
fn away(world: &World, times: usize) {
    world.held.away.store(times, Ordering::Relaxed);
}

async fn replied(world: &World, client: &mut Client, call: u64) -> Value {
    meanwhile(world, client.reply(call)).await["result"]["structuredContent"].clone()
}

/// REQ: TM-3, AU-9
#[tokio::test]
async fn a_restart_of_the_database_is_not_seen_by_an_agent() {
    let (mut world, mut client) = connected().await;
    away(&world, 3);
    let call = client.send_call("provide_choice", choice()).await;
    let id = meanwhile(&world, world.listened(0)).await;
    assert_eq!(world.active().await, [id], "asked once");
    // While the answer is fetched.
    away(&world, 2);
    world.answer(id, "pg").await;
    let reply = replied(&world, &mut client, call).await;
    assert_eq!(reply["selection"]["selected_ids"], json!(["pg"]), "{reply}");
    away(&world, 2);
    let call = client.send_call("provide_choice", json!({ "session_id": id.to_string() })).await;
    let reply = replied(&world, &mut client, call).await;
    assert_eq!(reply["selection"]["selected_ids"], json!(["pg"]), "{reply}");
    // With nothing open it is handed to a terminal.
    drop(world.page.take());
    away(&world, 2);
    let mut another = choice();
    another["title"] = json!("Another");
    let call = client.send_call("provide_choice", another).await;
    let reply = replied(&world, &mut client, call).await;
    assert_eq!(reply["action_status"], "pending_terminal_launch", "{reply}");
    assert_eq!(world.held.away.load(Ordering::Relaxed), 0);
}

/// The agent has its answer: without the note it would get it again with its next call.
/// REQ: TM-3, AU-9
#[tokio::test]
async fn a_delivery_is_noted_when_the_database_is_back() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    // Its reply doesn't need the database any more.
    world.held.hold();
    world.answer(id, "pg").await;
    client.reply(call).await;
    away(&world, usize::MAX);
    world.held.let_go();
    // The same call again can't know yet whether to join, and is told before its client gives up.
    let begun = world.clock.running();
    let call = client.send_call("provide_choice", choice()).await;
    let reply = replied(&world, &mut client, call).await;
    assert_eq!(reply["status"], "unavailable", "{reply}");
    let took = (world.clock.running() - begun).as_secs();
    assert!((30..=50).contains(&took), "{took} s");
    away(&world, 10);
    meanwhile(&world, world.delivered(id, true)).await;
    assert_eq!(world.held.away.load(Ordering::Relaxed), 0);
}

/// However long the call had been open before, and however often.
/// REQ: TM-3, AU-9
#[tokio::test]
async fn a_long_wait_goes_on_whenever_the_database_restarts() {
    let world = World::new().await;
    let clients = ClientRules::parse("unknown=600").unwrap();
    let setup = McpSetup { clients, ..world.setup() };
    let mut client = world.client_of(setup, json!({ "name": "test", "version": "1" })).await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    for _ in 0..2 {
        world.clock.advance(Duration::from_secs(200));
        world.held.cut.notify_one();
        world.unheard(id).await;
        meanwhile(&world, world.listened(0)).await;
    }
    world.clock.advance(Duration::from_secs(100));
    away(&world, 3);
    world.answer(id, "pg").await;
    let reply = replied(&world, &mut client, call).await;
    assert_eq!(reply["selection"]["selected_ids"], json!(["pg"]), "{reply}");
}

/// After half a minute, and sooner if its client waits for less.
/// REQ: TM-3, SA-3
#[tokio::test]
async fn a_database_that_stays_away_is_told_in_time() {
    let world = World::new().await;
    for (patience, seconds) in [("unknown=50", 29..=30), ("unknown=5", 4..=5)] {
        let clients = ClientRules::parse(patience).unwrap();
        let setup = McpSetup { clients, ..world.setup() };
        let mut client = world.client_of(setup, json!({ "name": "test", "version": "1" })).await;
        away(&world, usize::MAX);
        let begun = world.clock.running();
        let call = client.send_call("provide_choice", choice()).await;
        let reply = replied(&world, &mut client, call).await;
        assert_eq!(reply["status"], "unavailable", "{reply}");
        assert!(reply.to_string().contains("restarts"), "{reply}");
        let took = (world.clock.running() - begun).as_secs();
        assert!(seconds.contains(&took), "{took} s");
    }
}
