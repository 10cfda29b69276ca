//! The effect of a line: chooses, notes, sends, cancels.

use std::io;

use sayso_core::worksheet::{Edit, Fault, needs_confirmation};
use sayso_core::{Command, Preferred, PresentationChange};
use sayso_desk::{View, present};
use sayso_locale::words as say;

use super::command::{self, Said, Verb};
use super::{Next, Talk};
use crate::editor::Editor;
use crate::state::card::{Card, Page, Phase};
use crate::state::sheet::AsideKind;
use crate::state::{By, PromptEnd};
use crate::update::more_time;
use crate::words;

impl Talk {
    pub(super) async fn answer(&mut self, line: &str) -> io::Result<Next> {
        let Some(card) = &self.state.card else { return Ok(Next::Ended(PromptEnd::Left)) };
        if let Phase::Confirming(_) = card.phase {
            return self.confirm(line).await;
        }
        match card.page {
            Page::Question(at) => self.answer_at(at, line).await,
            Page::Review { .. } => self.reviewed(line).await,
        }
    }

    async fn answer_at(&mut self, at: usize, line: &str) -> io::Result<Next> {
        let Some(question) = self.state.card.as_ref().and_then(|card| card.questions().get(at))
        else {
            return Ok(Next::Review);
        };
        let said = command::read(line, question);
        let several = question.control.takes_several();
        let edit = match said {
            Said::Nothing => return Ok(Next::Question(at)),
            Said::Unknown(line) => {
                let text = self.state.texts().say_with("plain-unknown", [("line", line.into())]);
                self.lines.say(&[text])?;
                return Ok(Next::Stay);
            }
            Said::Command(verb, more) => return self.obey(verb, more).await,
            Said::Options(mut options) if options.len() == 1 && !several => {
                Edit::Choose(options.remove(0))
            }
            Said::Options(options) if several => Edit::Mark(options),
            Said::Options(_) => {
                self.tell("plain-one")?;
                return Ok(Next::Stay);
            }
            Said::Text(text) => {
                self.write(at, &text);
                Edit::Write(text)
            }
        };
        let now = self.state.now.running;
        if let Some(card) = &mut self.state.card {
            card.complaint = None;
            card.edit(edit, now);
        }
        self.complain_or(at).await
    }

    /// The field itself: an edit keeps what is typed there.
    pub(super) fn write(&mut self, at: usize, text: &str) {
        if let Some(sheet) = self.state.card.as_mut().and_then(|card| card.sheets.get_mut(at)) {
            sheet.text = Editor::new(text);
        }
    }

    /// What is wrong with the answer, otherwise the next question or the review.
    pub(super) async fn complain_or(&mut self, at: usize) -> io::Result<Next> {
        let Some(card) = &self.state.card else { return Ok(Next::Stay) };
        if let Some(text) = super::said::wrong(&self.state, card, at) {
            self.lines.say(&[text])?;
            return Ok(Next::Stay);
        }
        let last = card.questions().len() - 1;
        self.save().await;
        Ok(if at < last { Next::Question(at + 1) } else { Next::Review })
    }

    /// Everything has been asked: an empty line sends.
    async fn reviewed(&mut self, line: &str) -> io::Result<Next> {
        let Some(card) = &self.state.card else { return Ok(Next::Stay) };
        if let Some(Said::Command(verb, more)) = command::command(line) {
            return self.obey(verb, more).await;
        }
        let place = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let incomplete = !card.unanswered().is_empty();
        match line {
            "" if incomplete => {
                let values = [
                    ("open", card.unanswered().len().into()),
                    ("all", card.questions().len().into()),
                ];
                let text = self.state.texts().say_with("plain-send-anyway", values);
                self.lines.say(&[text])?;
                Ok(Next::Stay)
            }
            "" => self.send().await,
            "send" if card.has_several() => self.send().await,
            line if !card.has_several() => {
                if let Some(card) = &mut self.state.card {
                    card.open_question(0);
                }
                self.answer_at(0, line).await
            }
            _ => match place.filter(|at| *at < card.questions().len()) {
                Some(at) => Ok(Next::Question(at)),
                None => Ok(Next::Review),
            },
        }
    }

    async fn send(&mut self) -> io::Result<Next> {
        let texts = self.state.texts();
        let Some(card) = &mut self.state.card else { return Ok(Next::Stay) };
        let draft = card.draft();
        let worksheet = card.worksheet(&draft);
        if let Some((at, fault)) = worksheet.fault() {
            self.lines.say(&[say::fault(texts, &fault)])?;
            return Ok(match fault {
                Fault::NothingAnswered => Next::Question(0),
                _ => Next::Question(at),
            });
        }
        let submission = worksheet.submission();
        let confirmed = matches!(card.phase, Phase::Confirming(_));
        if needs_confirmation(&card.view.interaction, &submission) && !confirmed {
            if let Some(place) = words::elsewhere(texts, card) {
                self.lines.say(&[place])?;
                return Ok(Next::Stay);
            }
            card.phase = Phase::Confirming(Editor::default());
            let word = texts.say("confirm-word").into_owned();
            let lines = [texts.say_with("type-the-word", [("word", word.into())])];
            self.lines.say(&lines)?;
            return Ok(Next::Stay);
        }
        self.settle(Command::Answer { submission }).await
    }

    /// It can't be undone: the word, or back.
    async fn confirm(&mut self, line: &str) -> io::Result<Next> {
        let word = self.state.texts().say("confirm-word").to_lowercase();
        if line.to_lowercase() == word {
            return self.send().await;
        }
        if let Some(card) = &mut self.state.card {
            card.phase = Phase::Open;
        }
        Ok(Next::Review)
    }

    async fn settle(&mut self, command: Command) -> io::Result<Next> {
        let Some(id) = self.state.card.as_ref().map(|card| card.view.interaction.id) else {
            return Ok(Next::Stay);
        };
        let acted = self.session.desk.act(id, command, self.session.actor.clone()).await;
        if let Some(card) = &mut self.state.card {
            card.phase = Phase::Open;
        }
        match acted {
            Ok(view) => {
                Ok(Next::Ended(PromptEnd::Settled { view: Box::new(view), by: By::ThisTerminal }))
            }
            Err(error) => self.refused(&error),
        }
    }

    async fn obey(&mut self, verb: Verb, more: String) -> io::Result<Next> {
        let now = self.state.now.running;
        let Some(card) = &mut self.state.card else { return Ok(Next::Stay) };
        let at = match card.page {
            Page::Question(at) => at,
            Page::Review { .. } => card.questions().len(),
        };
        match verb {
            Verb::Help => self.tell("plain-help").map(|()| Next::Stay),
            Verb::Again if at < card.questions().len() => Ok(Next::Question(at)),
            Verb::Again => Ok(Next::Review),
            Verb::Back => Ok(Next::Question(at.saturating_sub(1))),
            Verb::Quit => {
                self.save().await;
                Ok(Next::Ended(PromptEnd::Left))
            }
            Verb::Note if !card.has_notes() => self.tell("notes-are-off").map(|()| Next::Stay),
            Verb::Note => {
                card.take_note(&more, now);
                self.save().await;
                self.tell("plain-noted").map(|()| Next::Stay)
            }
            Verb::Skip | Verb::Explain if at < card.questions().len() => {
                let kind = if verb == Verb::Skip { AsideKind::Skip } else { AsideKind::Explain };
                card.complaint = None;
                card.edit(kind.edit(more), now);
                self.complain_or(at).await
            }
            Verb::Skip | Verb::Explain => Ok(Next::Review),
            Verb::Cancel => {
                let words = Some(more).filter(|more| !more.is_empty() && card.has_notes());
                let rejects = card.view.interaction.origin.dialect.rejects();
                self.settle(if rejects {
                    Command::Reject { reason: words }
                } else {
                    Command::Cancel { note: words }
                })
                .await
            }
            Verb::More => match card.remaining(now).map(more_time) {
                Some(seconds) => self.set_remaining(seconds).await,
                None => self.tell("no-deadline").map(|()| Next::Stay),
            },
            Verb::Time if card.remaining(now).is_none() => {
                self.tell("no-deadline").map(|()| Next::Stay)
            }
            Verb::Time => match self.seconds_of(&more)? {
                Some(seconds) => self.set_remaining(seconds).await,
                None => Ok(Next::Stay),
            },
            Verb::Web => self.hand_to_web().await,
            Verb::Edit => self.edit(&more).await,
            Verb::Settings => self.list_settings(),
            Verb::Set => self.set(&more).await,
        }
    }

    async fn set_remaining(&mut self, seconds: u64) -> io::Result<Next> {
        let now = self.state.now.running;
        let Some(card) = &mut self.state.card else { return Ok(Next::Stay) };
        let id = card.view.interaction.id;
        let command = Command::SetRemaining { seconds };
        match self.session.desk.act(id, command, self.session.actor.clone()).await {
            Ok(view) => {
                card.renew(view, now);
                self.say(|state, card| super::said::header(state, card)[..1].to_vec())?;
                Ok(Next::Stay)
            }
            Err(error) => self.refused(&error),
        }
    }

    async fn hand_to_web(&mut self) -> io::Result<Next> {
        self.save().await;
        let Some(id) = self.state.card.as_ref().map(|card| card.view.interaction.id) else {
            return Ok(Next::Stay);
        };
        let surface = Some(Preferred::Web);
        let change = PresentationChange { surface, ..PresentationChange::default() };
        let command = Command::Present(change);
        let view: View = match self.session.desk.act(id, command, self.session.actor.clone()).await
        {
            Ok(view) => view,
            Err(error) => return self.refused(&error),
        };
        let (desk, portal) = (self.session.desk.as_ref(), self.session.portal.as_ref());
        let way_in = portal.way_in(id).await;
        present::bring(desk, portal, &view).await;
        Ok(Next::Ended(PromptEnd::HandedToWeb { view: Box::new(view), way_in }))
    }

    /// What was chosen and written so far, so that nothing is lost. A failure is no reason to stop:
    /// sending says it.
    pub(super) async fn save(&mut self) {
        let Some(card) = &mut self.state.card else { return };
        let fields = card.drafts.take();
        if !fields.is_empty() {
            let id = card.view.interaction.id;
            let saved = self.session.desk.save_draft(id, fields, self.session.actor.clone()).await;
            if let Err(error) = saved {
                tracing::debug!(%error, "a draft was not saved");
            }
        }
    }
}

impl Card {
    /// `2 why` is about the second option, anything else about the whole.
    fn take_note(&mut self, text: &str, now: std::time::Duration) {
        let (number, rest) = text.split_once(' ').unwrap_or((text, ""));
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let option = place.and_then(|at| self.current()?.0.control.options().get(at));
        match option.map(|option| option.id.clone()) {
            Some(id) => {
                let note = Editor::new(rest.trim());
                if let Some((_, sheet)) = self.current_mut() {
                    sheet.notes.insert(id.clone(), note);
                }
                self.edit(Edit::OptionNote(id, rest.trim().to_owned()), now);
            }
            None => self.note_whole(text, now),
        }
    }

    pub(super) fn note_whole(&mut self, text: &str, now: std::time::Duration) {
        self.note = Editor::new(text);
        let text = self.note.text().to_owned();
        self.drafts.change(sayso_core::DraftField::Note { text }, now);
    }
}
