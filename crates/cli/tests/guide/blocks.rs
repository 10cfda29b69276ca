//! The fenced blocks of a page, with what the text around them says about each.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Block {
    /// The heading above it.
    pub section: String,
    /// What follows the backticks: a language, and for a transcript its role.
    pub info: String,
    pub text: String,
    /// The path at the end of the paragraph above: ``In `~/.codex/config.toml`:``
    pub path: Option<String>,
    /// The reason in a comment above: `<!-- not run: needs Slack -->`
    pub not_run: Option<String>,
}

/// All blocks in order.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut next = Block::default();
    let mut heading = false;
    let mut in_block = false;
    // The last piece of code in the paragraph, and what follows it.
    let mut last: Option<(String, String)> = None;
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                heading = true;
                next = Block::default();
            }
            Event::End(TagEnd::Heading(_)) => heading = false,
            Event::Text(text) | Event::Code(text) if heading => next.section.push_str(&text),
            Event::Start(Tag::Paragraph) => last = None,
            Event::Code(code) => last = Some((code.into_string(), String::new())),
            Event::End(TagEnd::Paragraph) => {
                let path = last.take().filter(|(_, after)| after == ":");
                next.path = path.map(|(code, _)| code);
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let reason = html.trim().strip_prefix("<!-- not run:");
                if let Some(reason) = reason.and_then(|reason| reason.strip_suffix("-->")) {
                    next.not_run = Some(reason.trim().to_owned());
                }
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                in_block = true;
                next.info = match kind {
                    CodeBlockKind::Fenced(info) => info.into_string(),
                    CodeBlockKind::Indented => String::new(),
                };
            }
            Event::Text(text) if in_block => next.text.push_str(&text),
            Event::End(TagEnd::CodeBlock) => {
                in_block = false;
                let section = next.section.clone();
                found.push(std::mem::replace(&mut next, Block { section, ..Block::default() }));
            }
            Event::Text(text) => {
                if let Some((_, after)) = &mut last {
                    after.push_str(&text);
                }
            }
            _ => {}
        }
    }
    found
}
