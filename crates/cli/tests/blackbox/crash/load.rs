//! People and agents at work, each with its own connection that reconnects automatically. What a client
//! can repeat it repeats by itself: no call fails, whatever becomes of the hubs.

use std::sync::Arc;

use sayso_api::RemoteDesk;
use sayso_core::interaction::Outcome;
use sayso_core::{
    Answer, Command, DraftField, Interaction, InteractionId, QuestionId, Refusal, Submission,
};
use sayso_desk::{Answering, Asking, Cursor, DeskError, EventKind, Patience, View};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};

use super::joining::{asking, join};
use super::ledger::Ledger;
use super::seed::Chance;
use crate::harness::{World, nobody};

/// How many take part.
#[derive(Clone, Copy)]
pub struct Crowd {
    pub agents: usize,
    pub people: usize,
    /// Questions that an agent has pending at once; with more, the people would only fall behind.
    pub at_once: usize,
    pub timeout_seconds: u32,
}

pub const FEW: Crowd = Crowd { agents: 3, people: 4, at_once: 8, timeout_seconds: 3_600 };

/// Of a hundred questions, how many are left to the end with a draft, and how many go to two
/// people, and how many are joined by a second call.
const LEFT: u64 = 5;
const CONTESTED: u64 = 40;
const JOINED: u64 = 30;

/// The title contains the number, so that a question that is stored twice is detected.
pub fn title(number: u64) -> String {
    format!("Question {number}")
}

pub async fn ask(desk: &RemoteDesk, ledger: &Ledger, timeout_seconds: u32) -> Option<View> {
    let number = ledger.begin();
    let _asking = ledger.begins(format!("question {number} is asked"));
    match desk.ask(asking(&title(number), timeout_seconds)).await {
        Ok(view) => {
            ledger.asked(number, view.interaction.id);
            Some(view)
        }
        Err(error) => {
            ledger.contradict(format!("question {number} could not be asked: {error}"));
            None
        }
    }
}

/// Waits until it has the answer, and reports it as delivered.
pub async fn wait(desk: &RemoteDesk, ledger: &Ledger, id: InteractionId) {
    let _waiting = ledger.begins(format!("{id} is waited for"));
    match desk.wait(id, Patience::Forever).await {
        Ok(view) => {
            ledger.saw(&view, "the waiter");
            ledger.answered(id);
        }
        Err(error) => ledger.contradict(format!("{id}: waiting failed: {error}")),
    }
    match desk.delivered(id).await {
        Ok(()) => ledger.delivered(id),
        Err(error) => ledger.contradict(format!("{id}: delivery was not noted: {error}")),
    }
}

pub async fn draft(desk: &RemoteDesk, ledger: &Ledger, view: &View, text: &str) {
    let id = view.interaction.id;
    let _drafting = ledger.begins(format!("{id}: `{text}` is drafted"));
    let question = view.interaction.form.questions[0].id.clone();
    let field = DraftField::Text { question, text: text.to_owned() };
    match desk.save_draft(id, vec![field.clone()], nobody()).await {
        Ok(()) => ledger.drafted(id, field),
        // Somebody else has answered in between.
        Err(DeskError::Refused(Refusal::AlreadySettled { .. })) => {}
        Err(error) => ledger.contradict(format!("{id}: no draft could be saved: {error}")),
    }
}

/// `text` is the answer or, to cancel, the note; it is unique.
pub fn command(text: &str, cancel: bool) -> Command {
    if cancel {
        return Command::Cancel { note: Some(text.to_owned()) };
    }
    let mut submission = Submission::default();
    submission.write(QuestionId::from(""), text.to_owned());
    Command::Answer { submission }
}

/// Whether it ended by the command with this text.
pub fn is_result(interaction: &Interaction, text: &str) -> bool {
    match interaction.outcome() {
        Some(Outcome::Answered { answers, .. }) => answers.questions.values().any(
            |answer| matches!(answer, Answer::Given { text: Some(given), .. } if given == text),
        ),
        Some(Outcome::Cancelled { note, .. }) => note.as_deref() == Some(text),
        Some(_) | None => false,
    }
}

/// A success means that this command made the outcome, a refusal that it didn't.
pub async fn act(
    desk: &RemoteDesk,
    ledger: &Ledger,
    id: InteractionId,
    (text, command): (String, Command),
) {
    let _acting = ledger.begins(format!("{id}: `{text}` is sent"));
    match desk.act(id, command, nobody()).await {
        Ok(view) => {
            if !is_result(&view.interaction, &text) {
                let state = &view.interaction.state;
                ledger.contradict(format!("{id}: `{text}` was accepted, became {state:?}"));
            }
            ledger.saw(&view, &text);
        }
        Err(DeskError::Refused(Refusal::AlreadySettled { status, actor, at })) => {
            ledger.refused(id, text, (status, actor, at));
        }
        Err(error) => ledger.contradict(format!("{id}: `{text}` failed: {error}")),
    }
}

/// Agents that ask continuously and people who answer, until they have to finish.
pub struct Load {
    stop: watch::Sender<bool>,
    agents: JoinSet<Left>,
    people: JoinSet<()>,
    watcher: JoinHandle<()>,
}

/// What an agent leaves when it stops asking: waiting calls and unanswered questions.
struct Left {
    waiting: JoinSet<()>,
    open: Vec<InteractionId>,
}

impl Load {
    /// Each at any of the worlds. Must be called inside a runtime.
    pub fn start(
        worlds: &[World],
        crowd: Crowd,
        ledger: &Arc<Ledger>,
        chance: &mut Chance,
    ) -> Load {
        let anywhere = |chance: &mut Chance| {
            let any = usize::try_from(chance.below(worlds.len() as u64)).unwrap();
            worlds[any].desk()
        };
        let stop = watch::Sender::new(false);
        let mut people = JoinSet::new();
        let desks = (0..crowd.people).map(|number| {
            let (work, inbox) = mpsc::unbounded_channel();
            let person = Person {
                name: format!("person {number}"),
                desk: anywhere(chance),
                ledger: Arc::clone(ledger),
                chance: chance.split(),
            };
            people.spawn(person.work_off(inbox));
            work
        });
        let desks: Vec<_> = desks.collect();
        let mut agents = JoinSet::new();
        for _ in 0..crowd.agents {
            let agent = Agent {
                crowd,
                desk: Arc::new(anywhere(chance)),
                ledger: Arc::clone(ledger),
                chance: chance.split(),
                people: desks.clone(),
            };
            agents.spawn(agent.ask_on(stop.subscribe()));
        }
        let watcher = tokio::spawn(listen(anywhere(chance), Arc::clone(ledger)));
        Load { stop, agents, people, watcher }
    }

    /// Nothing more is asked.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Stops asking, has everything answered, and returns when nothing waits any more.
    pub async fn finish(mut self, desk: &RemoteDesk, ledger: &Ledger) {
        self.stop();
        let mut left = Vec::new();
        while let Some(agent) = self.agents.join_next().await {
            left.push(agent.unwrap());
        }
        while let Some(person) = self.people.join_next().await {
            person.unwrap();
        }
        for id in left.iter().flat_map(|left| &left.open) {
            let view = desk.show(&(*id).into()).await.unwrap();
            let kept = view.draft.iter().flat_map(|draft| draft.fields()).next().cloned();
            if ledger.draft(*id).is_some_and(|saved| kept != Some(saved)) {
                ledger.contradict(format!("{id}: the draft is {kept:?}"));
            }
            let text = format!("at last {id}");
            act(desk, ledger, *id, (text.clone(), command(&text, false))).await;
        }
        for mut left in left {
            while let Some(waiter) = left.waiting.join_next().await {
                waiter.unwrap();
            }
        }
        self.watcher.abort();
    }
}

struct Agent {
    crowd: Crowd,
    desk: Arc<RemoteDesk>,
    ledger: Arc<Ledger>,
    chance: Chance,
    people: Vec<mpsc::UnboundedSender<View>>,
}

impl Agent {
    async fn ask_on(mut self, mut stop: watch::Receiver<bool>) -> Left {
        let places = Arc::new(Semaphore::new(self.crowd.at_once));
        let mut left = Left { waiting: JoinSet::new(), open: Vec::new() };
        loop {
            let place = tokio::select! {
                place = Arc::clone(&places).acquire_owned() => place.unwrap(),
                _ = stop.wait_for(|stop| *stop) => return left,
            };
            let timeout = self.crowd.timeout_seconds;
            let Some(view) = ask(&self.desk, &self.ledger, timeout).await else { continue };
            let id = view.interaction.id;
            let leave = self.chance.percent(LEFT);
            let claim = match self.chance.percent(JOINED) {
                true => join(&self.desk, &self.ledger, &view, timeout).await,
                false => None,
            };
            // Questions left to the end don't count towards the limit.
            let place = if leave { None } else { Some(place) };
            let (desk, ledger) = (Arc::clone(&self.desk), Arc::clone(&self.ledger));
            left.waiting.spawn(async move {
                wait(&desk, &ledger, id).await;
                drop((claim, place));
            });
            if leave {
                for version in 0..=self.chance.below(3) {
                    draft(&self.desk, &self.ledger, &view, &format!("version {version}")).await;
                }
                left.open.push(id);
            } else {
                self.hand_out(view);
            }
        }
    }

    fn hand_out(&mut self, view: View) {
        let count = self.people.len();
        let first = usize::try_from(self.chance.below(count as u64)).unwrap();
        if self.chance.percent(CONTESTED) {
            let _ = self.people[(first + 1) % count].send(view.clone());
        }
        let _ = self.people[first].send(view);
    }
}

struct Person {
    name: String,
    desk: RemoteDesk,
    ledger: Arc<Ledger>,
    chance: Chance,
}

impl Person {
    async fn work_off(mut self, mut inbox: mpsc::UnboundedReceiver<View>) {
        while let Some(view) = inbox.recv().await {
            let id = view.interaction.id;
            let text = format!("{} on {id}", self.name);
            if self.chance.percent(30) {
                draft(&self.desk, &self.ledger, &view, &text).await;
            }
            let command = command(&text, self.chance.percent(20));
            act(&self.desk, &self.ledger, id, (text, command)).await;
        }
    }
}

/// Records every outcome that is announced while it is connected.
async fn listen(desk: RemoteDesk, ledger: Arc<Ledger>) {
    let mut after: Option<Cursor> = None;
    loop {
        match desk.events(after).await {
            Ok(news) => {
                after = Some(news.cursor);
                for event in news.events {
                    if let EventKind::Settled { row } = event.kind {
                        ledger.heard(*row);
                    }
                }
            }
            Err(error) => return ledger.contradict(format!("no more events: {error}")),
        }
    }
}
