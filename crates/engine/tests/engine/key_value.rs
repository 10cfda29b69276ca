//! Items stored by key: tokens of agents, messages of chats, conversations.

use std::sync::Arc;
use std::time::Duration;

use sayso_access::{AgentDesk, AgentTokens};
use sayso_core::Surface;
use sayso_desk::cluster::{ClusterNews, ItemChange};
use sayso_desk::store::StoreError;
use sayso_desk::{
    Answering, Asking, Conversations, DeskError, Patience, Post, PostFormat, Posts, RandomIds,
};
use serde_json::json;

use crate::harness::{Bench, begin, choice, choose, person, show, until};

async fn tokens(bench: &Bench) -> AgentTokens {
    let (store, clock) = (bench.store.clone(), bench.clock.clone());
    AgentTokens::start(store, clock, Arc::new(RandomIds)).await.unwrap()
}

/// REQ: SA-2
#[tokio::test]
async fn a_token_is_known_after_a_restart_and_its_use_is_noted() {
    let bench = Bench::new();
    let first = tokens(&bench).await;
    let (token, secret) = first.create(Some("ci")).await.unwrap();
    assert_eq!(first.owner(&secret).await.unwrap().unwrap().id, token.id);
    assert!(first.owner("sayso_ask_00").await.unwrap().is_none());
    let bench = bench.reopened();
    let second = tokens(&bench).await;
    let [kept] = &second.list()[..] else { panic!("one token") };
    assert_eq!((&kept.id, &kept.name, kept.hash), (&token.id, &token.name, token.hash));
    assert!(kept.used_at.is_some());
    assert_eq!(second.owner(&secret).await.unwrap().unwrap().name, "ci");
}

/// REQ: SA-2
/// Two hubs over one database, or two requests at one: using it doesn't bring it back.
#[tokio::test]
async fn a_token_that_was_revoked_elsewhere_stays_revoked() {
    let bench = Bench::new();
    let (here, there) = {
        let here = tokens(&bench).await;
        let secret = here.create(Some("ci")).await.unwrap().1;
        ((here, secret), tokens(&bench).await)
    };
    there.revoke("ci").await.unwrap().expect("it was there");
    here.0.owner(&here.1).await.unwrap();
    assert_eq!(tokens(&bench).await.list(), []);
}

/// Another hub has said that it changed something; what, is read late or never.
/// REQ: SA-2, TM-3
#[tokio::test]
async fn while_a_change_elsewhere_is_not_read_yet_no_token_counts_and_none_is_called_wrong() {
    let bench = Bench::new();
    let here = tokens(&bench).await;
    let there = tokens(&bench).await;
    let (token, revoked) = here.create(Some("ci")).await.unwrap();
    there.reload().await.unwrap();
    there.revoke("ci").await.unwrap().expect("it is known there");
    let (_, new) = there.create(Some("nightly")).await.unwrap();
    here.doubt();
    for secret in [&revoked, &new] {
        let mut owner = Box::pin(here.owner(secret));
        begin(&mut owner).await;
        bench.clock.advance(Duration::from_secs(3));
        let error = owner.await.unwrap_err();
        assert!(matches!(error, DeskError::Store(StoreError::Away { .. })), "{error}");
    }
    let mut counts = Box::pin(here.counts(&token.id));
    begin(&mut counts).await;
    here.reload().await.unwrap();
    assert!(!counts.await.unwrap(), "it is known now");
    assert!(here.owner(&revoked).await.unwrap().is_none());
    assert_eq!(here.owner(&new).await.unwrap().unwrap().name, "nightly");
}

/// The news of it is still on its way.
/// REQ: SA-2, TM-3
#[tokio::test]
async fn a_token_that_another_hub_has_just_created_is_not_called_wrong() {
    let bench = Bench::new();
    let here = tokens(&bench).await.shared();
    let (_, new) = tokens(&bench).await.create(Some("nightly")).await.unwrap();
    assert_eq!(here.owner(&new).await.unwrap().expect("it is read").name, "nightly");
    // The database is not asked about each wrong one.
    let mut wrong = Box::pin(here.owner("sayso_ask_00"));
    begin(&mut wrong).await;
    bench.clock.advance(Duration::from_millis(100));
    assert_eq!(wrong.await.unwrap(), None);
}

/// Another hub has said that it changed something, and what is not read yet; an answer given here needs
/// no reading.
/// REQ: SA-2, TM-3
#[tokio::test]
async fn an_answer_is_kept_from_an_agent_whose_token_may_have_been_revoked_while_it_waited() {
    let bench = Bench::new();
    let desk = Arc::new(bench.desk().await);
    let here = Arc::new(tokens(&bench).await);
    let (token, _) = here.create(Some("ci")).await.unwrap();
    let agent = AgentDesk::new(desk.clone(), here.clone(), token.id);
    let id = agent.ask(choice(json!({}))).await.unwrap().interaction.id;
    let wait = tokio::spawn(async move { agent.wait(id, Patience::Forever).await });
    until("listening", || async { show(&desk, id).await.live.listening }).await;
    here.doubt();
    desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    until("the wait ends", || async {
        bench.clock.advance(Duration::from_secs(1));
        wait.is_finished()
    })
    .await;
    let error = wait.await.unwrap().unwrap_err();
    assert!(matches!(error, DeskError::Store(StoreError::Away { .. })), "{error}");
}

/// What is said at a hub that does not lead the conversation.
/// REQ: TM-2
#[tokio::test]
async fn what_was_left_for_the_hub_that_leads_is_there_once() {
    let bench = Bench::new();
    let conversations = Conversations::in_store(bench.store.clone());
    let (lead, assist) = (conversations.space("slack"), conversations.space("slack"));
    let mut news = lead.news();
    for _ in 0..2 {
        assist.leave("event 1", "\"stop\"").await.unwrap();
    }
    assert!(news.has_changed().unwrap());
    assert_eq!(lead.left().await.unwrap(), [("event 1".to_owned(), "\"stop\"".to_owned())]);
    assert_eq!(conversations.space("other").left().await.unwrap(), []);
    lead.taken("event 1").await.unwrap();
    assert_eq!(lead.left().await.unwrap(), []);
    news.borrow_and_update();
    let change = ItemChange { kind: "said".to_owned(), key: String::new() };
    lead.apply(&ClusterNews::Items(vec![change]));
    assert!(news.has_changed().unwrap(), "left at another hub");
}

/// REQ: SA-2
#[tokio::test]
async fn no_two_tokens_have_the_same_name() {
    let bench = Bench::new();
    let (here, there) = (tokens(&bench).await, tokens(&bench).await);
    let (one, other) = tokio::join!(here.create(Some("ci")), there.create(Some("ci")));
    let (Ok(_), Err(DeskError::Invalid { problems })) = (one, other) else { panic!("both") };
    assert!(problems[0].rule.contains("`ci` already"), "{problems:?}");
    assert_eq!(tokens(&bench).await.list().len(), 1);
}

fn post(chat: &str, interaction: sayso_core::InteractionId, part: u32) -> Post {
    Post {
        chat: chat.to_owned(),
        interaction,
        part,
        channel: "C1".to_owned(),
        message: format!("{part}.1"),
        thread: (part > 0).then(|| "0.1".to_owned()),
        person: Some("U1".to_owned()),
        look: PostFormat::Drawn,
        copy: false,
        sent: None,
    }
}

/// A message that is on its way when the hub ends is known to the next one, and is no post yet.
/// REQ: SL-10
#[tokio::test]
async fn what_may_have_arrived_is_known_after_a_restart() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let posts = Posts::start(bench.store.clone()).await.unwrap();
    posts.begin(post("slack", id, 0)).await.unwrap();
    drop((desk, posts));

    let bench = bench.reopened();
    let posts = Posts::start(bench.store.clone()).await.unwrap().of_chat("slack");
    assert_eq!((posts.uncertain(), posts.interactions(), posts.of(id)), (vec![id], vec![], vec![]));
    assert_eq!(posts.at("C1", ""), None);
    let begun = posts.begun(id).unwrap();
    assert_eq!((begun.channel, begun.person), ("C1".to_owned(), Some("U1".to_owned())));
    posts.save(post("slack", id, 0)).await.unwrap();
    assert_eq!((posts.uncertain(), posts.of(id)), (vec![], vec![post("slack", id, 0)]));
    assert_eq!(bench.store.list("post").await.unwrap().len(), 1, "in its place");
    posts.begin(post("slack", id, 0)).await.unwrap();
    posts.remove(id, &posts.of(id)).await.unwrap();
    assert_eq!((posts.uncertain(), bench.store.list("post").await.unwrap().len()), (vec![], 0));
}

/// The messages have to be found for as long as they may have to be changed.
#[tokio::test]
async fn posts_are_kept_by_chat_and_outlive_their_interaction() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let posts = Posts::start(bench.store.clone()).await.unwrap();
    let (slack, line) = (posts.of_chat("slack"), posts.of_chat("line"));
    for one in [post("slack", id, 1), post("slack", id, 0), post("line", id, 0)] {
        posts.save(one).await.unwrap();
    }
    let text = Post { look: PostFormat::Text, ..post("slack", id, 1) };
    slack.save(text.clone()).await.unwrap();
    desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    desk.forget(id).await.unwrap();
    drop((desk, posts, slack, line));

    let bench = bench.reopened();
    let posts = Posts::start(bench.store.clone()).await.unwrap();
    let (slack, line) = (posts.of_chat("slack"), posts.of_chat("line"));
    assert_eq!(slack.interactions(), [id]);
    assert_eq!(slack.of(id), [post("slack", id, 0), text.clone()]);
    assert_eq!(slack.at("C1", "1.1"), Some(text.clone()));
    assert_eq!(slack.in_thread("C1", "0.1"), [text]);
    assert_eq!(line.at("C1", "1.1"), None);
    slack.remove(id, &slack.of(id)).await.unwrap();
    assert_eq!((slack.of(id), line.of(id)), (vec![], vec![post("line", id, 0)]));
    assert_eq!(bench.store.list("post").await.unwrap().len(), 1);
}

/// A second message of a part becomes known while the first gets its end: it still has to get one.
/// REQ: SL-10
#[tokio::test]
async fn only_messages_that_have_their_end_are_forgotten() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let posts = Posts::start(bench.store.clone()).await.unwrap().of_chat("slack");
    posts.save(post("slack", id, 0)).await.unwrap();
    let updated = posts.of(id);
    let copy = Post { copy: true, message: "2.0".to_owned(), ..post("slack", id, 0) };
    posts.save(copy.clone()).await.unwrap();
    posts.remove(id, &updated).await.unwrap();
    assert_eq!(posts.of(id), std::slice::from_ref(&copy));
    assert_eq!(bench.store.list("post").await.unwrap().len(), 1);
    posts.remove(id, &[copy]).await.unwrap();
    assert_eq!(posts.interactions(), []);
}

/// REQ: SA-8
/// Damaged, or of a newer version: the rest is readable, and it is left unchanged.
#[tokio::test]
async fn what_cannot_be_read_keeps_nobody_from_the_rest() {
    let bench = Bench::new();
    tokens(&bench).await.create(Some("ci")).await.unwrap();
    let bench = bench.reopened_after(
        "insert into shelf values ('agent_token', 'newer', 1, 77, '{}'); \
         insert into shelf values ('agent_token', 'half', 1, 1, '{'); \
         insert into shelf values ('setting', 'theme', 1, 77, '\"dark\"'); \
         insert into shelf values ('setting', 'of another version', 1, 1, '\"x\"')",
    );
    assert_eq!(tokens(&bench).await.list().len(), 1);
    bench.desk().await;
    assert_eq!(bench.store.list("agent_token").await.unwrap().len(), 3);
}

#[tokio::test]
async fn conversations_are_kept_apart_until_they_are_removed() {
    let bench = Bench::new();
    let all = Conversations::in_store(bench.store.clone());
    let (relay, slack) = (all.space("relay"), all.space("slack"));
    relay.save("b", "{}").await.unwrap();
    relay.save("a", "{\"turn\":1}").await.unwrap();
    relay.save("b", "{\"turn\":2}").await.unwrap();
    slack.save("b", "[]").await.unwrap();
    let row = |key: &str, body: &str| (key.to_owned(), body.to_owned());
    let kept = relay.all().await.unwrap();
    assert_eq!(kept, [row("a", "{\"turn\":1}"), row("b", "{\"turn\":2}")]);
    relay.remove("a").await.unwrap();
    relay.remove("never there").await.unwrap();
    assert_eq!(relay.all().await.unwrap(), [row("b", "{\"turn\":2}")]);
    assert_eq!(slack.all().await.unwrap(), [row("b", "[]")]);
}
