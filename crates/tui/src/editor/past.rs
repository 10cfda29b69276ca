//! Earlier states of a text: for undo and redo, and what was cut out of it.

/// A text and its cursor.
pub(super) type Moment = (String, usize);

/// How many steps are kept; each is the whole text, which is short.
const MOST: usize = 50;

#[derive(Debug, Clone, Default)]
pub(super) struct Past {
    before: Vec<Moment>,
    after: Vec<Moment>,
    last: Option<Step>,
    /// Erased by more than a character.
    pub(super) cut: String,
}

/// Steps of the same kind are undone together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Typed,
    Erased,
    /// Stands alone.
    Other,
}

impl Past {
    /// Before a change.
    pub(super) fn remember(&mut self, text: &str, cursor: usize, step: Step) {
        self.after.clear();
        let continues = self.last == Some(step) && step != Step::Other;
        self.last = Some(step);
        if continues {
            return;
        }
        if self.before.len() == MOST {
            self.before.remove(0);
        }
        self.before.push((text.to_owned(), cursor));
    }

    /// What comes next is a separate step.
    pub(super) fn pause(&mut self) {
        self.last = None;
    }

    pub(super) fn undo(&mut self, now: Moment) -> Option<Moment> {
        let before = self.before.pop()?;
        self.after.push(now);
        self.pause();
        Some(before)
    }

    pub(super) fn redo(&mut self, now: Moment) -> Option<Moment> {
        let after = self.after.pop()?;
        self.before.push(now);
        self.pause();
        Some(after)
    }
}
