//! The terminal's side of a conversation: passes on what is new, in order.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use sayso_desk::View;
use sayso_relay::{Flow, Notice, Status, Venue};
use tokio::sync::mpsc::UnboundedSender;

pub enum Event {
    /// More text.
    Text(String),
    TextEnded,
    Status(Status),
    Notice(Notice),
    Asked(Box<View>),
}

pub struct Screen {
    tell: UnboundedSender<Event>,
    shown: Mutex<Shown>,
}

/// How much of which turn is printed: it can't be taken back.
#[derive(Default)]
struct Shown {
    turn: Option<u64>,
    bytes: usize,
}

impl Screen {
    pub fn new(tell: UnboundedSender<Event>) -> Screen {
        Screen { tell, shown: Mutex::default() }
    }

    fn tell(&self, event: Event) {
        // If nobody reads it the command is ending.
        let _ = self.tell.send(event);
    }
}

#[async_trait]
impl Venue for Screen {
    async fn text(&self, turn: u64, text: &str, flow: Flow) {
        let new = {
            let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
            // Another turn, or the same one restarted.
            if shown.turn != Some(turn) || text.len() < shown.bytes {
                *shown = Shown { turn: Some(turn), bytes: 0 };
            }
            let new = text.get(shown.bytes..).unwrap_or_default().to_owned();
            shown.bytes = text.len();
            new
        };
        if !new.is_empty() {
            self.tell(Event::Text(new));
        }
        if flow == Flow::Complete {
            self.tell(Event::TextEnded);
        }
    }

    async fn status(&self, status: Status) {
        self.tell(Event::Status(status));
    }

    async fn notice(&self, notice: Notice) {
        self.tell(Event::Notice(notice));
    }

    async fn asked(&self, view: &View) {
        self.tell(Event::Asked(Box::new(view.clone())));
    }
}
