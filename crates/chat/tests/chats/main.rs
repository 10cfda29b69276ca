//! The suite for chats, run over each of them: the line chat, which is all in this folder,
//! Slack and Telegram.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(unreachable_pub, reason = "nothing outside a test uses it")]

mod line;
mod slack;
mod suite;
mod telegram;
mod world;

/// How long the fakes of the black-box tests wait.
mod harness {
    pub use crate::world::PATIENCE;
}

macro_rules! over {
    ($chat:ty, $module:ident: $($test:ident)+) => {
        mod $module {
            $(
                #[test]
                fn $test() {
                    crate::suite::$test::<$chat>();
                }
            )+
        }
    };
    // One line for each chat.
    ($($module:ident: $chat:ty,)+) => {
        $(over! { $chat, $module:
            a_question_is_posted_once_and_redrawn_when_it_is_settled_elsewhere
            a_click_answers
            a_number_answers
            words_answer_where_they_are_asked_for
            a_form_is_answered_line_by_line
            who_may_not_answer_is_refused
            what_is_delivered_twice_counts_once
            after_a_restart_the_message_is_found_again
            the_slower_of_two_answers_is_told_who_won
            what_an_agent_says_is_edited_in_place
        })+
    };
}

over! {
    line_chat: crate::line::Line,
    slack_chat: crate::slack::Slack,
    telegram_chat: crate::telegram::Telegram,
}

/// Slack's fake clicks only on what is drawn.
#[test]
fn a_button_of_an_earlier_state_says_so() {
    suite::a_button_of_an_earlier_state_says_so::<line::Line>();
}
