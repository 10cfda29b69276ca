//! What a choice can look like, and the text around it.

use super::{Case, case, choice, left, warned};
use crate::{DEEPEST, LARGEST};

pub(super) fn formats() -> Vec<Case> {
    let question =
        |name: &str, list: &str| format!(r#"{{"question":"{name}","{list}":["A","B"]}}"#);
    let group = |head: &str, items: &str| format!("a {{{head}\"choices\":[{items}]}}");
    let typed = r#""type":"user_choice_group","question":"G","context":"C","#;
    let (q, r) = (question("Q", "options"), question("R", "choices"));
    vec![
        case("E3 choices for options", choice("Q").replace("options", "choices"), "", &["Q"]),
        case("E3 both in a group", group(typed, &format!("{q},{r}")), "a ", &["Q + R"]),
        case("E21 a group without a type", group("", &format!("{q},{r}")), "a ", &["Q + R"]),
        warned(
            case(
                "E22 one broken item",
                group(typed, &format!(r#"{q},{{"question":" "}},7,{r}"#)),
                "a ",
                &["Q + R"],
            ),
            2,
        ),
        warned(left("E23 no good item", group(typed, r#"{"question":"Q"},{"options":["A"]}"#)), 2),
        case("E24 a group of one", group(typed, &q), "a ", &["Q"]),
        warned(
            left(
                "E26 user_choices with options",
                format!(r#"{{"type":"user_choices","questions":[{q}]}}"#),
            ),
            1,
        ),
        warned(left("E26 no questions", r#"{"type":"user_choices","questions":[]}"#), 1),
        case(
            "user_choices",
            format!(
                r#"{{"type":"user_choices","title":"T","questions":[{r},{}]}}"#,
                question("S", "choices")
            ),
            "",
            &["R + S"],
        ),
        case(
            "E27 an empty list beside the real one",
            choice("Q").replacen('{', r#"{"choices":[],"#, 1),
            "",
            &["Q"],
        ),
        case(
            "E28 numbers for ids",
            choice("Q").replace("\"1\"", "1").replace("\"2\"", "2.5"),
            "",
            &["Q"],
        ),
        warned(
            case(
                "E29 texts for options, one without a label",
                r#"{"type":"user_choice","question":"Q","options":["A",{"id":"2"},"B"]}"#,
                "",
                &["Q"],
            ),
            1,
        ),
    ]
}

/// What models write instead of JSON, with one possible meaning; and with none.
pub(super) fn repairs() -> Vec<Case> {
    let one = choice("Q");
    let fenced = |json: &str| format!("a\n```json\n{json}\n```\nb\n");
    let asked = |name, json: &str, question: &str| case(name, fenced(json), "a\nb\n", &[question]);
    let broken = |name, json: &str| warned(left(name, fenced(json)), 1);
    vec![
        asked("commas before the end", &one.replace(']', ",]").replace('}', ", }"), "Q"),
        asked("comments", &one.replace(',', ", // why } \"not\"\n/* or, { ** why */"), "Q"),
        asked("a comment first", &one.replacen('{', "{ // it\n", 1), "Q"),
        asked("single quotes", &one.replace('"', "'"), "Q"),
        asked("an apostrophe", &choice("Don't?").replace('"', "'"), "Don't?"),
        asked(
            "quotes in single quotes",
            r#"{'type':'user_choice','question':'"Q"','options':['A']}"#,
            "\"Q\"",
        ),
        asked(
            "smart quotes",
            "{“type”: “user_choice”, ‘question’: ‘Don’t?’, “options”: [“A \"b\"”]}",
            "Don’t?",
        ),
        asked("lines in a string", &choice("One,\n\ntwo\tthree?"), "One,\n\ntwo\tthree?"),
        asked("lines with CRLF", &choice("One,\r\ntwo?"), "One,\ntwo?"),
        asked(
            "words of Python",
            r#"{"type":"user_choice","x":None,"question":"Q","options":[{"label":"A","recommended":True},{"label":"B","recommended":False}]}"#,
            "Q",
        ),
        asked(
            "keys without quotes",
            "{type: \"user_choice\", question : 'Q', options: ['A',]}",
            "Q",
        ),
        broken("a comma is missing", &one.replacen(',', " ", 1)),
        broken("a quote in a string", &choice("Use \"x\"?")),
        broken("two commas", &one.replacen(',', ",,", 1)),
        broken("a string over the end of its fence", &one.replacen("Q\"", "Q", 1)),
        broken(
            "the type comes last",
            r#"{"question": nope, "options": ["A"], "type":"user_choice"}"#,
        ),
        left(
            "a schema of it",
            fenced(r#"{"type":"object","properties":{"type":{"enum":["user_choice"]}}}"#),
        ),
        case("single quotes in plain text", format!("a {} b", one.replace('"', "'")), "a ", &["Q"]),
        case("lines in plain text", format!("a {} b", choice("One,\ntwo?")), "a ", &["One,\ntwo?"]),
        left("braces of prose", "{item} {c: d} {\"a\": \"b\nc {d} e\n"),
    ]
}

pub(super) fn texts() -> Vec<Case> {
    let one = choice("Q");
    let family = "👨‍👩‍👧‍👦 é \u{301} 한글 漢字 \u{202e}";
    let nested = |depth: u32| {
        let depth = usize::try_from(depth).unwrap() - 1;
        one.replacen('{', &format!("{{\"x\":{}{},", "[".repeat(depth), "]".repeat(depth)), 1)
    };
    let padded = |size: usize| {
        one.replacen('{', &format!("{{\"x\":\"{}\",", "é".repeat((size - one.len() - 7) / 2)), 1)
    };
    vec![
        left("E1 plain", "Nothing here.\n\nJust text: a, b { c }, `d`.\n"),
        left("E1 nothing", ""),
        left("E1 JSON of other kinds", "{\"a\":1}\n```json\n[1,2]\n```\n{}\n{ }\n"),
        case(
            "E32 unicode around a fence",
            format!("{family}\n```json\n{}\n```\n{family}", choice(family)),
            format!("{family}\n{family}"),
            &[family],
        ),
        case(
            "E32 a byte order mark",
            format!("\u{feff}```json\n{one}\n```\nb"),
            "\u{feff}b",
            &["Q"],
        ),
        case("E32 a no-break space before raw JSON", format!("a\u{a0}{one}"), "a\u{a0}", &["Q"]),
        case("E32 one inside a fence", format!("```json\n\u{a0}\u{feff}{one}\n```\n"), "", &["Q"]),
        case(
            "E32 patterns of other languages",
            format!("$& $1 \\0 %s\n```json\n{}\n```\n$&", choice("$& {0}")),
            "$& $1 \\0 %s\n$&",
            &["$& {0}"],
        ),
        case("as deep as it may be", nested(DEEPEST), "", &["Q"]),
        warned(left("one level too deep", nested(DEEPEST + 1)), 1),
        case("as large as it may be", padded(LARGEST), "", &["Q"]),
        warned(left("too large", format!("{} b", padded(LARGEST + 2))), 1),
        warned(left("too large in a fence", format!("```json\n{}\n```\nb", padded(LARGEST))), 1),
    ]
}
