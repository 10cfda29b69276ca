//! Asking a question: parsed, resolved against the settings, made durable, and only then announced.

use std::sync::atomic::Ordering;

use jiff::Timestamp;
use sayso_core::dialect;
use sayso_core::policy::TimeoutWish;
use sayso_core::settings::{Key, Language, Source};
use sayso_core::text::cut;
use sayso_core::{Interaction, InteractionId, Origin, Preferred, Purpose, Race, Surface};
use sayso_desk::store::Inserted;
use sayso_desk::{Ask, Asked, Asker, Claim, DeskError, EventKind, Repeat, Result, Row, fail};

use uuid::{Builder, Uuid};

use super::Inner;
use super::preferences::Canonical;

/// Names come from the client: enough for any, and short enough for a list.
const AGENT: usize = 100;
const DIRECTORY: usize = 1_000;

impl Inner {
    pub(super) async fn ask_and_claim(&self, ask: Ask) -> Result<Asked> {
        let fingerprint = ask.fingerprint();
        let mut arriving = None;
        match ask.repeat {
            Repeat::New => {}
            Repeat::Join => {
                if let Some((earlier, claimed)) =
                    self.join(fingerprint.as_deref(), ask.call_id).await?
                {
                    tracing::info!(session_id = %earlier.id, "a repeated call joins the earlier one");
                    // Over a new connection a call finds its own question the same way.
                    let own = ask.call_id.map(|call| call.to_string());
                    let joined = own.is_none_or(|own| own != earlier.origin.call_id);
                    let (view, claim) = (self.view(earlier), Claim::new(claimed));
                    return Ok(Asked { view, joined, claim });
                }
            }
            Repeat::Permission | Repeat::Race => {
                arriving = Some(self.callers.asking.lock().await);
                if let Some((other, held)) = self.share(fingerprint.as_deref()).await? {
                    tracing::info!(session_id = %other.id, "asked by another hook of this tool use");
                    let (view, claim) = (self.view(other), Claim::new(held));
                    return Ok(Asked { view, joined: true, claim });
                }
            }
        }
        let mut asking = dialect::parse(ask.dialect, &ask.arguments, &self.config.dialects)
            .map_err(|problems| {
                let error = DeskError::Invalid { problems };
                tracing::warn!(dialect = ?ask.dialect, %error, "Session failed");
                error
            })?;
        if let Some(surface) = ask.asker.terms.interface {
            Key::Interface.parse(surface.as_str(), self.chats())?;
        }
        ask.asker.terms.apply_to(&mut asking.wishes);
        let Canonical { layer, ignored, clamped } =
            Canonical::of(ask.asker.environment, self.chats());
        asking.warnings.extend(ignored);
        let of_environment =
            layer.get(&Key::Language).and_then(|language| Language::from_name(language));
        let preferences = self.preferences(layer);
        if asking.wishes.timeout == TimeoutWish::Unsaid
            && preferences.source(Key::Timeout) == Source::Environment
        {
            asking.warnings.extend(clamped);
        }
        asking.wishes.limit = ask.asker.limit_seconds;
        asking.wishes.ends_with_call = matches!(ask.repeat, Repeat::Permission | Repeat::Race);
        let own = ask.dialect.keeps_language().then(|| preferences.language());
        let language = own.or(of_environment);
        let Asker { agent, agent_title, agent_version, directory, session, token, .. } = ask.asker;
        let standing = self.steady.standing().await;
        let now = self.now();
        let drawn = self.ids.draw();
        let origin = Origin {
            dialect: ask.dialect,
            agent: agent.map(|name| cut(&name, AGENT)),
            agent_title: agent_title.map(|title| cut(&title, AGENT)),
            agent_version: agent_version.map(|version| cut(&version, AGENT)),
            directory: directory.map(|path| cut(&path, DIRECTORY)),
            session: session.map(|name| cut(&name, AGENT)),
            call_id: ask.call_id.unwrap_or_else(|| ordered(now, drawn)).to_string(),
            token,
            language,
        };
        let id = InteractionId::new(drawn);
        let mut interaction = Interaction::begin(id, origin, asking, &preferences, now);
        interaction.race = (ask.repeat == Repeat::Race).then_some(Race::Open);
        if let Preferred::Chat(chat) = interaction.presentation.surface
            && !self.has(Surface::Chat(chat))
        {
            interaction.warnings.push(format!(
                "interface: `{chat}` is not connected to this hub, so the question is shown as with `auto`; \
                 `sayso {chat} setup` says how to connect it"
            ));
        }
        if ask.purpose == Purpose::Test {
            interaction = interaction.for_test(now)?;
        }
        fail::point("ask.before_insert");
        let claim = loop {
            // Before anybody can find it: otherwise the same call a moment later would consider it
            // abandoned.
            let mut claimed = self.claims.take_over(interaction.id, ask.call_id);
            if fingerprint.is_some() {
                self.claim_among_hubs(&mut claimed).await?;
            }
            match self.store.insert(&interaction, fingerprint.as_deref()).await? {
                Inserted::Done => break Claim::new((claimed, self.hold(&interaction))),
                Inserted::IdTaken => interaction.id = InteractionId::new(self.ids.draw()),
                Inserted::CallKnown(id) => {
                    let mut claimed = self.claims.take_over(id, ask.call_id);
                    if fingerprint.is_some() {
                        self.take_over_among_hubs(&mut claimed).await?;
                    }
                    let interaction = self.load(id).await?;
                    let claim = Claim::new((claimed, self.hold(&interaction)));
                    return Ok(Asked { view: self.view(interaction), joined: false, claim });
                }
            }
        };
        drop((standing, arriving));
        fail::point("ask.after_insert");
        if let Some(deadline) = interaction.deadline() {
            self.alarm.no_later_than(deadline);
        }
        self.sweeper.notify_one();
        if interaction.is_test() {
            self.tests.store(true, Ordering::Relaxed);
            return Ok(Asked { view: self.view(interaction), joined: false, claim });
        }
        self.recall(&interaction).await;
        self.pending.send_modify(|pending| *pending += 1);
        self.metrics.asked(ask.dialect);
        let view = self.view(interaction);
        let row = Row::new(&view.interaction, view.live.clone());
        self.feed.publish_row(view.interaction.revision, EventKind::Created { row: Box::new(row) });
        let Interaction { id, origin, .. } = &view.interaction;
        tracing::debug!(session_id = %id, call_id = origin.call_id, "asked");
        Ok(Asked { view, joined: false, claim })
    }
}

/// Begins with the time (version 7), so that consecutive ids are adjacent in an index; the rest is
/// random.
fn ordered(at: Timestamp, drawn: Uuid) -> Uuid {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or(0);
    let mut rest = [0; 10];
    rest.copy_from_slice(&drawn.as_bytes()[..10]);
    Builder::from_unix_timestamp_millis(millis, &rest).into_uuid()
}
