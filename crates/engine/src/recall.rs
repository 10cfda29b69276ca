//! Asking back: a person who wanted one question explained has answered the others, and shouldn't
//! have to do that again. When the same agent asks the same text again, the old answers are
//! restored as a draft.

use std::collections::VecDeque;

use jiff::SignedDuration;
use parking_lot::Mutex;
use sayso_core::interaction::Outcome;
use sayso_core::{Answer, Answers, DraftField, Interaction, InteractionId, OptionId, Question};
use sayso_desk::{Query, Result, Scope};

use super::Inner;

/// An agent that was asked back asks again soon or never.
const SOON: SignedDuration = SignedDuration::from_hours(1);
/// Enough for every agent that one person talks to.
const KEPT: usize = 64;

/// Which questions were asked back, newest first. The answers are in the store.
#[derive(Default)]
pub(super) struct Recall {
    asked_back: Mutex<VecDeque<AskedBack>>,
}

struct AskedBack {
    id: InteractionId,
    agent: Option<String>,
    directory: Option<String>,
}

impl Recall {
    pub(super) fn note(&self, interaction: &Interaction) {
        let Some(Outcome::Answered { answers, .. }) = interaction.outcome() else { return };
        if !answers.questions.values().any(|answer| matches!(answer, Answer::Elaborate { .. })) {
            return;
        }
        let mut asked_back = self.asked_back.lock();
        asked_back.push_front(AskedBack {
            id: interaction.id,
            agent: interaction.origin.agent.clone(),
            directory: interaction.origin.directory.clone(),
        });
        asked_back.truncate(KEPT);
    }

    /// The newest one of the same agent, from the same directory.
    fn find(&self, interaction: &Interaction) -> Option<InteractionId> {
        let origin = &interaction.origin;
        let asked_back = self.asked_back.lock();
        let same =
            |known: &&AskedBack| known.agent == origin.agent && known.directory == origin.directory;
        asked_back.iter().find(same).map(|known| known.id)
    }
}

impl Inner {
    /// Restores the state after a restart of the desk.
    pub(super) async fn remember_asked_back(&self) -> Result<()> {
        let query = Query { scope: Scope::Completed, limit: KEPT, ..Query::default() };
        let newest = self.store.page(&query).await?.rows;
        self.recall.asked_back.lock().clear();
        for interaction in newest.iter().rev() {
            self.recall.note(interaction);
        }
        Ok(())
    }

    /// Saves the earlier answers as a draft of the new one. A failure is no reason not to ask.
    pub(super) async fn recall(&self, interaction: &Interaction) {
        let Some(id) = self.recall.find(interaction) else { return };
        let saved = async {
            let Some(earlier) = self.store.load(id).await? else { return Ok(()) };
            let fresh =
                earlier.settled_at().is_some_and(|at| self.now().duration_since(at) <= SOON);
            let fields = if fresh { draft(&earlier, interaction) } else { Vec::new() };
            if fields.is_empty() {
                return Ok(());
            }
            self.store.save_draft(interaction.id, &fields).await
        };
        if let Err(error) = saved.await {
            tracing::warn!(%error, "could not recall what was answered before");
        }
    }
}

/// The answers to questions with the same text.
fn draft(earlier: &Interaction, again: &Interaction) -> Vec<DraftField> {
    let Some(Outcome::Answered { answers, .. }) = earlier.outcome() else { return Vec::new() };
    let pairs = again.form.questions.iter().filter_map(|question| {
        let same = |known: &&Question| known.prompt.trim() == question.prompt.trim();
        Some((question, earlier.form.questions.iter().find(same)?))
    });
    pairs.flat_map(|(question, before)| fields(question, before, answers)).collect()
}

fn fields(question: &Question, before: &Question, answers: &Answers) -> Vec<DraftField> {
    let id = || question.id.clone();
    // Ids may be positions; the person has read the label.
    let now = |option: &OptionId| {
        let label = &before.control.option(option)?.label;
        question.control.options().iter().find(|known| known.label == *label).map(|o| o.id.clone())
    };
    match answers.get(&before.id) {
        Some(Answer::Given { options, text, notes }) => {
            let options: Vec<OptionId> = options.iter().filter_map(now).collect();
            let chosen = DraftField::Options { question: id(), options };
            let text = text.clone().map(|text| DraftField::Text { question: id(), text });
            let notes = notes.iter().filter_map(|(option, note)| {
                let (option, text) = (now(option)?, note.clone());
                Some(DraftField::OptionNote { question: id(), option, text })
            });
            [chosen].into_iter().chain(text).chain(notes).collect()
        }
        Some(Answer::Skipped { reason }) => {
            vec![DraftField::Skip {
                question: id(),
                text: Some(reason.clone().unwrap_or_default()),
            }]
        }
        Some(Answer::Elaborate { .. }) | None => Vec::new(),
    }
}
