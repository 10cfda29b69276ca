//! `sayso extract`: a filter for a model's text; the choices in it are written elsewhere.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use sayso_core::dialect::user_choice::UserChoice;
use sayso_core::text::clean;
use sayso_extract::{Decoder, Extractor, Finished, correction};

use crate::exit::{ANSWERED, Code};
use crate::output;

/// Extract questions from a model's text; prints the text without them as it streams
///
/// A question (here called a choice) is JSON of the type user_choice_group, user_choice or user_choices,
/// in a fenced block or in plain text. The text behind one in plain text is dropped: the model should
/// have stopped there. Each becomes one line of JSON that `sayso ask` understands.
/// Slightly malformed JSON is repaired if its meaning is clear. A malformed choice stays in the text;
/// stderr says what is wrong and how to write it, in words for the model.
#[derive(Args)]
#[command(before_help = "Examples:
  agent | sayso extract --choices choices.jsonl
  sayso extract --choices /dev/fd/3 < reply.md 3> choices.jsonl
  while read -r choice; do sayso ask <<< \"$choice\"; done < choices.jsonl")]
pub(crate) struct Extract {
    /// Write the choices to FILE, one per line, when the text has ended [default: stderr]
    ///
    /// File descriptors are only written to if you name them, such as /dev/fd/3.
    #[arg(long, value_name = "FILE")]
    choices: Option<PathBuf>,
}

/// The capacity of a pipe.
const CHUNK: usize = 64 * 1024;

impl Extract {
    pub(crate) fn run(self) -> anyhow::Result<Code> {
        // Before anything is read, so that a wrong name loses nothing.
        let mut file = match &self.choices {
            Some(path) => {
                let open = File::create(path);
                Some(open.with_context(|| format!("cannot write to {}", path.display()))?)
            }
            None => None,
        };
        let Finished { choices, warnings, malformed, .. } =
            filter(&mut io::stdin().lock(), &mut io::stdout())?;
        match &mut file {
            Some(file) => write_lines(&choices, file)?,
            None => write_lines(&choices, &mut io::stderr())?,
        }
        for warning in warnings.into_iter().chain(correction(&malformed)) {
            output::warn(clean(&warning));
        }
        Ok(ANSWERED)
    }
}

/// Passes on at once what isn't part of a choice.
fn filter(input: &mut dyn Read, out: &mut dyn Write) -> io::Result<Finished> {
    let (mut decoder, mut extractor) = (Decoder::new(), Extractor::new());
    let mut buffer = vec![0; CHUNK];
    loop {
        let count = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let text = decoder.push(&buffer[..count]);
        let released = extractor.push(&text);
        if !released.is_empty() {
            out.write_all(released.as_bytes())?;
            out.flush()?;
        }
    }
    out.write_all(extractor.push(decoder.finish()).as_bytes())?;
    let finished = extractor.finish();
    out.write_all(finished.rest.as_bytes())?;
    out.flush()?;
    Ok(finished)
}

fn write_lines(choices: &[UserChoice], out: &mut dyn Write) -> anyhow::Result<()> {
    for choice in choices {
        let mut line = serde_json::to_vec(choice)?;
        line.push(b'\n');
        out.write_all(&line)?;
    }
    out.flush()?;
    Ok(())
}
