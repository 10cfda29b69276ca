//! Questions as JSON on standard input: all of them are read and checked before anybody is asked.

use std::io::{IsTerminal, Read, stdin};

use sayso_core::dialect::{self, provide_choice};
use sayso_core::{Dialect, limits};
use sayso_desk::DeskError;
use serde_json::Value;

use crate::config::Settings;
use crate::exit::BadInput;
use crate::wiring;

/// One question, or several one after the other, as `sayso extract` writes them. The dialect is
/// detected by its fields, unless given.
pub(super) fn read(stated: Option<Dialect>) -> anyhow::Result<Vec<(Dialect, Value)>> {
    if stdin().is_terminal() {
        return Err(BadInput(
            "what is the question? Give it as an argument, or JSON on stdin; see `sayso ask --help`"
                .to_owned(),
        )
        .into());
    }
    let mut text = Vec::new();
    let most = u64::try_from(MOST_AT_ONCE).expect("a small constant");
    stdin().lock().take(most + 1).read_to_end(&mut text)?;
    if text.len() > MOST_AT_ONCE {
        return Err(
            BadInput(format!("stdin is larger than {most} bytes; ask fewer at once")).into()
        );
    }
    let mut given = Vec::new();
    let mut values = serde_json::Deserializer::from_slice(&text).into_iter::<Value>();
    loop {
        let begun = values.byte_offset();
        let Some(value) = values.next() else { break };
        let arguments =
            value.map_err(|error| BadInput(format!("stdin is not valid JSON: {error}")))?;
        if values.byte_offset() - begun > limits::BODY {
            let most = limits::BODY;
            return Err(
                BadInput(format!("the question is larger than {most} bytes; shorten it")).into()
            );
        }
        let dialect = stated.unwrap_or_else(|| Dialect::detected(&arguments));
        given.push((dialect, arguments));
    }
    match given.is_empty() {
        true => Err(BadInput("there is nothing to ask: stdin is empty".to_owned()).into()),
        false => Ok(given),
    }
}

/// Nobody answers more than this.
const MOST_AT_ONCE: usize = 16 * limits::BODY;

/// Finds what is wrong with any of several questions. The hub checks each again when it is asked.
pub(super) fn check(settings: &Settings, given: &[(Dialect, Value)]) -> anyhow::Result<()> {
    if given.len() < 2 {
        return Ok(());
    }
    let limits = wiring::dialect_limits(settings)?;
    let mut problems = Vec::new();
    for (at, (dialect, arguments)) in given.iter().enumerate() {
        // Not a question: it fetches the answer to an earlier one.
        let fetches =
            *dialect == Dialect::ProvideChoice && provide_choice::session_id(arguments).is_some();
        if fetches {
            continue;
        }
        for mut problem in dialect::parse(*dialect, arguments, &limits).err().unwrap_or_default() {
            problem.field = format!("question {}, {}", at + 1, problem.field);
            problems.push(problem);
        }
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(DeskError::Invalid { problems }.into()),
    }
}
