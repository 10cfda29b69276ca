//! Keys, pastes and the pointer, as messages.

use std::io;

use crossterm::event::{Event, EventStream, MouseButton, MouseEvent, MouseEventKind};
use futures_util::StreamExt;

use crate::message::{Message, Wheel};
use crate::state::{PromptEnd, Purpose};
use crate::view::Area;

/// The stream of terminal events; can be stopped while another program reads from the terminal.
pub(super) struct Input {
    stream: Option<EventStream>,
}

/// The result of an event.
pub(super) enum Read {
    Message(Box<Message>),
    Resized,
    Nothing,
}

impl Input {
    pub(super) fn new() -> Input {
        Input { stream: None }
    }

    pub(super) async fn next(&mut self) -> Option<io::Result<Event>> {
        self.stream.get_or_insert_with(EventStream::new).next().await
    }

    /// What has already come. Not by `now_or_never`: the stream keeps the first waker that it is
    /// given.
    pub(super) async fn waiting(&mut self) -> Option<Option<io::Result<Event>>> {
        tokio::select! {
            biased;
            event = self.next() => Some(event),
            () = std::future::ready(()) => None,
        }
    }

    /// Until the next read.
    pub(super) fn stop(&mut self) {
        self.stream = None;
    }
}

pub(super) fn message(
    event: Option<io::Result<Event>>,
    targets: &[Area],
    purpose: Purpose,
) -> Read {
    match event {
        Some(Ok(Event::Key(key))) => Read::Message(Box::new(Message::Key(key))),
        Some(Ok(Event::Paste(text))) => Read::Message(Box::new(Message::Paste(text))),
        Some(Ok(Event::Resize(_, _))) => Read::Resized,
        Some(Ok(Event::Mouse(mouse))) => pointed(mouse, targets, purpose),
        Some(Ok(Event::FocusGained | Event::FocusLost)) => Read::Nothing,
        // The end of the input is never an answer.
        Some(Err(_)) | None => Read::Message(Box::new(Message::Ending(PromptEnd::Left))),
    }
}

fn pointed(mouse: MouseEvent, targets: &[Area], purpose: Purpose) -> Read {
    match mouse.kind {
        MouseEventKind::ScrollUp => Read::Message(Box::new(Message::Wheel(Wheel::Up))),
        MouseEventKind::ScrollDown => Read::Message(Box::new(Message::Wheel(Wheel::Down))),
        // Only the terminal knows where a block below the cursor begins.
        MouseEventKind::Down(MouseButton::Left) if purpose == Purpose::Inbox => {
            let (row, column) = (usize::from(mouse.row), usize::from(mouse.column));
            let hit = targets.iter().find(|area| area.row == row && area.columns.contains(&column));
            hit.map_or(Read::Nothing, |area| Read::Message(Box::new(Message::Pointed(area.target))))
        }
        _ => Read::Nothing,
    }
}
