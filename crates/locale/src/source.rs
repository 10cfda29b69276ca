//! The Fluent files, embedded: which surface says what.

use std::sync::LazyLock;

use sayso_core::settings::Language;

/// One Fluent file: `words`, or the name of a surface.
pub(crate) struct File {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

macro_rules! all {
    ($($_:ident $code:literal $name:literal $own_answer:literal $words:tt,)+) => {
        [$(&file_list!($code; "words", "portal", "terminal", "chat", "relay")),+]
    };
}

macro_rules! file_list {
    ($code:literal; $($name:literal),+) => {
        [$(File {
            name: $name,
            text: include_str!(concat!("../texts/", $code, "/", $name, ".ftl")),
        }),+]
    };
}

static FILES: [&[File]; Language::ALL.len()] = sayso_core::languages!(all);

/// All files of a language.
pub(crate) fn files(language: Language) -> &'static [File] {
    FILES[language as usize]
}

/// The languages in their own words, the same in every language: `language-en = English`.
pub(crate) fn names() -> &'static str {
    static NAMES: LazyLock<String> = LazyLock::new(|| {
        let line =
            |language: Language| format!("language-{} = {}\n", language.as_str(), language.name());
        Language::ALL.map(line).concat()
    });
    &NAMES
}
