//! Two answer at the same time: one wins, and the other learns who, where and when.

use std::sync::Arc;

use sayso_api::RemoteDesk;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{
    Command, Dialect, InteractionId, OptionId, Purpose, QuestionId, Refusal, Submission, Surface,
};
use sayso_desk::{Answering, Ask, Asker, Asking, Desk, DeskError, Patience, View};
use serde_json::json;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::harness::{World, nobody};

const RACES: usize = 1_000;
/// Concurrent races, each pair with its own connections.
const LANES: usize = 8;

fn choose(option: &str) -> Command {
    let mut submission = Submission::default();
    submission.choose(QuestionId::from(""), vec![OptionId::from(option)]);
    Command::Answer { submission }
}

async fn ask(desk: &dyn Desk, number: usize) -> InteractionId {
    let arguments = json!({
        "title": format!("Race {number}"),
        "selection_mode": "single",
        "options": [{ "id": "terminal", "label": "A" }, { "id": "web", "label": "B" }],
    });
    let asker = Asker::default();
    let ask = Ask {
        dialect: Dialect::Shell,
        purpose: Purpose::Decision,
        arguments,
        asker,
        call_id: None,
        repeat: sayso_desk::Repeat::New,
    };
    desk.ask(ask).await.unwrap().interaction.id
}

/// Two racers and the agent that asked.
struct Lane {
    agent: RemoteDesk,
    terminal: RemoteDesk,
    web: RemoteDesk,
    line: Barrier,
}

impl Lane {
    fn new(world: &World) -> Lane {
        Lane {
            agent: world.desk(),
            terminal: world.desk_at(Surface::Terminal),
            web: world.desk_at(Surface::Cli),
            line: Barrier::new(2),
        }
    }

    /// Returns the surface that won.
    async fn race(self: &Arc<Self>, number: usize) -> Surface {
        let id = ask(&self.agent, number).await;
        let asker = Arc::clone(self);
        let waiter = tokio::spawn(async move { asker.agent.wait(id, Patience::Forever).await });
        // Sometimes the other one cancels instead.
        let cancels = number.is_multiple_of(5);
        let other = if cancels { Command::Cancel { note: None } } else { choose("web") };
        let racer = Arc::clone(self);
        let web = tokio::spawn(async move {
            racer.line.wait().await;
            racer.web.act(id, other, nobody()).await
        });
        self.line.wait().await;
        let terminal = self.terminal.act(id, choose("terminal"), nobody()).await;
        let (winner, won, lost) = match (terminal, web.await.unwrap()) {
            (Ok(won), Err(lost)) => (Surface::Terminal, won, lost),
            (Err(lost), Ok(won)) => (Surface::Cli, won, lost),
            (one, other) => panic!("race {number}: {one:?} and {other:?}"),
        };
        self.check(&won, winner, lost).await;
        assert_eq!(waiter.await.unwrap().unwrap().interaction.state, won.interaction.state);
        winner
    }

    async fn check(&self, won: &View, winner: Surface, lost: DeskError) {
        let stored = self.agent.show(&won.interaction.id.into()).await.unwrap().interaction;
        assert_eq!(stored.state, won.interaction.state);
        let DeskError::Refused(Refusal::AlreadySettled { status, actor, at }) = lost else {
            panic!("{lost}");
        };
        let person = Actor::new(Some("ann".to_owned()), winner, Presence::Interactive);
        assert_eq!(actor, Some(person));
        assert_eq!((status, Some(at)), (stored.status(), stored.settled_at()));
        assert_eq!(actor.as_ref(), stored.outcome().and_then(|outcome| outcome.actor()));
    }
}

/// REQ: SL-9
#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_answer_at_once_one_wins_and_the_other_is_told_who() {
    let world = World::new();
    let _hub = world.hub_with(&[]);
    let mut lanes = JoinSet::new();
    for first in 0..LANES {
        let lane = Arc::new(Lane::new(&world));
        lanes.spawn(async move {
            let mut terminal = 0;
            for number in (first..RACES).step_by(LANES) {
                terminal += usize::from(lane.race(number).await == Surface::Terminal);
            }
            terminal
        });
    }
    let terminal: usize = lanes.join_all().await.into_iter().sum();
    assert!((1..RACES).contains(&terminal), "no race: the terminal won {terminal} times");
}

/// REQ: HI-1
#[test]
fn of_two_commands_at_once_one_says_done_and_the_other_who_was_faster() {
    let world = World::new();
    for _ in 0..10 {
        let id = world.ask(&["Which one?", "-o", "Ant", "-o", "Bee"]);
        let racers = ["Ant", "Bee"].map(|choice| world.spawn(&["answer", &id, choice]));
        let [ant, bee] = racers.map(|racer| racer.finish());
        let (choice, loser) = match (ant.code, bee.code) {
            (0, 1) => ("Ant", bee),
            (1, 0) => ("Bee", ant),
            _ => panic!("{ant:?} and {bee:?}"),
        };
        let shown = world.show(&id);
        // The world's time zone is UTC, and it was a moment ago: only the time of day is shown.
        let at = &shown["state"]["at"].as_str().unwrap()["2026-01-01T".len()..][.."12:00".len()];
        loser.fails(
            1,
            &format!("already answered by ann via command line (no person seen) at {at}"),
        );
        assert_eq!(world.run(&["wait", &id]).ok().stdout, format!("{choice}\n"));
    }
}
