//! `sayso answer`: from the command line, or with a prompt on a terminal.

mod gaps;
mod named;
mod prompt;

use clap::Args;
use clap_complete::ArgValueCandidates;
use sayso_core::text::clean_line;
use sayso_core::transition::{NOTES_OFF, refuse_elsewhere};
use sayso_core::worksheet::needs_confirmation;
use sayso_core::{Command, Form, IdPrefix, Question, Submission};
use sayso_desk::{Answering, Asking, DeskError, View};
use sayso_wire::InteractionView;

use self::gaps::{send_anyway, unanswered};
use self::named::{named, option};
pub(crate) use self::prompt::{NOTHING_WAITS, ended_with, prompt, prompted};
use super::completions::offers;
use crate::config::Settings;
use crate::exit::{ANSWERED, BadInput, Code};
use crate::output::ended;
use crate::output::style::{BOLD, DONE};
use crate::{confirmation, flag_errors, output, wiring};

/// Answer a question
#[derive(Args)]
#[command(before_help = "Examples:
  sayso answer                               on a terminal: offers what is waiting
  sayso answer 3f2a                          on a terminal: asks you
  sayso answer 3f2a SQLite                   by label, id or number, in this order
  sayso answer 3f2a Auth Cache --note 'cache last'
  sayso answer 3f2a 3 1 2                    a ranking, the first place first
  sayso answer 3f2a 12.5                     a number
  sayso answer 3f2a --text 'none of these'
  sayso answer 3f2a -a q1=Next.js -a q2=Tailwind --skip 'q3=later'
  sayso answer 3f2a --recommended")]
pub(crate) struct Answer {
    /// Id, or its first characters [default: choose one of the waiting questions]
    #[arg(add = ArgValueCandidates::new(offers::waiting))]
    id: Option<IdPrefix>,
    /// Options to choose or rank if there is one question: label, id or number (a label wins over an
    /// equal number); for a number question, the number
    #[arg(
        value_name = "OPTION",
        allow_negative_numbers = true,
        add = ArgValueCandidates::new(offers::options)
    )]
    choices: Vec<String>,
    /// Answer one of several questions, by its id, number or header (repeatable)
    #[arg(short, long, value_name = "QUESTION=OPTION")]
    answer: Vec<String>,
    /// Answer with your own text; for one of several questions: QUESTION=TEXT
    #[arg(short, long, value_name = "TEXT")]
    text: Vec<String>,
    /// Skip a question, with an optional reason
    #[arg(long, value_name = "QUESTION[=REASON]")]
    skip: Vec<String>,
    /// Ask the agent to explain a question, with an optional note
    #[arg(long, value_name = "QUESTION[=NOTE]")]
    elaborate: Vec<String>,
    /// Add a note to the whole answer
    #[arg(short, long)]
    note: Option<String>,
    /// Add a note to an option
    #[arg(long, value_name = "OPTION=NOTE")]
    option_note: Vec<String>,
    /// Use the preselected or recommended options for every question not answered otherwise
    #[arg(short = 'R', long)]
    recommended: bool,
    /// Print the question as JSON
    #[arg(long)]
    json: bool,
    /// Ask line by line: numbered options, typed answers (for screen readers; also SAYSO_PLAIN=1)
    #[arg(long)]
    plain: bool,
}

impl Answer {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        let Some(id) = &self.id else { return self.offer(settings, &desk).await };
        let view = desk.show(id).await?;
        let mut open = Vec::new();
        let command = if !view.interaction.is_pending() {
            // With any arguments: the desk says who was faster.
            Command::Answer { submission: Submission::default() }
        } else if self.says_nothing() {
            if self.note.is_some() || !self.option_note.is_empty() {
                return Err(BadInput(
                    "a note needs an answer: give an option, --text or --recommended with it, or write the note in the prompt".to_owned(),
                )
                .into());
            }
            if let Err(why) = wiring::usable_terminal() {
                return Err(BadInput(format!(
                    "what is the answer? Give an option, --text or --recommended, or run it in a terminal: {why}"
                ))
                .into());
            }
            return prompt(settings, &desk, view, self.json, self.plain).await;
        } else {
            let noted = self.note.is_some() || !self.option_note.is_empty();
            refuse_note_if_off(noted, &view)?;
            let submission = self.submission(&view.interaction.form)?;
            let commits = needs_confirmation(&view.interaction, &submission);
            if commits {
                // Before anybody types anything.
                refuse_elsewhere(&view.interaction, &wiring::actor()).map_err(DeskError::from)?;
            }
            if commits && wiring::presence().is_person() {
                confirmation::confirm(settings, &desk, &view).await?;
            }
            open = unanswered(&view.interaction.form, &submission);
            if !open.is_empty() {
                send_anyway(settings, &desk, &view, &open).await?;
            }
            Command::Answer { submission }
        };
        let acted = desk.act(view.interaction.id, command, wiring::actor()).await;
        let acted = acted.map_err(|why| flag_errors::by_question(why, &view.interaction.form))?;
        if !open.is_empty() {
            let (all, names) = (view.interaction.form.questions.len(), open.join(", "));
            output::warn(format!("{} of {all} unanswered: {names}", open.len()));
        }
        print(acted, self.json)
    }

    fn says_nothing(&self) -> bool {
        self.choices.is_empty()
            && self.answer.is_empty()
            && self.text.is_empty()
            && self.skip.is_empty()
            && self.elaborate.is_empty()
            && !self.recommended
    }

    fn submission(&self, form: &Form) -> Result<Submission, BadInput> {
        let mut submission = if self.recommended { form.proposal() } else { Submission::default() };
        self.one_each(form)?;
        submission.note.clone_from(&self.note);
        if !self.choices.is_empty() {
            let question = only(form, "an option", "-a QUESTION=OPTION")?;
            submission.entry(question.id.clone()).options = None;
            for choice in &self.choices {
                give(&mut submission, form, question, choice)?;
            }
        }
        for given in &self.answer {
            let (name, choice) = split(given, "-a QUESTION=OPTION")?;
            give(&mut submission, form, named(form, name)?, choice)?;
        }
        for given in &self.text {
            let (question, text) = match &form.questions[..] {
                [only] => (only, given.as_str()),
                _ => {
                    let (name, text) = split(given, "--text QUESTION=TEXT")?;
                    (named(form, name)?, text)
                }
            };
            submission.write(question.id.clone(), text.to_owned());
        }
        for given in &self.skip {
            let (name, reason) = given.split_once('=').unwrap_or((given, ""));
            let entry = submission.entry(named(form, name)?.id.clone());
            (entry.options, entry.skip) = (None, Some(reason.to_owned()));
        }
        for given in &self.elaborate {
            let (name, note) = given.split_once('=').unwrap_or((given, ""));
            let entry = submission.entry(named(form, name)?.id.clone());
            (entry.options, entry.elaborate) = (None, Some(note.to_owned()));
        }
        for given in &self.option_note {
            let (choice, note) = split(given, "--option-note OPTION=NOTE")?;
            let question = only(form, "a note on an option", "the page or the terminal")?;
            let id = option(form, question, choice)?;
            submission.entry(question.id.clone()).notes.insert(id, note.to_owned());
        }
        Ok(submission)
    }

    /// A question that is skipped or asked back can't have an answer.
    fn one_each(&self, form: &Form) -> Result<(), BadInput> {
        let name = |given: &str| given.split_once('=').map_or(given, |(name, _)| name).to_owned();
        let mut left: Vec<&Question> = Vec::new();
        for given in self.skip.iter().chain(&self.elaborate) {
            let question = named(form, &name(given))?;
            if left.contains(&question) {
                return Err(twice(question));
            }
            left.push(question);
        }
        for given in self.answer.iter().chain(self.text.iter().filter(|_| form.questions.len() > 1))
        {
            let question = named(form, &name(given))?;
            if left.contains(&question) {
                return Err(twice(question));
            }
        }
        let only = form.questions.first().filter(|_| form.questions.len() == 1);
        match only.filter(|only| left.contains(only)) {
            Some(only) if !self.choices.is_empty() || !self.text.is_empty() => Err(twice(only)),
            Some(_) | None => Ok(()),
        }
    }
}

/// One more option, or the requested number.
fn give(
    submission: &mut Submission,
    form: &Form,
    question: &Question,
    given: &str,
) -> Result<(), BadInput> {
    let entry = submission.entry(question.id.clone());
    if question.control.is_value(given).is_none() {
        entry.options.get_or_insert_default().push(option(form, question, given)?);
    } else if entry.text.replace(given.to_owned()).is_some() {
        let header = clean_line(&question.header);
        return Err(BadInput(format!("`{header}` takes one number")));
    }
    Ok(())
}

fn twice(question: &Question) -> BadInput {
    let header = clean_line(&question.header);
    BadInput(format!(
        "`{header}` is answered, skipped or explained more than once; choose one of these"
    ))
}

/// Applies a command to one interaction and prints its new state.
pub(crate) async fn act(
    settings: &Settings,
    id: &IdPrefix,
    command: Command,
    json: bool,
) -> anyhow::Result<Code> {
    let desk = wiring::desk(settings)?;
    let view = desk.show(id).await?;
    let noted = matches!(&command, Command::Cancel { note: Some(_) });
    refuse_note_if_off(noted, &view)?;
    print(desk.act(view.interaction.id, command, wiring::actor()).await?, json)
}

/// Of a settled question the desk says who was faster.
fn refuse_note_if_off(noted: bool, view: &View) -> Result<(), BadInput> {
    let interaction = &view.interaction;
    if !noted || interaction.presentation.annotations || !interaction.is_pending() {
        return Ok(());
    }
    Err(BadInput(format!(
        "nothing was sent: {NOTES_OFF}; leave the note out, or run `sayso config set annotations on` first"
    )))
}

fn print(view: View, json: bool) -> anyhow::Result<Code> {
    if json {
        output::json(&InteractionView::from(view))?;
        return Ok(ANSWERED);
    }
    let row = sayso_desk::Row::new(&view.interaction, view.live.clone());
    // As it was before: an agent that waited has its answer by now and no longer waits.
    let listening = if view.live.listening {
        ""
    } else {
        "  (saved; the agent isn't listening, it gets the answer the next time it asks)"
    };
    output::line(format!("{DONE}✓{DONE:#} {BOLD}{}{BOLD:#}{listening}", ended::line(&row)))?;
    Ok(ANSWERED)
}

fn split<'a>(given: &'a str, form: &str) -> Result<(&'a str, &'a str), BadInput> {
    given.split_once('=').ok_or_else(|| BadInput(format!("`{given}` should be {form}")))
}

fn only<'a>(form: &'a Form, what: &str, instead: &str) -> Result<&'a Question, BadInput> {
    match &form.questions[..] {
        [only] => Ok(only),
        several => Err(BadInput(format!(
            "there are {} questions: {what} belongs to one of them, use {instead}",
            several.len()
        ))),
    }
}
