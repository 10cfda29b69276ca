//! Random sentences in virtual time while questions end, arrive and change: no question gets an
//! outcome from keys that were meant for another one, from text that arrives all at once, or
//! unseen, and none of it reaches the shell.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]

mod chance;
mod desk;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, Hasher, RandomState};

use sayso_core::InteractionId;
use sayso_desk::View;

use crate::fixtures::{at, blank, key_of};
use crate::message::Message;
use crate::runtime::room;
use crate::state::card::{Arming, Card, Phase};
use crate::state::{By, PromptEnd, Purpose, State};
use crate::update::update;
use crate::view;
use chance::Chance;
use watch::Watch;

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
    watch: Watch,
    /// Columns and rows of the window.
    size: (u16, u16),
    /// Answered on purpose: by enter, or by a single key.
    on_purpose: bool,
    /// When the prompt's question ended, if not by a key.
    ended_at: Option<u64>,
    log: Vec<String>,
    outcomes: usize,
}

/// Windows that show everything, something, and nothing.
const SIZES: [(u16, u16); 14] = [
    (80, 24),
    (80, 24),
    (120, 40),
    (100, 30),
    (40, 10),
    (30, 8),
    (20, 6),
    (60, 5),
    (12, 4),
    (10, 3),
    (8, 2),
    (1, 1),
    (200, 1),
    (0, 0),
];

const SENTENCES: [&str; 21] = [
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
    "git status⏎",
    "cd /tmp⏎",
    "exit⏎",
    "ll⏎",
    "⏎⏎",
    "2⏎yes⏎⏎",
    "1⏎yes⏎",
    "222⏎",
    "---⏎",
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
            watch: Watch::default(),
            size: (80, 24),
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

    fn log(&mut self, id: InteractionId, what: &str) {
        self.log.push(format!("{}: {} {what}", self.now, id.short()));
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
                self.update(message);
            } else {
                self.update(Message::Tick);
            }
            if self.state.ended.is_some() {
                break;
            }
        }
        self.now = until;
    }

    fn update(&mut self, message: Message) {
        let before = self.state.ending.is_some() || self.state.ended.is_some();
        let is_key = matches!(message, Message::Key(_));
        let outcomes = self.outcomes;
        let effects = update(&mut self.state, message, at(self.now));
        for effect in effects {
            self.perform(effect);
        }
        let by_key = is_key || self.outcomes > outcomes;
        let over = self.state.ending.is_some() || self.state.ended.is_some();
        if !before && over && !by_key {
            self.ended_at.get_or_insert(self.now);
        }
        self.draw();
    }

    /// As the runtime does; only what a question needs to know costs time here.
    fn draw(&mut self) {
        let needs = |card: &Card| {
            card.arming == Arming::Unseen || matches!(card.phase, Phase::Confirming(_))
        };
        if self.state.card.as_ref().is_some_and(needs) {
            let (width, height) = room(self.state.purpose, self.size);
            let screen = view::screen(&self.state, width, height);
            self.watch.sees(&screen, width, self.now);
            update(&mut self.state, Message::Drawn(screen.drawn), at(self.now));
        }
    }

    fn resize(&mut self) {
        self.size = self.chance.of(&SIZES);
        self.log.push(format!("{}: {:?}", self.now, self.size));
        let (width, _) = room(self.state.purpose, self.size);
        self.update(Message::Resized { width });
    }

    fn press(&mut self, c: char) {
        self.log.push(format!("{}: {c}", self.now));
        self.watch.pressed(c, self.now);
        self.update(key_of(c));
    }

    /// A sentence, with events in the middle of it: typed, all at once, or with a key that is held
    /// down before it.
    fn sentence(&mut self) {
        self.begun_for = self.state.card.as_ref().map(|card| card.view.interaction.id);
        let words = self.chance.below(3) + 1;
        for _ in 0..words {
            if self.chance.percent(15) {
                self.resize();
            }
            let (text, gap) = match self.chance.below(10) {
                0..3 => (self.chance.of(&SENTENCES).to_owned(), Gap::Burst),
                3 => (self.chance.of(&["jjjjjj", "↓↓↓↓", "kkkk", "2222"]).to_owned(), Gap::Held),
                _ => (self.chance.of(&SENTENCES).to_owned(), Gap::Hand),
            };
            for (at, c) in text.chars().enumerate() {
                if self.chance.percent(6) {
                    self.happens();
                }
                let gap = match gap {
                    Gap::Burst if at > 0 => self.chance.below(12),
                    Gap::Held if at > 0 => 10 + self.chance.below(40),
                    Gap::Burst | Gap::Held | Gap::Hand => 40 + self.chance.below(450),
                };
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
        let (Some(ended_at), Some(last)) = (self.ended_at, self.watch.last()) else { return };
        let here = |by: &By| *by == By::ThisTerminal && self.on_purpose;
        match &self.state.ended {
            Some(PromptEnd::Left | PromptEnd::Interrupted(_)) => return,
            Some(PromptEnd::Settled { by, .. }) if here(by) => return,
            Some(
                PromptEnd::Settled { .. } | PromptEnd::HandedToWeb { .. } | PromptEnd::Failed(_),
            )
            | None => {}
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
            let pause = self.chance.of(&[500, 700, 1_500, 2_500, 6_000, 12_000, 20_000]);
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

/// How a sentence reaches the terminal.
#[derive(Clone, Copy)]
enum Gap {
    Hand,
    Burst,
    Held,
}

/// A failure prints its seed, and `SAYSO_SEED` repeats that one; `SAYSO_TEST_PLAYS` is how many.
fn play(purpose: Purpose) {
    let given = std::env::var("SAYSO_SEED").ok().map(|seed| seed.parse::<u64>().unwrap());
    let base = given.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let plays = std::env::var("SAYSO_TEST_PLAYS").ok().map(|plays| plays.parse::<u64>().unwrap());
    let rounds = if given.is_some() { 1 } else { plays.unwrap_or(500) };
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
