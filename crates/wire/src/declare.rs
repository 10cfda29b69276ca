//! Declaring a type that travels together with its translation to and from the domain.

/// `From` and `TryFrom`, by the trait `Wire`.
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

        $crate::declare::both_ways!($name = $domain);
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
        $crate::declare::variants! {
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
                $crate::declare::variants! {
                    @read $mode $name $what self {
                        $($name::$variant { $($field,)* $($($optional,)*)? } => Ok(Domain::$variant {
                            $($field: $crate::translate::Wire::read($field)?,)*
                            $($($optional: $crate::translate::Wire::read($optional)?,)*)?
                        }),)+
                    }
                }
            }
        }

        $crate::declare::both_ways!($name = $domain);
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
                        $crate::declare::words!(@unknown Domain $name $what word $($cautious)?)
                    }
                }
            }
        }

        $crate::declare::both_ways!($name = $domain);
    };
}

pub(crate) use {both_ways, record, variants, words};
