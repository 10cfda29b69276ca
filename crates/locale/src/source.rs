//! The Fluent files, embedded: which surface says what.

/// One Fluent file: `words`, or the name of a surface.
pub(crate) struct File {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

macro_rules! files {
    ($language:literal: $($name:literal),+) => {
        &[$(File {
            name: $name,
            text: include_str!(concat!("../texts/", $language, "/", $name, ".ftl")),
        }),+]
    };
}

/// All files of a language; an unknown one gets English.
pub(crate) fn files(language: &str) -> &'static [File] {
    match language {
        "zh" => files!("zh": "words", "portal", "terminal", "slack", "relay"),
        "ko" => files!("ko": "words", "portal", "terminal", "slack", "relay"),
        _ => files!("en": "words", "portal", "terminal", "slack", "relay"),
    }
}
