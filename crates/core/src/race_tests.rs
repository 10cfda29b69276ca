//! The race between a dialog and the desk: single steps, and any order of events with losses.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::dialect::{Dialect, DialectLimits, parse};
use crate::interaction::{Origin, Status};
use crate::settings::Preferences;
use crate::surface::{Actor, Presence, Surface};
use crate::transition::{Command, decide};
use crate::{OptionId, QuestionId, Submission};

const AGENT: &str = "Claude Code";

fn now() -> Timestamp {
    "2026-01-02T03:04:05Z".parse().unwrap()
}

fn ada() -> Actor {
    Actor::new(Some("ada".to_owned()), Surface::Web, Presence::Interactive)
}

fn asked(dialect: Dialect, arguments: &Value) -> Interaction {
    let asking = parse(dialect, arguments, &DialectLimits::default()).unwrap();
    let id = "e0537fd0-1111-4222-8333-944455556666".parse().unwrap();
    let origin = Origin::new(dialect, "call");
    let begun = Interaction::begin(id, origin, asking, &Preferences::default(), now());
    Interaction { race: Some(Race::Open), ..begun }
}

fn permission() -> Interaction {
    asked(Dialect::Permission, &json!({ "title": "make", "prompt": "It builds." }))
}

fn question() -> Interaction {
    let options = json!([{ "label": "SQLite" }, { "label": "PostgreSQL" }]);
    let question = json!({ "question": "Which?", "header": "Store", "options": options });
    asked(Dialect::ClaudeQuestion, &json!({ "questions": [question] }))
}

fn choose(option: &str) -> Command {
    let mut submission = Submission::default();
    submission.choose(QuestionId::new("q1".to_owned()), vec![OptionId::new(option.to_owned())]);
    Command::Answer { submission }
}

fn act(interaction: &Interaction, command: Command) -> Option<Interaction> {
    decide(interaction, command, &ada(), now()).ok()
}

fn hear(interaction: &Interaction, seen: &Seen) -> Option<Interaction> {
    let command = match judge(interaction, seen, AGENT)? {
        RaceNews::Confirmed => Command::Confirm,
        RaceNews::AnsweredThere { why } => Command::AnsweredThere { why },
    };
    act(interaction, command)
}

fn why(interaction: &Interaction) -> &str {
    match interaction.outcome() {
        Some(Outcome::Withdrawn { why }) => why,
        other => panic!("{other:?}"),
    }
}

fn ran() -> Seen {
    Seen::Ran { answers: None }
}

/// REQ: AD-3
#[test]
fn an_answer_is_given_until_the_agent_has_confirmed_it() {
    let given = act(&permission(), choose("allow")).unwrap();
    assert_eq!((given.status(), given.race), (Status::Given, Some(Race::Given)));
    assert_eq!(act(&given, choose("deny")), None, "there is one answer");
    let confirmed = hear(&given, &ran()).unwrap();
    assert_eq!(confirmed.status(), Status::Submitted);
    for seen in [ran(), Seen::Refused, Seen::Ended] {
        assert_eq!(hear(&confirmed, &seen), None, "it is over");
    }
}

/// REQ: AD-3, NA-6
#[test]
fn answered_there_is_withdrawn_here_with_where_and_what() {
    let open = question();
    let taken =
        |label: &str| Seen::Ran { answers: Some(vec![("Which?".to_owned(), label.to_owned())]) };
    assert_eq!(why(&hear(&open, &taken("SQLite")).unwrap()), "answered “SQLite” in Claude Code");
    let given = act(&open, choose("1")).unwrap();
    assert_eq!(hear(&given, &taken("SQLite")).unwrap().race, Some(Race::Confirmed));
    let lost = hear(&given, &taken("PostgreSQL")).unwrap();
    assert_eq!((lost.status(), lost.race), (Status::Withdrawn, Some(Race::Lost)));
    assert_eq!(why(&lost), "answered “PostgreSQL” in Claude Code");

    let allowed = act(&permission(), choose("allow")).unwrap();
    assert_eq!(why(&hear(&allowed, &Seen::Refused).unwrap()), "declined in Claude Code");
    let denied = act(&permission(), choose("deny")).unwrap();
    assert_eq!(why(&hear(&denied, &ran()).unwrap()), "allowed in Claude Code");
    assert_eq!(why(&hear(&permission(), &Seen::Ended).unwrap()), "Claude Code ended");
}

/// REQ: AD-3
#[test]
fn what_was_not_given_cannot_be_confirmed() {
    assert_eq!(act(&permission(), Command::Confirm), None);
    let alone = Interaction { race: None, ..permission() };
    let answered = act(&alone, choose("allow")).unwrap();
    assert_eq!(answered.status(), Status::Submitted, "the guard's own questions don't race");
    let there = Command::AnsweredThere { why: "x".to_owned() };
    assert_eq!(act(&answered, there), None);
}

/// The world around one question: the agent's dialog takes the first answer, whoever gives it.
struct World {
    row: Interaction,
    /// What the agent did.
    did: Option<bool>,
    /// Its hook, while it lives: it has printed what was given.
    hook: bool,
    is_over: bool,
    /// The agent uses the tool at the end of what it was allowed.
    reported: bool,
}

#[derive(Debug, Clone, Copy)]
enum Happens {
    PersonHere(bool),
    PersonThere(bool),
    /// The hook sees what was given, prints it and ends.
    HookPrints,
    /// The hook sees that the dialog was left.
    HookSeesLeft,
    HookDies,
    /// A report reaches the hub, or is lost on the way.
    Report {
        lost: bool,
    },
    TurnEnds {
        lost: bool,
    },
    SessionEnds,
    /// The hub is killed: it knows what was stored.
    HubDies,
}

impl World {
    fn new() -> World {
        World { row: permission(), did: None, hook: true, is_over: false, reported: false }
    }

    fn put(&mut self, next: Option<Interaction>) {
        let Some(next) = next else { return };
        let over = |row: &Interaction| !row.is_pending() && row.race != Some(Race::Given);
        assert!(!over(&self.row), "what is over changed: {:?} → {next:?}", self.row);
        assert_eq!(next.revision, self.row.revision + 1);
        self.row = next;
    }

    fn seen(&self) -> Seen {
        if self.did == Some(true) { ran() } else { Seen::Refused }
    }

    fn happen(&mut self, what: Happens) {
        if self.is_over {
            return;
        }
        match what {
            Happens::PersonHere(yes) => {
                let option = if yes { "allow" } else { "deny" };
                self.put(act(&self.row, choose(option)));
            }
            Happens::PersonThere(yes) => {
                self.did.get_or_insert(yes);
            }
            Happens::HookPrints => {
                if let (true, Some(given)) = (self.hook, AgentReply::of(&self.row)) {
                    self.hook = false;
                    self.did.get_or_insert(given.is_consent());
                }
            }
            Happens::HookSeesLeft if self.hook && self.did.is_some() => {
                let why = Some("answered in Claude Code".to_owned());
                let withdrawn = act(&self.row, Command::Withdraw { why });
                self.hook = withdrawn.is_none();
                self.put(withdrawn);
            }
            Happens::HookDies if self.hook => {
                self.hook = false;
                self.put(act(&self.row, Command::Withdraw { why: Some("gone".to_owned()) }));
            }
            // Only a tool that was used is reported by itself.
            Happens::Report { lost } if self.did == Some(true) => {
                self.reported = true;
                if !lost {
                    self.put(hear(&self.row, &ran()));
                }
            }
            // The turn goes on only when its dialog is closed, and after its reports.
            Happens::TurnEnds { lost } if self.did.is_some() => {
                if self.did == Some(true) && !self.reported {
                    self.happen(Happens::Report { lost });
                }
                if !lost {
                    self.put(hear(&self.row, &self.seen()));
                }
            }
            Happens::SessionEnds => {
                let seen = if self.reported { ran() } else { Seen::Ended };
                self.put(hear(&self.row, &seen));
                (self.hook, self.is_over) = (false, true);
            }
            Happens::HubDies => {
                let stored = serde_json::to_string(&self.row).unwrap();
                self.row = serde_json::from_str(&stored).unwrap();
            }
            Happens::HookSeesLeft
            | Happens::HookDies
            | Happens::Report { .. }
            | Happens::TurnEnds { .. } => {}
        }
    }
}

fn anything() -> impl Strategy<Value = Happens> {
    prop_oneof![
        any::<bool>().prop_map(Happens::PersonHere),
        any::<bool>().prop_map(Happens::PersonThere),
        Just(Happens::HookPrints),
        Just(Happens::HookSeesLeft),
        Just(Happens::HookDies),
        any::<bool>().prop_map(|lost| Happens::Report { lost }),
        any::<bool>().prop_map(|lost| Happens::TurnEnds { lost }),
        Just(Happens::HubDies),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever happens in whatever order, and whatever is lost: no answer is called confirmed that the
    /// agent did not take, none becomes another one, and nothing is left open when the session ended.
    /// REQ: AD-3
    #[test]
    fn nobody_is_told_what_the_agent_did_not_do(happens in vec(anything(), 0..12)) {
        let mut world = World::new();
        for what in happens {
            world.happen(what);
            if world.row.race == Some(Race::Confirmed) {
                let given = AgentReply::of(&world.row).unwrap().is_consent();
                prop_assert_eq!(Some(given), world.did);
            }
        }
        world.happen(Happens::SessionEnds);
        prop_assert!(!world.row.is_pending());
        prop_assert!(world.row.race != Some(Race::Given));
    }
}
