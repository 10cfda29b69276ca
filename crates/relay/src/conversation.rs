//! One conversation as a value: [`Conversation::handle`] takes an event and returns effects.
//!
//! It performs nothing and reads no clock. The driver performs the effects of a step in their order
//! and returns their results before anything else. A step that changes the [`Memory`] saves it
//! before all other effects, except for text of the agent: a turn that is shown again replaces what
//! was shown of it. If the memory can't be saved, no later effect is performed, and the
//! conversation starts over from what was saved last, as after a crash.

mod delivery;
mod events;
mod output;
mod questions;

use std::time::Duration;

use sayso_extract::Extractor;
use uuid::Uuid;

use crate::agent::Protocol;
use crate::memory::Memory;
use crate::relay::Limits;
use crate::venue::AgentStatus;
pub(crate) use events::{Effect, Event, NotAnswered, NotAsked, Opened, Withdrawn};
use questions::Open;

/// What doesn't change.
#[derive(Debug, Clone)]
pub(crate) struct About {
    pub(crate) key: String,
    pub(crate) protocol: Protocol,
    pub(crate) limits: Limits,
}

pub(crate) struct Conversation {
    about: About,
    memory: Memory,
    /// As it was saved last.
    saved: Memory,
    agent: Option<Running>,
    delivery: Delivery,
    /// What the agent has said in this turn.
    speech: Speech,
    /// Questions at the desk: at most one choice, and permission requests.
    open: Vec<Open>,
    /// A person wrote something other than an answer to the choice.
    interrupted: bool,
    /// Consecutive processes that ended without taking the message.
    failures: u32,
    /// Consecutive turns without a person.
    unattended: u32,
    ending: Ending,
    /// What the desk could not be reached for.
    later: Vec<Effect>,
    /// When to try the desk again.
    retry_at: Option<Duration>,
    /// When a plain agent counts as finished.
    quiet_at: Option<Duration>,
    /// When to stop the agent's process.
    idle_at: Option<Duration>,
    /// As it was shown last.
    status: AgentStatus,
    effects: Vec<Effect>,
}

/// The state of the first message of the inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Delivery {
    None,
    /// A process is being started for it.
    Starting,
    /// The agent has it.
    UnderWay,
    /// Given up until somebody says something.
    Halted,
    /// A process had started with it and ended: a person decides.
    Undecided,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    No,
    WhenDone,
}

/// What is known about the agent's process.
struct Running {
    /// It was started to resume an earlier session.
    resumed: bool,
    /// It has named its session, so it has started.
    named: bool,
    /// It replaces one that ended in the middle of something.
    replaces: bool,
    can_be_resumed: bool,
    /// Its input is open.
    hears: bool,
}

#[derive(Default)]
struct Speech {
    turn: u64,
    extractor: Extractor,
    /// Something of it was shown.
    shown: bool,
    /// Blanks at its start, until something follows.
    unshown: String,
}

impl Speech {
    fn is_silent(&self) -> bool {
        !self.shown && self.unshown.is_empty()
    }
}

/// Between two attempts to reach the desk.
pub(crate) const RETRY: Duration = Duration::from_secs(1);

impl Conversation {
    /// `memory` is what was saved last.
    pub(crate) fn new(about: About, memory: Memory) -> Conversation {
        Conversation {
            about,
            saved: memory.clone(),
            memory,
            agent: None,
            delivery: Delivery::None,
            speech: Speech::default(),
            open: Vec::new(),
            interrupted: false,
            failures: 0,
            unattended: 0,
            ending: Ending::No,
            later: Vec::new(),
            retry_at: None,
            quiet_at: None,
            idle_at: None,
            status: AgentStatus::Idle,
            effects: Vec::new(),
        }
    }

    pub(crate) fn handle(&mut self, event: Event, now: Duration) -> Vec<Effect> {
        match event {
            Event::Woken => self.wake_up(),
            Event::Said { actor, text } => self.said(actor, text),
            Event::Finish => {
                self.ending = Ending::WhenDone;
                self.listen_for_quiet(now);
            }
            Event::End => {
                self.withdraw_all();
                return self.over();
            }
            Event::Close => return self.over(),
            Event::Agent(happening) => self.happened(happening, now),
            Event::Settled(id, settlement) => self.settled(id, settlement),
            Event::Time => self.time_has_come(now),
            Event::Started(result) => self.started(result),
            Event::Asked(call_id, result) => self.asked(call_id, result, now),
            Event::NotAnswered(text, why) => self.not_answered(text, why),
            Event::Withdrawn(id, withdrawn) => self.withdrawn(id, withdrawn),
            Event::NotDone(effect) => {
                self.later.push(effect);
                self.retry_at = Some(now + RETRY);
            }
        }
        self.advance(now);
        self.show_status(now);
        if self.is_done() { self.over() } else { self.take_effects() }
    }

    /// When [`Event::Time`] is due.
    pub(crate) fn due(&self) -> Option<Duration> {
        [self.retry_at, self.quiet_at, self.idle_at].into_iter().flatten().min()
    }

    /// The calls whose questions belong here, asked or about to be.
    pub(crate) fn calls(&self) -> Vec<Uuid> {
        let open = self.open.iter().map(|open| open.call_id);
        let mut calls: Vec<Uuid> = self.memory.calls().chain(open).collect();
        calls.sort_unstable();
        calls.dedup();
        calls
    }

    /// Restores what was in progress when the last process ended.
    fn wake_up(&mut self) {
        let wanted = self.about.protocol.as_str();
        if self.memory.protocol != wanted {
            self.memory.session = None;
            self.memory.protocol = wanted.to_owned();
        }
        for id in self.memory.permissions.clone() {
            self.act(Effect::Withdraw(id, questions::AGENT_ENDED));
        }
        // Its process has ended as well: people see a notice when another one continues.
        if !self.memory.inbox.is_empty() {
            self.failures = 1;
        }
        if self.memory.begun {
            self.doubt("the process that led the conversation has ended".to_owned());
        }
    }

    /// Asks and delivers what is due.
    fn advance(&mut self, now: Duration) {
        if self.retry_at.is_none() {
            self.effects.append(&mut self.later);
            self.ask_whether_to_repeat();
            self.ask_next();
        }
        if self.memory.asked.is_empty() && self.delivery == Delivery::None {
            self.correct_agent();
            self.give(now);
        }
    }

    fn is_done(&self) -> bool {
        let done = self.memory.inbox.is_empty() || self.delivery == Delivery::Halted;
        let ends_itself = self.agent.is_some() && !self.about.protocol.ends_turns();
        self.ending == Ending::WhenDone && done && self.memory.asked.is_empty() && !ends_itself
    }

    fn show_status(&mut self, now: Duration) {
        let status = if !self.open.is_empty() || !self.memory.asked.is_empty() {
            AgentStatus::Waiting
        } else {
            match self.delivery {
                Delivery::Starting | Delivery::UnderWay => AgentStatus::Working,
                Delivery::None | Delivery::Halted | Delivery::Undecided => AgentStatus::Idle,
            }
        };
        if self.status != status {
            self.status = status;
            self.act(Effect::Status(status));
        }
        let resumable = self.agent.as_ref().is_some_and(|running| running.can_be_resumed);
        if status != AgentStatus::Idle || !resumable {
            self.idle_at = None;
        } else if self.idle_at.is_none() {
            self.idle_at = Some(now + self.about.limits.idle);
        }
    }

    fn time_has_come(&mut self, now: Duration) {
        self.retry_at = self.retry_at.filter(|at| *at > now);
        if self.quiet_at.is_some_and(|at| at <= now) {
            self.quiet_at = None;
            self.fell_quiet();
        }
        if self.idle_at.is_some_and(|at| at <= now) && self.agent.take().is_some() {
            self.act(Effect::Stop);
        }
    }

    fn act(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    fn over(&mut self) -> Vec<Effect> {
        self.act(Effect::Over);
        self.take_effects()
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        let is_text = |effect: &Effect| matches!(effect, Effect::Show { .. });
        let (mut effects, rest): (Vec<Effect>, Vec<Effect>) =
            std::mem::take(&mut self.effects).into_iter().partition(is_text);
        if self.memory != self.saved {
            self.saved = self.memory.clone();
            effects.push(Effect::Save(Box::new(self.memory.clone())));
        }
        effects.extend(rest);
        effects
    }
}

#[cfg(test)]
#[path = "conversation/crash_tests.rs"]
mod crash_tests;
#[cfg(test)]
#[path = "conversation/conversation_tests.rs"]
mod tests;
