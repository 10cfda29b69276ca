//! Tests beside `read.rs`.

use super::*;
use serde_json::json;

fn problems(value: Value, read: impl Fn(&mut Fields<'_, '_>)) -> Vec<String> {
    let mut problems = Vec::new();
    if let Some(mut fields) = Fields::of(&value, "", &mut problems) {
        read(&mut fields);
        fields.finish();
    }
    problems.iter().map(Problem::to_string).collect()
}

#[test]
fn anything_but_an_object_is_one_problem() {
    for (value, given) in [(json!([]), "a list"), (json!("x"), "a string"), (json!(null), "null")] {
        let found = problems(value, |_| unreachable!("there is nothing to read"));
        assert_eq!(found, [format!("an object is wanted, {given} was given")]);
    }
}

#[test]
fn every_field_of_the_wrong_type_says_what_was_found() {
    let value = json!({
        "text": 3, "flag": "yes", "count": "30", "half": 0.5, "below": -1, "list": {}, "texts": ["a", 1],
        "map": {"a": 1, "b": "fine"}, "blank": "  ", "word": "Purple",
    });
    let found = problems(value, |fields| {
        fields.text("text", 10);
        fields.flag("flag");
        fields.count("count");
        fields.count("half");
        fields.count("below");
        fields.list("list");
        fields.texts("texts", 10);
        fields.text_map("map", 10);
        fields.required("blank", 10);
        fields.required("missing", 10);
        fields.word("word", &[("red", 1), ("green", 2)]);
    });
    assert_eq!(
        found,
        [
            "text: a string is wanted, a number was given",
            "flag: true or false is wanted, a string was given",
            "count: a whole number is wanted, a string was given",
            "half: a whole number is wanted, 0.5 was given",
            "below: a number from 0 is wanted, a negative one was given",
            "list: a list is wanted, an object was given",
            "texts[1]: a string is wanted, a number was given",
            "map.a: a string is wanted, a number was given",
            "blank: it is blank (give a text)",
            "missing: it is missing (give a text)",
            "word: `Purple` is not one of `red`, `green` (use one of them)",
        ]
    );
}

#[test]
fn null_counts_as_left_out_and_whole_floats_as_numbers() {
    let mut none = Vec::new();
    let value =
        json!({"text": null, "float": 30.0, "huge": 1e300, "below": -7.0, "word": " Red-Ish "});
    let mut fields = Fields::of(&value, "", &mut none).unwrap();
    assert_eq!(fields.text("text", 10), None);
    assert_eq!(fields.count("float"), Some(30));
    assert_eq!(fields.count("huge"), Some(u64::MAX));
    assert_eq!(fields.count_from_zero("below"), Some(0));
    assert_eq!(fields.word("word", &[("red_ish", 1)]), Some(1));
    fields.finish();
    assert_eq!(none, []);
}

#[test]
fn texts_are_capped_in_bytes() {
    let found = problems(json!({"text": "äöü"}), |fields| {
        assert_eq!(fields.text("text", 5), None);
    });
    assert_eq!(found, ["text: the text has 6 bytes, 5 are allowed (shorten it)"]);
}

#[test]
fn unknown_fields_are_named_with_the_nearest_known_one() {
    let value = json!({"selectionMode": 1, "tilte": 1, "purple": 1, "title": "T"});
    let found = problems(value, |fields| {
        fields.text("title", 10);
        fields.value("selection_mode");
    });
    assert_eq!(
        found,
        [
            "purple: unknown field (leave it out; the fields are `title`, `selection_mode`)",
            "selectionMode: unknown field (did you mean `selection_mode`? The fields are `title`, \
             `selection_mode`)",
            "tilte: unknown field (did you mean `title`? The fields are `title`, `selection_mode`)",
        ]
    );
}

#[test]
fn two_edits_are_near_and_three_are_not() {
    assert!(within_two_edits("title", "tilte"));
    assert!(within_two_edits("title", "TITEL"));
    assert!(within_two_edits("title", "tit"));
    assert!(!within_two_edits("title", "tight_"));
    assert!(!within_two_edits("title", "header"));
}
