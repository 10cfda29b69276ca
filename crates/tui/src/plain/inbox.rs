//! The inbox in lines: a numbered list, a number opens a question, arrivals are announced.

use std::io;

use sayso_core::InteractionId;
use sayso_core::settings::Key;
use sayso_core::text::clean_line;
use sayso_desk::store::LONGEST_PAGE;
use sayso_desk::{EventKind, Query, Scope};

use super::command::{Said, Verb, command};
use super::{Heard, Talk};
use crate::runtime::Session;
use crate::state::inbox::Waiting;
use crate::state::{By, PromptEnd, State};
use crate::view;
use crate::words::{outcome_words, who};

/// What is waiting, until the person leaves.
pub(crate) async fn inbox(session: Session, state: State) -> io::Result<PromptEnd> {
    let attach = session.as_inbox();
    let mut talk = Talk::begin(session, state).await?;
    talk.attached = talk.performer.attach(Some(attach));
    talk.attached.touched();
    talk.inbox().await
}

impl Talk {
    async fn inbox(&mut self) -> io::Result<PromptEnd> {
        let mut shown = self.list().await?;
        self.lines.ask()?;
        loop {
            match self.hear().await {
                Heard::End(ended) => return Ok(ended),
                Heard::Failed(error) => return Ok(PromptEnd::Failed(error.to_string())),
                Heard::Happened(events) => {
                    for event in events.events {
                        if let EventKind::Created { row } = event.kind {
                            shown.push(row.id);
                            let row = Waiting::new(*row, self.state.now.running);
                            let line = self.arrived(shown.len(), &row);
                            self.lines.say(&[line])?;
                            self.lines.ask()?;
                        }
                    }
                }
                Heard::Burst(_) => {
                    self.tell("burst-ignored")?;
                    self.lines.ask()?;
                }
                Heard::Line(line) => {
                    let line = line.trim();
                    let number = line.parse::<usize>().ok();
                    let chosen = number.and_then(|it| shown.get(it.checked_sub(1)?).copied());
                    match (command(line), chosen) {
                        (Some(Said::Command(Verb::Quit, _)), _) => return Ok(PromptEnd::Left),
                        (Some(Said::Command(Verb::Settings, _)), _) => drop(self.list_settings()?),
                        (Some(Said::Command(Verb::Set, more)), _) => drop(self.set(&more).await?),
                        (Some(_), _) => self.tell("plain-list")?,
                        (None, _) if line == "q" => return Ok(PromptEnd::Left),
                        (None, _) if line.is_empty() => shown = self.list().await?,
                        (None, Some(id)) => {
                            let mut open = Some(id);
                            while let Some(id) = open.take() {
                                let ended = self.open(id).await?;
                                if self.is_over(ended.as_ref()) {
                                    return Ok(ended.unwrap_or(PromptEnd::Left));
                                }
                                shown = self.list().await?;
                                open = shown.first().copied().filter(|_| self.goes_on(&ended));
                            }
                        }
                        (None, None) => self.tell("plain-list")?,
                    }
                    self.lines.ask()?;
                }
            }
        }
    }

    /// Numbered as they are listed, the next deadline first.
    async fn list(&mut self) -> io::Result<Vec<InteractionId>> {
        self.state.card = None;
        self.state.now = self.session.moment();
        let mut rows = Vec::new();
        let mut after = None;
        loop {
            let query = Query { scope: Scope::Active, search: None, after, limit: LONGEST_PAGE };
            match self.session.desk.list(query).await {
                Ok(page) => {
                    rows.extend(page.rows);
                    after = page.next;
                }
                Err(error) => {
                    self.lines.say(&[clean_line(&error.to_string())])?;
                    break;
                }
            }
            if after.is_none() {
                break;
            }
        }
        self.state.inbox.put_all(rows, self.state.now.running);
        let rows = &self.state.inbox.waiting;
        let texts = self.state.texts();
        let count = texts.say_with("waiting-count", [("count", rows.len().into())]);
        let mut lines = vec![format!("sayso: {count}")];
        lines.extend(rows.iter().enumerate().map(|(at, row)| self.row(at + 1, row)));
        lines.push(texts.say("plain-list").into_owned());
        self.lines.say(&lines)?;
        Ok(rows.iter().map(|row| row.id).collect())
    }

    fn row(&self, number: usize, row: &Waiting) -> String {
        let texts = self.state.texts();
        let who = who(texts, row.agent.as_deref(), row.project.as_deref());
        let mut line = format!("{number}. {}, {who}", clean_line(&row.title));
        if row.irreversible {
            line = format!("{line}, {}", texts.say("irreversible"));
        }
        if let Some(left) = row.remaining_ms {
            let time = view::time_left(left, texts);
            line = format!("{line}, {}", texts.say_with("time-left", [("time", time.into())]));
        }
        line
    }

    fn arrived(&self, number: usize, row: &Waiting) -> String {
        format!("\n{}", self.row(number, row))
    }

    /// Ctrl-C in a question ends the inbox as well; so does an answer if only one was wanted.
    fn is_over(&self, ended: Option<&PromptEnd>) -> bool {
        match ended {
            Some(PromptEnd::Interrupted(_)) => true,
            Some(PromptEnd::Settled { by: By::ThisTerminal, .. }) => self.state.once,
            Some(_) | None => false,
        }
    }

    /// The person wants the next question after an answer.
    fn goes_on(&self, ended: &Option<PromptEnd>) -> bool {
        matches!(ended, Some(PromptEnd::Settled { by: By::ThisTerminal, .. }))
            && self.state.preference(Key::AfterSending) == "next"
    }

    /// `None`: there was nothing to ask.
    async fn open(&mut self, id: InteractionId) -> io::Result<Option<PromptEnd>> {
        let view = match self.session.desk.show(&id.into()).await {
            Ok(view) => view,
            Err(error) => {
                self.lines.say(&[clean_line(&error.to_string())])?;
                return Ok(None);
            }
        };
        if !view.interaction.is_pending() {
            self.lines.say(&[outcome_words(self.state.texts(), &view)])?;
            return Ok(None);
        }
        let ended = self.question(view).await?;
        self.say_end(&ended)?;
        self.forget_after(&ended).await?;
        Ok(Some(ended))
    }

    fn say_end(&mut self, ended: &PromptEnd) -> io::Result<()> {
        match ended {
            PromptEnd::Settled { view, .. } => {
                let line = format!("✓ {}", outcome_words(self.state.texts(), view));
                self.lines.say(&[line])
            }
            PromptEnd::HandedToWeb { view, way_in } => {
                let lines =
                    crate::words::continues_in_browser(self.state.texts(), view, way_in.as_ref());
                self.lines.say(&lines)
            }
            // `:quit` leaves the question, not the inbox.
            PromptEnd::Left | PromptEnd::Interrupted(_) => Ok(()),
            PromptEnd::Failed(why) => self.lines.say(std::slice::from_ref(why)),
        }
    }
}
