//! The languages of the surfaces: one line each, with their texts in `crates/locale/texts`.

use serde::{Deserialize, Serialize};

/// Passes every language to a macro: name in code, code, its own name, and how an answer in the
/// person's own words is marked in a reply. The first one is the fallback.
#[macro_export]
macro_rules! languages {
    ($each:ident) => {
        $each! {
            En "en" "English" "(own answer)",
            Zh "zh" "简体中文" "(自行输入)",
            Ko "ko" "한국어" "(직접입력)",
        }
    };
}

macro_rules! define {
    ($($variant:ident $code:literal $name:literal $own_answer:literal,)+) => {
        /// A language of the surfaces.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Language {
            $(#[serde(rename = $code)] $variant,)+
        }

        impl Language {
            pub const ALL: [Language; [$($code),+].len()] = [$(Language::$variant),+];

            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Language::$variant => $code,)+
                }
            }

            /// In the language itself, so that its speakers find it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Language::$variant => $name,)+
                }
            }

            /// Marks an answer in the person's own words in a reply.
            pub const fn own_answer(self) -> &'static str {
                match self {
                    $(Language::$variant => $own_answer,)+
                }
            }
        }
    };
}

languages!(define);

impl Default for Language {
    fn default() -> Language {
        Language::ALL[0]
    }
}

impl Language {
    pub fn from_name(name: &str) -> Option<Language> {
        let name = name.trim().to_lowercase();
        Language::ALL.into_iter().find(|language| language.as_str() == name)
    }
}
