//! Agent text as lines: Markdown, with control characters removed first.
//!
//! What a terminal can't show stays readable as it was written. Line breaks are kept, because
//! agents mean them.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use sayso_core::text::clean;

use super::theme::Palette;
use crate::text::{Row, span, wrap};

/// A text in this many columns.
pub(crate) fn render(text: &str, palette: &Palette, width: usize) -> Vec<Row> {
    let text = clean(&text.replace('\t', "    "));
    let mut page = Page {
        palette,
        width,
        rows: Vec::new(),
        line: Vec::new(),
        style: vec![palette.plain],
        blocks: Vec::new(),
        link: None,
        code: false,
    };
    for event in Parser::new_ext(&text, Options::ENABLE_STRIKETHROUGH) {
        page.read(event);
    }
    page.end_line();
    while page.rows.last().is_some_and(|row| row.width() == 0) {
        page.rows.pop();
    }
    page.rows
}

struct Page<'p> {
    palette: &'p Palette,
    width: usize,
    rows: Vec<Row>,
    line: Vec<Span<'static>>,
    style: Vec<Style>,
    blocks: Vec<Block>,
    link: Option<String>,
    code: bool,
}

/// The blocks around a line, from the outside.
enum Block {
    Quote,
    List {
        next: Option<u64>,
    },
    /// Its mark, until the first line has it; then as many spaces.
    Item {
        mark: String,
        used: bool,
    },
}

impl Page<'_> {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code => {
                for line in text.trim_end_matches('\n').split('\n') {
                    self.line.push(span(format!("│ {line}"), self.palette.dim));
                    self.end_line();
                }
            }
            Event::Text(text) => self.add(&text),
            Event::Code(code) => {
                let style = *self.style.last().expect("never empty");
                self.line.push(span("`", self.palette.dim));
                self.line.push(span(code.to_string(), style));
                self.line.push(span("`", self.palette.dim));
            }
            Event::SoftBreak | Event::HardBreak => self.end_line(),
            Event::Rule => {
                self.gap();
                self.line.push(span("─".repeat(self.room().min(20)), self.palette.dim));
                self.end_line();
            }
            // As it was written: HTML isn't interpreted.
            Event::Html(text) | Event::InlineHtml(text) => {
                for (number, line) in text.trim_end_matches('\n').split('\n').enumerate() {
                    if number > 0 {
                        self.end_line();
                    }
                    self.add(line);
                }
            }
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.add(&text);
            }
            Event::TaskListMarker(done) => self.add(if done { "☑ " } else { "☐ " }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let palette = self.palette;
        match tag {
            Tag::Paragraph => self.gap(),
            Tag::Heading { level, .. } => {
                self.gap();
                let modifier = match level {
                    HeadingLevel::H1 => Modifier::BOLD | Modifier::UNDERLINED,
                    _ => Modifier::BOLD,
                };
                self.style.push(palette.plain.add_modifier(modifier));
            }
            Tag::BlockQuote(_) => {
                self.gap();
                self.blocks.push(Block::Quote);
            }
            Tag::CodeBlock(kind) => {
                self.gap();
                self.code = true;
                if let CodeBlockKind::Fenced(language) = kind
                    && !language.is_empty()
                {
                    self.line.push(span(format!("│ {language}"), palette.dim));
                    self.end_line();
                }
            }
            Tag::List(next) => {
                if !self.blocks.iter().any(|block| matches!(block, Block::Item { .. })) {
                    self.gap();
                }
                self.blocks.push(Block::List { next });
            }
            Tag::Item => {
                self.end_line();
                let mark = match self.blocks.last_mut() {
                    Some(Block::List { next: Some(number) }) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    Some(Block::List { next: None } | Block::Quote | Block::Item { .. }) | None => {
                        "• ".to_owned()
                    }
                };
                self.blocks.push(Block::Item { mark, used: false });
            }
            Tag::Emphasis => self.push_style(Modifier::ITALIC),
            Tag::Strong => self.push_style(Modifier::BOLD),
            Tag::Strikethrough => self.push_style(Modifier::CROSSED_OUT),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.link = Some(dest_url.to_string());
                self.push_style(Modifier::UNDERLINED);
            }
            _ => self.push_style(Modifier::empty()),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.end_line(),
            TagEnd::Heading(_) => {
                self.end_line();
                self.style.pop();
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) => {
                self.end_line();
                self.blocks.pop();
            }
            TagEnd::Item => {
                self.end_line();
                self.blocks.pop();
            }
            TagEnd::CodeBlock => {
                self.end_line();
                self.code = false;
            }
            TagEnd::Link | TagEnd::Image => {
                self.style.pop();
                let shown = self.line.last().map(|last| last.content.to_string());
                if let Some(url) = self.link.take().filter(|url| shown.as_ref() != Some(url)) {
                    self.line.push(span(format!(" ({url})"), self.palette.dim));
                }
            }
            _ => {
                self.style.pop();
            }
        }
    }

    fn push_style(&mut self, modifier: Modifier) {
        let style = *self.style.last().expect("never empty");
        self.style.push(style.add_modifier(modifier));
    }

    fn add(&mut self, text: &str) {
        let style = *self.style.last().expect("never empty");
        self.line.push(span(text, style));
    }

    /// A blank line between blocks, except at the start and inside a list item.
    fn gap(&mut self) {
        self.end_line();
        let fresh_item = matches!(self.blocks.last(), Some(Block::Item { used: false, .. }));
        let after_text = self.rows.last().is_some_and(|row| row.width() > 0);
        if after_text && !fresh_item {
            self.rows.push(Line::default());
        }
    }

    fn room(&self) -> usize {
        self.width.saturating_sub(self.margin_width()).max(2)
    }

    fn margin_width(&self) -> usize {
        self.blocks
            .iter()
            .map(|block| match block {
                Block::Quote => 2,
                Block::List { .. } => 0,
                Block::Item { mark, .. } => mark.chars().count(),
            })
            .sum()
    }

    fn end_line(&mut self) {
        if self.line.is_empty() {
            return;
        }
        let line = std::mem::take(&mut self.line);
        for row in wrap(&line, self.room()) {
            let mut spans = Vec::new();
            for block in &mut self.blocks {
                match block {
                    Block::Quote => spans.push(span("│ ", self.palette.dim)),
                    Block::List { .. } => {}
                    Block::Item { mark, used } => {
                        let shown =
                            if *used { " ".repeat(mark.chars().count()) } else { mark.clone() };
                        *used = true;
                        spans.push(span(shown, self.palette.dim));
                    }
                }
            }
            spans.extend(row.spans);
            self.rows.push(Line::from(spans));
        }
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn words_keep_their_weight() {
        let palette = Palette::of("system", Depth::Sixteen);
        let rows = render("a **b** `c` [d](https://e.org)", &palette, 80);
        let spans: Vec<_> = rows[0].spans.iter().map(|s| (s.content.as_ref(), s.style)).collect();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].to_string(), "a b `c` d (https://e.org)");
        assert!(spans.contains(&("b", Style::new().add_modifier(Modifier::BOLD))), "{spans:?}");
    }

    #[test]
    fn nothing_that_moves_a_cursor_is_shown_and_html_is_text() {
        assert_eq!(
            lines("a\u{1b}[2Jb <script>x</script>", 80),
            ["a‹U+001B›[2Jb <script>x</script>"]
        );
        assert_eq!(lines("数据库 **很大**，好吗", 10), ["数据库 很", "大，好吗"]);
    }
}
