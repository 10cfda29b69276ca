//! Rankings and numbers, as a model gets them.

use sayso_core::surface::{Actor, Presence};
use sayso_core::{Command, InteractionId, OptionId, QuestionId, Submission, Surface};
use sayso_desk::Answering;
use serde_json::{Value, json};

use crate::harness::{World, connected};
use crate::samples::choice;

fn with(fields: Value) -> Value {
    let mut call = choice();
    for (name, value) in fields.as_object().unwrap() {
        call[name] = value.clone();
    }
    call
}

async fn submit(world: &World, id: InteractionId, submission: Submission) -> Result<(), String> {
    let ann = Actor::new(Some("ann".to_owned()), Surface::Web, Presence::Interactive);
    let acted = world.desk.act(id, Command::Answer { submission }, ann).await;
    acted.map(drop).map_err(|error| error.to_string())
}

fn chosen(ids: &[&str]) -> Submission {
    let mut submission = Submission::default();
    submission.choose(QuestionId::from("q1"), ids.iter().map(|id| OptionId::from(*id)).collect());
    submission
}

fn typed(text: &str) -> Submission {
    let mut submission = Submission::default();
    submission.write(QuestionId::from("q1"), text.to_owned());
    submission
}

/// The structured content; the text says the same.
fn structured(reply: &Value) -> Value {
    let result = &reply["result"];
    assert_eq!(result["isError"], json!(false), "{result}");
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, result["structuredContent"]);
    text
}

/// REQ: AD-8, PC-13
#[tokio::test]
async fn a_ranking_comes_back_in_the_persons_order() {
    let (world, mut client) = connected().await;
    let options = json!([
        {"id": "a", "label": "Auth", "recommended": true}, {"id": "c", "label": "Cache"},
        {"id": "s", "label": "Search"},
    ]);
    let all = with(json!({"selection_mode": "rank", "options": options}));
    let (call, id) = world.asked(&mut client, "provide_choice", all.clone()).await;
    let refused = submit(&world, id, chosen(&["s"])).await.unwrap_err();
    assert!(refused.contains("3 options must be ranked, 1 is"), "{refused}");
    submit(&world, id, chosen(&["s", "a", "c"])).await.unwrap();
    let reply = structured(&client.reply(call).await);
    assert_eq!(reply["action_status"], "selected");
    let selection = &reply["selection"];
    assert_eq!(selection["ranking"], json!(["s", "a", "c"]));
    assert_eq!(selection["selected_ids"], json!(["a", "c", "s"]), "in the options' order");
    assert_eq!(selection["selected_indices"], json!([0, 1, 2]));
    assert_eq!(selection["summary"], "The user ranked: 1. Search, 2. Auth, 3. Cache.");
    assert!(selection.get("number").is_none() && selection.get("custom_input").is_none());

    let mut first = all;
    first["max_selections"] = json!(1);
    let (call, id) = world.asked(&mut client, "provide_choice", first).await;
    submit(&world, id, chosen(&["c"])).await.unwrap();
    let reply = structured(&client.reply(call).await);
    assert_eq!(reply["selection"]["ranking"], json!(["c"]));
}

/// REQ: AD-8, PC-13
#[tokio::test]
async fn a_number_comes_back_as_a_number() {
    let (world, mut client) = connected().await;
    let number = with(json!({
        "selection_mode": "number", "options": [], "min": 0.5, "max": 64, "step": 0.5, "unit": "GB",
    }));
    let (call, id) = world.asked(&mut client, "provide_choice", number).await;
    for (wrong, why) in [
        ("1e1", "digits, without separators and without an exponent"),
        ("1,5", "digits, without separators"),
        ("0", "at least 0.5"),
        ("99999999999999", "at most 64"),
        ("1.3", "the nearest is 1.5"),
    ] {
        let refused = submit(&world, id, typed(wrong)).await.unwrap_err();
        assert!(refused.contains(why), "{wrong}: {refused}");
    }
    submit(&world, id, typed(" 1.50 gb ")).await.unwrap();
    let reply = structured(&client.reply(call).await);
    assert_eq!(reply["action_status"], "selected");
    assert_eq!(reply["selection"]["number"], json!(1.5));
    assert_eq!(reply["selection"]["selected_ids"], json!([]));
    assert_eq!(reply["selection"]["summary"], "The user gave the number: 1.5 GB.");
    assert!(reply["selection"].get("custom_input").is_none(), "{reply}");
}

/// REQ: AD-8, PC-2
#[tokio::test]
async fn everything_wrong_with_a_range_is_said_at_once() {
    let (world, mut client) = connected().await;
    let wrong = with(json!({
        "selection_mode": "number", "min": 9, "max": 1, "step": 0, "max_selections": 1,
        "default_number": "x",
    }));
    let result = client.call("provide_choice", wrong).await;
    assert_eq!(result["isError"], json!(true));
    let errors = result["structuredContent"]["errors"].as_array().unwrap();
    let fields: Vec<&str> = errors.iter().map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["default_number", "options", "max_selections", "min", "step"]);
    let text = result["content"][0]["text"].as_str().unwrap();
    for field in fields {
        assert!(text.contains(&format!("- {field}: ")), "{text}");
    }
    assert_eq!(world.active().await, []);
}
