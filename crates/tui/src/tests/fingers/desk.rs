//! The desk of a play: it asks, ends and forgets questions, and replies late.

use sayso_core::interaction::Outcome;
use sayso_core::{DraftField, InteractionId, OptionId, Refusal, Status, TimeoutAction};
use sayso_desk::{Cursor, DeskError, Event, EventKind, Events, Row, View};
use serde_json::json;

use super::Play;
use crate::fixtures::{at, choice, id, questions, settled};
use crate::message::{Deed, Effect, Message};

impl Play {
    pub(super) fn ask(&mut self) -> View {
        let options = json!([{"id": "a", "label": "Drop it now"}, {"id": "b", "label": "Keep it", "recommended": true}]);
        let mut view = match self.chance.below(5) {
            0 => questions(),
            1 => choice(json!({"selection_mode": "hybrid", "default_selection_ids": null})),
            2 => choice(
                json!({"irreversible": true, "options": options, "default_selection_ids": null}),
            ),
            3 => choice(
                json!({"selection_mode": "text_input", "options": null, "default_selection_ids": null}),
            ),
            _ => choice(json!({"single_submit_mode": true, "default_selection_ids": null})),
        };
        view.interaction.id = id(self.asked.len() as u128 + 1);
        self.asked.insert(view.interaction.id, view.clone());
        let row = Box::new(Row::new(&view.interaction, view.live.clone()));
        self.tell(EventKind::Created { row });
        view
    }

    fn tell(&mut self, kind: EventKind) {
        let cursor = Cursor { epoch: 1, sequence: 1 };
        let events = Events { cursor, events: vec![Event { cursor, kind }], reset: None };
        self.send(Message::Happened(Ok(events)));
    }

    /// Messages of the desk arrive in order, with a delay.
    fn send(&mut self, message: Message) {
        let after = self.coming.last().map_or(self.now, |(at, _)| *at);
        let due = after.max(self.now) + self.chance.below(40);
        self.coming.push((due, message));
    }

    /// Something other than a key happens, mostly to the open question.
    pub(super) fn happens(&mut self) {
        let open = self.state.card.as_ref().map(|card| card.view.interaction.id);
        let mut pending: Vec<InteractionId> = self.asked.keys().copied().collect();
        pending.retain(|id| self.asked[id].interaction.is_pending());
        pending.retain(|id| !self.forgotten.contains(id));
        let of_open = open.filter(|open| pending.contains(open) && self.chance.percent(80));
        let Some(id) = of_open.or_else(|| pending.first().copied()) else {
            self.ask();
            return;
        };
        match self.chance.below(10) {
            0..4 => {
                self.log(id, "times out");
                let action = TimeoutAction::Reinvoke;
                self.settle(id, Outcome::TimedOut { action, sent: None });
            }
            4 | 5 => {
                self.log(id, "withdrawn");
                self.settle(id, Outcome::Withdrawn { why: "gone".to_owned() });
            }
            6 => {
                self.log(id, "forgotten");
                self.forgotten.insert(id);
                self.tell(EventKind::Removed { id });
            }
            7 | 8 => {
                let asked = &self.asked[&id].interaction.form.questions[0];
                let question = asked.id.clone();
                let ids: Vec<OptionId> =
                    asked.control.options().iter().map(|option| option.id.clone()).collect();
                let field = match ids.is_empty() {
                    true => DraftField::Text { question, text: "from elsewhere".to_owned() },
                    false => {
                        let at = usize::from(self.chance.percent(50));
                        DraftField::Options { question, options: vec![ids[at].clone()] }
                    }
                };
                self.log(id, "changed elsewhere");
                self.tell(EventKind::Drafted { id, fields: vec![field] });
            }
            _ => drop(self.ask()),
        }
    }

    fn settle(&mut self, id: InteractionId, outcome: Outcome) {
        let ended = settled(self.asked[&id].clone(), outcome);
        let row = Box::new(Row::new(&ended.interaction, ended.live.clone()));
        self.asked.insert(id, ended);
        self.tell(EventKind::Settled { row });
    }

    pub(super) fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Load(id) => {
                let result = match self.asked.get(&id) {
                    Some(view) if !self.forgotten.contains(&id) => Ok(view.clone()),
                    _ => Err(DeskError::NotFound { id: id.to_string() }),
                };
                self.send(Message::Loaded { id, result: Box::new(result) });
            }
            Effect::Act { id, deed: Deed::Settle, command } => {
                let view = &self.asked[&id];
                if let Err(why) = self.watch.means(self.now, &view.interaction, &command) {
                    panic!("{why}: {} {command:?} {:#?}", id.short(), self.log);
                }
                self.on_purpose = self.watch.is_on_purpose();
                let begun_for = self.begun_for;
                assert!(
                    begun_for.is_none_or(|other| other == id),
                    "{} gets an outcome from keys begun for {begun_for:?}: {:#?}",
                    id.short(),
                    self.log
                );
                self.outcomes += 1;
                self.log(id, "sent");
                let view = &self.asked[&id];
                let result = if view.interaction.is_pending() && !self.forgotten.contains(&id) {
                    self.settle(id, Outcome::Withdrawn { why: "answered here".to_owned() });
                    Ok(self.asked[&id].clone())
                } else {
                    let (status, at) = (Status::Timeout, at(self.now).day);
                    Err(DeskError::Refused(Refusal::AlreadySettled { status, actor: None, at }))
                };
                self.send(Message::Acted { id, deed: Deed::Settle, result: Box::new(result) });
            }
            Effect::Save { id, fields } => self.tell(EventKind::Drafted { id, fields }),
            _ => {}
        }
    }
}
