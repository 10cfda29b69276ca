//! Presence: connected surfaces, and terminals that took over a question.

use sayso_core::surface::{Actor, Presence};
use sayso_core::{InteractionId, Preferred, Surface};
use sayso_desk::{Answering, Asking, Attach, Opening};
use serde_json::json;

use crate::harness::{Bench, choice, choose, person, refused, show};

fn terminal(id: InteractionId, ticket: &str) -> Attach {
    Attach {
        surface: Surface::Terminal,
        label: "tmux 3".to_owned(),
        presence: Presence::Interactive,
        interaction: Some(id),
        ticket: Some(ticket.to_owned()),
    }
}

#[tokio::test]
async fn open_surfaces_are_known_while_they_are_open() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let inbox = Attach {
        surface: Surface::Terminal,
        label: format!("inbox{}", "x".repeat(1_000)),
        presence: Presence::Interactive,
        interaction: None,
        ticket: None,
    };
    let attachment = desk.attach(inbox).await.unwrap();
    let attached = desk.attached().await.unwrap();
    assert_eq!(attached.len(), 1);
    assert!(attached[0].label.starts_with("inbox"), "{attached:?}");
    assert_eq!(attached[0].label.chars().count(), 100, "a label has a limit");
    drop(attachment);
    assert_eq!(desk.attached().await.unwrap(), []);
}

/// REQ: PC-16
#[tokio::test]
async fn a_hand_off_belongs_to_the_first_interactive_terminal_while_it_lives() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let ticket = desk.hand_off(id).await.unwrap();
    assert_eq!(show(&desk, id).await.interaction.presentation.surface, Preferred::Terminal);

    // An attempt without a terminal doesn't use it up.
    let unattended = Attach { presence: Presence::Unattended, ..terminal(id, &ticket) };
    assert!(refused(desk.attach(unattended).await).contains("the command stays usable"));

    let owner = desk.attach(terminal(id, &ticket)).await.unwrap();
    assert!(refused(desk.attach(terminal(id, &ticket)).await).contains("tmux 3"));

    // Neither does a crash: the connection is gone, and the ownership with it.
    drop(owner);
    let owner = desk.attach(terminal(id, &ticket)).await.unwrap();
    drop(owner);

    // Asking again gives a new command for the same interaction; the old one is void.
    let newer = desk.hand_off(id).await.unwrap();
    assert_ne!(newer, ticket);
    assert!(refused(desk.attach(terminal(id, &ticket)).await).contains("no longer valid"));
    let _owner = desk.attach(terminal(id, &newer)).await.unwrap();

    // The owner doesn't lock others out: it is still one answer from anyone.
    desk.act(id, choose("pg"), person("ben", Surface::Web)).await.unwrap();
    assert!(
        refused(desk.attach(terminal(id, &newer)).await).starts_with("already submitted by ben")
    );
    assert!(refused(desk.hand_off(id).await).starts_with("already submitted by ben"));
    assert_eq!(
        show(&desk, id).await.status.as_str(),
        "submitted",
        "readable as long as it is kept"
    );
}

/// REQ: PC-17
#[tokio::test]
async fn unknown_ids_are_errors_and_make_nothing() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id: InteractionId = "e0537fd0-1111-4222-8333-944455556666".parse().unwrap();
    assert!(refused(desk.show(&id.into()).await).contains("no question"));
    assert!(
        refused(desk.act(id, choose("pg"), person("ann", Surface::Web)).await)
            .contains("no question")
    );
    assert!(refused(desk.wait(id, sayso_desk::Patience::Forever).await).contains("no question"));
    assert!(refused(desk.hand_off(id).await).contains("no question"));
    assert!(refused(desk.attach(terminal(id, "x")).await).contains("no question"));
    assert!(refused(desk.forget(id).await).contains("no question"));
    assert_eq!(desk.list(Default::default()).await.unwrap().rows, []);
}

#[tokio::test]
async fn an_ambiguous_beginning_of_an_id_is_an_error() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let first = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let second = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let says = refused(desk.show(&"0000".parse().unwrap()).await);
    assert!(says.contains(&first.to_string()) && says.contains(&second.to_string()), "{says}");
    let whole = desk.show(&first.short().parse().unwrap()).await.unwrap();
    assert_eq!(whole.interaction.id, first);
}

/// Several processes ask at the same time: one of them opens a browser, and its page shows all of
/// them.
/// REQ: WE-1
#[tokio::test]
async fn one_opens_a_browser_for_all_until_its_page_is_there_or_does_not_come() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let page = || Attach {
        surface: Surface::Web,
        label: "Firefox".to_owned(),
        presence: Presence::Interactive,
        interaction: None,
        ticket: None,
    };
    let seconds = std::time::Duration::from_secs;
    let turn = || async { desk.claim_opening().await.unwrap() };
    assert_eq!(turn().await, Opening::Yours);
    bench.clock.advance(seconds(9));
    assert_eq!(turn().await, Opening::Another, "it is coming up");
    bench.clock.advance(seconds(1));
    assert_eq!(turn().await, Opening::Yours, "it never came");
    desk.give_up_opening().await.unwrap();
    assert_eq!(turn().await, Opening::Yours, "the other's did not work");
    // A browser shows a page; a terminal isn't one.
    let inbox = Attach { surface: Surface::Terminal, ..page() };
    let _inbox = desk.attach(inbox).await.unwrap();
    assert_eq!(turn().await, Opening::Another);
    let attached = desk.attach(page()).await.unwrap();
    assert_eq!(turn().await, Opening::Another, "it is open");
    drop(attached);
    assert_eq!(turn().await, Opening::Yours, "and closed again, within the same ten seconds");
}

/// REQ: RA-7
#[tokio::test]
async fn a_hand_off_is_taken_in_the_agents_terminal_unless_it_is_irreversible() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let presence = Presence::AgentTerminal;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let ticket = desk.hand_off(id).await.unwrap();
    let owner = desk.attach(Attach { presence, ..terminal(id, &ticket) }).await.unwrap();
    let agent = Actor::new(None, Surface::Terminal, presence);
    desk.act(id, choose("pg"), agent.clone()).await.unwrap();
    drop(owner);

    let ask = choice(json!({ "irreversible": true, "title": "Drop it?" }));
    let id = desk.ask(ask).await.unwrap().interaction.id;
    let ticket = desk.hand_off(id).await.unwrap();
    let says = refused(desk.attach(Attach { presence, ..terminal(id, &ticket) }).await);
    assert!(says.contains("this terminal is the agent's"), "{says}");
    assert!(refused(desk.act(id, choose("pg"), agent).await).contains("the agent's"));
    desk.attach(terminal(id, &ticket)).await.unwrap();
}
