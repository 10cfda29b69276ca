//! Text typed into a window.

use sayso_core::worksheet::{Edit, Worksheet, needs_second_act};
use sayso_core::{Command, DraftField};
use sayso_desk::{DeskError, View};

use super::Surface;
use super::click::{About, nth, refused};
use crate::incoming::Typed;
use crate::port::{NOTE, Recipient, TEXT, WindowKind};
use crate::progress::FormProgress;

impl Surface {
    /// What cannot be carried out stays in its window, so that nothing typed is lost.
    pub(super) async fn typed(&self, typed: Typed) {
        typed.verdict.give(match self.is_taken(&typed).await {
            true => Ok(()),
            false => {
                self.inbox.seen.forget(&typed.key);
                Err(self.texts(None).await.say("chat-typed-kept").into_owned())
            }
        });
    }

    /// Otherwise the person is told why.
    async fn is_taken(&self, typed: &Typed) -> bool {
        let Typed { person, asked, .. } = typed;
        let ear = Recipient {
            person: &person.id,
            channel: &asked.channel,
            thread: asked.thread.as_deref(),
        };
        let about = About { id: asked.id, question: asked.question, message: &asked.message };
        let Some(view) = self.open_to(person, &ear, &about, Some(&asked.hub)).await else {
            return false;
        };
        match self.take(typed, &view).await {
            Ok(()) => true,
            Err(error) => {
                self.explain(&ear, &view, error, &about).await;
                false
            }
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
        let asks_first = needs_second_act(&view.interaction, &after.submission());
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

fn notes(typed: &Typed, view: &View) -> Vec<DraftField> {
    if !view.interaction.presentation.annotations {
        return Vec::new();
    }
    let question = typed.asked.question.and_then(|at| view.interaction.form.questions.get(at));
    let fields = typed.fields.iter().filter_map(|(field, text)| {
        if field == TEXT {
            return Some(DraftField::Note { text: text.clone() });
        }
        let at: usize = field.strip_prefix(NOTE)?.parse().ok()?;
        let question = question?;
        let option = question.control.options().get(at)?.id.clone();
        let question = question.id.clone();
        Some(DraftField::OptionNote { question, option, text: text.clone() })
    });
    fields.collect()
}
