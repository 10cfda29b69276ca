//! Duties and locks that only one hub has at a time.

use std::time::Duration;

use sayso_core::surface::Presence;
use sayso_core::{InteractionId, Surface};
use sayso_desk::cluster::{ClusterNews, Take, TakeFrom, Taken};
use sayso_desk::{Answering, Ask, Asking, Attach, Opening, Patience, Repeat};
use serde_json::json;

use super::{Hub, Team};
use crate::harness::{choice, choose, person, questions, refused, until};

fn repeatable() -> Ask {
    Ask { repeat: Repeat::Join, ..questions() }
}

fn terminal(id: InteractionId, ticket: &str, label: &str) -> Attach {
    Attach {
        surface: Surface::Terminal,
        label: label.to_owned(),
        presence: Presence::Interactive,
        interaction: Some(id),
        ticket: Some(ticket.to_owned()),
    }
}

/// REQ: TM-2
/// The same call at two hubs: who listens is not disturbed, and what nobody has is joined once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_identical_call_joins_only_what_no_hub_has_claimed() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let first = a.desk.ask_and_claim(repeatable()).await.unwrap();
    let id = first.view.interaction.id;
    let second = b.desk.ask_and_claim(repeatable()).await.unwrap();
    assert_ne!(second.view.interaction.id, id, "its caller is there");
    drop(first);
    drop(second);
    // Both are free now; each joins another one.
    free(&[&a, &b], id).await;
    let (one, other) =
        tokio::join!(a.desk.ask_and_claim(repeatable()), b.desk.ask_and_claim(repeatable()));
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_ne!(one.view.interaction.id, other.view.interaction.id);
    drop((one, other));
    free(&[&a, &b], id).await;

    // A late answer is announced once.
    a.desk.act(id, choose("1"), person("ann", Surface::Web)).await.unwrap();
    let at_b = b.desk.collect(vec![id]).await.unwrap();
    assert_eq!(at_b.late.len(), 1);
    assert_eq!(a.desk.collect(vec![id]).await.unwrap().late.len(), 0);
    // Its caller is gone, with the hub.
    std::mem::forget(at_b);
    drop(b);
    let late = async || a.desk.collect(vec![id]).await.unwrap().late.len();
    until("it is free again", async || late().await == 1).await;
}

/// Letting go is sent in the background, in order.
async fn free(hubs: &[&Hub], id: InteractionId) {
    for hub in hubs {
        let key = format!("claim/{id}");
        let cluster = &hub.shared.cluster;
        let take = Take { body: "", lasts: None, from: TakeFrom::Nobody };
        until("it is free", async || cluster.take(&key, take).await.unwrap() == Taken::Done).await;
        cluster.let_go(&key);
    }
}

/// REQ: TM-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_off_and_the_browser_belong_to_one_among_all_hubs() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let id = a.desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let ticket = b.desk.hand_off(id).await.unwrap();
    let owner = a.desk.attach(terminal(id, &ticket, "tmux 3")).await.unwrap();
    let occupied = refused(b.desk.attach(terminal(id, &ticket, "tmux 4")).await);
    assert!(occupied.contains("tmux 3"), "{occupied}");
    drop(owner);
    let again = async || b.desk.attach(terminal(id, &ticket, "tmux 4")).await.is_ok();
    until("it is free", again).await;

    assert_eq!(a.desk.claim_opening().await.unwrap(), Opening::Yours);
    assert_eq!(b.desk.claim_opening().await.unwrap(), Opening::Another);
    a.desk.give_up_opening().await.unwrap();
    let turn = async || b.desk.claim_opening().await.unwrap() == Opening::Yours;
    until("its turn", turn).await;
}

/// REQ: TM-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_duty_is_one_hubs_and_the_next_takes_it_over() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let duty = |hub: &Hub| hub.shared.cluster.duty("sweep");
    let (at_a, at_b) = (duty(&a), duty(&b));
    let one = async || *at_a.borrow() != *at_b.borrow();
    until("one of them has it", one).await;
    // By force, and at its end.
    let mut news = a.shared.cluster.listen();
    team.cut("a");
    while !matches!(news.recv().await.unwrap(), ClusterNews::Anew(_)) {}
    until("one of them has it", one).await;
    let (ends, mut stays) = if *at_a.borrow() { (a, at_b) } else { (b, at_a) };
    drop(ends);
    stays.wait_for(|held| *held).await.unwrap();
}

/// REQ: TM-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_duty_that_a_hub_does_not_want_any_more_is_another_hubs() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    // By a name that is not known before.
    let name = format!("bridge {}", "x");
    let mut at_a = a.shared.cluster.duty(&name);
    at_a.wait_for(|held| *held).await.unwrap();
    let mut at_b = b.shared.cluster.duty(&name);
    drop(at_a);
    at_b.wait_for(|held| *held).await.unwrap();
    drop(at_b);
    let mut again = a.shared.cluster.duty(&name);
    again.wait_for(|held| *held).await.unwrap();
}

/// REQ: TM-2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_taken_lasts_as_long_as_its_hub() {
    let Some(team) = Team::new() else { return };
    let [a, b] = team.pair().await;
    let take = |body| Take { body, lasts: None, from: TakeFrom::Nobody };
    let (at_a, at_b) = (&a.shared.cluster, &b.shared.cluster);
    assert_eq!(at_a.take("x", take("a's")).await.unwrap(), Taken::Done);
    assert_eq!(at_b.take("x", take("b's")).await.unwrap(), Taken::By("a's".to_owned()));
    let anyway = Take { from: TakeFrom::Anybody, ..take("b's") };
    assert_eq!(at_b.take("x", anyway).await.unwrap(), Taken::Done);
    assert_eq!(at_a.take("x", take("a's")).await.unwrap(), Taken::By("b's".to_owned()));
    let short = Take { lasts: Some(Duration::ZERO), ..take("b's") };
    assert_eq!(at_b.take("y", short).await.unwrap(), Taken::Done);
    assert_eq!(at_a.take("y", take("a's")).await.unwrap(), Taken::Done);
    drop(b);
    let free = async || at_a.take("x", take("a's")).await.unwrap() == Taken::Done;
    until("its hub is gone", free).await;
    let id = a.desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    assert!(a.desk.wait(id, Patience::NONE).await.unwrap().interaction.is_pending());
}
