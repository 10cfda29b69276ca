//! Clicks: to the desk first, to the chat afterwards.

use std::ops::Range;

use sayso_core::surface::Actor;
use sayso_core::transition::Refusal;
use sayso_core::worksheet::{Edit, Fault, Worksheet};
use sayso_core::{
    Command, DraftField, Form, Interaction, InteractionId, OptionId, Question, Surface as Where,
};
use sayso_desk::{DeskError, View};

use super::{Surface, found};
use crate::incoming::{Click, Person, Wish};
use crate::port::{Asked, Ear, Kind, Window};
use crate::progress::Progress;

/// What somebody did something about, and in which message.
pub(super) struct About<'a> {
    pub(super) id: InteractionId,
    /// `None`: the whole.
    pub(super) question: Option<usize>,
    pub(super) message: &'a str,
}

/// What `+5 min` adds.
const MORE_SECONDS: u64 = 300;

impl Surface {
    pub(super) async fn clicked(&self, click: &Click) {
        let Click { person, channel, message, thread, .. } = click;
        let ear = Ear { person: &person.id, channel, thread: thread.as_deref() };
        let about = About { id: click.id, question: click.wish.question(), message };
        let Some(view) = self.open_to(person, &ear, &about, click.hub.as_deref()).await else {
            return;
        };
        if let Err(error) = self.grant(click, &view, &ear).await {
            self.explain(&ear, &view, error, &about).await;
        }
    }

    /// The question, if this person may answer it now; otherwise they see why not.
    pub(super) async fn open_to(
        &self,
        person: &Person,
        ear: &Ear<'_>,
        about: &About<'_>,
        hub: Option<&str>,
    ) -> Option<View> {
        match found(self.desk.show(&about.id.into()).await) {
            Ok(Some(view)) if !view.interaction.is_pending() => {
                self.too_late(ear, &view.interaction, about).await;
            }
            Ok(Some(view)) if self.may_answer(person, &view).await => return Some(view),
            Ok(Some(view)) => {
                let texts = self.texts(Some(&view.interaction)).await;
                self.tell(ear, &texts.say("chat-stranger")).await;
            }
            Ok(None) if hub == Some(self.hub.as_str()) => self.gone(ear, about.message).await,
            Ok(None) => self.elsewhere(ear, hub).await,
            Err(error) => tracing::error!(%error, "what somebody did is lost"),
        }
        None
    }

    pub(super) async fn may_answer(&self, person: &Person, view: &View) -> bool {
        let posts = self.posts.of(view.interaction.id);
        // Somebody may click before it is noted where the message lies.
        let asked = match posts.into_iter().next() {
            Some(post) => post.person,
            None => self.asked(view),
        };
        self.people.may_answer(&person.id, asked.as_deref()).await
    }

    /// Somebody was faster, or it does not fit.
    pub(super) async fn explain(
        &self,
        ear: &Ear<'_>,
        view: &View,
        error: DeskError,
        about: &About<'_>,
    ) {
        match found(self.desk.show(&about.id.into()).await) {
            Ok(Some(now)) if !now.interaction.is_pending() => {
                self.too_late(ear, &now.interaction, about).await;
            }
            Ok(Some(now)) => self.refused(ear, &now, error).await,
            Ok(None) => self.gone(ear, about.message).await,
            Err(_) => self.refused(ear, view, error).await,
        }
    }

    async fn grant(&self, click: &Click, view: &View, ear: &Ear<'_>) -> Result<(), DeskError> {
        let form = &view.interaction.form;
        let sheet = view.worksheet();
        let alone = form.questions.len() == 1;
        match &click.wish {
            Wish::Pick { question, option } => {
                let question = nth(form, *question)?;
                let options = question.control.options();
                let option = options.get(*option).ok_or_else(unknown)?;
                let several = question.control.takes_several();
                let edit = Edit::Choose(option.id.clone());
                let fields = sheet.edit(question, edit).map_err(refused)?;
                match alone && !several {
                    true => self.answer(view, fields, &click.person).await,
                    false => self.save(view, fields).await,
                }
            }
            Wish::Choose { question, of, options } => {
                let question = nth(form, *question)?;
                let marked = chosen_among(question, sheet.chosen(question), of, options);
                self.save(view, sheet.edit(question, Edit::Mark(marked)).map_err(refused)?).await
            }
            Wish::Change { question } => {
                let question = nth(form, *question)?;
                let edit = match (question.control.is_ordered(), sheet.chosen(question)) {
                    (true, [earlier @ .., _last]) => Edit::Mark(earlier.to_vec()),
                    (true | false, _) => Edit::Clear,
                };
                self.save(view, sheet.edit(question, edit).map_err(refused)?).await
            }
            Wish::Reset => {
                let cleared = form.questions.iter().map(|asked| sheet.edit(asked, Edit::Clear));
                let cleared = cleared.collect::<Result<Vec<_>, _>>().map_err(refused)?;
                self.save(view, cleared.concat()).await
            }
            Wish::Recommended => self.save(view, sheet.recommended_for_open()).await,
            Wish::Submit => self.submit(view, &click.person, ear).await,
            Wish::MoreTime => {
                let left = view.live.remaining_ms.unwrap_or_default() / 1_000;
                let command = Command::SetRemaining { seconds: left + MORE_SECONDS };
                self.act(view, command, &click.person).await
            }
            Wish::Cancel if !view.interaction.presentation.annotations => {
                self.act(view, Command::Cancel { note: None }, &click.person).await
            }
            Wish::Cancel => self.ask(click, view, ear, Kind::Cancel, None).await,
            Wish::Write { kind, question } => self.ask(click, view, ear, *kind, *question).await,
            Wish::Read => self.show_window(click, view, ear, &Window::Whole).await,
        }
    }

    /// All questions, or a word on how many are left.
    async fn submit(&self, view: &View, person: &Person, ear: &Ear<'_>) -> Result<(), DeskError> {
        let form = &view.interaction.form;
        let open = Progress::of(&view.worksheet()).open();
        if open > 0 && form.questions.len() > 1 {
            let texts = self.texts(Some(&view.interaction)).await;
            let words = texts.say_with("problem-unanswered", [("count", open.into())]);
            self.tell(ear, &words).await;
            return Ok(());
        }
        self.answer(view, Vec::new(), person).await
    }

    /// What stands in the draft, with these changes, is the answer.
    pub(super) async fn answer(
        &self,
        view: &View,
        fields: Vec<DraftField>,
        person: &Person,
    ) -> Result<(), DeskError> {
        let mut draft = view.draft.clone().unwrap_or_default();
        fields.into_iter().for_each(|field| draft.save(field));
        let Interaction { form, presentation, .. } = &view.interaction;
        let submission = Worksheet::new(form, &draft, presentation.annotations).submission();
        self.act(view, Command::Answer { submission }, person).await
    }

    pub(super) async fn act(
        &self,
        view: &View,
        command: Command,
        person: &Person,
    ) -> Result<(), DeskError> {
        let actor = self.actor(person).await;
        self.desk.act(view.interaction.id, command, actor).await.map(drop)
    }

    pub(super) async fn save(&self, view: &View, fields: Vec<DraftField>) -> Result<(), DeskError> {
        if fields.is_empty() {
            return Ok(());
        }
        let chat = self.port.chat();
        let person = Actor::new(None, Where::Chat(chat.id), chat.presence);
        self.desk.save_draft(view.interaction.id, fields, person).await
    }

    async fn ask(
        &self,
        click: &Click,
        view: &View,
        ear: &Ear<'_>,
        kind: Kind,
        question: Option<usize>,
    ) -> Result<(), DeskError> {
        let asked = Asked {
            id: click.id,
            kind,
            question,
            channel: click.channel.clone(),
            message: click.message.clone(),
            thread: click.thread.clone(),
            hub: self.hub.clone(),
        };
        self.show_window(click, view, ear, &Window::Field(asked)).await
    }

    async fn show_window(
        &self,
        click: &Click,
        view: &View,
        ear: &Ear<'_>,
        window: &Window,
    ) -> Result<(), DeskError> {
        let language = self.language(Some(&view.interaction)).await;
        if let Err(error) = self.port.open_window(&click.trigger, view, language, window).await {
            self.not_opened(ear, view, &error).await;
        }
        Ok(())
    }
}

pub(super) fn nth(form: &Form, at: usize) -> Result<&Question, DeskError> {
    form.questions.get(at).ok_or_else(unknown)
}

pub(super) fn unknown() -> DeskError {
    DeskError::Protocol(STALE.to_owned())
}

/// What is said of a button that names something which is no longer there.
pub(super) const STALE: &str = "it names what is no longer part of the question";

/// An edit that the question does not take.
pub(super) fn refused(fault: Fault) -> DeskError {
    DeskError::Refused(Refusal::Invalid { problems: vec![fault.at("")] })
}

/// What is chosen if `options` are those chosen among `here`, and the others stay as they are.
fn chosen_among(
    question: &Question,
    before: &[OptionId],
    here: &Range<usize>,
    options: &[usize],
) -> Vec<OptionId> {
    let all = question.control.options().iter().enumerate();
    let kept = all.filter(|(at, option)| {
        if here.contains(at) { options.contains(at) } else { before.contains(&option.id) }
    });
    kept.map(|(_, option)| option.id.clone()).collect()
}
