//! Slack refuses the blocks: the same as text, answered by number in the thread.

use super::fake::Fault;
use super::{ANN, BOB, Chat, group, single};

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
    assert!(chat.fake.whisper(1).contains("not for you"));
    chat.fake.write(ANN, &message, "7");
    assert!(chat.fake.whisper(2).contains("did not understand"));
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
    let message = chat.fake.says(0, "one line for each question");
    chat.fake.write(ANN, &message, "1: 2\n3: my own way");
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
