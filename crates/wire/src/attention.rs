//! The traces of the ladder of attention, as they travel.

use sayso_core::attention::{Rung, RungFate, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::declare::both_ways;
use crate::translate::{NotKnown, Time, Wire};
use crate::words::SkippedWord;

/// Who was notified of a question and when, or why not. Neither `notified` nor `why`: held by quiet hours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TraceView {
    /// `desktop`, or the name of a chat.
    pub rung: String,
    /// When this was decided.
    pub at: Time,
    #[serde(default)]
    pub notified: bool,
    /// When the question had ended: the notification was removed, the message rewritten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<Time>,
    /// Why it was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<SkippedWord>,
}

impl Wire<Trace> for TraceView {
    fn of(Trace { rung, at, fate }: Trace) -> TraceView {
        let (notified, taken_back, why) = match fate {
            RungFate::Notified { taken_back } => (true, taken_back, None),
            RungFate::Held => (false, None, None),
            RungFate::Skipped(why) => (false, None, Some(why)),
        };
        let (taken_back, why) = (Wire::of(taken_back), Wire::of(why));
        TraceView { rung: rung.to_string(), at: Time(at), notified, taken_back, why }
    }

    fn read(self) -> Result<Trace, NotKnown> {
        let TraceView { rung, at: Time(at), notified, taken_back, why } = self;
        let rung: Rung = rung.parse().map_err(|_| NotKnown::Variant { what: "step" })?;
        let fate = match (notified, why.read()?) {
            (true, _) => RungFate::Notified { taken_back: taken_back.read()? },
            (false, Some(why)) => RungFate::Skipped(why),
            (false, None) => RungFate::Held,
        };
        Ok(Trace { rung, at, fate })
    }
}

both_ways!(TraceView = Trace);

/// The traces of one question; those that only a newer version knows are left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct TraceList(pub Vec<TraceView>);

impl TraceList {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Wire<Vec<Trace>> for TraceList {
    fn of(traces: Vec<Trace>) -> TraceList {
        TraceList(Wire::of(traces))
    }

    fn read(self) -> Result<Vec<Trace>, NotKnown> {
        Ok(self.0.into_iter().filter_map(|trace| trace.read().ok()).collect())
    }
}
