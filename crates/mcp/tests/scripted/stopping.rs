//! Clients that stop waiting by themselves, and those that only seem to.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sayso_core::InteractionId;
use sayso_desk::Asking;
use serde_json::json;

use crate::harness::{World, connected, until};
use crate::samples::{choice, questions};

async fn stopped(world: &World, id: InteractionId) {
    let mut found = None;
    let is_stopped = || async {
        let view = world.desk.show(&id.into()).await.unwrap();
        view.live.stopped.then_some(())
    };
    until("stopped", is_stopped, &mut found).await;
}

/// Esc in an agent.
/// REQ: RA-12
#[tokio::test]
async fn a_cancelled_call_marks_its_question_until_it_is_repeated() {
    let (world, mut client) = connected().await;
    let (call, id) = world.asked(&mut client, "ask_user_questions", questions()).await;
    client.cancel(call).await;
    stopped(&world, id).await;
    client.send_call("ask_user_questions", questions()).await;
    assert_eq!(world.listened(0).await, id, "joined");
    assert!(!world.only().await.live.stopped);
}

/// Esc while the browser opens: it never came to wait.
/// REQ: RA-12
#[tokio::test]
async fn a_call_that_is_given_up_before_it_waits_marks_its_question() {
    let mut world = World::new().await;
    drop(world.page.take());
    world.portal.browser.store(true, Ordering::Relaxed);
    world.portal.hangs.store(true, Ordering::Relaxed);
    let mut client = world.client("test").await;
    for (tool, arguments) in [("provide_choice", choice()), ("ask_user_questions", questions())] {
        let call = client.send_call(tool, arguments).await;
        let mut opening = None;
        let look = || async { world.portal.opened.lock().unwrap().pop() };
        until("a browser is opened", look, &mut opening).await;
        client.cancel(call).await;
        stopped(&world, opening.unwrap()).await;
    }
}

/// It was never going to wait.
/// REQ: RA-12
#[tokio::test]
async fn a_non_blocking_call_that_is_given_up_while_the_browser_opens_marks_nothing() {
    let mut world = World::new().await;
    drop(world.page.take());
    world.portal.browser.store(true, Ordering::Relaxed);
    world.portal.hangs.store(true, Ordering::Relaxed);
    let mut client = world.client("test").await;
    let mut later = questions();
    later["nonBlocking"] = json!(true);
    for (tool, arguments) in [("ask_user_questions", later), ("provide_choice", choice())] {
        let call = client.send_call(tool, arguments).await;
        let mut opening = None;
        let look = || async { world.portal.opened.lock().unwrap().pop() };
        until("a browser is opened", look, &mut opening).await;
        client.cancel(call).await;
        // The second is marked after the first would have been.
        if tool == "provide_choice" {
            stopped(&world, opening.unwrap()).await;
        }
    }
    let marked = async |id: InteractionId| world.desk.show(&id.into()).await.unwrap().live.stopped;
    let mut all = Vec::new();
    for id in world.active().await {
        all.push(marked(id).await);
    }
    all.sort();
    assert_eq!(all, [false, true]);
}

/// REQ: RA-12
#[tokio::test]
async fn a_connection_that_ends_marks_what_it_waited_for() {
    let (world, mut client) = connected().await;
    let (_, id) = world.asked(&mut client, "provide_choice", choice()).await;
    client.leave().await;
    stopped(&world, id).await;
}

/// REQ: RA-12
#[tokio::test]
async fn a_call_that_returned_pending_has_not_stopped() {
    let world = World::new().await;
    let mut client = world.client("cline").await;
    let (call, id) = world.asked(&mut client, "provide_choice", choice()).await;
    let fifty_seconds = Duration::from_secs(50);
    world.clock.slept_on(fifty_seconds).await;
    world.clock.advance(fifty_seconds);
    let pending = client.reply(call).await["result"]["structuredContent"].clone();
    assert_eq!(pending["action_status"], "pending");
    // Another one that is marked: the first would be, too, by then.
    let (other, marked) = world.asked(&mut client, "ask_user_questions", questions()).await;
    client.cancel(other).await;
    stopped(&world, marked).await;
    let view = world.desk.show(&id.into()).await.unwrap();
    assert!(!view.live.listening && !view.live.stopped);
}

/// Neither waits for anything, also when its agent is gone.
/// REQ: RA-12
#[tokio::test]
async fn non_blocking_questions_and_hand_offs_are_never_marked() {
    let mut world = World::new().await;
    let mut client = world.client("test").await;
    let mut call = questions();
    call["nonBlocking"] = json!(true);
    client.call("ask_user_questions", call).await;
    world.page = None;
    let handed = client.call("provide_choice", choice()).await;
    assert_eq!(handed["structuredContent"]["action_status"], "pending_terminal_launch", "{handed}");
    let before = world.active().await;
    assert_eq!(before.len(), 2);
    client.leave().await;
    let mut client = world.client("other").await;
    world.page = None;
    let mut waits = questions();
    waits["questions"][0]["title"] = json!("Another");
    let call = client.send_call("ask_user_questions", waits).await;
    let marked = world.listened(0).await;
    client.cancel(call).await;
    stopped(&world, marked).await;
    for id in before {
        assert!(!world.desk.show(&id.into()).await.unwrap().live.stopped);
    }
}
