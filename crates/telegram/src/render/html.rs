//! Text in Telegram's HTML, inside its limit by construction: lengths are counted as Telegram counts
//! them, in UTF-16 units without the marks.

use sayso_chat::text::{plain_text, width};

/// Telegram takes 4,096.
pub(crate) const MOST: usize = 4_000;

#[derive(Default)]
pub(crate) struct Html {
    html: String,
    words: String,
    width: usize,
    /// At the end, whatever else has to go.
    foot: Option<Box<Html>>,
    is_cut: bool,
    is_full: bool,
}

impl Html {
    pub(super) fn with_foot(foot: Html) -> Html {
        let width = foot.width + 2;
        Html { foot: Some(Box::new(foot)), width, ..Html::default() }
    }

    /// Some text was longer than what is shown of it.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut || self.is_full
    }

    /// Something has no room at all.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// An agent's words, or ours, cut to this width.
    pub(super) fn text(&mut self, text: &str, most: usize) {
        self.add(text, most, "", "");
    }

    pub(super) fn bold(&mut self, text: &str, most: usize) {
        self.add(text, most, "<b>", "</b>");
    }

    pub(super) fn italic(&mut self, text: &str, most: usize) {
        self.add(text, most, "<i>", "</i>");
    }

    /// As it would be typed.
    pub(super) fn code(&mut self, text: &str, most: usize) {
        self.add(text, most, "<code>", "</code>");
    }

    pub(super) fn struck(&mut self, text: &str, most: usize) {
        self.add(text, most, "<s>", "</s>");
    }

    pub(super) fn line(&mut self) {
        if !self.words.is_empty() && !self.words.ends_with('\n') {
            self.add("\n", 1, "", "");
        }
    }

    pub(super) fn paragraph(&mut self) {
        self.line();
        if !self.words.is_empty() && !self.words.ends_with("\n\n") {
            self.add("\n", 1, "", "");
        }
    }

    fn add(&mut self, text: &str, most: usize, open: &str, close: &str) {
        let shown = plain_text(text, most);
        self.is_cut |=
            width(&shown) < width(text) && shown.ends_with('…') || (most == 0 && !text.is_empty());
        let needed = width(&shown);
        if needed == 0 {
            return;
        }
        if self.width + needed > MOST {
            self.is_full = true;
            return;
        }
        self.width += needed;
        self.words.push_str(&shown);
        for part in [open, &escaped(&shown), close] {
            self.html.push_str(part);
        }
    }

    pub(crate) fn html(&self) -> String {
        self.whole(&self.html, Html::html)
    }

    /// Without marks.
    pub(crate) fn words(&self) -> String {
        self.whole(&self.words, Html::words)
    }

    fn whole(&self, own: &str, of: impl Fn(&Html) -> String) -> String {
        match &self.foot {
            Some(foot) => format!("{}\n\n{}", own.trim_end(), of(foot)),
            None => own.trim_end().to_owned(),
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: RE-2
    #[test]
    fn an_agents_words_stay_words_and_the_limit_holds() {
        let mut html = Html::with_foot({
            let mut foot = Html::default();
            foot.text("the end", 100);
            foot
        });
        html.bold("<a href='x'> & \u{1b}", 100);
        assert_eq!(html.html(), "<b>&lt;a href='x'&gt; &amp; ‹U+001B›</b>\n\nthe end");
        html.line();
        html.text("abcdef", 4);
        assert!(html.is_cut() && !html.is_full());
        for _ in 0..10 {
            html.text(&"👍".repeat(500), 1_000);
        }
        assert!(html.is_full());
        assert!(width(&html.words()) <= MOST && html.words().ends_with("the end"));
    }
}
