//! Clicks: to the desk first, to the chat afterwards.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use sayso_core::surface::Actor;
use sayso_core::transition::Refusal;
use sayso_core::worksheet::{Edit, Fault, Worksheet, needs_confirmation};
use sayso_core::{
    Command, DraftField, Form, Interaction, InteractionId, OptionId, Question, Submission, Surface,
};
use sayso_desk::{DeskError, View};

use super::{ChatSurface, Unstored, found};
use crate::incoming::{Click, ClickAction, Person};
use crate::port::{Recipient, Window, WindowContext, WindowKind};
use crate::progress::FormProgress;

/// What somebody did something about, and in which message.
pub(super) struct About<'a> {
    pub(super) id: InteractionId,
    /// `None`: the whole.
    pub(super) question: Option<usize>,
    pub(super) message: &'a str,
}

/// What `+5 min` adds.
const MORE_SECONDS: u64 = 300;

impl ChatSurface {
    pub(super) async fn clicked(&self, click: &Click) -> Result<(), Unstored> {
        let Click { person, channel, message, thread, .. } = click;
        let recipient = Recipient { person: &person.id, channel, thread: thread.as_deref() };
        let about = About { id: click.id, question: click.wish.question(), message };
        let open = self.open_to(person, &recipient, &about, click.hub.as_deref()).await?;
        let Some(view) = open else { return Ok(()) };
        match self.grant(click, &view, &recipient).await {
            Ok(()) => Ok(()),
            Err(error) => self.explain(&recipient, &view, error, &about).await,
        }
    }

    /// The question, if this person may answer it now; otherwise they see why not.
    pub(super) async fn open_to(
        &self,
        person: &Person,
        recipient: &Recipient<'_>,
        about: &About<'_>,
        hub: Option<&str>,
    ) -> Result<Option<View>, Unstored> {
        match found(self.desk.show(&about.id.into()).await) {
            Ok(Some(view)) if !view.interaction.is_pending() => {
                self.too_late(recipient, &view.interaction, about).await;
            }
            Ok(Some(view)) if self.may_answer(person, &view).await => return Ok(Some(view)),
            Ok(Some(view)) => {
                let texts = self.texts(Some(&view.interaction)).await;
                self.tell(recipient, &texts.say("chat-stranger")).await;
            }
            Ok(None) if hub == Some(self.hub.as_str()) => self.gone(recipient, about).await,
            Ok(None) => self.at_another_hub(recipient, hub).await,
            Err(error) if self.is_unstored(&error) => return Err(Unstored),
            Err(error) => {
                tracing::error!(%error, "what somebody did is lost");
                self.failed(recipient, self.texts(None).await, &error).await;
            }
        }
        Ok(None)
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
        recipient: &Recipient<'_>,
        view: &View,
        error: DeskError,
        about: &About<'_>,
    ) -> Result<(), Unstored> {
        if self.is_unstored(&error) {
            return Err(Unstored);
        }
        match found(self.desk.show(&about.id.into()).await) {
            Ok(Some(now)) if !now.interaction.is_pending() => {
                self.too_late(recipient, &now.interaction, about).await;
            }
            Ok(Some(now)) => self.refused(recipient, &now, error).await,
            Ok(None) => self.gone(recipient, about).await,
            Err(_) => self.refused(recipient, view, error).await,
        }
        Ok(())
    }

    async fn grant(
        &self,
        click: &Click,
        view: &View,
        recipient: &Recipient<'_>,
    ) -> Result<(), DeskError> {
        let form = &view.interaction.form;
        let sheet = view.worksheet();
        let alone = form.questions.len() == 1;
        match &click.wish {
            ClickAction::Pick { question, option } => {
                let question = nth(form, *question)?;
                let options = question.control.options();
                let option = options.get(*option).ok_or_else(unknown)?;
                let several = question.control.takes_several();
                let edit = Edit::Choose(option.id.clone());
                let fields = sheet.edit(question, edit).map_err(refused)?;
                match alone && !several {
                    true => self.answer_confirmed(click, view, fields, recipient).await,
                    false => self.save(view, fields).await,
                }
            }
            ClickAction::Choose { question, of, options } => {
                let question = nth(form, *question)?;
                let marked = chosen_among(question, sheet.chosen(question), of, options);
                self.save(view, sheet.edit(question, Edit::Mark(marked)).map_err(refused)?).await
            }
            ClickAction::Change { question, places } => {
                let question = nth(form, *question)?;
                let edit = match (question.control.is_ordered(), sheet.chosen(question)) {
                    // It came twice, or from an earlier state.
                    (true, now) if places.is_some_and(|before| before != now.len()) => {
                        return Err(unknown());
                    }
                    (true, [earlier @ .., _last]) => Edit::Mark(earlier.to_vec()),
                    (true | false, _) => Edit::Clear,
                };
                self.save(view, sheet.edit(question, edit).map_err(refused)?).await
            }
            ClickAction::Reset => {
                let cleared = form.questions.iter().map(|asked| sheet.edit(asked, Edit::Clear));
                let cleared = cleared.collect::<Result<Vec<_>, _>>().map_err(refused)?;
                self.save(view, cleared.concat()).await
            }
            ClickAction::Recommended => self.save(view, sheet.recommended_for_open()).await,
            ClickAction::Submit => self.submit(click, view, recipient).await,
            ClickAction::MoreTime { until } => {
                let ends = view.interaction.deadline().map(|deadline| deadline.as_second());
                if until.is_some() && *until != ends {
                    return Err(unknown());
                }
                let left = view.live.remaining_ms.unwrap_or_default() / 1_000;
                let command = Command::SetRemaining { seconds: left + MORE_SECONDS };
                self.act(view, command, &click.person).await
            }
            ClickAction::Cancel if !view.interaction.presentation.annotations => {
                self.act(view, Command::Cancel { note: None }, &click.person).await
            }
            ClickAction::Cancel => self.ask(click, view, recipient, WindowKind::Cancel, None).await,
            ClickAction::Write { kind, question } => {
                self.ask(click, view, recipient, *kind, *question).await
            }
            ClickAction::Read => self.show_window(click, view, recipient, &Window::Whole).await,
            ClickAction::AllowTogether { ids } => {
                self.allow_together(&click.person, view, ids).await
            }
        }
    }

    /// All questions, or a word on how many are left.
    async fn submit(
        &self,
        click: &Click,
        view: &View,
        recipient: &Recipient<'_>,
    ) -> Result<(), DeskError> {
        let form = &view.interaction.form;
        let open = FormProgress::of(&view.worksheet()).open();
        if open > 0 && form.questions.len() > 1 {
            let texts = self.texts(Some(&view.interaction)).await;
            let words = texts.say_with("problem-unanswered", [("count", open.into())]);
            self.tell(recipient, &words).await;
            return Ok(());
        }
        self.answer_confirmed(click, view, Vec::new(), recipient).await
    }

    /// The answer, if the person has seen what it says where it can't be undone: a button may show an
    /// earlier state, and what was confirmed may have changed since (NA-4).
    async fn answer_confirmed(
        &self,
        click: &Click,
        view: &View,
        fields: Vec<DraftField>,
        recipient: &Recipient<'_>,
    ) -> Result<(), DeskError> {
        let submission = submission(view, fields);
        let seal = seal(&submission);
        let asks =
            !self.port.asks_to_confirm() && needs_confirmation(&view.interaction, &submission);
        if click.sure.map_or(!asks, |sure| sure == seal) {
            return self.act(view, Command::Answer { submission }, &click.person).await;
        }
        if click.sure.is_some() {
            let texts = self.texts(Some(&view.interaction)).await;
            self.tell(recipient, &texts.say("chat-changed")).await;
        }
        let window = Window::Confirm { action: click.wish.clone(), seal };
        self.show_window(click, view, recipient, &window).await
    }

    /// What stands in the draft, with these changes, is the answer.
    pub(super) async fn answer(
        &self,
        view: &View,
        fields: Vec<DraftField>,
        person: &Person,
    ) -> Result<(), DeskError> {
        self.act(view, Command::Answer { submission: submission(view, fields) }, person).await
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
        let person = Actor::new(None, Surface::Chat(chat.id), chat.presence);
        self.desk.save_draft(view.interaction.id, fields, person).await
    }

    async fn ask(
        &self,
        click: &Click,
        view: &View,
        recipient: &Recipient<'_>,
        kind: WindowKind,
        question: Option<usize>,
    ) -> Result<(), DeskError> {
        let asked = WindowContext {
            id: click.id,
            kind,
            question,
            channel: click.channel.clone(),
            message: click.message.clone(),
            thread: click.thread.clone(),
            hub: self.hub.clone(),
        };
        self.show_window(click, view, recipient, &Window::Field(asked)).await
    }

    async fn show_window(
        &self,
        click: &Click,
        view: &View,
        recipient: &Recipient<'_>,
        window: &Window,
    ) -> Result<(), DeskError> {
        let language = self.language(Some(&view.interaction)).await;
        if let Err(error) = self.port.open_window(&click.trigger, view, language, window).await {
            self.not_opened(recipient, view, &error).await;
        }
        // It may have ended meanwhile.
        let now = self.desk.show(&click.id.into()).await;
        if now.is_ok_and(|view| !view.interaction.is_pending()) {
            self.port.close_windows(click.id).await;
        }
        Ok(())
    }
}

/// What stands in the draft, with these changes.
fn submission(view: &View, fields: Vec<DraftField>) -> Submission {
    let mut draft = view.draft.clone().unwrap_or_default();
    fields.into_iter().for_each(|field| draft.save(field));
    let Interaction { form, presentation, .. } = &view.interaction;
    Worksheet::new(form, &draft, presentation.annotations).submission()
}

/// Differs if what would be sent does. Another version of sayso may ask once more.
fn seal(submission: &Submission) -> u32 {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(submission).expect("plain data serialises").hash(&mut hasher);
    let [a, b, c, d, ..] = hasher.finish().to_be_bytes();
    u32::from_be_bytes([a, b, c, d])
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
