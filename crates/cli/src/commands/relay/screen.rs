//! The terminal's side of a conversation: passes on what is new, in order.

use async_trait::async_trait;
use sayso_desk::View;
use sayso_relay::{AgentStatus, Flow, Notice, Piece, Venue};
use tokio::sync::mpsc::UnboundedSender;

pub(crate) enum Event {
    /// More text.
    Text(String),
    TextEnded,
    Status(AgentStatus),
    Notice(Notice),
    Asked(Box<View>),
}

pub(crate) struct Screen {
    tell: UnboundedSender<Event>,
}

impl Screen {
    pub(crate) fn new(tell: UnboundedSender<Event>) -> Screen {
        Screen { tell }
    }

    fn tell(&self, event: Event) {
        // If nobody reads it the command is ending.
        let _ = self.tell.send(event);
    }
}

#[async_trait]
impl Venue for Screen {
    /// What is printed can't be taken back: a turn that is started again is printed again.
    async fn text(&self, _turn: u64, piece: Piece<'_>, flow: Flow) {
        let (Piece::First(text) | Piece::Next(text)) = piece;
        if !text.is_empty() {
            self.tell(Event::Text(text.to_owned()));
        }
        if flow == Flow::Complete {
            self.tell(Event::TextEnded);
        }
    }

    async fn status(&self, status: AgentStatus) {
        self.tell(Event::Status(status));
    }

    async fn notice(&self, notice: Notice) {
        self.tell(Event::Notice(notice));
    }

    async fn asked(&self, view: &View) {
        self.tell(Event::Asked(Box::new(view.clone())));
    }
}
