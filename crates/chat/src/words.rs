//! Answers in words: by number, as the fallback asks for it, or in one's own words.

use sayso_core::text::filled;
use sayso_core::{Form, Interaction, OptionId, OwnText, Question};
use sayso_locale::Texts;

/// How a question is answered by words in its thread; what cannot be undone and permissions are not.
pub fn how_to_reply(interaction: &Interaction, texts: &Texts) -> String {
    how(interaction, texts, "chat-reply")
}

/// The same where there are no threads.
pub fn how_to_write(interaction: &Interaction, texts: &Texts) -> String {
    how(interaction, texts, "chat-write")
}

fn how(interaction: &Interaction, texts: &Texts, way: &str) -> String {
    let key = match &interaction.form.questions[..] {
        _ if !interaction.takes_words() => {
            let command = format!("`sayso answer {}`", interaction.id.short());
            return texts.say_with("chat-reply-elsewhere", [("command", command.into())]);
        }
        [only] if only.control.is_one() && only.control.own_text() == OwnText::Allowed => {
            format!("{way}-one-or-text")
        }
        [only] => format!("{way}-{}", only.control.kind()),
        _ => format!("{way}-lines"),
    };
    texts.say(&key).into_owned()
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Given {
    Options(Vec<OptionId>),
    Text(String),
}

/// Numbers and nothing else: `2`, `1, 2`, `1: 2`, `Q1: 1, Q2: 2`, also one to a line; of several
/// questions each has its own, in their order, or is named. `None` if any of it
/// is something else, or names what is not there.
pub(crate) fn exact<'a>(form: &'a Form, text: &str) -> Option<Vec<(&'a Question, Given)>> {
    if let [only] = &form.questions[..]
        && let Some(is_value) = only.control.is_value(text)
    {
        return is_value.then(|| vec![(only, Given::Text(text.to_owned()))]);
    }
    if let Some(given) = in_order(form, text) {
        return Some(given);
    }
    let mut given: Vec<(usize, Vec<usize>)> = Vec::new();
    for part in text.split([',', ';', '\n']).map(str::trim) {
        let (question, numbers) = match part.split_once([':', ')']) {
            Some((number, numbers)) => {
                let number = number.trim();
                let number = number.strip_prefix(['Q', 'q']).unwrap_or(number);
                (Some(place(number)?), numbers)
            }
            None => (None, part),
        };
        let numbers: Vec<usize> = numbers.split_whitespace().map(place).collect::<Option<_>>()?;
        if numbers.is_empty() {
            return None;
        }
        let is_known = |place: usize| given.iter().any(|(known, _)| *known == place);
        if question.is_some_and(is_known) {
            return None;
        }
        match (question, given.last_mut()) {
            (Some(question), _) => given.push((question, numbers)),
            (None, Some((_, more))) => more.extend(numbers),
            // Only where there is but one question it need not be named.
            (None, None) if form.questions.len() == 1 => given.push((0, numbers)),
            (None, None) => return None,
        }
    }
    let chosen = given.into_iter().map(|(question, numbers)| {
        let question = form.questions.get(question)?;
        Some((question, Given::Options(options(question, &numbers)?)))
    });
    chosen.collect()
}

/// As many as there are questions: `2, 1`, or a line for each.
fn in_order<'a>(form: &'a Form, text: &str) -> Option<Vec<(&'a Question, Given)>> {
    let count = form.questions.len();
    let lines: Vec<&str> = text.lines().filter_map(filled).collect();
    let parts = if lines.len() == count { lines } else { text.split([',', ';']).collect() };
    if count < 2 || parts.len() != count {
        return None;
    }
    let numbers = |part: &str| -> Option<Vec<usize>> {
        part.split([',', ' ']).filter_map(filled).map(place).collect()
    };
    let each = form.questions.iter().zip(parts).map(|(question, part)| {
        let numbers = numbers(part).filter(|numbers| !numbers.is_empty())?;
        Some((question, Given::Options(options(question, &numbers)?)))
    });
    each.collect()
}

/// The same, or texts where they are taken: a line for each question.
pub(crate) fn own<'a>(form: &'a Form, text: &str) -> Option<Vec<(&'a Question, Given)>> {
    let text = filled(text)?;
    if let [only] = &form.questions[..] {
        return Some(vec![(only, given(only, text)?)]);
    }
    let lines = text.lines().filter_map(filled).map(|line| {
        let (number, answer) = line.split_once([':', '.', ')'])?;
        let number = number.trim();
        let question = place(number.strip_prefix(['Q', 'q']).unwrap_or(number))?;
        let question = form.questions.get(question)?;
        Some((question, given(question, filled(answer)?)?))
    });
    lines.collect()
}

/// Numbers where there are options, else a text where one is taken.
fn given(question: &Question, text: &str) -> Option<Given> {
    let numbers: Option<Vec<usize>> =
        text.split([',', ' ', ';']).filter_map(filled).map(place).collect();
    match (numbers, question.control.own_text()) {
        (Some(numbers), _) if !question.control.options().is_empty() => {
            options(question, &numbers).map(Given::Options)
        }
        (_, OwnText::Allowed) => Some(Given::Text(text.to_owned())),
        (_, OwnText::Refused) => None,
    }
}

/// From a number as people count, perhaps with a dot behind it.
fn place(number: &str) -> Option<usize> {
    let digits = number.strip_suffix('.').unwrap_or(number);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse::<usize>().ok().filter(|_| is_number)?.checked_sub(1)
}

fn options(question: &Question, places: &[usize]) -> Option<Vec<OptionId>> {
    if question.control.is_one() && places.len() > 1 {
        return None;
    }
    let options = question.control.options();
    places.iter().map(|place| Some(options.get(*place)?.id.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sayso_core::dialect::{Dialect, DialectLimits, parse};
    use serde_json::{Value, json};

    fn form(dialect: Dialect, arguments: Value) -> Form {
        parse(dialect, &arguments, &DialectLimits::default()).unwrap().form
    }

    fn single() -> Form {
        let single = json!({"type": "user_choice", "question": "Q?", "options": ["A", "B", "C"]});
        form(Dialect::UserChoice, single)
    }

    fn several() -> Form {
        let question = |text: &str| json!({"question": text, "options": ["A", "B"]});
        let several =
            json!({"type": "user_choice_group", "choices": [question("One?"), question("Two?")]});
        form(Dialect::UserChoice, several)
    }

    fn many() -> Form {
        let options = json!([{"id": "a", "label": "A", "recommended": true}, {"id": "b", "label": "B"}, {"id": "c", "label": "C"}]);
        let many = json!({
            "title": "T", "prompt": "Which of these?", "selection_mode": "multi", "options": options,
        });
        form(Dialect::ProvideChoice, many)
    }

    /// REQ: AD-8
    #[test]
    fn a_ranking_and_a_number_are_answered_by_words() {
        let ask = |fields: Value| {
            let mut arguments = json!({"title": "T", "prompt": "Which, and how much of it all?"});
            arguments.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            form(Dialect::ProvideChoice, arguments)
        };
        let options = json!([{"id": "a", "label": "A", "recommended": true}, {"id": "b", "label": "B"}, {"id": "c", "label": "C"}]);
        let rank = ask(json!({"selection_mode": "rank", "options": options}));
        for text in ["3, 1, 2", "3 1 2", "3\n1\n2"] {
            assert_eq!(shown(exact(&rank, text)).as_deref(), Some("q1=c+a+b"), "{text}");
        }
        let number = ask(json!({"selection_mode": "number", "min": 1, "max": 9, "unit": "GB"}));
        for text in ["5", "2.5", "5 GB"] {
            assert_eq!(shown(exact(&number, text)), Some(format!("q1='{text}'")));
        }
        // What is said in passing is not taken for an answer; what is said to the app is, and told why not.
        for text in ["10", "five", "1, 2"] {
            assert_eq!(shown(exact(&number, text)), None, "{text}");
            assert_eq!(shown(own(&number, text)), Some(format!("q1='{text}'")));
        }
    }

    fn shown(read: Option<Vec<(&Question, Given)>>) -> Option<String> {
        let one = |(of, given): (&Question, Given)| match given {
            Given::Options(options) => {
                let ids: Vec<&str> = options.iter().map(OptionId::as_str).collect();
                format!("{}={}", of.id, ids.join("+"))
            }
            Given::Text(text) => format!("{}='{text}'", of.id),
        };
        Some(read?.into_iter().map(one).collect::<Vec<_>>().join(" "))
    }

    /// REQ: SL-4, SL-9
    #[test]
    fn only_the_forms_of_the_fallback_are_exact() {
        let check = |form: &Form, text: &str, expected: Option<&str>| {
            assert_eq!(shown(exact(form, text)).as_deref(), expected, "{text}");
        };
        let only = &single().questions[0].id.clone();
        check(&single(), "2", Some(&format!("{only}=2")));
        check(&single(), " 3. ", Some(&format!("{only}=3")));
        check(&single(), "1: 2", Some(&format!("{only}=2")));
        check(&single(), "Q1: 2", Some(&format!("{only}=2")));
        for other in
            ["", "4", "0", "1, 2", "2: 1", "option 2", "2 please", "I think 2", "-1", "2!", "1:"]
        {
            check(&single(), other, None);
        }
        check(&several(), "1: 2", Some("q1=2"));
        check(&several(), "Q1: 1, Q2: 2", Some("q1=1 q2=2"));
        check(&several(), "1: 1\n2) 2", Some("q1=1 q2=2"));
        check(&several(), "2, 1", Some("q1=2 q2=1"));
        check(&several(), "2\n1\n", Some("q1=2 q2=1"));
        for other in [
            "2",
            "1, 3",
            "1, 2, 1",
            "1\n2\nthanks",
            "3: 1",
            "1: 9",
            "0: 1",
            "1: 2\nwhat?",
            "1: 1, 1: 2",
            "1: 1 2: 2",
        ] {
            check(&several(), other, None);
        }
        let only = &many().questions[0].id.clone();
        check(&many(), "1, 2", Some(&format!("{only}=a+b")));
        check(&many(), "1\n3", Some(&format!("{only}=a+c")));
        check(&many(), "1: 1, 3", Some(&format!("{only}=a+c")));
    }

    /// REQ: SL-4, SL-9
    #[test]
    fn to_the_app_one_may_write_in_ones_own_words() {
        let check = |form: &Form, text: &str, expected: Option<&str>| {
            assert_eq!(shown(own(form, text)).as_deref(), expected, "{text}");
        };
        let only = &single().questions[0].id.clone();
        check(&single(), "2", Some(&format!("{only}=2")));
        check(&single(), "a < b", Some(&format!("{only}='a < b'")));
        check(&single(), "  ", None);
        check(&several(), "1: 2\n2) my own way", Some("q1=2 q2='my own way'"));
        check(&several(), "1: 2\nwhat?", None);
    }
}
