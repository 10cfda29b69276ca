//! A text in pieces, and what remains of it: for the property tests, and for the fuzzer in `fuzz/`.

use sayso_extract::{Decoder, Extracted, Extractor, LARGEST};

/// Through the decoder, in pieces of these sizes in turn; choices are taken as soon as they are
/// found.
pub fn in_pieces(bytes: &[u8], sizes: &[usize]) -> Extracted {
    let (mut decoder, mut extractor) = (Decoder::new(), Extractor::new());
    let (mut text, mut choices) = (String::new(), Vec::new());
    let mut rest = bytes;
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, behind) = rest.split_at((*size).min(rest.len()));
        text.push_str(&extractor.push(&decoder.push(piece)));
        choices.extend(extractor.take_found());
        assert!(extractor.held() <= LARGEST, "{} bytes are held back", extractor.held());
        rest = behind;
    }
    text.push_str(&extractor.push(decoder.finish()));
    let mut finished = extractor.finish();
    choices.append(&mut finished.choices);
    finished.choices = choices;
    Extracted::new(text + &finished.rest, finished)
}

/// Whether one can be made from the other by removing characters.
pub fn is_cut_from(kept: &str, text: &str) -> bool {
    let mut given = text.chars();
    kept.chars().all(|wanted| given.any(|given| given == wanted))
}
