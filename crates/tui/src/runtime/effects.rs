//! Effects at the desk: each in its own task; writes are in order.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::settings::SettingsLayer;
use sayso_core::{Actor, Command, InteractionId, Preferred, PresentationChange};
use sayso_desk::present;
use sayso_desk::{
    Attach, Clock, Desk, DeskError, HistoryFilter, Live, Page, PersonSign, Portal, Query, Row,
    SIGN_EVERY, Scope,
};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::Session;
use crate::message::{Effect, Handed, Hang, Listing, Message};
use crate::state::inbox::RECENT;

/// A working hub answers much sooner.
const LONG: Duration = Duration::from_millis(400);
/// One page of a list. Also of one that is loaded whole: what is read at once is small beside what is kept.
const PAGE: usize = 100;

pub(crate) struct Performer {
    hand: Hand,
    writes: Option<mpsc::UnboundedSender<Effect>>,
    writer: JoinHandle<()>,
}

/// What every task needs.
#[derive(Clone)]
struct Hand {
    desk: Arc<dyn Desk>,
    clock: Arc<dyn Clock>,
    portal: Arc<dyn Portal>,
    actor: Actor,
    environment: SettingsLayer,
    sender: mpsc::UnboundedSender<Message>,
}

impl Performer {
    pub(crate) fn new(session: &Session, sender: mpsc::UnboundedSender<Message>) -> Performer {
        let hand = Hand {
            desk: Arc::clone(&session.desk),
            clock: Arc::clone(&session.clock),
            portal: Arc::clone(&session.portal),
            actor: session.actor.clone(),
            environment: session.environment.clone(),
            sender,
        };
        let (writes, mut queue) = mpsc::unbounded_channel();
        let writing = hand.clone();
        let writer = tokio::spawn(async move {
            while let Some(effect) = queue.recv().await {
                writing.perform(effect).await;
            }
        });
        Performer { hand, writes: Some(writes), writer }
    }

    pub(super) fn tell(&self, message: Message) {
        self.hand.tell(message);
    }

    pub(super) fn perform(&self, effect: Effect) {
        let writes = matches!(
            effect,
            Effect::Act { .. }
                | Effect::Save { .. }
                | Effect::HandToWeb { .. }
                | Effect::OpenWeb(_)
                | Effect::SetPreference { .. }
        );
        match &self.writes {
            // A writer that is gone has panicked; nothing can be done about it here.
            Some(queue) if writes => drop(queue.send(effect)),
            Some(_) | None => {
                let hand = self.hand.clone();
                tokio::spawn(async move { hand.perform(effect).await });
            }
        }
    }

    /// All events, until it is aborted.
    pub(crate) fn watch(&self) -> JoinHandle<()> {
        let hand = self.hand.clone();
        tokio::spawn(async move {
            let mut after = None;
            loop {
                let result = hand.desk.events(after).await;
                let failed = result.is_err();
                after = result.as_ref().ok().map(|events| events.cursor).or(after);
                hand.tell(Message::Happened(result));
                if failed {
                    return;
                }
            }
        })
    }

    /// Registers this surface as open, until the task is dropped.
    pub(crate) fn attach(&self, attach: Option<Attach>) -> Attached {
        let (desk, clock) = (Arc::clone(&self.hand.desk), Arc::clone(&self.hand.clock));
        let (touches, mut touched) = mpsc::unbounded_channel();
        let task = attach.map(|attach| {
            tokio::spawn(async move {
                // If others don't know about this surface, that is no reason to end it.
                match desk.attach(attach).await {
                    Ok(attachment) => {
                        while touched.recv().await.is_some() {
                            attachment.report(PersonSign { visible: true, touched: true });
                        }
                    }
                    Err(error) => tracing::warn!(%error, "could not say that a terminal is open"),
                }
            })
        });
        Attached { task, touches, clock, next: Duration::ZERO }
    }

    /// Waits for pending writes, but not forever.
    pub(super) async fn finish(mut self, patience: Duration) {
        self.writes = None;
        let clock = Arc::clone(&self.hand.clock);
        let limit = clock.sleep_until(clock.running() + patience);
        tokio::select! {
            _ = self.writer => {}
            () = limit => {}
        }
    }
}

pub(crate) struct Attached {
    task: Option<JoinHandle<()>>,
    touches: mpsc::UnboundedSender<()>,
    clock: Arc<dyn Clock>,
    /// When a key is reported again.
    next: Duration,
}

impl Attached {
    /// A key: somebody is here.
    pub(crate) fn touched(&mut self) {
        let now = self.clock.running();
        if self.task.is_some() && now >= self.next {
            self.next = now + SIGN_EVERY;
            // Fails if nobody knows about this surface, which was reported.
            let _ = self.touches.send(());
        }
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

impl Hand {
    fn tell(&self, message: Message) {
        // Nobody listens any more: the view has ended.
        let _ = self.sender.send(message);
    }

    async fn perform(&self, effect: Effect) {
        let message = match effect {
            Effect::Load(id) => {
                let result = self.patiently(self.desk.show(&id.into())).await;
                Message::Loaded { id, result: Box::new(result) }
            }
            Effect::Act { id, deed, command } => {
                let result = self.patiently(self.desk.act(id, command, self.actor.clone())).await;
                Message::Acted { id, deed, result: Box::new(result) }
            }
            Effect::Save { id, fields } => {
                let result =
                    self.patiently(self.desk.save_draft(id, fields, self.actor.clone())).await;
                Message::Saved { id, result }
            }
            Effect::HandToWeb { id, fields } => {
                let result = self.patiently(self.hand_to_web(id, fields)).await;
                Message::HandedToWeb { id, result: Box::new(result) }
            }
            Effect::LoadPreferences => {
                let wanted = self.desk.settings(self.environment.clone());
                Message::Preferences(self.patiently(wanted).await)
            }
            Effect::SetPreference { key, value } => {
                let result = self.patiently(self.desk.set_setting(key, Some(value))).await;
                Message::PreferenceSaved { key, result }
            }
            Effect::LoadActive => Message::Active(self.patiently(self.all_active()).await),
            Effect::LoadDone(listing) => {
                let result = self.patiently(self.done(&listing)).await;
                Message::Done { listing, result }
            }
            Effect::OpenWeb(view) => {
                // Its address is on the screen in any case.
                present::bring(self.desk.as_ref(), self.portal.as_ref(), &view).await;
                return;
            }
            Effect::OpenEditor { .. }
            | Effect::Notify { .. }
            | Effect::SetMouse(_)
            | Effect::Flush
            | Effect::Suspend
            | Effect::Redraw => return,
        };
        self.tell(message);
    }

    /// Reports when it takes long, and when it has finished after all.
    async fn patiently<T>(&self, call: impl Future<Output = T>) -> T {
        tokio::pin!(call);
        let long = self.clock.sleep_until(self.clock.running() + LONG);
        tokio::select! {
            result = &mut call => return result,
            () = long => {}
        }
        self.tell(Message::Hanging(Hang::Began));
        let result = call.await;
        self.tell(Message::Hanging(Hang::Ended));
        result
    }

    async fn hand_to_web(
        &self,
        id: InteractionId,
        fields: Vec<sayso_core::DraftField>,
    ) -> Result<Handed, DeskError> {
        if !fields.is_empty() {
            self.desk.save_draft(id, fields, self.actor.clone()).await?;
        }
        let command = Command::Present(PresentationChange {
            surface: Some(Preferred::Web),
            ..PresentationChange::default()
        });
        let view = self.desk.act(id, command, self.actor.clone()).await?;
        Ok(Handed { view, way_in: self.portal.way_in(id).await })
    }

    async fn done(&self, listing: &Listing) -> Result<Page, DeskError> {
        match listing {
            Listing::Recent => {
                let scope = Scope::Completed;
                self.desk.list(Query { scope, limit: RECENT, ..Query::default() }).await
            }
            Listing::History { search, after } => {
                let wanted = HistoryFilter::typed(search, self.clock.now());
                wanted.find(&*self.desk, after.clone()).await
            }
        }
    }

    /// Page by page: the start of the stream contains only the first one.
    async fn all_active(&self) -> Result<Vec<Row>, DeskError> {
        let mut rows = Vec::new();
        let mut after = None;
        loop {
            let query = Query { scope: Scope::Active, search: None, after, limit: PAGE };
            let page = self.desk.list(query).await?;
            rows.extend(page.rows.into_iter().map(listed));
            after = page.next;
            if after.is_none() {
                return Ok(rows);
            }
        }
    }
}

/// Without the texts that no list shows, so that they are gone before the next page needs room.
fn listed(row: Row) -> Row {
    let live = Live { url: None, attention: Vec::new(), ..row.live };
    Row { interface: String::new(), live, ..row }
}
