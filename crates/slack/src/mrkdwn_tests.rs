//! Markdown of agents, and the marks that Slack gets.

use super::*;

#[test]
fn marks_become_slacks_marks() {
    let cases = [
        ("plain", "plain"),
        ("**bold** and *slanted*, ~~gone~~", "*bold* and _slanted_, ~gone~"),
        ("# Title\ntext", "*Title*\n\ntext"),
        ("## A **very** bold one", "*A very bold one*"),
        ("one\ntwo\n\nthree", "one\ntwo\n\nthree"),
        ("- a\n- b\n  - c\n\nend", "• a\n• b\n    • c\n\nend"),
        ("3. a\n4. b", "3. a\n4. b"),
        ("- [x] done\n- [ ] open", "• ☑ done\n• ☐ open"),
        ("> said\n> so", "> said\n> so"),
        ("[here](https://x.test/a?b=1&c=2)", "<https://x.test/a?b=1&amp;c=2|here>"),
        ("![a cat](https://x.test/cat.png)", "<https://x.test/cat.png|a cat>"),
        ("[here](file:///etc/passwd)", "here"),
        ("a\n\n---\n\nb", "a\n\n———\n\nb"),
        ("`let x = 1 < 2;`", "`let x = 1 &lt; 2;`"),
    ];
    for (markdown, wanted) in cases {
        assert_eq!(mrkdwn(markdown), wanted, "{markdown}");
    }
}

#[test]
fn code_stays_as_it_is() {
    let markdown = "See:\n\n```rust\nlet a = *b && **c; // <x>\n```\n\nand\n\n````\n```\n````";
    let wanted = "See:\n\n```\nlet a = *b &amp;&amp; **c; // &lt;x&gt;\n```\n\nand\n\n```\n`\u{200b}`\u{200b}`\n```";
    assert_eq!(mrkdwn(markdown), wanted);
}

#[test]
fn nobody_is_called_by_an_agents_words() {
    let called = "Look, <!channel> <@U1> <https://x.test|y> [&lt;!here&gt;](https://x.test) & done";
    let shown = mrkdwn(called);
    assert!(!shown.contains("<!") && !shown.contains("<@"), "{shown}");
    assert!(shown.contains("<https://x.test|&lt;!here&gt;>"), "{shown}");
    assert!(shown.ends_with("&amp; done"), "{shown}");
}

#[test]
fn a_table_keeps_its_columns() {
    let markdown = "| name | size |\n|---|---|\n| **a** `b` | 1 |\n| 名前 | 22 |";
    let wanted = "```\nname  size\n────  ────\na b   1\n名前  22\n```";
    assert_eq!(mrkdwn(markdown), wanted);
}

/// Streamed text is drawn repeatedly: earlier text stays the same.
#[test]
fn half_a_text_is_drawn_as_well() {
    assert_eq!(mrkdwn("```rust\nlet a"), "```\nlet a\n```");
    assert_eq!(mrkdwn("some **bo"), "some **bo");
    assert_eq!(mrkdwn(""), "");
}
