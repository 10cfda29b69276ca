//! The meaning of a typed line. Pure; nothing is chosen by an empty line.

use sayso_core::{Choice, OptionId, OwnText, Question};

/// A line, understood for a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    Nothing,
    Options(Vec<OptionId>),
    Text(String),
    Command(Verb, String),
    /// Neither an option nor allowed as a text.
    Unknown(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Help,
    /// On an option, by its number, or on the whole.
    Note,
    Cancel,
    Skip,
    Explain,
    /// Five more minutes.
    More,
    /// The time left.
    Time,
    /// In the person's own editor.
    Edit,
    Settings,
    Set,
    Web,
    Back,
    /// The question once more.
    Again,
    Quit,
}

const VERBS: [(&str, Verb); 15] = [
    ("help", Verb::Help),
    ("?", Verb::Help),
    ("note", Verb::Note),
    ("cancel", Verb::Cancel),
    ("skip", Verb::Skip),
    ("explain", Verb::Explain),
    ("more", Verb::More),
    ("time", Verb::Time),
    ("edit", Verb::Edit),
    ("settings", Verb::Settings),
    ("set", Verb::Set),
    ("web", Verb::Web),
    ("back", Verb::Back),
    ("again", Verb::Again),
    ("quit", Verb::Quit),
];

/// A command begins with a colon; two colons begin a text that begins with one.
pub(super) fn command(line: &str) -> Option<Said> {
    if line == "?" {
        return Some(Said::Command(Verb::Help, String::new()));
    }
    let rest = line.strip_prefix(':').filter(|rest| !rest.starts_with(':'))?;
    let (name, more) = rest.split_once(' ').unwrap_or((rest, ""));
    let found = VERBS.iter().find(|(known, _)| *known == name);
    Some(match found {
        Some((_, verb)) => Said::Command(*verb, more.trim().to_owned()),
        None => Said::Unknown(line.to_owned()),
    })
}

pub(super) fn read(line: &str, question: &Question) -> Said {
    let line = line.trim();
    if line.is_empty() {
        return Said::Nothing;
    }
    if let Some(command) = command(line) {
        return command;
    }
    let text = || Said::Text(line.strip_prefix(':').unwrap_or(line).to_owned());
    let options = question.control.options();
    if options.is_empty() {
        return text();
    }
    match by_number(line, options).or_else(|| by_label(line, options)) {
        Some(chosen) => Said::Options(chosen),
        None if question.control.own_text() == OwnText::Allowed => text(),
        None => Said::Unknown(line.to_owned()),
    }
}

/// `2`, `1 3` or `1, 3`.
fn by_number(line: &str, options: &[Choice]) -> Option<Vec<OptionId>> {
    let parts = line.split([' ', ',']).filter(|part| !part.is_empty());
    let place = |part: &str| part.parse::<usize>().ok()?.checked_sub(1);
    parts.map(|part| options.get(place(part)?).map(|option| option.id.clone())).collect()
}

/// The whole label, or a beginning that only one of them has.
fn by_label(line: &str, options: &[Choice]) -> Option<Vec<OptionId>> {
    let wanted = line.to_lowercase();
    let one = |fits: &dyn Fn(&str) -> bool| {
        let mut found = options.iter().filter(|option| fits(&option.label.to_lowercase()));
        found.next().filter(|_| found.next().is_none()).map(|option| vec![option.id.clone()])
    };
    one(&|label| label == wanted).or_else(|| one(&|label| label.starts_with(&wanted)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::fixtures::choice;

    #[test]
    fn numbers_labels_texts_and_commands() {
        let single = choice(json!({}));
        let hybrid = choice(json!({"selection_mode": "hybrid", "default_selection_ids": null}));
        let said =
            |view: &sayso_desk::View, line: &str| read(line, &view.interaction.form.questions[0]);
        let options = |ids: &[&str]| Said::Options(ids.iter().map(|id| (*id).into()).collect());
        assert_eq!(said(&single, " 2 "), options(&["lite"]));
        assert_eq!(said(&single, "sqlite"), options(&["lite"]));
        assert_eq!(said(&single, "dyn"), options(&["dynamo"]));
        assert_eq!(said(&single, "3, 1"), options(&["dynamo", "pg"]));
        assert_eq!(said(&single, "4"), Said::Unknown("4".to_owned()));
        assert_eq!(said(&single, ""), Said::Nothing);
        assert_eq!(said(&single, "?"), Said::Command(Verb::Help, String::new()));
        assert_eq!(
            said(&single, ":cancel not now"),
            Said::Command(Verb::Cancel, "not now".to_owned())
        );
        assert_eq!(said(&single, ":nothing"), Said::Unknown(":nothing".to_owned()));
        assert_eq!(said(&hybrid, "DuckDB"), Said::Text("DuckDB".to_owned()));
        assert_eq!(said(&hybrid, "::x"), Said::Text(":x".to_owned()));
    }
}
