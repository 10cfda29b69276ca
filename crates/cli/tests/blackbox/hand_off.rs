//! A question handed to a terminal belongs to the first person who opens it.

use sayso_api::RemoteDesk;
use sayso_core::surface::Presence;
use sayso_core::{Command, InteractionId, Refusal, Surface};
use sayso_desk::{Answering, Asking, Attach, Attachment, DeskError};

use crate::harness::{World, nobody};
use crate::pty::Terminal;

fn attach(id: InteractionId, ticket: &str, presence: Presence) -> Attach {
    Attach {
        surface: Surface::Terminal,
        label: "terminal".to_owned(),
        presence,
        interaction: Some(id),
        ticket: Some(ticket.to_owned()),
    }
}

async fn take(desk: &RemoteDesk, id: InteractionId, ticket: &str) -> Result<Attachment, DeskError> {
    desk.attach(attach(id, ticket, Presence::Interactive)).await
}

/// Taken as soon as the previous owner is gone.
async fn take_when_free(desk: &RemoteDesk, id: InteractionId, ticket: &str) -> Attachment {
    let mut cursor = desk.events(None).await.unwrap().cursor;
    loop {
        match take(desk, id, ticket).await {
            Ok(attachment) => return attachment,
            Err(DeskError::Occupied { .. }) => {}
            Err(error) => panic!("{error}"),
        }
        cursor = desk.events(Some(cursor)).await.unwrap().cursor;
    }
}

fn asked(world: &World) -> InteractionId {
    world.ask(&["Which?", "-o", "a", "-o", "b"]).parse().unwrap()
}

/// REQ: PC-16
#[tokio::test]
async fn the_first_terminal_owns_it_as_long_as_it_is_there() {
    let world = World::new();
    let _hub = world.hub();
    let id = asked(&world);
    let (first, second) = (world.desk(), world.desk());
    let ticket = first.hand_off(id).await.unwrap();
    assert_eq!(world.show(&id.to_string())["presentation"]["surface"], "terminal");
    let owned = take(&first, id, &ticket).await.unwrap();
    let refused = take(&second, id, &ticket).await.err().expect("it has an owner");
    assert!(matches!(refused, DeskError::Occupied { .. }), "{refused}");
    assert!(refused.to_string().contains("free again when that one ends"), "{refused}");
    drop(owned);
    let owned = take_when_free(&second, id, &ticket).await;

    // A crashing client doesn't say goodbye: its runtime and its socket are just gone.
    drop(owned);
    let (desk, ticket_there) = (world.desk(), ticket.clone());
    tokio::task::spawn_blocking(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let held = runtime.block_on(take_when_free(&desk, id, &ticket_there));
        runtime.shutdown_background();
        std::mem::forget(held);
    })
    .await
    .unwrap();
    drop(take_when_free(&first, id, &ticket).await);
}

/// REQ: PC-16
#[tokio::test]
async fn a_try_without_a_terminal_does_not_use_it_up() {
    let world = World::new();
    let _hub = world.hub();
    let id = asked(&world);
    let desk = world.desk();
    let ticket = desk.hand_off(id).await.unwrap();
    let tried = desk.attach(attach(id, &ticket, Presence::Unattended)).await.err();
    assert!(matches!(tried, Some(DeskError::NotInteractive(_))), "{tried:?}");
    assert!(tried.unwrap().to_string().contains("the command stays usable"));
    take(&desk, id, &ticket).await.unwrap();
}

/// The agent that gave the command asks again once it has ended: it isn't said to be away.
/// REQ: PC-16
#[test]
fn nothing_is_said_of_an_agent_that_cannot_listen_yet() {
    let world = World::new();
    let _hub = world.hub();
    let id = world.ask(&["Which?", "-o", "a", "-o", "b", "--timeout", "1h"]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let ticket = runtime.block_on(world.desk().hand_off(id.parse().unwrap())).unwrap();
    let mut terminal = Terminal::open(&world, 100, &["attach", &id, "--ticket", &ticket]);
    terminal.is_at("a");
    world.run(&["extend", &id, "5h"]).ok();
    terminal.shows("4:59:5");
    terminal.presses("1");
    terminal.shows("● a");
    terminal.presses("\r");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert!(!terminal.bytes().contains("listening"), "{}", terminal.bytes());
}

/// REQ: PC-16
#[tokio::test]
async fn asking_again_gives_a_new_command_for_the_same_question() {
    let world = World::new();
    let _hub = world.hub();
    let id = asked(&world);
    let desk = world.desk();
    let old = desk.hand_off(id).await.unwrap();
    let new = desk.hand_off(id).await.unwrap();
    assert_ne!(old, new);
    let expired = take(&desk, id, &old).await.err();
    assert!(matches!(expired, Some(DeskError::TicketExpired)), "{expired:?}");
    let _owned = take(&desk, id, &new).await.unwrap();
    let newest = desk.hand_off(id).await.unwrap();
    let refused = take(&world.desk(), id, &newest).await.err();
    assert!(matches!(refused, Some(DeskError::Occupied { .. })), "{refused:?}");
    assert_eq!(world.run(&["list", "--json"]).ok().json()["rows"].as_array().unwrap().len(), 1);
}

/// REQ: PC-16, PC-17
#[tokio::test]
async fn after_the_end_nobody_gets_in_and_the_result_stays_readable() {
    let world = World::new();
    let _hub = world.hub();
    let id = asked(&world);
    let desk = world.desk();
    let ticket = desk.hand_off(id).await.unwrap();
    desk.act(id, Command::Cancel { note: None }, nobody()).await.unwrap();
    for refused in [take(&desk, id, &ticket).await.err(), desk.hand_off(id).await.err()] {
        let settled = matches!(refused, Some(DeskError::Refused(Refusal::AlreadySettled { .. })));
        assert!(settled, "{refused:?}");
    }
    for _ in 0..2 {
        assert_eq!(world.run(&["wait", &id.to_string()]).code, 3);
    }
    let unknown = "00000000-0000-4000-8000-000000000000".parse().unwrap();
    assert!(matches!(take(&desk, unknown, &ticket).await.err(), Some(DeskError::NotFound { .. })));
}
