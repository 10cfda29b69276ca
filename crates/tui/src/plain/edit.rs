//! Texts of several lines: `:edit` opens the answer or the note in the person's own editor, and
//! lines that arrive all at once are one text.

use std::io;

use sayso_core::OwnText;
use sayso_core::worksheet::Edit;

use super::{Next, Talk};
use crate::runtime::edit_outside;
use crate::state::card::{Card, Page};

/// What is edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Answer(usize),
    Note,
}

impl Talk {
    /// `:edit` is about the answer, `:edit note` about the note on the whole.
    pub(super) async fn edit(&mut self, more: &str) -> io::Result<Next> {
        let Some(card) = &self.state.card else { return Ok(Next::Stay) };
        let piece = match (more, card.written_at()) {
            ("note", _) if card.has_notes() => Piece::Note,
            ("note", _) => return self.tell("notes-are-off").map(|()| Next::Stay),
            (_, Some(at)) => Piece::Answer(at),
            (_, None) => return self.tell("plain-no-text").map(|()| Next::Stay),
        };
        let begun = match piece {
            Piece::Answer(at) => card.sheets.get(at).map(|sheet| &sheet.text),
            Piece::Note => Some(&card.note),
        };
        let begun = begun.map(|text| text.text().to_owned()).unwrap_or_default();
        self.lines.give_up();
        let (editor, scratch) = (self.session.editor.clone(), self.session.scratch.clone());
        let Some(text) = edit_outside(editor, scratch, begun).await else {
            return self.tell("editor-failed").map(|()| Next::Stay);
        };
        let text = text.trim_end_matches(['\n', '\r']).to_owned();
        self.state.now = self.session.moment();
        match piece {
            Piece::Note => {
                let now = self.state.now.running;
                if let Some(card) = &mut self.state.card {
                    card.note_whole(&text, now);
                }
                self.save().await;
                self.tell("plain-noted").map(|()| Next::Stay)
            }
            // Nothing was written: nothing is chosen by that.
            Piece::Answer(_) if text.trim().is_empty() => Ok(Next::Stay),
            Piece::Answer(at) => self.written(at, text).await,
        }
    }

    /// Neither commands nor options; ignored unless the question is for a text.
    pub(super) async fn arrived_at_once(&mut self, text: &str) -> io::Result<Next> {
        let card = self.state.card.as_ref();
        let is_field = card.and_then(Card::current).is_some_and(|(it, _)| it.control.is_field());
        match card.map(|card| card.page) {
            Some(Page::Question(at)) if is_field && !text.is_empty() => {
                self.written(at, text.to_owned()).await
            }
            _ => self.tell("burst-ignored").map(|()| Next::Stay),
        }
    }

    async fn written(&mut self, at: usize, text: String) -> io::Result<Next> {
        self.write(at, &text);
        let now = self.state.now.running;
        if let Some(card) = &mut self.state.card {
            card.open_question(at);
            card.complaint = None;
            card.edit(Edit::Write(text), now);
        }
        self.complain_or(at).await
    }
}

impl Card {
    /// The question whose answer can be written here; in a review, the only one.
    fn written_at(&self) -> Option<usize> {
        let at = match self.page {
            Page::Question(at) => at,
            Page::Review { .. } if !self.has_several() => 0,
            Page::Review { .. } => return None,
        };
        let question = self.questions().get(at)?;
        (question.control.own_text() == OwnText::Allowed).then_some(at)
    }
}
