//! One question: what it asks, what can be chosen, and what to click on.

use sayso_core::{Choice, Completeness, Control, OwnText, Question};

use super::Sheet;
use super::detail::Detail;
use super::head::shows_title;
use crate::action_ids::{self, MANY, PICK};
use crate::blocks::{Confirm, Element, Item, Style};
use crate::mrkdwn::marked;
use crate::text::{cut, escaped_line, plain, width};
use crate::{blocks::Block, limits};

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

    /// Everything to click on, without what concerns the whole.
    pub(super) fn controls(&self, sheet: &Sheet<'_>) -> Vec<Block> {
        let id = sheet.interaction.id;
        let mut blocks = Vec::new();
        let mut elements = match &self.question.control {
            Control::One { options, .. } if options.len() <= limits::OPTION_BUTTONS => {
                self.buttons(sheet, options)
            }
            Control::One { options, .. } => self.menu(sheet, options),
            Control::Many { options, .. } => {
                blocks.extend(self.choosers(sheet, options));
                Vec::new()
            }
            Control::Text => Vec::new(),
        };
        if self.question.control.own_text() == OwnText::Allowed {
            let action_id = match sheet.form.questions.len() {
                1 => action_ids::CUSTOM_INPUT_SINGLE.to_owned(),
                _ => action_ids::custom_input_multi(id, &self.question.id),
            };
            let value = action_ids::block(id, Some(self.at), "own");
            elements.push(Element::button(&action_id, &sheet.texts.say("slack-own"), &value));
        }
        blocks.extend(Block::actions(action_ids::block(id, Some(self.at), PICK), elements));
        blocks
    }

    fn buttons(&self, sheet: &Sheet<'_>, options: &[Choice]) -> Vec<Element> {
        let id = sheet.interaction.id;
        let numbered = options.iter().enumerate();
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
            button.confirmed(irreversible(sheet, &option.label).filter(|_| !option.safe))
        };
        numbered.map(button).collect()
    }

    /// One menu for each hundred.
    fn menu(&self, sheet: &Sheet<'_>, options: &[Choice]) -> Vec<Element> {
        let menus = options.chunks(limits::SELECT).enumerate().map(|(group, chunk)| {
            let action_id = self.menu_id(sheet, &format!("menu{group}"));
            let items = self.items(chunk, group);
            let placeholder = placeholder(sheet, options.len(), group, chunk.len());
            Element::select(&action_id, &placeholder, items)
                .confirmed(irreversible(sheet, &placeholder))
        });
        menus.collect()
    }

    /// Boxes for a few, menus for many.
    fn choosers(&self, sheet: &Sheet<'_>, options: &[Choice]) -> Vec<Block> {
        let chosen = sheet.worksheet.chosen(self.question);
        let groups = options.chunks(limits::SELECT).enumerate();
        let block = |(group, chunk): (usize, &[Choice])| {
            let name = format!("{MANY}{group}");
            let action_id = self.menu_id(sheet, &name);
            let items = self.items(chunk, group);
            let is_chosen = |at: &usize| chosen.contains(&chunk[*at].id);
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

    fn items(&self, chunk: &[Choice], group: usize) -> Vec<Item> {
        let numbered = chunk.iter().enumerate();
        let item = |(at, option): (usize, &Choice)| {
            let at = group * limits::SELECT + at;
            let label = plain(&option.label, self.detail.label);
            Item::new(&format!("{} · {label}", at + 1), &action_ids::item(self.at, at))
                .described(option.description.as_deref(), self.detail.description)
        };
        numbered.map(item).collect()
    }

    /// What else can be done about this question, for the menu behind three dots.
    pub(super) fn further(&self, sheet: &Sheet<'_>) -> Vec<Item> {
        let texts = sheet.texts;
        let mut items = Vec::new();
        let has_options = !self.question.control.options().is_empty();
        if sheet.interaction.presentation.annotations && has_options {
            items.push(Item::new(&texts.say("slack-add-note"), action_ids::NOTE));
        }
        if sheet.form.completeness == Completeness::Partial {
            items.push(Item::new(&texts.say("ask-to-explain"), action_ids::EXPLAIN));
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
        return sheet.texts.say("slack-choose").into_owned();
    }
    let from = group * limits::SELECT + 1;
    let values = [("from", from.into()), ("to", (from + here - 1).into())];
    sheet.texts.say_with("slack-choose-range", values)
}

fn cannot_be_undone(sheet: &Sheet<'_>, option: &Choice) -> bool {
    sheet.interaction.policy.irreversible && !option.safe
}

/// Where the choice is sent by the click itself and cannot be undone, the click asks first.
fn irreversible(sheet: &Sheet<'_>, label: &str) -> Option<Confirm> {
    let texts = sheet.texts;
    let at_once = sheet.form.questions.len() == 1 && sheet.interaction.policy.irreversible;
    at_once.then(|| {
        let [title, yes, no] =
            ["slack-irreversible", "slack-yes", "slack-no"].map(|key| texts.say(key));
        Confirm::new(&title, label, &yes, &no)
    })
}
