//! Desktop notifications, one of the things that can be notified: shown, clicked, and taken back.
//!
//! Whether and when there is one is decided by the ladder (`attention.rs`); where it appears, by
//! `desktop.rs`.

use std::collections::HashMap;
use std::sync::Arc;

use sayso_access::Keys;
use sayso_core::InteractionId;
use sayso_core::attention::SkippedWhy;
use sayso_desk::Row;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::desktop::Sessions;

/// Limit for notices at the same time; with more questions the person will look at the list.
const MOST: usize = 5;

/// Plain text, with any markup of the agent removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesktopNotice {
    pub title: String,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeClick {
    Open,
    Nothing,
}

/// Resolves when a notice is taken back.
pub type NoticeEnd = oneshot::Receiver<()>;

/// The notices that are shown.
pub(crate) struct Notices {
    keys: Arc<Keys>,
    sessions: Arc<Sessions>,
    portal: String,
    /// Each is taken back by this.
    about: HashMap<InteractionId, oneshot::Sender<()>>,
    shown: JoinSet<()>,
}

impl Notices {
    pub(crate) fn new(keys: Arc<Keys>, sessions: Arc<Sessions>, portal: String) -> Notices {
        Notices { keys, sessions, portal, about: HashMap::new(), shown: JoinSet::new() }
    }

    /// How many more there can be now, or why none can.
    pub(crate) async fn room(&self) -> Result<usize, SkippedWhy> {
        let session = self.sessions.current().await;
        if !self.sessions.desktop().is_reached(&session) {
            return Err(SkippedWhy::Absent);
        }
        let open = self.about.values().filter(|notice| !notice.is_closed()).count();
        Ok(MOST.saturating_sub(open))
    }

    pub(crate) fn show(&mut self, row: &Row) {
        while self.shown.try_join_next().is_some() {}
        self.about.retain(|_, notice| !notice.is_closed());
        let (keys, sessions) = (Arc::clone(&self.keys), Arc::clone(&self.sessions));
        let (portal, id, notice) = (self.portal.clone(), row.id, notice(row));
        let (take_back, taken_back) = oneshot::channel();
        self.about.insert(id, take_back);
        self.shown.spawn(async move {
            let (desktop, session) = (sessions.desktop(), sessions.current().await);
            if desktop.notify(&session, notice, taken_back).await == NoticeClick::Open {
                // Created now: a code from the time of the question would have expired by the click.
                let code = match keys.code().await {
                    Ok(code) => code,
                    Err(error) => return tracing::warn!(%error, "no link for the notification"),
                };
                let url = format!("{portal}/choice/{id}#code={code}");
                desktop.open(&session, &url).await;
            }
        });
    }

    /// The question has ended.
    pub(crate) fn take_back(&mut self, id: InteractionId) {
        if let Some(notice) = self.about.remove(&id) {
            // Fails if it is gone already.
            let _ = notice.send(());
        }
    }
}

fn notice(row: &Row) -> DesktopNotice {
    let from = match (&row.agent, &row.project) {
        (Some(agent), Some(project)) => format!("{agent} in {project}: "),
        (Some(from), None) | (None, Some(from)) => format!("{from}: "),
        (None, None) => String::new(),
    };
    let text = if row.prompt.is_empty() { &row.title } else { &row.prompt };
    DesktopNotice { title: row.title.clone(), text: format!("{from}{text}") }
}
