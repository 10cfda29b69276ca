//! What is said to one person alone.

use sayso_core::text::time_left;
use sayso_core::{Interaction, Problem, Refusal};
use sayso_desk::{DeskError, View};
use sayso_locale::{Texts, words};

use super::Surface;
use crate::client::SlackError;
use crate::incoming::Person;
use crate::render;
use crate::text::escaped_line;

/// Whom, and where they are.
pub(super) struct Ear<'a> {
    pub(super) person: &'a Person,
    pub(super) channel: &'a str,
    pub(super) thread: Option<&'a str>,
}

impl Surface {
    pub(super) async fn tell(&self, ear: &Ear<'_>, words: &str) {
        let told = self.client.post_ephemeral(ear.channel, &ear.person.id, ear.thread, words).await;
        if let Err(error) = told {
            tracing::warn!(%error, "somebody was not told");
        }
    }

    pub(super) async fn texts(&self, interaction: Option<&Interaction>) -> &'static Texts {
        Texts::of(self.language(interaction).await)
    }

    /// Too late: says who was first, and sees to it that the message says so too.
    pub(super) async fn too_late(
        &self,
        ear: &Ear<'_>,
        interaction: &Interaction,
        message: &str,
        part: usize,
    ) {
        let texts = self.texts(Some(interaction)).await;
        self.tell(ear, &late(texts, interaction)).await;
        // Messages that are still known are brought up to date by the event; this one may not be.
        if self.posts.of(interaction.id).is_empty() {
            let live = sayso_desk::View {
                status: interaction.status(),
                live: Default::default(),
                draft: None,
                interaction: interaction.clone(),
            };
            let language = self.language(Some(interaction)).await;
            let mut messages = render::messages(&live, language);
            let last = messages.swap_remove(part.min(messages.len() - 1));
            self.rewrite(ear.channel, message, &last).await;
        }
    }

    pub(super) async fn gone(&self, ear: &Ear<'_>, message: &str) {
        let texts = self.texts(None).await;
        self.tell(ear, &texts.say("slack-gone")).await;
        let language = self.language(None).await;
        self.rewrite(ear.channel, message, &render::removed(language)).await;
    }

    /// Another hub has it, and its messages: they are not touched.
    pub(super) async fn elsewhere(&self, ear: &Ear<'_>, hub: Option<&str>) {
        let texts = self.texts(None).await;
        let hub =
            hub.map_or_else(|| texts.say("slack-elsewhere-unknown").into_owned(), str::to_owned);
        let [hub, here] = [&hub, &self.hub].map(|name| escaped_line(name, 200));
        let values = [("hub", hub.into()), ("here", here.into())];
        self.tell(ear, &texts.say_with("slack-elsewhere", values)).await;
        self.neighbours().await;
    }

    async fn rewrite(&self, channel: &str, message: &str, last: &crate::blocks::Message) {
        if let Err(error) = self.client.update(channel, message, last).await {
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
                texts.say_with("slack-refused", [("why", why.into())])
            }
            DeskError::Refused(Refusal::PastLimit { seconds }) => {
                let time = time_left(seconds * 1_000);
                texts.say_with("refused-past-limit", [("time", time.into())])
            }
            DeskError::Refused(Refusal::Elsewhere { surfaces }) => {
                render::elsewhere(texts, &surfaces)
            }
            other => {
                let why = escaped_line(&other.to_string(), 500);
                texts.say_with("slack-failed", [("why", why.into())])
            }
        };
        self.tell(ear, &words).await;
    }

    pub(super) async fn not_opened(&self, ear: &Ear<'_>, view: &View, error: &SlackError) {
        tracing::warn!(%error, "a modal was not opened");
        let texts = self.texts(Some(&view.interaction)).await;
        self.tell(ear, &texts.say("slack-again")).await;
    }
}

fn late(texts: &Texts, interaction: &Interaction) -> String {
    let status = texts.say(&format!("status-{}", interaction.status().as_str()));
    let actor = interaction.outcome().and_then(|outcome| outcome.actor());
    let how = match actor {
        Some(actor) => format!("{status}, {}", render::who(texts, actor)),
        None => status.into_owned(),
    };
    texts.say_with("slack-late", [("how", how.into())])
}

/// What is wrong, in the person's language where it is about the answer.
fn why(texts: &Texts, problems: &[Problem]) -> String {
    let all: Vec<String> = problems.iter().map(|problem| words::problem(texts, problem)).collect();
    escaped_line(&all.join("; "), 500)
}
