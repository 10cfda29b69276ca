//! Agents' texts as they are shown.

use super::*;
use crate::abilities::Depth;

fn lines(text: &str, width: usize) -> Vec<String> {
    let palette = Palette::of("system", Depth::Sixteen);
    render(text, &palette, width).iter().map(ToString::to_string).collect()
}

#[test]
fn blocks_are_told_apart() {
    let text = "# Plan\nFirst\nsecond\n\n- one\n- two words more\n  1. inner\n\n> quoted\n\n```sql\nselect 1;\n```\n";
    assert_eq!(
        lines(text, 12),
        [
            "Plan",
            "",
            "First",
            "second",
            "",
            "• one",
            "• two words",
            "  more",
            "  1. inner",
            "",
            "│ quoted",
            "",
            "│ sql",
            "│ select 1;"
        ]
    );
}

/// Every row of a block of code has its bar, also where a line is too long.
#[test]
fn code_keeps_its_bar_and_its_indentation() {
    let text = "```\nfn main() {\n    let total = one + two;\n\n}\n```";
    let wanted = ["│ fn main() {", "│     let total =", "│ one + two;", "│ ", "│ }"];
    assert_eq!(lines(text, 18), wanted);
}

#[test]
fn tables_are_aligned_and_give_way() {
    let text = "| Database | Cost | Notes |\n|:--|--:|:-:|\n| PostgreSQL | 120 | **managed** |\n| 数据库 | 5 | one file |\n";
    assert_eq!(
        lines(text, 60),
        [
            "Database   │ Cost │  Notes",
            "───────────┼──────┼─────────",
            "PostgreSQL │  120 │ managed",
            "数据库     │    5 │ one file",
        ]
    );
    // What doesn't fit is wrapped inside its column.
    let text =
        "| Name | Meaning |\n|--|--|\n| a | keeps the old database for 14 days |\n| b | drops it |";
    assert_eq!(
        lines(text, 26),
        [
            "Name │ Meaning",
            "─────┼────────────────────",
            "a    │ keeps the old",
            "     │ database for 14",
            "     │ days",
            "b    │ drops it",
        ]
    );
    // Without room for columns, one below the other.
    assert_eq!(
        lines(text, 12),
        [
            "Name: a",
            "Meaning:",
            "keeps the",
            "old database",
            "for 14 days",
            "",
            "Name: b",
            "Meaning:",
            "drops it"
        ]
    );
}

#[test]
fn tasks_have_their_marks() {
    assert_eq!(
        lines("- [x] copied\n- [ ] switched\n- other", 40),
        ["☑ copied", "☐ switched", "• other"]
    );
}

#[test]
fn words_keep_their_weight() {
    let palette = Palette::of("system", Depth::Sixteen);
    let rows = render("a **b** `c` [d](https://e.org)", &palette, 80);
    let spans: Vec<_> = rows[0].spans.iter().map(|s| (s.content.as_ref(), s.style)).collect();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].to_string(), "a b `c` d (https://e.org)");
    assert!(spans.contains(&("b", Style::new().add_modifier(Modifier::BOLD))), "{spans:?}");
}

/// A link leads where its visible address says, and nowhere else.
#[test]
fn links_lead_where_they_say() {
    let palette = Palette::of("system", Depth::Sixteen);
    let text = "see [the plan](https://e.org/a) or https://e.org/b, not [x](javascript:alert(1))";
    let found = links::all([text]);
    assert_eq!(found.values().collect::<Vec<_>>().len(), 2, "{found:?}");
    let rows = render(text, &palette, 200);
    let leads = |words: &str| {
        let part = rows[0].spans.iter().find(|span| span.content == words).unwrap();
        links::number(part.style).and_then(|number| found.get(&number)).map(String::as_str)
    };
    assert_eq!(leads("the plan"), Some("https://e.org/a"));
    assert_eq!(leads(" (https://e.org/a)"), Some("https://e.org/a"));
    assert_eq!(leads("https://e.org/b"), Some("https://e.org/b"));
    assert_eq!(leads("x"), None);
}

#[test]
fn nothing_that_moves_a_cursor_is_shown_and_html_is_text() {
    assert_eq!(lines("a\u{1b}[2Jb <script>x</script>", 80), ["a‹U+001B›[2Jb <script>x</script>"]);
    assert_eq!(lines("数据库 **很大**，好吗", 10), ["数据库 很", "大，好吗"]);
}
