//! Answers by number in a thread, where Slack did not take the buttons (SL-4).

use sayso_core::text::filled;
use sayso_core::{Control, DraftField, Form, OptionId, OwnText, Question};
use sayso_desk::store::{Look, Post};
use sayso_desk::{DeskError, Posts, View};

use super::tell::Ear;
use super::{Surface, found};
use crate::fill;
use crate::incoming::{Person, Said};
use crate::render::Progress;

/// The post that a message answers: a text, and it is in its thread, or both are in the same.
pub(super) fn answered_post(posts: &Posts, said: &Said) -> Option<Post> {
    let thread = said.thread.as_deref()?;
    let above = posts.at(&said.channel, thread).into_iter();
    let beside = posts.in_thread(&said.channel, thread).into_iter().rev();
    above.chain(beside).find(|post| post.look == Look::Text)
}

impl Surface {
    pub(super) async fn replied(&self, said: Said) {
        let Some(post) = answered_post(&self.posts, &said) else { return };
        let person = Person { id: said.user.clone(), name: None };
        let ear =
            Ear { person: &person, channel: &said.channel, thread: Some(post.message.as_str()) };
        let view = match found(self.desk.show(&post.interaction.into()).await) {
            Ok(Some(view)) => view,
            Ok(None) => return self.gone(&ear, &post.message).await,
            Err(error) => return tracing::error!(%error, "a reply is lost"),
        };
        if !view.interaction.is_pending() {
            return self.too_late(&ear, &view.interaction, &post.message, 0).await;
        }
        let texts = self.texts(Some(&view.interaction)).await;
        if !self.may_answer(&person, &view).await {
            return self.tell(&ear, &texts.say("slack-stranger")).await;
        }
        let form = &view.interaction.form;
        let draft = view.draft.clone().unwrap_or_default();
        let Some(read) = read(form, &said.text) else {
            let how = texts.say(match &form.questions[..] {
                [only] if matches!(only.control, Control::Many { .. }) => "slack-reply-numbers",
                [_] => "slack-reply-number",
                _ => "slack-reply-lines",
            });
            let words = texts.say_with("slack-not-understood", [("how", how.as_ref().into())]);
            return self.tell(&ear, &words).await;
        };
        let changes = read.into_iter().flat_map(|(question, given)| match given {
            Given::Options(options) => fill::pick(&draft, question, options),
            Given::Text(text) => fill::write(&draft, question, text),
        });
        let done = self.reply_with(&view, changes.collect(), &person, &ear).await;
        if let Err(error) = done {
            self.explain(&ear, &view, error, &post.message, 0).await;
        }
    }

    /// Saved, and sent as soon as nothing is missing: there is no button to send with.
    async fn reply_with(
        &self,
        view: &View,
        changes: Vec<DraftField>,
        person: &Person,
        ear: &Ear<'_>,
    ) -> Result<(), DeskError> {
        let form = &view.interaction.form;
        if form.questions.len() == 1 {
            return self.answer(view, changes, person).await;
        }
        self.save(view, changes).await?;
        let view = self.desk.show(&view.interaction.id.into()).await?;
        let open = Progress::of(form, &view.draft.clone().unwrap_or_default()).open();
        if open == 0 {
            return self.answer(&view, Vec::new(), person).await;
        }
        let texts = self.texts(Some(&view.interaction)).await;
        self.tell(ear, &texts.say_with("slack-noted", [("open", open.into())])).await;
        Ok(())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Given {
    Options(Vec<OptionId>),
    Text(String),
}

/// What was answered to which question; `None` if any of it cannot be understood.
fn read<'a>(form: &'a Form, text: &str) -> Option<Vec<(&'a Question, Given)>> {
    let text = unescaped(filled(text)?);
    if let [only] = &form.questions[..] {
        return Some(vec![(only, given(only, &text)?)]);
    }
    let lines = text.lines().filter_map(filled).map(|line| {
        let (number, answer) = line.split_once([':', '.', ')'])?;
        let at: usize = number.trim().parse().ok()?;
        let question = form.questions.get(at.checked_sub(1)?)?;
        Some((question, given(question, filled(answer)?)?))
    });
    lines.collect()
}

/// Numbers where there are options, else a text where one is taken.
fn given(question: &Question, text: &str) -> Option<Given> {
    let options = question.control.options();
    let numbers: Option<Vec<usize>> = text
        .split([',', ' ', ';'])
        .filter_map(filled)
        .map(|number| number.trim_end_matches('.').parse::<usize>().ok())
        .collect();
    if let Some(numbers) = numbers.filter(|_| !options.is_empty()) {
        let one = |number: usize| Some(options.get(number.checked_sub(1)?)?.id.clone());
        return numbers.into_iter().map(one).collect::<Option<_>>().map(Given::Options);
    }
    match question.control.own_text() {
        OwnText::Allowed => Some(Given::Text(text.to_owned())),
        OwnText::Refused => None,
    }
}

/// Slack escapes three characters in what people write.
fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sayso_core::dialect::{Dialect, DialectLimits, parse};
    use serde_json::{Value, json};

    fn form(arguments: Value) -> Form {
        parse(Dialect::UserChoice, &arguments, &DialectLimits::default()).unwrap().form
    }

    /// REQ: SL-4
    #[test]
    fn numbers_and_texts_are_understood() {
        let single =
            form(json!({"type": "user_choice", "question": "Q?", "options": ["A", "B", "C"]}));
        let check = |text: &str, expected: Option<Given>| {
            let read = read(&single, text).map(|mut read| read.remove(0).1);
            assert_eq!(read, expected, "{text}");
        };
        let chosen = |id: &str| Some(Given::Options(vec![OptionId::from(id)]));
        check("2", chosen("2"));
        check(" 3. ", chosen("3"));
        check("4", None);
        check("0", None);
        check("a &lt; b", Some(Given::Text("a < b".to_owned())));
        check("  ", None);
    }

    /// REQ: SL-4
    #[test]
    fn a_form_is_answered_line_by_line() {
        let several = form(json!({"type": "user_choice_group", "choices": [
            {"question": "One?", "options": ["A", "B"]}, {"question": "Two?", "options": ["A", "B"]},
        ]}));
        let read = |text: &str| -> Option<Vec<String>> {
            let read = super::read(&several, text)?;
            Some(read.into_iter().map(|(of, given)| format!("{} {given:?}", of.id)).collect())
        };
        let both = read("1: 2\n2) my own way").unwrap();
        assert_eq!(both, [r#"q1 Options([OptionId("2")])"#, r#"q2 Text("my own way")"#]);
        for wrong in ["2", "3: 1", "1: 9", "0: 1", "1: 2\nwhat?"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
