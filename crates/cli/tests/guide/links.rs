//! Links between documents: each leads to a file and a heading that exist; each picture is there.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::tree::{files, read, root};

/// Everything that is written for people.
fn documents() -> Vec<(String, String)> {
    let mut found = files("docs", "md");
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        found.push((name.to_owned(), read(name)));
    }
    found
}

/// Where a page leads to, in links, pictures and the attributes of HTML.
pub fn targets(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                found.push(dest_url.into_string());
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                for name in ["src=\"", "srcset=\"", "href=\""] {
                    let values = html.split(name).skip(1);
                    found
                        .extend(values.filter_map(|rest| Some(rest.split('"').next()?.to_owned())));
                }
            }
            _ => {}
        }
    }
    found
}

/// The names by which headings are linked to, as GitHub and mdBook make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::Text(text) | Event::Code(text), Some(heading)) => heading.push_str(&text),
            (Event::End(TagEnd::Heading(_)), Some(text)) => {
                let kept = text.trim().chars().filter_map(|letter| match letter {
                    ' ' => Some('-'),
                    '-' | '_' => Some(letter),
                    letter if letter.is_alphanumeric() => Some(letter),
                    _ => None,
                });
                found.insert(kept.collect::<String>().to_lowercase());
                heading = None;
            }
            _ => {}
        }
    }
    found
}

/// The path from the root, without `..`.
fn resolved(page: &str, target: &str) -> String {
    let mut path = PathBuf::new();
    for part in Path::new(page).parent().unwrap().join(target).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{page}: {target} leads out of the tree"),
            part => path.push(part),
        }
    }
    path.display().to_string()
}

/// REQ: IN-5
#[test]
fn no_link_is_dead() {
    let documents = documents();
    let mut checked = 0;
    for (name, text) in &documents {
        for target in targets(text) {
            checked += 1;
            if target.contains("://") || target.starts_with("mailto:") {
                assert!(target.starts_with("https://"), "{name}: {target} isn't https");
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file = if file.is_empty() { name.clone() } else { resolved(name, file) };
            assert!(root().join(&file).exists(), "{name}: {target} doesn't exist");
            if !anchor.is_empty() {
                assert!(anchors(&read(&file)).contains(anchor), "{name}: no heading for {target}");
            }
        }
    }
    assert!(checked > 60, "only {checked} links found");
}

/// What is part of the book leads only to what is part of the book, or to other sites.
/// REQ: IN-5
#[test]
fn the_guide_leads_nowhere_outside() {
    for (name, text) in files("docs/guide/src", "md") {
        for target in targets(&text).into_iter().filter(|target| !target.contains("://")) {
            let file = target.split('#').next().unwrap();
            let inside = file.is_empty() || resolved(&name, file).starts_with("docs/guide/src/");
            assert!(inside, "{name}: {target} isn't in the book");
        }
    }
}
