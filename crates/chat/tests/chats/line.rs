//! The line chat: a chat as small as one can be. A call is a line of JSON to its server, and so is what
//! comes back; what people do comes as lines to everyone who has said `listen`.

mod server;

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sayso_chat::{
    AgentTurn, AlsoWaiting, Answerers, ChatError, ChatMessage, ChatSetup, ChatText, Click,
    ClickAction, Destination, FormProgress, Heard, Incoming, Owner, Pages, Person, Port, Recipient,
    Routing, Timing, how_to_reply,
};
use sayso_core::ChatId;
use sayso_core::settings::Language;
use sayso_core::surface::{Chat, Chats, Presence};
use sayso_desk::View;
use sayso_locale::Texts;
use sayso_locale::words::{self, Marks};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::world::Ground;
pub use server::Line;

const CHAT: Chat = Chat { id: ChatId::new("line"), presence: Presence::Interactive };
pub const CHATS: Chats = Chats(&[CHAT]);

/// The port: everything that the product needs to know about this chat.
struct LinePort {
    server: SocketAddr,
}

/// What is run for as long as the surface is to be there. Ann is asked.
pub fn open(server: SocketAddr, ground: Ground) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    let Ground { desk, posts, clock, agent } = ground;
    let (deliver, incoming) = unbounded_channel();
    let answerers = Answerers::default();
    let routing = Routing { ask: Destination::Person("ann".to_owned()), answerers };
    let pause = Duration::from_millis(50);
    let timing = Timing { retry: pause, longest_retry: pause, edits: pause };
    let (port, hub) = (Arc::new(LinePort { server }), "test".to_owned());
    let part = sayso_desk::SurfaceRole::Lead;
    let setup = ChatSetup { port, incoming, desk, posts, clock, routing, timing, part, hub, agent };
    Box::pin(async move {
        tokio::join!(sayso_chat::run(setup), listen(server, deliver));
    })
}

async fn listen(server: SocketAddr, deliver: UnboundedSender<Incoming>) {
    let mut socket = TcpStream::connect(server).await.unwrap();
    socket.write_all(b"\"listen\"\n").await.unwrap();
    let mut lines = BufReader::new(socket).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let line: Value = serde_json::from_str(&line).unwrap();
        if deliver.send(incoming(&line)).is_err() {
            return;
        }
    }
}

fn incoming(line: &Value) -> Incoming {
    let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
    let place = |at: usize| usize::try_from(line["pick"][at].as_u64().unwrap()).unwrap();
    let thread = line["thread"].as_str().map(str::to_owned);
    let (channel, message, key) = ("ann".to_owned(), text("message"), text("key"));
    match line.get("pick") {
        Some(_) => Incoming::Click(Click {
            person: Person { id: text("from"), name: None },
            id: text("question").parse().unwrap(),
            wish: ClickAction::Pick { question: place(0), option: place(1) },
            channel,
            message,
            thread,
            trigger: String::new(),
            hub: None,
            sure: None,
            key,
        }),
        None => Incoming::Said(ChatText {
            user: text("from"),
            addressed: thread.is_none(),
            text: text("text"),
            channel,
            message,
            thread,
            key,
        }),
    }
}

impl LinePort {
    async fn call(&self, request: Value) -> Result<Value, ChatError> {
        let failed = |error: std::io::Error| ChatError::Unreachable(error.to_string());
        let mut socket = TcpStream::connect(self.server).await.map_err(failed)?;
        socket.write_all(format!("{request}\n").as_bytes()).await.map_err(failed)?;
        let line = BufReader::new(socket).lines().next_line().await.map_err(failed)?;
        let answer: Option<Value> = line.and_then(|line| serde_json::from_str(&line).ok());
        match answer {
            Some(Value::Null) => Err(ChatError::Gone("there is no such message".to_owned())),
            Some(answer) => Ok(answer),
            None => Err(ChatError::Unreachable("no answer".to_owned())),
        }
    }
}

#[async_trait]
impl Port for LinePort {
    fn chat(&self) -> Chat {
        CHAT
    }

    fn name(&self) -> &'static str {
        "Line"
    }

    async fn introduce(&self) -> Result<(), ChatError> {
        Ok(())
    }

    fn draw(&self, view: &View, _beside: &AlsoWaiting, language: Language) -> Vec<ChatMessage> {
        vec![self.draw_words(view, language)]
    }

    fn draw_words(&self, view: &View, language: Language) -> ChatMessage {
        let (interaction, texts) = (&view.interaction, Texts::of(language));
        let outcome = interaction.outcome();
        let progress = FormProgress::of(&view.worksheet());
        let mut lines = vec![interaction.form.title.clone()];
        for (at, question) in interaction.form.questions.iter().enumerate() {
            lines.push(question.prompt.clone());
            let settled = outcome.and_then(|outcome| outcome.answers()?.get(&question.id));
            let answer = settled.or(progress.answer(at).filter(|_| outcome.is_none()));
            if outcome.is_some() || answer.is_some() {
                let said = words::answer(texts, &Marks::PLAIN, question, answer);
                lines.push(format!("✅ {said}"));
                continue;
            }
            let options = question.control.options().iter().enumerate();
            lines.extend(options.map(|(at, option)| format!("{}. {}", at + 1, option.label)));
        }
        lines.push(match outcome {
            Some(outcome) => {
                outcome.actor().map(|actor| words::who(texts, actor)).unwrap_or_default()
            }
            None => how_to_reply(interaction, texts),
        });
        ChatMessage(json!(lines.join("\n")))
    }

    fn draw_removed(&self, _: Language) -> ChatMessage {
        ChatMessage(json!("removed"))
    }

    fn draw_remark(&self, words: &str) -> ChatMessage {
        ChatMessage(json!(words))
    }

    fn draw_turn(&self, turn: &AgentTurn<'_>, _: usize) -> Pages {
        let working = turn.is_working.then(|| turn.texts.say("chat-agent-works"));
        let text = format!("{}\n{}", turn.text, working.unwrap_or_default());
        Pages { messages: vec![ChatMessage(json!(text.trim()))], left: 0 }
    }

    async fn open(&self, person: &str) -> Result<String, ChatError> {
        Ok(person.to_owned())
    }

    async fn post(
        &self,
        _: &str,
        thread: Option<&str>,
        message: &ChatMessage,
        owner: Option<&Owner>,
    ) -> Result<String, ChatError> {
        let question = owner.map(|owner| owner.question);
        let post = json!({"post": message.0, "thread": thread, "question": question});
        Ok(self.call(post).await?.as_str().unwrap_or_default().to_owned())
    }

    async fn edit(
        &self,
        _: &str,
        id: &str,
        message: &ChatMessage,
        _: Option<&Owner>,
    ) -> Result<(), ChatError> {
        self.call(json!({"edit": id, "text": message.0})).await.map(drop)
    }

    async fn delete(&self, _: &str, id: &str) -> Result<(), ChatError> {
        self.call(json!({"delete": id})).await.map(drop)
    }

    async fn hint(&self, recipient: &Recipient<'_>, words: &str) -> Result<(), ChatError> {
        self.call(json!({"hint": words, "to": recipient.person})).await.map(drop)
    }

    async fn name_of(&self, person: &str) -> Result<String, ChatError> {
        Ok(person.to_owned())
    }

    fn read(&self, text: &str) -> Heard {
        let plain = text.replace("@app", "");
        Heard { text: plain.trim().to_owned(), names_us: plain != text }
    }
}
