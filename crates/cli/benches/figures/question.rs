//! The question used by most figures: ordinary length, four options, a distant deadline.

use sayso_core::surface::{Actor, Presence};
use sayso_core::{Command, Dialect, OptionId, Purpose, QuestionId, Submission, Surface};
use sayso_desk::{Ask, Asker};
use serde_json::json;

/// About 600 bytes of text. It waits for seven days, which is the maximum.
pub fn ask() -> Ask {
    Ask {
        dialect: Dialect::ProvideChoice,
        purpose: Purpose::Decision,
        arguments: json!({
            "title": "Where shall the billing tables live?",
            "prompt": "The billing service outgrows its single file: reports lock out writers for \
                several seconds each morning. The migration is written and tested for all four \
                targets, and can be rolled back for a week. Which one shall it be?",
            "selection_mode": "single",
            "timeout_seconds": 604_800,
            "options": [
                {"id": "postgres", "label": "PostgreSQL",
                    "description": "One server to run, the team knows it", "recommended": true},
                {"id": "sqlite", "label": "SQLite, one file a tenant",
                    "description": "Nothing to run, reports read every file"},
                {"id": "mysql", "label": "MySQL",
                    "description": "There is a cluster already, others look after it"},
                {"id": "stay", "label": "Stay as it is",
                    "description": "Move the reports to the night instead"},
            ],
        }),
        asker: Asker {
            agent: Some("bench".to_owned()),
            directory: Some("/home/ada/billing".to_owned()),
            ..Asker::default()
        },
        call_id: None,
        repeat: sayso_desk::Repeat::New,
    }
}

/// As large as everything that is stored of a question.
pub fn row() -> String {
    format!("{:<1536}", ask().arguments.to_string())
}

/// Answers the only question of its form.
pub fn answer() -> Command {
    let mut submission = Submission::default();
    submission.choose(QuestionId::from(""), vec![OptionId::from("sqlite")]);
    Command::Answer { submission }
}

/// Who answers.
pub fn person() -> Actor {
    Actor::new(None, Surface::Terminal, Presence::Interactive)
}
