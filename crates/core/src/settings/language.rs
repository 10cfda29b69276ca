//! The languages of the surfaces: one line each, with their texts in `crates/locale/texts`.

use serde::{Deserialize, Serialize};

/// Passes every language to a macro: name in code, code, its own name, how an answer in the person's
/// own words is marked in a reply, and what agents write into labels. The first one is the fallback.
#[macro_export]
macro_rules! languages {
    ($each:ident) => {
        $each! {
            En "en" "English" "(own answer)" {
                recommended: "recommended",
                empty: "yes, no, y, n, ok, okay, sure, continue, proceed, go, go ahead, next, confirm, \
                        accept, do it, done",
                other: "other, others, something else, custom",
            },
            Zh "zh" "简体中文" "(自行输入)" {
                recommended: "推荐", empty: "是, 否, 好, 继续, 确定", other: "其他, 其它",
            },
            Ko "ko" "한국어" "(직접입력)" {
                recommended: "추천", empty: "예, 네, 아니요, 확인, 계속", other: "기타",
            },
        }
    };
}

macro_rules! define {
    ($($variant:ident $code:literal $name:literal $own_answer:literal $words:tt,)+) => {
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

            pub(crate) const fn label_words(self) -> &'static LabelWords {
                match self {
                    $(Language::$variant => &LabelWords $words,)+
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

/// What agents write into labels, in a language; lists are separated by commas.
pub(crate) struct LabelWords {
    /// In brackets: this option is recommended.
    pub recommended: &'static str,
    /// A label that says nothing by itself.
    pub empty: &'static str,
    /// An option for everything that isn't one.
    pub other: &'static str,
}

impl LabelWords {
    /// In every language.
    pub(crate) fn all() -> impl Iterator<Item = &'static LabelWords> {
        Language::ALL.into_iter().map(Language::label_words)
    }
}

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
