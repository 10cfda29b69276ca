//! Metrics of the desk, for Prometheus.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use sayso_core::interaction::Outcome;
use sayso_core::{Dialect, Interaction};
use sayso_desk::Result;

use super::Inner;

pub(super) struct Metrics {
    asked: Family<Asked, Counter>,
    settled: Family<Settled, Counter>,
    time_to_answer: Histogram,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    dialect: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Settled {
    outcome: &'static str,
    surface: String,
}

impl Default for Metrics {
    fn default() -> Metrics {
        // From a glance to a night.
        let seconds = [1.0, 5.0, 15.0, 60.0, 300.0, 900.0, 3_600.0, 14_400.0, 86_400.0];
        Metrics {
            asked: Family::default(),
            settled: Family::default(),
            time_to_answer: Histogram::new(seconds),
        }
    }
}

impl Metrics {
    pub(super) fn asked(&self, dialect: Dialect) {
        self.asked.get_or_create(&Asked { dialect: dialect.as_str() }).inc();
    }

    pub(super) fn settled(&self, interaction: &Interaction) {
        let Some(outcome) = interaction.outcome() else { return };
        let surface =
            outcome.actor().map_or_else(|| "none".to_owned(), |actor| actor.via.to_string());
        let labels = Settled { outcome: interaction.status().as_str(), surface };
        self.settled.get_or_create(&labels).inc();
        if let (Outcome::Answered { .. }, Some(at)) = (outcome, interaction.settled_at()) {
            self.time_to_answer.observe(at.duration_since(interaction.created_at).as_secs_f64());
        }
    }
}

impl Inner {
    pub(super) async fn render_metrics(&self, more: &str) -> Result<String> {
        let survey = self.store.survey().await?;
        let listening = u64::try_from(self.waiters.count()).unwrap_or(u64::MAX);
        let mut registry = Registry::with_prefix("sayso");
        let Metrics { asked, settled, time_to_answer } = &self.metrics;
        registry.register("asked", "Questions handed in", asked.clone());
        registry.register("settled", "Questions that ended", settled.clone());
        registry.register(
            "time_to_answer_seconds",
            "From asking to a person's answer",
            time_to_answer.clone(),
        );
        let gauges = [
            ("waiting", "Questions that wait for an answer", survey.pending),
            ("undelivered", "Outcomes that no agent has fetched", survey.undelivered),
            ("listening", "Calls that wait for an outcome", listening),
        ];
        for (name, help, value) in gauges {
            let gauge: Gauge = Gauge::default();
            gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
            registry.register(name, help, gauge);
        }
        let mut text = String::new();
        encode_registry(&mut text, &registry).expect("a string takes any text");
        text.push_str(more);
        encode_eof(&mut text).expect("a string takes any text");
        Ok(text)
    }
}
