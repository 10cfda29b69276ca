//! The settings screen: every change is saved at once, and applied to the interaction on screen.

use crossterm::event::{KeyCode, KeyEvent};
use sayso_core::settings::{Key, Language, Source};
use sayso_core::{Command, Preferred, TimeoutAction};

use super::typing::edit_of;
use crate::editor::{Edit, Editor};
use crate::message::{Deed, Effect};
use crate::state::settings::{ALWAYS, Item, Remark, step, toggle_always};
use crate::state::{Over, State};

impl State {
    pub(super) fn settings_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let items = self.setting_items();
        let Over::Settings(settings) = &mut self.over else { return Vec::new() };
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
                if let Item::Setting(key) = item
                    && let Some(value) = toggle_always(key, self.preference(key))
                {
                    return self.set(key, value);
                }
            }
            KeyCode::Right | KeyCode::Char('l' | ' ') | KeyCode::Enter => match item {
                Item::Setting(key) => return self.step_setting(key, 1),
                Item::TimeLeft => settings.typing = Some(Editor::default()),
                Item::SwitchToWeb => {
                    self.over = Over::Nothing;
                    return self.hand_to_web();
                }
            },
            KeyCode::Left | KeyCode::Char('h') => {
                if let Item::Setting(key) = item {
                    return self.step_setting(key, -1);
                }
            }
            _ => {}
        }
        Vec::new()
    }

    fn move_in_settings(&mut self, steps: isize, last: usize) {
        if let Over::Settings(settings) = &mut self.over {
            settings.cursor = settings.cursor.saturating_add_signed(steps).min(last);
            settings.remark = None;
        }
    }

    /// The time left, as `90`, `90s`, `5m`, `2h` or `1d`.
    fn time_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Over::Settings(settings) = &mut self.over else { return Vec::new() };
        let Some(editor) = &mut settings.typing else { return Vec::new() };
        match key.code {
            KeyCode::Esc => settings.typing = None,
            KeyCode::Enter => match seconds(editor.text()) {
                Some(seconds) => {
                    settings.typing = None;
                    return self.act(Deed::Extend, Command::SetRemaining { seconds });
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
        Vec::new()
    }

    pub(super) fn paste_into_settings(&mut self, text: String) -> Vec<Effect> {
        if let Over::Settings(settings) = &mut self.over
            && let Some(editor) = &mut settings.typing
        {
            editor.edit(Edit::Insert(text.trim().to_owned()));
        }
        Vec::new()
    }

    fn step_setting(&mut self, key: Key, steps: isize) -> Vec<Effect> {
        let value = step(key, self.preference(key), self.choices(key), steps);
        self.set(key, value)
    }

    /// Shown at once; the desk's refusal would bring the old value back.
    fn set(&mut self, key: Key, value: String) -> Vec<Effect> {
        if let Some(setting) = self.preferences.iter_mut().find(|setting| setting.key == key) {
            setting.value.clone_from(&value);
            setting.source = Source::Person;
        }
        let mut effects = self.apply_to_card(key, &value);
        effects.insert(0, Effect::SetPreference { key, value });
        effects
    }

    fn apply_to_card(&mut self, key: Key, value: &str) -> Vec<Effect> {
        let Some(card) = self.card.as_mut().filter(|card| card.is_open()) else {
            return Vec::new();
        };
        let bare = value.strip_suffix(ALWAYS).unwrap_or(value);
        let on = Some(bare == "on");
        let shown = &mut card.view.interaction.presentation;
        let change = match key {
            Key::Annotations => {
                shown.annotations = on == Some(true);
                Change { annotations: on, ..Change::default() }
            }
            Key::SingleSubmit => {
                shown.single_submit = on == Some(true);
                Change { single_submit: on, ..Change::default() }
            }
            Key::Placeholder => {
                shown.placeholder = on == Some(true);
                Change { placeholder: on, ..Change::default() }
            }
            Key::Language => {
                shown.language = Language::from_name(bare);
                Change { language: shown.language, ..Change::default() }
            }
            Key::TimeoutAction => {
                let action = TimeoutAction::ALL.into_iter().find(|known| known.as_str() == bare);
                Change { action, ..Change::default() }
            }
            Key::Interface => Change { surface: bare.parse().ok(), ..Change::default() },
            Key::Timeout => {
                let timed = card.view.live.remaining_ms.is_some();
                let seconds = bare.parse().ok().filter(|_| timed);
                let change = seconds.map(|seconds| Command::SetRemaining { seconds });
                return change.map(|command| self.act(Deed::Extend, command)).unwrap_or_default();
            }
            Key::TabOrder
            | Key::Hints
            | Key::Shortcuts
            | Key::Notifications
            | Key::Theme
            | Key::IrreversibleSurfaces => return Vec::new(),
        };
        if change == Change::default() {
            Vec::new()
        } else {
            self.act(Deed::Present, change.into())
        }
    }
}

/// What `Command::Present` can change, all of it optional.
#[derive(Default, PartialEq)]
struct Change {
    surface: Option<Preferred>,
    single_submit: Option<bool>,
    annotations: Option<bool>,
    placeholder: Option<bool>,
    language: Option<Language>,
    action: Option<TimeoutAction>,
}

impl From<Change> for Command {
    fn from(change: Change) -> Command {
        let Change { surface, single_submit, annotations, placeholder, language, action } = change;
        Command::Present {
            surface,
            single_submit,
            annotations,
            placeholder,
            language,
            timeout_action: action,
        }
    }
}

fn seconds(text: &str) -> Option<u64> {
    let text = text.trim();
    let (number, factor) = match text.char_indices().last()? {
        (at, 's') => (&text[..at], 1),
        (at, 'm') => (&text[..at], 60),
        (at, 'h') => (&text[..at], 3_600),
        (at, 'd') => (&text[..at], 86_400),
        _ => (text, 1),
    };
    let seconds = number.trim().parse::<u64>().ok()?.checked_mul(factor)?;
    sayso_core::policy::TIMEOUT_RANGE.contains(&seconds).then_some(seconds)
}
