//! The person's settings: read from memory, written to the store first.

use std::sync::Arc;

use sayso_core::problem::Problem;
use sayso_core::settings::{Key, Preferences, SettingsLayer};
use sayso_core::surface::{Chats, Presence};
use sayso_core::{Actor, Command, Interaction, InteractionId, Surface, decide};
use sayso_desk::store::{LONGEST_PAGE, Replaces};
use sayso_desk::typed_items::{self, TypedItem};
use sayso_desk::whole::all;
use sayso_desk::{DeskError, EventKind, Query, Result, Scope, SettingView, Store};
use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;

use super::Inner;

/// A setting's value in the store, by the setting's name.
#[derive(Serialize, Deserialize)]
struct Setting(String);

/// Settings in the store.
pub(super) const KIND: &str = "setting";

impl TypedItem for Setting {
    const KIND: &'static str = KIND;
    const VERSION: u32 = 1;
}

/// The person's settings. Unknown names are left alone: another version of the program may have set
/// them.
pub(super) async fn load(key_value: &dyn Store, chats: Chats) -> Result<SettingsLayer> {
    let stored = typed_items::all::<Setting>(key_value).await?.into_iter();
    let known = stored.filter_map(|item| Some((Key::from_name(&item.key)?, item.value.0)));
    Ok(readable(known.collect(), chats))
}

/// Without invalid values.
fn readable(stored: SettingsLayer, chats: Chats) -> SettingsLayer {
    let read = |(key, value): (Key, String)| match key.parse(&value, chats) {
        Ok(value) => Some((key, value)),
        Err(problem) => {
            let setting = key.setting();
            let strictest = setting.guard.map(|strictest| strictest(chats));
            tracing::warn!(
                %problem,
                "a stored setting cannot be read; {} is used, `sayso config unset {key}` removes it",
                strictest.as_deref().unwrap_or(setting.default),
                key = setting.name,
            );
            strictest.map(|strictest| (key, strictest))
        }
    };
    stored.into_iter().filter_map(read).collect()
}

impl Inner {
    /// The chats that are wired in.
    pub(super) fn chats(&self) -> Chats {
        self.config.dialects.chats
    }

    pub(super) fn preferences(&self, environment: SettingsLayer) -> Preferences {
        let person = self.person.read().clone();
        Preferences { file: self.config.file.clone(), environment, person }
    }

    pub(super) async fn settings(&self, environment: SettingsLayer) -> Result<Vec<SettingView>> {
        let preferences = self.preferences(Canonical::of(environment, self.chats()).layer);
        let view = |key: Key| {
            let (value, source) = preferences.get(key);
            SettingView::new(key, value, source, self.chats())
        };
        Ok(Key::ALL.into_iter().map(view).collect())
    }

    async fn store_setting(&self, key: Key, value: Option<String>) -> Result<()> {
        let value = value.map(|raw| key.parse(&raw, self.chats())).transpose()?;
        match &value {
            Some(value) => {
                let set = Setting(value.clone());
                typed_items::put(self.store.as_ref(), key.as_str(), &set, Replaces::Anything)
                    .await?;
            }
            None => drop(self.store.remove(Setting::KIND, &[key.as_str().to_owned()]).await?),
        }
        let mut person = self.person.write();
        match value {
            Some(value) => person.insert(key, value),
            None => person.remove(&key),
        };
        drop(person);
        self.feed.publish(EventKind::Settings);
        Ok(())
    }

    /// As another hub has set them.
    pub(super) async fn reload_settings(&self) -> Result<()> {
        let set = load(self.store.as_ref(), self.chats()).await?;
        let mut person = self.person.write();
        let changed = *person != set;
        *person = set;
        drop(person);
        if changed {
            self.feed.publish(EventKind::Settings);
        }
        Ok(())
    }

    fn is_on(&self, key: Key) -> bool {
        self.preferences(SettingsLayer::new()).is_on(key)
    }

    /// Applies the person's current setting; a question that has been settled in between stays as
    /// it is.
    async fn switch(&self, id: InteractionId, key: Key) -> Result<()> {
        let person = Actor::new(None, Surface::Api, Presence::Unattended);
        let switch = |interaction: &Interaction| {
            let change = key.setting().change(if self.is_on(key) { "on" } else { "off" });
            let mut presented = interaction.presentation.clone();
            presented.change(&change);
            if !interaction.is_pending() || presented == interaction.presentation {
                return Ok(None);
            }
            decide(interaction, Command::Present(change), &person, self.now()).map(Some)
        };
        match self.change(id, switch).await {
            Ok(_) | Err(DeskError::NotFound { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Sets one. What decides how a question looks is also switched for everything that is pending:
    /// no note field should be left anywhere (SE-3). The other settings apply to questions asked
    /// from now on.
    pub(super) async fn set_setting(
        self: &Arc<Self>,
        key: Key,
        value: Option<String>,
    ) -> Result<()> {
        let before = self.is_on(key);
        self.store_setting(key, value).await?;
        let change = key.setting().change("on");
        let reaches = change.annotations.or(change.single_submit).or(change.placeholder);
        if reaches.is_none() || self.is_on(key) == before {
            return Ok(());
        }
        let mut query = Query { scope: Scope::Active, limit: LONGEST_PAGE, ..Query::default() };
        loop {
            let page = self.list(query.clone()).await?;
            // Together, so that they share a commit.
            let mut tasks = JoinSet::new();
            for row in page.rows {
                let inner = Arc::clone(self);
                tasks.spawn(async move { inner.switch(row.id, key).await });
            }
            all(tasks).await?;
            if page.next.is_none() {
                return Ok(());
            }
            query.after = page.next;
        }
    }
}

/// The environment of an asking process: invalid values are dropped.
pub(super) struct Canonical {
    pub(super) layer: SettingsLayer,
    pub(super) ignored: Vec<String>,
    /// A timeout that was moved into its range; reported if it is used.
    pub(super) clamped: Option<String>,
}

impl Canonical {
    pub(super) fn of(environment: SettingsLayer, chats: Chats) -> Canonical {
        let mut canonical =
            Canonical { layer: SettingsLayer::new(), ignored: Vec::new(), clamped: None };
        for (key, given) in environment {
            let (value, told) = key.clamped(&given);
            match key.parse(&value, chats) {
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
