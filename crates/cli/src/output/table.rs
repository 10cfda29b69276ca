//! Aligned columns that fit the terminal; the caller says what to shorten, and in which order.

use std::io::{self, Write};

use anstyle::Style;
use sayso_core::text::clean_line;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::wrap::terminal_width;

/// One cell: its cleaned text and its style.
pub(crate) struct Cell {
    pub text: String,
    pub style: Style,
}

pub(crate) fn cell(text: impl AsRef<str>, style: Style) -> Cell {
    Cell { text: clean_line(text.as_ref()), style }
}

/// Columns are separated by two spaces.
pub(crate) struct Table {
    rows: Vec<Vec<Cell>>,
    gives: Vec<Give>,
}

/// How to make a table narrower.
#[derive(Clone, Copy)]
pub(crate) enum Give {
    /// Cuts this column, to at least this many characters.
    Cut(usize, usize),
    /// Drops this column.
    Drop(usize),
}

const GAP: usize = 2;

impl Table {
    /// `gives` are tried in this order until everything fits.
    pub(crate) fn new(gives: &[Give]) -> Table {
        Table { rows: Vec::new(), gives: gives.to_vec() }
    }

    pub(crate) fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    pub(crate) fn print(&self) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        out.write_all(self.render(terminal_width(&io::stdout())).as_bytes())?;
        out.flush()
    }

    /// Whether it can be made this narrow.
    pub(crate) fn fits(&self, width: usize) -> bool {
        used(&self.widths(Some(width))) <= width
    }

    /// With `None` nothing is cut.
    pub(crate) fn render(&self, width: Option<usize>) -> String {
        let widths = self.widths(width);
        let mut text = String::new();
        for row in &self.rows {
            let kept: Vec<(&Cell, usize)> = row
                .iter()
                .zip(&widths)
                .filter_map(|(cell, width)| Some((cell, (*width)?)))
                .collect();
            let last = kept.iter().rposition(|(cell, _)| !cell.text.is_empty()).unwrap_or(0);
            for (column, (cell, width)) in kept.into_iter().enumerate().take(last + 1) {
                let shown = fit(&cell.text, width);
                let style = cell.style;
                text.push_str(&format!("{style}{shown}{style:#}"));
                if column < last {
                    text.push_str(&" ".repeat(width - shown.width() + GAP));
                }
            }
            text.push('\n');
        }
        text
    }

    /// The width of each column that is kept.
    fn widths(&self, width: Option<usize>) -> Vec<Option<usize>> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths = vec![Some(0); columns];
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = (*widest).max(Some(cell.text.width()));
            }
        }
        let Some(width) = width else { return widths };
        for give in &self.gives {
            let over = used(&widths).saturating_sub(width);
            match *give {
                _ if over == 0 => break,
                Give::Cut(column, least) => {
                    widths[column] =
                        widths[column].map(|now| (now.saturating_sub(over)).max(least.min(now)));
                }
                Give::Drop(column) => widths[column] = None,
            }
        }
        widths
    }
}

fn used(widths: &[Option<usize>]) -> usize {
    let kept = widths.iter().flatten();
    kept.clone().sum::<usize>() + GAP * kept.count().saturating_sub(1)
}

/// Cut to this many columns, with an ellipsis; wide characters count two.
pub(crate) fn fit(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > width {
            break;
        }
        short.push(c);
    }
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(gives: &[Give]) -> Table {
        let plain = Style::new();
        let mut table = Table::new(gives);
        table.push(vec![
            cell("3f2a", plain),
            cell("选择数据库和迁移路径", plain),
            cell("4:12", plain),
        ]);
        table.push(vec![cell("91bc", plain), cell("Delete?", plain), cell("", plain)]);
        table
    }

    #[test]
    fn columns_align_by_what_is_seen() {
        let text = table(&[]).render(None);
        assert_eq!(text, "3f2a  选择数据库和迁移路径  4:12\n91bc  Delete?\n");
        assert_eq!(cell("Drop?\u{1b}[2J", Style::new()).text, "Drop?‹U+001B›[2J");
    }

    #[test]
    fn columns_give_way_in_order() {
        let gives = [Give::Cut(1, 12), Give::Drop(2), Give::Cut(0, 2)];
        let at = |width| table(&gives).render(Some(width));
        assert_eq!(at(26), "3f2a  选择数据库和…   4:12\n91bc  Delete?\n");
        assert_eq!(at(20), "3f2a  选择数据库…\n91bc  Delete?\n");
        assert_eq!(at(16), "3…  选择数据库…\n9…  Delete?\n");
        assert!(table(&gives).fits(16) && !table(&gives).fits(15));
    }
}
