//! In the hub: an agent that ends without a word, killed for example, confirms nothing any more. Its
//! open races end with its process.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sayso_core::interaction::Status;
use sayso_core::race::RaceNews;
use sayso_desk::store::LONGEST_PAGE;
use sayso_desk::{Desk, Query, Result, Scope};
use sayso_hub::{Changes, News};
use tokio::task::JoinSet;

use super::notes::{Noted, Notes, own_folder};
use super::report::close;
use super::{HUB, agent};
use crate::wiring;

/// Which hubs use the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hubs {
    One,
    /// On other machines, with notes of their own.
    Several,
}

/// Never returns. Nothing is polled where the system tells of files and processes.
pub(crate) async fn watch_agents(desk: Arc<dyn Desk>, data_dir: PathBuf, hubs: Hubs) {
    let root = Notes::root(&data_dir);
    let (Ok(mut changes), Ok(()), Some(agent)) = (Changes::new(), own_folder(&root), agent())
    else {
        return;
    };
    if hubs == Hubs::One
        && let Err(error) = end_unnoted(desk.as_ref(), &data_dir, agent.id).await
    {
        tracing::warn!(%error, "answers that nobody will confirm stay as they are");
    }
    let (mut watched, mut ends) = (HashSet::new(), JoinSet::new());
    loop {
        // First the watch, then the look, so that nothing falls in between.
        let _ = changes.watch(&root, News::Arrivals);
        let sessions = Notes::everywhere(&data_dir);
        for session in &sessions {
            let _ = changes.watch(session.folder(), News::Arrivals);
        }
        let noted = sessions.iter().flat_map(Notes::all);
        for process in noted.filter_map(|(_, noted)| noted.process) {
            if watched.insert(process.clone()) {
                ends.spawn(async move {
                    process.ended().await;
                    process
                });
            }
        }
        tokio::select! {
            told = changes.next(), if Changes::TELLS => {
                if told.is_err() {
                    return;
                }
            }
            () = tokio::time::sleep(HUB), if !Changes::TELLS => {}
            Some(Ok(process)) = ends.join_next() => {
                // It stays among those that are watched: what cannot be noted now waits for the next hub.
                let its = |noted: &Noted| noted.process.as_ref() == Some(&process);
                close(desk.as_ref(), &data_dir, agent.name, its).await;
            }
        }
    }
}

/// Pages that are looked through: what stays unconfirmed is found when it is not old yet.
const PAGES: usize = 8;

/// Answers that were given, and of which nothing will be reported: their notes are gone. An agent on
/// another machine has them there; of other agents, bridges find out.
async fn end_unnoted(desk: &dyn Desk, data_dir: &Path, agent: &str) -> Result<()> {
    let mut query = Query { scope: Scope::Completed, limit: LONGEST_PAGE, ..Query::default() };
    for _ in 0..PAGES {
        let page = desk.list(query.clone()).await?;
        for row in page.rows.iter().filter(|row| row.status == Status::Given) {
            let view = desk.show(&row.id.into()).await?;
            let is_noted = Notes::everywhere(data_dir).iter().any(|notes| notes.has(row.id));
            let origin = &view.interaction.origin;
            let is_its = origin.agent.as_deref() == Some(agent);
            if !is_noted && is_its && origin.token.is_none() {
                let why = "given here, and never confirmed".to_owned();
                desk.race(row.id, RaceNews::AnsweredThere { why }, wiring::actor()).await?;
            }
        }
        match page.next {
            Some(next) => query.after = Some(next),
            None => break,
        }
    }
    Ok(())
}
