//! `sayso config show`: every value with its source.

use clap::Args;
use sayso_core::settings::{Setting, Source};
use sayso_desk::Desk;
use serde_json::json;

use crate::config::{Settings, example};
use crate::exit::{ANSWERED, Code};
use crate::output::style::{BOLD, DIM};
use crate::output::table::{Give, Table, cell};
use crate::{output, wiring};

/// Print every setting, its value and where the value comes from
#[derive(Args)]
pub struct Show {
    /// Print an example configuration file instead
    #[arg(long)]
    example: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Name, value, source, meaning.
pub struct Line {
    pub name: &'static str,
    pub value: String,
    pub source: &'static str,
    pub about: String,
}

impl Show {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        if self.example {
            output::line(example().trim_end())?;
            return Ok(ANSWERED);
        }
        let lines = lines(settings).await?;
        if self.json {
            let values = lines.iter().map(
                |line| json!({ "key": line.name, "value": line.value, "source": line.source }),
            );
            output::json(&values.collect::<Vec<_>>())?;
            return Ok(ANSWERED);
        }
        let plain = anstyle::Style::new();
        // The meaning is cut first, then the source is dropped; name and value stay.
        let gives = [Give::Cut(3, 24), Give::Drop(3), Give::Drop(2), Give::Cut(1, 8)];
        let mut table = Table::new(&gives);
        for Line { name, value, source, about } in lines {
            let value = if value.is_empty() { "—".to_owned() } else { value };
            let style = if source == "built-in" { plain } else { BOLD };
            table.push(vec![
                cell(name, plain),
                cell(value, style),
                cell(source, DIM),
                cell(about, DIM),
            ]);
        }
        table.print()?;
        Ok(ANSWERED)
    }
}

/// All settings: personal ones from the desk, operational ones from file and environment.
pub async fn lines(settings: &Settings) -> anyhow::Result<Vec<Line>> {
    // First, so that an invalid file is reported as such and not as a hub that doesn't start.
    let operational = settings.operational()?;
    let personal = wiring::desk(settings)?.settings(settings.environment.clone()).await?;
    let personal = personal.into_iter().map(|view| (view.key.setting(), view.value, view.source));
    let all = personal.chain(operational.values.0);
    let line = |(setting, value, source): (&'static Setting, String, Source)| Line {
        name: setting.name,
        value,
        source: source.label(),
        about: setting.about(wiring::CHATS),
    };
    Ok(all.map(line).collect())
}
