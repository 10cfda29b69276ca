//! Messages to one person alone.

use sayso_core::text::{clean_line, cut, time_left};
use sayso_core::{Interaction, Problem, Refusal};
use sayso_desk::{DeskError, View};
use sayso_locale::{FluentValue, Texts, words};

use super::ChatSurface;
use super::click::{About, STALE};
use crate::also_waiting::AlsoWaiting;
use crate::port::{ChatError, ChatMessage, Recipient};

/// Longest explanation that is not our own words.
const WHY: usize = 500;

impl ChatSurface {
    pub(super) async fn tell(&self, recipient: &Recipient<'_>, words: &str) {
        if let Err(error) = self.port.hint(recipient, words).await {
            tracing::warn!(%error, "a hint was not shown");
        }
    }

    /// What the chat is called, and its id, for texts that name it.
    pub(super) fn named(&self) -> [(&'static str, FluentValue<'static>); 2] {
        let id = self.port.chat().id.to_string();
        [("name", self.port.name().into()), ("chat", id.into())]
    }

    pub(super) async fn texts(&self, interaction: Option<&Interaction>) -> &'static Texts {
        Texts::of(self.language(interaction).await)
    }

    /// Too late: says who was first, and sees to it that the message says so too.
    pub(super) async fn too_late(
        &self,
        recipient: &Recipient<'_>,
        interaction: &Interaction,
        about: &About<'_>,
    ) {
        self.port.close_windows(interaction.id).await;
        let texts = self.texts(Some(interaction)).await;
        self.tell(recipient, &late(texts, interaction)).await;
        // Messages that are still known are brought up to date by the event; this one may not be.
        if self.posts.at(recipient.channel, about.message).is_none() {
            let last = self.last_look(interaction, about.question).await;
            self.rewrite(recipient.channel, about.message, &last).await;
        }
    }

    /// The message of what has ended that shows this question, or the whole.
    pub(super) async fn last_look(
        &self,
        interaction: &Interaction,
        question: Option<usize>,
    ) -> ChatMessage {
        let view = View {
            status: interaction.status(),
            live: Default::default(),
            draft: None,
            interaction: interaction.clone(),
        };
        let language = self.language(Some(interaction)).await;
        let mut messages = self.port.draw(&view, &AlsoWaiting::default(), language);
        // What concerns the whole is in the last message.
        let last = interaction.form.questions.len().saturating_sub(1);
        let part = self.port.part_of(&interaction.form, question.unwrap_or(last));
        messages.swap_remove(part.min(messages.len() - 1))
    }

    pub(super) async fn gone(&self, recipient: &Recipient<'_>, about: &About<'_>) {
        self.port.close_windows(about.id).await;
        let texts = self.texts(None).await;
        self.tell(recipient, &texts.say("chat-gone")).await;
        // The message of another question stays, also one that is only just being posted: who named this one in
        // it made that up.
        self.all_posted(recipient.channel).await;
        if self.posts.at(recipient.channel, about.message).is_none() {
            let language = self.language(None).await;
            let removed = self.port.draw_removed(language);
            self.rewrite(recipient.channel, about.message, &removed).await;
        }
    }

    /// Another hub has it, and its messages: they are not touched.
    pub(super) async fn at_another_hub(&self, recipient: &Recipient<'_>, hub: Option<&str>) {
        let texts = self.texts(None).await;
        let hub =
            hub.map_or_else(|| texts.say("chat-other-hub-unknown").into_owned(), str::to_owned);
        let [hub, here] = [&hub, &self.hub].map(|name| cut(&clean_line(name), 200));
        let [name, chat] = self.named();
        let values = [("hub", hub.into()), ("here", here.into()), name, chat];
        self.tell(recipient, &texts.say_with("chat-other-hub", values)).await;
        self.warn_of_shared_app().await;
    }

    pub(super) async fn rewrite(&self, channel: &str, message: &str, last: &ChatMessage) {
        if let Err(error) = self.port.edit(channel, message, last, None).await {
            tracing::warn!(%error, "an old message stays as it is");
        }
    }

    /// Why the desk refused, in the person's words where we have them.
    pub(super) async fn refused(&self, recipient: &Recipient<'_>, view: &View, error: DeskError) {
        let interaction = &view.interaction;
        let texts = self.texts(Some(interaction)).await;
        let words = match error {
            DeskError::Refused(Refusal::Invalid { problems }) | DeskError::Invalid { problems } => {
                let why = why(texts, &problems);
                texts.say_with("chat-refused", [("why", why.into())])
            }
            DeskError::Refused(Refusal::PastLimit { seconds }) => {
                let time = time_left(seconds * 1_000);
                texts.say_with("refused-past-limit", [("time", time.into())])
            }
            DeskError::Refused(Refusal::Elsewhere { surfaces }) => {
                words::elsewhere(texts, &surfaces)
            }
            DeskError::Protocol(why) if why == STALE => texts.say("chat-stale").into_owned(),
            other => return self.failed(recipient, texts, &other).await,
        };
        self.tell(recipient, &words).await;
    }

    pub(super) async fn failed(&self, recipient: &Recipient<'_>, texts: &Texts, error: &DeskError) {
        let why = shortened(&error.to_string());
        self.tell(recipient, &texts.say_with("chat-failed", [("why", why.into())])).await;
    }

    pub(super) async fn not_opened(
        &self,
        recipient: &Recipient<'_>,
        view: &View,
        error: &ChatError,
    ) {
        tracing::warn!(%error, "a window was not opened");
        let texts = self.texts(Some(&view.interaction)).await;
        self.tell(recipient, &texts.say_with("chat-again", self.named())).await;
    }
}

fn late(texts: &Texts, interaction: &Interaction) -> String {
    let status = texts.say(&format!("status-{}", interaction.status().as_str()));
    let actor = interaction.outcome().and_then(|outcome| outcome.actor());
    let how = match actor {
        Some(actor) => format!("{status}, {}", words::who(texts, actor)),
        None => status.into_owned(),
    };
    texts.say_with("chat-late", [("how", how.into())])
}

/// What is wrong, in the person's language where it is about the answer.
fn why(texts: &Texts, problems: &[Problem]) -> String {
    let all: Vec<String> = problems.iter().map(|problem| words::problem(texts, problem)).collect();
    shortened(&all.join("; "))
}

pub(super) fn shortened(why: &str) -> String {
    cut(&clean_line(why), WHY)
}
