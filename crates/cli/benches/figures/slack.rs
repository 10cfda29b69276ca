//! Slack: the time from a click to the waiting agent, and the cost of open forms.

use std::collections::VecDeque;
use std::os::unix::fs::PermissionsExt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::routing::{get, post};
use sayso_api::RemoteDesk;
use sayso_core::{Dialect, InteractionId};
use sayso_desk::{Ask, Desk, Patience};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;

use crate::bare::median;
use crate::crowd::resident;
use crate::figure::{Figure, Quantity, Reference, Target};
use crate::place::{Bench, World};
use crate::question;

pub const HOW: &str = "**Click → agent**: from just before a fake Slack sends a click over its \
    socket until the agent's wait has returned, 200 times; reference: the fake's own time, from \
    sending the click until the acknowledgement is back. **Open forms**: growth of the hub while \
    1,000 forms of seven questions are posted, two messages each.";

const TIMES: usize = 200;
const FORMS: usize = 1_000;

pub fn measure(bench: &Bench) -> anyhow::Result<Vec<Figure>> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let fake = runtime.block_on(Fake::start())?;
    let world = bench.world()?;
    configure(&world, &fake)?;
    let hub = world.hub()?;
    let desk = Arc::new(hub.desk());
    let (click, ack) = runtime.block_on(clicks(&desk, &fake))?;
    let before = bytes(hub.pid())?;
    runtime.block_on(async {
        let posted = *fake.posted.borrow();
        for _ in 0..FORMS {
            desk.ask(form()).await?;
        }
        fake.until(posted + 2 * FORMS).await
    })?;
    let grown = bytes(hub.pid())?.saturating_sub(before);
    Ok(vec![
        Figure {
            name: "click → agent, beyond the fake's own time".to_owned(),
            measured: Quantity::Time(click.saturating_sub(ack)),
            reference: Some(Reference { what: "fake, there and back", value: Quantity::Time(ack) }),
            target: Target::AtMost(Quantity::Time(Duration::from_millis(10))),
        },
        Figure {
            name: "memory of 1,000 open forms in Slack".to_owned(),
            measured: Quantity::Bytes(grown),
            reference: None,
            target: Target::AtMost(Quantity::megabytes(32)),
        },
    ])
}

fn bytes(pid: u32) -> anyhow::Result<u64> {
    match resident(pid)? {
        Quantity::Bytes(bytes) => Ok(bytes),
        _ => anyhow::bail!("memory is counted in bytes"),
    }
}

fn configure(world: &World, fake: &Fake) -> anyhow::Result<()> {
    let data = world.paths().data_dir;
    let tokens = data.join("slack.toml");
    std::fs::write(&tokens, "bot_token = \"xoxb-1\"\napp_token = \"xapp-1\"\n")?;
    std::fs::set_permissions(&tokens, PermissionsExt::from_mode(0o600))?;
    let config = format!(
        "[slack]\nask = \"U1\"\ntokens = \"{}\"\napi_base = \"http://127.0.0.1:{}/api\"\n",
        tokens.display(),
        fake.port
    );
    Ok(std::fs::write(data.join("config.toml"), config)?)
}

/// Medians of the click and of the acknowledgement.
async fn clicks(desk: &Arc<RemoteDesk>, fake: &Fake) -> anyhow::Result<(Duration, Duration)> {
    let (mut clicks, mut acks) = (Vec::new(), Vec::new());
    for round in 0..TIMES + 10 {
        let posted = *fake.posted.borrow();
        let mut ask = question::ask();
        ask.arguments["interface"] = json!("slack");
        let id = desk.ask(ask).await?.interaction.id;
        fake.until(posted + 1).await?;
        let waiting = tokio::spawn({
            let desk = Arc::clone(desk);
            async move { anyhow::Ok((desk.wait(id, Patience::Forever).await?, Instant::now())) }
        });
        while !desk.show(&id.into()).await?.live.listening {}
        let start = Instant::now();
        fake.send(round, id)?;
        let ack = fake.ack().await? - start;
        let (view, woken) = waiting.await??;
        ensure!(!view.interaction.is_pending(), "woken without an outcome");
        // The first rounds are a warm-up.
        if round >= 10 {
            clicks.push(woken - start);
            acks.push(ack);
        }
    }
    Ok((median(clicks), median(acks)))
}

fn form() -> Ask {
    let questions: Vec<Value> = (0..7)
        .map(|n| {
            json!({ "question": format!("What about number {n} of the seven?"),
            "options": [{"id": "1", "label": "As it is"}, {"id": "2", "label": "Another way"}] })
        })
        .collect();
    let arguments =
        json!({ "type": "user_choice_group", "question": "Seven things", "choices": questions });
    let mut ask = Ask { dialect: Dialect::UserChoice, arguments, ..question::ask() };
    ask.asker.environment.insert(sayso_core::settings::Key::Interface, "slack".to_owned());
    ask
}

/// A minimal fake of Slack: just what a click needs.
struct Fake {
    port: u16,
    posted: watch::Receiver<usize>,
    shared: Arc<Shared>,
    acks: tokio::sync::Mutex<UnboundedReceiver<Instant>>,
}

struct Shared {
    port: u16,
    posted: watch::Sender<usize>,
    socket: Mutex<Option<UnboundedSender<String>>>,
    acked: UnboundedSender<Instant>,
    early: Mutex<VecDeque<String>>,
}

impl Fake {
    async fn start() -> anyhow::Result<Fake> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let (posted, watched) = watch::channel(0);
        let (acked, acks) = unbounded_channel();
        let shared = Arc::new(Shared {
            port,
            posted,
            socket: Mutex::default(),
            acked,
            early: Mutex::default(),
        });
        let router = Router::new()
            .route("/api/{method}", post(call))
            .route("/link", get(link))
            .with_state(Arc::clone(&shared));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Fake { port, posted: watched, shared, acks: tokio::sync::Mutex::new(acks) })
    }

    async fn until(&self, count: usize) -> anyhow::Result<()> {
        let mut posted = self.posted.clone();
        let waiting = posted.wait_for(|posted| *posted >= count);
        tokio::time::timeout(Duration::from_secs(60), waiting).await.context("not posted")??;
        Ok(())
    }

    fn send(&self, round: usize, id: InteractionId) -> anyhow::Result<()> {
        let envelope = json!({ "envelope_id": round.to_string(), "type": "interactive", "payload": {
            "type": "block_actions", "user": { "id": "U1", "name": "ada" },
            "channel": { "id": "D1" }, "message": { "ts": "1.1" }, "trigger_id": "t",
            "actions": [{ "action_id": "user_choice_sqlite", "block_id": format!("{id}/0/pick"),
                "value": format!("{id}:0:1"), "action_ts": round.to_string() }],
        } });
        let socket = self.shared.socket.lock().unwrap_or_else(PoisonError::into_inner);
        match &*socket {
            Some(socket) => Ok(socket.send(envelope.to_string())?),
            None => {
                let mut early = self.shared.early.lock().unwrap_or_else(PoisonError::into_inner);
                early.push_back(envelope.to_string());
                Ok(())
            }
        }
    }

    async fn ack(&self) -> anyhow::Result<Instant> {
        self.acks.lock().await.recv().await.context("no acknowledgement")
    }
}

async fn call(State(shared): State<Arc<Shared>>, Path(method): Path<String>) -> String {
    let body = match method.as_str() {
        "apps.connections.open" => json!({ "url": format!("ws://127.0.0.1:{}/link", shared.port) }),
        "conversations.open" => json!({ "channel": { "id": "D1" } }),
        "chat.postMessage" => {
            shared.posted.send_modify(|posted| *posted += 1);
            json!({ "ts": format!("1.{}", *shared.posted.borrow()) })
        }
        _ => json!({}),
    };
    let mut body = body;
    body["ok"] = json!(true);
    body.to_string()
}

async fn link(
    State(shared): State<Arc<Shared>>,
    upgrade: WebSocketUpgrade,
) -> axum::response::Response {
    upgrade.on_upgrade(move |socket| serve(shared, socket))
}

async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let (send, mut frames) = unbounded_channel();
    let _ = socket.send(Message::Text(r#"{"type":"hello"}"#.into())).await;
    for early in shared.early.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let _ = send.send(early);
    }
    *shared.socket.lock().unwrap_or_else(PoisonError::into_inner) = Some(send);
    loop {
        tokio::select! {
            frame = frames.recv() => {
                let Some(frame) = frame else { return };
                if socket.send(Message::Text(frame.into())).await.is_err() {
                    return;
                }
            }
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(_))) => drop(shared.acked.send(Instant::now())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
        }
    }
}
