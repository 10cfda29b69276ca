//! The Agent Client Protocol, checked with the official SDK: the agent is written with it.

use sayso_core::Command;
use sayso_desk::{Answering, Asking, Query};
use sayso_relay::{AgentStatus, Notice, Prompt, Protocol};
use serde_json::{Value, json};

use crate::harness::{World, ann, choice};

fn logged(world: &World, name: &str) -> Vec<Value> {
    world.log().into_iter().filter(|entry| entry.get(name).is_some()).collect()
}

/// REQ: SL-11, UC-7, UC-8
#[tokio::test]
async fn a_choice_goes_to_the_desk_and_its_id_back_to_the_session() {
    let text = format!("Let me see.{}", choice("Which way?"));
    let script = json!({ "go": [{ "tool": "look" }, { "text": "Well." }, { "tool": "look" }, { "text": text }] });
    let world = World::prompted(Protocol::Acp, script, Prompt::Given).await;
    world.say("go").await;
    let question = world.question().await;
    world.seen.text("Well.\n\nLet me see.").await;
    world.choose(&question, &["2"]).await;
    world.seen.text("heard 2").await;
    world.seen.status(AgentStatus::Idle, 1).await;
    let told = logged(&world, "said");
    assert_eq!((&told[0]["said"], &told[0]["parts"]), (&json!("go"), &json!(2)));
    assert_eq!(told[0]["prompt"], sayso_core::dialect::user_choice::SKILL);
    assert_eq!((&told[1]["said"], &told[1]["parts"]), (&json!("2"), &json!(1)), "told once");
    let client = &logged(&world, "client")[0];
    assert_eq!(client, &json!({ "client": "sayso", "fs": false, "terminal": false }));
    assert_eq!(world.seen.notices(), []);
}

#[tokio::test]
async fn permission_is_asked_for_at_the_desk() {
    let script = json!({ "go": [{ "permission": "Remove x" }, { "text": "Done." }] });
    let world = World::new(Protocol::Acp, script).await;
    world.say("go").await;
    let question = world.question().await;
    assert_eq!(question.form.title, "Remove x");
    assert!(question.form.questions[0].prompt.contains("rm x"), "{question:?}");
    assert!(question.policy.irreversible, "no program may give it");
    let safe: Vec<bool> =
        question.form.questions[0].control.options().iter().map(|option| option.safe).collect();
    assert_eq!(safe, [false, true], "saying no is easy");
    world.seen.status(AgentStatus::Waiting, 1).await;
    world.choose(&question, &["1"]).await;
    world.seen.text("Done.").await;
    assert_eq!(world.relay.conversation_of(&question), None, "it is forgotten with its answer");
    let answer = json!({ "outcome": "selected", "option_id": "allow-once" });
    assert_eq!(logged(&world, "permission"), [json!({ "permission": answer })]);
}

#[tokio::test]
async fn nobody_gives_permission_by_cancelling_or_by_writing_something_else() {
    let script = json!({ "go": [{ "permission": "Remove x" }, { "text": "Done." }] });
    let world = World::new(Protocol::Acp, script).await;
    world.say("go").await;
    let question = world.question().await;
    world.desk.act(question.id, Command::Cancel { note: None }, ann()).await.unwrap();
    world.seen.text("Done.").await;
    world.say("go").await;
    let question = world.question().await;
    world.say("no, leave it").await;
    world.seen.text("heard no, leave it").await;
    let view = world.desk.show(&question.id.into()).await.unwrap();
    assert_eq!(view.interaction.status().as_str(), "withdrawn");
    assert_eq!(world.relay.conversation_of(&question), None);
    let cancelled = json!({ "permission": { "outcome": "cancelled" } });
    assert_eq!(logged(&world, "permission"), [cancelled.clone(), cancelled]);
}

/// When a session is loaded, its history is replayed, before or after the load completes. People
/// have seen it already, and have answered what was asked in it.
/// REQ: SL-7, SL-11, RA-9
#[tokio::test]
async fn a_killed_agent_goes_on_with_its_session_where_it_can() {
    let ways = [("load", false), ("load", true), ("resume", false), ("none", false)];
    for (how, replays_after) in ways {
        let recalled = how != "none";
        let script = json!({
            "capabilities": how,
            "replays_after": replays_after,
            "old": format!("an old answer{}", choice("An old question?")),
            "go": [{ "text": choice("Which way?") }],
            "2": [{ "dies": "once" }, { "text": "Fine." }],
        });
        let world = World::new(Protocol::Acp, script).await;
        world.say("go").await;
        let question = world.question().await;
        world.choose(&question, &["2"]).await;
        let decide = world.question_after(Some(&question)).await;
        world.choose(&decide, &["1"]).await;
        world.seen.status(AgentStatus::Idle, 1).await;
        let mut told = world.told();
        let last = told.pop().unwrap();
        assert_eq!(told, ["go", "2"]);
        if recalled {
            world.seen.text("Fine.").await;
            assert_eq!(last, "2");
        } else {
            let knows = last.contains("Which way? (1. Left; 2. Right)") && last.ends_with("\n\n2");
            assert!(knows, "it does not remember what it asked: {last}");
        }
        let rows = world.desk.list(Query::default()).await.unwrap().rows;
        assert_eq!(rows.len(), 2, "nothing is asked again: {rows:?}");
        let notice = if recalled { Notice::Restarted } else { Notice::BegunAnew };
        assert_eq!(world.seen.notices(), [notice], "{how}");
        let first = format!("session-{}", world.starts()[0]["pid"]);
        if recalled {
            assert_eq!(logged(&world, how)[0][how], first);
        }
        assert!(world.seen.texts().iter().all(|text| !text.contains("old answer")));
    }
}

/// REQ: RA-9
#[tokio::test]
async fn an_error_is_told_with_its_details() {
    let script = json!({ "go": [{ "fails": "the quota is used up" }] });
    let world = World::new(Protocol::Acp, script).await;
    world.say("go").await;
    let why = "Internal error: the quota is used up".to_owned();
    world.seen.notice(Notice::Failed { why }).await;
}

#[tokio::test]
async fn what_was_not_offered_is_refused_and_a_refusal_is_told() {
    let script = json!({ "go": [{ "reads": "/etc/hosts" }, { "refuses": true }] });
    let world = World::new(Protocol::Acp, script).await;
    world.say("go").await;
    world.seen.notice(Notice::Failed { why: "refusal".to_owned() }).await;
    assert_eq!(logged(&world, "refused"), [json!({ "refused": -32601 })]);
}
