//! Parses Markdown into a tree of a few tags. There is no HTML in between that could contain a
//! script: raw HTML becomes text, a picture becomes its description, and the page creates elements
//! only by the names it knows.

mod highlight;
mod links;
mod tree;

use pulldown_cmark::{
    Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TextMergeStream,
};
use sayso_core::text::clean;

use highlight::highlight;
use links::{is_safe, linked};
pub use tree::Node;
use tree::{Element, Growth};

/// The text as a tree that is safe to show.
pub fn render(text: &str) -> Vec<Node> {
    let text = &clean(text);
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut growth = Growth::default();
    let mut code: Option<(String, String)> = None;
    let mut columns = Columns::default();
    for event in TextMergeStream::new(Parser::new_ext(text, options)) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => code = Some((language(&kind), String::new())),
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => {
                let (language, text) = code.take().expect("what ends has begun");
                growth.push(block(&language, &text));
            }
            Event::Start(Tag::Table(sides)) => {
                columns = Columns { sides, next: 0 };
                growth.open(Element::new("table"));
            }
            Event::Start(Tag::TableRow) => {
                columns.next = 0;
                growth.open(Element::new("tr"));
            }
            Event::Start(Tag::TableCell) => growth.open(columns.cell()),
            Event::Start(Tag::TableHead) => {
                growth.open(Element::new("thead"));
                growth.open(Element::new("tr"));
            }
            Event::End(pulldown_cmark::TagEnd::TableHead) => {
                growth.close();
                growth.close();
            }
            Event::Start(tag) => growth.open(element(&tag)),
            Event::End(_) => growth.close(),
            Event::Text(text) => match &mut code {
                Some((_, code)) => code.push_str(&text),
                None if growth.within("a") => growth.text(&text),
                None => linked(&text, &mut growth),
            },
            Event::Code(text) => {
                growth.push(Element::new("code").with_text(&text));
            }
            // Raw HTML is shown as the text that was written.
            Event::Html(text) | Event::InlineHtml(text) => growth.text(&text),
            Event::SoftBreak | Event::HardBreak => growth.push(Element::new("br")),
            Event::Rule => growth.push(Element::new("hr")),
            Event::TaskListMarker(done) => growth.text(if done { "☑ " } else { "☐ " }),
            Event::InlineMath(text) | Event::DisplayMath(text) => growth.text(&text),
            Event::FootnoteReference(text) => growth.text(&text),
        }
    }
    growth.finish()
}

/// The alignment of each column of the open table.
#[derive(Default)]
struct Columns {
    sides: Vec<Alignment>,
    next: usize,
}

impl Columns {
    fn cell(&mut self) -> Element {
        let side = self.sides.get(self.next).copied().unwrap_or(Alignment::None);
        self.next += 1;
        match side {
            Alignment::None | Alignment::Left => Element::new("td"),
            Alignment::Center => Element::new("td").with("class", "center"),
            Alignment::Right => Element::new("td").with("class", "right"),
        }
    }
}

fn language(kind: &CodeBlockKind<'_>) -> String {
    match kind {
        CodeBlockKind::Indented => String::new(),
        CodeBlockKind::Fenced(info) => {
            info.split([' ', ',', '{']).next().unwrap_or_default().to_lowercase()
        }
    }
}

fn block(language: &str, text: &str) -> Element {
    let mut code = Element::new("code");
    code.children = highlight(language, text.trim_end_matches('\n'));
    let mut block = Element::new("pre");
    block.children = vec![Node::Element(code)];
    block
}

/// Returns only tags that the page knows; of anything else only the text remains.
fn element(tag: &Tag<'_>) -> Element {
    let plain = |name| Element::new(name);
    match tag {
        Tag::Paragraph => plain("p"),
        // The title of the card is above all of these headings.
        Tag::Heading { level: HeadingLevel::H1, .. } => plain("h3"),
        Tag::Heading { level: HeadingLevel::H2, .. } => plain("h4"),
        Tag::Heading { .. } => plain("h5"),
        Tag::BlockQuote(_) => plain("blockquote"),
        Tag::List(None) => plain("ul"),
        Tag::List(Some(1)) => plain("ol"),
        Tag::List(Some(start)) => plain("ol").with("start", &start.to_string()),
        Tag::Item => plain("li"),
        Tag::Emphasis => plain("em"),
        Tag::Strong => plain("strong"),
        Tag::Strikethrough => plain("del"),
        Tag::Link { dest_url, .. } if is_safe(dest_url) => links::link(dest_url),
        // An unsafe address could mislead; only the text of the link remains.
        Tag::Link { .. } | Tag::Image { .. } => plain("span"),
        Tag::CodeBlock(_) | Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell => {
            unreachable!("seen to above")
        }
        Tag::HtmlBlock => plain("p"),
        Tag::FootnoteDefinition(_)
        | Tag::DefinitionList
        | Tag::DefinitionListTitle
        | Tag::DefinitionListDefinition
        | Tag::Superscript
        | Tag::Subscript
        | Tag::MetadataBlock(_) => plain("span"),
    }
}

#[cfg(test)]
#[path = "markdown_tests.rs"]
mod tests;
