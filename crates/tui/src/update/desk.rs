//! Messages from the desk: events, and the results of requests.

use sayso_core::settings::Key;
use sayso_core::text::clean_line;
use sayso_core::{InteractionId, Refusal};
use sayso_desk::store::LONGEST_PAGE;
use sayso_desk::{DeskError, Event, EventKind, Events, Page, Row, SettingView, View};

use crate::message::{Deed, Effect, Handed, Listing, Result};
use crate::state::card::{Card, Complaint, Phase};
use crate::state::inbox::{History, Meanwhile, Place};
use crate::state::settings::Remark;
use crate::state::{By, Over, PromptEnd, Purpose, State, Tone};
use crate::words;

impl State {
    pub(super) fn happened(&mut self, events: Events) {
        if let Some(active) = events.reset {
            self.begin_anew(active);
        }
        for Event { kind, .. } in events.events {
            self.one_happened(kind);
        }
    }

    /// What was known is void: the stream starts here.
    fn begin_anew(&mut self, active: Vec<Row>) {
        if self.is_inbox() {
            let whole = active.len() < LONGEST_PAGE;
            self.inbox.meanwhile = None;
            self.show_active(active);
            self.effects.push(Effect::LoadDone(Listing::Recent));
            if !whole {
                self.inbox.meanwhile = Some(Meanwhile::default());
                self.effects.push(Effect::LoadActive);
            }
        } else if let Some(card) = &self.card {
            // A prompt lists what its session also waits for, and nothing else.
            let session = card.view.interaction.origin.session.clone();
            let its = |row: &Row| session.is_some() && row.permission_of() == session.as_deref();
            self.inbox.put_all(active.into_iter().filter(its).collect(), self.now.running);
        }
        if let Some(card) = &mut self.card {
            card.drafts.forget_echoes();
            self.effects.push(Effect::Load(card.view.interaction.id));
        }
        self.effects.push(Effect::LoadPreferences);
    }

    fn show_active(&mut self, active: Vec<Row>) {
        self.inbox.put_all(active, self.now.running);
        self.inbox.loaded = true;
    }

    fn one_happened(&mut self, kind: EventKind) {
        let now = self.now.running;
        match kind {
            EventKind::Created { row } => {
                self.notice(&row);
                self.inbox.pin_selection();
                self.inbox.put_waiting(*row, now);
            }
            EventKind::Changed { row, .. } => {
                let id = row.id;
                self.inbox.pin_selection();
                self.inbox.put_waiting(*row, now);
                self.reload(id)
            }
            EventKind::Settled { row } => {
                let id = row.id;
                self.inbox.settle(*row);
                // The reply to our own command says it, too.
                let sending = |card: &Card| card.phase == Phase::Sending;
                if !self.card.as_ref().is_some_and(sending) {
                    self.reload(id);
                }
            }
            EventKind::Drafted { id, fields } => {
                if let Some(card) = self.card_of(id) {
                    fields.into_iter().for_each(|field| card.receive(field));
                }
            }
            EventKind::Listening { id, listening } => {
                if let Some(row) = self.inbox.find_waiting(id) {
                    row.listening = listening;
                }
                if let Some(card) = self.card_of(id) {
                    card.view.live.listening = listening;
                }
            }
            EventKind::Delivered { id } => self.delivered(id, true),
            EventKind::Undelivered { id } => self.delivered(id, false),
            EventKind::Removed { id } => {
                self.inbox.remove(id);
                self.removed(id)
            }
            EventKind::Settings => self.effects.push(Effect::LoadPreferences),
            EventKind::Presence => {}
        }
    }

    fn notice(&mut self, row: &Row) {
        if !self.is_inbox() {
            return;
        }
        let who = words::who(self.texts(), row.agent.as_deref(), row.project.as_deref());
        if self.card.is_some() && !self.is_side_by_side() {
            let values = [("who", who.clone().into()), ("title", clean_line(&row.title).into())];
            let text = self.texts().say_with("arrived", values);
            self.say(text, Tone::Plain);
        }
        if !self.is_on(Key::Notifications) {
            return;
        }
        let body = format!("{} · {}", clean_line(&row.title), clean_line(&row.prompt));
        self.effects.push(Effect::Notify { title: who, body });
    }

    fn delivered(&mut self, id: InteractionId, delivered: bool) {
        if let Some(row) = self.inbox.find_done(id) {
            row.delivered = delivered;
        }
        self.reload(id)
    }

    fn card_of(&mut self, id: InteractionId) -> Option<&mut Card> {
        self.card.as_mut().filter(|card| card.view.interaction.id == id)
    }

    fn reload(&mut self, id: InteractionId) {
        let peek = self.inbox.peek.as_ref().is_some_and(|card| card.view.interaction.id == id);
        let open = peek || self.card_of(id).is_some();
        self.effects.extend(open.then_some(Effect::Load(id)));
    }

    pub(super) fn loaded(&mut self, id: InteractionId, result: Result<View>) {
        let wanted = self.inbox.opening == Some(id);
        if wanted {
            self.inbox.opening = None;
        }
        let view = match result {
            Ok(view) => view,
            Err(DeskError::NotFound { .. }) => return self.removed(id),
            Err(error) => {
                self.say(error.to_string(), Tone::Warn);
                return;
            }
        };
        let now = self.now.running;
        let peeked = self.inbox.peek.as_ref().is_some_and(|card| card.view.interaction.id == id);
        if self.card.is_none() && !wanted && (peeked || self.inbox.peeking == Some(id)) {
            self.inbox.peek = Some(Box::new(Card::new(view, now)));
            return;
        }
        let pending = view.interaction.is_pending();
        let purpose = self.purpose;
        if !pending && self.card_of(id).is_some_and(|card| card.is_open()) {
            self.ends_under_fingers(id, view.interaction.outcome());
        }
        match (self.card_of(id), purpose) {
            (Some(_), Purpose::Prompt) if !pending => {
                let view = Box::new(view);
                self.end(PromptEnd::Settled { view, by: By::Elsewhere });
            }
            (Some(card), _) => card.renew(view, now),
            (None, _) if wanted => {
                self.over = Over::Nothing;
                self.card = Some(Card::new(view, now));
            }
            (None, _) => {}
        }
    }

    pub(super) fn acted(&mut self, id: InteractionId, deed: Deed, result: Result<View>) {
        let now = self.now.running;
        match (result, deed) {
            (Ok(view), Deed::Settle) => self.settled_here(view),
            (Ok(view), Deed::Extend | Deed::Present) => {
                if let Some(card) = self.card_of(id) {
                    card.renew(view, now);
                }
            }
            // The event says so. What was answered or deleted in this moment is no longer there to withdraw.
            (Ok(_) | Err(DeskError::Refused(_) | DeskError::NotFound { .. }), Deed::Together) => {}
            (Err(DeskError::Refused(Refusal::AlreadySettled { .. })), _) => {
                if let Some(card) = self.card_of(id) {
                    card.phase = Phase::Open;
                }
                self.reload(id)
            }
            (Err(error), _) => {
                if let Some(card) = self.card_of(id) {
                    card.phase = Phase::Open;
                    card.complaint = Some(Complaint::Refused);
                }
                self.say(words::refusal_words(self.texts(), &error), Tone::Warn);
            }
        }
    }

    fn settled_here(&mut self, view: View) {
        match self.purpose {
            Purpose::Prompt => {
                let view = Box::new(view);
                self.finish(PromptEnd::Settled { view, by: By::ThisTerminal });
            }
            Purpose::Inbox => {
                let texts = self.texts();
                let told = if view.live.listening { "has-it" } else { "gets-it-later" };
                let what = words::outcome_words(texts, &view);
                let text = format!("✓ {what} · {}", texts.say(told));
                if self.once {
                    let view = Box::new(view);
                    return self.finish(PromptEnd::Settled { view, by: By::ThisTerminal });
                }
                self.card = None;
                self.over = Over::Nothing;
                self.say(text, Tone::Done);
                self.go_on(view.interaction.id);
            }
        }
    }

    pub(super) fn saved(&mut self, id: InteractionId, result: Result<()>) {
        match result {
            Ok(()) => {}
            // An event will say who settled it; the draft is useless now.
            Err(DeskError::Refused(_)) => self.reload(id),
            Err(error) => self.say(clean_line(&error.to_string()), Tone::Warn),
        }
    }

    pub(super) fn handed_to_web(&mut self, id: InteractionId, result: Result<Handed>) {
        let Handed { view, way_in } = match result {
            Ok(handed) => handed,
            Err(error) => return self.acted(id, Deed::Present, Err(error)),
        };
        let view = Box::new(view);
        let open = Effect::OpenWeb(view.clone());
        match self.purpose {
            Purpose::Prompt => self.ended = Some(PromptEnd::HandedToWeb { view, way_in }),
            Purpose::Inbox => {
                let lines = words::continues_in_browser(self.texts(), &view, way_in.as_ref());
                self.card = None;
                self.over = Over::Nothing;
                // An address to copy stays until a key is pressed.
                let tone = if way_in.is_some() { Tone::Warn } else { Tone::Plain };
                self.say(lines.join("\n"), tone);
            }
        }
        self.effects.push(open);
    }

    pub(super) fn preferences_loaded(&mut self, result: Result<Vec<SettingView>>) {
        if let Ok(preferences) = result {
            self.preferences = preferences;
        }
    }

    pub(super) fn preference_saved(&mut self, _key: Key, result: Result<()>) {
        let remark = match &result {
            Ok(()) => Remark::Saved,
            Err(error) => Remark::Refused(clean_line(&error.to_string())),
        };
        if let Over::Settings(settings) = &mut self.over {
            settings.remark = Some(remark);
        }
        // The desk's values apply.
        if result.is_err() {
            self.effects.push(Effect::LoadPreferences);
        }
    }

    pub(super) fn active_loaded(&mut self, result: Result<Vec<Row>>) {
        match result {
            Ok(rows) => self.show_active(rows),
            Err(error) => self.say(clean_line(&error.to_string()), Tone::Warn),
        }
    }

    pub(super) fn done_loaded(&mut self, listing: &Listing, result: Result<Page>) {
        let page = match result {
            Ok(page) => page,
            Err(error) => {
                self.say(clean_line(&error.to_string()), Tone::Warn);
                return;
            }
        };
        page.rows.iter().for_each(|row| self.inbox.measure(row));
        match (listing, &mut self.inbox.place) {
            (Listing::Recent, _) => self.inbox.put_done(page.rows),
            (Listing::History { search, after }, Place::History(history))
                if *search == self.inbox.search.text.text() =>
            {
                if after.is_none() {
                    *history = History::default();
                }
                history.rows.extend(page.rows);
                history.next = page.next;
                history.looked_through = page.looked_through;
                history.loading = false;
            }
            // The result of an outdated search.
            (Listing::History { .. }, Place::History(_) | Place::Waiting) => {}
        }
    }
}
