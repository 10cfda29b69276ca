//! Progress of a form.

use sayso_core::worksheet::AnswerState;
use sayso_core::{Answer, Worksheet};

/// What stands for each question so far, by what the draft and the defaults say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormProgress {
    answers: Vec<Option<Answer>>,
}

impl FormProgress {
    pub fn of(worksheet: &Worksheet<'_>) -> FormProgress {
        let questions = worksheet.form().questions.iter();
        let answers = questions.map(|question| match worksheet.standing(question) {
            AnswerState::Answered(answer) => Some(answer),
            AnswerState::Open | AnswerState::Wrong(_) => None,
        });
        FormProgress { answers: answers.collect() }
    }

    pub fn answer(&self, question: usize) -> Option<&Answer> {
        self.answers.get(question)?.as_ref()
    }

    pub fn done(&self) -> usize {
        self.answers.iter().flatten().count()
    }

    pub fn all(&self) -> usize {
        self.answers.len()
    }

    pub fn open(&self) -> usize {
        self.all() - self.done()
    }

    pub fn is_complete(&self) -> bool {
        self.open() == 0
    }
}
