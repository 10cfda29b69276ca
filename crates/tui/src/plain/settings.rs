//! Settings in lines: all of them with their values, and one changed by its name.

use std::io;

use sayso_core::settings::Key;
use sayso_desk::SettingView;

use super::{Next, Talk};
use crate::message::Effect;
use crate::update::seconds;
use crate::words;

impl Talk {
    /// What they are, and how to change one.
    pub(super) fn list_settings(&mut self) -> io::Result<Next> {
        let settings = self.state.preferences.iter();
        let mut lines: Vec<String> = settings.map(|setting| self.setting(setting)).collect();
        lines.push(self.state.texts().say("plain-settings").into_owned());
        self.lines.say(&lines)?;
        Ok(Next::Stay)
    }

    /// `theme = dark (Theme): system, light, …`
    fn setting(&self, setting: &SettingView) -> String {
        let name = self.state.texts().say(&setting.key.setting().text()).into_owned();
        let choices = setting.choices.join(", ");
        format!(
            "{} = {} ({name}): {choices}",
            setting.key.as_str(),
            self.state.in_force(setting.key)
        )
    }

    /// `NAME VALUE`: saved, and applied to the open question.
    pub(super) async fn set(&mut self, more: &str) -> io::Result<Next> {
        let (name, value) = more.split_once(' ').unwrap_or((more, ""));
        let Some(key) = Key::from_name(name).filter(|_| !value.trim().is_empty()) else {
            self.tell("plain-set")?;
            return Ok(Next::Stay);
        };
        let desk = std::sync::Arc::clone(&self.session.desk);
        let set = desk.set_setting(key, Some(value.trim().to_owned())).await;
        if let Err(error) = set {
            self.refused(&error)?;
            let known = self.state.preferences.iter().find(|setting| setting.key == key);
            let line = known.map(|setting| self.setting(setting));
            self.lines.say(&line.into_iter().collect::<Vec<_>>())?;
            return Ok(Next::Stay);
        }
        self.load_settings().await;
        let value = self.state.preference(key).to_owned();
        self.state.apply_to_card(key, &value);
        for effect in std::mem::take(&mut self.state.effects) {
            let Effect::Act { id, command, .. } = effect else { continue };
            match desk.act(id, command, self.session.actor.clone()).await {
                Ok(view) => {
                    let now = self.state.now.running;
                    self.state.card.iter_mut().for_each(|card| card.renew(view.clone(), now));
                }
                Err(error) => return self.refused(&error),
            }
        }
        let saved = self.state.texts().say("saved").into_owned();
        self.lines.say(&[format!("{name} = {value} ({saved})")])?;
        Ok(Next::Stay)
    }

    /// The time left for this question: `90s`, `10m`, `2h`.
    pub(super) fn seconds_of(&mut self, more: &str) -> io::Result<Option<u64>> {
        let seconds = seconds(more);
        if seconds.is_none() {
            self.tell("no-duration")?;
        }
        Ok(seconds)
    }

    /// Language and theme are among them. A failure is no reason to stop: the old ones stay.
    pub(super) async fn load_settings(&mut self) {
        let environment = self.session.environment.clone();
        match self.session.desk.settings(environment).await {
            Ok(preferences) => self.state.preferences = preferences,
            Err(error) => tracing::debug!(%error, "settings were not loaded"),
        }
    }

    /// Says why, and stays where it is.
    pub(super) fn refused(&mut self, error: &sayso_desk::DeskError) -> io::Result<Next> {
        let text = words::refusal_words(self.state.texts(), error);
        self.lines.say(&[text])?;
        Ok(Next::Stay)
    }
}
