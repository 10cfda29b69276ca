//! Instructions for agents: when and how to ask, and never to guess.
//!
//! The phrase 'keep calling until …' must not appear: clients reject servers that say such things.

/// Sent once, when the client connects.
pub(crate) const INSTRUCTIONS: &str = "\
Ask the user instead of guessing: when more than two paths are viable, an action is destructive or hard \
to undo, or configuration is missing. Put the context of the task and why you ask into the prompt: the \
user may have several agents. Act on the answer exactly as given; cancelled means stop, a timeout is not \
consent. A pending reply names the call that brings the answer. late_answers in a reply answer your \
earlier questions.";

/// The policy as a document, for a prompt and a resource.
pub(crate) const POLICY: &str = "\
# When to ask the user

Ask, through `provide_choice` or `ask_user_questions`, before you continue, when

1. more than two paths are viable and the task does not say which,
2. an action is destructive or hard to undo: deleting, overwriting, force-pushing, migrating, paying,
   publishing, sending,
3. something you need is not configured or not known: a credential, a target, a name, a version.

# How to ask

- Put what you are doing, what the choice decides and why you ask into the prompt. The user may have
  several agents and has not read your log.
- Offer two to four options that you can carry out right away. Say what each costs. Mark the one you would
  choose as recommended.
- Mark what cannot be undone as `irreversible`, and the options that decline it as `safe`.
- Do not add an option 'Other': the user can type their own answer where that makes sense.

# What the answer means

- `selected`, `custom_input`: do exactly that. The user's notes are part of the answer.
- `cancelled`: stop this subtask. Do not choose yourself.
- `timeout`: nobody answered. What the clock submitted was not confirmed by a person.
- `pending`: the question is still open. Fetch the answer by its session id; do not ask it again. If your
  client timed out before it gave you an id, make the same call again: it finds the question.
";

pub(crate) const POLICY_URI: &str = "sayso://policy";
pub(crate) const POLICY_PROMPT: &str = "decision-policy";

#[cfg(test)]
mod tests {
    use super::POLICY;

    /// What the plugins tell agents is the same text.
    /// REQ: IN-4
    #[test]
    fn the_plugins_have_the_same_policy() {
        let skill = include_str!("../../../plugins/claude-code/skills/ask-the-user/SKILL.md");
        let context = include_str!("../../../plugins/gemini-cli/GEMINI.md");
        assert!(skill.ends_with(POLICY), "{skill}");
        assert_eq!(context, POLICY);
    }
}
