//! What a person has done about one question so far.

use std::collections::BTreeMap;

use sayso_core::{Choice, Control, Entry, OptionId, OwnText, Question};

use crate::editor::Editor;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Among [`Sheet::spots`].
    pub cursor: usize,
    pub filter: Editor,
    /// `None`: untouched, so the defaults stand.
    pub chosen: Option<Vec<OptionId>>,
    pub text: Editor,
    pub notes: BTreeMap<OptionId, Editor>,
    pub aside: Option<Aside>,
}

/// Neither chosen nor written: the question is put aside, with a remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    pub kind: AsideKind,
    pub remark: Editor,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AsideKind {
    Skip,
    Explain,
}

/// Where the cursor can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    Option(usize),
    OwnText,
}

impl Sheet {
    pub fn new(question: &Question, entry: Option<&Entry>) -> Sheet {
        let mut sheet = Sheet::default();
        if let Some(entry) = entry {
            sheet.chosen.clone_from(&entry.options);
            sheet.text = Editor::new(entry.text.as_deref().unwrap_or_default());
            let notes = entry.notes.iter();
            sheet.notes = notes.map(|(id, note)| (id.clone(), Editor::new(note))).collect();
            let aside = |kind, remark: &String| Aside { kind, remark: Editor::new(remark) };
            sheet.aside = match (&entry.skip, &entry.elaborate) {
                (Some(reason), _) => Some(aside(AsideKind::Skip, reason)),
                (None, Some(note)) => Some(aside(AsideKind::Explain, note)),
                (None, None) => None,
            };
        }
        sheet.cursor = sheet.start(question);
        sheet
    }

    /// On what is chosen, else on what is recommended, else on the first.
    fn start(&self, question: &Question) -> usize {
        let options = question.control.options();
        if !self.text.is_blank() && self.chosen(question).is_empty() {
            return options.len();
        }
        let place = |wanted: &dyn Fn(&Choice) -> bool| options.iter().position(wanted);
        place(&|option| self.is_chosen(question, &option.id))
            .or_else(|| place(&|option| option.recommended))
            .unwrap_or(0)
    }

    pub fn chosen<'a>(&'a self, question: &'a Question) -> &'a [OptionId] {
        self.chosen.as_deref().unwrap_or(&question.defaults)
    }

    pub fn is_chosen(&self, question: &Question, id: &OptionId) -> bool {
        self.chosen(question).contains(id)
    }

    /// What the cursor can stand on, under the filter.
    pub fn spots(&self, question: &Question) -> Vec<Spot> {
        let wanted = self.filter.text().trim().to_lowercase();
        let fits = |choice: &Choice| {
            let description = choice.description.as_deref().unwrap_or_default();
            wanted.is_empty()
                || choice.label.to_lowercase().contains(&wanted)
                || description.to_lowercase().contains(&wanted)
        };
        let options = question.control.options().iter().enumerate();
        let mut spots: Vec<Spot> =
            options.filter(|(_, choice)| fits(choice)).map(|(at, _)| Spot::Option(at)).collect();
        if question.control.own_text() == OwnText::Allowed {
            spots.push(Spot::OwnText);
        }
        spots
    }

    pub fn spot(&self, question: &Question) -> Option<Spot> {
        let spots = self.spots(question);
        spots.get(self.cursor.min(spots.len().saturating_sub(1))).copied()
    }

    /// The option under the cursor.
    pub fn option<'q>(&self, question: &'q Question) -> Option<&'q Choice> {
        match self.spot(question)? {
            Spot::Option(at) => question.control.options().get(at),
            Spot::OwnText => None,
        }
    }

    /// As the desk wants it.
    pub fn entry(&self, question: &Question) -> Entry {
        if let Some(Aside { kind, remark }) = &self.aside {
            let remark = Some(remark.text().to_owned());
            return match kind {
                AsideKind::Skip => Entry { skip: remark, ..Entry::default() },
                AsideKind::Explain => Entry { elaborate: remark, ..Entry::default() },
            };
        }
        let one = matches!(question.control, Control::One { .. });
        let has_option = self.chosen.as_ref().is_some_and(|chosen| !chosen.is_empty());
        let replaced = one && has_option;
        let counts = !self.text.is_blank() && !replaced;
        let text = counts.then(|| self.text.text().to_owned());
        let notes = self.notes.iter().map(|(id, note)| (id.clone(), note.text().to_owned()));
        Entry { options: self.chosen.clone(), text, notes: notes.collect(), ..Entry::default() }
    }
}
