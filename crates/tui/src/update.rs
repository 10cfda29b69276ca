//! The only place where the state changes: a message in, effects out. No input, output or clock.

mod burst;
mod card;
mod choosing;
mod deliberate;
mod desk;
mod ends;
mod inbox;
mod sending;
mod settings;
mod together;
mod typing;
mod words;

#[cfg(test)]
mod tests;

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use sayso_core::settings::Key;

use crate::message::{Drawn, Effect, Hang, Message, Target, Wheel};
use crate::state::card::{Arming, Card, Focus, Phase};
use crate::state::{Interrupt, Moment, Mouse, Over, PromptEnd, Purpose, State, Toast, Tone};

pub(crate) use sending::more_time;
pub(crate) use settings::seconds;

/// How long a status line stays.
const TOAST: Duration = Duration::from_secs(4);
/// A warning stays until a key is pressed, so that it is still there when the person comes back.
const WARNING: Duration = Duration::from_secs(3_600);

pub(crate) fn update(state: &mut State, message: Message, now: Moment) -> Vec<Effect> {
    state.now = now;
    state.pass_time();
    match message {
        Message::Tick => state.keys_due(),
        Message::Drawn(drawn) => state.is_drawn(drawn),
        Message::Resized { width } => {
            state.width = usize::from(width);
            state.drawn.confirmable = false;
        }
        Message::Key(key) if key.kind == KeyEventKind::Release => {}
        // In any state.
        Message::Key(key) if is_control(key, 'c') => {
            state.leave(PromptEnd::Interrupted(Interrupt::Key))
        }
        Message::Key(key) if state.takes_typing() => {
            state.toast.take_if(|toast| toast.tone != Tone::Done);
            state.key(key)
        }
        Message::Paste(text) if state.takes_typing() => state.arrived_pasted(text),
        // A click between two keys would change what the first one does.
        Message::Pointed(target) if state.ending.is_none() && !state.burst.is_waiting() => {
            state.pointed(target)
        }
        Message::Wheel(wheel) if !state.fingers.is_holding() => {
            state.key(KeyEvent::from(match wheel {
                Wheel::Up => KeyCode::Up,
                Wheel::Down => KeyCode::Down,
            }))
        }
        Message::Key(_) | Message::Paste(_) | Message::Pointed(_) | Message::Wheel(_) => {}
        Message::Ending(ended) => state.leave(ended),
        Message::Happened(Ok(events)) => state.happened(events),
        Message::Happened(Err(error)) => state.fail(&error),
        Message::Loaded { id, result } => state.loaded(id, *result),
        Message::Acted { id, deed, result } => state.acted(id, deed, *result),
        Message::Saved { id, result } => state.saved(id, result),
        Message::HandedToWeb { id, result } => state.handed_to_web(id, *result),
        Message::Preferences(result) => state.preferences_loaded(result),
        Message::PreferenceSaved { key, result } => state.preference_saved(key, result),
        Message::Active(result) => state.active_loaded(result),
        Message::Done { listing, result } => state.done_loaded(&listing, result),
        Message::Edited(text) => {
            // The person was in the editor a moment ago and may still be typing.
            state.takes_typing();
            state.edited(text)
        }
        Message::Unresponsive(unresponsive) => state.unresponsive = unresponsive,
        Message::Hanging(hang) => {
            state.hanging = match hang {
                Hang::Began => state.hanging + 1,
                Hang::Ended => state.hanging.saturating_sub(1),
            };
        }
    }
    state.look_ahead();
    std::mem::take(&mut state.effects)
}

impl State {
    /// What happens as time passes: status lines disappear, keys are armed, drafts are saved.
    fn pass_time(&mut self) {
        let now = self.now.running;
        if self.toast.as_ref().is_some_and(|toast| toast.until <= now) {
            self.toast = None;
        }
        self.let_go();
        let Some(card) = &mut self.card else { return };
        let quiet = self.fingers.quiet_before(card.view.interaction.id);
        if let Arming::Waiting(since) = card.arming
            && since + quiet <= now
        {
            card.arming = Arming::Armed;
        }
        if card.drafts.due().is_some_and(|due| due <= now) {
            self.effects.extend(card.save());
        }
    }

    fn is_drawn(&mut self, drawn: Drawn) {
        self.drawn = drawn;
        if let (Some(last), Some(top)) = (drawn.last_top, self.over.top()) {
            *top = (*top).min(last);
        }
        let now = self.now.running;
        if let Some(card) = &mut self.card
            && card.arming == Arming::Unseen
        {
            card.arming = Arming::Waiting(now);
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('z') => return self.effects.push(Effect::Suspend),
                KeyCode::Char('l') => return self.effects.push(Effect::Redraw),
                _ => {}
            }
        }
        if self.is_unread() {
            // Somebody types, and not for this question.
            let now = self.now.running;
            if let Some(Card { arming: Arming::Waiting(since), .. }) = &mut self.card {
                *since = now;
            }
            return;
        }
        self.arrived(key);
    }

    /// Nobody can have read yet what keys would act on.
    fn is_unread(&self) -> bool {
        self.card.as_ref().is_some_and(|card| card.is_open() && !card.is_armed())
    }

    /// What a key does.
    fn press(&mut self, key: KeyEvent) {
        if is_control(key, 'x') && self.begin_farewell() {
            return;
        }
        let Some(key) = self.meant(key) else { return };
        if self.is_of_words(key) {
            return;
        }
        match self.over {
            Over::Nothing if self.card.is_some() => self.card_key(key),
            Over::Nothing => self.inbox_key(key),
            Over::Settings(_) => self.settings_key(key),
            Over::Together { .. } => self.together_key(key),
            Over::Help { .. } | Over::Reader { .. } => self.pager_key(key),
        }
    }

    /// With single-key shortcuts off, a character acts only where text is typed, or together with
    /// alt.
    fn meant(&self, key: KeyEvent) -> Option<KeyEvent> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_single = matches!(key.code, KeyCode::Char(c) if c != ' ') && !control;
        if !is_single || self.is_on(Key::Shortcuts) || self.types_text() {
            return Some(key);
        }
        let modifiers = key.modifiers - KeyModifiers::ALT;
        (modifiers != key.modifiers).then_some(KeyEvent { modifiers, ..key })
    }

    /// Characters go into a text.
    fn types_text(&self) -> bool {
        match (&self.over, &self.card) {
            (Over::Settings(settings), _) => settings.typing.is_some(),
            (Over::Help { .. } | Over::Reader { .. } | Over::Together { .. }, _) => false,
            (Over::Nothing, Some(card)) => {
                let confirming = matches!(card.phase, Phase::Confirming(_));
                card.is_open() && (card.focus != Focus::List || confirming)
            }
            (Over::Nothing, None) => self.inbox.search.typing,
        }
    }

    /// A long text: up, down, close. Other keys do nothing: what they mean on the question is out of sight.
    fn pager_key(&mut self, key: KeyEvent) {
        let Some(top) = self.over.top() else { return };
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => *top = top.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => *top = top.saturating_add(1),
            KeyCode::PageUp => *top = top.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => *top = top.saturating_add(10),
            KeyCode::Home | KeyCode::Char('g') => *top = 0,
            KeyCode::End | KeyCode::Char('G') => *top = usize::MAX,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | 'v' | '?') => {
                self.over = Over::Nothing
            }
            _ => {}
        }
    }

    fn paste(&mut self, text: String) {
        let armed = self.card.as_ref().is_none_or(Card::is_armed);
        match &self.over {
            // A paste never moves, chooses or sends; without a field it is ignored.
            _ if !armed => {}
            Over::Nothing if self.card.is_some() => self.paste_into_card(text),
            Over::Nothing => self.paste_into_search(text),
            Over::Settings(_) => self.paste_into_settings(text),
            Over::Help { .. } | Over::Reader { .. } | Over::Together { .. } => {}
        }
    }

    fn pointed(&mut self, target: Target) {
        match target {
            Target::Item(_) | Target::Tab(_) if self.over == Over::Nothing => self.point_at(target),
            Target::Row(id) if self.card.is_none() && self.over == Over::Nothing => {
                if self.inbox.selected == Some(id) {
                    return self.open(id);
                }
                self.inbox.selected = Some(id);
            }
            Target::Setting(at) => {
                if let Over::Settings(settings) = &mut self.over {
                    settings.cursor = at;
                }
            }
            Target::Item(_) | Target::Tab(_) | Target::Row(_) => {}
        }
    }

    fn toggle_mouse(&mut self) {
        let (mouse, key) = match self.mouse {
            Mouse::Off => (Mouse::On, "mouse-on"),
            Mouse::On => (Mouse::Off, "mouse-off"),
        };
        self.mouse = mouse;
        self.remark(key, Tone::Plain);
        self.effects.push(Effect::SetMouse(self.mouse));
    }

    /// One of our own texts as a status line.
    fn remark(&mut self, key: &str, tone: Tone) {
        let text = self.texts().say(key).into_owned();
        self.say(text, tone);
    }

    fn say(&mut self, text: String, tone: Tone) {
        let stays = match tone {
            Tone::Done | Tone::Plain => TOAST,
            Tone::Warn => WARNING,
        };
        let until = self.now.running + stays;
        self.toast = Some(Toast { text, tone, until });
    }

    /// A key that has no meaning here says so, instead of leaving the person to guess.
    fn does_nothing(&mut self, key: KeyEvent) {
        let KeyCode::Char(c) = key.code else { return };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if !control {
            self.fingers.strayed(self.now.running);
        }
        let name = match c {
            ' ' => "space".to_owned(),
            c if control => format!("ctrl+{}", as_pressed(c)),
            c => c.to_string(),
        };
        let text = self.texts().say_with("key-does-nothing", [("key", name.into())]);
        self.say(text, Tone::Plain);
    }

    fn is_inbox(&self) -> bool {
        self.purpose == Purpose::Inbox
    }
}

/// One step further goes round at the ends; a longer way stops there.
fn stepped(place: usize, steps: isize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    match steps {
        -1 if place == 0 => last,
        1 if place >= last => 0,
        steps => place.saturating_add_signed(steps).min(last),
    }
}

/// Its place, if it is one of `1` to `9`.
pub(crate) fn digit(key: KeyEvent) -> Option<usize> {
    let KeyCode::Char(digit @ '1'..='9') = key.code else { return None };
    ('1'..digit).count().into()
}

/// The value of a digit.
fn typed_digit(key: KeyEvent) -> Option<usize> {
    let KeyCode::Char(c) = key.code else { return None };
    c.to_digit(10).and_then(|digit| usize::try_from(digit).ok())
}

/// A terminal sends four control keys without a letter as if they were digits.
fn as_pressed(c: char) -> char {
    match c {
        '4' => '\\',
        '5' => ']',
        '6' => '^',
        '7' => '_',
        c => c,
    }
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}

impl Card {
    /// Saves everything that was typed since the last time.
    pub(super) fn save(&mut self) -> Option<Effect> {
        let fields = self.drafts.take();
        let id = self.view.interaction.id;
        (self.is_open() && !fields.is_empty()).then_some(Effect::Save { id, fields })
    }
}
