//! Fenced blocks: their content, and what makes a fence.

use super::{Case, case, choice, left, lines, warned};
use crate::OPENING;

pub(super) fn blocks() -> Vec<Case> {
    let one = choice("Q");
    let data = "```json\n{\"name\": \"shop\", \"type\": \"module\"}\n```\n";
    let group_with =
        |item: &str| format!(r#"{{"type":"user_choice_group","question":"G","choices":[{item}]}}"#);
    let trailing =
        group_with(&format!(r#"{{"type":"user_choice","question":"X","options":["A",]}},{one}"#));
    vec![
        case(
            "E2 text on both sides",
            format!("Hi.\n\n```json\n{one}\n```\n\nBye.\n"),
            "Hi.\n\n\nBye.\n",
            &["Q"],
        ),
        case("E2 nothing around it", format!("```json\n{one}\n```"), "", &["Q"]),
        case(
            "E4 other data first",
            format!("{data}\n```json\n{one}\n```\n"),
            format!("{data}\n"),
            &["Q"],
        ),
        left("E4 data that never says its type", "```json\n{\"a\": [1, {\"b\": null}]}\n```\nx\n"),
        case(
            "E6 trailing comma in a fence",
            format!("```json\n{trailing}\n```\nx"),
            "x",
            &["X + Q"],
        ),
        warned(left("E6 nothing to repair", "```json\n{'type': 'user_choice'}\n```\n"), 1),
        warned(
            left(
                "E6 a word that is none",
                "a\n```json\n{\"type\":\"user_choice\",\"question\":nope}\n```\nb\n",
            ),
            1,
        ),
        case(
            "E10 a fence inside a string",
            format!("a\n```json\n{}\n```\nb\n", choice("Run ```rm``` or ```\\n```?")),
            "a\nb\n",
            &["Run ```rm``` or ```\n```?"],
        ),
        case("E11 no closing fence", format!("a\n```json\n{one}\n"), "a\n", &["Q"]),
        case(
            "E11 no closing fence, text behind",
            format!("a\n```json\n{one}\n\nPlease choose.\nNow."),
            "a\nPlease choose.\nNow.",
            &["Q"],
        ),
        warned(left("E12 cut off in a fence", format!("a\n```json\n{}", &one[..40])), 1),
        warned(
            left("E12 cut off, then closed", format!("a\n```json\n{}\n```\nb\n", &one[..40])),
            1,
        ),
        case(
            "several objects in one fence",
            format!("a\n```json\n{one}\n{}\n```\nb\n", choice("R")),
            "a\nb\n",
            &["Q", "R"],
        ),
        case(
            "a second object in a fence that is none",
            format!("a\n```json\n{one}\n{{\"a\":}}\n```\nb\n"),
            "a\n{\"a\":}\nb\n",
            &["Q"],
        ),
        case(
            "a fence closed on the object's line",
            format!("a\n```json\n{one}```\nb\n"),
            "a\nb\n",
            &["Q"],
        ),
        case(
            "two fences",
            format!("a\n```json\n{one}\n```\nb\n```json\n{}\n```\nc", choice("R")),
            "a\nb\nc",
            &["Q", "R"],
        ),
        case(
            "text behind the closing fence",
            format!("a\n```json\n{one}\n``` Tell me soon.\nb\n"),
            "a\n Tell me soon.\nb\n",
            &["Q"],
        ),
        case(
            "text behind the fence on the object's line",
            format!("a\n```json\n{one}``` Tell me soon.\nb\n"),
            "a\n Tell me soon.\nb\n",
            &["Q"],
        ),
        case(
            "a raw one behind the closing fence",
            format!("a\n```json\n{one}\n``` b {}", choice("R")),
            "a\n b ",
            &["Q", "R"],
        ),
        case(
            "a list in a fence",
            format!("a\n```json\n[\n  {one},\n  {},\n]\n```\nb\n", choice("R")),
            "a\nb\n",
            &["Q", "R"],
        ),
        left("a list of other data in a fence", "a\n```json\n[\n  {\"b\": 1}\n]\n```\nc\n"),
        case(
            "a comment before the object",
            format!("a\n```jsonc\n// the choice\n/* of\ntoday */ {one}\n```\nb\n"),
            "a\nb\n",
            &["Q"],
        ),
        left("an empty fence", "```json\n```\n```\n\n```\n"),
    ]
}

pub(super) fn marks() -> Vec<Case> {
    let one = choice("Q");
    let block = |open: &str, close: &str| format!("a\n{open}\n{one}\n{close}\nb\n");
    let taken = |name, open: &str, close: &str| case(name, block(open, close), "a\nb\n", &["Q"]);
    let stays = |name, open: &str, close: &str| left(name, block(open, close));
    vec![
        case(
            "E13 CRLF",
            format!("a\r\n```json\r\n{}\r\n```\r\nb\r\n", lines("Q", "").replace('\n', "\r\n")),
            "a\r\nb\r\n",
            &["Q"],
        ),
        taken("E14 JSON", "```JSON", "```"),
        taken("E14 jsonc", "```jsonc", "```"),
        taken("E14 bare", "```", "```"),
        taken("E14 tildes", "~~~json", "~~~"),
        taken("E14 a space and more behind", "```  json title=\"x\"", "```  "),
        taken("E15 four backticks", "````json", "````"),
        case(
            "E15 three do not close four",
            format!("a\n````json\n{one}\n```\nx\n````\nb\n"),
            "a\n```\nx\nb\n",
            &["Q"],
        ),
        taken("E15 five close four", "````json", "`````"),
        taken("a closing fence that is indented", "```json", "   ```"),
        case(
            "E16 in a list",
            format!("- item\n\n  ```json\n{}\n  ```\n- next\n", lines("Q", "  ")),
            "- item\n\n- next\n",
            &["Q"],
        ),
        case(
            "E16 deep in a list",
            format!("1. a\n   - b\n\n      ~~~json\n{}\n      ~~~\n2. c\n", lines("Q", "      ")),
            "1. a\n   - b\n\n2. c\n",
            &["Q"],
        ),
        case(
            "E16 on the line of the item",
            format!("- ```json\n  {one}\n  ```\n- next\n"),
            "- - next\n",
            &["Q"],
        ),
        case(
            "E16 not indented inside",
            format!("10. item\n    ```json\n{}\n    ```\nb\n", lines("Q", "")),
            "10. item\nb\n",
            &["Q"],
        ),
        stays("E17 python", "```python", "```"),
        stays("E17 tildes", "~~~ yaml", "~~~"),
        stays("E17 json5", "```json5", "```"),
        case(
            "E17 an example, then a question",
            format!("{}```json\n{one}\n```\n", block("```md", "```")),
            block("```md", "```"),
            &["Q"],
        ),
        left("E17 a fence inside another", format!("````md\n```json\n{one}\n```\n````\nb\n")),
        left("E17 never closed", format!("```python\nx = {one}\n")),
        case("a code span opens nothing", format!("```x``` {one}"), "```x``` ", &["Q"]),
        case("two backticks open nothing", format!("``\n{one}"), "``\n", &["Q"]),
        left(
            "four spaces are code, not a fence",
            format!("a\n\n    ```json\n    {one}\n    ```\n"),
        ),
        case(
            "a very long line opens nothing",
            format!("```{}\n{one}", "x".repeat(600)),
            format!("```{}\n", "x".repeat(600)),
            &["Q"],
        ),
        left("a fence at the end", "a\n```json"),
        left("a fence and a newline at the end", "a\n```json\n"),
    ]
}

/// Fences that are not closed, or not where they should be, and examples that aren't fences.
pub(super) fn forgotten() -> Vec<Case> {
    let (one, two) = (choice("Q"), choice("R"));
    let asked = |name, before: &str| {
        case(name, format!("{before}```json\n{one}\n```\nb\n"), format!("{before}b\n"), &["Q"])
    };
    vec![
        asked("code that nobody closed", "```python\nx = 1\n\nNow:\n\n"),
        asked("a bare fence that nobody closed", "```\n$ ls\n\nNow:\n"),
        asked("data that nobody closed", "```json\n{\"a\": 1}\n\nNow:\n"),
        asked("nothing in it", "```json\n\n"),
        asked("tildes that nobody closed stay open for tildes", "~~~sh\nls\n~~~\n"),
        asked("closed in mid-line", "```sh\nls ```\nNow:\n"),
        asked("closed behind a span", "```sh\nls `a` ```a``` ```  \nNow:\n"),
        case(
            "a raw one behind code that was closed in mid-line",
            format!("```sh\nls```\nNow: {one} b"),
            "```sh\nls```\nNow: ",
            &["Q"],
        ),
        left("a span in code closes nothing", format!("```sh\n# ```ls```\n{one}\n```\n")),
        left("tildes around it", format!("~~~text\n```json\n{one}\n```\n~~~\n")),
        left("Markdown around it", format!("```md\n# a\n\n```json\n{one}\n```\n")),
        case(
            "a choice that nobody closed, then another",
            format!("a\n```json\n{one}\n\nb\n\n```json\n{two}\n```\nc\n"),
            "a\nb\nc\n",
            &["Q", "R"],
        ),
        case(
            "a choice that nobody closed, then code",
            format!("a\n```json\n{one}\n```sh\nls\n```\nc\n"),
            "a\n```sh\nls\n```\nc\n",
            &["Q"],
        ),
        warned(
            case(
                "a choice that breaks off in a string, then another",
                format!("a\n```json\n{}\n\n```json\n{two}\n```\nc\n", &one[..40]),
                format!("a\n```json\n{}\n\nc\n", &one[..40]),
                &["R"],
            ),
            1,
        ),
        warned(
            case(
                "the same in plain text",
                format!("a {}\n\nSorry: {two}", &one[..40]),
                format!("a {}\n\nSorry: ", &one[..40]),
                &["R"],
            ),
            1,
        ),
        left("quoted", format!("Like this:\n\n> ```json\n> {one}\n> ```\n\nb\n")),
        left("quoted without a fence", format!("a\n> {one}\n")),
        left("quoted in a list", format!("- a\n\n  > {one}\n- b\n")),
        case("behind a quotation", format!("> a\n\n{one}"), "> a\n\n", &["Q"]),
        left("indented", format!("Like this:\n\n    {one}\n\nb\n")),
        left("indented over several lines", format!("a\n\n{}\n", lines("Q", "\t"))),
        left("indented in a list", format!("- a\n\n      {one}\n- b\n")),
        case("an indented line of text", format!("a\n     {one}"), "a\n     ", &["Q"]),
        case("in a list's item", format!("- a\n\n   {one}"), "- a\n\n   ", &["Q"]),
    ]
}

/// The opening line, where CommonMark expects a language and possibly attributes.
pub(super) fn openings() -> Vec<Case> {
    let one = choice("Q");
    let taken = |name, block: &str| case(name, format!("a\n{block}\nb\n"), "a\nb\n", &["Q"]);
    let long = format!(r#"{{"x":"{}","y":"#, "x".repeat(OPENING));
    vec![
        taken("the object begins on the fence's line", &format!("```json {}\n```", lines("Q", ""))),
        taken("the whole object is on it", &format!("```json {one}\n```")),
        taken("spaces, capitals, tildes", &format!("~~~~  JSONC\t{} \n~~~~", lines("Q", " "))),
        taken("no language", &format!("```{}\n```", lines("Q", ""))),
        taken("closed on the object's last line", &format!("```json {}```", lines("Q", ""))),
        case(
            "text behind the object",
            format!("a\n```json {one} please\n```\nb\n"),
            "a\nplease\nb\n",
            &["Q"],
        ),
        case("it is never closed", format!("a\n```json {one}"), "a\n", &["Q"]),
        case(
            "another on the next line",
            format!("a\n```json {one},\n{}\n```\nb\n", choice("R")),
            "a\nb\n",
            &["Q", "R"],
        ),
        case(
            "on the line of a list's item",
            format!("- ```json {}\n  ```\n- b\n", lines("Q", "  ")),
            "- - b\n",
            &["Q"],
        ),
        case(
            "with CRLF",
            format!("a\r\n```json {}\r\n```\r\nb", lines("Q", "").replace('\n', "\r\n")),
            "a\r\nb",
            &["Q"],
        ),
        taken("attributes are none", &format!("```json {{\"title\": \"x\"}}\n{one}\n```")),
        taken("attributes that are no JSON", &format!("```json {{.line #x}}\n{one}\n```")),
        taken("an object that breaks off", &format!("```json {{\"a\": oops\n{one}\n```")),
        left("other data on the line", "a\n```json {\"b\":\n1}\n```\nc\n"),
        left("attributes of another language", format!("```{{python}}\n{one}\n```\nb\n")),
        left("another language before it", format!("```python {}\n```\nb\n", lines("Q", ""))),
        warned(left("cut off on the line", format!("a\n```json {}\n```\nb\n", &one[..40])), 1),
        warned(left("cut off and nothing behind", format!("a\n```json {}", &one[..40])), 1),
        // A line that is too long to open a fence has marks after text, which keep its end.
        case(
            "the line is too long",
            format!("a\n```json {}\n```\nb\n", one.replacen('{', &format!("{long}1,"), 1)),
            "a\n\nb\n",
            &["Q"],
        ),
    ]
}
