//! Telegram in the hub: the poll, and the surface that it delivers to.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sayso_chat::{Answerers, ChatContext, ChatSetup, Destination, Routing, Timing};
use sayso_desk::SurfaceRole;
use tokio::sync::mpsc::unbounded_channel;

use crate::account::Account;
use crate::client::BotApi;
use crate::poll::{Poll, Recent};
use crate::port::Telegram;

/// What the surface is made of.
pub struct TelegramSetup {
    pub api: Arc<BotApi>,
    /// Who is asked, and nobody else.
    pub account: Account,
    pub context: ChatContext,
    /// A file that is locked while an account is being paired.
    pub pairing: Option<PathBuf>,
}

/// About one message a second is taken.
const TIMING: Timing = Timing {
    retry: Duration::from_millis(500),
    longest_retry: Duration::from_secs(30),
    edits: Duration::from_secs(2),
};

/// Runs for as long as the surface is to be there.
pub async fn open(setup: TelegramSetup) {
    let TelegramSetup { api, account, context, pairing } = setup;
    let ChatContext { desk, posts, clock, part, hub, agent, memory } = context;
    let (deliver, incoming) = unbounded_channel();
    let port = Arc::new(Telegram::new(Arc::clone(&api), account.clone(), &hub, &memory));
    if part == SurfaceRole::Lead {
        let old = port.take_up(&posts.of_chat(crate::CHAT.id.as_str()), desk.as_ref()).await;
        let port = Arc::clone(&port);
        tokio::spawn(async move {
            for place in old {
                port.take_away(place).await;
            }
        });
    }
    let ask = Destination::Person(account.id.to_string());
    let routing = Routing { ask, answerers: Answerers::default() };
    let poll = Poll {
        api,
        port: Arc::clone(&port),
        account,
        hub: hub.clone(),
        deliver,
        clock: Arc::clone(&clock),
        memory,
        pairing,
        texts: Recent::default(),
        strangers: HashSet::new(),
    };
    let surface = sayso_chat::run(ChatSetup {
        port: Arc::clone(&port) as Arc<dyn sayso_chat::Port>,
        incoming,
        desk,
        posts,
        clock,
        routing,
        timing: TIMING,
        part,
        hub,
        agent,
    });
    // Telegram gives updates to one: the hub whose turn it is.
    if part == SurfaceRole::Assist {
        drop(poll);
        return surface.await;
    }
    tokio::select! {
        () = surface => {}
        () = poll.run() => {}
    }
}
