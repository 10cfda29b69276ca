//! Tests of `read.rs`.

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
        assert_eq!(found, [format!("must be an object, not {given}")]);
    }
}

#[test]
fn every_field_of_the_wrong_type_says_what_was_found() {
    let value = json!({
        "text": 3, "flag": "yes", "count": "30", "half": 0.5, "below": -1, "list": {"a": 1}, "texts": ["a", 1],
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
            "text: must be a string, not a number",
            "flag: must be true or false, not a string",
            "count: must be a whole number, not a string",
            "half: must be a whole number, not 0.5",
            "below: must not be negative: -1",
            "list: must be a list, not an object",
            "texts[1]: must be a string, not a number",
            "map.a: must be a string, not a number",
            "blank: missing or empty (give a text)",
            "missing: missing or empty (give a text)",
            "word: `Purple` is not allowed (use one of `red`, `green`)",
        ]
    );
}

/// REQ: PC-2
#[test]
fn what_is_empty_of_its_own_type_or_null_counts_as_absent() {
    for (text, list, map) in [
        (json!(null), json!(null), json!(null)),
        (json!(""), json!([]), json!({})),
        (json!(" \n"), json!([]), json!({})),
    ] {
        let value = json!({
            "text": text, "word": text, "flag": null, "count": null, "list": list, "texts": list,
            "map": map, "in_map": {"a": text, "b": "said"},
        });
        let mut none = Vec::new();
        let mut fields = Fields::of(&value, "", &mut none).unwrap();
        assert_eq!(fields.text("text", 10), None);
        assert_eq!(fields.word("word", &[("red", 1)]), None);
        assert_eq!(fields.flag("flag"), None);
        assert_eq!(fields.count("count"), None);
        assert_eq!(fields.list("list"), None);
        assert_eq!(fields.texts("texts", 10), None);
        assert_eq!(fields.text_map("map", 10), None);
        let said: Vec<String> = fields.text_map("in_map", 10).unwrap().into_keys().collect();
        assert_eq!(said, ["b"]);
        fields.finish();
        assert_eq!(none, []);
    }
}

/// REQ: PC-2
#[test]
fn what_is_empty_of_another_type_is_an_error() {
    let value = json!({
        "text": [], "required": {}, "word": [], "flag": "", "count": [], "list": "", "texts": {},
        "map": [], "in_map": {"a": []},
    });
    let found = problems(value, |fields| {
        fields.text("text", 10);
        fields.required("required", 10);
        fields.word("word", &[("red", 1)]);
        fields.flag("flag");
        fields.count("count");
        fields.list("list");
        fields.texts("texts", 10);
        fields.text_map("map", 10);
        fields.text_map("in_map", 10);
    });
    assert_eq!(
        found,
        [
            "text: must be a string, not a list",
            "required: must be a string, not an object",
            "word: must be a string, not a list",
            "flag: must be true or false, not a string",
            "count: must be a whole number, not a list",
            "list: must be a list, not a string",
            "texts: must be a list, not an object",
            "map: must be an object of strings, not a list",
            "in_map.a: must be a string, not a list",
        ]
    );
}

#[test]
fn whole_floats_are_numbers() {
    let mut none = Vec::new();
    let value = json!({"float": 30.0, "huge": 1e300, "below": -7.0, "word": " Red-Ish "});
    let mut fields = Fields::of(&value, "", &mut none).unwrap();
    assert_eq!(fields.count("float"), Some(30));
    assert_eq!(fields.number("huge"), Some(i64::MAX));
    assert_eq!(fields.number("below"), Some(-7));
    assert_eq!(fields.word("word", &[("red_ish", 1)]), Some(1));
    fields.finish();
    assert_eq!(none, []);
}

/// REQ: RA-10
#[test]
fn texts_are_capped_in_characters() {
    let found = problems(json!({"short": "äöü", "long": "äöü"}), |fields| {
        assert_eq!(fields.text("short", 3).as_deref(), Some("äöü"));
        assert_eq!(fields.text("long", 2), None);
    });
    assert_eq!(found, ["long: too long: 3 characters, at most 2 are allowed (shorten it)"]);
}

#[test]
fn unknown_fields_are_named_with_the_nearest_known_one() {
    let value = json!({"selectionMode": 1, "tilte": 1, "purple": 1, "title": "T"});
    let found = problems(value, |fields| {
        fields.text("title", 10);
        fields.value("selection_mode", Type::Text);
    });
    assert_eq!(
        found,
        [
            "purple: unknown field (remove it; the fields are `title`, `selection_mode`)",
            "selectionMode: unknown field (did you mean `selection_mode`? The fields are `title`, \
             `selection_mode`)",
            "tilte: unknown field (did you mean `title`? The fields are `title`, `selection_mode`)",
        ]
    );
}

#[test]
fn two_edits_are_near_and_three_are_not() {
    assert_eq!(meant("tilte", ["title"]), Some("title"));
    assert_eq!(meant("TITEL", ["title"]), Some("title"));
    assert_eq!(meant("tit", ["title"]), Some("title"));
    assert_eq!(meant("tight_", ["title"]), None);
    assert_eq!(meant("header", ["title"]), None);
}
