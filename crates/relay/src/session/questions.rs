//! What the agent asks: choices in its text, one after the other, and leave to do something.

use std::sync::Arc;

use sayso_core::dialect::user_choice;
use sayso_core::interaction::Outcome;
use sayso_core::settings::{Key, Language};
use sayso_core::surface::{Actor, Presence};
use sayso_core::text::{clean_command, cut};
use sayso_core::{
    Answer, Command, Dialect, Interaction, InteractionId, OwnText, QuestionId, Surface, limits,
};
use sayso_desk::{Ask, Asker, DeskError, Patience, Repeat, View};
use sayso_locale::Texts;
use serde_json::{Value, json};
use uuid::Uuid;

use super::repeating::Decision;
use super::{Delivery, RETRY, Session};
use crate::agent::Permission;
use crate::conversation::Notice;
use crate::memory::Message;
use crate::relay::{Setup, Whose};

/// A question that is at the desk.
pub(super) struct Open {
    id: InteractionId,
    call_id: String,
    pub(super) kind: Kind,
    /// The only question that a text of one's own can answer.
    takes_text: Option<QuestionId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Choice,
    /// Whether the agent is given a message again.
    Repeat,
    /// Its number, and the agent's ids of what can be chosen.
    Leave(u64, Vec<String>),
}

/// What came of it; `None` if it is gone without a trace.
pub(super) struct Settled {
    id: InteractionId,
    interaction: Option<Interaction>,
}

/// Leave is asked for as long as a choice is: a day.
pub(super) const LEAVE_SECONDS: u64 = 24 * 60 * 60;
/// So many turns may follow each other without a person; a model that cannot ask would go on forever.
const UNATTENDED: u32 = 3;

impl Session {
    /// Asks the first question that has no answer; once all have, they go to the agent.
    pub(super) async fn ask_next(&mut self) {
        while !self.memory.asked.is_empty() && !self.has_open_choice() {
            let next = self.memory.asked.iter().position(|asked| asked.reply.is_none());
            let Some(place) = next else {
                self.answer_agent().await;
                return;
            };
            let asked = &self.memory.asked[place];
            let arguments = serde_json::to_value(&asked.choice).expect("texts make valid JSON");
            match self.ask(Dialect::UserChoice, arguments, asked.call_id).await {
                Ok(view) => self.wait_for(&view, Kind::Choice).await,
                Err(DeskError::Invalid { problems }) => {
                    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                    let text = format!(
                        "The question could not be asked: {}. Fix it, then ask again.",
                        problems.join("; ")
                    );
                    self.memory.asked[place].reply = Some(Message::new(text));
                    self.unattended += 1;
                }
                Err(error) => {
                    tracing::warn!(key = self.key, %error, "a question was not asked; trying again");
                    self.retry_at = Some(self.running() + RETRY);
                    return;
                }
            }
        }
    }

    /// All is answered: one message for the agent, before whatever else was said meanwhile.
    async fn answer_agent(&mut self) {
        // An agent that speaks plainly may ask before it counts as finished.
        if !self.ground.setup.program.protocol.ends_turns() {
            self.end_turn();
        }
        if let Some(message) = self.take_replies() {
            self.memory.inbox.push_front(message);
        }
        if self.unattended >= UNATTENDED {
            self.delivery = Delivery::Halted;
            let why = "it asked several times in a way that cannot be asked".to_owned();
            self.conversation.notice(Notice::Failed { why }).await;
        }
        self.note().await;
    }

    /// Nothing else is to be said: what was wrong with its questions is the next message. An agent that
    /// gets it wrong again and again is told when somebody says something.
    pub(super) async fn correct_agent(&mut self) {
        if self.unattended < UNATTENDED
            && let Some(text) = self.memory.correction.take()
        {
            self.unattended += 1;
            self.memory.inbox.push_back(Message::new(text));
            self.note().await;
        }
    }

    pub(super) async fn ask_for_leave(&mut self, permission: Permission) {
        let Permission { number, title, detail, options } = permission;
        let call_id = self.memory.call_id(&self.key);
        let words = language(&self.ground.setup).await.say("relay-permission");
        let prompt = match detail {
            Some(detail) => format!("{words}\n\n{}", fenced(&clean_command(&detail))),
            None => words.into_owned(),
        };
        let labels = options.iter().enumerate().map(|(place, option)| {
            let label = cut(&option.label, limits::LABEL);
            json!({ "id": (place + 1).to_string(), "label": label, "safe": option.declines })
        });
        let arguments = json!({
            "title": cut(&clean_command(&title), limits::TITLE),
            "prompt": prompt,
            "selection_mode": "single",
            "options": labels.collect::<Vec<_>>(),
            // Anyone who asks for permission must not be able to give it.
            "irreversible": true,
            "timeout_seconds": LEAVE_SECONDS,
            "timeout_action": "cancel",
        });
        match self.ask(Dialect::Shell, arguments, call_id).await {
            Ok(view) => {
                self.memory.permissions.push(view.interaction.id);
                self.note().await;
                let ids = options.into_iter().map(|option| option.id).collect();
                self.wait_for(&view, Kind::Leave(number, ids)).await;
            }
            Err(error) => {
                tracing::warn!(key = self.key, %error, "leave could not be asked for");
                self.permit(number, None);
            }
        }
    }

    pub(super) async fn ask(
        &self,
        dialect: Dialect,
        arguments: Value,
        call_id: Uuid,
    ) -> Result<View, DeskError> {
        let Setup { desk, agent, environment, .. } = &self.ground.setup;
        let whose = Whose { key: self.key.clone(), person: self.memory.person.clone() };
        // Before anybody can see it: a surface may want to know at once where it belongs.
        self.ground.questions().insert(call_id.to_string(), whose);
        let asker = Asker {
            agent: Some(agent.clone()),
            directory: Some(self.memory.directory.display().to_string()),
            environment: environment.clone(),
            ..Asker::default()
        };
        let ask = Ask { dialect, arguments, asker, call_id: Some(call_id), repeat: Repeat::New };
        desk.ask(ask).await
    }

    pub(super) async fn wait_for(&mut self, view: &View, kind: Kind) {
        let id = view.interaction.id;
        let call_id = view.interaction.origin.call_id.clone();
        let takes_text = match &view.interaction.form.questions[..] {
            [only] if only.control.own_text() == OwnText::Allowed => Some(only.id.clone()),
            _ => None,
        };
        self.open.push(Open { id, call_id, kind, takes_text });
        let Setup { desk, clock, .. } = &self.ground.setup;
        let (desk, clock) = (Arc::clone(desk), Arc::clone(clock));
        self.waiting.spawn(async move {
            loop {
                match desk.wait(id, Patience::Forever).await {
                    Ok(view) if !view.interaction.is_pending() => {
                        return Settled { id, interaction: Some(view.interaction) };
                    }
                    Err(DeskError::NotFound { .. }) => return Settled { id, interaction: None },
                    Ok(_) => {}
                    Err(error) => tracing::warn!(%id, %error, "cannot be waited for; trying again"),
                }
                clock.sleep_until(clock.running() + RETRY).await;
            }
        });
        self.told_of(view).await;
    }

    pub(super) async fn settled(&mut self, settled: Settled) {
        let Settled { id, interaction } = settled;
        // It may have been taken back just before.
        let Some(place) = self.open.iter().position(|open| open.id == id) else { return };
        let Open { kind, call_id, .. } = self.open.remove(place);
        match kind {
            Kind::Choice => {
                let text = match &interaction {
                    Some(interaction) => user_choice::reply(interaction).text,
                    None => "The question was removed before anybody answered it.".to_owned(),
                };
                if let Some(asked) = self.memory.asked.iter_mut().find(|it| it.reply.is_none()) {
                    let choice = vec![asked.choice.clone()];
                    asked.reply = Some(Message { text, answers: vec![id], asked: choice });
                }
                self.unattended = 0;
                self.note().await;
            }
            Kind::Repeat => {
                self.decided(Decision::of(interaction.as_ref())).await;
                self.ground.questions().remove(&call_id);
                self.delivered(id).await;
            }
            Kind::Leave(number, ids) => {
                self.memory.permissions.retain(|open| *open != id);
                self.ground.questions().remove(&call_id);
                self.note().await;
                self.permit(number, interaction.as_ref().and_then(|it| chosen(it, &ids)));
                self.delivered(id).await;
            }
        }
    }

    fn permit(&self, number: u64, option: Option<String>) {
        if let Some(running) = &self.agent {
            running.agent.permit(number, option);
        }
    }

    fn has_open_choice(&self) -> bool {
        self.open.iter().any(|open| open.kind == Kind::Choice)
    }

    /// The question that a text of one's own answers, if just one is open.
    pub(super) fn open_for_text(&self) -> Option<(InteractionId, QuestionId)> {
        match &self.open[..] {
            [only] => Some((only.id, only.takes_text.clone()?)),
            _ => None,
        }
    }

    /// Takes back what is open; what was answered before it is returned. What has just been settled
    /// stays: its outcome is on its way.
    pub(super) async fn take_back_open(&mut self, why: &str) -> Option<Message> {
        let mut stays = Vec::new();
        let mut taken_back = false;
        for open in std::mem::take(&mut self.open) {
            // That is still to be decided.
            if open.kind == Kind::Repeat {
                stays.push(open);
                continue;
            }
            match (self.withdraw(open.id, why).await, &open.kind) {
                (Withdrawn::No, _) => stays.push(open),
                (Withdrawn::Yes, Kind::Choice | Kind::Repeat) => taken_back = true,
                (Withdrawn::Yes, Kind::Leave(number, _)) => {
                    self.memory.permissions.retain(|id| *id != open.id);
                    self.ground.questions().remove(&open.call_id);
                    self.permit(*number, None);
                }
            }
        }
        self.open = stays;
        if taken_back || !self.has_open_choice() { self.take_replies() } else { None }
    }

    /// None of these questions is asked any more.
    fn take_replies(&mut self) -> Option<Message> {
        for asked in &self.memory.asked {
            self.ground.questions().remove(&asked.call_id.to_string());
        }
        self.memory.take_replies()
    }

    /// For good: nobody will want an answer.
    pub(super) async fn take_back_all(&mut self, why: &str) {
        for open in std::mem::take(&mut self.open) {
            self.withdraw(open.id, why).await;
        }
    }

    /// Nobody waits for leave any more.
    pub(super) async fn end_leave(&mut self) {
        let (leave, stays): (Vec<Open>, Vec<Open>) =
            std::mem::take(&mut self.open).into_iter().partition(|open| match open.kind {
                Kind::Leave(..) => true,
                Kind::Choice | Kind::Repeat => false,
            });
        self.open = stays;
        for open in leave {
            self.withdraw(open.id, "the agent that asked has ended").await;
            self.ground.questions().remove(&open.call_id);
        }
        self.memory.permissions.clear();
    }

    pub(super) async fn withdraw(&self, id: InteractionId, why: &str) -> Withdrawn {
        let command = Command::Withdraw { why: Some(why.to_owned()) };
        let actor = Actor::new(Some("relay".to_owned()), Surface::Api, Presence::Unattended);
        match self.ground.setup.desk.act(id, command, actor).await {
            Ok(_) => Withdrawn::Yes,
            Err(DeskError::Refused(_)) => Withdrawn::No,
            Err(error) => {
                tracing::warn!(%id, %error, "a question could not be taken back");
                Withdrawn::Yes
            }
        }
    }

    async fn delivered(&self, id: InteractionId) {
        if let Err(error) = self.ground.setup.desk.delivered(id).await {
            tracing::warn!(%id, %error, "not noted as delivered");
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Withdrawn {
    Yes,
    /// It had been settled.
    No,
}

/// The agent's id of what was chosen; `None` if nobody chose.
pub(super) fn chosen(interaction: &Interaction, ids: &[String]) -> Option<String> {
    let Some(Outcome::Answered { answers, .. }) = interaction.outcome() else { return None };
    let question = interaction.form.questions.first()?;
    let Some(Answer::Given { options, .. }) = answers.get(&question.id) else { return None };
    let place: usize = options.first()?.as_str().parse().ok()?;
    ids.get(place.checked_sub(1)?).cloned()
}

pub(super) async fn language(setup: &Setup) -> &'static Texts {
    let settings = setup.desk.settings(setup.environment.clone()).await.unwrap_or_default();
    let language = settings.iter().find(|setting| setting.key == Key::Language);
    let language = language.and_then(|setting| Language::from_name(&setting.value));
    Texts::of(language.unwrap_or_default().as_str())
}

/// Between fences that are longer than any within.
pub(super) fn fenced(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{}\n{fence}", cut(text, 20_000))
}
