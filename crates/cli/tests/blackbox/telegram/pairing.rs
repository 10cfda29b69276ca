//! `sayso telegram setup` and `sayso telegram pair`: the token, and who may answer.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::fake::{ANN, BOB, TOKEN};
use super::{Chat, options};
use crate::pty::{INTERRUPTED, Terminal};

impl Chat {
    fn set_up(&self) {
        let mut terminal = self.setting_up(TOKEN);
        assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    }

    /// The token is typed.
    fn setting_up(&self, token: &str) -> Terminal {
        let mut terminal = Terminal::open(&self.world, 120, &["telegram", "setup"]);
        terminal.shows("Token (not shown):");
        terminal.types(token);
        terminal
    }

    fn revoke(&self) -> Terminal {
        Terminal::open(&self.world, 120, &["telegram", "revoke"])
    }

    fn pair(&self) -> Terminal {
        Terminal::open(&self.world, 120, &["telegram", "pair", "--no-question"])
    }

    fn kept(&self) -> String {
        std::fs::read_to_string(self.world.path("telegram.toml")).unwrap()
    }
}

/// As it stands on the screen.
fn code(terminal: &Terminal) -> String {
    // The line behind it: all of the code is there.
    terminal.shows("The code works once");
    let screen = terminal.screen();
    let (_, after) = screen.split_once("/start ").unwrap();
    after.split_whitespace().next().unwrap().to_owned()
}

/// REQ: RE-2
#[test]
fn the_token_is_typed_unseen_and_kept_private() {
    let chat = Chat::unpaired();
    let mut terminal = chat.setting_up(TOKEN);
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    let screen = terminal.screen();
    assert!(screen.contains("@sayso_test_bot") && screen.contains("telegram pair"), "{screen}");
    assert!(!screen.contains(TOKEN));
    let file = std::fs::metadata(chat.world.path("telegram.toml")).unwrap();
    assert_eq!(file.permissions().mode() & 0o777, 0o600);
    // From a file or a password manager.
    std::fs::write(chat.world.path("token"), format!("{TOKEN}\n")).unwrap();
    let mut shell = chat.world.program("/bin/sh");
    shell.args(["-c", concat!(env!("CARGO_BIN_EXE_sayso"), " telegram setup < token")]);
    let mut piped = Terminal::run(&shell, 120);
    assert_eq!(piped.ends(), 0, "{}", piped.screen());
    for (bad, code, why) in
        [("not one", 2, "BotFather"), ("123456789:AAbadbadbadbadbadbadbadbad", 1, "does not work")]
    {
        let mut terminal = chat.setting_up(bad);
        assert_eq!(terminal.ends(), code, "{}", terminal.screen());
        terminal.shows(why);
    }
    assert!(chat.kept().contains(TOKEN), "what worked is kept");
}

/// REQ: RE-2
#[test]
fn an_account_is_paired_by_its_code_and_a_yes_at_the_terminal() {
    let chat = Chat::unpaired();
    chat.set_up();
    let mut terminal = chat.pair();
    let code = code(&terminal);
    assert!(code.len() >= 8, "40 bits");
    chat.fake.write(ANN, &format!("/start {code}"));
    terminal.shows("Pair with Ann (account 1001)?");
    assert!(!chat.kept().contains("1001"), "not before the yes");
    terminal.types("y");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert!(chat.world.run(&["telegram", "list"]).ok().stdout.contains("Ann (account 1001)"));
    let _hub = chat.hub();
    let id = chat.choice(json!({}));
    chat.fake.tap(ANN, &chat.fake.question(0), "SQLite");
    assert_eq!(options(&chat.outcome(id), "q1"), json!(["lite"]));
    assert_eq!(chat.revoke().ends(), 0);
    let mut again = chat.revoke();
    assert_eq!(again.ends(), 2);
    again.shows("no account is paired");
    assert!(!chat.kept().contains("1001"));
}

/// REQ: RE-2
#[test]
fn a_no_at_the_terminal_pairs_nobody() {
    let chat = Chat::unpaired();
    chat.set_up();
    let mut terminal = chat.pair();
    chat.fake.write(BOB, &format!("/start {}", code(&terminal)));
    terminal.shows("Pair with Bob (account 1002)?");
    terminal.types("n");
    assert_ne!(terminal.ends(), 0);
    assert!(!chat.kept().contains("1002"));
}

/// REQ: RE-2
#[test]
fn an_agent_cannot_pair_itself() {
    let chat = Chat::unpaired();
    chat.set_up();
    // In its own shell, and without a terminal.
    let marker = [("CLAUDECODE", "1")];
    let mut terminal = Terminal::open_with(&chat.world, 120, &["telegram", "pair"], &marker);
    assert_ne!(terminal.ends(), 0);
    terminal.shows("the agent's terminal");
    assert!(!terminal.screen().contains("/start"), "no code is shown");
    chat.world.run(&["telegram", "pair"]).fails(2, "a terminal of your own");
    assert!(chat.fake.state().polls == 0, "nobody was listened to");
}

/// REQ: RE-2
#[test]
fn guessed_and_forged_codes_are_refused() {
    let chat = Chat::unpaired();
    chat.set_up();
    let mut terminal = chat.pair();
    let right = code(&terminal);
    // In a group others could read along.
    let group = json!({ "id": -100_123, "type": "supergroup", "title": "team" });
    chat.fake.write_in(BOB, group, None, &format!("/start {right}"));
    chat.fake.write(BOB, "/start");
    for guess in ["AAAAAAAAAA", "BBBBBBBBBB", "CCCCCCCCCC", "DDDDDDDDDD", "EEEEEEEEEE"] {
        chat.fake.write(BOB, &format!("/start {guess}"));
    }
    assert_ne!(terminal.ends(), 0, "{}", terminal.screen());
    terminal.shows("wrong codes were sent");
    assert!(!chat.kept().contains("1002"));
    // They wait at Telegram for a day, and are no guesses at the next code.
    let mut terminal = chat.pair();
    chat.fake.write(ANN, &format!("/start {}", code(&terminal)));
    terminal.shows("Pair with Ann (account 1001)?");
    terminal.types("y");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
}

/// REQ: RE-2, SA-6
#[test]
fn an_agent_changes_neither_the_bot_nor_the_account() {
    let chat = Chat::new();
    let before = chat.kept();
    let marker = [("CLAUDECODE", "1")];
    for command in ["setup", "revoke"] {
        let args = ["telegram", command];
        let mut terminal = Terminal::open_with(&chat.world, 120, &args, &marker);
        assert_ne!(terminal.ends(), 0);
        terminal.shows("the agent's terminal");
        chat.world.run_with(&args, TOKEN.as_bytes()).fails(2, "a terminal of your own");
    }
    assert_eq!(chat.kept(), before);
    assert_eq!(chat.fake.state().tries("getMe"), 0);
}

/// REQ: RE-2
#[test]
fn an_interrupted_setup_leaves_the_terminal_as_it_was() {
    let chat = Chat::unpaired();
    let mut terminal = Terminal::open(&chat.world, 120, &["telegram", "setup"]);
    terminal.shows("Token (not shown):");
    terminal.presses("\u{3}");
    assert_eq!(terminal.ends(), INTERRUPTED);
    assert!(terminal.is_as_it_was(), "it shows what is typed again");
}

/// A forged `/start` to a hub that is at work changes nothing.
/// REQ: RE-2
#[test]
fn a_hub_at_work_pairs_nobody() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let before = chat.kept();
    chat.fake.write(BOB, "/start AAAAAAAAAA");
    chat.fake.beside("belongs to somebody's sayso");
    chat.fake.is_confirmed();
    assert_eq!(chat.kept(), before);
}

/// While a hub asks for updates, and without losing what waits there.
/// REQ: RE-2
#[test]
fn pairing_again_replaces_the_account() {
    let chat = Chat::new();
    let _hub = chat.hub();
    let mut terminal = chat.pair();
    chat.fake.write(BOB, &format!("/start {}", code(&terminal)));
    terminal.shows("Pair with Bob (account 1002)?");
    terminal.types("y");
    assert_eq!(terminal.ends(), 0, "{}", terminal.screen());
    assert!(chat.kept().contains("1002") && !chat.kept().contains("1001"));
    let next = chat.hub();
    let id = chat.choice(json!({}));
    assert_eq!(chat.fake.question(0).chat, BOB);
    assert!(chat.is_pending(id));
    next.kill();
}
