//! Aligned columns that fit the terminal; the widest text gives way first.

use std::io::{self, IsTerminal, Write};

use anstyle::Style;
use sayso_core::text::clean_line;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// One cell: its text, cleaned, and how it looks.
pub struct Cell {
    text: String,
    style: Style,
}

pub fn cell(text: impl AsRef<str>, style: Style) -> Cell {
    Cell { text: clean_line(text.as_ref()), style }
}

/// Columns are separated by two spaces. `flexible` is the column that is cut when it gets tight.
pub struct Table {
    rows: Vec<Vec<Cell>>,
    flexible: usize,
}

const GAP: usize = 2;
/// Narrower than this a title says nothing; the line may rather wrap.
const LEAST: usize = 12;

impl Table {
    pub fn new(flexible: usize) -> Table {
        Table { rows: Vec::new(), flexible }
    }

    pub fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    pub fn print(&self) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        out.write_all(self.render(terminal_width()).as_bytes())?;
        out.flush()
    }

    /// With `None` nothing is cut.
    fn render(&self, width: Option<usize>) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths = vec![0; columns];
        for row in &self.rows {
            for (column, cell) in row.iter().enumerate() {
                widths[column] = widths[column].max(cell.text.width());
            }
        }
        if let Some(width) = width {
            let used = widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1);
            let flexible = &mut widths[self.flexible];
            *flexible =
                flexible.saturating_sub(used.saturating_sub(width)).max(LEAST.min(*flexible));
        }
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            let last = row.iter().rposition(|cell| !cell.text.is_empty()).unwrap_or(0);
            for (column, cell) in row.iter().enumerate().take(last + 1) {
                let shown = fit(&cell.text, widths[column]);
                let style = cell.style;
                line.push_str(&format!("{style}{shown}{style:#}"));
                if column < last {
                    line.push_str(&" ".repeat(widths[column] - shown.width() + GAP));
                }
            }
            text.push_str(&line);
            text.push('\n');
        }
        text
    }
}

/// Cut to so many columns, with an ellipsis; wide characters count two.
pub fn fit(text: &str, width: usize) -> String {
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

/// `None` when piped: a program wants it all.
pub fn terminal_width() -> Option<usize> {
    let stdout = io::stdout();
    if !stdout.is_terminal() {
        return None;
    }
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let size = || rustix::termios::tcgetwinsize(&stdout).ok().map(|size| size.ws_col.into());
    columns.or_else(size).filter(|width| *width > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let plain = Style::new();
        let mut table = Table::new(1);
        table.push(vec![
            cell("3f2a", plain),
            cell("选择数据库和迁移路径", plain),
            cell("4:12", plain),
        ]);
        table.push(vec![cell("91bc", plain), cell("Delete?\u{1b}[2J", plain), cell("", plain)]);
        table
    }

    #[test]
    fn columns_align_by_what_is_seen() {
        assert_eq!(table().render(None), "3f2a  选择数据库和迁移路径  4:12\n91bc  Delete?[2J\n");
    }

    #[test]
    fn the_flexible_column_gives_way() {
        assert_eq!(table().render(Some(26)), "3f2a  选择数据库和…   4:12\n91bc  Delete?[2J\n");
    }
}
