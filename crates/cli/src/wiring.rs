//! The only place that knows every crate: which desk a command uses, and what a hub consists of.

mod bridges;
mod command;
mod mcp;
mod portal;
mod terminal;

use std::io::{IsTerminal, stderr, stdin};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use nix::unistd::{Uid, User};
use sayso_access::Routes;
use sayso_access::presence::PeerPresence;
use sayso_api::{Connect, Pace, RemoteDesk, RemoteHub};
use sayso_bridges::AgentServer;
use sayso_chat::{ChatContext, Offer, OpenChat, Opened};
use sayso_core::Surface;
use sayso_core::dialect::DialectLimits;
use sayso_core::settings::{Key, Language, SettingsLayer};
use sayso_core::surface::{Actor, Chats, Presence};
use sayso_desk::{Answering, Clock, DeskError, RandomIds, Reached, SystemClock, View, present};
use sayso_hub::{
    Beside, HubAddress, HubPerson, HubRoutes, HubSetup, HubStore, LocalHub, Mount, OpenSurface,
    Starting, SurfaceInHub,
};
use sayso_locale::Texts;
use sayso_relay::{Limits, Program};
use sayso_store::{AsHub, LEASE, StorePlace};

use crate::commands::{Hubs, watch_agents};
use crate::config::{Operational, Settings, variable};
use crate::exit::BadInput;
use crate::{output, permission_card};

pub(crate) use bridges::stay_connected;
pub(crate) use command::{CommandLine, quoted, to_answer};
pub(crate) use mcp::mcp;
pub(crate) use portal::Portal;
pub(crate) use terminal::{
    NoUsableTerminal, cannot_ask, controlling_terminal, draws, looking_at, persons_terminal,
    presence_here, session, session_in, usable_terminal,
};

/// The local or remote desk; starts a hub if there is none.
pub(crate) fn desk(settings: &Settings) -> Result<RemoteDesk, DeskError> {
    desk_as(settings, Surface::Cli)
}

/// The same for a person at a terminal.
pub(crate) fn terminal_desk(settings: &Settings) -> Result<RemoteDesk, DeskError> {
    desk_as(settings, Surface::Terminal)
}

/// The same for a program that has to decide within seconds, with or without an answer. Prints
/// nothing.
pub(crate) fn deciding_desk(settings: &Settings) -> Result<RemoteDesk, DeskError> {
    Ok(RemoteDesk::paced(connect(settings)?, Surface::Cli, in_tests(Pace::PROMPT)))
}

/// The same for a command that reports itself what the hub does.
pub(crate) fn quiet_desk(settings: &Settings) -> Result<RemoteDesk, DeskError> {
    Ok(RemoteDesk::paced(connect(settings)?, Surface::Cli, in_tests(Pace::default())))
}

fn desk_as(settings: &Settings, surface: Surface) -> Result<RemoteDesk, DeskError> {
    let desk = RemoteDesk::paced(connect(settings)?, surface, in_tests(Pace::default()));
    tell_unresponsive(&desk);
    Ok(desk)
}

fn connect(settings: &Settings) -> Result<Arc<dyn Connect>, DeskError> {
    Ok(match &settings.remote {
        Some((url, token)) => Arc::new(RemoteHub::new(url, token.clone())?),
        None => {
            let local = LocalHub::on_demand(settings.paths.clone());
            Arc::new(local.with_desktop(&settings.desktop()))
        }
    })
}

/// Only a hub that is already running.
pub(crate) fn running_hub(settings: &Settings, pace: Pace) -> Result<RemoteDesk, DeskError> {
    let connect: Arc<dyn Connect> = match &settings.remote {
        Some(_) => connect(settings)?,
        None => Arc::new(LocalHub::running(settings.paths.clone())),
    };
    let desk = RemoteDesk::paced(connect, Surface::Cli, in_tests(pace));
    tell_unresponsive(&desk);
    Ok(desk)
}

/// Texts in the person's language.
pub(crate) async fn texts(settings: &Settings, desk: &RemoteDesk) -> &'static Texts {
    let all = desk.settings(settings.environment.clone()).await.unwrap_or_default();
    let language = all.iter().find(|setting| setting.key == Key::Language);
    let language = language.and_then(|setting| Language::from_name(&setting.value));
    Texts::of(language.unwrap_or_default())
}

/// Prints to stderr when the hub stops responding, and when it responds again.
pub(crate) fn tell_unresponsive(desk: &RemoteDesk) {
    desk.on_unresponsive(|unresponsive| match unresponsive {
        Some(unresponsive) => output::warn(format!("{unresponsive}; still waiting")),
        None => output::warn("the hub answers again"),
    });
}

/// Shorter times, for the tests of long waits.
pub(crate) fn in_tests(pace: Pace) -> Pace {
    pace.quicker(test_speed())
}

/// The factor of that.
pub(crate) fn test_speed() -> u32 {
    let given = cfg!(feature = "test-support").then(|| variable("SAYSO_TEST_SPEED"));
    given.flatten().and_then(|speed| speed.parse().ok()).filter(|speed| *speed > 0).unwrap_or(1)
}

/// How often a hub says that it is alive; shorter in tests of its death.
fn lease() -> Duration {
    let given = cfg!(feature = "test-support").then(|| variable("SAYSO_TEST_LEASE_MS"));
    let given = given.flatten().and_then(|millis| millis.parse().ok());
    given.map_or(LEASE, Duration::from_millis)
}

/// What the hub accepts, as far as it is known here: a remote one may have other limits.
pub(crate) fn dialect_limits(settings: &Settings) -> anyhow::Result<DialectLimits> {
    if settings.remote.is_none() {
        return Ok(settings.operational()?.engine.dialects);
    }
    let (questions, options) = (usize::MAX, usize::MAX);
    Ok(DialectLimits { questions, options, chats: CHATS, ..DialectLimits::default() })
}

/// Brings a question of this process to a person; opens nothing if it is shown somewhere.
pub(crate) async fn bring(settings: &Settings, desk: &Arc<RemoteDesk>, view: &View) -> Reached {
    let portal = Portal::new(settings, Arc::clone(desk));
    present::bring(desk.as_ref(), &portal, view).await
}

/// A person is here if both input and output are a terminal.
pub(crate) fn is_interactive() -> bool {
    stdin().is_terminal() && stderr().is_terminal()
}

/// Whether a person seems to be here; the hub checks it in the same way.
pub(crate) fn presence() -> Presence {
    PeerPresence::own().presence()
}

/// Who this process thinks it is; the hub decides.
pub(crate) fn actor() -> Actor {
    Actor::new(None, Surface::Cli, presence())
}

/// All chats, one line each.
pub(crate) const OFFERS: &[Offer] = &[sayso_slack::OFFER, sayso_telegram::OFFER];

pub(crate) const CHATS: Chats = Chats(&{
    let mut chats = [OFFERS[0].chat; OFFERS.len()];
    let mut at = 1;
    while at < OFFERS.len() {
        chats[at] = OFFERS[at].chat;
        at += 1;
    }
    chats
});

/// Variables of ours that no agent may see.
pub(crate) fn secrets() -> Vec<&'static str> {
    OFFERS
        .iter()
        .flat_map(|offer| offer.secrets)
        .copied()
        .chain(["SAYSO_DATABASE", "SAYSO_BRIDGES_OPENCODE"])
        .collect()
}

/// The chats that are configured.
fn chats(settings: &Settings, operational: &Operational) -> anyhow::Result<Vec<SurfaceInHub>> {
    let mut surfaces = Vec::new();
    for offer in OFFERS {
        let program = operational.relay.program(&settings.home());
        // Hubs over one database answer for each other.
        let hub = match &operational.database {
            Some(address) => address.to_string(),
            None => hub_name(&settings.paths.data_dir),
        };
        let idle = operational.relay.idle;
        if let Some(open) = settings.given(operational, offer.open)? {
            let name = offer.chat.id.as_str();
            let agent = program.map(|program| {
                let card = permission_card::of_relay(settings, program.name());
                (program, card)
            });
            surfaces.push(SurfaceInHub { name, open: surface(name, open, hub, agent, idle) });
        }
    }
    Ok(surfaces)
}

/// A chat in the hub, with the agent that people talk to there.
fn surface(
    space: &'static str,
    open: OpenChat,
    hub: String,
    agent: Option<(Program, Arc<sayso_relay::Card>)>,
    idle: Duration,
) -> OpenSurface {
    Box::new(move |ground: sayso_hub::SurfaceContext, part| {
        let sayso_hub::SurfaceContext { desk, posts, conversations, clock } = ground;
        let agent = agent.clone().map(|(program, card)| {
            let relay = sayso_relay::RelaySetup {
                desk: Arc::clone(&desk),
                conversations: conversations.space("relay"),
                clock: Arc::clone(&clock),
                agent: program.name(),
                program,
                card,
                environment: SettingsLayer::new(),
                limits: Limits { idle, ..Limits::default() },
            };
            (relay, conversations.space(space))
        });
        let (hub, memory) = (hub.clone(), conversations);
        let Opened { signed, running } =
            open(ChatContext { desk, posts, clock, part, hub, agent, memory });
        (Routes { signed: signed.unwrap_or_default(), ..Routes::default() }, running)
    })
}

/// Whether the configured chats work: the name of each, and what it says.
pub(crate) async fn check_chats(
    settings: &Settings,
    operational: &Operational,
) -> Vec<(&'static str, Result<String, String>)> {
    let mut checked = Vec::new();
    for offer in OFFERS {
        let works = match settings.given(operational, offer.prove) {
            Ok(Some(proof)) => proof.await,
            Ok(None) => continue,
            Err(BadInput(why)) => Err(why),
        };
        checked.push((offer.chat.id.as_str(), works));
    }
    checked
}

/// The name of a hub among several: no two on one machine share a data directory.
fn hub_name(data_dir: &Path) -> String {
    let machine = rustix::system::uname();
    format!("{}:{}", machine.nodename().to_string_lossy(), data_dir.display())
}

pub(crate) fn hub(
    settings: &Settings,
    operational: Operational,
    starting: Option<Starting>,
) -> anyhow::Result<HubSetup> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let surfaces = chats(settings, &operational)?;
    let hubs = if operational.database.is_some() { Hubs::Several } else { Hubs::One };
    let store = HubStore {
        open: Box::new({
            let among = AsHub {
                name: hub_name(&settings.paths.data_dir),
                ids: Arc::new(RandomIds),
                clock: clock.clone(),
                lease: lease(),
            };
            let database = operational.database;
            move |path| {
                let place = database.unwrap_or_else(|| StorePlace::File(path.to_owned()));
                Ok(place.open(among)?)
            }
        }),
        engine: operational.engine,
        clock,
        ids: Arc::new(RandomIds),
    };
    Ok(HubSetup {
        paths: settings.paths.clone(),
        starting,
        store,
        address: HubAddress {
            host: operational.host,
            port: operational.port,
            hosts: operational.hosts,
        },
        person: HubPerson {
            user: user_name(),
            desktop: Arc::new(settings.notifications()),
            session: settings.desktop(),
            zone: TimeZone::system(),
        },
        // A hub with a chat keeps running.
        linger: operational.linger.filter(|_| surfaces.is_empty()),
        routes: HubRoutes {
            mount: mount(mcp::over_http(settings)),
            beside: beside(settings, operational.bridges, hubs),
            surfaces,
            ping: Pace::PING / test_speed(),
        },
    })
}

/// What runs as long as the hub does.
fn beside(settings: &Settings, servers: Vec<AgentServer>, hubs: Hubs) -> Beside {
    let data_dir = settings.paths.data_dir.clone();
    let bridges = bridges::of_hub(settings, servers);
    Box::new(move |desk, cluster, connections| {
        let bridges = bridges(desk.clone(), cluster, connections);
        Box::pin(async move {
            tokio::join!(watch_agents(desk, data_dir, hubs), bridges);
        })
    })
}

/// By the user's id, not by a variable: an agent may have started the hub with few variables.
fn user_name() -> Option<String> {
    if cfg!(feature = "test-support")
        && let Some(name) = variable("SAYSO_TEST_USER")
    {
        return Some(name);
    }
    let known = User::from_uid(Uid::current()).ok().flatten().map(|user| user.name);
    known.or_else(|| variable("USER"))
}

/// What the hub serves in addition to its API: MCP and the page.
fn mount(mcp: Mount) -> Mount {
    Box::new(move |desk, agents, ending| {
        mcp(desk.clone(), agents, ending).merge(sayso_web::routes(desk))
    })
}
