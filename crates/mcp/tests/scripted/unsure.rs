//! A call that was told that the hub is silent, and whose question is stored after all.

use sayso_desk::{Ask, Asking};

use crate::harness::{Client, World, connected};
use crate::samples::choice;

/// A call gives up; returns what it asked.
async fn given_up(world: &World, client: &mut Client) -> Ask {
    *world.held.silent.lock().unwrap() = Some(None);
    let failed = client.call("provide_choice", choice()).await;
    assert_eq!(failed["isError"], true, "{failed}");
    world.held.silent.lock().unwrap().take().flatten().unwrap()
}

/// Before or after the agent has asked again.
/// REQ: AU-9, TM-3
#[tokio::test]
async fn a_question_that_is_stored_late_is_not_asked_twice() {
    for is_first in [true, false] {
        let (world, mut client) = connected().await;
        let late = given_up(&world, &mut client).await;
        // The hub holds it as long as it works on it.
        let stored = match is_first {
            true => Some(world.desk.ask_and_claim(late.clone()).await.unwrap()),
            false => None,
        };
        let call = client.send_call("provide_choice", choice()).await;
        let id = world.listened(0).await;
        let stored = match stored {
            Some(stored) => stored,
            None => world.desk.ask_and_claim(late).await.unwrap(),
        };
        assert_eq!(stored.view.interaction.id, id, "{is_first}");
        assert_eq!(world.active().await, [id], "{is_first}");
        world.answer(id, "pg").await;
        let reply = client.reply(call).await["result"].clone();
        assert_eq!(reply["structuredContent"]["action_status"], "selected", "{reply}");
    }
}

/// Another agent has joined it and has its answer: that answer is used up.
/// REQ: AU-9
#[tokio::test]
async fn an_answer_that_another_agent_has_got_is_not_given_again() {
    let (world, mut client) = connected().await;
    let late = given_up(&world, &mut client).await;
    let id = world.desk.ask(late).await.unwrap().interaction.id;
    world.answer(id, "lite").await;
    world.desk.delivered(id).await.unwrap();
    let (call, anew) = world.asked(&mut client, "provide_choice", choice()).await;
    assert_ne!(anew, id);
    world.answer(anew, "pg").await;
    let reply = client.reply(call).await["result"].clone();
    assert_eq!(reply["structuredContent"]["selection"]["selected_ids"][0], "pg", "{reply}");
}
