//! Unfinished input when the hub is killed.

use sayso_core::surface::Presence;
use sayso_core::{
    Command, Dialect, DraftField, InteractionId, OptionId, Purpose, QuestionId, Surface, Worksheet,
};
use sayso_desk::{Answering, Ask, Asker, Asking, Attach, Desk, DeskError, View};
use serde_json::json;

use super::in_time;
use crate::harness::{World, nobody};

/// A question with everything that a draft can contain.
async fn ask(desk: &dyn Desk, title: &str) -> View {
    let arguments = json!({
        "title": title,
        "selection_mode": "hybrid",
        "options": [{ "id": "a", "label": "Ant" }, { "id": "b", "label": "Bee" }],
    });
    let asker = Asker::default();
    desk.ask(Ask {
        dialect: Dialect::Shell,
        purpose: Purpose::Decision,
        arguments,
        asker,
        call_id: None,
        repeat: sayso_desk::Repeat::New,
    })
    .await
    .unwrap()
}

fn fields(question: &QuestionId, text: &str) -> Vec<DraftField> {
    let (question, option) = (question.clone(), OptionId::from("b"));
    vec![
        DraftField::Options { question: question.clone(), options: vec![option.clone()] },
        DraftField::Text { question: question.clone(), text: text.to_owned() },
        DraftField::OptionNote { question, option, text: format!("note on {text}") },
        DraftField::Note { text: format!("note beside {text}") },
    ]
}

/// REQ: HI-1
#[tokio::test(flavor = "multi_thread")]
async fn three_open_questions_with_drafts_outlive_the_hub_and_can_be_answered() {
    let world = World::new();
    let hub = world.hub();
    let desk = world.desk();
    let mut before = Vec::new();
    for title in ["First", "Second", "Third"] {
        let asked = ask(&desk, title).await;
        let (id, form) = (asked.interaction.id, &asked.interaction.form);
        let [first, last] = [format!("{title} thought"), format!("{title}, and 中文")];
        desk.save_draft(id, fields(&form.questions[0].id, &first), nobody()).await.unwrap();
        desk.save_draft(id, fields(&form.questions[0].id, &last), nobody()).await.unwrap();
        before.push(desk.show(&id.into()).await.unwrap());
    }
    hub.kill();

    let _hub = world.hub();
    for kept in before {
        let id = kept.interaction.id;
        let found = desk.show(&id.into()).await.unwrap();
        assert_eq!(found.interaction, kept.interaction);
        assert_eq!(found.draft, kept.draft);
        let draft = found.draft.expect("four fields were saved");
        assert_eq!(draft.fields().count(), 4);
        let sheet = Worksheet::new(&found.interaction.form, &draft, true);
        let submission = sheet.submission();
        desk.act(id, Command::Answer { submission }, nobody()).await.unwrap();
        let row = world.show(&id.to_string());
        let answer = &row["state"]["outcome"]["answers"]["questions"]["q1"];
        assert_eq!(answer["options"], json!(["b"]));
        assert_eq!(answer["text"], format!("{}, and 中文", found.interaction.form.title));
    }
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

/// Returns when this many surfaces are open.
async fn attached(desk: &dyn Desk, count: usize) {
    let mut cursor = desk.events(None).await.unwrap().cursor;
    while desk.attached().await.unwrap().len() != count {
        cursor = desk.events(Some(cursor)).await.unwrap().cursor;
    }
}

/// REQ: PC-16
#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_that_took_a_question_over_has_it_again_after_the_hub_died() {
    let world = World::new();
    let hub = world.hub();
    let (owner, other) = (world.desk(), world.desk());
    let id = ask(&owner, "Yours?").await.interaction.id;
    let ticket = owner.hand_off(id).await.unwrap();
    let held = owner.attach(terminal(id, &ticket, "left window")).await.unwrap();
    hub.kill();

    let _hub = world.hub();
    // The owner reconnects automatically; once it is there, nobody else can take the question.
    in_time("the owner is back", attached(&owner, 1)).await;
    let refused = other.attach(terminal(id, &ticket, "right window")).await.err();
    assert!(
        matches!(&refused, Some(DeskError::Occupied { owner }) if owner == "left window"),
        "{refused:?}"
    );

    // Closing it, unlike answering, doesn't use up the command.
    drop(held);
    in_time("the owner is gone", attached(&owner, 0)).await;
    other.attach(terminal(id, &ticket, "right window")).await.unwrap();
}
