//! Choices in text: properties that hold for every text and every way of splitting it.
//!
//! `PROPTEST_CASES=100000 cargo test -p sayso-extract --test extraction` searches for longer.

#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

#[path = "extraction/pieces.rs"]
mod pieces;

use pieces::{in_pieces, is_cut_from};
use proptest::collection::vec;
use proptest::prelude::*;
use sayso_core::dialect::user_choice::{Reading, UserChoice, read};
use sayso_extract::extract;

/// Four times as many cases as others, because texts have many corner cases.
fn many() -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig { cases: config.cases * 4, failure_persistence: None, ..config }
}

const CHOICE: &str =
    r#"{"type":"user_choice","question":"Use {x} or \"y\"?","options":["A",{"id":2,"label":"B"}]}"#;
const GROUP: &str = "{\n  \"choices\": [\n    {\"question\": \"Q\", \"options\": [\"A\"]},\n\n    {\"question\": \"R\", \"choices\": [\"B\"]}\n  ]\n}";

/// Everything that means something to the scanner, complete and in parts.
const PIECES: [&str; 85] = [
    CHOICE,
    CHOICE,
    CHOICE,
    GROUP,
    "```json\n",
    "```json\n",
    "\n```json ",
    "\n```",
    "```\n",
    "```\n",
    "\n```\n",
    "~~~\n",
    "~~~json\n",
    "````\n",
    "````json\n",
    "```python\n",
    "x ```json\n",
    "x ```\n",
    "x ```json",
    "x `",
    "``` JSON x\r\n",
    "```\r\n",
    "`",
    "``",
    "```",
    "~~~",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "    ",
    "\t",
    "- ",
    "* ",
    "1. ",
    "10) ",
    "> ",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    "\\\"",
    "'",
    ":",
    ",",
    "{\"",
    "{\"type\":",
    "\"user_choice\"",
    "\"type\"",
    "\"choices\":[",
    "{}",
    "{\"a\":1}",
    "{\"a\":[{}, {\"b\":\"}\"}]}",
    "null",
    "True",
    "'type':'user_choice',",
    "“type”:“user_choice”",
    "“",
    "”",
    "’",
    "type:",
    "[{",
    ",]",
    ",}",
    "//",
    "/*",
    "*/",
    "\"question\":\"a\nb\",",
    "{'question':",
    "\n> ",
    "\n    ",
    "user_choice",
    "-1.5e3",
    "text",
    "é",
    "한글",
    "👩‍💻",
    "\u{feff}",
    "\u{a0}",
    "\0",
];

fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        12 => proptest::sample::select(&PIECES[..]).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
        1 => (0..CHOICE.len()).prop_map(|at| CHOICE[..at].to_owned()),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(many())]

    /// REQ: UC-6
    #[test]
    fn any_chunking_gives_the_same(text in any_text(), sizes in vec(1usize..9, 1..6)) {
        prop_assert_eq!(in_pieces(text.as_bytes(), &sizes), extract(&text));
    }

    /// REQ: UC-6
    #[test]
    fn any_bytes_in_any_chunking_give_the_same(
        bytes in vec(prop_oneof![any::<u8>(), proptest::sample::select(&b"`~{}\"\n\\ "[..])], 0..200),
        sizes in vec(1usize..9, 1..6),
    ) {
        let text = String::from_utf8_lossy(&bytes);
        prop_assert_eq!(in_pieces(&bytes, &sizes), extract(&text));
    }

    /// REQ: UC-5
    #[test]
    fn text_is_only_ever_left_out(text in any_text()) {
        let extracted = extract(&text);
        prop_assert!(is_cut_from(&extracted.text, &text), "{:?}", extracted.text);
        if extracted.choices.is_empty() {
            prop_assert_eq!(extracted.text, text);
        }
    }

    /// REQ: UC-4, UC-7
    #[test]
    fn a_choice_at_the_end_is_found_and_not_shown(
        before in "[^`~{\\[]{0,200}",
        open in proptest::sample::select(&["```json\n", "```\n", "~~~~ JSON\r\n", ""][..]),
        choice in proptest::sample::select(&[CHOICE, GROUP][..]),
    ) {
        let text = format!("{before}\n\n{open}{choice}");
        let extracted = extract(&text);
        prop_assert_eq!(extracted.choices.len(), 1);
        prop_assert_eq!(extracted.text, format!("{before}\n\n"));
    }

    /// REQ: UC-3
    #[test]
    fn whatever_was_found_is_found_again(text in any_text()) {
        for choice in extract(&text).choices {
            let json = serde_json::to_value(&choice).expect("texts make valid JSON");
            let again = Reading::Choice { choice: choice.clone(), warnings: Vec::new() };
            prop_assert_eq!(read(&json), again);
            let back: UserChoice = serde_json::from_value(json).expect("it was written by us");
            prop_assert_eq!(back, choice);
        }
    }
}

/// The generator must produce both, or the properties above prove nothing.
#[test]
fn the_texts_have_choices_and_have_none() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let texts: Vec<String> = (0..300)
        .map(|_| any_text().new_tree(&mut runner).expect("it makes texts").current())
        .collect();
    let with = texts.iter().filter(|text| !extract(text).choices.is_empty()).count();
    assert!((60..240).contains(&with), "{with} of 300 have a choice");
}
