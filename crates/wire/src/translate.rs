//! Translation between types that travel and those of the domain.

use std::collections::BTreeMap;

use jiff::Timestamp;
use sayso_core::{InteractionId, OptionId, QuestionId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use uuid::Uuid;

/// Something that this version does not know: it is of a newer one, or wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotKnown {
    #[error("{what} `{word}` is not known here; known: {}", known.join(", "))]
    Word { what: &'static str, word: String, known: Vec<&'static str> },
    #[error("a kind of {what} that is not known here")]
    Variant { what: &'static str },
}

/// A type that travels and the domain's type that it stands for.
pub(crate) trait Wire<D>: Sized {
    fn of(domain: D) -> Self;
    fn read(self) -> Result<D, NotKnown>;
}

/// Translates a list, in either direction.
pub fn translate_all<A, B: From<A>>(all: impl IntoIterator<Item = A>) -> Vec<B> {
    all.into_iter().map(B::from).collect()
}

/// The id of an interaction.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Id(#[schemars(with = "String", extend("format" = "uuid"))] pub Uuid);

/// A time of day, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Time(#[schemars(with = "String", extend("format" = "date-time"))] pub Timestamp);

impl From<InteractionId> for Id {
    fn from(id: InteractionId) -> Id {
        Id(id.uuid())
    }
}

impl From<Id> for InteractionId {
    fn from(Id(id): Id) -> InteractionId {
        InteractionId::new(id)
    }
}

impl Wire<InteractionId> for Id {
    fn of(id: InteractionId) -> Id {
        id.into()
    }

    fn read(self) -> Result<InteractionId, NotKnown> {
        Ok(self.into())
    }
}

impl Wire<Timestamp> for Time {
    fn of(at: Timestamp) -> Time {
        Time(at)
    }

    fn read(self) -> Result<Timestamp, NotKnown> {
        Ok(self.0)
    }
}

macro_rules! the_same {
    ($($type:ty),+) => {
        $(impl Wire<$type> for $type {
            fn of(value: $type) -> $type {
                value
            }

            fn read(self) -> Result<$type, NotKnown> {
                Ok(self)
            }
        })+
    };
}

the_same!(String, bool, u16, u32, u64, usize, i64, f64, Uuid, serde_json::Value);

macro_rules! name {
    ($($type:ty),+) => {
        $(impl Wire<$type> for String {
            fn of(name: $type) -> String {
                name.as_str().to_owned()
            }

            fn read(self) -> Result<$type, NotKnown> {
                Ok(<$type>::new(self))
            }
        })+
    };
}

name!(QuestionId, OptionId);

impl<D, W: Wire<D>> Wire<Option<D>> for Option<W> {
    fn of(value: Option<D>) -> Option<W> {
        value.map(W::of)
    }

    fn read(self) -> Result<Option<D>, NotKnown> {
        self.map(W::read).transpose()
    }
}

impl<D, W: Wire<D>> Wire<Vec<D>> for Vec<W> {
    fn of(values: Vec<D>) -> Vec<W> {
        values.into_iter().map(W::of).collect()
    }

    fn read(self) -> Result<Vec<D>, NotKnown> {
        self.into_iter().map(W::read).collect()
    }
}

impl<D, W: Wire<D>> Wire<Box<D>> for Box<W> {
    fn of(value: Box<D>) -> Box<W> {
        Box::new(W::of(*value))
    }

    fn read(self) -> Result<Box<D>, NotKnown> {
        W::read(*self).map(Box::new)
    }
}

impl<K: Ord, D, N: Wire<K> + Ord, W: Wire<D>> Wire<BTreeMap<K, D>> for BTreeMap<N, W> {
    fn of(map: BTreeMap<K, D>) -> BTreeMap<N, W> {
        map.into_iter().map(|(key, value)| (N::of(key), W::of(value))).collect()
    }

    fn read(self) -> Result<BTreeMap<K, D>, NotKnown> {
        self.into_iter().map(|(key, value)| Ok((key.read()?, value.read()?))).collect()
    }
}
