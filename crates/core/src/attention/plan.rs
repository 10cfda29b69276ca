//! The decision: what to do now about one question, and when to look again.
//!
//! Times are spans of the caller's monotonic clock, so that a wall clock that is set moves nothing but
//! quiet hours.

use std::time::Duration;

use jiff::{Timestamp, Zoned};

use super::{Ladder, QuietHours, Rung, RungFate, SkippedWhy, Trace};
use crate::surface::ChatId;

/// The asking process shows the question itself, or opens a browser, within this time.
const SETTLES: Duration = Duration::from_millis(300);
/// A step comes at the latest this long before the deadline.
const LAST_CALL: Duration = Duration::from_secs(60);
/// What is not here may be at another hub, which is given this long.
const ELSEWHERE: Duration = Duration::from_secs(2);
/// Between two looks at what quiet hours hold.
const HELD: Duration = Duration::from_secs(60);

/// What matters of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenQuestion {
    pub is_pending: bool,
    /// Since it was asked.
    pub age: Duration,
    /// Until its deadline, if it has one.
    pub left: Option<Duration>,
    pub is_irreversible: bool,
    /// The chat that it is meant for: it goes there by itself.
    pub meant: Option<ChatId>,
}

/// What matters of the person and of what can be notified from here.
#[derive(Clone, Copy)]
pub struct PersonNow<'a> {
    /// A page that is visible or an inbox had a key or a tap just now.
    pub is_seen: bool,
    /// Why a rung can't be notified, if it can't.
    pub barred: &'a dyn Fn(Rung) -> Option<SkippedWhy>,
}

/// The person's settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttentionRules {
    pub ladder: Ladder,
    pub quiet: QuietHours,
}

/// What to do now, and when there may be more to do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttentionPlan {
    pub acts: Vec<(Rung, RungAct)>,
    /// From now on; `None`: not before something changes.
    pub next: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RungAct {
    Notify,
    Hold,
    Skip(SkippedWhy),
    /// Of a question that has ended.
    TakeBack,
}

pub fn plan(
    question: &OpenQuestion,
    person: PersonNow<'_>,
    traces: &[Trace],
    rules: &AttentionRules,
    now: &Zoned,
) -> AttentionPlan {
    let mut plan = AttentionPlan::default();
    if !question.is_pending {
        let told = |trace: &&Trace| trace.fate == RungFate::Notified { taken_back: None };
        plan.acts =
            traces.iter().filter(told).map(|trace| (trace.rung, RungAct::TakeBack)).collect();
        return plan;
    }
    let mut due = Duration::ZERO;
    for step in &rules.ladder.steps {
        due = question.due(step.after, due);
        let rung = step.rung;
        let barred = (person.barred)(rung);
        let held = match traces.iter().find(|trace| trace.rung == rung).map(|trace| trace.fate) {
            // The hub that has this chat was not there then.
            Some(RungFate::Skipped(SkippedWhy::Absent))
                if barred.is_none() && matches!(rung, Rung::Chat(_)) =>
            {
                false
            }
            Some(RungFate::Notified { .. } | RungFate::Skipped(_)) => continue,
            Some(RungFate::Held) => true,
            None => false,
        };
        let due = match barred {
            Some(SkippedWhy::Absent) => due + ELSEWHERE,
            Some(_) | None => due,
        };
        if barred.is_none() && question.meant.is_some_and(|chat| rung == Rung::Chat(chat)) {
            plan.acts.push((rung, RungAct::Notify));
        } else if question.age < due {
            plan.look_again(due - question.age);
        } else if let Some(left) = rules.quiet.left(rung, question.is_irreversible, now) {
            if !held {
                plan.acts.push((rung, RungAct::Hold));
            }
            // The machine may sleep or its clock be set, and nobody says so.
            plan.look_again(left.min(HELD));
        } else if let Some(why) = barred {
            plan.acts.push((rung, RungAct::Skip(why)));
        } else if person.is_seen {
            plan.acts.push((rung, RungAct::Skip(SkippedWhy::Seen)));
        } else {
            plan.acts.push((rung, RungAct::Notify));
        }
    }
    plan
}

impl OpenQuestion {
    /// At which age a step is due that comes after one that is due then.
    fn due(&self, after: Duration, step_ahead: Duration) -> Duration {
        let last_call = self.left.map(|left| (self.age + left).saturating_sub(LAST_CALL));
        last_call.map_or(after, |last| after.min(last)).max(SETTLES).max(step_ahead)
    }
}

impl AttentionPlan {
    fn look_again(&mut self, within: Duration) {
        self.next = Some(self.next.map_or(within, |next| next.min(within)));
    }
}

/// The traces once the acts are done.
#[must_use]
pub fn record(traces: &[Trace], acts: &[(Rung, RungAct)], at: Timestamp) -> Vec<Trace> {
    let mut all = traces.to_vec();
    for (rung, act) in acts {
        let place = all.iter().position(|trace| trace.rung == *rung);
        let fate = match act {
            RungAct::Notify => RungFate::Notified { taken_back: None },
            RungAct::Hold => RungFate::Held,
            RungAct::Skip(why) => RungFate::Skipped(*why),
            RungAct::TakeBack => {
                if let Some(place) = place {
                    all[place].fate = RungFate::Notified { taken_back: Some(at) };
                }
                continue;
            }
        };
        let trace = Trace { rung: *rung, at, fate };
        match place {
            Some(place) => all[place] = trace,
            None => all.push(trace),
        }
    }
    all
}
