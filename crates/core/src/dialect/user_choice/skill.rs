//! What a model is told so that it asks this way (UC-8).

/// The text of the skill: for an agent's skill folder, its instructions, or the relay's prompt.
pub const SKILL: &str = include_str!("skill.md");

#[cfg(test)]
mod tests {
    use super::SKILL;
    use crate::dialect::{Dialect, DialectLimits, parse};
    use crate::extract::extract;

    /// One phrase for each point of the contract.
    const POINTS: [(&str, &str); 10] = [
        ("always this way", "Always ask this way"),
        ("never the built-in tool", "Never use your built-in question tool"),
        ("decisions, missing facts", "whenever a decision is the user's"),
        ("self-contained question", "without scrolling back"),
        ("context says why", "why the decision is needed"),
        ("options can be carried out", "carry out at once"),
        ("at most four options", "Two to four options"),
        ("one JSON", "one JSON object"),
        ("last", "the last thing"),
        ("fenced", "fenced block marked `json`"),
    ];

    /// REQ: UC-8
    #[test]
    fn the_skill_states_each_point_of_the_contract() {
        for (point, phrase) in POINTS {
            assert!(SKILL.contains(phrase), "{point}: `{phrase}` is not in it");
        }
        assert!(SKILL.starts_with("---\nname: "), "agents find it by its front matter");
    }

    /// REQ: UC-8, UC-9
    #[test]
    fn its_examples_are_choices_about_which_there_is_nothing_to_advise() {
        let extracted = extract(SKILL);
        assert_eq!(extracted.warnings, [] as [&str; 0]);
        assert_eq!(extracted.choices.len(), 2, "a group and a single one");
        assert!(!extracted.text.contains("user_choice\""), "no JSON is left: {}", extracted.text);
        for choice in extracted.choices {
            let arguments = serde_json::to_value(choice).unwrap();
            let limits = DialectLimits::default();
            let asking = parse(Dialect::UserChoice, &arguments, &limits).unwrap();
            assert_eq!(asking.warnings, [] as [&str; 0]);
        }
    }
}
