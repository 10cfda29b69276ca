//! Styles: a few roles, the three themes by name, and their variants for terminals with fewer
//! colours.
//!
//! The accent marks the cursor and nothing else; dim is for secondary text; bold for titles and
//! labels; green only for done, yellow under a minute, red under ten seconds.

use ratatui::style::{Color, Modifier, Style};

use crate::abilities::Depth;
use crate::state::Tone;

/// A style for each role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Palette {
    pub(crate) plain: Style,
    pub(crate) dim: Style,
    pub(crate) bold: Style,
    pub(crate) accent: Style,
    pub(crate) done: Style,
    pub(crate) warn: Style,
    pub(crate) alarm: Style,
}

/// Red, green, blue.
type Rgb = (u8, u8, u8);

/// Background, text, dim, accent, done, warn, alarm, under the names of the portal. A test checks AA
/// contrast.
const THEMES: [(&str, [u32; 7]); 3] = [
    ("light", [0xffffff, 0x1f1d24, 0x6a6672, 0x5b4ad6, 0x1a7f4e, 0x8a5a00, 0xc02b3a]),
    ("dark", [0x1b1a20, 0xe9e6ef, 0x9a95a6, 0xa78bfa, 0x4cc38a, 0xe0ac4b, 0xf2777f]),
    ("contrast", [0x000000, 0xffffff, 0xc4c4c4, 0x8fb8ff, 0x5df08d, 0xffd84d, 0xff8080]),
];

impl Palette {
    /// `system` uses the terminal's own colours, and so does everything with only sixteen.
    pub(crate) fn of(theme: &str, depth: Depth) -> Palette {
        match (depth, THEMES.iter().find(|(name, _)| *name == theme)) {
            (Depth::None, _) => Palette::without_colour(),
            (Depth::Sixteen, _) | (_, None) => Palette::of_terminal(),
            (Depth::Many, Some((_, theme))) => Palette::of_theme(theme, indexed),
            (Depth::True, Some((_, theme))) => {
                Palette::of_theme(theme, |(r, g, b)| Color::Rgb(r, g, b))
            }
        }
    }

    fn without_colour() -> Palette {
        let Palette { plain, bold, .. } = Palette::of_terminal();
        Palette { accent: bold, done: plain, warn: bold, alarm: bold, ..Palette::of_terminal() }
    }

    fn of_terminal() -> Palette {
        let plain = Style::new();
        Palette {
            plain,
            dim: plain.add_modifier(Modifier::DIM),
            bold: plain.add_modifier(Modifier::BOLD),
            accent: plain.fg(Color::Magenta),
            done: plain.fg(Color::Green),
            warn: plain.fg(Color::Yellow),
            alarm: plain.fg(Color::Red),
        }
    }

    fn of_theme(theme: &[u32; 7], colour: fn(Rgb) -> Color) -> Palette {
        let [ground, text, dim, accent, done, warn, alarm] = theme.map(|value| colour(rgb(value)));
        let on = |colour| Style::new().bg(ground).fg(colour);
        Palette {
            plain: on(text),
            dim: on(dim),
            bold: on(text).add_modifier(Modifier::BOLD),
            accent: on(accent),
            done: on(done),
            warn: on(warn),
            alarm: on(alarm),
        }
    }

    /// A status line.
    pub(crate) fn tone(&self, tone: Tone) -> Style {
        match tone {
            Tone::Done => self.done,
            Tone::Plain => self.dim,
            Tone::Warn => self.warn,
        }
    }

    /// The accent, for text at the cursor.
    pub(crate) fn under_cursor(&self) -> Style {
        self.accent.add_modifier(Modifier::BOLD)
    }
}

fn rgb(value: u32) -> Rgb {
    let [_, red, green, blue] = value.to_be_bytes();
    (red, green, blue)
}

/// The nearest of the 6×6×6 cube and the greys of a terminal with 256 colours.
fn indexed(rgb: Rgb) -> Color {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |a: Rgb, b: Rgb| {
        let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        part(a.0, b.0) + part(a.1, b.1) + part(a.2, b.2)
    };
    let cube = (0..216u8).map(|n| {
        let level = |place: u8| LEVELS[usize::from(n / place % 6)];
        (16 + n, (level(36), level(6), level(1)))
    });
    let greys = (0..24u8).map(|n| (232 + n, (8 + 10 * n, 8 + 10 * n, 8 + 10 * n)));
    let nearest = cube.chain(greys).min_by_key(|(_, known)| distance(*known, rgb));
    Color::Indexed(nearest.map_or(7, |(index, _)| index))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: SE-1
    #[test]
    fn every_theme_of_the_settings_is_there() {
        let names: Vec<_> = THEMES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, sayso_core::settings::THEMES[1..]);
    }

    #[test]
    fn what_can_be_read_has_contrast() {
        let luminance = |(r, g, b): Rgb| {
            let part = |value: u8| {
                let value = f64::from(value) / 255.0;
                if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
        };
        let contrast = |a: Rgb, b: Rgb| {
            let (a, b) = (luminance(a), luminance(b));
            (a.max(b) + 0.05) / (a.min(b) + 0.05)
        };
        for (name, theme) in THEMES {
            let [ground, text, secondary @ ..] = theme.map(rgb);
            assert!(contrast(text, ground) >= 7.0, "{name}: text");
            for (role, colour) in ["dim", "accent", "done", "warn", "alarm"].iter().zip(secondary) {
                let found = contrast(colour, ground);
                assert!(found >= 4.5, "{name}: {role} has {found:.2}");
            }
        }
    }

    #[test]
    fn fewer_colours_are_enough() {
        assert_eq!(Palette::of("night", Depth::Sixteen), Palette::of("system", Depth::True));
        assert_eq!(Palette::of("night", Depth::None).alarm.fg, None);
        assert_eq!(indexed((0xff, 0xff, 0xff)), Color::Indexed(231));
        assert_eq!(indexed((0x1b, 0x1a, 0x20)), Color::Indexed(234));
    }
}
