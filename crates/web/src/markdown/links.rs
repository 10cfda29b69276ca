//! Links: addresses that may be followed, and bare addresses in a text.

use super::tree::{Element, Growth};

/// Web and mail addresses. A browser ignores white space and control characters before and within a
/// scheme, so an address that contains any is rejected.
pub(super) fn is_safe(address: &str) -> bool {
    let clean = !address.chars().any(|c| c.is_control() || c.is_whitespace());
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    clean && matches!(scheme.as_deref(), Some("http" | "https" | "mailto"))
}

/// Opens in a new page, which gets no access to this one.
pub(super) fn link(address: &str) -> Element {
    Element::new("a")
        .with("href", address)
        .with("rel", "noopener noreferrer")
        .with("target", "_blank")
}

/// A text in which bare addresses become links.
pub(super) fn linked(text: &str, growth: &mut Growth) {
    let mut rest = text;
    while let Some(start) = beginning(rest) {
        let (before, from) = rest.split_at(start);
        let address = address(from);
        if address.len() <= "https://".len() || !is_safe(address) {
            let (skipped, after) = from.split_at("http".len());
            growth.text(before);
            growth.text(skipped);
            rest = after;
            continue;
        }
        if !before.is_empty() {
            growth.text(before);
        }
        growth.push(link(address).with_text(address));
        rest = &from[address.len()..];
    }
    if !rest.is_empty() {
        growth.text(rest);
    }
}

fn beginning(text: &str) -> Option<usize> {
    ["http://", "https://"].iter().filter_map(|scheme| text.find(scheme)).min()
}

/// Up to a blank or a character that no address contains; trailing punctuation is not part of it.
fn address(text: &str) -> &str {
    let foreign =
        |c: char| c.is_whitespace() || c.is_control() || "<>\"`{}|\\^、。，）」".contains(c);
    let end = text.find(foreign).unwrap_or(text.len());
    let address = text[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']);
    match address.strip_suffix(')') {
        Some(without) if !without.contains('(') => without,
        _ => address,
    }
}
