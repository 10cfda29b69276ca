//! The sheet of one question: everything that the person has done so far.

use std::collections::BTreeMap;

use sayso_core::worksheet::Edit;
use sayso_core::{Choice, DraftField, OptionId, OwnText, Question, QuestionId};

use super::filter;
use crate::control;
use crate::editor::Editor;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Sheet {
    /// Among [`Sheet::items`].
    pub cursor: usize,
    pub filter: Editor,
    /// `None`: untouched, so the defaults apply.
    pub chosen: Option<Vec<OptionId>>,
    pub text: Editor,
    pub notes: BTreeMap<OptionId, Editor>,
    pub aside: Option<Aside>,
}

/// The question is put aside, with a remark, instead of answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Aside {
    pub kind: AsideKind,
    pub remark: Editor,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AsideKind {
    Skip,
    Explain,
}

impl Aside {
    pub(crate) fn field(&self, question: QuestionId) -> DraftField {
        let text = Some(self.remark.text().to_owned());
        match self.kind {
            AsideKind::Skip => DraftField::Skip { question, text },
            AsideKind::Explain => DraftField::Elaborate { question, text },
        }
    }
}

impl AsideKind {
    pub(crate) fn edit(self, remark: String) -> Edit {
        match self {
            AsideKind::Skip => Edit::Skip(remark),
            AsideKind::Explain => Edit::AskBack(remark),
        }
    }
}

/// Where the cursor can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SheetItem {
    Option(usize),
    OwnText,
}

impl Sheet {
    /// With the notes that the agent proposes.
    pub(crate) fn new(question: &Question) -> Sheet {
        let notes = question.notes.iter().map(|(id, note)| (id.clone(), Editor::new(note)));
        let text = Editor::new(&question.control.default_text().unwrap_or_default());
        Sheet { notes: notes.collect(), text, ..Sheet::default() }
    }

    /// Where the cursor begins: on the person's own text, or where the control says.
    pub(super) fn start(&self, question: &Question) -> usize {
        if !self.text.is_blank() && self.chosen(question).is_empty() {
            return question.control.options().len();
        }
        (control::of(&question.control).start)(question, self)
    }

    pub(crate) fn chosen<'a>(&'a self, question: &'a Question) -> &'a [OptionId] {
        self.chosen.as_deref().unwrap_or(&question.defaults)
    }

    pub(crate) fn is_chosen(&self, question: &Question, id: &OptionId) -> bool {
        self.chosen(question).contains(id)
    }

    /// The cursor positions, with the filter applied.
    pub(crate) fn items(&self, question: &Question) -> Vec<SheetItem> {
        let options = question.control.options();
        let at = |choice: &Choice| options.iter().position(|option| option.id == choice.id);
        let shown = question.control.shown(self.chosen(question));
        let found = filter::found(self.filter.text(), &shown).into_iter().filter_map(at);
        let mut items: Vec<SheetItem> = found.map(SheetItem::Option).collect();
        if question.control.own_text() == OwnText::Allowed {
            items.push(SheetItem::OwnText);
        }
        items
    }

    pub(crate) fn item(&self, question: &Question) -> Option<SheetItem> {
        let items = self.items(question);
        items.get(self.cursor.min(items.len().saturating_sub(1))).copied()
    }

    /// The option at the cursor.
    pub(crate) fn option<'q>(&self, question: &'q Question) -> Option<&'q Choice> {
        match self.item(question)? {
            SheetItem::Option(at) => question.control.options().get(at),
            SheetItem::OwnText => None,
        }
    }

    /// As the desk saves it. A text is kept next to a chosen option even if only one of them
    /// counts.
    pub(crate) fn fields(&self, question: &Question) -> Vec<DraftField> {
        let id = || question.id.clone();
        let mut fields: Vec<DraftField> = self
            .notes
            .iter()
            .map(|(option, note)| DraftField::OptionNote {
                question: id(),
                option: option.clone(),
                text: note.text().to_owned(),
            })
            .collect();
        if let Some(options) = self.chosen.clone() {
            fields.push(DraftField::Options { question: id(), options });
        }
        let replaced = question.control.is_one()
            && self.chosen.as_ref().is_some_and(|chosen| !chosen.is_empty());
        if !replaced {
            let text = self.text.text().to_owned();
            fields.push(DraftField::Text { question: id(), text });
        }
        fields.extend(self.aside.as_ref().map(|aside| aside.field(id())));
        fields
    }
}
