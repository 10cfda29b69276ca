//! `sayso confirm`: a question that the exit code answers.

use clap::{Args, ValueEnum};
use sayso_core::{Dialect, Terms};
use serde_json::{Map, Value, json};

use super::ask::Manner;
use crate::config::Settings;
use crate::exit::Code;
use crate::output::outcome::{Format, NO, YES};
use crate::wiring;

/// Ask for a yes or a no; the exit code is the answer
#[derive(Args)]
#[command(
    before_help = "Examples:
  sayso confirm 'Deploy?' && ./deploy
  sayso confirm 'Delete 14 snapshots?' --irreversible --timeout 1h
  sayso confirm 'Continue?' --default no",
    after_help = "Exit codes: 0 yes, 1 no, 2 not asked, 3 cancelled, 4 nobody answered in time, 75 still waiting."
)]
pub(crate) struct Confirm {
    /// The question
    title: String,
    /// Context for the question: what depends on it, why you ask
    #[arg(short, long)]
    prompt: Option<String>,
    /// Preselect yes or no; only a person sends it
    #[arg(short, long, value_name = "yes|no", hide_possible_values = true)]
    default: Option<Preselected>,
    #[command(flatten)]
    manner: Manner,
}

#[derive(Clone, Copy, ValueEnum)]
enum Preselected {
    Yes,
    No,
}

impl Confirm {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let texts = wiring::texts(settings, &wiring::desk(settings)?).await;
        let mut fields = Map::from_iter([
            ("title".to_owned(), json!(self.title)),
            ("selection_mode".to_owned(), json!("single")),
            (
                "options".to_owned(),
                json!([
                    { "id": YES, "label": texts.say("confirm-yes") },
                    { "id": NO, "label": texts.say("confirm-no"), "safe": true },
                ]),
            ),
            // Nobody else says yes in the person's place.
            ("timeout_action".to_owned(), json!("reinvoke")),
        ]);
        let preselected = self.default.map(|default| match default {
            Preselected::Yes => YES,
            Preselected::No => NO,
        });
        let more = [
            ("prompt", self.prompt.map(Value::from)),
            ("default_selection_ids", preselected.map(|id| json!([id]))),
        ];
        for (name, value) in more.into_iter().chain(self.manner.fields()) {
            fields.extend(value.map(|value| (name.to_owned(), value)));
        }
        let question = (Dialect::Shell, Value::Object(fields));
        self.manner.ask(settings, question, Terms::default(), Format::Confirmation).await
    }
}
