//! The person's settings: read from memory, written to the store first.

use std::sync::PoisonError;

use sayso_core::settings::{Key, Layer, Preferences};

use super::Inner;
use crate::desk::SettingView;
use crate::error::DeskError;
use crate::event::EventKind;

impl Inner {
    pub(super) fn preferences(&self, environment: Layer) -> Preferences {
        let person = self.person.read().unwrap_or_else(PoisonError::into_inner).clone();
        Preferences { file: self.config.file.clone(), environment, person }
    }

    pub(super) fn settings(&self, environment: Layer) -> Vec<SettingView> {
        let preferences = self.preferences(environment);
        let view = |key: Key| {
            let (value, source) = preferences.get(key);
            SettingView { key, value: value.to_owned(), source }
        };
        Key::ALL.into_iter().map(view).collect()
    }

    pub(super) async fn set_setting(
        &self,
        key: Key,
        value: Option<String>,
    ) -> Result<(), DeskError> {
        let value = value.map(|raw| key.parse(&raw)).transpose()?;
        self.store.set_setting(key, value.as_deref()).await?;
        let mut person = self.person.write().unwrap_or_else(PoisonError::into_inner);
        match value {
            Some(value) => person.insert(key, value),
            None => person.remove(&key),
        };
        drop(person);
        self.feed.publish(EventKind::Settings);
        Ok(())
    }
}
