//! Links in agents' texts. A style carries the number of its address, because rows are wrapped and
//! cut long before they are written; the addresses themselves are read from the same texts.

use std::collections::BTreeMap;

use pulldown_cmark::{Event, Tag};
use ratatui::style::{Color, Style};
use sayso_core::text::clean;

use super::parser;

/// Addresses by their numbers.
pub(crate) type Links = BTreeMap<u32, String>;

/// No address that people can check is longer.
const LONGEST: usize = 2_000;

/// Marks a style as part of a link, if a terminal may open that address.
pub(super) fn mark(style: Style, url: &str) -> Style {
    if !is_safe(url) {
        return style;
    }
    let [_, red, green, blue] = numbered(url).to_be_bytes();
    style.underline_color(Color::Rgb(red, green, blue))
}

/// The number of the link that this style belongs to.
pub(crate) fn number(style: Style) -> Option<u32> {
    match style.underline_color {
        Some(Color::Rgb(red, green, blue)) => Some(u32::from_be_bytes([0, red, green, blue])),
        Some(_) | None => None,
    }
}

/// All addresses in these texts.
pub(crate) fn all<'t>(texts: impl IntoIterator<Item = &'t str>) -> Links {
    let mut links = Links::new();
    let mut keep = |url: &str| {
        if is_safe(url) {
            links.insert(numbered(url), url.to_owned());
        }
    };
    for text in texts {
        for event in parser(&clean(text)) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    keep(&dest_url);
                }
                Event::Text(text) => {
                    in_text(&text).into_iter().filter_map(|(_, url)| url).for_each(&mut keep);
                }
                _ => {}
            }
        }
    }
    links
}

/// A text in pieces, with the address of those that are one.
pub(super) fn in_text(text: &str) -> Vec<(&str, Option<&str>)> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = ["https://", "http://"].iter().filter_map(|it| rest.find(it)).min() {
        let (before, found) = rest.split_at(start);
        let end = found.find(|c: char| !c.is_ascii_graphic() || "<>\"`".contains(c));
        let url = found[..end.unwrap_or(found.len())]
            .trim_end_matches(['.', ',', ';', ':', ')', '?', '!']);
        if !before.is_empty() {
            pieces.push((before, None));
        }
        pieces.push((url, Some(url)));
        rest = &found[url.len()..];
    }
    if !rest.is_empty() || pieces.is_empty() {
        pieces.push((rest, None));
    }
    pieces
}

/// Nothing in it can end an escape sequence or start a program.
fn is_safe(url: &str) -> bool {
    let known = ["https://", "http://", "mailto:"].iter().any(|scheme| url.starts_with(scheme));
    known && url.len() <= LONGEST && url.bytes().all(|byte| byte.is_ascii_graphic())
}

/// FNV-1a, folded to the 24 bits of a colour.
fn numbered(url: &str) -> u32 {
    let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let hash = url.bytes().fold(0x811c_9dc5, mix);
    (hash >> 24) ^ (hash & 0x00ff_ffff)
}
