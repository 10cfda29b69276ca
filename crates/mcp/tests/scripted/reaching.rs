//! The ways to a person, from the agent's perspective.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sayso_core::surface::Presence;
use sayso_core::{QuestionId, Submission, Surface};
use sayso_desk::{Answering, Attach, Attachment};
use serde_json::{Value, json};

use super::harness::World;
use super::samples::{choice, questions};

/// Nobody has a surface open.
async fn deserted() -> World {
    let mut world = World::new().await;
    drop(world.page.take());
    world
}

async fn inbox(world: &World) -> Attachment {
    let attach = Attach {
        surface: Surface::Terminal,
        label: "inbox".to_owned(),
        presence: Presence::Interactive,
        interaction: None,
        ticket: None,
    };
    world.desk.attach(attach).await.unwrap()
}

fn opened(world: &World) -> usize {
    world.portal.opened.lock().unwrap().len()
}

fn structured(result: &Value) -> &Value {
    &result["structuredContent"]
}

/// REQ: TE-2
#[tokio::test]
async fn with_a_terminal_or_a_page_open_nothing_is_opened() {
    let mut world = World::new().await;
    world.portal.browser.store(true, Ordering::Relaxed);
    let mut client = world.client("some-client").await;
    for nth in 0..2 {
        let mut call = choice();
        call["title"] = json!(format!("Pick database {nth}"));
        let call = client.send_call("provide_choice", call).await;
        let id = world.listened(0).await;
        world.answer(id, "pg").await;
        let reply = client.reply(call).await["result"].clone();
        assert_eq!(structured(&reply)["action_status"], "selected", "{nth}: {reply}");
        assert_eq!(opened(&world), 0);
        // In the second round there is no page, but an inbox.
        world.page = Some(inbox(&world).await);
    }
}

/// REQ: TE-2
/// REQ: WE-1
#[tokio::test]
async fn with_nothing_open_the_browser_is() {
    let world = deserted().await;
    world.portal.browser.store(true, Ordering::Relaxed);
    let mut client = world.client("some-client").await;
    let call = client.send_call_with_progress("provide_choice", choice()).await;
    let id = world.listened(0).await;
    assert_eq!(*world.portal.opened.lock().unwrap(), [id]);
    world.answer(id, "pg").await;
    let reply = client.reply(call).await["result"].clone();
    assert_eq!(structured(&reply)["action_status"], "selected");
    let told = client.progress[0]["message"].as_str().unwrap();
    assert!(!told.contains("sayso open"), "{told}");
}

/// REQ: TE-2
#[tokio::test]
async fn without_a_browser_auto_is_handed_to_a_terminal() {
    let world = deserted().await;
    for broken in [false, true] {
        world.portal.browser.store(broken, Ordering::Relaxed);
        world.portal.broken.store(broken, Ordering::Relaxed);
        let mut client = world.client("some-client").await;
        let mut call = choice();
        call["title"] = json!(format!("Broken: {broken}"));
        let reply = client.call("provide_choice", call).await;
        let reply = structured(&reply);
        assert_eq!(reply["action_status"], "pending_terminal_launch", "{reply}");
        let short = &reply["session_id"].as_str().unwrap()[..8];
        let instructions = reply["instructions"].as_str().unwrap();
        assert!(instructions.contains(&format!("sayso open {short}")), "{instructions}");
    }
    assert_eq!(opened(&world), 1, "the one that did not work was tried");
}

/// REQ: TM-3, TE-2
/// It was answered, at this hub or another, between the question and its hand-off.
#[tokio::test]
async fn an_answer_in_the_moment_of_a_hand_off_is_the_reply() {
    let world = deserted().await;
    let mut submission = Submission::default();
    submission.choose(QuestionId::from("q1"), vec!["pg".into()]);
    *world.held.answered_first.lock().unwrap() = Some(submission);
    let mut client = world.client("some-client").await;
    let reply = client.call("provide_choice", choice()).await;
    let reply = structured(&reply);
    assert_eq!(reply["action_status"], "selected", "{reply}");
    assert_eq!(reply["selection"]["selected_ids"], json!(["pg"]), "{reply}");
    assert_eq!(reply["terminal_command"], json!(null), "nothing is left to launch");
}

/// It stays valid until a terminal has connected; after that no other is needed.
/// REQ: PC-14, PC-16
#[tokio::test]
async fn a_pending_poll_of_what_was_handed_off_gives_the_command() {
    let world = deserted().await;
    let mut client = world.client("some-client").await;
    let handed = structured(&client.call("provide_choice", choice()).await).clone();
    let window = Duration::from_secs(30);
    let mut terminal = None;
    for nth in 1..=2 {
        let poll = json!({ "session_id": handed["session_id"] });
        let call = client.send_call("provide_choice", poll).await;
        world.listened(0).await;
        world.clock.slept_on(window * nth).await;
        world.clock.advance(window);
        let reply = structured(&client.reply(call).await["result"]).clone();
        assert_eq!(reply["action_status"], "pending", "{reply}");
        let instructions = reply["instructions"].as_str().unwrap();
        let expected =
            if terminal.is_none() { handed["terminal_command"].clone() } else { json!(null) };
        assert_eq!(reply["terminal_command"], expected, "{reply}");
        assert_eq!(instructions.contains("terminal_command"), terminal.is_none(), "{reply}");
        assert_eq!(reply["shown"], json!(terminal.is_some()));
        terminal = Some(inbox(&world).await);
    }
}

/// REQ: WE-1
#[tokio::test]
async fn who_asks_for_the_web_and_has_no_browser_is_told_where_to_go() {
    let world = deserted().await;
    let mut client = world.client("claude-code").await;
    let mut call = choice();
    call["interface"] = json!("web");
    let number = client.send_call_with_progress("provide_choice", call).await;
    let id = world.listened(0).await;
    world.answer(id, "lite").await;
    assert_eq!(structured(&client.reply(number).await["result"])["action_status"], "selected");
    let told = client.progress[0]["message"].as_str().unwrap();
    assert!(told.contains(&format!("sayso open {}", id.short())), "{told}");
}

/// REQ: TE-2
#[tokio::test]
async fn ask_user_questions_waits_where_a_choice_is_handed_off() {
    let world = deserted().await;
    let mut client = world.client("some-client").await;
    let number = client.send_call_with_progress("ask_user_questions", questions()).await;
    let id = world.listened(0).await;
    world.answer(id, "1").await;
    let reply = client.reply(number).await["result"].clone();
    assert_eq!(structured(&reply)["status"], "answered", "{reply}");
    let told = client.progress[0]["message"].as_str().unwrap();
    assert!(told.contains("sayso open"), "{told}");

    let mut later = questions();
    later["nonBlocking"] = json!(true);
    let reply = client.call("ask_user_questions", later).await;
    let text = reply["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("To answer in a browser: run `sayso open"), "{text}");
}
