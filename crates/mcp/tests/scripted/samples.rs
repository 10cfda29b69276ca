//! Questions that agents ask in tests, here and through the binary.

use serde_json::{Value, json};

pub fn choice() -> Value {
    json!({
        "title": "Pick a database",
        "prompt": "The storage layer is being rewritten, which decides how data is migrated. Which database should the service use?",
        "selection_mode": "single",
        "options": [
            { "id": "pg", "label": "PostgreSQL", "recommended": true },
            { "id": "lite", "label": "SQLite" },
        ],
        "timeout_seconds": 3600,
    })
}

pub fn questions() -> Value {
    json!({ "questions": [{
        "title": "Framework",
        "prompt": "Which framework should the new front end be built with?",
        "context": "The old one is no longer maintained; the choice decides what we have to learn in the next weeks.",
        "options": [
            { "label": "React", "description": "known", "recommended": true },
            { "label": "Svelte" },
        ],
    }] })
}
