//! Objects in plain text.

use super::{Case, case, choice, left, lines, warned};

pub(super) fn objects() -> Vec<Case> {
    let (one, two) = (choice("Q"), choice("R"));
    let trailing = format!(
        r#"{{"type":"user_choice_group","choices":[{{"question":"X","options":["A",]}},{one}]}} end"#
    );
    vec![
        case(
            "E7 braces and lone quotes in strings",
            format!("a {}", choice("Use {x} or } or ' or { ?")),
            "a ",
            &["Use {x} or } or ' or { ?"],
        ),
        case(
            "E8 escapes",
            format!("a {}", choice(r#"Say \"hi\" in C:\\ ?"#)),
            "a ",
            &[r#"Say "hi" in C:\ ?"#],
        ),
        case(
            "E9 prose behind is dropped",
            format!("Before. {one} After.\nMore.\n"),
            "Before. ",
            &["Q"],
        ),
        case(
            "E9 over several lines",
            format!("Before.\n{}\nAfter", lines("Q", "")),
            "Before.\n",
            &["Q"],
        ),
        case("two raw ones", format!("a {one} b {two} c"), "a ", &["Q", "R"]),
        case(
            "a fenced one behind a raw one",
            format!("a {one}\nb\n```json\n{two}\n```\nc"),
            "a ",
            &["Q", "R"],
        ),
        case(
            "a raw one behind a fenced one",
            format!("a\n```json\n{one}\n```\nb {two} c"),
            "a\nb ",
            &["Q", "R"],
        ),
        case("a list of them", format!("a [{one}, {two}]"), "a ", &["Q", "R"]),
        case("a list over lines", format!("a [\n    {one},\n    {two}\n]"), "a ", &["Q", "R"]),
        left("a list of other data", "a [{\"b\": 1}, [{\"c\": 2}]] and [ ] [x](y)"),
        left("a list in a span", format!("a `[{one}]` b")),
        case("E6 trailing comma", trailing, "", &["X + Q"]),
        warned(left("E6 nothing to repair", "a {'type': 'user_choice', 'question': 'Q'} b"), 1),
        warned(left("E12 cut off", format!("a {}", &one[..one.len() - 1])), 1),
        case(
            "E20 another key first",
            format!("a {}", one.replacen('{', r#"{"id":7,"x":{"y":[]},"#, 1)),
            "a ",
            &["Q"],
        ),
        left(
            "E21 a flat question without a type",
            r#"a {"question":"Q","options":[{"id":"1","label":"A"}]} b"#,
        ),
        left(
            "E21 the same with choices",
            r#"a {"question":"Q","choices":[{"id":"1","label":"A"}]} b"#,
        ),
        case(
            "braces of other kinds before it",
            format!("f() {{ x }} {{{{y}}}} {{\"a\", \"b\"}} {{ {one}"),
            "f() { x } {{y}} {\"a\", \"b\"} { ",
            &["Q"],
        ),
        case("an object before it", format!("a {{\"b\": 1}} {one}"), "a {\"b\": 1} ", &["Q"]),
        left("one inside data", format!("a {{\"data\": {one}}} b")),
        warned(
            left("one inside data that breaks off", format!("a {{\"data\": {one}, oops}} b")),
            1,
        ),
        case(
            "an empty line ends what is broken",
            format!("a {{\"b\": oops\n\n{one}"),
            "a {\"b\": oops\n\n",
            &["Q"],
        ),
        case(
            "a fence ends what is broken",
            format!("a {{\"b\":\n```json\n{one}\n```\nc"),
            "a {\"b\":\nc",
            &["Q"],
        ),
        warned(left("a type that is nearly right", one.replace("user_choice", "user_choicez")), 1),
        left("a type that is no text", r#"{"type":{"a":1},"question":"Q"} {"type":1} x"#),
    ]
}
