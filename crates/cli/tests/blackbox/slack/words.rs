//! If Slack refuses the blocks: the same as text, answered by number in the thread.

use sayso_core::Dialect;
use serde_json::json;

use super::fake::Fault;
use super::{ANN, BOB, Chat, choice, group, single};

/// REQ: SL-4
#[test]
fn a_number_in_the_thread_answers() {
    let chat = Chat::new();
    chat.fake.fail("chat.postMessage", Fault::Refused("invalid_blocks"));
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let message = chat.fake.says(0, "Reply in this thread with the number");
    assert_eq!(message.blocks, serde_json::json!([]));
    for words in ["*1.* PostgreSQL", "*2.* SQLite — one file", "how data is migrated"] {
        assert!(message.text.contains(words), "{}", message.text);
    }
    chat.fake.write(BOB, &message, "1");
    assert!(chat.fake.whisper(1).contains("answer this question"));
    chat.fake.write(ANN, &message, "7");
    assert!(chat.fake.whisper(2).contains("understood as an answer"));
    assert!(chat.is_pending(id));
    chat.fake.write(ANN, &message, "2");
    assert_eq!(chat.reply(id).text, "lite");
    chat.fake.says(0, "~Which database shall it be?~");
    assert!(chat.fake.message(0).text.contains("ann, Slack"));
}

/// REQ: SL-4
#[test]
fn a_form_is_answered_line_by_line_also_after_a_restart() {
    let chat = Chat::new();
    chat.fake.fail("chat.postMessage", Fault::Refused("msg_blocks_too_long"));
    let hub = chat.hub();
    let id = chat.ask_choice(group(3));
    let message = chat.fake.says(0, "one line per question");
    chat.fake.write(ANN, &message, "<@UBOT> 1: 2\n3: my own way");
    assert_eq!(chat.fake.whisper(1), "Noted. One question is left.");
    hub.kill();
    let _hub = chat.hub();
    chat.fake.write(ANN, &message, "2: 1");
    assert_eq!(
        chat.reply(id).text,
        "Question number 1?: 2. Second of 1\nQuestion number 2?: 1. First of 2\n\
         Question number 3?: (own answer) my own way"
    );
}

/// People talk in threads: only an exact answer counts, and each person gets that hint once.
/// REQ: SL-9
#[test]
fn talk_in_the_thread_of_a_question_is_no_answer() {
    let chat = Chat::in_channel();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    let message = chat.fake.message(0);
    for text in ["I think 2 is better", "2?", "yes", "option 1"] {
        chat.fake.write(ANN, &message, text);
        chat.fake.write(BOB, &message, text);
    }
    assert!(chat.fake.whisper(2).contains("Reply in this thread with the number"));
    // Messages about a question are processed in order: the earlier ones are done.
    chat.fake.write(ANN, &message, "Q1: 2");
    assert_eq!(chat.reply(id).text, "lite");
    let state = chat.fake.state();
    let mut users: Vec<&str> =
        state.ephemerals.iter().filter_map(|told| told["user"].as_str()).collect();
    users.sort_unstable();
    assert_eq!(users, [ANN, BOB], "one hint for each");
}

/// REQ: SL-9
#[test]
fn to_the_app_one_answers_in_ones_own_words() {
    let chat = Chat::in_channel();
    let _hub = chat.hub();
    let id = chat.ask_choice(single());
    chat.fake.write(BOB, &chat.fake.message(0), "<@UBOT> neither, keep files");
    assert_eq!(chat.reply(id).text, "neither, keep files");
}

/// REQ: SL-9, NA-4
#[test]
fn what_cannot_be_undone_is_not_answered_by_words() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.ask(Dialect::ProvideChoice, choice(json!({"irreversible": true})));
    let message = chat.fake.message(0);
    for text in ["1", "1: 1", "<@UBOT> 1", "<@UBOT> PostgreSQL"] {
        chat.fake.write(ANN, &message, text);
    }
    let told = chat.fake.whisper(1);
    assert!(told.contains("This can't be undone") && told.contains("sayso answer"), "{told}");
    // A click is processed after what was written before.
    chat.fake.click(BOB, &message, "user_choice_pg");
    assert!(chat.fake.whisper(2).contains("answer this question"));
    assert!(chat.is_pending(id));
}
