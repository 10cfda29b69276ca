//! `sayso token`: tokens of agents that connect over HTTP. The secrets themselves are not stored.

use anstyle::Style;
use clap::Subcommand;
use clap_complete::ArgValueCandidates;
use sayso_wire::Time;

use super::completions::offers;
use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output::table::{Give, Table, cell};
use crate::output::time;
use crate::{output, wiring};

#[derive(Subcommand)]
pub(crate) enum Token {
    /// Create a token and print it; it is not shown again
    #[command(before_help = "Example:
  sayso token create --name claude")]
    Create {
        /// Name shown in lists [default: its id]
        #[arg(long)]
        name: Option<String>,
        /// Print id, name and token as JSON
        #[arg(long)]
        json: bool,
    },
    /// List tokens: id, name, created, last used
    #[command(before_help = "Example:
  sayso token list")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Revoke a token; calls in progress fail
    #[command(before_help = "Example:
  sayso token revoke claude")]
    Revoke {
        /// Id or name, as `sayso token list` shows it
        #[arg(value_name = "ID|NAME", add = ArgValueCandidates::new(offers::tokens))]
        token: String,
    },
}

impl Token {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        match self {
            Token::Create { name, json } => {
                let created = desk.create_token(name).await?;
                if json {
                    output::json(&created)?;
                    return Ok(ANSWERED);
                }
                // The token on stdout, everything else on stderr.
                output::line(&created.token)?;
                output::aside(format!(
                    "created `{}`; keep the token, it is not shown again; `sayso token revoke {}` ends it",
                    created.name, created.id
                ));
            }
            Token::List { json: true } => output::json(&desk.tokens().await?)?,
            Token::List { json: false } => {
                let tokens = desk.tokens().await?;
                if tokens.is_empty() {
                    output::aside("there are no tokens; `sayso token create` makes one");
                }
                let clock = |Time(at)| time::clock(at, time::now());
                let plain = Style::new();
                let mut table = Table::new(&[Give::Cut(1, 8), Give::Drop(3), Give::Drop(2)]);
                for token in tokens {
                    let used = token.used_at.map(|at| format!("last used {}", clock(at)));
                    let used = used.unwrap_or_else(|| "never used".to_owned());
                    let created = clock(token.created_at);
                    let row = [token.id, token.name, format!("created {created}"), used];
                    table.push(row.map(|text| cell(text, plain)).into());
                }
                table.print()?;
            }
            Token::Revoke { token } => {
                let revoked = desk.revoke_token(&token).await?;
                output::line(format!("revoked {} ({})", revoked.name, revoked.id))?;
            }
        }
        Ok(ANSWERED)
    }
}
