//! The table, and the page that contains it.

use crate::figure::Figure;

const HEADS: [&str; 6] = ["figure", "measured", "reference", "ratio", "target", "ok?"];

/// In Markdown, padded so that it is readable on a terminal too.
pub fn table(figures: &[Figure]) -> String {
    let mut lines = vec![HEADS.map(str::to_owned)];
    lines.extend(figures.iter().map(cells));
    let widths: [usize; 6] = std::array::from_fn(|column| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0)
    });
    lines.insert(1, widths.map(|width| "-".repeat(width)));
    let mut text = String::new();
    for line in lines {
        for (cell, width) in line.iter().zip(widths) {
            text.push_str(&format!("| {cell:<width$} "));
        }
        text.push_str("|\n");
    }
    text
}

fn cells(figure: &Figure) -> [String; 6] {
    let none = || "–".to_owned();
    let reference = figure.reference.as_ref();
    [
        figure.name.clone(),
        figure.measured.to_string(),
        reference.map_or_else(none, |reference| format!("{}: {}", reference.what, reference.value)),
        figure.ratio().map_or_else(none, |ratio| format!("{ratio:.2}×")),
        figure.target.to_string(),
        figure.verdict().to_string(),
    ]
}

/// Counted by a test, not measured here.
const TOKENS: &str = include_str!("tokens.md");

/// `machine` and `how` are paragraphs: the machine, and what each figure means.
pub fn page(table: &str, machine: &str, how: &[&str]) -> String {
    let how: Vec<String> = how.iter().map(|paragraph| format!("- {paragraph}\n")).collect();
    format!(
        "# Benchmarks\n\n\
         Written by `scripts/bench`, which prints the same table and fails when a target is missed.\n\
         Speed is shown as a ratio to a reference that is measured in the same run, so that it means\n\
         the same on another machine. Times are medians, clients are warm.\n\n\
         {table}\n{machine}\n\n## How each is measured\n\n{}\n{TOKENS}",
        how.concat()
    )
}
