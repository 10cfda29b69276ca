//! Tests of `plan.rs`: cases, and random lives of a question.

use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};
use proptest::prelude::*;

use super::*;
use crate::surface::{Chat, Chats, Presence};

const IRC: Rung = Rung::Chat(ChatId::new("irc"));
const MATRIX: Rung = Rung::Chat(ChatId::new("matrix"));
const CHATS: Chats = Chats(&[
    Chat { id: ChatId::new("irc"), presence: Presence::Interactive },
    Chat { id: ChatId::new("matrix"), presence: Presence::Interactive },
]);

fn rules(ladder: &str, quiet: &str) -> AttentionRules {
    AttentionRules {
        ladder: Ladder::parse(ladder, CHATS).unwrap(),
        quiet: QuietHours::parse(quiet, CHATS).unwrap(),
    }
}

fn asked(age: u64, left: Option<u64>) -> OpenQuestion {
    OpenQuestion {
        is_pending: true,
        age: Duration::from_secs(age),
        left: left.map(Duration::from_secs),
        is_irreversible: false,
        meant: None,
    }
}

fn utc(time: &str) -> Zoned {
    format!("2026-03-01T{time}Z").parse::<Timestamp>().unwrap().to_zoned(TimeZone::UTC)
}

fn noon() -> Zoned {
    utc("12:00:00")
}

const NOBODY: PersonNow<'static> = PersonNow { is_seen: false, barred: &|_| None };

fn traced(acts: &[(Rung, RungAct)]) -> Vec<Trace> {
    record(&[], acts, Timestamp::UNIX_EPOCH)
}

/// REQ: RE-1
#[test]
fn a_step_comes_at_its_time_or_a_minute_before_the_deadline() {
    let ladder = rules("desktop 0s, irc 1m, matrix 5m", "off");
    let told = traced(&[(Rung::Desktop, RungAct::Notify)]);
    let check = |age, left, expected: &[Rung], next: Option<u64>| {
        let plan = plan(&asked(age, left), NOBODY, &told, &ladder, &noon());
        let tell: Vec<_> = expected.iter().map(|rung| (*rung, RungAct::Notify)).collect();
        assert_eq!(
            (plan.acts, plan.next.map(|next| next.as_secs())),
            (tell, next),
            "{age} {left:?}"
        );
    };
    check(1, None, &[], Some(59));
    check(60, None, &[IRC], Some(240));
    check(60, Some(180), &[IRC], Some(120));
    check(180, Some(60), &[IRC, MATRIX], None);
    check(1, Some(29), &[IRC, MATRIX], None);
    let first = plan(&asked(0, None), NOBODY, &[], &ladder, &noon());
    assert_eq!((first.acts, first.next), (vec![], Some(Duration::from_millis(300))));
}

/// REQ: RE-1
#[test]
fn a_step_never_comes_before_the_one_ahead_of_it() {
    let ladder = AttentionRules {
        ladder: Ladder {
            steps: [(IRC, 120), (MATRIX, 60)]
                .map(|(rung, after)| LadderStep { rung, after: Duration::from_secs(after) })
                .to_vec(),
        },
        ..AttentionRules::default()
    };
    assert_eq!(plan(&asked(90, None), NOBODY, &[], &ladder, &noon()).acts, []);
    let both = [(IRC, RungAct::Notify), (MATRIX, RungAct::Notify)];
    assert_eq!(plan(&asked(120, None), NOBODY, &[], &ladder, &noon()).acts, both);
}

/// REQ: RE-1
#[test]
fn a_seen_person_is_skipped_and_what_is_not_here_is_left_to_another_hub_first() {
    let ladder = rules("desktop 0s, irc 0s", "off");
    let seen = PersonNow { is_seen: true, ..NOBODY };
    let acts = plan(&asked(1, None), seen, &[], &ladder, &noon()).acts;
    let skip = |rung, why| (rung, RungAct::Skip(why));
    assert_eq!(acts, [Rung::Desktop, IRC].map(|rung| skip(rung, SkippedWhy::Seen)));
    let barred = |rung| (rung == IRC).then_some(SkippedWhy::Absent);
    let person = PersonNow { is_seen: false, barred: &barred };
    let first = plan(&asked(1, None), person, &[], &ladder, &noon());
    assert_eq!(first.acts, [(Rung::Desktop, RungAct::Notify)]);
    let later = plan(&asked(3, None), person, &traced(&first.acts), &ladder, &noon());
    assert_eq!(later.acts, [skip(IRC, SkippedWhy::Absent)]);
    // The hub that has it was only away.
    let traces = traced(&[first.acts, later.acts].concat());
    assert_eq!(plan(&asked(4, None), person, &traces, &ladder, &noon()).acts, []);
    let back = plan(&asked(4, None), NOBODY, &traces, &ladder, &noon());
    assert_eq!(back.acts, [(IRC, RungAct::Notify)]);
}

/// REQ: RE-1
#[test]
fn what_is_meant_for_a_chat_is_there_at_once_whatever_holds_the_others() {
    let ladder = rules("desktop 0s, irc 5m, matrix 6m", "11:00-13:00");
    let meant = OpenQuestion { meant: Some(ChatId::new("irc")), ..asked(0, None) };
    let seen = PersonNow { is_seen: true, ..NOBODY };
    assert_eq!(plan(&meant, seen, &[], &ladder, &noon()).acts, [(IRC, RungAct::Notify)]);
}

/// REQ: RE-1
#[test]
fn quiet_hours_hold_what_is_due_and_let_it_go_when_they_end() {
    let ladder = rules("desktop 0s, irc 1m", "22:00-07:00 except irc");
    let night = utc("06:59:00");
    let held = plan(&asked(60, None), NOBODY, &[], &ladder, &night);
    assert_eq!(held.acts, [(Rung::Desktop, RungAct::Hold), (IRC, RungAct::Notify)]);
    assert_eq!(held.next, Some(Duration::from_secs(60)));
    let traces = traced(&held.acts);
    assert_eq!(plan(&asked(61, None), NOBODY, &traces, &ladder, &night).acts, []);
    // Nobody says when a machine has slept.
    let early = plan(&asked(61, None), NOBODY, &traces, &ladder, &utc("01:00:00"));
    assert_eq!(early.next, Some(Duration::from_secs(60)));
    let day = utc("07:00:00");
    let acts = plan(&asked(120, None), NOBODY, &traces, &ladder, &day).acts;
    assert_eq!(acts, [(Rung::Desktop, RungAct::Notify)]);
    assert_eq!(record(&traces, &acts, Timestamp::UNIX_EPOCH).len(), 2, "it replaces what was held");
}

/// What happens in the life of a question.
#[derive(Debug, Clone, Copy)]
enum Happening {
    /// Time passes: the timer wakes the driver at its time.
    Pass(u64),
    /// Somebody sets the wall clock by this many seconds.
    Step(i64),
    /// The hub ends and another one starts: only the traces are left. It judges the age by the wall clock.
    Restart,
    Seen(bool),
    Chat(bool),
    Extend(u64),
    Settle,
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        6 => (1_u64..400).prop_map(Happening::Pass),
        1 => (-7_200_i64..7_200).prop_map(Happening::Step),
        1 => Just(Happening::Restart),
        2 => any::<bool>().prop_map(Happening::Seen),
        1 => any::<bool>().prop_map(Happening::Chat),
        1 => (30_u64..600).prop_map(Happening::Extend),
        1 => Just(Happening::Settle),
    ]
}

/// A driver as the hub has one, and all that it did.
struct Life {
    rules: AttentionRules,
    question: OpenQuestion,
    is_seen: bool,
    has_chat: bool,
    wall: Timestamp,
    asked: Timestamp,
    traces: Vec<Trace>,
    told: Vec<Rung>,
    next: Option<Duration>,
}

impl Life {
    fn look(&mut self) {
        let (has_chat, now) = (self.has_chat, self.wall.to_zoned(TimeZone::UTC));
        let barred = |rung| (rung == MATRIX && !has_chat).then_some(SkippedWhy::Absent);
        let person = PersonNow { is_seen: self.is_seen, barred: &barred };
        let plan = plan(&self.question, person, &self.traces, &self.rules, &now);
        for (rung, act) in &plan.acts {
            if *act == RungAct::Notify {
                assert!(self.question.is_pending, "{rung} is notified after the end");
                assert!(!self.told.contains(rung), "{rung} is notified twice");
                self.told.push(*rung);
            }
        }
        self.traces = record(&self.traces, &plan.acts, self.wall);
        self.next = plan.next;
        self.check();
    }

    /// Every rung that is due was notified or skipped, or is held, and each has one trace.
    fn check(&self) {
        for (at, trace) in self.traces.iter().enumerate() {
            assert!(self.traces[..at].iter().all(|before| before.rung != trace.rung), "two traces");
            assert_eq!(trace.is_notified(), self.told.contains(&trace.rung), "{trace:?}");
        }
        if !self.question.is_pending {
            let open = |trace: &&Trace| trace.fate == RungFate::Notified { taken_back: None };
            assert_eq!(self.traces.iter().find(open), None, "it is not taken back");
            return;
        }
        let life = self.question.left.map(|left| self.question.age + left);
        for step in &self.rules.ladder.steps {
            let last = life.map(|life| life.saturating_sub(Duration::from_secs(60)));
            let due = last.map_or(step.after, |last| step.after.min(last));
            // A moment for the asking process, and one for another hub.
            let is_due = self.question.age >= due + Duration::from_millis(2_300);
            let has_trace = self.traces.iter().any(|trace| trace.rung == step.rung);
            assert!(has_trace || !is_due, "{} is due and nothing is said of it", step.rung);
        }
    }

    fn pass(&mut self, time: Duration) {
        self.question.age += time;
        self.question.left = self.question.left.map(|left| left.saturating_sub(time));
        self.wall += SignedDuration::try_from(time).unwrap();
    }

    fn happens(&mut self, happening: Happening) {
        match happening {
            Happening::Pass(seconds) => {
                let mut rest = Duration::from_secs(seconds);
                while let Some(next) = self.next.filter(|next| *next <= rest) {
                    assert!(!next.is_zero(), "it would never sleep");
                    self.pass(next);
                    rest -= next;
                    self.look();
                }
                self.pass(rest);
                self.next = self.next.map(|next| next - rest);
                return;
            }
            // The timer goes by the monotonic clock, and the deadline moves along.
            Happening::Step(seconds) => {
                self.wall += SignedDuration::from_secs(seconds);
                return;
            }
            Happening::Restart => {
                let age = self.wall.duration_since(self.asked);
                self.question.age = Duration::try_from(age).unwrap_or(Duration::ZERO);
            }
            Happening::Seen(is_seen) => self.is_seen = is_seen,
            Happening::Chat(has_chat) => self.has_chat = has_chat,
            Happening::Extend(seconds) if self.question.is_pending => {
                self.question.left = Some(Duration::from_secs(seconds));
            }
            Happening::Extend(_) => {}
            Happening::Settle => self.question.is_pending = false,
        }
        self.look();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// Nobody is notified twice for the same rung, nobody after the end, and every rung that was due was
    /// told or skipped for a stated reason, whatever happens in between.
    /// REQ: RE-1
    #[test]
    fn everybody_is_told_once_in_time_or_it_is_said_why_not(
        times in proptest::collection::vec(0_u64..900, 3),
        quiet in prop_oneof![Just("off"), Just("12:05-12:15"), Just("12:00-13:00 except irc")],
        left in proptest::option::of(1_u64..900),
        meant in any::<bool>(),
        life in proptest::collection::vec(happening(), 1..60),
    ) {
        let mut times = times;
        times.sort_unstable();
        let ladder = format!("desktop {}s, irc {}s, matrix {}s", times[0], times[1], times[2]);
        let asked_at: Timestamp = "2026-03-01T12:00:00Z".parse().unwrap();
        let question = OpenQuestion {
            meant: meant.then(|| ChatId::new("matrix")),
            ..asked(0, left)
        };
        let mut whole = Life {
            rules: rules(&ladder, quiet),
            question,
            is_seen: false,
            has_chat: true,
            wall: asked_at,
            asked: asked_at,
            traces: Vec::new(),
            told: Vec::new(),
            next: None,
        };
        whole.look();
        life.into_iter().for_each(|happening| whole.happens(happening));
        whole.happens(Happening::Settle);
    }
}
