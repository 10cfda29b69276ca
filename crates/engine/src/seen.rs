//! Whether the person is seen: at which open surfaces there was a key or a tap just now, judged by this
//! hub's monotonic clock.

use std::time::Duration;

use sayso_core::Surface;
use sayso_core::surface::Presence;
use sayso_desk::{Attached, PersonSign};
use serde::{Deserialize, Serialize};

/// After the last key or tap.
const SEEN_FOR: Duration = Duration::from_secs(60);

/// A surface that is open here or at another hub.
pub(super) struct OpenSurface {
    pub(super) attached: Attached,
    /// Whether a person can be at it at all.
    is_persons: bool,
    visible: bool,
    touched: Option<Duration>,
    /// Grows with every key or tap that is reported.
    touches: u64,
}

impl OpenSurface {
    pub(super) fn new(attached: Attached, presence: Presence) -> OpenSurface {
        // A terminal has no way to be behind others that it could report.
        let visible = attached.surface == Surface::Terminal;
        let is_persons = presence.is_person();
        OpenSurface { attached, is_persons, visible, touched: None, touches: 0 }
    }

    pub(super) fn note(&mut self, sign: PersonSign, now: Duration) {
        self.visible = sign.visible;
        if sign.touched {
            self.touched = Some(now);
            self.touches += 1;
        }
    }

    pub(super) fn sees_person(&self, now: Duration) -> bool {
        let is_recent = |touched| now.saturating_sub(touched) <= SEEN_FOR;
        self.is_persons && self.visible && self.touched.is_some_and(is_recent)
    }

    /// For the other hubs.
    pub(super) fn statement(&self) -> String {
        let OpenSurface { attached, is_persons, visible, touches, touched: _ } = self;
        let statement = SurfaceStatement {
            attached: attached.clone(),
            is_persons: *is_persons,
            visible: *visible,
            touches: *touches,
        };
        serde_json::to_string(&statement).expect("it has text keys and no other")
    }
}

/// What a hub says of a surface that is open there.
#[derive(Serialize, Deserialize)]
pub(super) struct SurfaceStatement {
    #[serde(flatten)]
    pub(super) attached: Attached,
    #[serde(default)]
    is_persons: bool,
    #[serde(default)]
    visible: bool,
    #[serde(default)]
    touches: u64,
}

impl SurfaceStatement {
    /// `now`: nothing if it may have been said long ago.
    pub(super) fn read(self, before: Option<&OpenSurface>, now: Option<Duration>) -> OpenSurface {
        let SurfaceStatement { attached, is_persons, visible, touches } = self;
        let known = before.map_or(0, |open| open.touches);
        let touched = match touches > known {
            true => now,
            false => before.and_then(|open| open.touched),
        };
        OpenSurface { attached, is_persons, visible, touched, touches }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(surface: Surface, presence: Presence) -> OpenSurface {
        let attached = Attached { surface, label: String::new(), interaction: None };
        OpenSurface::new(attached, presence)
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    const TOUCHED: PersonSign = PersonSign { visible: true, touched: true };
    const HIDDEN: PersonSign = PersonSign { visible: false, touched: false };
    const VISIBLE: PersonSign = PersonSign { visible: true, touched: false };

    /// REQ: RE-1
    #[test]
    fn a_person_is_seen_for_a_minute_after_a_key_where_it_can_be_seen() {
        let mut page = surface(Surface::Web, Presence::Interactive);
        assert!(!page.sees_person(at(1)), "it is open, and nobody touched it");
        page.note(TOUCHED, at(10));
        assert!(page.sees_person(at(70)) && !page.sees_person(at(71)));
        page.note(HIDDEN, at(20));
        assert!(!page.sees_person(at(21)), "it is behind others");
        page.note(VISIBLE, at(30));
        assert!(page.sees_person(at(31)), "it is back");
        let mut program = surface(Surface::Terminal, Presence::Unattended);
        program.note(TOUCHED, at(10));
        assert!(!program.sees_person(at(10)), "no person can be there");
    }

    /// REQ: RE-1, TM-2
    #[test]
    fn another_hub_judges_by_its_own_clock_and_not_by_what_it_is_told_again() {
        let mut inbox = surface(Surface::Terminal, Presence::Interactive);
        inbox.note(TOUCHED, at(5));
        let said = |open: &OpenSurface| -> SurfaceStatement {
            serde_json::from_str(&open.statement()).unwrap()
        };
        let there = said(&inbox).read(None, Some(at(1_000)));
        assert!(there.sees_person(at(1_060)) && !there.sees_person(at(1_061)));
        let same = said(&inbox).read(Some(&there), Some(at(1_050)));
        assert!(!same.sees_person(at(1_061)), "nothing was touched since");
        assert!(!said(&inbox).read(None, None).sees_person(at(1_000)), "nobody knows when");
    }
}
