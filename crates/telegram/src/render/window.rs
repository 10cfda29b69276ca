//! Messages beside a question: what is to be typed, the confirmation, and everything in full.

use sayso_chat::text::width;
use sayso_chat::{ClickAction, WindowContext, WindowKind};
use sayso_core::Question;
use sayso_core::settings::Language;
use sayso_core::text::{clean_line, cut};
use sayso_desk::View;
use sayso_locale::Texts;

use super::html::{Html, MOST};
use super::{Drawn, Sheet};
use crate::codes::{Code, HubTag};

const TITLE: usize = 120;
/// Messages with all there is to read; Telegram takes about one a second.
const PAGES: usize = 10;
/// What is named in a confirmation has to be there in full.
const NAMED: usize = 3_600;

/// Asks for a text.
pub(crate) fn field(view: &View, language: Language, hub: &HubTag, asked: &WindowContext) -> Drawn {
    let sheet = Sheet::new(view, language, hub);
    let question = asked.question.and_then(|at| sheet.form.questions.get(at));
    let about = match question {
        Some(question) if sheet.form.questions.len() > 1 => &question.prompt,
        _ => &sheet.form.title,
    };
    let (words, plainly) = match asked.kind {
        WindowKind::Own => ("chat-ask-own", None),
        WindowKind::Note => ("chat-ask-note", None),
        WindowKind::Explain => ("chat-ask-explain", None),
        WindowKind::Skip => ("chat-ask-skip", Some("chat-skip-plainly")),
        WindowKind::Cancel => ("chat-ask-cancel", Some("chat-cancel-plainly")),
        WindowKind::Reject => ("chat-ask-reject", Some("chat-reject-plainly")),
    };
    let title = cut(&clean_line(about), TITLE);
    let mut html = Html::default();
    html.text(&sheet.texts.say_with(words, [("title", title.into())]), 600);
    if let (WindowKind::Note, Some(question)) = (asked.kind, question) {
        list(&mut html, question);
    }
    let rows = plainly.map(|key| {
        vec![
            vec![sheet.button(&sheet.texts.say(key), &Code::Plainly)],
            vec![sheet.button(&sheet.texts.say("chat-back"), &Code::Back)],
        ]
    });
    let asks = rows.is_none();
    Drawn { asks, ..Drawn::new(html, rows.unwrap_or_default()) }
}

fn list(html: &mut Html, question: &Question) {
    for (place, option) in question.control.options().iter().enumerate() {
        html.line();
        html.text(&format!("{}. {}", place + 1, clean_line(&option.label)), 80);
    }
}

/// Names what is about to be done: the second tap is not the first one again.
pub(crate) fn confirm(
    view: &View,
    language: Language,
    hub: &HubTag,
    (action, seal): (&ClickAction, u32),
    about: i64,
) -> Drawn {
    let sheet = Sheet::new(view, language, hub);
    let what = match action {
        ClickAction::Pick { question, option } => sheet
            .form
            .questions
            .get(*question)
            .and_then(|question| question.control.options().get(*option))
            .map(|option| option.label.clone()),
        _ => None,
    };
    let what = what.unwrap_or_else(|| chosen(&sheet));
    let what = clean_line(&what);
    let id = view.interaction.id;
    if width(&what) > NAMED {
        let command = format!("`sayso answer {}`", id.short());
        return Drawn::plain(
            &sheet.texts.say_with("chat-confirm-too-long", [("command", command.into())]),
        );
    }
    let yes = cut(&what, 30);
    let mut html = Html::default();
    html.text(&sheet.texts.say_with("chat-confirm", [("what", what.into())]), MOST);
    let sure = Code::Sure { id, action: action.clone(), about, seal };
    let yes = sheet.texts.say_with("chat-confirm-yes", [("what", yes.into())]);
    let rows = vec![
        vec![sheet.button(&yes, &sure)],
        vec![sheet.button(&sheet.texts.say("chat-no"), &Code::Back)],
    ];
    Drawn::new(html, rows)
}

/// All that would be sent.
fn chosen(sheet: &Sheet<'_>) -> String {
    let questions = sheet.form.questions.iter().enumerate();
    let said = questions.filter_map(|(at, question)| {
        Some(super::question::said(sheet, question, sheet.progress.answer(at)?))
    });
    said.collect::<Vec<_>>().join(" · ")
}

/// Everything that there is to read about a question, or its beginning and where the rest is.
pub(crate) fn whole(view: &View, language: Language) -> Vec<Drawn> {
    let form = &view.interaction.form;
    let mut lines = vec![form.title.clone()];
    lines.extend(form.context.clone());
    for (at, question) in form.questions.iter().enumerate() {
        lines.push(String::new());
        lines.push(match form.questions.len() {
            1 => question.prompt.clone(),
            _ => format!("{}. {}", at + 1, question.prompt),
        });
        lines.extend(question.context.clone());
        for (place, option) in question.control.options().iter().enumerate() {
            lines.push(format!("{}. {}", place + 1, option.label));
            lines.extend(option.description.clone());
        }
    }
    let pages = super::text::pages(&lines.join("\n"), MOST);
    let mut drawn: Vec<Drawn> = pages.iter().take(PAGES).map(|page| Drawn::plain(page)).collect();
    if pages.len() > PAGES {
        let command = format!("`sayso show {}`", view.interaction.id.short());
        let rest = Texts::of(language).say_with("chat-read-rest", [("command", command.into())]);
        drawn.push(Drawn::plain(&rest));
    }
    drawn
}
