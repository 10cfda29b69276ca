//! A remote desk: the same trait, over the hub's API, all of it over one socket.
//!
//! Connections come and go, this desk stays: calls that were in progress when one broke are
//! repeated over the next. Every call can be repeated without harm; `ask` has its own id for that.

mod clock;
mod connect;
mod hub;
mod pause;
mod repeated;
mod requests;
mod socket;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use hyper::Method;
use sayso_core::dialect::ReplyWanted;
use sayso_core::settings::{Key, Layer};
use sayso_core::stats::Stats;
use sayso_core::{Actor, Command, DraftField, IdPrefix, InteractionId, Refusal, Surface};
use sayso_desk::{
    Ask, Asked, Attach, Attached, Attachment, Claim, Collected, Cursor, Desk, DeskError, Events,
    Opening, Page, Patience, Query, Replied, SettingView, Silence, View,
};
use sayso_wire::{
    self as wire, ActRequest, AskRequest, AttachedView, Call, CursorText, EventsView,
    InteractionView, NotKnown, PageView, RepliedView, SettingLine, StatsView, layer_of,
    translate_all,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;
use uuid::Uuid;

use clock::Timer;
pub use clock::{Deadline, Pace};
pub use connect::{Connect, Dialled, RemoteHub, Stream};
use repeated::{is_result_of, refusal};
use requests::{Failed, encode};
use socket::Socket;

pub struct RemoteDesk {
    timer: Arc<Timer>,
    socket: Socket,
}

impl RemoteDesk {
    /// Connects on first use. `surface` is which program this is; the hub believes it only from
    /// local ones, and checks itself whether a person is present.
    pub fn new(connect: Arc<dyn Connect>, surface: Surface) -> RemoteDesk {
        RemoteDesk::paced(connect, surface, Pace::default())
    }

    /// The same, with its own time limits.
    pub fn paced(connect: Arc<dyn Connect>, surface: Surface, pace: Pace) -> RemoteDesk {
        let timer = Arc::new(Timer::new(connect, pace));
        RemoteDesk { socket: Socket::new(Arc::clone(&timer), surface), timer }
    }

    /// Calls this when the hub stops responding, and with `None` when it responds again.
    pub fn on_silence(&self, tell: impl Fn(Option<&Silence>) + Send + Sync + 'static) {
        self.timer.tell(Box::new(tell));
    }
}

impl RemoteDesk {
    /// A call that may take as long as the caller's patience.
    async fn wait_with<T: DeserializeOwned>(
        &self,
        patience: Patience,
        call: impl FnOnce(Option<u64>) -> Call,
    ) -> Result<T, DeskError> {
        let Patience::For(patience) = patience else {
            return Ok(self.socket.wait(call(None)).await?);
        };
        // The hub ends it in time, unless it doesn't respond.
        let pace = self.timer.pace;
        let longest = patience.saturating_add(pace.mention).max(pace.end);
        match timeout(longest, self.socket.wait(call(Some(millis(patience))))).await {
            Ok(waited) => Ok(waited?),
            Err(_) => Err(DeskError::NoAnswer { silence: self.timer.silent(), waited: longest }),
        }
    }
}

fn path(id: InteractionId, rest: &str) -> String {
    format!("/interactions/{id}{rest}")
}

/// A question of a newer hub may contain something unknown; then only this one can't be shown.
fn view(found: InteractionView) -> Result<View, DeskError> {
    let id = found.id.into();
    found.try_into().map_err(|why: NotKnown| DeskError::Newer { id, why: why.to_string() })
}

#[async_trait]
impl Desk for RemoteDesk {
    async fn ask(&self, mut ask: Ask) -> Result<View, DeskError> {
        // Identifies the call; it begins with the time, so that the hub's index grows at its end.
        ask.call_id.get_or_insert_with(Uuid::now_v7);
        view(self.socket.post("/interactions".to_owned(), &AskRequest::from(ask)).await?)
    }

    async fn ask_and_claim(&self, mut ask: Ask) -> Result<Asked, DeskError> {
        ask.call_id.get_or_insert_with(Uuid::now_v7);
        let ask = Box::new(AskRequest::from(ask));
        let (asked, held) = self.socket.hold(Call::Ask { ask }).await?;
        let wire::AskedView { view: asked, joined } = asked;
        Ok(Asked { view: view(asked)?, joined, claim: Claim::new(held) })
    }

    async fn claim(&self, id: InteractionId) -> Result<Claim, DeskError> {
        let ((), held) = self.socket.hold(Call::Claim { id: id.into() }).await?;
        Ok(Claim::new(held))
    }

    async fn collect(&self, ids: Vec<InteractionId>) -> Result<Collected, DeskError> {
        let ids = translate_all(ids);
        let (collected, held) = self.socket.hold(Call::Collect { ids }).await?;
        let wire::CollectedView { late, over } = collected;
        let late = late.into_iter().map(TryInto::try_into).collect::<Result<_, _>>();
        // An answer is never dropped: the claim ends with this error, and it is there for the next call.
        let late = late.map_err(|why: NotKnown| DeskError::Protocol(why.to_string()))?;
        Ok(Collected { late, over: translate_all(over), claim: Claim::new(held) })
    }

    async fn wait(&self, id: InteractionId, patience: Patience) -> Result<View, DeskError> {
        let id = id.into();
        view(self.wait_with(patience, |milliseconds| Call::Wait { id, milliseconds }).await?)
    }

    async fn wait_for_reply(
        &self,
        id: InteractionId,
        patience: Patience,
        wanted: ReplyWanted,
    ) -> Result<Replied, DeskError> {
        let (id, wanted) = (id.into(), wanted.into());
        let call = |milliseconds| Call::WaitForReply { id, milliseconds, wanted };
        let replied: RepliedView = match patience {
            Patience::NONE => self.socket.call(call(Some(0))).await?,
            Patience::For(_) | Patience::Forever => self.wait_with(patience, call).await?,
        };
        replied.try_into().map_err(|why: NotKnown| DeskError::Protocol(why.to_string()))
    }

    async fn watch(&self, id: InteractionId) -> Result<(), DeskError> {
        Ok(self.socket.wait(Call::Watch { id: id.into() }).await?)
    }

    /// `actor` is what this desk claimed when it connected; the hub decides what it is.
    async fn act(
        &self,
        id: InteractionId,
        command: Command,
        _actor: Actor,
    ) -> Result<View, DeskError> {
        let act = Call::Act { id: id.into(), command: ActRequest::from(command.clone()) };
        match self.socket.call(act).await {
            Ok(acted) => view(acted),
            // The reply to our first attempt was lost: if the outcome is what we wanted, we made
            // it.
            Err(Failed {
                error: DeskError::Refused(Refusal::AlreadySettled { .. }),
                repeated: true,
            }) => {
                let view = self.show(&id.into()).await?;
                if is_result_of(&view.interaction, &command) {
                    Ok(view)
                } else {
                    Err(refusal(&view))
                }
            }
            Err(failed) => Err(failed.error),
        }
    }

    async fn save_draft(
        &self,
        id: InteractionId,
        fields: Vec<DraftField>,
        _actor: Actor,
    ) -> Result<(), DeskError> {
        let fields = translate_all(fields);
        Ok(self.socket.call(Call::SaveDraft { id: id.into(), fields }).await?)
    }

    async fn attach(&self, attach: Attach) -> Result<Attachment, DeskError> {
        // A client that takes over one question wants it now; a surface also stays open for the
        // next hub.
        let now = attach.ticket.is_some();
        let call = Call::Attach { attach: attach.into() };
        let ((), held) = if now {
            self.socket.hold(call).await?
        } else {
            self.socket.hold_patiently(call).await?
        };
        Ok(Attachment::new(held))
    }

    async fn hand_off(&self, id: InteractionId) -> Result<String, DeskError> {
        let wire::Ticket { ticket } = self.socket.post(path(id, "/hand-off"), &()).await?;
        Ok(ticket)
    }

    async fn show(&self, id: &IdPrefix) -> Result<View, DeskError> {
        view(self.socket.get(format!("/interactions/{id}")).await?)
    }

    async fn raw(&self, id: &IdPrefix) -> Result<Value, DeskError> {
        Ok(self.socket.get(format!("/interactions/{id}/raw")).await?)
    }

    async fn list(&self, query: Query) -> Result<Page, DeskError> {
        let path = format!("/interactions?{}", encode(&query));
        let page: PageView = self.socket.get(path).await?;
        Ok(page.into())
    }

    async fn stats(&self, within: Option<Duration>) -> Result<Stats, DeskError> {
        let within = within.map(|within| format!("?seconds={}", within.as_secs()));
        let stats: StatsView =
            self.socket.get(format!("/stats{}", within.unwrap_or_default())).await?;
        stats.try_into().map_err(|why: NotKnown| DeskError::Protocol(why.to_string()))
    }

    async fn events(&self, after: Option<Cursor>) -> Result<Events, DeskError> {
        let after = after.map(CursorText::from);
        let events: EventsView = self.socket.wait(Call::Events { after }).await?;
        events.try_into().map_err(DeskError::from)
    }

    async fn delivered(&self, id: InteractionId) -> Result<(), DeskError> {
        Ok(self.socket.call(Call::Delivered { id: id.into() }).await?)
    }

    async fn undelivered(&self, id: InteractionId) -> Result<(), DeskError> {
        Ok(self.socket.call(Call::Undelivered { id: id.into() }).await?)
    }

    async fn forget(&self, id: InteractionId) -> Result<(), DeskError> {
        match self.socket.delete(path(id, "")).await {
            // Our first attempt did it, but its reply was lost.
            Err(Failed { error: DeskError::NotFound { .. }, repeated: true }) => Ok(()),
            sent => Ok(sent?),
        }
    }

    async fn settings(&self, environment: Layer) -> Result<Vec<SettingView>, DeskError> {
        let wanted = wire::ShowSettings { environment: layer_of(environment) };
        let lines = self.socket.post("/settings".to_owned(), &wanted).await?;
        // A setting of a newer version can't be used or changed by this one.
        let known = |line: SettingLine| line.try_into().ok();
        Ok(Vec::into_iter(lines).filter_map(known).collect())
    }

    async fn set_setting(&self, key: Key, value: Option<String>) -> Result<(), DeskError> {
        let path = format!("/settings/{}", key.as_str());
        Ok(match value {
            Some(value) => self.socket.send(Method::PUT, path, &wire::SetSetting { value }).await,
            None => self.socket.delete(path).await,
        }?)
    }

    async fn attached(&self) -> Result<Vec<Attached>, DeskError> {
        let attached: Vec<AttachedView> = self.socket.call(Call::Surfaces).await?;
        Ok(attached.into_iter().filter_map(|open| open.try_into().ok()).collect())
    }

    async fn claim_opening(&self) -> Result<Opening, DeskError> {
        let wire::Turn { opening } = self.socket.post("/openings".to_owned(), &()).await?;
        Ok(opening.try_into().unwrap_or(Opening::Another))
    }

    async fn give_up_opening(&self) -> Result<(), DeskError> {
        Ok(self.socket.delete("/openings".to_owned()).await?)
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
