//! Words in the thread of a question: they answer it only if they can be nothing else (SL-4, SL-9).

use sayso_core::control::OwnText;
use sayso_core::worksheet::Edit;
use sayso_core::{DraftField, Interaction, InteractionId};
use sayso_desk::{DeskError, Post, Posts, View};
use sayso_locale::Texts;

use super::click::{About, refused};
use super::unthreaded::READ;
use super::{ChatSurface, Unstored, found};
use crate::incoming::{ChatText, Person};
use crate::port::Recipient;
use crate::progress::FormProgress;
use crate::words::{self, Given, how_to_reply, how_to_write};

/// The post that a message stands under: it is in its thread, or both are in the same.
pub(super) fn post_above(posts: &Posts, said: &ChatText) -> Option<Post> {
    let thread = said.thread.as_deref()?;
    let above = posts.at(&said.channel, thread).into_iter();
    above.chain(posts.in_thread(&said.channel, thread).into_iter().rev()).next()
}

impl ChatSurface {
    /// People talk in threads. What they say is an answer only from somebody who may give it, if it is
    /// exactly of the form that is asked for or names the app, and never where it cannot be undone.
    pub(super) async fn replied(&self, said: ChatText) -> Result<(), Unstored> {
        let Some(post) = post_above(&self.posts, &said) else {
            self.talk(said).await;
            return Ok(());
        };
        let view = match found(self.desk.show(&post.interaction.into()).await) {
            Ok(Some(view)) => view,
            Ok(None) => {
                self.talk(said).await;
                return Ok(());
            }
            Err(error) if self.is_unstored(&error) => return Err(Unstored),
            Err(error) => {
                tracing::error!(%error, "a reply is lost");
                return Ok(());
            }
        };
        self.replied_to(said, &post, &view).await
    }

    async fn replied_to(&self, said: ChatText, post: &Post, view: &View) -> Result<(), Unstored> {
        let person = Person { id: said.user.clone(), name: None };
        let thread = said.thread.as_deref();
        let recipient = Recipient { person: &person.id, channel: &said.channel, thread };
        let interaction = &view.interaction;
        let form = &interaction.form;
        // A reply stands below the first message.
        let about = About { id: post.interaction, question: Some(0), message: &post.message };
        let heard = self.port.read(&said.text);
        let (text, named) = (heard.text, heard.names_us);
        let exact = words::exact(form, &text);
        if !interaction.is_pending() {
            match exact {
                Some(_) if !self.is_talk(&said) => {
                    self.too_late(&recipient, interaction, &about).await;
                }
                _ => self.talk(said).await,
            }
            return Ok(());
        }
        let texts = self.texts(Some(interaction)).await;
        if !self.may_answer(&person, view).await {
            self.hint(&recipient, interaction.id, &texts.say("chat-stranger")).await;
            return Ok(());
        }
        let read = match interaction.takes_words() {
            false => None,
            true if named => exact.or_else(|| words::own(form, &text)),
            true => exact,
        };
        let Some(read) = read else {
            if self.is_talk(&said) {
                self.said_beside(said, post, view).await;
                return Ok(());
            }
            let how = self.how_to_reply(interaction, texts);
            let words = texts.say_with("chat-not-understood", [("how", how.into())]);
            self.hint(&recipient, interaction.id, &words).await;
            return Ok(());
        };
        let sheet = view.worksheet();
        let changes = read.into_iter().map(|(question, given)| match given {
            Given::Options(options) => sheet.edit(question, Edit::Mark(options)),
            Given::Text(text) => sheet.edit(question, Edit::Write(text)),
        });
        let done = match changes.collect::<Result<Vec<_>, _>>() {
            Ok(changes) => self.reply_with(view, changes.concat(), &person, &recipient).await,
            Err(fault) => Err(refused(fault)),
        };
        match done {
            Ok(()) => Ok(()),
            Err(error) => self.explain(&recipient, view, error, &about).await,
        }
    }

    /// In an agent's own thread people talk to it: the text is the answer to its one open question, or
    /// it is for the agent, which the conversation decides. Nothing said there is dropped.
    async fn said_beside(&self, said: ChatText, post: &Post, view: &View) {
        let interaction = &view.interaction;
        let texts = self.texts(Some(interaction)).await;
        let words = match &interaction.form.questions[..] {
            _ if !interaction.takes_words() => {
                let how = self.how_to_reply(interaction, texts);
                texts.say_with("chat-not-understood", [("how", how.into())])
            }
            [only]
                if only.control.own_text() == OwnText::Allowed
                    && self.port.sent_after(&said.message, &post.message) < READ =>
            {
                texts.say("chat-too-early").into_owned()
            }
            _ => return self.talk(said).await,
        };
        let remark = self.port.draw_remark(&words);
        let posted = self.port.post(&said.channel, said.thread.as_deref(), &remark, None).await;
        if let Err(error) = posted {
            tracing::warn!(%error, session_id = %interaction.id, "a remark was not shown");
        }
    }

    fn how_to_reply(&self, interaction: &Interaction, texts: &Texts) -> String {
        match self.port.has_threads() {
            true => how_to_reply(interaction, texts),
            false => how_to_write(interaction, texts),
        }
    }

    /// In a thread once for each person and question: nobody is to be disturbed while they talk.
    async fn hint(&self, recipient: &Recipient<'_>, id: InteractionId, words: &str) {
        if !self.port.has_threads() || self.shown.hint(id, recipient.person) {
            self.tell(recipient, words).await;
        }
    }

    /// Saved, and sent as soon as nothing is missing: there is no button to send with.
    async fn reply_with(
        &self,
        view: &View,
        changes: Vec<DraftField>,
        person: &Person,
        recipient: &Recipient<'_>,
    ) -> Result<(), DeskError> {
        if view.interaction.form.questions.len() == 1 {
            return self.answer(view, changes, person).await;
        }
        self.save(view, changes).await?;
        let view = self.desk.show(&view.interaction.id.into()).await?;
        let open = FormProgress::of(&view.worksheet()).open();
        if open == 0 {
            return self.answer(&view, Vec::new(), person).await;
        }
        let texts = self.texts(Some(&view.interaction)).await;
        self.tell(recipient, &texts.say_with("chat-noted", [("open", open.into())])).await;
        Ok(())
    }
}
