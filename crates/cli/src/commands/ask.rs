//! `sayso ask`: asks a question and waits for its answer.

mod flags;
mod manner;
mod stdin;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap_complete::ArgValueCandidates;
use sayso_core::dialect::provide_choice;
use sayso_core::text::counted;
use sayso_core::{Dialect, Terms};
use serde_json::Value;

use super::completions::offers;
use super::wait;
use crate::config::Settings;
use crate::exit::{ANSWERED, Code, INTERRUPTED, PENDING};
use crate::output;
use crate::output::outcome::{Format, Seen};
use flags::QuestionFlags;
pub(super) use manner::{Manner, announce};

/// Ask a question: with flags, or as JSON on stdin (provide_choice, ask_user_questions or user_choice)
#[derive(Args)]
#[command(before_help = "Examples:
  sayso ask 'Which database?' -o PostgreSQL -o SQLite
  sayso ask 'Deploy to production?' -o yes -o no --irreversible --timeout 1h
  sayso ask 'Which features?' -o Auth -o Cache -o Search --multi --max 2
  sayso ask 'Name of the release?' --text
  sayso ask 'What first?' -o Auth -o Cache -o Search --rank
  sayso ask 'How much memory?' --number --min 1 --max 64 --unit GB
  sayso ask < question.json                                one question, or one after the other")]
pub(crate) struct Ask {
    /// The question
    title: Option<String>,
    /// Context for the question: what depends on it, why you ask
    #[arg(short, long)]
    prompt: Option<String>,
    #[command(flatten)]
    flags: QuestionFlags,
    /// If nobody answers in time: submit (send the defaults or what is recommended), cancel, or reinvoke (let the agent ask again)
    #[arg(long, value_name = "ACTION", add = ArgValueCandidates::new(offers::actions))]
    on_timeout: Option<String>,
    #[command(flatten)]
    manner: Manner,
    /// Print the reply as JSON
    #[arg(long)]
    json: bool,
    /// Format of the JSON on stdin [default: detected]
    #[arg(long, value_name = "DIALECT", conflicts_with = "title", value_parser = dialects())]
    dialect: Option<Dialect>,
}

/// The dialects that come as JSON, under their usual names.
fn dialects() -> impl TypedValueParser<Value = Dialect> {
    let named = |name: String| Dialect::ALL.into_iter().find(|known| known.as_str() == name);
    let names = PossibleValuesParser::new(Dialect::of_json().map(Dialect::as_str));
    names.map(move |name| named(name).expect("one of them"))
}

impl Ask {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        if let Some(title) = &self.title {
            self.fits_together()?;
            self.is_no_file(title)?;
            let arguments = self.arguments(title);
            return self.ask(settings, Dialect::Shell, arguments, Terms::default()).await;
        }
        let given = stdin::read(self.dialect)?;
        self.leaves_json_alone()?;
        self.terms()?;
        stdin::check(settings, &given)?;
        self.ask_in_turn(settings, given).await
    }

    /// One after the other. The code is that of the first one without an answer.
    async fn ask_in_turn(
        &self,
        settings: &Settings,
        given: Vec<(Dialect, Value)>,
    ) -> anyhow::Result<Code> {
        let (mut code, mut left) = (ANSWERED, given.len());
        for (dialect, arguments) in given {
            left -= 1;
            let this = self.ask(settings, dialect, arguments, self.terms()?).await?;
            if code == ANSWERED || this == INTERRUPTED {
                code = this;
            }
            // The person left it, or nobody waits any longer: the next ones would be in the way.
            let is_left = this == INTERRUPTED || (this == PENDING && !self.manner.no_wait);
            if is_left && left > 0 {
                let more = counted(left, "question", "questions");
                output::warn(format!("{more} more: not asked"));
                break;
            }
        }
        Ok(code)
    }

    async fn ask(
        &self,
        settings: &Settings,
        dialect: Dialect,
        arguments: Value,
        terms: Terms,
    ) -> anyhow::Result<Code> {
        let format = if self.json { Format::Json } else { Format::Plain };
        let session = Some(&arguments).filter(|_| dialect == Dialect::ProvideChoice);
        if let Some(id) = session.and_then(provide_choice::session_id) {
            self.leaves_session_alone()?;
            if let Some(warning) = provide_choice::ignored_beside_session_id(&arguments) {
                output::warn(warning);
            }
            let patience = if self.manner.no_wait { Some(0) } else { self.manner.wait.flatten() };
            let id = id.map_err(sayso_desk::DeskError::from)?;
            return wait::fetch(settings, &id, patience, format, Seen::Call).await;
        }
        self.manner.ask(settings, (dialect, arguments), terms, format).await
    }
}
