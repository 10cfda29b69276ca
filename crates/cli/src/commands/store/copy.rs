//! `sayso store copy`: moves everything to another database.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, ValueHint};
use sayso_hub::{Exclusive, HubError, IfRunning, Paths, exclusive};
use sayso_store::{StorePlace, TransferError};
use serde_json::json;

use super::place;
use super::progress::Bar;
use crate::config::Settings;
use crate::exit::{ANSWERED, BadInput, Code};
use crate::output;

/// Copy everything to another, empty store: questions, answers, drafts, settings, tokens
///
/// No hub may run meanwhile. Nothing is changed where it is copied from; an interrupted copy leaves the target empty.
#[derive(Args)]
#[command(before_help = "Examples:
  sayso store copy --from sqlite --to hub.database
  sayso store copy --from - --to ./sayso-copy < address.txt")]
pub(crate) struct Copy {
    #[arg(long, value_name = "STORE", help = place::HELP, value_hint = ValueHint::AnyPath)]
    from: String,
    /// The same; it must be empty
    #[arg(long, value_name = "STORE", value_hint = ValueHint::AnyPath)]
    to: String,
    /// Stop a running hub of a data directory; commands that need one wait until the copy is done
    #[arg(long)]
    stop_hub: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Copy {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let from = place::parse(&self.from, settings)?;
        let to = place::parse(&self.to, settings)?;
        if from.file().is_some_and(|path| !path.is_file()) {
            return Err(BadInput(TransferError::Missing(from.to_string()).to_string()).into());
        }
        place::is_database(&from)?;
        if from.to_string() == to.to_string() {
            return Err(BadInput(format!("both are {from}")).into());
        }
        let running = if self.stop_hub { IfRunning::Stopped } else { IfRunning::Refused };
        let _held = held(&from, &to, running).await?;
        let mut bar = Bar::new("copying");
        let copied = sayso_store::copy(&from, &to, &mut |progress| bar.tell(progress)).await?;
        if self.json {
            output::json(&json!({
                "from": from.to_string(),
                "to": to.to_string(),
                "questions": copied.questions,
                "draft_fields": copied.fields,
                "records": copied.items,
            }))?;
        } else {
            output::line(format!("Copied {copied}."))?;
            output::line(format!("From {from}"))?;
            output::line(format!("To   {to}"))?;
        }
        Ok(ANSWERED)
    }
}

/// No hub runs in either data directory while this exists.
async fn held(
    from: &StorePlace,
    to: &StorePlace,
    running: IfRunning,
) -> anyhow::Result<Vec<Exclusive>> {
    let places: BTreeSet<PathBuf> =
        [from, to].into_iter().filter_map(place::data_directory).map(|it| it.data_dir).collect();
    let mut held = Vec::new();
    for data_dir in places {
        held.push(match exclusive(&Paths::new(&data_dir), running).await {
            Ok(exclusive) => exclusive,
            Err(HubError::Taken) => {
                let what = format!("a hub is running for {}", data_dir.display());
                return Err(
                    anyhow!("stop it with `sayso hub stop`, or add --stop-hub").context(what)
                );
            }
            Err(error) => return Err(error.into()),
        });
    }
    Ok(held)
}
