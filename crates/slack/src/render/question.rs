//! One question: what it asks, what can be chosen, and what to click on.

use sayso_core::worksheet::AnswerState;
use sayso_core::{Answer, Choice, Completeness, Control, Dialect, OwnText, Question, Ranking};
use sayso_locale::words;

use super::Sheet;
use super::answer::said;
use super::detail::{ANSWER, Detail, LIMITS};
use super::head::shows_title;
use crate::action_ids::{self, MANY, PICK};
use crate::blocks::{Confirm, Element, Item, Style};
use crate::mrkdwn::marked;
use crate::{blocks::Block, limits};
use sayso_chat::text::{cut, escaped_line, plain, width};

/// A question with its place in the form.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) at: usize,
    pub(super) question: &'a Question,
    pub(super) detail: Detail,
}

impl Asked<'_> {
    /// Prompt and context; the prompt is what must be read.
    pub(super) fn about(&self, lead: &str) -> String {
        let room = self.detail.text.saturating_sub(width(lead) + 10);
        let prompt = marked(&self.question.prompt, room);
        self.with_context(&format!("{lead}{prompt}"), room.saturating_sub(width(&prompt)))
    }

    /// The same for the only question: without a title above it, its prompt is the title.
    pub(super) fn about_alone(&self, sheet: &Sheet<'_>) -> String {
        let prompt = marked(&self.question.prompt, self.detail.text.saturating_sub(10));
        let left = self.detail.text.saturating_sub(width(&prompt) + 10);
        // Slack ends bold type with the line.
        let is_title = !shows_title(sheet) && !prompt.contains(['\n', '*']);
        self.with_context(&if is_title { format!("*{prompt}*") } else { prompt }, left)
    }

    fn with_context(&self, prompt: &str, left: usize) -> String {
        match &self.question.context {
            Some(context) if left > 0 => format!("{prompt}\n{}", marked(context, left)),
            _ => prompt.to_owned(),
        }
    }

    /// The options, numbered, with what they mean.
    pub(super) fn list(&self, sheet: &Sheet<'_>) -> Option<Block> {
        let options = self.question.control.options();
        let lines: Vec<String> = options
            .iter()
            .enumerate()
            .map(|(at, option)| line(sheet, at, option, self.detail.text))
            .collect();
        (!lines.is_empty()).then(|| Block::section(&cut(&lines.join("\n"), self.detail.text)))
    }

    /// Whether the button to send is there before anything is chosen.
    pub(super) fn can_be_sent_empty(&self) -> bool {
        matches!(self.question.control, Control::Many { .. })
    }

    /// Everything to click on, without what concerns the whole.
    pub(super) fn controls(&self, sheet: &Sheet<'_>) -> Vec<Block> {
        let id = sheet.interaction.id;
        let mut blocks = Vec::new();
        let limits = words::limits(sheet.texts, &self.question.control);
        if !limits.is_empty() && !self.can_be_sent_empty() {
            blocks.push(Block::context(&[escaped_line(&limits.join(" · "), LIMITS)]));
        }
        let mut elements = match &self.question.control {
            Control::One { options, .. } => self.picks(sheet, numbered(options)),
            Control::Many { options, .. } => {
                blocks.extend(self.choosers(sheet, options));
                Vec::new()
            }
            Control::Rank(ranking) => {
                blocks.extend(self.ranked(sheet));
                self.places(sheet, ranking)
            }
            Control::Text | Control::Number(_) => Vec::new(),
        };
        if self.question.control.own_text() == OwnText::Allowed {
            let action_id = match sheet.form.questions.len() {
                1 => action_ids::CUSTOM_INPUT_SINGLE.to_owned(),
                _ => action_ids::custom_input_multi(id, &self.question.id),
            };
            let value = action_ids::block(id, Some(self.at), "own");
            let words = sheet.texts.say("chat-own");
            // What is typed there is a no.
            let no = self.question.placeholder.as_deref();
            let no = no.filter(|_| sheet.interaction.origin.dialect == Dialect::Permission);
            elements.push(Element::button(&action_id, no.unwrap_or(&words), &value));
        }
        blocks.extend(Block::actions(action_ids::block(id, Some(self.at), PICK), elements));
        blocks
    }

    /// What has no place yet: a click gives it the next one.
    fn places(&self, sheet: &Sheet<'_>, ranking: &Ranking) -> Vec<Element> {
        let ranked = sheet.worksheet.chosen(self.question);
        let is_free = |(_, option): &(usize, &Choice)| !ranked.contains(&option.id);
        let is_whole = ranked.len() >= ranking.places;
        let free = numbered(&ranking.options).into_iter().filter(is_free).filter(|_| !is_whole);
        let mut elements = self.picks(sheet, free.collect());
        if !ranked.is_empty() {
            let id = sheet.interaction.id;
            elements.push(Element::button(
                &action_ids::edit_choice(id, &self.question.id),
                &sheet.texts.say("chat-undo-place"),
                &action_ids::block(id, Some(self.at), "edit"),
            ));
        }
        elements
    }

    /// A ranking that is not whole yet; a whole one is said like every answer.
    fn ranked(&self, sheet: &Sheet<'_>) -> Option<Block> {
        let AnswerState::Wrong(fault) = sheet.worksheet.standing(self.question) else {
            return None;
        };
        let options = sheet.worksheet.chosen(self.question).to_vec();
        let ranked = Answer::Given { options, text: None, notes: Default::default() };
        let said = said(sheet.texts, self.question, &ranked, ANSWER);
        Some(Block::context(&[format!("{said} · {}", words::fault(sheet.texts, &fault))]))
    }

    /// Buttons for a few, menus for many.
    fn picks(&self, sheet: &Sheet<'_>, options: Vec<(usize, &Choice)>) -> Vec<Element> {
        match self.question.control.options().len() <= limits::OPTION_BUTTONS {
            true => self.buttons(sheet, options),
            false => self.menu(sheet, &options),
        }
    }

    fn buttons(&self, sheet: &Sheet<'_>, options: Vec<(usize, &Choice)>) -> Vec<Element> {
        let id = sheet.interaction.id;
        let button = |(at, option): (usize, &Choice)| {
            let action_id = match sheet.form.questions.len() {
                1 => action_ids::user_choice(&option.id),
                _ => action_ids::multi_choice(id, &self.question.id, option.id.as_str()),
            };
            let words = format!("{} · {}", at + 1, option.label);
            let value = action_ids::value(id, self.at, at);
            let button = Element::button(&action_id, &words, &value);
            let button = match option.recommended {
                _ if cannot_be_undone(sheet, option) => button.styled(Style::Danger),
                true => button.styled(Style::Primary),
                false => button,
            };
            // Saying no is easy.
            button.confirmed(self.irreversible(sheet, &option.label).filter(|_| !option.safe))
        };
        options.into_iter().map(button).collect()
    }

    /// One menu for each hundred.
    fn menu(&self, sheet: &Sheet<'_>, options: &[(usize, &Choice)]) -> Vec<Element> {
        let menus = options.chunks(limits::SELECT).enumerate().map(|(group, chunk)| {
            let action_id = self.menu_id(sheet, &format!("menu{group}"));
            let items = self.items(chunk);
            let placeholder = placeholder(sheet, options.len(), group, chunk.len());
            Element::select(&action_id, &placeholder, items)
                .confirmed(self.irreversible(sheet, &placeholder))
        });
        menus.collect()
    }

    /// Boxes for a few, menus for many.
    fn choosers(&self, sheet: &Sheet<'_>, options: &[Choice]) -> Vec<Block> {
        let chosen = sheet.worksheet.chosen(self.question);
        let numbered = numbered(options);
        let groups = numbered.chunks(limits::SELECT).enumerate();
        let block = |(group, chunk): (usize, &[(usize, &Choice)])| {
            let name = format!("{MANY}{group}");
            let action_id = self.menu_id(sheet, &name);
            let items = self.items(chunk);
            let is_chosen = |at: &usize| chosen.contains(&chunk[*at].1.id);
            let chosen: Vec<usize> = (0..chunk.len()).filter(is_chosen).collect();
            let element = if options.len() <= limits::CHECKBOXES {
                Element::checkboxes(&action_id, items, &chosen)
            } else {
                let words = placeholder(sheet, options.len(), group, chunk.len());
                Element::multi_select(&action_id, &words, items, &chosen)
            };
            Block::actions(
                action_ids::block(sheet.interaction.id, Some(self.at), &name),
                vec![element],
            )
        };
        groups.filter_map(block).collect()
    }

    fn menu_id(&self, sheet: &Sheet<'_>, name: &str) -> String {
        match sheet.form.questions.len() {
            1 => format!("user_choice_{name}"),
            _ => action_ids::multi_choice(sheet.interaction.id, &self.question.id, name),
        }
    }

    fn items(&self, chunk: &[(usize, &Choice)]) -> Vec<Item> {
        let item = |&(at, option): &(usize, &Choice)| {
            let label = plain(&option.label, self.detail.label);
            Item::new(&format!("{} · {label}", at + 1), &action_ids::item(self.at, at))
                .described(option.description.as_deref(), self.detail.description)
        };
        chunk.iter().map(item).collect()
    }

    /// Where the choice is sent by the click itself and cannot be undone, the click asks first.
    fn irreversible(&self, sheet: &Sheet<'_>, label: &str) -> Option<Confirm> {
        let texts = sheet.texts;
        let sends = sheet.form.questions.len() == 1 && !self.question.control.takes_several();
        (sends && sheet.interaction.policy.irreversible).then(|| {
            let [title, yes, no] =
                ["chat-irreversible", "chat-yes", "chat-no"].map(|key| texts.say(key));
            Confirm::new(&title, label, &yes, &no)
        })
    }

    /// What else can be done about this question, for the menu behind three dots.
    pub(super) fn further(&self, sheet: &Sheet<'_>) -> Vec<Item> {
        let texts = sheet.texts;
        let mut items = Vec::new();
        let has_options = !self.question.control.options().is_empty();
        if sheet.interaction.presentation.annotations && has_options {
            items.push(Item::new(&texts.say("chat-add-note"), action_ids::NOTE));
        }
        items.push(Item::new(&texts.say("ask-to-explain"), action_ids::EXPLAIN));
        if sheet.form.completeness == Completeness::Partial {
            items.push(Item::new(&texts.say("skip-question"), action_ids::SKIP));
        }
        items
    }
}

fn line(sheet: &Sheet<'_>, at: usize, option: &Choice, most: usize) -> String {
    let mut line = format!("*{}.* {}", at + 1, escaped_line(&option.label, most));
    if option.recommended {
        line.push_str(&format!(" ⭐ _{}_", sheet.texts.say("recommended")));
    }
    if let Some(words) = &option.description {
        line.push_str(&format!(" — {}", escaped_line(words, most)));
    }
    line
}

fn placeholder(sheet: &Sheet<'_>, all: usize, group: usize, here: usize) -> String {
    if all <= limits::SELECT {
        return sheet.texts.say("chat-choose").into_owned();
    }
    let from = group * limits::SELECT + 1;
    let values = [("from", from.into()), ("to", (from + here - 1).into())];
    sheet.texts.say_with("chat-choose-range", values)
}

fn cannot_be_undone(sheet: &Sheet<'_>, option: &Choice) -> bool {
    sheet.interaction.policy.irreversible && !option.safe
}

/// With their places in the question.
fn numbered(options: &[Choice]) -> Vec<(usize, &Choice)> {
    options.iter().enumerate().collect()
}
