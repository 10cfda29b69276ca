//! Tests beside `inline.rs`: resizes.

use super::*;

/// A resize leaves no copy in the history of the terminal.
/// REQ: TE-1
#[test]
fn clearing_never_begins_in_the_corner() {
    let mut written = Vec::new();
    Inline::default().resized(&mut written, 80, LongRows::Rewrapped).unwrap();
    let written = String::from_utf8(written).unwrap();
    assert!(written.contains("\u{1b}[2K\u{1b}[2G\u{1b}[J\u{1b}[1G"), "{written:?}");
}

/// A row that has become two counts as two, also the one that somebody types in.
/// REQ: TE-1
#[test]
fn rewrapped_rows_are_counted() {
    let rows = ["x".repeat(70), "y".repeat(30), "z".repeat(75)].map(ratatui::text::Line::from);
    let screen = Screen {
        rows: rows.to_vec(),
        cursor: Some((75, 2)),
        targets: Vec::new(),
        ground: Style::new(),
        drawn: Drawn::default(),
        links: Links::new(),
    };
    let rewrapped = [(80, 2), (60, 3 + 1), (35, 3 + 2), (20, 4 + 2 + 3)];
    let rewrapped = rewrapped.map(|(width, up)| (width, up, LongRows::Rewrapped));
    // Where they are cut, nothing above the block is touched.
    let cut = [(80, 2, LongRows::Cut), (20, 2, LongRows::Cut)];
    for (width, up, long) in rewrapped.into_iter().chain(cut) {
        let mut block = Inline::default();
        let mut written = Vec::new();
        block.draw(&mut written, &screen, &Links::new(), 80).unwrap();
        written.clear();
        block.resized(&mut written, width, long).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(written.starts_with(&format!("\u{1b}[{up}A")), "{width}: {written:?}");
    }
}
/// What tmux has put into its history is taken away when it comes back, and nothing else.
/// REQ: TE-1
#[test]
fn rows_in_the_history_are_counted() {
    let rows = ["x".repeat(70), "y".repeat(30), "z".repeat(75)].map(ratatui::text::Line::from);
    let screen = Screen {
        rows: rows.to_vec(),
        cursor: None,
        targets: Vec::new(),
        ground: Style::new(),
        drawn: Drawn::default(),
        links: Links::new(),
    };
    let mut block = Inline::parked(Parked::Last);
    let mut resized = |row: usize, width: u16| {
        let mut written = Vec::new();
        block.draw(&mut written, &screen, &Links::new(), 80).unwrap();
        written.clear();
        let cursor = CursorRow { row, width: usize::from(width) };
        block.resized_at(&mut written, cursor).unwrap();
        let written = String::from_utf8(written).unwrap();
        let end = written.find('A').unwrap_or_default();
        (written[..end].trim_start_matches("\u{1b}[").to_owned(), block.hidden.clone())
    };
    assert_eq!(resized(20, 80), ("2".to_owned(), vec![]), "rows of others above it stay");
    assert_eq!(resized(20, 35), ("3".to_owned(), vec![]), "two rows have become three");
    assert_eq!(resized(2, 35), ("2".to_owned(), vec![35]), "one of the three is above the screen");
    assert_eq!(resized(2, 80), ("2".to_owned(), vec![35]), "it still is");
    assert_eq!(resized(10, 80), ("3".to_owned(), vec![]), "it has come back");
}
