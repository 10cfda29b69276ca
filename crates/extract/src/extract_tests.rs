//! Tests of `lib.rs`.

use super::*;
use crate::cases::{Case, cases, choice};
use sayso_core::dialect::user_choice::{ChoiceOption, ChoiceQuestion, SKILL};
use sayso_core::dialect::{Dialect, DialectLimits, parse};

fn questions(choice: &UserChoice) -> String {
    match choice {
        UserChoice::UserChoice { question, .. } => question.clone(),
        UserChoice::UserChoices { questions, .. } => {
            questions.iter().map(|asked| asked.question.as_str()).collect::<Vec<_>>().join(" + ")
        }
    }
}

/// Through the decoder, as for a pipe.
fn in_chunks<'c>(chunks: impl IntoIterator<Item = &'c [u8]>) -> Extracted {
    let (mut decoder, mut extractor) = (Decoder::new(), Extractor::new());
    let mut text = String::new();
    for chunk in chunks {
        text.push_str(&extractor.push(&decoder.push(chunk)));
    }
    text.push_str(&extractor.push(decoder.finish()));
    let finished = extractor.finish();
    Extracted::new(text + &finished.rest, finished)
}

/// REQ: UC-4, UC-5, UC-7
#[test]
fn each_case_leaves_its_text_and_asks_its_questions() {
    for case in cases() {
        let Case { name, text, asked, warnings, .. } = &case;
        let extracted = extract(text);
        assert!(extracted.text == case.kept(), "{name}: kept {:.300?}", extracted.text);
        let found: Vec<String> = extracted.choices.iter().map(questions).collect();
        assert_eq!(found, *asked, "{name}");
        let told = [extracted.warnings, extracted.malformed].concat();
        assert_eq!(told.len(), *warnings, "{name}: {told:?}");
    }
}

/// REQ: UC-6
#[test]
fn e33_every_case_split_at_every_byte_gives_the_same() {
    for Case { name, text, .. } in cases() {
        let whole = extract(&text);
        let bytes = text.as_bytes();
        // The largest ones only at some positions: each split reads a quarter of a megabyte.
        let step = if bytes.len() < 20_000 { 1 } else { bytes.len() / 41 };
        for at in (0..=bytes.len()).step_by(step) {
            assert!(in_chunks([&bytes[..at], &bytes[at..]]) == whole, "{name}, cut at {at}");
        }
        for size in [1, 2, 3, 7, 64] {
            assert!(in_chunks(bytes.chunks(size)) == whole, "{name}, in pieces of {size}");
        }
    }
}

/// REQ: UC-6
#[test]
fn what_cannot_be_part_of_a_choice_is_released_at_once() {
    let steps = [
        ("Plain text, ", "Plain text, "),
        ("then `code` {x", "then `code` {x"),
        ("} and {\"a\", ", "} and {\"a\", "),
        ("\n```py", "\n"),
        ("thon\nx = {", "```python\nx = {"),
        ("\"type\":\"user_choice\"}\n", "\"type\":\"user_choice\"}\n"),
        ("```\n", "```\n"),
        ("```json\n{\"type\": \"user", ""),
        ("_list\"", "```json\n{\"type\": \"user_list\""),
        ("}\n```\n  ", "}\n```\n"),
        ("- ", ""),
        ("item", "  - item"),
        ("\n```json\n[", "\n"),
        ("1]\n```\n{\"b\"", "```json\n[1]\n```\n"),
        (": 1}.", "{\"b\": 1}."),
    ];
    let mut extractor = Extractor::new();
    for (chunk, released) in steps {
        assert_eq!(extractor.push(chunk), released, "after {chunk:?}");
    }
    let finished = extractor.finish();
    assert_eq!((finished.rest.as_str(), finished.choices.len()), ("", 0));
}

/// REQ: UC-6
#[test]
fn plain_pieces_are_not_even_copied() {
    let mut extractor = Extractor::new();
    for chunk in ["A line of prose.\nAnother ", "one, ", "with `code` and more\n"] {
        assert!(matches!(extractor.push(chunk), Cow::Borrowed(released) if released == chunk));
    }
}

/// REQ: UC-7
#[test]
fn the_json_of_an_accepted_choice_is_never_released_in_between() {
    let text = format!("a\n```json\n{}\n```\nb {} c", choice("Secret"), choice("Secret"));
    let mut extractor = Extractor::new();
    let mut shown = String::new();
    for at in 0..text.len() {
        shown.push_str(&extractor.push(&text[at..at + 1]));
        assert!("a\nb ".starts_with(&shown), "{shown:?}");
    }
    assert_eq!(extractor.finish().choices.len(), 2);
}

/// REQ: UC-4
#[test]
fn a_choice_is_handed_over_as_soon_as_it_is_complete_and_only_once() {
    let mut extractor = Extractor::new();
    let taken = |extractor: &mut Extractor, chunk: &str| -> Vec<String> {
        extractor.push(chunk);
        extractor.take_found().iter().map(questions).collect()
    };
    let none: [&str; 0] = [];
    assert_eq!(taken(&mut extractor, "a\n```json\n"), none);
    assert_eq!(taken(&mut extractor, &choice("Q")), ["Q"]);
    assert_eq!(taken(&mut extractor, "\n```\n"), none);
    assert_eq!(taken(&mut extractor, &format!("b {} ", choice("R"))), ["R"]);
    extractor.push(&choice("S"));
    let left = extractor.finish().choices;
    assert_eq!(left.iter().map(questions).collect::<Vec<_>>(), ["S"]);
}

/// Taking choices makes no room for more than the maximum.
#[test]
fn what_was_handed_over_counts_as_well() {
    let mut extractor = Extractor::new();
    let taken: usize = (0..MOST_CHOICES + 3)
        .map(|_| {
            extractor.push(&format!("```json\n{}\n```\n", choice("Q")));
            extractor.take_found().len()
        })
        .sum();
    assert_eq!((taken, extractor.finish().warnings.len()), (MOST_CHOICES, 3));
}

/// REQ: UC-6
#[test]
fn what_is_held_back_is_bounded() {
    let endless = [
        "{\"type\":\"user_choice\",\"x\":\"",
        "```json\n",
        "```json\n{\"a\": [",
        "{\"a\": \"\n",
        "{\"a\": /*",
        "```json\n// a\n//",
        "[",
        "```json {\"a\": [\n",
        "- ",
        "   ",
    ];
    let one = choice("Q");
    let marked = ["a ```json\n".to_owned(), format!("a ```{one}"), format!("a `{one}")];
    for start in endless.map(str::to_owned).into_iter().chain(marked) {
        for filling in [" ", "\\\\", "1,", "\n", "`"] {
            let mut extractor = Extractor::new();
            extractor.push(&start);
            for _ in 0..(2 * LARGEST / filling.len()).div_ceil(1024) {
                extractor.push(&filling.repeat(1024));
                assert!(extractor.held() <= LARGEST + 2048, "{start:?} and {filling:?}");
            }
            assert!(extractor.held() <= LARGEST, "{start:?} and {filling:?}");
        }
    }
}

/// Worst cases; a quadratic algorithm would take minutes here. `scripts/bench` measures it.
/// REQ: UC-6
#[test]
fn e35_texts_that_are_made_to_be_slow_go_by_unchanged() {
    let nested = format!("{}1{}", "{\"a\":".repeat(20_000), "}".repeat(20_000));
    let texts = [
        "{\"type\":".repeat(20_000),
        "{\"type\":\"user_choice\",\n".repeat(20_000),
        nested,
        format!("```json\n{}```\n", "\n".repeat(50_000)),
        "```json\n{\"a\":\n".repeat(20_000),
        "- ".repeat(50_000),
        "{".repeat(100_000),
        "`".repeat(100_000),
        "{\"".repeat(50_000),
        " ".repeat(100_000),
        "a ```json\n".repeat(20_000),
        "a ` {} ".repeat(20_000),
        "` `` ``` {\"type\":\"user_choice\"}".repeat(5_000),
        "a ```json".repeat(20_000),
        format!("a ```json{}", " \n".repeat(50_000)),
        "```json {\"a\":\n".repeat(20_000),
        format!("```json {}", "{\"a\":[\n".repeat(20_000)),
        "```json {\"a\":1}\n```\n".repeat(20_000),
        "{\"a\":\"\n".repeat(20_000),
        "{\"a\":'\n{'a':\"\n".repeat(10_000),
        "{\"a\":“\n".repeat(20_000),
        "[\n".repeat(50_000),
        format!("[{}", " [ {\"a\": [\n".repeat(20_000)),
        "{\"a\": /*\n".repeat(20_000),
        "{\"a\": 1, // b\n".repeat(20_000),
        "```sh\nls ``` x\n".repeat(20_000),
        "```json\n[ // x\n".repeat(20_000),
        "{type:'".repeat(20_000),
    ];
    for text in texts {
        for size in [1, 100, 64 * 1024] {
            let extracted = in_chunks(text.as_bytes().chunks(size));
            assert!(extracted.text == text, "{:.40?} in pieces of {size}", text);
            assert_eq!(extracted.choices, [], "{text:.40?}");
        }
    }
}

/// REQ: UC-4
#[test]
fn more_choices_than_anybody_answers_are_told() {
    let text = format!("```json\n{}\n```\n", choice("Q")).repeat(MOST_CHOICES + 1);
    let extracted = extract(&text);
    assert_eq!(extracted.choices.len(), MOST_CHOICES);
    assert_eq!(extracted.warnings.len(), 1);
    assert_eq!(extracted.text, format!("```json\n{}\n```\n", choice("Q")));
}

/// REQ: UC-1
#[test]
fn what_is_found_is_in_its_normal_form() {
    let item = |id: &str, label: &str| ChoiceOption {
        id: id.to_owned(),
        label: label.to_owned(),
        description: None,
        recommended: false,
    };
    let text = r#"x {"choices":[{"question":"Q","options":["A"]},{"id":9,"question":"R","choices":[{"label":"B"}]}]}"#;
    let asked = |id: &str, question: &str, label: &str| ChoiceQuestion {
        id: id.to_owned(),
        question: question.to_owned(),
        context: None,
        choices: vec![item("1", label)],
    };
    let choice = UserChoice::UserChoices {
        title: None,
        description: None,
        questions: vec![asked("q1", "Q", "A"), asked("9", "R", "B")],
        terms: Default::default(),
    };
    assert_eq!(extract(text).choices, [choice]);
}

/// An error is described so that a model can fix it.
#[test]
fn warnings_say_what_is_wrong() {
    let check = |text: &str, says: &str| {
        let malformed = extract(text).malformed;
        assert!(malformed[0].contains(says), "{malformed:?}");
    };
    check(r#"{"type":"user_choice","question":"Q" "options":["A"]}"#, "it is not valid JSON");
    check(r#"{"question": nope, "options":["A"], "type":"user_choice"}"#, "it is not valid JSON");
    check(r#"{"question":"Q","options":[oops],"type":"user_choice"}"#, "it is not valid JSON");
    check(r#"{"type":"user_choice","question":"Q"}"#, "options: there is nothing to choose");
    check(r#"{"type":"user_choice","question":"\x","options":["A"]}"#, "invalid escape at line 1");
    check(r#"{"type":"user_choice","question":"#, "ends in the middle");
    check(r#"{"type":"user_choice_form","question":"#, "its `type` is not");
}

/// Text without an end: a choice is available as soon as its JSON is complete, once.
#[test]
fn what_is_complete_can_be_taken_while_the_text_goes_on() {
    let mut extractor = Extractor::new();
    assert_eq!(
        extractor.push("Hm.\n```json\n{\"type\":\"user_choice\",\"question\":\"Q?\","),
        "Hm.\n"
    );
    assert_eq!(extractor.take_found(), []);
    extractor.push("\"options\":[\"A\",\"B\"]}\n");
    assert_eq!(extractor.take_found().len(), 1);
    assert_eq!(extractor.take_found(), []);
    assert_eq!(extractor.push("```\nand on\n"), "and on\n");
    assert_eq!(extractor.finish().choices, []);
}

/// REQ: UC-8, UC-9
#[test]
fn the_examples_of_the_skill_are_choices_about_which_there_is_nothing_to_advise() {
    let extracted = extract(SKILL);
    assert_eq!(extracted.warnings, [] as [&str; 0]);
    assert_eq!(extracted.choices.len(), 2, "a group and a single one");
    assert!(!extracted.text.contains("user_choice\""), "no JSON is left: {}", extracted.text);
    for choice in extracted.choices {
        let arguments = serde_json::to_value(choice).unwrap();
        let asking = parse(Dialect::UserChoice, &arguments, &DialectLimits::default()).unwrap();
        assert_eq!(asking.warnings, [] as [&str; 0]);
    }
}
