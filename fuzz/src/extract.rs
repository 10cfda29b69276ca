//! Choices in text: however the bytes are cut, the result is the same, and nobody sees the JSON of a
//! choice that is asked.

use sayso_core::dialect::user_choice::UserChoice;
use sayso_core::extract::{Decoder, Extracted, Extractor, Finished, LARGEST};

/// The text, and behind the last byte of this value the sizes of its pieces. It is in no text.
const CUTS: u8 = 0xFF;

/// Panics if something does not hold for these bytes.
pub fn extract(input: &[u8]) {
    let (bytes, sizes) = match input.iter().rposition(|byte| *byte == CUTS) {
        Some(at) => (&input[..at], &input[at + 1..]),
        None => (input, &[][..]),
    };
    let Some(bytes) = with_marks(bytes) else { return };
    let text = String::from_utf8_lossy(&bytes);
    let whole = sayso_core::extract::extract(&text);
    let pieces = in_pieces(&bytes, if sizes.is_empty() { &[0] } else { sizes });
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

/// Every question gets a mark that stands nowhere else, so that it can be told whether it is shown.
/// `None`: there are marks already.
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

/// Through the decoder, in pieces of these sizes in turn, each one more than its byte says.
fn in_pieces(bytes: &[u8], sizes: &[u8]) -> Extracted {
    let (mut decoder, mut extractor) = (Decoder::new(), Extractor::new());
    let (mut text, mut choices) = (String::new(), Vec::new());
    let mut rest = bytes;
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, behind) = rest.split_at(rest.len().min(usize::from(*size) + 1));
        text.push_str(&extractor.push(&decoder.push(piece)));
        choices.extend(extractor.take_found());
        assert!(extractor.held() <= LARGEST, "{} bytes are held back", extractor.held());
        rest = behind;
    }
    text.push_str(&extractor.push(decoder.finish()));
    let Finished { rest, choices: last, warnings } = extractor.finish();
    choices.extend(last);
    Extracted { text: text + &rest, choices, warnings }
}

/// Whether one can be had from the other by leaving characters out.
fn is_cut_from(kept: &str, text: &str) -> bool {
    let mut given = text.chars();
    kept.chars().all(|wanted| given.any(|given| given == wanted))
}
