//! The clock only decides what nobody else did.

use std::time::Duration;

use sayso_core::interaction::Outcome;
use sayso_core::settings::Key;
use sayso_core::{Answer, Command, Status, Surface, TimeoutAction};
use sayso_desk::{Answering, Asking};
use sayso_engine::EngineConfig;
use serde_json::json;

use crate::harness::{
    Bench, choice, choose, cursor, person, questions, refused, settled, show, words,
};

/// REQ: TO-3, TO-4
#[tokio::test]
async fn nobody_attached_and_each_action_is_done_at_the_deadline() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let cases = [
        // Requested, given, done, sent.
        (json!({ "default_selection_ids": ["lite"] }), TimeoutAction::Submit, Some("lite")),
        (json!({ "timeout_action": "submit" }), TimeoutAction::Submit, Some("pg")),
        (json!({ "timeout_action": "cancel" }), TimeoutAction::Cancel, None),
        (json!({ "timeout_action": "reinvoke" }), TimeoutAction::Reinvoke, None),
        (json!({}), TimeoutAction::Reinvoke, None),
        (
            json!({ "timeout_action": "submit", "irreversible": true }),
            TimeoutAction::Reinvoke,
            None,
        ),
    ];
    let mut ids = Vec::new();
    for (more, _, _) in &cases {
        let mut ask = choice(more.clone());
        ask.arguments["timeout_seconds"] = json!(60);
        ids.push(desk.ask(ask).await.unwrap().interaction.id);
    }
    bench.clock.advance(Duration::from_millis(59_999));
    for id in &ids {
        assert_eq!(show(&desk, *id).await.live.remaining_ms, Some(1));
    }
    bench.clock.advance(Duration::from_millis(2));
    for (id, (more, done, option)) in ids.into_iter().zip(cases) {
        let view = settled(&desk, id).await;
        let Some(Outcome::TimedOut { action, sent }) = view.interaction.outcome() else {
            panic!("{more}: {view:?}")
        };
        assert_eq!(*action, done, "{more}");
        let sent = sent.as_ref().map(|answers| answers.questions.values().next().unwrap().clone());
        let wanted = option.map(|option| Answer::Given {
            options: vec![option.into()],
            text: None,
            notes: Default::default(),
        });
        assert_eq!(sent, wanted, "{more}");
        let status = if option.is_some() { Status::AutoSubmitted } else { Status::Timeout };
        assert_eq!(view.status, status, "{more}");
    }
}

/// REQ: TO-1
#[tokio::test]
async fn the_wait_is_bounded_by_default_and_clamped_with_a_warning() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    for (wished, given, warned) in [
        (None, 300, false),
        (Some(1), 5, true),
        (Some(10_000_000), 604_800, true),
        (Some(60), 60, false),
    ] {
        let more = wished.map_or(json!({}), |seconds| json!({ "timeout_seconds": seconds }));
        let view = desk.ask(choice(more)).await.unwrap();
        assert_eq!(view.live.remaining_ms, Some(given * 1_000));
        let warnings = view.interaction.warnings;
        assert_eq!(
            warnings.iter().any(|w| w.starts_with("timeout_seconds")),
            warned,
            "{warnings:?}"
        );
    }
}

/// A value from the asking process's environment counts like an agent's request, where it is used.
/// REQ: TO-1
#[tokio::test]
async fn a_timeout_of_the_environment_is_clamped_with_a_warning_to_the_agent() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    for (more, given, warned) in
        [(json!({}), 5, true), (json!({ "timeout_seconds": 60 }), 60, false)]
    {
        let mut ask = choice(more);
        ask.asker.environment.insert(Key::Timeout, "1".to_owned());
        let view = desk.ask(ask).await.unwrap();
        assert_eq!(view.live.remaining_ms, Some(given * 1_000));
        let told = "environment: timeout: 1 is outside 5 to 604800; 5 is used";
        let warnings = view.interaction.warnings;
        assert_eq!(warnings.iter().any(|w| w == told), warned, "{warnings:?}");
    }
}

/// REQ: TO-2, TO-5
#[tokio::test]
async fn the_time_left_can_be_set_longer_and_shorter_and_everybody_hears_of_it() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({}))).await.unwrap().interaction.id;
    let start = cursor(&desk).await;
    let set =
        |seconds| desk.act(id, Command::SetRemaining { seconds }, person("ann", Surface::Cli));
    set(3_600).await.unwrap();
    bench.clock.advance(Duration::from_secs(1_800));
    assert_eq!(show(&desk, id).await.live.remaining_ms, Some(1_800_000));
    assert!(refused(set(4).await).contains("must be 5 to 604800"));
    set(10).await.unwrap();
    assert_eq!(words(&desk, start).await, ["changed Some(3600000)", "changed Some(10000)"]);
    bench.clock.advance(Duration::from_secs(10));
    assert_eq!(settled(&desk, id).await.status, Status::Timeout);
}

/// REQ: AU-6
#[tokio::test]
async fn a_set_of_questions_waits_for_ever_unless_configured() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(questions()).await.unwrap().interaction.id;
    assert_eq!(show(&desk, id).await.live.remaining_ms, None);
    drop(desk);
    let mut config = EngineConfig::default();
    config.dialects.questions_timeout = Some(30);
    let bench = Bench::new();
    let desk = bench.desk_with(config).await;
    let id = desk.ask(questions()).await.unwrap().interaction.id;
    bench.clock.advance(Duration::from_secs(31));
    let view = settled(&desk, id).await;
    let reply = sayso_core::dialect::reply(&view.interaction, &view.live.standing());
    assert!(reply.is_error);
    assert_eq!(reply.structured["status"], "timed_out");
}

#[tokio::test]
async fn what_fell_due_while_the_desk_was_closed_is_settled_when_it_opens() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({ "timeout_action": "cancel" }))).await.unwrap().interaction.id;
    drop(desk);
    let bench = bench.reopened();
    bench.clock.advance(Duration::from_secs(1_000));
    let desk = bench.desk().await;
    assert_eq!(settled(&desk, id).await.status, Status::Timeout);
}

/// A nearer deadline that is added later still fires first.
#[tokio::test]
async fn the_one_timer_serves_the_nearest_deadline() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let mut ids = Vec::new();
    for seconds in [500, 100, 300, 5] {
        let ask = choice(json!({ "timeout_seconds": seconds }));
        ids.push((seconds, desk.ask(ask).await.unwrap().interaction.id));
    }
    ids.sort_unstable();
    let mut passed = 0;
    while let Some((seconds, id)) = (!ids.is_empty()).then(|| ids.remove(0)) {
        bench.clock.advance(Duration::from_secs(seconds - passed));
        passed = seconds;
        assert_eq!(settled(&desk, id).await.status, Status::Timeout);
        for (_, later) in &ids {
            assert_eq!(show(&desk, *later).await.status, Status::Pending);
        }
    }
}

#[tokio::test]
async fn an_answer_a_moment_before_the_deadline_stands() {
    let bench = Bench::new();
    let desk = bench.desk().await;
    let id = desk.ask(choice(json!({ "timeout_seconds": 10 }))).await.unwrap().interaction.id;
    bench.clock.advance(Duration::from_secs(9));
    desk.act(id, choose("pg"), person("ann", Surface::Web)).await.unwrap();
    bench.clock.advance(Duration::from_secs(60));
    // A later deadline is settled: the timer has skipped the answered one.
    let other = desk.ask(choice(json!({ "timeout_seconds": 5 }))).await.unwrap().interaction.id;
    bench.clock.advance(Duration::from_secs(6));
    settled(&desk, other).await;
    assert_eq!(show(&desk, id).await.status, Status::Submitted);
}
