//! The filter of options: it shows those that contain every word; if there are none, those whose
//! label has the letters of every word in this order.

use sayso_core::Choice;
use sayso_core::search::fold;

pub(super) fn found<'o>(wanted: &str, options: &[&'o Choice]) -> Vec<&'o Choice> {
    let wanted = fold(wanted);
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let literal = of(options, |label, description| {
        words.iter().all(|word| label.contains(word) || description.contains(word))
    });
    if !literal.is_empty() || words.is_empty() {
        return literal;
    }
    of(options, |label, _| words.iter().all(|word| has_letters(label, word)))
}

/// In their order: numbers stay where they are.
fn of<'o>(options: &[&'o Choice], fits: impl Fn(&str, &str) -> bool) -> Vec<&'o Choice> {
    let fits = |option: &&'o Choice| {
        let description = option.description.as_deref().map(fold).unwrap_or_default();
        fits(&fold(&option.label), &description)
    };
    options.iter().copied().filter(fits).collect()
}

fn has_letters(text: &str, word: &str) -> bool {
    let mut letters = text.chars();
    word.chars().all(|wanted| letters.any(|letter| letter == wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::choice;

    #[test]
    fn several_words_and_letters_in_order() {
        let view = choice(serde_json::json!({}));
        let options = view.interaction.form.questions[0].control.options();
        let all: Vec<&Choice> = options.iter().collect();
        let labels = |wanted: &str| -> Vec<&str> {
            found(wanted, &all).into_iter().map(|option| option.label.as_str()).collect()
        };
        assert_eq!(labels("").len(), 3);
        assert_eq!(labels("one FILE"), ["SQLite"], "words of label and description, in any order");
        assert_eq!(labels("sql lite"), ["SQLite"]);
        assert_eq!(labels("sql"), ["PostgreSQL", "SQLite"]);
        assert_eq!(labels("pgsql"), ["PostgreSQL"], "only if nothing contains it");
        assert_eq!(labels("dndb"), ["DynamoDB"]);
        assert!(labels("xyz").is_empty());
    }
}
