//! Performs what a [`Conversation`] decides, and reports what happens: one task for each.
//!
//! Effects are performed strictly in order; their results are handled before anything else. If the
//! memory can't be saved, the agent is stopped and the conversation starts over from what was saved
//! last, as after a crash.

use std::collections::VecDeque;
use std::sync::Arc;

use sayso_core::settings::{Key, Language};
use sayso_core::surface::{Actor, Presence};
use sayso_core::{Command, InteractionId, OwnText, Purpose, Refusal, Submission, Surface};
use sayso_desk::{Ask, Asker, DeskError, Patience, Repeat, View};
use sayso_locale::Texts;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::agent::{Agent, Happening, Program};
use crate::asking::{Question, Settlement};
use crate::conversation::{
    About, Conversation, Effect, Event, NotAnswered, NotAsked, Opened, RETRY, Withdrawn,
};
use crate::memory::Memory;
use crate::relay::{RelayContext, RelaySetup, UserMessage};
use crate::venue::{Notice, Piece, Venue};

pub(crate) enum Mail {
    Said {
        said: UserMessage,
        /// Whether it is durable, or why not.
        kept: oneshot::Sender<Result<(), DeskError>>,
    },
    Finish,
    End,
    Close,
}

pub(crate) struct Driver {
    ground: Arc<RelayContext>,
    about: About,
    conversation: Conversation,
    /// The memory for starting over.
    saved: Memory,
    venue: Arc<dyn Venue>,
    mail: UnboundedReceiver<Mail>,
    /// To be handled before anything else.
    events: VecDeque<Event>,
    agent: Option<Agent>,
    waiting: JoinSet<(InteractionId, Settlement)>,
    /// The sender of the last message, who waits for it to be durable.
    kept: Option<oneshot::Sender<Result<(), DeskError>>>,
    /// The calls that surfaces know to belong here.
    calls: Vec<Uuid>,
}

#[derive(PartialEq, Eq)]
enum Step {
    On,
    Over,
}

impl Driver {
    pub(crate) fn new(
        ground: Arc<RelayContext>,
        key: String,
        memory: Memory,
        venue: Arc<dyn Venue>,
        mail: UnboundedReceiver<Mail>,
    ) -> Driver {
        let RelaySetup { program, limits, .. } = &ground.setup;
        let about = About { key, protocol: program.protocol, limits: limits.clone() };
        Driver {
            conversation: Conversation::new(about.clone(), memory.clone()),
            calls: memory.calls().collect(),
            saved: memory,
            ground,
            about,
            venue,
            mail,
            events: VecDeque::from([Event::Woken]),
            agent: None,
            waiting: JoinSet::new(),
            kept: None,
        }
    }

    pub(crate) async fn run(mut self) {
        loop {
            let event = match self.events.pop_front() {
                Some(event) => event,
                None => match self.next().await {
                    Some(event) => event,
                    // The relay was dropped; there is no time for an orderly end.
                    None => return,
                },
            };
            let effects = self.conversation.handle(event, self.ground.setup.clock.running());
            self.note_calls();
            for effect in effects {
                match self.perform(effect).await {
                    Ok(Step::On) => {}
                    Ok(Step::Over) => return,
                    Err(error) => {
                        self.start_over(error).await;
                        break;
                    }
                }
            }
        }
    }

    /// The next external event.
    async fn next(&mut self) -> Option<Event> {
        let clock = &self.ground.setup.clock;
        let sleep = self.conversation.due().map(|at| clock.sleep_until(at));
        let due = async {
            match sleep {
                Some(sleep) => sleep.await,
                None => std::future::pending().await,
            }
        };
        let event = tokio::select! {
            mail = self.mail.recv() => match mail? {
                Mail::Said { said: UserMessage { actor, text, .. }, kept } => {
                    self.kept = Some(kept);
                    Event::Said { actor, text }
                }
                Mail::Finish => Event::Finish,
                Mail::End => Event::End,
                Mail::Close => Event::Close,
            },
            Some(Ok((id, settlement))) = self.waiting.join_next() => Event::Settled(id, settlement),
            happening = happens(&mut self.agent) => {
                if let Happening::Exited(_) = happening {
                    self.agent = None;
                }
                Event::Agent(happening)
            }
            () = due => Event::Time,
        };
        Some(event)
    }

    /// Surfaces look up a question as soon as it is at the desk.
    fn note_calls(&mut self) {
        let calls = self.conversation.calls();
        if calls != self.calls {
            self.ground.note_calls(&self.about.key, &self.saved.person, &calls);
            self.calls = calls;
        }
    }

    async fn perform(&mut self, effect: Effect) -> Result<Step, DeskError> {
        match effect {
            Effect::Show { turn, starts, text, flow } => {
                let piece = if starts { Piece::First(&text) } else { Piece::Next(&text) };
                self.venue.text(turn, piece, flow).await;
            }
            Effect::Save(memory) => self.save(*memory).await?,
            Effect::Confirm => self.confirm(Ok(())),
            Effect::Start { directory, resume } => {
                let program = Program { directory, ..self.ground.setup.program.clone() };
                let result = Agent::start(&program, resume.as_deref());
                let started = result.map(|agent| self.agent.insert(agent).mark());
                self.events.push_back(Event::Started(started.map_err(|error| {
                    let command = program.command.join(" ");
                    Notice::NotStarted { command, why: error.to_string() }
                })));
            }
            Effect::Say(words) => {
                if let Some(agent) = &self.agent {
                    agent.say(words);
                }
            }
            Effect::Permit(number, permitted) => {
                if let Some(agent) = &self.agent {
                    agent.permit(number, permitted);
                }
            }
            Effect::EndInput => {
                if let Some(agent) = &mut self.agent {
                    agent.end_input();
                }
            }
            Effect::Stop => self.stop().await,
            Effect::Ask(call_id, question) => {
                let asked = self.ask(call_id, &question).await;
                self.events.push_back(Event::Asked(call_id, asked));
            }
            Effect::Answer { id, question, text, actor } => {
                let mut submission = Submission::default();
                submission.write(question, text.clone());
                let command = Command::Answer { submission };
                let why = match self.ground.setup.desk.act(id, command, actor).await {
                    Err(DeskError::Refused(Refusal::AlreadySettled { .. })) => NotAnswered::Settled,
                    Err(DeskError::Refused(_)) => NotAnswered::Refused,
                    result => {
                        self.confirm(result.map(drop));
                        return Ok(Step::On);
                    }
                };
                self.events.push_back(Event::NotAnswered(text, why));
            }
            Effect::Withdraw(id, why) => {
                let event = match self.withdraw(id, why).await {
                    Some(withdrawn) => Event::Withdrawn(id, withdrawn),
                    None => Event::NotDone(Effect::Withdraw(id, why)),
                };
                self.events.push_back(event);
            }
            Effect::Delivered(id) => match self.ground.setup.desk.delivered(id).await {
                Ok(()) | Err(DeskError::NotFound { .. } | DeskError::Refused(_)) => {}
                Err(error) => {
                    tracing::warn!(%id, %error, "not recorded as delivered yet");
                    self.events.push_back(Event::NotDone(Effect::Delivered(id)));
                }
            },
            Effect::Notice(notice) => self.venue.notice(notice).await,
            Effect::Status(status) => self.venue.status(status).await,
            Effect::Over => {
                self.stop().await;
                return Ok(Step::Over);
            }
        }
        Ok(Step::On)
    }

    async fn save(&mut self, mut memory: Memory) -> Result<(), DeskError> {
        let RelaySetup { conversations, clock, .. } = &self.ground.setup;
        memory.used_at = clock.now();
        conversations.save(&self.about.key, &memory.body()).await?;
        self.saved = memory;
        Ok(())
    }

    async fn start_over(&mut self, error: DeskError) {
        let Driver { about, saved, .. } = self;
        tracing::error!(key = about.key, %error, "a conversation was not saved and starts over");
        self.conversation = Conversation::new(about.clone(), saved.clone());
        self.events = VecDeque::from([Event::Woken]);
        self.waiting.abort_all();
        self.waiting = JoinSet::new();
        self.confirm(Err(error));
        self.stop().await;
        let clock = &self.ground.setup.clock;
        clock.sleep_until(clock.running() + RETRY).await;
    }

    fn confirm(&mut self, result: Result<(), DeskError>) {
        if let Some(kept) = self.kept.take() {
            // Fails if the sender doesn't wait.
            let _ = kept.send(result);
        }
    }

    async fn stop(&mut self) {
        if let Some(agent) = self.agent.take() {
            agent.stop().await;
        }
    }

    async fn ask(&mut self, call_id: Uuid, question: &Question) -> Result<Opened, NotAsked> {
        let RelaySetup { desk, agent, environment, card, .. } = &self.ground.setup;
        let texts = match question {
            Question::Choice(_) => Texts::of(Language::default()),
            Question::Permission(_) | Question::Repeat { .. } => language(&self.ground.setup).await,
        };
        let directory = &self.saved.directory;
        let (dialect, arguments) = question.call(texts, &|call| card(call, directory));
        let asker = Asker {
            agent: Some(agent.clone()),
            directory: Some(directory.display().to_string()),
            session: self.saved.session.clone(),
            environment: environment.clone(),
            ..Asker::default()
        };
        let (purpose, repeat) = (Purpose::Decision, Repeat::New);
        let ask = Ask { dialect, arguments, purpose, asker, call_id: Some(call_id), repeat };
        match desk.ask(ask).await {
            Ok(view) => {
                let opened = opened(&view);
                self.wait_for(opened.id);
                self.venue.asked(&view).await;
                Ok(opened)
            }
            Err(DeskError::Invalid { problems }) => {
                let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                Err(NotAsked::Invalid(problems.join("; ")))
            }
            Err(error) => {
                tracing::warn!(key = self.about.key, %error, "a question was not asked");
                Err(NotAsked::Unreachable)
            }
        }
    }

    fn wait_for(&mut self, id: InteractionId) {
        let RelaySetup { desk, clock, .. } = &self.ground.setup;
        let (desk, clock) = (Arc::clone(desk), Arc::clone(clock));
        self.waiting.spawn(async move {
            loop {
                match desk.wait(id, Patience::Forever).await {
                    Ok(view) if !view.interaction.is_pending() => {
                        return (id, Settlement::of(&view.interaction));
                    }
                    Err(DeskError::NotFound { .. }) => return (id, Settlement::removed()),
                    Ok(_) => {}
                    Err(error) => tracing::warn!(%id, %error, "cannot be waited for; trying again"),
                }
                clock.sleep_until(clock.running() + RETRY).await;
            }
        });
    }

    /// `None`: it is not known, and has to be tried again.
    async fn withdraw(&self, id: InteractionId, why: &str) -> Option<Withdrawn> {
        let command = Command::Withdraw { why: Some(why.to_owned()) };
        let actor = Actor::new(Some("relay".to_owned()), Surface::Api, Presence::Unattended);
        match self.ground.setup.desk.act(id, command, actor).await {
            Ok(_) | Err(DeskError::NotFound { .. }) => Some(Withdrawn::Yes),
            Err(DeskError::Refused(_)) => Some(Withdrawn::No),
            Err(error) => {
                tracing::warn!(%id, %error, "a question could not be withdrawn yet");
                None
            }
        }
    }
}

async fn happens(agent: &mut Option<Agent>) -> Happening {
    match agent {
        Some(agent) => agent.next().await,
        None => std::future::pending().await,
    }
}

fn opened(View { interaction, .. }: &View) -> Opened {
    let takes_text = match &interaction.form.questions[..] {
        // A line of text is no decision about these.
        _ if !interaction.takes_words() => None,
        [only] if only.control.own_text() == OwnText::Allowed => Some(only.id.clone()),
        _ => None,
    };
    Opened { id: interaction.id, takes_text }
}

async fn language(setup: &RelaySetup) -> &'static Texts {
    let settings = setup.desk.settings(setup.environment.clone()).await.unwrap_or_default();
    let language = settings.iter().find(|setting| setting.key == Key::Language);
    let language = language.and_then(|setting| Language::from_name(&setting.value));
    Texts::of(language.unwrap_or_default())
}
