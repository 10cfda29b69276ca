//! Converts agents' Markdown to Slack's mrkdwn. Other text is escaped: only Markdown syntax becomes
//! mrkdwn syntax.

mod pieces;
mod table;

use std::fmt::Write;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, TextMergeStream};
use sayso_core::text::clean;

pub(crate) use pieces::pieces;
use sayso_chat::text::{cut, width};
use table::Table;

/// Less room than this shows nothing useful.
const SMALLEST: usize = 40;

/// Escaped, with mrkdwn syntax; of any length.
pub(crate) fn mrkdwn(markdown: &str) -> String {
    let cleaned = clean(markdown);
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut page = Page { layers: vec![String::new()], ..Page::default() };
    for event in TextMergeStream::new(Parser::new_ext(&cleaned, options)) {
        page.event(event);
    }
    page.layers.swap_remove(0).trim().to_owned()
}

/// The same, cut to fit: code that is cut is still code.
pub fn marked(markdown: &str, most: usize) -> String {
    let all = mrkdwn(markdown);
    if width(&all) <= most || most < SMALLEST {
        return cut(&all, most);
    }
    let first = pieces(&all, most - 2).into_iter().next().unwrap_or_default();
    format!("{first}\n…")
}

#[derive(Default)]
struct Page {
    /// The last one is being written; those below wait for it: quotes, links, cells.
    layers: Vec<String>,
    /// The next number of each open list, if it is numbered.
    lists: Vec<Option<u64>>,
    links: Vec<String>,
    table: Option<Table>,
    bold: u32,
    is_code: bool,
}

impl Page {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.is_code => self.code(&text),
            // Raw HTML is shown as the text that was written.
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.text(&text),
            Event::FootnoteReference(text) => self.text(&text),
            Event::Code(text) if self.table.is_some() => self.text(&text),
            Event::Code(text) => {
                self.mark("`");
                self.code(&text);
                self.mark("`");
            }
            Event::SoftBreak | Event::HardBreak => self.mark("\n"),
            Event::Rule => self.block("———"),
            Event::TaskListMarker(done) => self.mark(if done { "☑ " } else { "☐ " }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph if self.lists.is_empty() => self.paragraph(),
            Tag::Heading { .. } => {
                self.paragraph();
                self.bolder();
            }
            Tag::CodeBlock(_) => {
                self.paragraph();
                self.mark("```\n");
                self.is_code = true;
            }
            Tag::List(number) => {
                if self.lists.is_empty() {
                    self.paragraph();
                }
                self.lists.push(number);
            }
            Tag::Item => self.item(),
            Tag::BlockQuote(_) => self.layers.push(String::new()),
            Tag::Table(_) => self.table = Some(Table::default()),
            Tag::TableHead | Tag::TableRow => {
                self.table.iter_mut().for_each(Table::row);
            }
            Tag::TableCell => self.layers.push(String::new()),
            Tag::Strong => self.bolder(),
            Tag::Emphasis => self.style("_"),
            Tag::Strikethrough => self.style("~"),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => self.link(dest_url),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) | TagEnd::Strong => self.less_bold(),
            TagEnd::CodeBlock => {
                self.is_code = false;
                if !self.top().ends_with('\n') {
                    self.mark("\n");
                }
                self.mark("```");
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::BlockQuote(_) => {
                let quoted = self.layers.pop().unwrap_or_default();
                let lines: Vec<String> =
                    quoted.trim().lines().map(|line| format!("> {line}")).collect();
                self.block(&lines.join("\n"));
            }
            TagEnd::TableCell => {
                let cell = self.layers.pop().unwrap_or_default();
                self.table.iter_mut().for_each(|table| table.cell(&cell));
            }
            TagEnd::Table => {
                let drawn = self.table.take().unwrap_or_default().draw();
                self.block(&format!("```\n{drawn}\n```"));
            }
            TagEnd::Emphasis => self.style("_"),
            TagEnd::Strikethrough => self.style("~"),
            TagEnd::Link | TagEnd::Image => self.end_link(),
            _ => {}
        }
    }

    fn top(&mut self) -> &mut String {
        self.layers.last_mut().expect("the page itself is never closed")
    }

    fn mark(&mut self, mark: &str) {
        self.top().push_str(mark);
    }

    fn text(&mut self, text: &str) {
        let escaped = escape(text);
        self.mark(&escaped);
    }

    /// Three backticks inside would end it.
    fn code(&mut self, text: &str) {
        let escaped = escape(&text.replace("```", "`\u{200b}`\u{200b}`"));
        self.mark(&escaped);
    }

    /// Slack shows marks inside code as they are.
    fn style(&mut self, mark: &str) {
        if self.table.is_none() {
            self.mark(mark);
        }
    }

    fn bolder(&mut self) {
        if self.bold == 0 {
            self.style("*");
        }
        self.bold += 1;
    }

    fn less_bold(&mut self) {
        self.bold = self.bold.saturating_sub(1);
        if self.bold == 0 {
            self.style("*");
        }
    }

    /// An empty line above, unless it is the first thing.
    fn paragraph(&mut self) {
        let top = self.top();
        let kept = top.trim_end_matches('\n').len();
        top.truncate(kept);
        if !top.is_empty() {
            top.push_str("\n\n");
        }
    }

    fn block(&mut self, text: &str) {
        self.paragraph();
        self.mark(text);
    }

    fn item(&mut self) {
        let indent = "    ".repeat(self.lists.len().saturating_sub(1));
        let bullet = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}.", *number - 1)
            }
            _ => "•".to_owned(),
        };
        let top = self.top();
        if !top.is_empty() && !top.ends_with('\n') {
            top.push('\n');
        }
        write!(top, "{indent}{bullet} ").expect("a string can be written to");
    }

    fn link(&mut self, url: CowStr<'_>) {
        self.links.push(url.into_string());
        self.layers.push(String::new());
    }

    fn end_link(&mut self) {
        let words = self.layers.pop().unwrap_or_default();
        let url = self.links.pop().unwrap_or_default();
        let leads_out = ["https://", "http://", "mailto:"].iter().any(|way| url.starts_with(way));
        match leads_out && self.table.is_none() {
            true => {
                let url = escape(&url).replace('|', "%7C");
                let words = words.replace('|', "¦").replace('\n', " ");
                self.mark(&format!("<{url}|{words}>"));
            }
            false => self.mark(&words),
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
#[path = "mrkdwn_tests.rs"]
mod tests;
