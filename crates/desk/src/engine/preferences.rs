//! The person's settings: read from memory, written to the store first.

use std::sync::PoisonError;

use sayso_core::problem::Problem;
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
        let preferences = self.preferences(Canonical::of(environment).layer);
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

/// The environment of an asking process, which read it itself: what it could not have meant is left.
pub(super) struct Canonical {
    pub(super) layer: Layer,
    pub(super) ignored: Vec<String>,
    /// A timeout that was brought into its range; of interest if it is used.
    pub(super) clamped: Option<String>,
}

impl Canonical {
    pub(super) fn of(environment: Layer) -> Canonical {
        let mut canonical = Canonical { layer: Layer::new(), ignored: Vec::new(), clamped: None };
        for (key, given) in environment {
            let (value, told) = key.clamped(&given);
            match key.parse(&value) {
                Ok(value) => {
                    canonical.layer.insert(key, value);
                    let told = told.map(|told| format!("environment: {}: {told}", key.as_str()));
                    canonical.clamped = told.or(canonical.clamped);
                }
                Err(Problem { rule, .. }) => {
                    tracing::warn!(
                        setting = key.as_str(),
                        rule,
                        "ignored a value of the environment"
                    );
                    canonical
                        .ignored
                        .push(format!("environment: {}: {rule}; ignored", key.as_str()));
                }
            }
        }
        canonical
    }
}
