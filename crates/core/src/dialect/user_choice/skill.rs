//! The instructions that teach a model to ask this way (UC-8). `crates/extract` tests its examples.

/// The text of the skill: for an agent's skill folder, its instructions, or the relay's prompt.
pub const SKILL: &str = include_str!("skill.md");

#[cfg(test)]
mod tests {
    use super::SKILL;

    /// One phrase for each point of the contract.
    const POINTS: [(&str, &str); 10] = [
        ("always this way", "Always ask this way"),
        ("never the built-in tool", "Never use your built-in question tool"),
        ("decisions, missing facts", "whenever a decision is the user's"),
        ("self-contained question", "without scrolling back"),
        ("context says why", "why the decision is needed"),
        ("options can be carried out", "do right away"),
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
}
