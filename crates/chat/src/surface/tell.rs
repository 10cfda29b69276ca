//! Messages to one person alone.

use sayso_core::text::{clean_line, cut, time_left};
use sayso_core::{Interaction, Problem, Refusal};
use sayso_desk::{DeskError, View};
use sayso_locale::{FluentValue, Texts, words};

use super::Surface;
use super::click::{About, STALE};
use crate::port::{ChatError, Ear, Message};

/// Longest explanation that is not our own words.
const WHY: usize = 500;

impl Surface {
    pub(super) async fn tell(&self, ear: &Ear<'_>, words: &str) {
        if let Err(error) = self.port.hint(ear, words).await {
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
        ear: &Ear<'_>,
        interaction: &Interaction,
        about: &About<'_>,
    ) {
        let texts = self.texts(Some(interaction)).await;
        self.tell(ear, &late(texts, interaction)).await;
        // Messages that are still known are brought up to date by the event; this one may not be.
        if self.posts.of(interaction.id).iter().all(|post| post.message != about.message) {
            let last = self.last_look(interaction, about.question).await;
            self.rewrite(ear.channel, about.message, &last).await;
        }
    }

    /// The message of what has ended that shows this question, or the whole.
    pub(super) async fn last_look(
        &self,
        interaction: &Interaction,
        question: Option<usize>,
    ) -> Message {
        let view = View {
            status: interaction.status(),
            live: Default::default(),
            draft: None,
            interaction: interaction.clone(),
        };
        let language = self.language(Some(interaction)).await;
        let mut messages = self.port.draw(&view, language);
        // What concerns the whole is in the last message.
        let last = interaction.form.questions.len().saturating_sub(1);
        let part = self.port.part_of(&interaction.form, question.unwrap_or(last));
        messages.swap_remove(part.min(messages.len() - 1))
    }

    pub(super) async fn gone(&self, ear: &Ear<'_>, message: &str) {
        let texts = self.texts(None).await;
        self.tell(ear, &texts.say("chat-gone")).await;
        let language = self.language(None).await;
        self.rewrite(ear.channel, message, &self.port.draw_removed(language)).await;
    }

    /// Another hub has it, and its messages: they are not touched.
    pub(super) async fn elsewhere(&self, ear: &Ear<'_>, hub: Option<&str>) {
        let texts = self.texts(None).await;
        let hub =
            hub.map_or_else(|| texts.say("chat-elsewhere-unknown").into_owned(), str::to_owned);
        let [hub, here] = [&hub, &self.hub].map(|name| cut(&clean_line(name), 200));
        let [name, chat] = self.named();
        let values = [("hub", hub.into()), ("here", here.into()), name, chat];
        self.tell(ear, &texts.say_with("chat-elsewhere", values)).await;
        self.neighbours().await;
    }

    pub(super) async fn rewrite(&self, channel: &str, message: &str, last: &Message) {
        if let Err(error) = self.port.edit(channel, message, last, None).await {
            tracing::warn!(%error, "an old message stays as it is");
        }
    }

    /// Why the desk refused, in the person's words where we have them.
    pub(super) async fn refused(&self, ear: &Ear<'_>, view: &View, error: DeskError) {
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
            other => {
                let why = shortened(&other.to_string());
                texts.say_with("chat-failed", [("why", why.into())])
            }
        };
        self.tell(ear, &words).await;
    }

    pub(super) async fn not_opened(&self, ear: &Ear<'_>, view: &View, error: &ChatError) {
        tracing::warn!(%error, "a window was not opened");
        let texts = self.texts(Some(&view.interaction)).await;
        self.tell(ear, &texts.say_with("chat-again", self.named())).await;
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
