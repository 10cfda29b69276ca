//! A QR code of an address, drawn in a terminal: a phone's camera reads it.

use qrcodegen::{QrCode, QrCodeEcc};

/// Light modules around it, without which cameras don't find it.
const MARGIN: i32 = 4;

/// As lines of half blocks, black on white in any theme; `None` if the text is too long.
pub(crate) fn drawn(text: &str) -> Option<Vec<String>> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let around = -MARGIN..code.size() + MARGIN;
    let line = |row: i32| {
        let half = |column| match (code.get_module(column, row), code.get_module(column, row + 1)) {
            (false, false) => ' ',
            (true, false) => '▀',
            (false, true) => '▄',
            (true, true) => '█',
        };
        let halves: String = around.clone().map(half).collect();
        format!("\u{1b}[30;107m{halves}\u{1b}[0m")
    };
    Some(around.clone().step_by(2).map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corner that a camera looks for, with its margin, and two modules a character high.
    /// REQ: WE-10
    #[test]
    fn a_camera_finds_its_corners() {
        let lines = drawn("http://192.168.178.120:47470/").unwrap();
        let plain: Vec<&str> = lines
            .iter()
            .map(|line| {
                line.strip_prefix("\u{1b}[30;107m").unwrap().strip_suffix("\u{1b}[0m").unwrap()
            })
            .collect();
        let side = plain[0].chars().count();
        assert_eq!(plain.len(), side.div_ceil(2));
        assert!(plain[..2].iter().all(|line| line.trim().is_empty()), "{plain:#?}");
        let corner = ["█▀▀▀▀▀█", "█ ███ █", "█ ▀▀▀ █", "▀▀▀▀▀▀▀"];
        for (line, expected) in plain[2..].iter().zip(corner) {
            assert!(line.starts_with(&format!("    {expected} ")), "{plain:#?}");
            assert_eq!(line.trim_end().chars().count(), side - 4, "{plain:#?}");
        }
        assert_eq!(drawn(&"x".repeat(3_000)), None);
    }
}
