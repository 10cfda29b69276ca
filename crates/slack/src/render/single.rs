//! One question: a click on an option answers it.

use sayso_chat::AlsoWaiting;
use sayso_core::Question;

use super::detail::{ANSWER, Detail};
use super::question::Asked;
use super::{Sheet, answer, form, head, together};
use crate::action_ids;
use crate::blocks::{Block, Element, SlackMessage, Style};

pub(super) fn message(sheet: &Sheet<'_>, detail: Detail, beside: &AlsoWaiting) -> SlackMessage {
    let question = &sheet.form.questions[0];
    let asked = Asked { at: 0, question, detail };
    let mut blocks = head::blocks(sheet);
    blocks.push(Block::section(&asked.about_alone(sheet)));
    blocks.extend(asked.list(sheet));
    blocks.extend(asked.controls(sheet));
    blocks.extend(so_far(sheet, question));
    blocks.extend(end(sheet, &asked));
    blocks.extend(together::blocks(sheet, beside));
    blocks.push(head::state(sheet));
    SlackMessage::new(&super::words::notice(sheet), blocks)
}

/// What was preselected, or chosen elsewhere.
fn so_far(sheet: &Sheet<'_>, question: &Question) -> Option<Block> {
    let mut lines = Vec::new();
    if let Some(answer) = sheet.progress.answer(0) {
        let said = answer::said(sheet.texts, question, answer, ANSWER);
        lines.push(sheet.texts.say_with("chat-so-far", [("answer", said.into())]));
    }
    lines.extend(form::notes(sheet));
    (!lines.is_empty()).then(|| Block::context(&lines))
}

fn end(sheet: &Sheet<'_>, asked: &Asked<'_>) -> Option<Block> {
    let id = sheet.interaction.id;
    let mut elements = Vec::new();
    // A click doesn't send by itself, or something is chosen already.
    if asked.can_be_sent_empty() || sheet.progress.is_complete() {
        let send = Element::button(
            &action_ids::submit_form(id),
            &sheet.texts.say("chat-send"),
            &id.to_string(),
        );
        elements.push(send.styled(Style::Primary).confirmed(form::irreversible(sheet)));
    }
    elements.push(form::leave(sheet));
    let mut further = asked.further(sheet);
    further.retain(|item| !form::is_note(item));
    further.extend(form::further(sheet));
    if !further.is_empty() {
        elements.push(Element::overflow(&action_ids::more(id, None), further));
    }
    elements.extend(head::read_all(sheet));
    Block::actions(action_ids::block(id, Some(0), "end"), elements)
}
