//! Several questions: chosen one by one, sent together, over as many messages as it takes.

use sayso_core::Answer;
use sayso_core::worksheet::needs_confirmation;

use super::answer::said;
use super::detail::{ANSWER, Part};
use super::question::Asked;
use super::{Sheet, head};
use crate::action_ids;
use crate::blocks::{Block, Confirm, Element, Item, SlackMessage, Style};
use sayso_chat::text::{cut, escaped_line};

/// Message `part` of all `parts`. The first says what it is about, the last has what ends it.
pub(super) fn message(sheet: &Sheet<'_>, parts: &[Part], part: usize) -> SlackMessage {
    let mut blocks = Vec::new();
    if part == 0 {
        blocks.extend(head::blocks(sheet));
    }
    if parts.len() > 1 {
        blocks.push(Block::context(&[place(sheet, parts, part)]));
    }
    let Part { questions, details } = &parts[part];
    for (at, detail) in questions.clone().zip(details) {
        let question = &sheet.form.questions[at];
        blocks.extend(asked(sheet, &Asked { at, question, detail: *detail }));
    }
    if part + 1 == parts.len() {
        blocks.push(Block::Divider {});
        blocks.push(Block::context(&[progress(sheet)]));
        blocks.extend(
            Some(notes(sheet)).filter(|notes| !notes.is_empty()).map(|n| Block::context(&n)),
        );
        blocks.extend(end(sheet));
        blocks.push(head::state(sheet));
    } else {
        if part == 0 {
            blocks.push(Block::context(&[progress(sheet)]));
        }
        let read = head::read_all(sheet).into_iter().collect();
        blocks.extend(Block::actions(action_ids::block(sheet.interaction.id, None, "read"), read));
    }
    // A notification for each message: the further ones say which they are.
    let notice = match part {
        0 => super::words::notice(sheet),
        _ => place(sheet, parts, part),
    };
    SlackMessage::new(&notice, blocks)
}

/// `Ship it? · part 2 of 3`
fn place(sheet: &Sheet<'_>, parts: &[Part], part: usize) -> String {
    let values = [("part", (part + 1).into()), ("parts", parts.len().into())];
    let place = sheet.texts.say_with("chat-part", values);
    format!("{} · {place}", escaped_line(&sheet.form.title, 200))
}

fn asked(sheet: &Sheet<'_>, asked: &Asked<'_>) -> Vec<Block> {
    let id = sheet.interaction.id;
    let answer = sheet.progress.answer(asked.at);
    let stays_open = asked.question.control.takes_several();
    let is_given = matches!(answer, Some(Answer::Given { .. }));
    match answer {
        Some(answer) if !(stays_open && is_given) => {
            let prompt = escaped_line(&asked.question.prompt, 300);
            let said = said(sheet.texts, asked.question, answer, ANSWER);
            let change = Element::button(
                &action_ids::edit_choice(id, &asked.question.id),
                &sheet.texts.say("chat-change"),
                &action_ids::block(id, Some(asked.at), "edit"),
            );
            let text = format!("*{}.* {prompt}\n✅ {said}", asked.at + 1);
            vec![Block::section_with(action_ids::block(id, Some(asked.at), "edit"), &text, change)]
        }
        Some(_) | None => {
            let lead = format!("*{}.* ", asked.at + 1);
            let mut blocks = vec![Block::section(&asked.about(&lead))];
            blocks.extend(asked.list(sheet));
            blocks.extend(asked.controls(sheet));
            add_further(sheet, asked, &mut blocks);
            blocks
        }
    }
}

/// The three dots stand beside the question's buttons.
fn add_further(sheet: &Sheet<'_>, asked: &Asked<'_>, blocks: &mut Vec<Block>) {
    let items = asked.further(sheet);
    if items.is_empty() {
        return;
    }
    let id = sheet.interaction.id;
    let more = Element::overflow(&action_ids::more(id, Some(&asked.question.id)), items);
    match blocks.last_mut() {
        Some(Block::Actions { elements, .. }) => elements.push(more),
        _ => {
            blocks.extend(Block::actions(action_ids::block(id, Some(asked.at), "more"), vec![more]))
        }
    }
}

/// `●●○○ 2 of 4 answered`
fn progress(sheet: &Sheet<'_>) -> String {
    let (done, all) = (sheet.progress.done(), sheet.progress.all());
    let dots: String =
        (0..all).map(|at| if sheet.progress.answer(at).is_some() { '●' } else { '○' }).collect();
    let values = [("done", done.into()), ("all", all.into())];
    format!("{dots} {}", sheet.texts.say_with("chat-progress", values))
}

/// What was written so far on options, each with its option, and on the whole.
pub(super) fn notes(sheet: &Sheet<'_>) -> Vec<String> {
    if !sheet.interaction.presentation.annotations {
        return Vec::new();
    }
    let questions = sheet.form.questions.iter();
    let on_options = questions.flat_map(|question| {
        let notes = sheet.worksheet.notes(question);
        let noted = question.control.options().iter().filter_map(move |option| {
            let note = notes.get(&option.id).filter(|note| !note.trim().is_empty())?;
            Some(format!("{}: {}", escaped_line(&option.label, 40), escaped_line(note, 80)))
        });
        noted.collect::<Vec<_>>()
    });
    let whole = sheet.worksheet.note().filter(|note| !note.trim().is_empty());
    let whole = whole.map(|note| escaped_line(note, 80));
    let texts: Vec<String> = on_options.chain(whole).collect();
    match texts.is_empty() {
        true => Vec::new(),
        false => vec![format!("📝 {}", cut(&texts.join(" · "), 250))],
    }
}

fn end(sheet: &Sheet<'_>) -> Option<Block> {
    let (id, texts) = (sheet.interaction.id, sheet.texts);
    let mut elements = Vec::new();
    if sheet.progress.is_complete() {
        let submit = Element::button(
            &action_ids::submit_form(id),
            &texts.say("chat-submit"),
            &id.to_string(),
        );
        elements.push(submit.styled(Style::Primary).confirmed(irreversible(sheet)));
        let [title, words, yes, no] =
            ["chat-reset", "chat-reset-words", "chat-reset-yes", "chat-no"]
                .map(|key| texts.say(key));
        let reset = Element::button(&action_ids::reset_form(id), &title, &id.to_string());
        elements.push(
            reset.styled(Style::Danger).confirmed(Some(Confirm::new(&title, &words, &yes, &no))),
        );
    } else if !sheet.worksheet.recommended_for_open().is_empty() {
        let words = texts.say("chat-recommended-all");
        elements.push(Element::button(&action_ids::recommended(id), &words, &id.to_string()));
    }
    elements.push(leave(sheet));
    let further = further(sheet);
    if !further.is_empty() {
        elements.push(Element::overflow(&action_ids::more(id, None), further));
    }
    elements.extend(head::read_all(sheet));
    Block::actions(action_ids::block(id, None, "end"), elements)
}

/// What ends it without an answer.
pub(super) fn leave(sheet: &Sheet<'_>) -> Element {
    let (words, value) = match sheet.interaction.origin.dialect.rejects() {
        true => ("chat-reject", action_ids::REJECT),
        false => ("chat-cancel", action_ids::CANCEL),
    };
    Element::button(&action_ids::leave(sheet.interaction.id), &sheet.texts.say(words), value)
}

/// What else can be done about the whole: at most two, so that a question's own fit beside them.
pub(super) fn further(sheet: &Sheet<'_>) -> Vec<Item> {
    let texts = sheet.texts;
    let mut items = Vec::new();
    if sheet.interaction.presentation.annotations {
        items.push(Item::new(&texts.say("chat-add-note"), action_ids::NOTE));
    }
    if sheet.interaction.deadline().is_some() {
        items.push(Item::new(&texts.say("plus-five-minutes"), action_ids::TIME));
    }
    items
}

/// The whole has its own entry for notes; one is enough.
pub(super) fn is_note(item: &Item) -> bool {
    item.value() == action_ids::NOTE
}

/// What needs a confirmation (NA-4) asks before it is sent.
pub(super) fn irreversible(sheet: &Sheet<'_>) -> Option<Confirm> {
    needs_confirmation(sheet.interaction, &sheet.worksheet.submission()).then(|| {
        let [title, yes, no] =
            ["chat-irreversible", "chat-yes", "chat-no"].map(|key| sheet.texts.say(key));
        Confirm::new(&title, &sheet.form.title, &yes, &no)
    })
}
