//! The race between a dialog and the desk: any order of events, with losses.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// What is asked, and what can be done about it: here, and as the agent then does it. In its own dialog
/// a no may have other words, or none that are known.
#[derive(Debug, Clone, Copy)]
enum Asks {
    Permission,
    Question,
    Plan,
}

impl Asks {
    fn row(self) -> Interaction {
        match self {
            Asks::Permission => permission(),
            Asks::Question => question(),
            Asks::Plan => plan(),
        }
    }

    fn here(self, choice: usize) -> Command {
        let (yes, other, no) = match self {
            Asks::Permission => ("allow", "allow", "deny"),
            Asks::Question => ("1", "2", ""),
            Asks::Plan => ("edit", "ask", "keep"),
        };
        match choice {
            0 => choose(yes),
            1 => choose(other),
            2 if no.is_empty() => Command::Cancel { note: None },
            2 => choose(no),
            _ if no.is_empty() => Command::Cancel { note: Some("ours".to_owned()) },
            _ => says("ours"),
        }
    }

    fn there(self, choice: usize) -> Seen {
        let label = if choice == 0 { "SQLite" } else { "PostgreSQL" };
        let answers = vec![("Which?".to_owned(), label.to_owned())];
        let mode = ["acceptEdits", "default", "auto"][choice.min(2)].to_owned();
        match (self, choice) {
            (Asks::Question, 0 | 1) => Seen::Ran { answers: Some(answers), mode: None },
            (Asks::Question, 2) => ran(),
            (Asks::Plan, 0..=2) => Seen::Ran { answers: None, mode: Some(mode) },
            (Asks::Permission, 0 | 1) => ran(),
            (_, 3) => Seen::Refused { heard: Some("The user said: theirs".to_owned()) },
            _ => refused(),
        }
    }

    /// What the agent does with this answer.
    fn done(self, given: &AgentReply) -> Seen {
        if !given.is_consent() {
            return Seen::Refused { heard: given.refusal() };
        }
        let mode = if let AgentReply::Plan(plan) = given { plan.mode() } else { None };
        let answers = given.answers().map(<[_]>::to_vec);
        Seen::Ran { answers, mode: mode.map(str::to_owned) }
    }
}

/// The world around one question: the agent's dialog takes the first answer, from either side.
struct World {
    asks: Asks,
    row: Interaction,
    /// What the agent did.
    did: Option<Seen>,
    /// Its hook, while it lives: it has printed what was given.
    hook: bool,
    /// Reports are about it as long as it is noted.
    noted: bool,
    is_over: bool,
    /// The agent uses the tool at the end of what it was allowed.
    reported: bool,
}

#[derive(Debug, Clone, Copy)]
enum Happens {
    PersonHere(usize),
    PersonThere(usize),
    /// The hook sees what was given, prints it and ends.
    HookPrints,
    /// The hook sees that the dialog was left, and takes the question back, if the hub hears it.
    HookSeesLeft {
        lost: bool,
    },
    HookDies,
    /// A report reaches the hub, or is lost on the way.
    Report {
        lost: bool,
    },
    TurnEnds {
        lost: bool,
    },
    SessionEnds,
    /// The note could not be written, or its disk is gone.
    NoteIsLost,
    /// The hub is killed: it knows what was stored. The next one ends what nothing will be reported of.
    HubDies,
}

impl World {
    fn new(asks: Asks) -> World {
        World {
            asks,
            row: asks.row(),
            did: None,
            hook: true,
            noted: true,
            is_over: false,
            reported: false,
        }
    }

    fn is_settled(&self) -> bool {
        !self.row.is_pending() && self.row.race != Some(Race::Given)
    }

    fn put(&mut self, next: Option<Interaction>) {
        let Some(next) = next else { return };
        assert!(!self.is_settled(), "what is over changed: {:?} → {next:?}", self.row);
        assert_eq!(next.revision, self.row.revision + 1);
        self.row = next;
    }

    fn told(&mut self, seen: &Seen) {
        if self.noted {
            self.put(hear(&self.row, seen));
            self.noted = !self.is_settled();
        }
    }

    fn happen(&mut self, what: Happens) {
        if self.is_over {
            return;
        }
        let withdraw = |row: &Interaction, why: &str| {
            act(row, Command::Withdraw { why: Some(why.to_owned()) })
        };
        match what {
            Happens::PersonHere(choice) => self.put(act(&self.row, self.asks.here(choice))),
            Happens::PersonThere(choice) => {
                self.did.get_or_insert(self.asks.there(choice));
            }
            Happens::HookPrints => {
                if let (true, Some(given)) = (self.hook, AgentReply::of(&self.row)) {
                    self.hook = false;
                    self.did.get_or_insert(self.asks.done(&given));
                }
            }
            Happens::HookSeesLeft { lost } if self.hook && self.did.is_some() => {
                self.hook = false;
                if !lost {
                    match withdraw(&self.row, "answered in Claude Code") {
                        Some(next) => self.put(Some(next)),
                        // Answered here at the same moment: that is printed, in vain.
                        None => self.hook = true,
                    }
                    self.noted &= !self.is_settled();
                }
            }
            Happens::HookDies if self.hook => {
                self.hook = false;
                self.put(withdraw(&self.row, "gone"));
            }
            // Only a tool that was used is reported by itself.
            Happens::Report { lost } if matches!(self.did, Some(Seen::Ran { .. })) => {
                self.reported = true;
                if !lost {
                    self.told(&self.did.clone().unwrap());
                }
            }
            // The turn goes on only when its dialog is closed, and after its reports.
            Happens::TurnEnds { lost } if self.did.is_some() => {
                if !self.reported {
                    self.happen(Happens::Report { lost });
                }
                if !lost {
                    self.told(&self.did.clone().unwrap());
                }
            }
            Happens::SessionEnds => {
                let ran = self.did.clone().filter(|_| self.reported);
                self.told(&ran.unwrap_or(Seen::Ended));
                // Its hook is gone, and with it the question.
                self.put(withdraw(&self.row, "gone"));
                (self.hook, self.is_over) = (false, true);
            }
            Happens::NoteIsLost => self.noted = false,
            Happens::HubDies => {
                let stored = serde_json::to_string(&self.row).unwrap();
                self.row = serde_json::from_str(&stored).unwrap();
                if !self.noted && !self.hook {
                    let why = "never confirmed".to_owned();
                    self.put(act(&self.row, Command::AnsweredThere { why }));
                }
            }
            Happens::HookSeesLeft { .. }
            | Happens::HookDies
            | Happens::Report { .. }
            | Happens::TurnEnds { .. } => {}
        }
    }
}

fn anything() -> impl Strategy<Value = Happens> {
    prop_oneof![
        4 => (0..4_usize).prop_map(Happens::PersonHere),
        4 => (0..5_usize).prop_map(Happens::PersonThere),
        4 => Just(Happens::HookPrints),
        4 => any::<bool>().prop_map(|lost| Happens::HookSeesLeft { lost }),
        4 => Just(Happens::HookDies),
        4 => any::<bool>().prop_map(|lost| Happens::Report { lost }),
        4 => any::<bool>().prop_map(|lost| Happens::TurnEnds { lost }),
        1 => Just(Happens::NoteIsLost),
        4 => Just(Happens::HubDies),
    ]
}

fn any_asks() -> impl Strategy<Value = Asks> {
    prop_oneof![Just(Asks::Permission), Just(Asks::Question), Just(Asks::Plan)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever happens in whatever order, and whatever is lost: no answer is called confirmed that the
    /// agent did not take, none becomes another one, and nothing is left open when the session ended
    /// and the next hub is there.
    /// REQ: AD-3
    #[test]
    fn nobody_is_told_what_the_agent_did_not_do(
        asks in any_asks(),
        happens in vec(anything(), 0..12),
    ) {
        let mut world = World::new(asks);
        for what in happens {
            world.happen(what);
            if world.row.race == Some(Race::Confirmed) {
                let given = AgentReply::of(&world.row).unwrap();
                // A no without words, on either side, is the same no.
                let is_plain = !given.is_consent() && !given.has_remarks();
                let same = world.did == Some(asks.done(&given))
                    || is_plain && world.did == Some(refused());
                prop_assert!(same, "{:?} is not {given:?}", world.did);
            }
        }
        world.happen(Happens::SessionEnds);
        world.is_over = false;
        world.happen(Happens::HubDies);
        prop_assert!(!world.row.is_pending());
        prop_assert!(world.row.race != Some(Race::Given));
    }
}
