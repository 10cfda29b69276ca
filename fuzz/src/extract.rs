//! Choices in text: the result doesn't depend on how the bytes are split, and the JSON of an asked
//! choice is never shown.

#[path = "../../crates/extract/tests/extraction/pieces.rs"]
mod pieces;

use pieces::{in_pieces, is_cut_from};
use sayso_core::dialect::user_choice::UserChoice;

/// Separates the text from the sizes of its pieces: the last byte with this value, which no text
/// contains.
const CUTS: u8 = 0xFF;

/// Panics if a property doesn't hold for these bytes.
pub fn extract(input: &[u8]) {
    let (bytes, sizes) = match input.iter().rposition(|byte| *byte == CUTS) {
        Some(at) => (&input[..at], &input[at + 1..]),
        None => (input, &[][..]),
    };
    let Some(bytes) = with_marks(bytes) else { return };
    let text = String::from_utf8_lossy(&bytes);
    let whole = sayso_extract::extract(&text);
    // Each size is one more than its byte.
    let sizes: Vec<usize> = sizes.iter().map(|size| usize::from(*size) + 1).collect();
    let pieces = in_pieces(&bytes, if sizes.is_empty() { &[1] } else { &sizes });
    assert_eq!(pieces, whole, "in pieces and as a whole, of {text:?}");
    assert!(is_cut_from(&whole.text, &text), "{:?} is not what was left of {text:?}", whole.text);
    if whole.choices.is_empty() {
        assert_eq!(whole.text, text, "nothing is asked, but something was taken out");
    }
    for question in whole.choices.iter().flat_map(questions) {
        if let Some(mark) = mark_of(question) {
            assert!(!whole.text.contains(mark), "{mark} is asked and shown, of {text:?}");
        }
    }
}

const KEY: &[u8] = b"\"question\"";
const MARK: &str = "Zq";

/// Gives every question a unique mark, to check whether it is shown. `None`: there are marks
/// already.
fn with_marks(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.windows(MARK.len()).any(|window| window == MARK.as_bytes()) {
        return None;
    }
    let mut marked = Vec::with_capacity(bytes.len() * 2);
    let mut rest = bytes;
    for number in 0.. {
        let Some(key) = rest.windows(KEY.len()).position(|window| window == KEY) else { break };
        let behind = key + KEY.len();
        let between = rest[behind..].iter().take_while(|byte| b": \t\r\n".contains(byte)).count();
        let (before, after) = rest.split_at(behind + between);
        marked.extend_from_slice(before);
        rest = after;
        if let Some((b'"', after)) = rest.split_first() {
            marked.extend_from_slice(format!("\"{MARK}{number}{MARK}").as_bytes());
            rest = after;
        }
    }
    marked.extend_from_slice(rest);
    Some(marked)
}

fn mark_of(question: &str) -> Option<&str> {
    let behind = question.strip_prefix(MARK)?.find(MARK)?;
    Some(&question[..behind + 2 * MARK.len()])
}

fn questions(choice: &UserChoice) -> Vec<&str> {
    match choice {
        UserChoice::UserChoice { question, .. } => vec![question],
        UserChoice::UserChoices { questions, .. } => {
            questions.iter().map(|asked| asked.question.as_str()).collect()
        }
    }
}
