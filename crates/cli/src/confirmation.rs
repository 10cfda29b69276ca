//! Confirmations on the command line, typed at the terminal: a word for what is irreversible, a yes
//! for the rest.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};

use anyhow::Context;
use sayso_api::RemoteDesk;
use sayso_core::text::clean_line;
use sayso_desk::View;
use sayso_locale::Texts;

use crate::config::Settings;
use crate::exit::BadInput;
use crate::wiring;

/// Returns once the word was typed; anything else sends nothing.
pub(crate) async fn confirm(
    settings: &Settings,
    desk: &RemoteDesk,
    view: &View,
) -> anyhow::Result<()> {
    let texts = texts(settings, desk, view).await;
    let word = texts.say("confirm-word").into_owned();
    let title = clean_line(&view.interaction.form.title);
    let undone = texts.say("cannot-be-undone");
    let how = texts.say_with("type-the-word", [("word", word.clone().into())]);
    let mut terminal = wiring::controlling_terminal().map_err(|why| {
        BadInput(format!("this cannot be undone and has to be confirmed at a terminal, but {why}"))
    })?;
    write!(terminal, "{title}\n{undone} {how} ")?;
    let typed = read_line(terminal).await?;
    if typed.trim().to_lowercase() == word.to_lowercase() {
        return Ok(());
    }
    Err(BadInput(format!("`{}` is not `{word}`; nothing was sent", clean_line(&typed))).into())
}

/// Whether the person at this terminal says yes; anything else is a no.
pub(crate) async fn is_confirmed(mut terminal: File, question: &str) -> anyhow::Result<bool> {
    write!(terminal, "{question} [y/N] ")?;
    let typed = read_line(terminal).await?;
    Ok(["y", "yes"].contains(&typed.trim().to_lowercase().as_str()))
}

async fn read_line(mut terminal: File) -> anyhow::Result<String> {
    terminal.flush()?;
    let typed = tokio::task::spawn_blocking(move || {
        let mut line = String::new();
        BufReader::new(terminal).read_line(&mut line).map(|_| line)
    });
    typed.await?.context("could not read from the terminal")
}

/// The language of the question, otherwise the person's.
pub(crate) async fn texts(settings: &Settings, desk: &RemoteDesk, view: &View) -> &'static Texts {
    match view.interaction.presentation.language {
        Some(language) => Texts::of(language),
        None => wiring::texts(settings, desk).await,
    }
}
