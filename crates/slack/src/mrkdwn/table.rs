//! Slack has no tables: draws aligned columns in monospace.

use unicode_width::UnicodeWidthStr;

#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(super) fn cell(&mut self, text: &str) {
        if let Some(row) = self.rows.last_mut() {
            row.push(text.replace('\n', " "));
        }
    }

    /// The first row is the header.
    pub(super) fn draw(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |at: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            cells.map(|cell| cell.width()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(widest).collect();
        let mut lines: Vec<String> = self.rows.iter().map(|row| line(row, &widths)).collect();
        if lines.len() > 1 {
            let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
            lines.insert(1, rule.join("  "));
        }
        lines.join("\n")
    }
}

fn line(row: &[String], widths: &[usize]) -> String {
    let padded = row
        .iter()
        .zip(widths)
        .map(|(cell, width)| format!("{cell}{}", " ".repeat(width.saturating_sub(cell.width()))));
    padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}
