//! The operations of the API, both of their ends: the routes that serve them, each a translation and
//! nothing else, and the calls of our own client.

mod agent_tokens;
mod body;
mod desk_of_caller;
mod extract;
mod hub;
mod interactions;
mod page_tokens;
mod pages;
mod pairing;
mod parameters;
mod service;
mod settings;
mod socket;
mod stats;
mod table;

use std::time::Duration;

use async_trait::async_trait;
use hyper::Method;
use sayso_core::dialect::ReplyWanted;
use sayso_core::settings::{Key, SettingsLayer};
use sayso_core::stats::Stats;
use sayso_core::{Actor, Command, DraftField, IdPrefix, InteractionId, RaceNews};
use sayso_desk::{
    Answering, Ask, Asked, Asking, Attach, Attached, Attachment, Claim, Collected, Cursor,
    DeskError, Events, Opening, Page, Patience, PersonSign, Query, Replied, SettingView, View,
};
use sayso_wire::{
    self as wire, AskRequest, AttachedView, Call, CursorText, EventsView, NotKnown, PageView,
    RepliedView, SettingLine, StatsView, layer_of, translate_all,
};
use serde_json::Value;

use crate::remote::requests::{Failed, encode};
use crate::remote::{RemoteDesk, path, view};

pub use service::{Operations, Service, routes};
use table::operations;

operations! { operations
    Open {
        /// Exchange a code for a page's token
        POST "/tokens" page_tokens::token;
        /// Exchange a code that was typed on another device for a page's token
        POST "/pairings" pairing::pair;
        /// Open a session for a page that can't have a socket
        POST "/sessions" page_tokens::session;
    }
    Guarded {
        /// Ask a question
        POST "/interactions" interactions::ask;
        /// List interactions by page
        GET "/interactions" interactions::list;
        /// Show figures over what was asked
        GET "/stats" stats::stats;
        /// Show one interaction, by its id or the beginning of it
        GET "/interactions/{id}" interactions::show;
        /// Delete an interaction and its answer
        DELETE "/interactions/{id}" interactions::forget;
        /// Show an interaction as it is stored, even if it can't be read
        GET "/interactions/{id}/raw" interactions::raw;
        /// Show the agent's reply, in its dialect
        GET "/interactions/{id}/reply" interactions::reply;
        /// Answer, cancel, reject, withdraw, or change how it waits
        POST "/interactions/{id}/act" interactions::act;
        /// Save what is chosen and typed so far
        PATCH "/interactions/{id}/draft" interactions::save_draft;
        /// Create a ticket for one terminal
        POST "/interactions/{id}/hand-off" interactions::hand_off;
        /// Note that the agent stopped before it waited
        POST "/interactions/{id}/given-up" interactions::give_up;
        /// Note that the agent has the reply
        POST "/interactions/{id}/delivered" interactions::delivered;
        /// Note that the agent doesn't have the reply after all
        DELETE "/interactions/{id}/delivered" interactions::undelivered;
        /// Show every personal setting with its source
        POST "/settings" settings::show;
        /// Set a personal setting
        PUT "/settings/{key}" settings::set;
        /// Reset a personal setting to its default
        DELETE "/settings/{key}" settings::unset;
        /// Separate a model's text from the choices in it
        POST "/extract" extract::extract;
        /// List open surfaces
        GET "/surfaces" hub::surfaces;
        /// Claim the turn to open a browser
        POST "/openings" hub::claim_opening;
        /// Give the turn up: no browser opened
        DELETE "/openings" hub::give_up_opening;
        /// Show the hub's status
        GET "/status" hub::status;
        /// Stop the hub
        POST "/stop" hub::stop;
        /// Create a one-time code for a page's address
        POST "/codes" page_tokens::code;
        /// Create a code to type on another device; for a person at a terminal
        POST "/pairing" pairing::offer;
        /// Create a token for an agent, which can only ask; over the unix socket
        POST "/agent-tokens" agent_tokens::create;
        /// List the tokens of agents
        GET "/agent-tokens" agent_tokens::list;
        /// Revoke an agent's token, by its id or name
        DELETE "/agent-tokens/{id}" agent_tokens::revoke;
        /// List pages with access
        GET "/pages" pages::list;
        /// Revoke all pages, and close their sockets
        DELETE "/pages" pages::revoke_all;
        /// Revoke a page, and close its sockets
        DELETE "/pages/{id}" pages::revoke;
    }
    Waiting {
        /// Wait for the outcome, which then counts as delivered
        GET "/interactions/{id}/wait" interactions::wait;
        /// Wait for what happens after a cursor
        GET "/events" interactions::events;
    }
}

#[async_trait]
impl Asking for RemoteDesk {
    async fn ask(&self, mut ask: Ask) -> Result<View, DeskError> {
        ask.call_id.get_or_insert_with(sayso_desk::call_id);
        view(self.socket.post("/interactions".to_owned(), &AskRequest::from(ask)).await?)
    }

    async fn ask_and_claim(&self, mut ask: Ask) -> Result<Asked, DeskError> {
        ask.call_id.get_or_insert_with(sayso_desk::call_id);
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

    async fn give_up(&self, id: InteractionId) -> Result<(), DeskError> {
        Ok(self.socket.post(path(id, "/given-up"), &()).await?)
    }

    async fn watch(&self, id: InteractionId) -> Result<(), DeskError> {
        Ok(self.socket.wait(Call::Watch { id: id.into() }).await?)
    }

    async fn show(&self, id: &IdPrefix) -> Result<View, DeskError> {
        view(self.socket.get(format!("/interactions/{id}")).await?)
    }

    async fn withdraw(
        &self,
        id: InteractionId,
        why: Option<String>,
        _actor: Actor,
    ) -> Result<View, DeskError> {
        self.act_once(id, Command::Withdraw { why }).await
    }

    async fn race(
        &self,
        id: InteractionId,
        news: RaceNews,
        _actor: Actor,
    ) -> Result<View, DeskError> {
        let command = match news {
            RaceNews::Confirmed => Command::Confirm,
            RaceNews::AnsweredThere { why } => Command::AnsweredThere { why },
        };
        self.act_once(id, command).await
    }

    async fn hand_off(&self, id: InteractionId) -> Result<String, DeskError> {
        let wire::Ticket { ticket } = self.socket.post(path(id, "/hand-off"), &()).await?;
        Ok(ticket)
    }

    async fn delivered(&self, id: InteractionId) -> Result<(), DeskError> {
        Ok(self.socket.call(Call::Delivered { id: id.into() }).await?)
    }

    async fn undelivered(&self, id: InteractionId) -> Result<(), DeskError> {
        Ok(self.socket.call(Call::Undelivered { id: id.into() }).await?)
    }

    async fn attached(&self) -> Result<Vec<Attached>, DeskError> {
        let attached: Vec<AttachedView> = self.socket.call(Call::Surfaces).await?;
        Ok(attached.into_iter().filter_map(|open| open.try_into().ok()).collect())
    }
}

#[async_trait]
impl Answering for RemoteDesk {
    /// `actor` is what this desk claimed when it connected; the hub decides what it is.
    async fn act(
        &self,
        id: InteractionId,
        command: Command,
        _actor: Actor,
    ) -> Result<View, DeskError> {
        self.act_once(id, command).await
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
        Ok(Attachment::new((), move |PersonSign { visible, touched }| {
            held.follow(|attach| Call::Seen { attach, visible, touched });
        }))
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

    async fn forget(&self, id: InteractionId) -> Result<(), DeskError> {
        match self.socket.delete(path(id, "")).await {
            // Our first attempt did it, but its reply was lost.
            Err(Failed { error: DeskError::NotFound { .. }, repeated: true }) => Ok(()),
            sent => Ok(sent?),
        }
    }

    async fn settings(&self, environment: SettingsLayer) -> Result<Vec<SettingView>, DeskError> {
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

    async fn claim_opening(&self) -> Result<Opening, DeskError> {
        let wire::Turn { opening } = self.socket.post("/openings".to_owned(), &()).await?;
        Ok(opening.try_into().unwrap_or(Opening::Another))
    }

    async fn give_up_opening(&self) -> Result<(), DeskError> {
        Ok(self.socket.delete("/openings".to_owned()).await?)
    }
}
