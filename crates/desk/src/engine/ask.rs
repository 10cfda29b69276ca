//! Handing a question in: parsed, weighed against the settings, durable, and only then announced.

use jiff::SignedDuration;
use sayso_core::dialect::{self, Asking};
use sayso_core::policy::resolve;
use sayso_core::settings::{Key, Language, Layer};
use sayso_core::text::cut;
use sayso_core::{Interaction, InteractionId, Origin, State, problem::Problem};

use super::{Inner, join};
use crate::desk::{Ask, Asker};
use crate::error::DeskError;
use crate::event::EventKind;
use crate::fail;
use crate::ids::ordered;
use crate::store::Inserted;
use crate::view::{Row, View};

/// Names come from the client: enough for any, too few to hurt a list.
const AGENT: usize = 100;
const DIRECTORY: usize = 1_000;

impl Inner {
    pub(super) async fn ask(&self, ask: Ask) -> Result<View, DeskError> {
        let fingerprint = join::fingerprint(&ask);
        if let Some(earlier) = self.join(fingerprint.as_deref()).await? {
            tracing::info!(session_id = %earlier.id, "a repeated call joins the earlier one");
            return Ok(self.view(earlier));
        }
        let Asking { form, wishes, mut warnings } =
            dialect::parse(ask.dialect, &ask.arguments, &self.config.dialects).map_err(
                |problems| {
                    let error = DeskError::Invalid { problems };
                    tracing::warn!(dialect = ?ask.dialect, %error, "Session failed");
                    error
                },
            )?;
        let environment = canonical(ask.asker.environment, &mut warnings);
        let language =
            environment.get(&Key::Language).and_then(|language| Language::from_name(language));
        let (policy, presentation) =
            resolve(&wishes, &self.preferences(environment), &form, &mut warnings);
        let Asker { agent, agent_version, directory, .. } = ask.asker;
        let now = self.now();
        let deadline = policy.timeout_seconds.map(|seconds| {
            now + SignedDuration::from_secs(i64::try_from(seconds).expect("timeouts are in range"))
        });
        let drawn = self.ids.draw();
        let mut interaction = Interaction {
            id: InteractionId::new(drawn),
            revision: 1,
            origin: Origin {
                dialect: ask.dialect,
                agent: agent.map(|name| cut(&name, AGENT)),
                agent_version: agent_version.map(|version| cut(&version, AGENT)),
                directory: directory.map(|path| cut(&path, DIRECTORY)),
                call_id: ask.call_id.unwrap_or_else(|| ordered(now, drawn)).to_string(),
                fingerprint,
                language,
            },
            form,
            policy,
            presentation,
            warnings,
            ticket: None,
            created_at: now,
            state: State::Pending { deadline },
            delivered_at: None,
        };
        fail::point("ask.before_insert");
        loop {
            match self.store.insert(&interaction).await? {
                Inserted::Done => break,
                Inserted::IdTaken => interaction.id = InteractionId::new(self.ids.draw()),
                Inserted::CallKnown(id) => return Ok(self.view(self.load(id).await?)),
            }
        }
        fail::point("ask.after_insert");
        if interaction.origin.fingerprint.is_some() {
            self.claims.claim(interaction.id, self.clock.running());
        }
        self.pending.send_modify(|pending| *pending += 1);
        self.metrics.asked(ask.dialect);
        if let Some(deadline) = deadline {
            self.alarm.no_later_than(deadline);
        }
        let view = self.view(interaction);
        let row = Row::new(&view.interaction, view.live.clone());
        self.feed.publish(EventKind::Created { row: Box::new(row) });
        self.sweeper.notify_one();
        let Interaction { id, origin, .. } = &view.interaction;
        tracing::debug!(session_id = %id, call_id = origin.call_id, "asked");
        Ok(view)
    }
}

/// The asking process read its environment itself; what it could not have meant is told and left.
fn canonical(environment: Layer, warnings: &mut Vec<String>) -> Layer {
    let mut layer = Layer::new();
    for (key, value) in environment {
        match key.parse(&value) {
            Ok(value) => {
                layer.insert(key, value);
            }
            Err(Problem { rule, .. }) => {
                tracing::warn!(setting = key.as_str(), rule, "ignored a value of the environment");
                warnings.push(format!("environment: {}: {rule}; ignored", key.as_str()));
            }
        }
    }
    layer
}
