//! Objects in plain text with backticks around them: marks of a block, or a code span.

use super::{Case, case, choice, left, lines};
use crate::OPENING;

/// A block that begins after text is cut out with its marks; the text before and after it stays.
pub(super) fn marks() -> Vec<Case> {
    let one = choice("Q");
    let taken =
        |name, block: &str| case(name, format!("Here: {block}\nBye.\n"), "Here: \nBye.\n", &["Q"]);
    vec![
        taken("marks behind text", &format!("```json\n{one}\n```")),
        taken("marks behind text, several lines", &format!("```json\n{}\n```", lines("Q", "  "))),
        taken("marks without a name", &format!("```\n{one}\n```")),
        taken("four marks, spaces, capitals", &format!("```` JSONC  \n\n  {one}\n````")),
        taken("marks and all on one line", &format!("```json {one} ```")),
        taken("marks and the object on one line", &format!("```json {one}\n```")),
        taken("closed on the object's line", &format!("```json\n{one}```")),
        case("text behind on the same line", format!("a ```{one}``` b"), "a  b", &["Q"]),
        case("the marks begin the line", format!("```json {one}```\nb"), "\nb", &["Q"]),
        case("nothing behind the marks", format!("a ```json\n{one}\n```"), "a ", &["Q"]),
        case("marks with CRLF", format!("a ```json\r\n{one}\r\n```\r\nb\r\n"), "a \nb\r\n", &["Q"]),
        case(
            "marks in a list",
            format!("1. a:\n   - b: ```json\n     {one}\n     ```\n2. c\n"),
            "1. a:\n   - b: \n2. c\n",
            &["Q"],
        ),
        case(
            "two behind the same marks",
            format!("a ```json\n{one}\n{}\n```\nb", choice("R")),
            "a \nb",
            &["Q", "R"],
        ),
        case(
            "marks that nothing closes",
            format!("a ```json\n{one}\nChoose."),
            "a Choose.",
            &["Q"],
        ),
        case("the same on one line", format!("a ```{one} b\nc"), "a ", &["Q"]),
        case("marks that close", format!("a ```x```\n{one} b"), "a ```x```\n", &["Q"]),
        case("a fence behind marks", format!("a ```\n```json\n{one}\n```\nb"), "a ```\nb", &["Q"]),
        case("text behind marks", format!("a ```json\nb {one}"), "a ```json\nb ", &["Q"]),
        left("other data behind marks", "a ```json\n{\"b\": 1}\nc"),
        left("marks at the end", "a ```json\n"),
        case(
            "as many marks as there may be",
            format!("a {}\n{one}", "`".repeat(OPENING)),
            "a ",
            &["Q"],
        ),
        case(
            "more marks than there may be",
            format!("a {}\n{one}", "`".repeat(OPENING + 1)),
            format!("a {}\n", "`".repeat(OPENING + 1)),
            &["Q"],
        ),
    ]
}

/// In a code span a choice is an example.
pub(super) fn spans() -> Vec<Case> {
    let (one, two) = (choice("Q"), choice("R"));
    let asked = |name, text: String, kept: &str| case(name, text, kept, &["Q"]);
    vec![
        left("a span", format!("Like `{one}`.\n")),
        left("a span of two backticks", format!("a `` {one} `` b\n")),
        left("code around it in the span", format!("`x = {one};`")),
        left("a span of three", format!("a ```js {one}``` b")),
        left("two in a span", format!("a `{one}, {two}` b")),
        left("backticks in the choice", format!("a `{}` b", choice("Use `x`?"))),
        left("a fault in a span", r#"a `{"type":"user_choice","question":"Q"}` b"#),
        case(
            "an example, then a question",
            format!("Like `{one}`:\n\n{two}"),
            format!("Like `{one}`:\n\n"),
            &["R"],
        ),
        case(
            "the same in one line",
            format!("Like `{one}`: {two} b"),
            format!("Like `{one}`: "),
            &["R"],
        ),
        asked("a backtick that nothing closes", format!("don`t {one} b"), "don`t "),
        asked("closed in the next line", format!("a `{one}\n` b"), "a `"),
        asked("another number closes nothing", format!("a `{one}`` b"), "a `"),
        asked("behind a span", format!("a `x` {one} `y`"), "a `x` "),
        asked(
            "a backtick in other data closes",
            format!("a `{{\"b\":\"`\"}} {one} ` c"),
            "a `{\"b\":\"`\"} ",
        ),
        left("a backtick in broken data", format!("{{\"a\":oops`}}{one}` b")),
        asked("a backtick in a span", format!("`` ` `` {one} `y`"), "`` ` `` "),
        asked("a span over several lines", format!("a `{}`", lines("Q", "")), "a `"),
        case("two and no end of it", format!("a ` {one} {two} b"), "a ` ", &["Q", "R"]),
        left("other data in a span", "a `{\"b\": 1}` and `{}` c"),
    ]
}
