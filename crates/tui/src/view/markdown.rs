//! Agent text as lines: Markdown, with control characters removed first.
//!
//! What a terminal can't show stays readable as it was written. Line breaks are kept, because
//! agents mean them.

pub(crate) mod links;
mod table;

#[cfg(test)]
mod tests;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use sayso_core::text::clean;
use unicode_width::UnicodeWidthStr;

use super::theme::Palette;
use crate::text::{Row, span, wrap};
use table::Table;

/// Reads a text as agents write it.
fn parser(text: &str) -> Parser<'_> {
    let known = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS;
    Parser::new_ext(text, known)
}

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
        table: None,
    };
    parser(&text).for_each(|event| page.read(event));
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
    table: Option<Table>,
}

/// The blocks around a line, from the outside.
enum Block {
    Quote,
    Code,
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
            Event::Text(text) if matches!(self.blocks.last(), Some(Block::Code)) => {
                for line in text.trim_end_matches('\n').split('\n') {
                    let code = span(line, self.palette.plain);
                    wrap(&[code], self.room()).into_iter().for_each(|row| self.emit(row));
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
            Event::TaskListMarker(done) => {
                if let Some(Block::Item { mark, .. }) = self.blocks.last_mut() {
                    *mark = if done { "☑ " } else { "☐ " }.to_owned();
                }
            }
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
                self.blocks.push(Block::Code);
                if let CodeBlockKind::Fenced(language) = kind
                    && !language.is_empty()
                {
                    self.line.push(span(language.to_string(), palette.dim));
                    self.end_line();
                }
            }
            Tag::Table(alignments) => {
                self.gap();
                self.table = Some(Table::new(alignments));
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.begin_row();
                }
            }
            Tag::TableCell => {}
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
                    Some(
                        Block::List { next: None }
                        | Block::Quote
                        | Block::Code
                        | Block::Item { .. },
                    )
                    | None => "• ".to_owned(),
                };
                self.blocks.push(Block::Item { mark, used: false });
            }
            Tag::Emphasis => self.push_style(Modifier::ITALIC),
            Tag::Strong => self.push_style(Modifier::BOLD),
            Tag::Strikethrough => self.push_style(Modifier::CROSSED_OUT),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                let style = *self.style.last().expect("never empty");
                let style = style.add_modifier(Modifier::UNDERLINED);
                self.style.push(links::mark(style, &dest_url));
                self.link = Some(dest_url.to_string());
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
                self.blocks.pop();
            }
            TagEnd::Table => {
                let table = self.table.take().map(|table| table.rows(self.palette, self.room()));
                table.into_iter().flatten().for_each(|row| self.emit(row));
            }
            TagEnd::TableHead | TagEnd::TableRow => {}
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.line);
                if let Some(table) = &mut self.table {
                    table.put(cell);
                }
            }
            TagEnd::Link | TagEnd::Image => {
                self.style.pop();
                let shown = self.line.last().map(|last| last.content.to_string());
                // Where it leads is always visible: the words are the agent's.
                if let Some(url) = self.link.take().filter(|url| shown.as_ref() != Some(url)) {
                    let style = links::mark(self.palette.dim, &url);
                    self.line.push(span(format!(" ({url})"), style));
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
        if self.link.is_some() {
            return self.line.push(span(text, style));
        }
        for (piece, url) in links::in_text(text) {
            let style = url.map_or(style, |url| links::mark(style, url));
            self.line.push(span(piece, style));
        }
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
                Block::Quote | Block::Code => 2,
                Block::List { .. } => 0,
                Block::Item { mark, .. } => mark.width(),
            })
            .sum()
    }

    fn end_line(&mut self) {
        if self.line.is_empty() {
            return;
        }
        let line = std::mem::take(&mut self.line);
        wrap(&line, self.room()).into_iter().for_each(|row| self.emit(row));
    }

    /// A row inside its blocks.
    fn emit(&mut self, row: Row) {
        let mut spans = Vec::new();
        for block in &mut self.blocks {
            match block {
                Block::Quote | Block::Code => spans.push(span("│ ", self.palette.dim)),
                Block::List { .. } => {}
                Block::Item { mark, used } => {
                    let shown = if *used { " ".repeat(mark.width()) } else { mark.clone() };
                    *used = true;
                    spans.push(span(shown, self.palette.dim));
                }
            }
        }
        spans.extend(row.spans);
        self.rows.push(Line::from(spans));
    }
}
