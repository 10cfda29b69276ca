//! How a type that travels is declared together with its translation to and from the domain.

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

/// `From` and `TryFrom`, by the trait above.
macro_rules! both_ways {
    ($name:ident = $domain:ty) => {
        impl From<$domain> for $name {
            fn from(domain: $domain) -> $name {
                <$name as $crate::translate::Wire<$domain>>::of(domain)
            }
        }

        impl TryFrom<$name> for $domain {
            type Error = $crate::translate::NotKnown;

            fn try_from(wire: $name) -> Result<$domain, $crate::translate::NotKnown> {
                $crate::translate::Wire::read(wire)
            }
        }
    };
}

/// A struct with the fields of the domain's; those under `maybe` are optional in both.
macro_rules! record {
    (
        $(#[$meta:meta])*
        $name:ident = $domain:ty {
            $($(#[$of_field:meta])* $field:ident: $type:ty,)*
        } $(maybe {
            $($(#[$of_optional:meta])* $optional:ident: $inner:ty,)*
        })?
    ) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        $(#[$meta])*
        pub struct $name {
            $($(#[$of_field])* pub $field: $type,)*
            $($(
                $(#[$of_optional])*
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub $optional: Option<$inner>,
            )*)?
        }

        impl $crate::translate::Wire<$domain> for $name {
            fn of(domain: $domain) -> $name {
                type Domain = $domain;
                let Domain { $($field,)* $($($optional,)*)? } = domain;
                $name {
                    $($field: $crate::translate::Wire::of($field),)*
                    $($($optional: $crate::translate::Wire::of($optional),)*)?
                }
            }

            fn read(self) -> Result<$domain, $crate::translate::NotKnown> {
                type Domain = $domain;
                let $name { $($field,)* $($($optional,)*)? } = self;
                Ok(Domain {
                    $($field: $crate::translate::Wire::read($field)?,)*
                    $($($optional: $crate::translate::Wire::read($optional)?,)*)?
                })
            }
        }

        $crate::translate::both_ways!($name = $domain);
    };
}

/// An enum with the variants of the domain's, told apart by a field. `lenient` ones are read from a hub and
/// have a place for what is unknown; `strict` ones are read by it and have none.
macro_rules! variants {
    (@enum lenient $(#[$meta:meta])* $name:ident $tag:literal { $($body:tt)* }) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        $(#[$meta])*
        #[serde(tag = $tag, rename_all = "snake_case")]
        pub enum $name {
            $($body)*
            /// Of a newer version.
            #[serde(other)]
            #[schemars(skip)]
            Unknown,
        }
    };
    (@enum strict $(#[$meta:meta])* $name:ident $tag:literal { $($body:tt)* }) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        $(#[$meta])*
        #[serde(tag = $tag, rename_all = "snake_case", deny_unknown_fields)]
        pub enum $name {
            $($body)*
        }
    };
    (@read lenient $name:ident $what:literal $wire:ident { $($arms:tt)* }) => {
        match $wire {
            $($arms)*
            $name::Unknown => Err($crate::translate::NotKnown::Variant { what: $what }),
        }
    };
    (@read strict $name:ident $what:literal $wire:ident { $($arms:tt)* }) => {
        match $wire { $($arms)* }
    };
    (
        $mode:ident
        $(#[$meta:meta])*
        $name:ident = $domain:ty, by $tag:literal, called $what:literal {
            $(
                $(#[$of_variant:meta])*
                $variant:ident { $($(#[$of_field:meta])* $field:ident: $type:ty,)* }
                $(maybe { $($(#[$of_optional:meta])* $optional:ident: $inner:ty,)* })?
            ),+ $(,)?
        }
    ) => {
        $crate::translate::variants! {
            @enum $mode $(#[$meta])* $name $tag {
                $(
                    $(#[$of_variant])*
                    $variant {
                        $($(#[$of_field])* $field: $type,)*
                        $($(
                            $(#[$of_optional])*
                            #[serde(default, skip_serializing_if = "Option::is_none")]
                            $optional: Option<$inner>,
                        )*)?
                    },
                )+
            }
        }

        impl $crate::translate::Wire<$domain> for $name {
            fn of(domain: $domain) -> $name {
                type Domain = $domain;
                match domain {
                    $(Domain::$variant { $($field,)* $($($optional,)*)? } => $name::$variant {
                        $($field: $crate::translate::Wire::of($field),)*
                        $($($optional: $crate::translate::Wire::of($optional),)*)?
                    },)+
                }
            }

            fn read(self) -> Result<$domain, $crate::translate::NotKnown> {
                type Domain = $domain;
                $crate::translate::variants! {
                    @read $mode $name $what self {
                        $($name::$variant { $($field,)* $($($optional,)*)? } => Ok(Domain::$variant {
                            $($field: $crate::translate::Wire::read($field)?,)*
                            $($($optional: $crate::translate::Wire::read($optional)?,)*)?
                        }),)+
                    }
                }
            }
        }

        $crate::translate::both_ways!($name = $domain);
    };
}

/// A closed set of words in the domain. An unknown one is kept as it came, and is an error only where the
/// domain has no cautious reading for it (`otherwise`).
macro_rules! words {
    (@unknown $domain:ident $name:ident $what:literal $word:ident) => {{
        let known = $name::KNOWN.to_vec();
        Err($crate::translate::NotKnown::Word { what: $what, word: $word, known })
    }};
    (@unknown $domain:ident $name:ident $what:literal $word:ident $cautious:ident) => {{
        drop($word);
        Ok($domain::$cautious)
    }};
    (
        $(#[$meta:meta])*
        $name:ident = $domain:ty, called $what:literal { $($(#[$of_variant:meta])* $variant:ident = $word:literal,)+ }
        $(otherwise $cautious:ident)?
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$of_variant])* $variant,)+
            /// Of a newer version.
            Unknown(String),
        }

        impl $name {
            pub const KNOWN: &[&'static str] = &[$($word),+];

            pub fn as_str(&self) -> &str {
                match self {
                    $($name::$variant => $word,)+
                    $name::Unknown(word) => word,
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = String::deserialize(deserializer)?;
                Ok(match word.as_str() {
                    $($word => $name::$variant,)+
                    _ => $name::Unknown(word),
                })
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": $name::KNOWN })
            }
        }

        impl $crate::translate::Wire<$domain> for $name {
            fn of(domain: $domain) -> $name {
                type Domain = $domain;
                match domain {
                    $(Domain::$variant => $name::$variant,)+
                }
            }

            fn read(self) -> Result<$domain, $crate::translate::NotKnown> {
                type Domain = $domain;
                match self {
                    $($name::$variant => Ok(Domain::$variant),)+
                    $name::Unknown(word) => {
                        $crate::translate::words!(@unknown Domain $name $what word $($cautious)?)
                    }
                }
            }
        }

        $crate::translate::both_ways!($name = $domain);
    };
}

pub(crate) use {both_ways, record, variants, words};
