//! Slack: the time from a click to the waiting agent.

use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::routing::{get, post};
use sayso_core::InteractionId;
use sayso_desk::Asking;
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{Mutex, watch};

use crate::agent::woken;
use crate::bare::median;
use crate::bench_world::{Bench, World, runtime};
use crate::figure::{Figure, Quantity};
use crate::question;

const TIMES: usize = 200;

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    runtime()?.block_on(async {
        let fake = Fake::start().await?;
        let world = bench.world()?;
        configure(&world, fake.port)?;
        let hub = world.hub()?;
        let desk = hub.desk();
        let mut clicks = Vec::new();
        for round in 0..TIMES + 10 {
            let mut ask = question::ask();
            ask.arguments["interface"] = json!("slack");
            let id = desk.ask(ask).await?.interaction.id;
            fake.posts(round + 1).await?;
            clicks.push(woken(&desk, id, async || fake.click(round, id)).await?);
        }
        // The first rounds are a warm-up.
        let click = Quantity::Time(median(clicks.split_off(10)));
        Ok(vec![Figure::new("click in Slack → agent", click).at_most(Quantity::millis(10))])
    })
}

fn configure(world: &World, port: u16) -> anyhow::Result<()> {
    let data = world.paths().data_dir;
    let tokens = data.join("slack.toml");
    std::fs::write(&tokens, "bot_token = \"xoxb-1\"\napp_token = \"xapp-1\"\n")?;
    std::fs::set_permissions(&tokens, PermissionsExt::from_mode(0o600))?;
    let config = format!(
        "[slack]\nask = \"U1\"\ntokens = \"{}\"\napi_base = \"http://127.0.0.1:{port}/api\"\n",
        tokens.display(),
    );
    Ok(std::fs::write(data.join("config.toml"), config)?)
}

/// A minimal fake of Slack: just what a click needs.
struct Fake {
    port: u16,
    posted: watch::Sender<usize>,
    /// From the person to the socket.
    clicks: (UnboundedSender<String>, Mutex<UnboundedReceiver<String>>),
}

impl Fake {
    async fn start() -> anyhow::Result<Arc<Fake>> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let (port, posted) = (listener.local_addr()?.port(), watch::Sender::default());
        let (click, clicks) = unbounded_channel();
        let fake = Arc::new(Fake { port, posted, clicks: (click, Mutex::new(clicks)) });
        let router = Router::new()
            .route("/api/{method}", post(call))
            .route(
                "/link",
                get(async |State(fake): State<Arc<Fake>>, upgrade: WebSocketUpgrade| {
                    upgrade.on_upgrade(async move |socket| _ = serve(&fake, socket).await)
                }),
            )
            .with_state(Arc::clone(&fake));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(fake)
    }

    /// Waits until that many messages were posted.
    async fn posts(&self, count: usize) -> anyhow::Result<()> {
        let mut posted = self.posted.subscribe();
        let posted = posted.wait_for(|posted| *posted >= count);
        tokio::time::timeout(Duration::from_secs(60), posted).await.context("not posted")??;
        Ok(())
    }

    fn click(&self, round: usize, id: InteractionId) -> anyhow::Result<()> {
        let envelope = json!({ "envelope_id": round.to_string(), "type": "interactive", "payload": {
            "type": "block_actions", "user": { "id": "U1", "name": "ada" },
            "channel": { "id": "D1" }, "message": { "ts": "1.1" }, "trigger_id": "t",
            "actions": [{ "action_id": "user_choice_sqlite", "block_id": format!("{id}/0/pick"),
                "value": format!("{id}:0:1"), "action_ts": round.to_string() }],
        } });
        Ok(self.clicks.0.send(envelope.to_string())?)
    }
}

async fn call(State(fake): State<Arc<Fake>>, Path(method): Path<String>) -> String {
    let mut body = match method.as_str() {
        "apps.connections.open" => json!({ "url": format!("ws://127.0.0.1:{}/link", fake.port) }),
        "conversations.open" => json!({ "channel": { "id": "D1" } }),
        "chat.postMessage" => {
            fake.posted.send_modify(|posted| *posted += 1);
            json!({ "ts": format!("1.{}", *fake.posted.borrow()) })
        }
        _ => json!({}),
    };
    body["ok"] = json!(true);
    body.to_string()
}

async fn serve(fake: &Fake, mut socket: WebSocket) -> Option<()> {
    let mut clicks = fake.clicks.1.lock().await;
    socket.send(Message::Text(r#"{"type":"hello"}"#.into())).await.ok()?;
    loop {
        tokio::select! {
            click = clicks.recv() => socket.send(Message::Text(click?.into())).await.ok()?,
            // Acknowledgements.
            heard = socket.recv() => drop(heard?.ok()?),
        }
    }
}
