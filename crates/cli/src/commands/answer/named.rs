//! Questions and options as they are named on the command line.

use sayso_core::control::OwnText;
use sayso_core::text::clean_line;
use sayso_core::{Form, OptionId, Question};

use crate::exit::BadInput;

/// By id, number or header.
pub(super) fn named<'a>(form: &'a Form, name: &str) -> Result<&'a Question, BadInput> {
    let by_id = form.questions.iter().find(|question| question.id.as_str() == name);
    let by_number = || {
        let number: usize = name.parse().ok()?;
        form.questions.get(number.checked_sub(1)?)
    };
    let by_header =
        || form.questions.iter().find(|q| q.header.to_lowercase() == name.to_lowercase());
    by_id.or_else(by_number).or_else(by_header).ok_or_else(|| {
        let known = form.questions.iter().map(|q| format!("{} ({})", q.id, clean_line(&q.header)));
        let known = known.collect::<Vec<_>>().join(", ");
        BadInput(format!("there is no question `{name}`; there are {known}"))
    })
}

/// By label, id or number: the person sees the label, so it comes first. A mistyped one is refused
/// here, where the labels are known.
pub(super) fn option(form: &Form, question: &Question, given: &str) -> Result<OptionId, BadInput> {
    let options = question.control.options();
    let wanted = given.trim();
    let labelled = |is: &dyn Fn(&str) -> bool| {
        let mut same = options.iter().filter(|option| is(&option.label));
        same.next().filter(|_| same.next().is_none())
    };
    let by_label = labelled(&|label| label == wanted);
    let by_id = || options.iter().find(|option| option.id.as_str() == wanted);
    let by_any_case = || labelled(&|label| label.to_lowercase() == wanted.to_lowercase());
    let by_number = || {
        let number: usize = wanted.parse().ok()?;
        options.get(number.checked_sub(1)?)
    };
    let found = by_label.or_else(by_id).or_else(by_any_case).or_else(by_number);
    found.map(|option| option.id.clone()).ok_or_else(|| {
        let alike =
            options.iter().filter(|option| option.label.to_lowercase() == wanted.to_lowercase());
        let alike: Vec<String> = alike.map(|option| clean_line(&option.label)).collect();
        if alike.len() > 1 {
            let alike = alike.join(", ");
            return BadInput(format!(
                "`{given}` could be any of {alike}; give its id or its number"
            ));
        }
        let or_text = own_words(form, question).map(|how| format!("; {how}")).unwrap_or_default();
        if options.is_empty() {
            let header = clean_line(&question.header);
            return BadInput(format!(
                "`{header}` has no options, so `{given}` can't be one{or_text}"
            ));
        }
        let known = options.iter().take(SHOWN).map(|option| clean_line(&option.label));
        let known = known.collect::<Vec<_>>().join(", ");
        let more = if options.len() > SHOWN { ", …" } else { "" };
        BadInput(format!("there is no option `{given}`; there are {known}{more}{or_text}"))
    })
}

/// Enough to see a typing error; `sayso show` has all of them.
const SHOWN: usize = 12;

/// How a text is given instead, if one is taken.
fn own_words(form: &Form, question: &Question) -> Option<String> {
    let control = &question.control;
    if control.own_text() == OwnText::Refused || control.is_value("").is_some() {
        return None;
    }
    let text = match &form.questions[..] {
        [_] => "--text TEXT".to_owned(),
        _ => format!("--text {}=TEXT", question.id),
    };
    Some(format!("your own text is given with {text}"))
}
