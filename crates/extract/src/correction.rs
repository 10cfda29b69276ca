//! The correction that a model reads when its question could not be asked (UC-7).

/// What is wrong, and how to write a question. `None`: nothing is wrong.
pub fn correction(malformed: &[String]) -> Option<String> {
    /// The first ones are enough to see what is wrong.
    const MOST: usize = 3;
    if malformed.is_empty() {
        return None;
    }
    let which = match malformed.len() {
        1 => {
            "A question in your text was malformed. It was not asked; the user saw it as plain text."
        }
        _ => {
            "Questions in your text were malformed. They were not asked; the user saw them as plain text."
        }
    };
    let why = malformed[..malformed.len().min(MOST)].join("; ");
    Some(format!("{which}\nWhat is wrong: {why}.\n{SHAPE}"))
}

/// In the words of the skill. In a span of code, which is an example wherever it is read again.
const SHAPE: &str = r#"If you still need the answer, ask again: end your text with one JSON object in a fenced block marked `json`, such as `{"type": "user_choice", "question": "…", "context": "…", "options": [{"id": "1", "label": "…", "recommended": true}, {"id": "2", "label": "…"}]}`. Several questions go into the `choices` of one object of the type `user_choice_group`."#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract;

    /// REQ: UC-7
    #[test]
    fn it_says_what_is_wrong_and_how_to_write_it() {
        let extracted = extract(r#"Now: {"type":"user_choice","question":"Which?"}"#);
        let told = extracted.correction.expect("the question has no options");
        assert!(told.contains("options: there is nothing to choose"), "{told}");
        assert!(told.contains(r#"{"type": "user_choice","#), "{told}");
        let told = told.replace('…', "x");
        let quoted = extract(&told);
        assert_eq!((quoted.choices.len(), quoted.malformed.len()), (0, 0), "it is no question");
        let example = told.split('`').find(|span| span.starts_with('{')).map(extract).unwrap();
        assert_eq!((example.choices.len(), example.malformed.len()), (1, 0), "its example is one");
        assert_eq!(correction(&[]), None);
    }
}
