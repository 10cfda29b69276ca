//! Tests of `markdown.rs`: what people write, and what attackers do.

use serde_json::{Value, json};

use super::*;

fn tree(text: &str) -> Value {
    serde_json::to_value(render(text)).unwrap()
}

#[test]
fn what_people_write_is_drawn() {
    let check = |text: &str, wanted: Value| assert_eq!(tree(text), wanted, "{text}");
    check(
        "*a* **b** ~~c~~ `d`\ne",
        json!([[
            "p",
            {},
            ["em", {}, "a"],
            " ",
            ["strong", {}, "b"],
            " ",
            ["del", {}, "c"],
            " ",
            ["code", {}, "d"],
            ["br", {}],
            "e"
        ]]),
    );
    check("3. a\n4. b", json!([["ol", { "start": "3" }, ["li", {}, "a"], ["li", {}, "b"]]]));
    check("- [x] a\n- [ ] b", json!([["ul", {}, ["li", {}, "☑ a"], ["li", {}, "☐ b"]]]));
    check("> a", json!([["blockquote", {}, ["p", {}, "a"]]]));
    check("# a\n## b\n---", json!([["h3", {}, "a"], ["h4", {}, "b"], ["hr", {}]]));
    check(
        "|a|b|\n|-|-|\n|1|2|",
        json!([[
            "table",
            {},
            ["thead", {}, ["tr", {}, ["td", {}, "a"], ["td", {}, "b"]]],
            ["tr", {}, ["td", {}, "1"], ["td", {}, "2"]]
        ]]),
    );
    let right = json!({ "class": "right" });
    check(
        "|a|b|\n|:-|-:|\n|1|2|",
        json!([[
            "table",
            {},
            ["thead", {}, ["tr", {}, ["td", {}, "a"], ["td", right, "b"]]],
            ["tr", {}, ["td", {}, "1"], ["td", right, "2"]]
        ]]),
    );
}

#[test]
fn code_has_colours() {
    assert_eq!(
        tree("```rust\nlet a = \"b\"; // 1\n```"),
        json!([["pre", {}, ["code", {},
            ["span", { "class": "keyword" }, "let"], " a = ",
            ["span", { "class": "string" }, "\"b\""], "; ",
            ["span", { "class": "comment" }, "// 1"]
        ]]])
    );
    let plain = |text: &str| json!([["pre", {}, ["code", {}, text]]]);
    assert_eq!(tree("```\nlet a = 1\n```"), plain("let a = 1"));
    assert_eq!(tree("```whatever\n<b>\n```"), plain("<b>"));
    assert!(tree("```sql\nselect 1 -- x\n```").to_string().contains("keyword"));
    let changed = tree("```diff\n-a\n+b\n```").to_string();
    assert!(changed.contains("added") && changed.contains("removed"), "{changed}");
    let lifetimes = tree("```rust\nfn a<'t>(b: &'t str) -> &'static str { 'c' }\n```").to_string();
    assert_eq!(lifetimes.matches("string").count(), 1, "{lifetimes}");
    assert!(lifetimes.contains("\"'c'\""), "{lifetimes}");
}

#[test]
fn links_lead_to_the_web_or_to_mail() {
    let link = |address: &str, text: &str| {
        json!([["p", {}, ["a", {
            "href": address, "rel": "noopener noreferrer", "target": "_blank"
        }, text]]])
    };
    assert_eq!(tree("[a](https://example.org/x)"), link("https://example.org/x", "a"));
    assert_eq!(
        tree("<mailto:a@example.org>"),
        link("mailto:a@example.org", "mailto:a@example.org")
    );
    assert_eq!(
        tree("https://example.org/x_y"),
        link("https://example.org/x_y", "https://example.org/x_y")
    );
    assert_eq!(
        tree("see (http://a.example/b)."),
        json!([["p", {}, "see (", ["a", {
            "href": "http://a.example/b", "rel": "noopener noreferrer", "target": "_blank"
        }, "http://a.example/b"], ")."]])
    );
    assert_eq!(tree("https:// is no address"), json!([["p", {}, "https:// is no address"]]));
    for address in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java&#115;cript:alert(1)",
        "&#1;javascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "//evil.example",
        "/api/v1/stop",
        "\\\\evil.example",
    ] {
        let tree = tree(&format!("[a]({address})"));
        assert!(!tree.to_string().contains("href"), "{address}: {tree}");
    }
}

/// Only these tags come out of any input; the page knows no others.
const TAGS: &str =
    "p em strong del code pre ul ol li table thead tr td th blockquote a br hr h3 h4 h5 span";

#[test]
fn no_attack_becomes_a_tag_or_an_address() {
    for text in [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "<svg/onload=alert(1)>",
        "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
        "![<img src=x onerror=alert(1)>](javascript:alert(1))",
        "![alt](https://evil.example/pixel.png)",
        "[<script>alert(1)</script>](https://example.org/\"onmouseover=alert(1))",
        "`<script>`\n\n```html\n<script>alert(1)</script>\n```",
        "```<script>alert(1)</script>\nx\n```",
        "<!-- --!><script>alert(1)</script>",
        "<a href=\"javascript:alert(1)\">x</a>",
        "[a]: javascript:alert(1)\n[a]",
        "<style>*{display:none}</style><base href=//evil.example>",
    ] {
        render(text).iter().for_each(|node| is_harmless(node, text));
    }
    let picture = tree("![alt](https://evil.example/pixel.png)");
    assert_eq!(picture, json!([["p", {}, ["span", {}, "alt"]]]), "its description");
    let script = tree("a <script>alert(1)</script>");
    assert_eq!(script, json!([["p", {}, "a <script>alert(1)</script>"]]), "text");
}

fn is_harmless(node: &Node, text: &str) {
    let Node::Element(element) = node else { return };
    assert!(TAGS.split(' ').any(|tag| tag == element.tag), "{text}: <{}>", element.tag);
    for (name, value) in &element.attributes {
        let fits = match *name {
            "href" => is_safe(value),
            "rel" => value == "noopener noreferrer",
            "target" => value == "_blank",
            "class" => ["keyword", "string", "comment", "number", "removed", "right", "center"]
                .contains(&value.as_str()),
            "start" => value.parse::<u64>().is_ok(),
            _ => false,
        };
        assert!(fits, "{text}: {name}={value}");
    }
    element.children.iter().for_each(|child| is_harmless(child, text));
}

#[test]
fn absurd_texts_stay_shallow_and_quick() {
    fn depth(value: &Value) -> usize {
        value.as_array().map_or(0, |parts| 1 + parts.iter().map(depth).max().unwrap_or(0))
    }
    for text in [">".repeat(60_000), "- ".repeat(30_000), "*_".repeat(20_000), "[".repeat(60_000)] {
        let tree = tree(&text);
        assert!(depth(&tree) < 40, "{} levels", depth(&tree));
    }
    assert_eq!(render(""), Vec::new());
}

/// REQ: NA-5
#[test]
fn what_is_hidden_is_named_also_in_code_and_links() {
    let command = "rm -rf ./\u{202e}gol.sdliub/";
    let shown = "rm -rf ./‹U+202E›gol.sdliub/";
    for text in [command.to_owned(), format!("`{command}`"), format!("```sh\n{command}\n```")] {
        let tree = serde_json::to_string(&render(&text)).unwrap();
        assert!(tree.contains("‹U+") && !tree.contains('\u{202e}'), "{tree}");
    }
    assert_eq!(serde_json::to_value(render(command)).unwrap(), json!([["p", {}, shown]]));
}
