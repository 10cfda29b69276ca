//! Random sentences in virtual time while questions end, arrive and change: no question gets an
//! outcome from keys that were meant for another one, and none of them reach the shell.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, Hasher, RandomState};

use sayso_core::interaction::Outcome;
use sayso_core::{DraftField, InteractionId, QuestionId, Refusal, Status, TimeoutAction};
use sayso_desk::{Cursor, DeskError, Event, EventKind, Events, Row, View};
use serde_json::json;

use crate::fixtures::{at, blank, choice, id, key_of, questions, settled};
use crate::message::{Deed, Effect, Message};
use crate::state::card::{Arming, Card};
use crate::state::{By, Ended, Purpose, State};
use crate::update::update;

/// SplitMix64.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::try_from(self.below(all.len() as u64)).unwrap()]
    }
}

/// A terminal, the desk it talks to, and somebody who types.
struct Play {
    chance: Chance,
    state: State,
    now: u64,
    /// The desk's questions.
    asked: BTreeMap<InteractionId, View>,
    forgotten: BTreeSet<InteractionId>,
    /// In transit to the terminal.
    coming: Vec<(u64, Message)>,
    /// The question that the current sentence was started for.
    begun_for: Option<InteractionId>,
    last_key: Option<u64>,
    /// Number of keys without a pause.
    burst: usize,
    /// Answered on purpose: by enter, or by a single key.
    on_purpose: bool,
    /// When the prompt's question ended, if not by a key.
    ended_at: Option<u64>,
    log: Vec<String>,
    outcomes: usize,
}

const SENTENCES: [&str; 12] = [
    "no, 2 are fine⏎",
    "yes⏎",
    "2⏎yes⏎",
    "1 2 3⏎⏎⏎",
    "please keep it, and q the rest⏎",
    "⎋⏎2⏎",
    "]2⏎yes⏎",
    "j⏎2⏎⏎",
    "o2 of them⏎⏎",
    "→→→⏎↓⏎⏎",
    "x why?⏎",
    "rm -rf ./build && ls⏎",
];

impl Play {
    fn new(seed: u64, purpose: Purpose) -> Play {
        let mut play = Play {
            chance: Chance(seed),
            state: blank(purpose),
            now: 1_000,
            asked: BTreeMap::new(),
            forgotten: BTreeSet::new(),
            coming: Vec::new(),
            begun_for: None,
            last_key: None,
            burst: 0,
            on_purpose: false,
            ended_at: None,
            log: Vec::new(),
            outcomes: 0,
        };
        play.state.inbox.loaded = true;
        match purpose {
            Purpose::Prompt => {
                let view = play.ask();
                play.state.card = Some(Card::new(view, at(play.now).running));
            }
            Purpose::Inbox => (0..3).for_each(|_| drop(play.ask())),
        }
        play
    }

    fn ask(&mut self) -> View {
        let options = json!([{"id": "a", "label": "Drop it now"}, {"id": "b", "label": "Keep it", "recommended": true}]);
        let mut view = match self.chance.below(5) {
            0 => questions(),
            1 => choice(json!({"selection_mode": "hybrid", "default_selection_ids": null})),
            2 => choice(
                json!({"irreversible": true, "options": options, "default_selection_ids": null}),
            ),
            3 => choice(
                json!({"selection_mode": "text_input", "options": null, "default_selection_ids": null}),
            ),
            _ => choice(json!({"single_submit_mode": true, "default_selection_ids": null})),
        };
        view.interaction.id = id(self.asked.len() as u128 + 1);
        self.asked.insert(view.interaction.id, view.clone());
        let row = Box::new(Row::new(&view.interaction, view.live.clone()));
        self.tell(EventKind::Created { row });
        view
    }

    fn tell(&mut self, kind: EventKind) {
        let cursor = Cursor { epoch: 1, sequence: 1 };
        let events = Events { cursor, events: vec![Event { cursor, kind }], reset: None };
        self.send(Message::Happened(Ok(events)));
    }

    fn log(&mut self, id: InteractionId, what: &str) {
        self.log.push(format!("{}: {} {what}", self.now, id.short()));
    }

    /// Messages of the desk arrive in order, with a delay.
    fn send(&mut self, message: Message) {
        let after = self.coming.last().map_or(self.now, |(at, _)| *at);
        let due = after.max(self.now) + self.chance.below(40);
        self.coming.push((due, message));
    }

    /// Something other than a key happens, mostly to the open question.
    fn happens(&mut self) {
        let open = self.state.card.as_ref().map(|card| card.view.interaction.id);
        let mut pending: Vec<InteractionId> = self.asked.keys().copied().collect();
        pending.retain(|id| self.asked[id].interaction.is_pending());
        pending.retain(|id| !self.forgotten.contains(id));
        let of_open = open.filter(|open| pending.contains(open) && self.chance.percent(80));
        let Some(id) = of_open.or_else(|| pending.first().copied()) else {
            self.ask();
            return;
        };
        match self.chance.below(10) {
            0..4 => {
                self.log(id, "times out");
                let action = TimeoutAction::Reinvoke;
                self.settle(id, Outcome::TimedOut { action, sent: None });
            }
            4 | 5 => {
                self.log(id, "withdrawn");
                self.settle(id, Outcome::Withdrawn { why: "gone".to_owned() });
            }
            6 => {
                self.log(id, "forgotten");
                self.forgotten.insert(id);
                self.tell(EventKind::Removed { id });
            }
            7 => {
                let text = "from elsewhere".to_owned();
                let field = DraftField::Text { question: QuestionId::from("q1"), text };
                self.tell(EventKind::Drafted { id, fields: vec![field] });
            }
            _ => drop(self.ask()),
        }
    }

    fn settle(&mut self, id: InteractionId, outcome: Outcome) {
        let ended = settled(self.asked[&id].clone(), outcome);
        let row = Box::new(Row::new(&ended.interaction, ended.live.clone()));
        self.asked.insert(id, ended);
        self.tell(EventKind::Settled { row });
    }

    /// Time passes; everything happens when it is due.
    fn pass(&mut self, milliseconds: u64) {
        let until = self.now + milliseconds;
        loop {
            let tick = self.state.next_tick().map(|at| u64::try_from(at.as_millis()).unwrap());
            let comes = self.coming.first().map(|(at, _)| *at);
            let next = [tick, comes].into_iter().flatten().min().filter(|at| *at <= until);
            let Some(next) = next else { break };
            self.now = next.max(self.now);
            if comes == Some(next) {
                let (_, message) = self.coming.remove(0);
                self.update(message, false);
            } else {
                self.update(Message::Tick, false);
            }
            if self.state.ended.is_some() {
                break;
            }
        }
        self.now = until;
    }

    fn update(&mut self, message: Message, is_key: bool) {
        let before = self.state.ending.is_some() || self.state.ended.is_some();
        let effects = update(&mut self.state, message, at(self.now));
        let over = self.state.ending.is_some() || self.state.ended.is_some();
        if !before && over && !is_key {
            self.ended_at.get_or_insert(self.now);
        }
        for effect in effects {
            self.perform(effect, is_key);
        }
        if self.state.card.as_ref().is_some_and(|card| card.arming == Arming::Unseen) {
            update(&mut self.state, Message::Drawn { field: None }, at(self.now));
        }
    }

    fn perform(&mut self, effect: Effect, is_key: bool) {
        match effect {
            Effect::Load(id) => {
                let result = match self.asked.get(&id) {
                    Some(view) if !self.forgotten.contains(&id) => Ok(view.clone()),
                    _ => Err(DeskError::NotFound { id: id.to_string() }),
                };
                self.send(Message::Loaded { id, result: Box::new(result) });
            }
            Effect::Act { id, deed: Deed::Settle, .. } => {
                assert!(is_key, "only keys send: {:#?}", self.log);
                let begun_for = self.begun_for;
                assert!(
                    begun_for.is_none_or(|other| other == id),
                    "{} gets an outcome from keys begun for {begun_for:?}: {:#?}",
                    id.short(),
                    self.log
                );
                self.outcomes += 1;
                self.log(id, "sent");
                let view = &self.asked[&id];
                let result = if view.interaction.is_pending() && !self.forgotten.contains(&id) {
                    self.settle(id, Outcome::Withdrawn { why: "answered here".to_owned() });
                    Ok(self.asked[&id].clone())
                } else {
                    let (status, at) = (Status::Timeout, at(self.now).day);
                    Err(DeskError::Refused(Refusal::AlreadySettled { status, actor: None, at }))
                };
                self.send(Message::Acted { id, deed: Deed::Settle, result: Box::new(result) });
            }
            _ => {}
        }
    }

    fn press(&mut self, c: char) {
        self.log.push(format!("{}: {c}", self.now));
        let flows = self.last_key.is_some_and(|last| self.now < last + 500);
        self.burst = if flows { self.burst + 1 } else { 1 };
        let outcomes = self.outcomes;
        self.update(key_of(c), true);
        self.last_key = Some(self.now);
        if self.outcomes > outcomes {
            self.on_purpose = c == '⏎' || self.burst == 1;
        }
    }

    /// A sentence, with events in the middle of it.
    fn sentence(&mut self) {
        self.begun_for = self.state.card.as_ref().map(|card| card.view.interaction.id);
        let words = self.chance.below(3) + 1;
        for _ in 0..words {
            let text = self.chance.of(&SENTENCES);
            for c in text.chars() {
                if self.chance.percent(6) {
                    self.happens();
                }
                let gap = 20 + self.chance.below(470);
                self.pass(gap);
                if self.state.ended.is_some() {
                    self.check_end();
                    return;
                }
                self.press(c);
                if self.state.ended.is_some() {
                    return;
                }
            }
        }
    }

    /// The shell has the terminal back: not while somebody types, unless five seconds have passed.
    fn check_end(&self) {
        let (Some(ended_at), Some(last)) = (self.ended_at, self.last_key) else { return };
        let here = |by: &By| *by == By::ThisTerminal && self.on_purpose;
        match &self.state.ended {
            Some(Ended::Left) => return,
            Some(Ended::Settled { by, .. }) if here(by) => return,
            Some(Ended::Settled { .. } | Ended::HandedToWeb { .. } | Ended::Failed(_)) | None => {}
        }
        let recent = last + 2_000 > ended_at;
        // Counted from the key if that key has sent it; its reply takes some milliseconds.
        let now = self.state.now.running.as_millis() as u64 + 100;
        let quiet = now >= last.max(ended_at) + 500;
        let long = now >= ended_at + 5_000;
        assert!(!recent || quiet || long, "the shell gets the rest: {:#?}", self.log);
    }

    fn run(&mut self) {
        for _ in 0..self.chance.below(6) + 2 {
            self.sentence();
            if self.state.ended.is_some() {
                return;
            }
            let pause = self.chance.of(&[500, 700, 1_500, 2_500, 6_000]);
            if self.chance.percent(30) {
                self.happens();
            }
            self.pass(pause);
            if self.state.ended.is_some() {
                self.check_end();
                return;
            }
        }
    }
}

/// 500 runs each; a failure prints its seed, and `SAYSO_SEED` repeats that one.
fn play(purpose: Purpose) {
    let given = std::env::var("SAYSO_SEED").ok().map(|seed| seed.parse::<u64>().unwrap());
    let base = given.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let rounds = if given.is_some() { 1 } else { 500 };
    let mut outcomes = 0;
    for round in 0..rounds {
        let seed = base.wrapping_add(round);
        let mut play = Play::new(seed, purpose);
        let log = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| play.run()));
        if let Err(panic) = log {
            eprintln!("seed {seed}; to repeat it alone: SAYSO_SEED={seed}");
            std::panic::resume_unwind(panic);
        }
        outcomes += play.outcomes;
    }
    assert!(given.is_some() || outcomes > 25, "keys that are meant do answer: {outcomes}");
}

/// REQ: NA-1
#[test]
fn keys_for_one_question_never_answer_another() {
    play(Purpose::Inbox);
}

/// REQ: NA-1
#[test]
fn keys_for_a_prompt_never_reach_the_shell() {
    play(Purpose::Prompt);
}
