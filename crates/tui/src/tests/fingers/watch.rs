//! A watcher of the person and the screen, which knows which answers were meant.

use sayso_core::Command;
use sayso_core::interaction::Interaction;
use sayso_core::worksheet::needs_confirmation;

use crate::view::Screen;

#[derive(Default)]
pub(super) struct Watch {
    /// All keys, with their times.
    keys: Vec<(char, u64)>,
    /// What can be read on the screen, without blanks.
    screen: String,
    /// What the screen asks to confirm, and since when.
    offered: Option<(String, u64)>,
}

const MOVEMENT: [char; 4] = ['↑', '↓', '←', '→'];

impl Watch {
    pub(super) fn pressed(&mut self, c: char, now: u64) {
        self.keys.push((c, now));
    }

    pub(super) fn last(&self) -> Option<u64> {
        self.keys.last().map(|(_, at)| *at)
    }

    /// By enter, or by a key that stands alone.
    pub(super) fn is_on_purpose(&self) -> bool {
        let mut last = self.keys.iter().rev();
        let flows = |(last, before): (&(char, u64), &(char, u64))| last.1 < before.1 + 500;
        match (last.next(), last.next()) {
            (Some(('⏎', _)), _) => true,
            (Some(last), Some(before)) => !flows((last, before)),
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    pub(super) fn sees(&mut self, screen: &Screen, width: u16, now: u64) {
        self.screen.clear();
        for row in &screen.rows {
            let mut columns = 0;
            let shown = row.spans.iter().flat_map(|span| span.content.chars()).filter(|c| {
                columns += unicode_width::UnicodeWidthChar::width(*c).unwrap_or(0);
                columns <= usize::from(width)
            });
            self.screen.extend(shown.filter(|c| !c.is_whitespace() && *c != '▌'));
        }
        let offered = self.screen.split_once("send“").and_then(|(_, rest)| rest.split_once('”'));
        if let Some((offered, _)) = offered
            && self.offered.as_ref().is_none_or(|(known, _)| known != offered)
        {
            self.offered = Some((offered.to_owned(), now));
        }
    }

    /// Whether a person can have meant this: by a key that nothing else came with, and, if it is
    /// irreversible, with the question and the answer before their eyes.
    pub(super) fn means(
        &self,
        now: u64,
        asked: &Interaction,
        command: &Command,
    ) -> Result<(), &'static str> {
        let counted = || self.keys.iter().filter(|(c, _)| !MOVEMENT.contains(c));
        let Some((acting, at)) = counted().rfind(|(_, at)| at + 30 <= now) else {
            return Err("no key has waited");
        };
        let other = |(c, when): &&(char, u64)| c != acting && when.abs_diff(*at) < 30;
        if counted().filter(other).any(|(c, _)| !self.is_held(*c)) {
            return Err("a key acts that came with others");
        }
        match command {
            Command::Answer { submission } if needs_confirmation(asked, submission) => {
                self.shows(asked, command)
            }
            _ => Ok(()),
        }
    }

    /// Three times in a row and not all at once, as a key that is held down.
    fn is_held(&self, c: char) -> bool {
        let before = self.keys.iter().rev().skip_while(|(other, _)| *other != c);
        let times: Vec<u64> =
            before.take_while(|(other, _)| *other == c).map(|(_, at)| *at).collect();
        times.len() >= 3 && times[0] >= times[times.len() - 1] + 30
    }

    fn shows(&self, asked: &Interaction, command: &Command) -> Result<(), &'static str> {
        let Command::Answer { submission } = command else { return Ok(()) };
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        if !self.screen.contains(&bare(&asked.form.title)) {
            return Err("confirmed without its title on the screen");
        }
        for question in &asked.form.questions {
            let chosen = submission.questions.get(&question.id).and_then(|it| it.options.as_ref());
            for option in chosen.into_iter().flatten().filter_map(|id| question.control.option(id))
            {
                if !self.screen.contains(&bare(&format!("send “{}”", option.label))) {
                    return Err("confirmed without the option on the screen");
                }
            }
        }
        if !self.screen.contains("›yes") {
            return Err("confirmed without the word on the screen");
        }
        let begun = self.keys.iter().rfind(|(c, _)| *c == 'y').map(|(_, at)| *at);
        let offered = self.offered.as_ref().map(|(_, at)| *at);
        match begun >= offered {
            true => Ok(()),
            false => Err("confirmed by a word that was begun for another answer"),
        }
    }
}
