//! Where the cursor is, by asking tmux. A terminal's own reply would be mixed with what is typed.
//!
//! tmux puts rows above the screen into its history when a narrower window wraps them, and brings them
//! back later. Only who knows the cursor's row can tell which of them are ours.

use std::process::{Command, Stdio};

/// The cursor's row, and the width that tmux has wrapped the rows to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CursorRow {
    pub(super) row: usize,
    pub(super) width: usize,
}

/// `None` if tmux doesn't say. `pane` is its `TMUX_PANE`.
pub(super) fn cursor(pane: &str) -> Option<CursorRow> {
    let told = Command::new("tmux")
        .args(["display-message", "-p", "-t", pane, "#{cursor_y} #{pane_width}"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|told| told.status.success())?;
    read(&String::from_utf8_lossy(&told.stdout))
}

fn read(told: &str) -> Option<CursorRow> {
    let (row, width) = told.trim().split_once(' ')?;
    Some(CursorRow { row: row.parse().ok()?, width: width.parse().ok().filter(|it| *it > 0)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tmux_says_is_read() {
        assert_eq!(read("12 80\n"), Some(CursorRow { row: 12, width: 80 }));
        for other in ["", "12", "x 80", "3 0"] {
            assert_eq!(read(other), None);
        }
    }
}
