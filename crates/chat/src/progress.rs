//! Progress of a form.

use sayso_core::worksheet::Standing;
use sayso_core::{Answer, Worksheet};

/// What stands for each question so far, by what the draft and the defaults say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    answers: Vec<Option<Answer>>,
}

impl Progress {
    pub fn of(worksheet: &Worksheet<'_>) -> Progress {
        let questions = worksheet.form().questions.iter();
        let answers = questions.map(|question| match worksheet.standing(question) {
            Standing::Answered(answer) => Some(answer),
            Standing::Open | Standing::Wrong(_) => None,
        });
        Progress { answers: answers.collect() }
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
