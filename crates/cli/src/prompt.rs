//! Asking line by line on a terminal, while somebody else may answer elsewhere.
//!
//! Prompts go to stderr, so that stdout holds nothing but the answer.

use std::io::{self, BufRead, Write};

use sayso_core::{Command, Control, Form, InteractionId, OwnText, Question, Submission};
use sayso_desk::{Desk, DeskError, Event, EventKind, Events, View};
use tokio::sync::oneshot;

use crate::commands::option;
use crate::output::card;
use crate::output::style::{DIM, ERROR};
use crate::output::wrap::{indented, terminal_width};

/// What came of asking here.
pub enum Prompted {
    Command(Command),
    /// Answered on another surface, or by the clock.
    Elsewhere(Box<View>),
}

/// Shows the question and reads the answer, unless it is settled elsewhere first.
pub async fn ask(
    view: &View,
    elsewhere: impl Future<Output = Result<View, DeskError>>,
) -> anyhow::Result<Prompted> {
    say(&card::render(view, terminal_width(&io::stderr())))?;
    let form = view.interaction.form.clone();
    let (sender, typed) = oneshot::channel();
    // Reading a line cannot be interrupted; the thread ends with the process.
    std::thread::spawn(move || sender.send(read_form(&form)));
    tokio::select! {
        typed = typed => {
            let command = typed.map_err(|_| DeskError::Protocol("the prompt ended".to_owned()))??;
            Ok(Prompted::Command(command))
        }
        settled = elsewhere => {
            say("\n  settled elsewhere\n")?;
            Ok(Prompted::Elsewhere(Box::new(settled?)))
        }
    }
}

/// Resolves when it has an outcome. A person who looks at a question does not wait for it: that would
/// say that the agent does.
pub async fn settled(desk: &dyn Desk, id: InteractionId) -> Result<View, DeskError> {
    let mut after = None;
    loop {
        let Events { cursor, events, reset } = desk.events(after).await?;
        let concerns = |event: &Event| match &event.kind {
            EventKind::Settled { row } => row.id == id,
            EventKind::Removed { id: removed } => *removed == id,
            EventKind::Created { .. }
            | EventKind::Changed { .. }
            | EventKind::Drafted { .. }
            | EventKind::Listening { .. }
            | EventKind::Delivered { .. }
            | EventKind::Undelivered { .. }
            | EventKind::Settings
            | EventKind::Presence => false,
        };
        if reset.is_some() || events.iter().any(concerns) {
            let view = desk.show(&id.into()).await?;
            if !view.interaction.is_pending() {
                return Ok(view);
            }
        }
        after = Some(cursor);
    }
}

fn read_form(form: &Form) -> io::Result<Command> {
    let mut submission = Submission { note: form.note.clone(), ..Submission::default() };
    for question in &form.questions {
        if form.questions.len() > 1 {
            say(&format!("\n  {}\n", sayso_core::text::clean_line(&question.header)))?;
        }
        match read_question(question, form.questions.len() > 1, &mut submission)? {
            Flow::GoOn => {}
            Flow::Cancel => {
                say(&format!("  {DIM}a note for the agent, or nothing:{DIM:#} "))?;
                let note = read_line()?.filter(|note| !note.is_empty());
                return Ok(Command::Cancel { note });
            }
        }
    }
    Ok(Command::Answer { submission })
}

enum Flow {
    GoOn,
    Cancel,
}

/// Asks again until the line makes sense.
fn read_question(
    question: &Question,
    one_of_several: bool,
    submission: &mut Submission,
) -> io::Result<Flow> {
    loop {
        let hint = indented(&hint(question, one_of_several), 2, terminal_width(&io::stderr()));
        say(&format!("{DIM}{hint}{DIM:#}  › "))?;
        // The end of the input is a cancel, never an answer.
        let Some(line) = read_line()? else { return Ok(Flow::Cancel) };
        let entry = submission.entry(question.id.clone());
        if line == "c" {
            return Ok(Flow::Cancel);
        }
        if line == "e" {
            entry.elaborate = Some(String::new());
            return Ok(Flow::GoOn);
        }
        if line == "s" && one_of_several {
            entry.skip = Some(String::new());
            return Ok(Flow::GoOn);
        }
        if line.is_empty() {
            if !question.defaults.is_empty() {
                return Ok(Flow::GoOn);
            }
            continue;
        }
        if let Some(text) = line.strip_prefix('=') {
            entry.text = Some(text.trim().to_owned());
            return Ok(Flow::GoOn);
        }
        if question.control == Control::Text {
            entry.text = Some(line);
            return Ok(Flow::GoOn);
        }
        let words: Vec<&str> = match question.control {
            Control::Many { .. } => {
                line.split([',', ' ']).filter(|word| !word.is_empty()).collect()
            }
            Control::One { .. } | Control::Text => vec![line.as_str()],
        };
        match words.iter().map(|word| option(question, word)).collect::<Result<Vec<_>, _>>() {
            Ok(ids) if question.control.bounds().contains(ids.len()) => {
                entry.options = Some(ids);
                return Ok(Flow::GoOn);
            }
            Ok(_) => {
                let wanted = question.control.bounds().describe();
                say(&format!("  {ERROR}{wanted} options are wanted{ERROR:#}\n"))?;
            }
            Err(problem) => say(&format!("  {ERROR}{problem}{ERROR:#}\n"))?,
        }
    }
}

fn hint(question: &Question, one_of_several: bool) -> String {
    let mut parts = vec![match &question.control {
        Control::One { .. } => "number or label".to_owned(),
        Control::Many { bounds, .. } => {
            format!("numbers, separated by spaces ({})", bounds.describe())
        }
        Control::Text => "type your answer".to_owned(),
    }];
    if question.control.own_text() == OwnText::Allowed && question.control != Control::Text {
        parts.push("=your own text".to_owned());
    }
    if !question.defaults.is_empty() {
        parts.push("enter for the default".to_owned());
    }
    if one_of_several {
        parts.push("s skip".to_owned());
    }
    parts.push("e ask to explain".to_owned());
    parts.push("c cancel".to_owned());
    parts.join(" · ")
}

/// `None` at the end of the input.
fn read_line() -> io::Result<Option<String>> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line)?;
    Ok((read > 0).then(|| line.trim().to_owned()))
}

fn say(text: &str) -> io::Result<()> {
    let mut out = anstream::stderr().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
