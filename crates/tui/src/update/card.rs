//! Keys on a question: moving, choosing, going from one to the next.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sayso_core::Completeness;

use crate::control;
use crate::message::Target;
use crate::state::card::{Card, Focus, Page, Phase};
use crate::state::settings::Settings;
use crate::state::sheet::{AsideKind, SheetItem};
use crate::state::{Over, PromptEnd, State, Tone};
use crate::update::choosing::Number;
use crate::update::{digit, is_control, stepped, typed_digit};

impl State {
    pub(super) fn card_key(&mut self, key: KeyEvent) {
        let Some(card) = &mut self.card else { return };
        if !card.is_open() {
            return self.closed_key(key);
        }
        match card.phase {
            // With a hub that doesn't respond it may take long.
            Phase::Sending if is_control(key, 'd') => return self.leave(PromptEnd::Left),
            Phase::Sending => return,
            Phase::Incomplete(_) => return self.anyway_key(key),
            Phase::Confirming(_) => return self.confirm_key(key),
            Phase::Open => {}
        }
        if card.focus != Focus::List {
            return self.type_key(key);
        }
        card.complaint = None;
        self.general_key(key);
        let sends = |card: &Card| matches!(card.focus, Focus::Farewell(_) | Focus::Remark);
        let opens = self.card.as_ref().is_some_and(sends) || matches!(self.over, Over::Settings(_));
        if matches!(key.code, KeyCode::Char(_)) && opens {
            self.fingers.opened(self.now.running);
        }
    }

    /// Keys on a settled question.
    fn closed_key(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char('v') => self.over = Over::Reader { top: 0 },
            KeyCode::Char('?') => self.over = Over::Help { top: 0 },
            KeyCode::Char('[') => self.go_along(-1),
            KeyCode::Char(']') => self.go_along(1),
            // It may contain what somebody typed, so only an explicit key closes it.
            KeyCode::Enter | KeyCode::Esc | KeyCode::Char('q') => self.card = None,
            _ => {}
        }
    }

    /// Keys that work on every page, then those of the page.
    fn general_key(&mut self, key: KeyEvent) {
        let inbox = self.is_inbox();
        let option_first = self.tab_goes_to_option();
        let Some(card) = &mut self.card else { return };
        let has_beside = self.inbox.beside(card.view.interaction.id).next().is_some();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('r') if control => card.recommend_all(self.now.running),
            KeyCode::Char('d') if control => self.leave(PromptEnd::Left),
            KeyCode::Char('p') if control => self.page_key(KeyEvent::from(KeyCode::Up)),
            KeyCode::Char('n') if control => self.page_key(KeyEvent::from(KeyCode::Down)),
            KeyCode::Char(_) if control => self.does_nothing(key),
            KeyCode::Esc | KeyCode::Char('q') if inbox => self.close_card(),
            KeyCode::Esc | KeyCode::Char('c') => card.begin_farewell(),
            KeyCode::Char('h' | 'l') if !card.has_several() => self.does_nothing(key),
            KeyCode::Left | KeyCode::Char('h') => card.turn(-1),
            KeyCode::Right | KeyCode::Char('l') => card.turn(1),
            KeyCode::Tab | KeyCode::BackTab if !card.has_notes() => {
                self.remark("notes-are-off", Tone::Plain);
            }
            KeyCode::Tab => card.next_note(option_first),
            KeyCode::BackTab => card.next_note(!option_first),
            KeyCode::Char('e') if card.view.live.remaining_ms.is_none() => self.does_nothing(key),
            KeyCode::Char('e') => self.extend(),
            KeyCode::Char('w') => self.hand_to_web(),
            KeyCode::Char('s') => self.over = Over::Settings(Settings::default()),
            KeyCode::Char('?') => self.over = Over::Help { top: 0 },
            KeyCode::Char('v') => self.over = Over::Reader { top: 0 },
            KeyCode::Char('m') if inbox => self.toggle_mouse(),
            KeyCode::Char('A') if inbox || has_beside => self.name_permissions(),
            KeyCode::Char('[') if inbox => self.go_along(-1),
            KeyCode::Char(']') if inbox => self.go_along(1),
            _ => self.page_key(key),
        }
    }

    fn page_key(&mut self, key: KeyEvent) {
        match self.card.as_ref().map(|card| card.page) {
            Some(Page::Question(_)) => self.question_key(key),
            Some(Page::Review { .. }) => self.review_key(key),
            None => {}
        }
    }

    fn question_key(&mut self, key: KeyEvent) {
        let now = self.now.running;
        let Some(card) = &mut self.card else { return };
        let Some((question, _)) = card.current() else { return };
        let has_options = !question.control.is_field();
        if (control::of(&question.control).key)(card, key, now) {
            return;
        }
        let digit = typed_digit(key);
        if digit.is_none() {
            card.number = None;
        }
        let carries = key.modifiers.intersects(KeyModifiers::SHIFT | KeyModifiers::ALT);
        let can_skip = card.view.interaction.form.completeness == Completeness::Partial;
        match key.code {
            KeyCode::Up | KeyCode::Down if carries => {}
            KeyCode::Up | KeyCode::Char('k') => card.step(-1),
            KeyCode::Down | KeyCode::Char('j') => card.step(1),
            KeyCode::PageUp => card.step(-5),
            KeyCode::PageDown => card.step(5),
            KeyCode::Home | KeyCode::Char('g') => card.step(isize::MIN),
            KeyCode::End | KeyCode::Char('G') => card.step(isize::MAX),
            KeyCode::Char(' ') => self.choose(),
            KeyCode::Enter => self.enter(),
            KeyCode::Char('/') if has_options => card.focus = Focus::Filter,
            KeyCode::Char('o' | 'i') if card.begin_own_text() => {}
            KeyCode::Char('R') if card.has_recommended() => card.recommend(now),
            KeyCode::Char('x') => card.put_aside(AsideKind::Explain, now),
            KeyCode::Char('-') if can_skip => card.put_aside(AsideKind::Skip, now),
            KeyCode::Char('-') => self.refuse_to_skip(),
            KeyCode::Char(letter @ ('y' | 'n')) if card.jump_to_yes_or_no(letter) => self.choose(),
            _ => match digit.and_then(|digit| card.number(digit, now)) {
                Some(Number::Complete(at)) if card.jump_to_option(at) => self.choose(),
                Some(Number::Complete(at)) if card.begin_own_text_at(at) => {}
                Some(Number::MayGoOn(at)) if card.jump_to_option(at) => {
                    let values = [("number", (at + 1).into())];
                    let text = self.texts().say_with("number-so-far", values);
                    self.say(text, Tone::Plain);
                }
                Some(_) | None => self.does_nothing(key),
            },
        }
    }

    fn review_key(&mut self, key: KeyEvent) {
        let Some(card) = &mut self.card else { return };
        // After the last question's row there is one that sends.
        let count = card.questions().len();
        let Page::Review { cursor } = &mut card.page else { return };
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => *cursor = stepped(*cursor, -1, count + 1),
            KeyCode::Down | KeyCode::Char('j') => *cursor = stepped(*cursor, 1, count + 1),
            KeyCode::End | KeyCode::Char('G') => *cursor = count,
            KeyCode::Home | KeyCode::Char('g') => *cursor = 0,
            KeyCode::Char(' ') if *cursor == count => {}
            KeyCode::Enter | KeyCode::Char(' ') => self.take_review_row(),
            _ => match digit(key).filter(|at| *at < count) {
                Some(at) => card.open_question(at),
                None => self.does_nothing(key),
            },
        }
    }

    /// A question's row leads to that question; the last one sends.
    fn take_review_row(&mut self) {
        let Some(card) = &mut self.card else { return };
        match card.page {
            Page::Review { cursor } if cursor < card.questions().len() => {
                card.open_question(cursor)
            }
            Page::Review { .. } => self.send(),
            Page::Question(_) => {}
        }
    }

    /// Enter takes what the cursor is on and continues.
    fn enter(&mut self) {
        let now = self.now.running;
        let Some(card) = &mut self.card else { return };
        let Some((question, sheet)) = card.current() else { return };
        match sheet.item(question) {
            _ if sheet.aside.is_some() => self.advance(),
            Some(SheetItem::Option(_)) => {
                let is_answer = (control::of(&question.control).enter)(card, now);
                if is_answer {
                    self.advance()
                }
            }
            Some(SheetItem::OwnText) if sheet.text.is_blank() => drop(card.begin_own_text()),
            Some(SheetItem::OwnText) => {
                card.take_own_text(now);
                self.advance()
            }
            None => {}
        }
    }

    /// Chooses without continuing, unless choosing sends.
    fn choose(&mut self) {
        let now = self.now.running;
        let Some(card) = &mut self.card else { return };
        let Some((question, sheet)) = card.current() else { return };
        match sheet.item(question) {
            Some(SheetItem::Option(_)) => {
                let is_answer = (control::of(&question.control).choose)(card, now);
                if is_answer {
                    self.fingers.sent_by_character(now);
                    self.advance()
                }
            }
            Some(SheetItem::OwnText) => drop(card.begin_own_text()),
            None => {}
        }
    }

    /// Sends a single question; for several shows the next one, and the review at the end.
    pub(super) fn advance(&mut self) {
        let Some(card) = &mut self.card else { return };
        if !card.has_several() {
            return self.send();
        }
        card.turn(1)
    }

    pub(super) fn point_at(&mut self, target: Target) {
        let Some(card) = &mut self.card else { return };
        if !card.is_armed() || !card.is_open() || card.phase != Phase::Open {
            return;
        }
        match target {
            Target::Item(at) => {
                if let Page::Review { cursor } = &mut card.page {
                    if std::mem::replace(cursor, at) == at {
                        self.take_review_row();
                    }
                    return;
                }
                card.focus = Focus::List;
                if let Some((_, sheet)) = card.current_mut() {
                    let again = sheet.cursor == at;
                    sheet.cursor = at;
                    // The first click moves there, the second one opens it.
                    if again {
                        self.choose()
                    }
                }
            }
            Target::Tab(at) if at < card.questions().len() => card.open_question(at),
            Target::Tab(_) => card.open_review(),
            Target::Row(_) | Target::Setting(_) => {}
        }
    }

    pub(super) fn tab_goes_to_option(&self) -> bool {
        self.preference(sayso_core::settings::Key::TabOrder) == "option"
    }

    fn close_card(&mut self) {
        let mut card = self.card.take();
        self.effects.extend(card.as_mut().and_then(Card::save));
    }

    /// The previous or next interaction of the inbox.
    fn go_along(&mut self, steps: isize) {
        let Some(card) = &mut self.card else { return };
        let id = card.view.interaction.id;
        self.effects.extend(card.save());
        let shown = self.inbox.shown();
        let place = shown.ids().position(|known| known == id).unwrap_or(0);
        let next = place.saturating_add_signed(steps).min(shown.count().saturating_sub(1));
        if let Some(next) = shown.id(next).filter(|next| *next != id) {
            self.card = None;
            self.open(next);
        }
    }
}
