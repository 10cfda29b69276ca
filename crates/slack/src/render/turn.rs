//! One turn of an agent, over as many messages as it takes.

use sayso_chat::AgentTurn;

use crate::blocks::{Block, SlackMessage};
use crate::limits;
use crate::mrkdwn::{mrkdwn, pieces};
use sayso_chat::text::{cut, escaped};

/// Of one message. Three full ones leave room for the rest of it.
const SECTIONS: usize = 3;

/// At most this many messages, and how many characters have no room in them.
pub(crate) fn turn(turn: &AgentTurn<'_>, most: usize) -> (Vec<SlackMessage>, usize) {
    // What cannot be shown need not be looked at.
    let fits = turn.text.floor_char_boundary(most * SECTIONS * limits::SECTION);
    let pieces = pieces(&mrkdwn(&turn.text[..fits]), limits::SECTION);
    let shown = pieces.len().min(most * SECTIONS);
    let hidden: usize = pieces[shown..].iter().map(|piece| piece.chars().count()).sum();
    let left = hidden + turn.text[fits..].chars().count();
    let mut pages: Vec<Vec<Block>> = pieces[..shown]
        .chunks(SECTIONS)
        .map(|page| page.iter().map(|section| Block::section(section)).collect())
        .collect();
    if let (Some(page), 1..) = (pages.last_mut(), left) {
        let words = turn.texts.say_with("chat-agent-more", [("count", left.into())]);
        page.push(Block::context(&[words]));
    }
    let working = turn.texts.say("chat-agent-works");
    if turn.is_working {
        let block = Block::context(&[working.to_string()]);
        match pages.last_mut() {
            Some(page) => page.push(block),
            None => pages.push(vec![block]),
        }
    }
    // What a notification says: the number and the beginning of each message, so that no two are the same.
    let mut notices = vec![match turn.text.trim() {
        "" => working.into_owned(),
        text => escaped(text, 300),
    }];
    let further = pieces.chunks(SECTIONS).zip(1..).skip(1);
    notices.extend(further.map(|(page, number)| format!("({number}) {}", cut(&page[0], 300))));
    let messages = pages.into_iter().zip(&notices);
    (messages.map(|(blocks, notice)| SlackMessage::new(notice, blocks)).collect(), left)
}
