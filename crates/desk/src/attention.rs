//! Traces in the store: what became of each rung of the ladder, for each question, until the question
//! is removed.

use sayso_core::InteractionId;
use sayso_core::attention::{Rung, RungFate, SkippedWhy, Trace};
use serde::{Deserialize, Serialize};

use crate::store::{KeyValue, Replaced, Replaces, StoreError};
use crate::typed_items::{self, Stored, TypedItem};

/// The traces of one question, as they were read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Traces {
    /// `None`: nothing is stored.
    revision: Option<u64>,
    pub traces: Vec<Trace>,
}

#[derive(Serialize, Deserialize)]
struct StoredTraces(Vec<Trace>);

impl TypedItem for StoredTraces {
    const KIND: &'static str = Traces::STORE_KIND;
    const VERSION: u32 = 1;
}

impl Traces {
    /// Their kind in the store; the key is the question's id.
    pub const STORE_KIND: &'static str = "attention";

    pub async fn load(key_value: &dyn KeyValue, id: InteractionId) -> Result<Traces, StoreError> {
        let stored = typed_items::get::<StoredTraces>(key_value, &id.to_string()).await?;
        let traces = |Stored { revision, value: StoredTraces(traces), .. }| Traces {
            revision: Some(revision),
            traces,
        };
        Ok(stored.map(traces).unwrap_or_default())
    }

    /// These if nothing is stored and they say only that there is nothing to notify here, which the next hub
    /// finds out by itself: a hub without a desktop writes nothing for it.
    pub fn in_memory(&self, traces: &[Trace]) -> Option<Traces> {
        let is_found_out = |trace: &Trace| {
            let why = [SkippedWhy::Absent, SkippedWhy::SwitchedOff, SkippedWhy::Meant];
            trace.rung == Rung::Desktop && why.map(RungFate::Skipped).contains(&trace.fate)
        };
        let is_plain = self.revision.is_none() && traces.iter().all(is_found_out);
        is_plain.then(|| Traces { revision: None, traces: traces.to_vec() })
    }

    /// Replaces these, unless they have changed since they were read: of several hubs one succeeds, and
    /// that one acts.
    pub async fn replace(
        &self,
        key_value: &dyn KeyValue,
        id: InteractionId,
        traces: Vec<Trace>,
    ) -> Result<Option<Traces>, StoreError> {
        let over = self.revision.map_or(Replaces::Nothing, Replaces::Revision);
        let value = StoredTraces(traces);
        let replaced = typed_items::put(key_value, &id.to_string(), &value, over).await?;
        let revision = Some(self.revision.unwrap_or(0) + 1);
        Ok((replaced == Replaced::Done).then_some(Traces { revision, traces: value.0 }))
    }

    /// With their questions.
    pub async fn remove(key_value: &dyn KeyValue, ids: &[InteractionId]) -> Result<(), StoreError> {
        let keys: Vec<String> = ids.iter().map(InteractionId::to_string).collect();
        key_value.remove(Traces::STORE_KIND, &keys).await.map(drop)
    }
}
