//! The texts of one language.

use std::borrow::Cow;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use sayso_core::settings::Language;

use crate::source::{files, names};

/// What is said in one language. Read on first use and kept.
pub struct Texts {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    pub fn of(language: Language) -> &'static Texts {
        static ALL: [OnceLock<Texts>; Language::ALL.len()] =
            [const { OnceLock::new() }; Language::ALL.len()];
        ALL[language as usize].get_or_init(|| Texts::read(language))
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// A text that needs nothing.
    pub fn say(&self, key: &str) -> Cow<'_, str> {
        self.format(key, None)
    }

    /// A text with values in it, such as `("count", 3.into())`.
    pub fn say_with<const N: usize>(
        &self,
        key: &str,
        values: [(&'static str, FluentValue<'_>); N],
    ) -> String {
        let values: FluentArgs<'_> = values.into_iter().collect();
        self.format(key, Some(&values)).into_owned()
    }

    /// A text that there may be none of.
    pub(crate) fn find(&self, key: &str) -> Option<Cow<'_, str>> {
        self.bundle.has_message(key).then(|| self.say(key))
    }

    fn format(&self, key: &str, values: Option<&FluentArgs<'_>>) -> Cow<'_, str> {
        let pattern = self.bundle.get_message(key).and_then(|message| message.value());
        let Some(pattern) = pattern else {
            // Tests see to it that this does not happen; a key on the screen is better than a crash.
            debug_assert!(false, "there is no text `{key}` in {:?}", self.language);
            return Cow::Owned(key.to_owned());
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, values, &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{:?}: `{key}`: {errors:?}", self.language);
        Cow::Owned(text)
    }

    fn read(language: Language) -> Texts {
        let identifier = language.as_str().parse().expect("a known language code parses");
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // Marks round each value would be visible in terminals.
        bundle.set_use_isolating(false);
        for text in files(language).iter().map(|file| file.text).chain([names()]) {
            let resource = FluentResource::try_new(text.to_owned())
                .unwrap_or_else(|(_, errors)| panic!("{language:?}: {errors:?}"));
            bundle.add_resource(resource).expect("a key is in one file only");
        }
        Texts { language, bundle }
    }
}
