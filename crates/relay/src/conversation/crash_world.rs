//! The environment of a conversation, as a value: a desk, a store, an agent, people, and crashes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use sayso_core::{InteractionId, QuestionId};
use uuid::Uuid;

use super::super::tests::{MALFORMED, about, ann, choice, id, memory, permission};
use super::super::{Conversation, Effect, Event, NotAnswered, NotAsked, Opened, Withdrawn};
use crate::agent::{Exit, ExitKind, Happening, Protocol, Recall, Resumable};
use crate::asking::{Question, Settlement};
use crate::memory::Memory;

/// What people, the agent and the machine do.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    Say,
    Name,
    Write,
    Ask,
    AskBadly,
    Request,
    EndTurn,
    FailTurn,
    Exit(ExitKind),
    /// A person chooses this option of one of the open questions, or none.
    Settle(usize, Option<usize>),
    /// The conversation receives an outcome.
    Hear,
    Wait,
    /// The next asks don't reach the desk, or reach it again.
    Desk,
    /// This process is killed after this many more effects.
    Crash(usize),
}

/// The environment of a conversation; desk and store survive a crash.
pub(super) struct World {
    protocol: Protocol,
    conversation: Conversation,
    saved: Memory,
    now: Duration,
    desk: BTreeMap<Uuid, Asked>,
    desk_is_up: bool,
    agent: Option<Process>,
    /// Outcomes that this process waits for.
    waits: BTreeSet<InteractionId>,
    crash_in: Option<usize>,
    /// Every message and answer has its own mark in its text.
    marks: usize,
    /// What was confirmed to its sender, or settled at the desk.
    durable: BTreeSet<String>,
    /// How many processes may have started with it.
    given: BTreeMap<String, usize>,
    repeats: BTreeMap<String, usize>,
    skipped: BTreeSet<String>,
}

struct Asked {
    id: InteractionId,
    question: Question,
    outcome: Option<Settlement>,
}

struct Process {
    named: bool,
    /// What it was given, if it is unknown whether it started with it.
    unsure: Vec<String>,
}

impl World {
    pub(super) fn new(protocol: Protocol) -> World {
        let saved = memory(protocol);
        World {
            protocol,
            conversation: Conversation::new(about(protocol), saved.clone()),
            saved,
            now: Duration::ZERO,
            desk: BTreeMap::new(),
            desk_is_up: true,
            agent: None,
            waits: BTreeSet::new(),
            crash_in: None,
            marks: 0,
            durable: BTreeSet::new(),
            given: BTreeMap::new(),
            repeats: BTreeMap::new(),
            skipped: BTreeSet::new(),
        }
    }

    pub(super) fn run(&mut self, op: Op) {
        let text = |text: String| Event::Agent(Happening::Text(text));
        let there = self.agent.is_some();
        match op {
            Op::Say => {
                let text = self.mark("m");
                self.handle(Event::Said { actor: ann(), text });
            }
            Op::Name => self.name(),
            Op::Write if there => self.handle(text("Well. ".to_owned())),
            Op::Ask if there => self.handle(text(choice("Which way?"))),
            Op::AskBadly if there => self.handle(text(MALFORMED.to_owned())),
            Op::Request if there => {
                self.handle(Event::Agent(Happening::Permission(permission("Remove x"))));
            }
            Op::EndTurn if self.protocol.ends_turns() => {
                self.name();
                if self.agent.is_some() {
                    self.handle(Event::Agent(Happening::TurnEnded { error: None }));
                }
            }
            Op::FailTurn if there && self.protocol.ends_turns() => {
                let error = Some("overloaded".to_owned());
                // A resumed one may not know its session, and doesn't start.
                match &mut self.agent {
                    Some(agent) if self.saved.session.is_some() => agent.unsure.clear(),
                    Some(_) | None => self.name(),
                }
                if self.agent.is_some() {
                    self.handle(Event::Agent(Happening::TurnEnded { error }));
                }
            }
            Op::Exit(kind) if there => {
                self.agent = None;
                let why = "gone".to_owned();
                self.handle(Event::Agent(Happening::Exited(Exit { kind, why })));
            }
            Op::Settle(which, option) => self.settle(which, option),
            Op::Hear => self.hear(),
            Op::Wait => {
                if let Some(due) = self.conversation.due() {
                    self.now = self.now.max(due);
                    self.handle(Event::Time);
                }
            }
            Op::Desk => self.desk_is_up = !self.desk_is_up,
            Op::Crash(effects) => self.crash_in = Some(effects),
            Op::Write | Op::Ask | Op::AskBadly | Op::Request => {}
            Op::EndTurn | Op::FailTurn | Op::Exit(_) => {}
        }
    }

    fn mark(&mut self, kind: &str) -> String {
        self.marks += 1;
        format!("{kind}{}", self.marks)
    }

    fn name(&mut self) {
        let Some(agent) = &mut self.agent else { return };
        if self.protocol == Protocol::Plain || agent.named {
            return;
        }
        agent.named = true;
        let unsure = std::mem::take(&mut agent.unsure);
        self.begun(unsure);
        self.handle(Event::Agent(Happening::Session {
            id: "s1".to_owned(),
            recall: Recall::Everything,
            resumable: Resumable::Yes,
        }));
    }

    fn begun(&mut self, marks: Vec<String>) {
        for mark in marks {
            *self.given.entry(mark).or_default() += 1;
        }
    }

    /// Like the driver, with a crash between two effects.
    pub(super) fn handle(&mut self, event: Event) {
        let mut events = VecDeque::from([event]);
        while let Some(event) = events.pop_front() {
            for effect in self.conversation.handle(event, self.now) {
                if self.crash_in == Some(0) {
                    self.crash_in = None;
                    self.crash(&mut events);
                    break;
                }
                self.crash_in = self.crash_in.map(|left| left - 1);
                events.extend(self.perform(effect));
                self.check();
            }
        }
    }

    fn crash(&mut self, events: &mut VecDeque<Event>) {
        // It may have started unnoticed.
        let unsure = self.agent.take().map(|agent| agent.unsure).unwrap_or_default();
        self.begun(unsure);
        self.waits.clear();
        self.conversation = Conversation::new(about(self.protocol), self.saved.clone());
        *events = VecDeque::from([Event::Woken]);
    }

    fn perform(&mut self, effect: Effect) -> Option<Event> {
        match effect {
            Effect::Save(memory) => self.saved = *memory,
            Effect::Confirm => {
                let last = self.saved.inbox.back().expect("it was saved before");
                self.durable.extend(marks(&last.text));
            }
            Effect::Start { .. } => {
                self.agent = Some(Process { named: false, unsure: Vec::new() });
                return Some(Event::Started(Ok(None)));
            }
            Effect::Say(words) => {
                let agent = self.agent.as_mut().expect("it runs");
                if agent.named || self.protocol == Protocol::Plain {
                    self.begun(marks(&words.text));
                } else {
                    agent.unsure.extend(marks(&words.text));
                }
            }
            Effect::Stop => self.agent = None,
            Effect::Ask(call_id, _) if !self.desk_is_up => {
                return Some(Event::Asked(call_id, Err(NotAsked::Unreachable)));
            }
            Effect::Ask(call_id, question) => return Some(self.asked(call_id, question)),
            Effect::Answer { id, text, .. } => return self.answer(id, text),
            Effect::Withdraw(id, why) if !self.desk_is_up => {
                return Some(Event::NotDone(Effect::Withdraw(id, why)));
            }
            Effect::Withdraw(id, _) => {
                let outcome = self.outcome(id);
                let withdrawn = if outcome.is_none() { Withdrawn::Yes } else { Withdrawn::No };
                outcome.get_or_insert(Settlement {
                    reply: "withdrawn".to_owned(),
                    ..Settlement::default()
                });
                return Some(Event::Withdrawn(id, withdrawn));
            }
            Effect::Show { .. } | Effect::Notice(_) | Effect::Status(_) => {}
            Effect::Permit(..) | Effect::EndInput | Effect::Delivered(_) | Effect::Over => {}
        }
        None
    }

    fn asked(&mut self, call_id: Uuid, question: Question) -> Event {
        let number = self.desk.len() + 1;
        let takes_text = match &question {
            Question::Choice(_) => Some(QuestionId::from("q")),
            Question::Permission(_) | Question::Repeat { .. } => None,
        };
        let asked = || Asked { id: id(number), question: question.clone(), outcome: None };
        let asked = self.desk.entry(call_id).or_insert_with(asked);
        let same = std::mem::discriminant(&asked.question) == std::mem::discriminant(&question);
        assert!(same, "a call id was used for two questions");
        self.waits.insert(asked.id);
        Event::Asked(call_id, Ok(Opened { id: asked.id, takes_text }))
    }

    fn outcome(&mut self, id: InteractionId) -> &mut Option<Settlement> {
        let asked = self.desk.values_mut().find(|asked| asked.id == id);
        &mut asked.expect("it was asked").outcome
    }

    fn answer(&mut self, id: InteractionId, text: String) -> Option<Event> {
        let outcome = self.outcome(id);
        if outcome.is_some() {
            return Some(Event::NotAnswered(text, NotAnswered::Settled));
        }
        *outcome = Some(Settlement { reply: text.clone(), ..Settlement::default() });
        self.durable.insert(text);
        None
    }

    fn settle(&mut self, which: usize, chosen: Option<usize>) {
        let reply = self.mark("r");
        let open = self.desk.values_mut().filter(|asked| asked.outcome.is_none());
        let mut open: Vec<&mut Asked> = open.collect();
        let count = open.len();
        let Some(asked) = open.get_mut(which % count.max(1)) else { return };
        match (&asked.question, chosen) {
            (Question::Choice(_), _) => drop(self.durable.insert(reply.clone())),
            (Question::Repeat { message, .. }, Some(Question::REPEAT)) => {
                for mark in marks(message) {
                    *self.repeats.entry(mark).or_default() += 1;
                }
            }
            (Question::Repeat { message, .. }, _) => self.skipped.extend(marks(message)),
            (Question::Permission(_), _) => {}
        }
        asked.outcome = Some(Settlement { reply, chosen, ..Settlement::default() });
    }

    fn hear(&mut self) {
        let settled = self
            .desk
            .values()
            .find(|asked| asked.outcome.is_some() && self.waits.contains(&asked.id));
        if let Some(Asked { id, outcome: Some(settlement), .. }) = settled {
            let (id, settlement) = (*id, settlement.clone());
            self.waits.remove(&id);
            self.handle(Event::Settled(id, settlement));
        }
    }

    fn check(&self) {
        let choices = self.desk.values().filter(|asked| {
            asked.outcome.is_none() && matches!(asked.question, Question::Choice(_))
        });
        assert!(choices.count() <= 1, "two choices are open");
        for (mark, given) in &self.given {
            let repeats = self.repeats.get(mark).copied().unwrap_or_default();
            assert!(*given <= 1 + repeats, "{mark} was given {given} times, {repeats} repeats");
        }
    }

    /// A patient person and a well-behaved agent: everything is completed.
    pub(super) fn drain(&mut self) {
        self.crash_in = None;
        self.desk_is_up = true;
        for round in 0..100 {
            // What was given up continues with the next message.
            if round == 20 {
                self.run(Op::Say);
            } else if round > 20 && !self.saved.is_busy() {
                break;
            }
            for op in [Op::Hear, Op::Settle(0, Some(0)), Op::Write, Op::EndTurn, Op::Wait] {
                self.run(op);
            }
        }
        assert!(!self.saved.is_busy(), "{:?}", self.saved);
        for mark in &self.durable {
            let done = self.given.contains_key(mark) || self.skipped.contains(mark);
            assert!(done, "{mark} was lost");
        }
    }
}

/// The marks of a text: `m1`, `r2`.
fn marks(text: &str) -> Vec<String> {
    let is_mark = |word: &&str| {
        let number = word.strip_prefix(['m', 'r']);
        number.is_some_and(|number| {
            !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit())
        })
    };
    text.split_whitespace().filter(is_mark).map(str::to_owned).collect()
}
