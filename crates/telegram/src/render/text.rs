//! Long texts as pages: what an agent said in one turn, and questions in full.

use sayso_chat::AgentTurn;
use sayso_chat::text::width;
use sayso_core::text::clean;
use unicode_segmentation::UnicodeSegmentation;

use super::Drawn;
use super::html::{Html, MOST};

/// What a page leaves free for our own words.
const OWN: usize = 200;

/// At most this many messages, and how many characters have no room in them.
pub(crate) fn turn(turn: &AgentTurn<'_>, most: usize) -> (Vec<Drawn>, usize) {
    let all = pages(turn.text.trim(), MOST - OWN);
    let left: usize = all.iter().skip(most).map(|page| page.chars().count()).sum();
    let mut shown: Vec<Html> = all
        .iter()
        .take(most)
        .map(|page| {
            let mut html = Html::default();
            html.text(page, MOST);
            html
        })
        .collect();
    if shown.is_empty() {
        shown.push(Html::default());
    }
    if let (Some(page), 1..) = (shown.last_mut(), left) {
        page.line();
        page.italic(&turn.texts.say_with("chat-agent-more", [("count", left.into())]), OWN);
    }
    if let (Some(page), true) = (shown.last_mut(), turn.is_working) {
        page.line();
        page.italic(&turn.texts.say("chat-agent-works"), OWN);
    }
    let drawn = shown.into_iter().map(|html| match html.words().is_empty() {
        true => Drawn::plain("…"),
        false => Drawn::new(html, Vec::new()),
    });
    (drawn.collect(), left)
}

/// Cut between lines where that is possible, and always between characters. None of them is blank.
pub(super) fn pages(text: &str, most: usize) -> Vec<String> {
    let text = clean(text);
    let (mut pages, mut page, mut used) = (Vec::new(), String::new(), 0);
    for line in text.split_inclusive('\n') {
        if used + width(line) > most && used > 0 {
            pages.push(std::mem::take(&mut page));
            used = 0;
        }
        for letter in line.graphemes(true) {
            if used + width(letter) > most {
                pages.push(std::mem::take(&mut page));
                used = 0;
            }
            page.push_str(letter);
            used += width(letter);
        }
    }
    pages.push(page);
    pages.retain(|page| !page.trim().is_empty());
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: RE-2
    #[test]
    fn nothing_of_a_long_text_is_lost() {
        let text = format!("{}\n{}", "line of words\n".repeat(700), "x".repeat(9_000));
        let pages = pages(&text, MOST);
        assert!(pages.iter().all(|page| width(page) <= MOST));
        assert_eq!(pages.concat(), text);
        assert!(pages[0].ends_with('\n'));
        let blank = format!("a{}b", "\n".repeat(9_000));
        assert!(super::pages(&blank, MOST).iter().all(|page| !page.trim().is_empty()));
    }
}
