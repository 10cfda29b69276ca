//! Text typed into a window.

use sayso_core::worksheet::{Edit, Worksheet, needs_confirmation};
use sayso_core::{Command, DraftField};
use sayso_desk::{DeskError, View};

use super::click::{About, nth, refused};
use super::{ChatSurface, Unstored};
use crate::incoming::Typed;
use crate::port::{NOTE, Recipient, TEXT, WindowKind};
use crate::progress::FormProgress;

impl ChatSurface {
    /// What cannot be carried out stays in its window, so that nothing typed is lost.
    pub(super) async fn typed(&self, typed: Typed) -> Result<(), Unstored> {
        let is_taken = self.is_taken(&typed).await;
        typed.verdict.give(match is_taken {
            Ok(true) => Ok(()),
            Ok(false) | Err(Unstored) => {
                self.inbox.seen.forget(&typed.key);
                Err(self.texts(None).await.say("chat-typed-kept").into_owned())
            }
        });
        is_taken.map(drop)
    }

    /// Otherwise a message to the person says why.
    async fn is_taken(&self, typed: &Typed) -> Result<bool, Unstored> {
        let Typed { person, asked, .. } = typed;
        let recipient = Recipient {
            person: &person.id,
            channel: &asked.channel,
            thread: asked.thread.as_deref(),
        };
        if let Some(field) = &typed.unnamed {
            // It may be for what is only just being posted.
            self.all_posted(&asked.channel).await;
            if self.is_newer_open(asked.id, &asked.channel, field).await? {
                let texts = self.texts(None).await;
                self.tell(&recipient, &texts.say("chat-which-question")).await;
                return Ok(false);
            }
        }
        let about = About { id: asked.id, question: asked.question, message: &asked.message };
        let open = self.open_to(person, &recipient, &about, Some(&asked.hub)).await?;
        let Some(view) = open else { return Ok(false) };
        match self.take(typed, &view).await {
            Ok(()) => Ok(true),
            Err(error) => self.explain(&recipient, &view, error, &about).await.map(|()| false),
        }
    }

    async fn take(&self, typed: &Typed, view: &View) -> Result<(), DeskError> {
        let Typed { person, asked, fields, .. } = typed;
        let form = &view.interaction.form;
        let sheet = view.worksheet();
        let text = fields.iter().find(|(field, _)| field == TEXT).map(|(_, text)| text.clone());
        let text = text.unwrap_or_default();
        let some = Some(text.clone()).filter(|text| !text.trim().is_empty());
        let question = asked.question.map(|at| nth(form, at)).transpose()?;
        let changes = match (asked.kind, question) {
            (WindowKind::Cancel, _) => {
                return self.act(view, Command::Cancel { note: some }, person).await;
            }
            (WindowKind::Reject, _) => {
                return self.act(view, Command::Reject { reason: some }, person).await;
            }
            (WindowKind::Note, _) => return self.save(view, notes(typed, view)).await,
            (WindowKind::Own, Some(question)) => sheet.edit(question, Edit::Write(text)),
            (WindowKind::Explain, Some(question)) => sheet.edit(question, Edit::AskBack(text)),
            (WindowKind::Skip, Some(question)) => sheet.edit(question, Edit::Skip(text)),
            (WindowKind::Own | WindowKind::Explain | WindowKind::Skip, None) => return Ok(()),
        };
        let changes = changes.map_err(refused)?;
        let many = question.is_some_and(|asked| asked.control.takes_several());
        let mut filled = view.draft.clone().unwrap_or_default();
        changes.iter().cloned().for_each(|field| filled.save(field));
        let after = Worksheet::new(form, &filled, view.interaction.presentation.annotations);
        // What cannot be undone is sent by a button that asks first (NA-4).
        let asks_first = needs_confirmation(&view.interaction, &after.submission());
        if form.questions.len() == 1 && !(many && asked.kind == WindowKind::Own) && !asks_first {
            return self.answer(view, changes, person).await;
        }
        let was_open = !FormProgress::of(&sheet).is_complete();
        self.save(view, changes).await?;
        // An own text that fills the last gap sends the form (SL-6).
        let fills = was_open && FormProgress::of(&after).is_complete();
        if fills && asked.kind == WindowKind::Own && form.questions.len() > 1 && !asks_first {
            let view = self.desk.show(&asked.id.into()).await?;
            return self.answer(&view, Vec::new(), person).await;
        }
        Ok(())
    }
}

/// What begins with the number of no option is a note on the whole, as it was typed.
fn notes(typed: &Typed, view: &View) -> Vec<DraftField> {
    if !view.interaction.presentation.annotations {
        return Vec::new();
    }
    let question = typed.asked.question.and_then(|at| view.interaction.form.questions.get(at));
    let options = question.map(|question| question.control.options()).unwrap_or_default();
    let (mut notes, mut whole) = (Vec::new(), Vec::new());
    for (field, text) in &typed.fields {
        let place = field.strip_prefix(NOTE).and_then(|at| at.parse::<usize>().ok());
        let option = place.and_then(|at| options.get(at));
        match (question, option, place) {
            (Some(question), Some(option), _) => {
                let (question, option) = (question.id.clone(), option.id.clone());
                let text = text.trim().to_owned();
                notes.push(DraftField::OptionNote { question, option, text });
            }
            (_, _, Some(place)) => whole.push(format!("{}:{text}", place + 1)),
            (_, _, None) => whole.push(text.clone()),
        }
    }
    if !whole.is_empty() {
        notes.push(DraftField::Note { text: whole.join("\n") });
    }
    notes
}
