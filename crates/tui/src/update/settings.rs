//! The settings screen: every change is saved at once, and applied to the interaction on screen.

use crossterm::event::{KeyCode, KeyEvent};
use sayso_core::settings::{Key, Source};
use sayso_core::text::duration;
use sayso_core::{Command, PresentationChange};
use sayso_desk::SettingView;

use super::typing::edit_of;
use crate::editor::{Edit, Editor};
use crate::message::{Deed, Effect};
use crate::state::settings::{Item, Remark, split, step, toggle_always};
use crate::state::{Over, State};

impl State {
    pub(super) fn settings_key(&mut self, key: KeyEvent) {
        let items = self.setting_items();
        let Over::Settings(settings) = &mut self.over else { return };
        if settings.typing.is_some() {
            return self.time_key(key);
        }
        let last = items.len().saturating_sub(1);
        settings.cursor = settings.cursor.min(last);
        let item = items[settings.cursor];
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.move_in_settings(-1, last),
            KeyCode::Down | KeyCode::Char('j') => self.move_in_settings(1, last),
            KeyCode::Home | KeyCode::Char('g') => self.move_in_settings(isize::MIN, last),
            KeyCode::End | KeyCode::Char('G') => self.move_in_settings(isize::MAX, last),
            KeyCode::Esc | KeyCode::Char('s' | 'q') => self.over = Over::Nothing,
            KeyCode::Char('a') => {
                if let Item::Setting(key) = item {
                    self.set(key, toggle_always)
                }
            }
            KeyCode::Right | KeyCode::Char('l' | ' ') | KeyCode::Enter => match item {
                Item::Setting(key) => self.set(key, |setting| Some(step(setting, 1))),
                Item::TimeLeft => settings.typing = Some(Editor::default()),
                Item::SwitchToWeb => {
                    self.over = Over::Nothing;
                    self.hand_to_web()
                }
            },
            KeyCode::Left | KeyCode::Char('h') => {
                if let Item::Setting(key) = item {
                    self.set(key, |setting| Some(step(setting, -1)))
                }
            }
            _ => {}
        }
    }

    fn move_in_settings(&mut self, steps: isize, last: usize) {
        if let Over::Settings(settings) = &mut self.over {
            settings.cursor = settings.cursor.saturating_add_signed(steps).min(last);
            settings.remark = None;
        }
    }

    /// The time left, as `90`, `90s`, `5m`, `2h` or `1d`.
    fn time_key(&mut self, key: KeyEvent) {
        let Over::Settings(settings) = &mut self.over else { return };
        let Some(editor) = &mut settings.typing else { return };
        match key.code {
            KeyCode::Esc => settings.typing = None,
            KeyCode::Enter => match seconds(editor.text()) {
                Some(seconds) => {
                    settings.typing = None;
                    self.act(Deed::Extend, Command::SetRemaining { seconds })
                }
                None => {
                    let text = self.texts().say("no-duration").into_owned();
                    if let Over::Settings(settings) = &mut self.over {
                        settings.remark = Some(Remark::Refused(text));
                    }
                }
            },
            _ => {
                if let Some(edit) =
                    edit_of(key).filter(|edit| *edit != Edit::Insert("\n".to_owned()))
                {
                    editor.edit(edit);
                }
            }
        }
    }

    pub(super) fn paste_into_settings(&mut self, text: String) {
        if let Over::Settings(settings) = &mut self.over
            && let Some(editor) = &mut settings.typing
        {
            editor.edit(Edit::Insert(text.trim().to_owned()));
        }
    }

    /// Shown at once; a refusal of the desk would restore the old value.
    fn set(&mut self, key: Key, next: impl FnOnce(&SettingView) -> Option<String>) {
        let in_force = self.in_force(key);
        let setting = self.preferences.iter_mut().find(|setting| setting.key == key);
        let Some(setting) = setting else { return };
        setting.value = in_force;
        let Some(value) = next(setting) else { return };
        setting.value.clone_from(&value);
        setting.source = Source::Person;
        self.effects.push(Effect::SetPreference { key, value: value.clone() });
        self.apply_to_card(key, &value);
    }

    pub(crate) fn apply_to_card(&mut self, key: Key, value: &str) {
        let Some(card) = self.card.as_mut().filter(|card| card.is_open()) else { return };
        if key == Key::Timeout {
            let timed = card.view.live.remaining_ms.is_some();
            return match split(value).0.parse() {
                Ok(seconds) if timed => self.act(Deed::Extend, Command::SetRemaining { seconds }),
                Ok(_) | Err(_) => {}
            };
        }
        let change = key.setting().change(value);
        if change == PresentationChange::default() {
            return;
        }
        card.view.interaction.presentation.change(&change);
        self.act(Deed::Present, Command::Present(change))
    }
}

/// If a question may take that long.
pub(crate) fn seconds(text: &str) -> Option<u64> {
    duration(text).filter(|seconds| sayso_core::policy::TIMEOUT_RANGE.contains(seconds))
}
