//! Options in the person's order: all of them, or only the first places.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Choice, Published, Way};
use crate::id::OptionId;
use crate::worksheet::Fault;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranking {
    pub options: Vec<Choice>,
    pub places: usize,
}

/// What is `ranked` so far is in the person's order, each option at most once.
impl Ranking {
    /// To this place, from 0; what is there moves on, and what has no place left is dropped.
    pub fn placed(&self, ranked: &[OptionId], option: &OptionId, at: usize) -> Vec<OptionId> {
        let mut placed: Vec<_> = ranked.iter().filter(|id| *id != option).cloned().collect();
        placed.insert(at.min(placed.len()), option.clone());
        placed.truncate(self.places);
        placed
    }

    /// One place up or down; the last one is dropped, the first without a place gets the last.
    pub fn moved(&self, ranked: &[OptionId], option: &OptionId, way: Way) -> Vec<OptionId> {
        let last = self.places.saturating_sub(1);
        match (ranked.iter().position(|id| id == option), way) {
            (Some(at), Way::Up) => self.placed(ranked, option, at.saturating_sub(1)),
            (None, Way::Up) => self.placed(ranked, option, last.min(ranked.len())),
            (Some(at), Way::Down) if at + 1 < ranked.len() => self.placed(ranked, option, at + 1),
            // If all have a place, the last one can't move.
            (Some(at), Way::Down) if ranked.len() < self.options.len() => ranked[..at].to_vec(),
            (Some(_) | None, Way::Down) => ranked.to_vec(),
        }
    }

    /// As shown: those with a place first, in their order.
    pub(super) fn shown(&self, ranked: &[OptionId]) -> Vec<&Choice> {
        let place = |choice: &&Choice| ranked.iter().position(|id| *id == choice.id);
        let mut shown: Vec<&Choice> = self.options.iter().collect();
        shown.sort_by_key(|choice| place(choice).unwrap_or(ranked.len()));
        shown
    }

    pub(super) fn fault(&self, ranked: usize) -> Option<Fault> {
        let places = self.places;
        if ranked < places {
            Some(Fault::RankMore { places, ranked })
        } else if ranked > places {
            Some(Fault::TooMany { max: places, chosen: ranked })
        } else {
            None
        }
    }

    /// The first option that is there more than once.
    pub(super) fn repeated(&self, ranked: &[OptionId]) -> Option<Fault> {
        let again = |at: &usize| ranked[..*at].contains(&ranked[*at]);
        let option = &ranked[(0..ranked.len()).find(again)?];
        let choice = self.options.iter().find(|choice| choice.id == *option)?;
        Some(Fault::RankedTwice { option: option.to_string(), label: choice.label.clone() })
    }

    pub(super) fn published(ranked: &[OptionId]) -> Published {
        let ids: Vec<&str> = ranked.iter().map(OptionId::as_str).collect();
        Published { verb: "ranked", field: "ranking", value: json!(ids) }
    }
}
