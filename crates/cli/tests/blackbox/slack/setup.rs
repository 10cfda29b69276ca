//! `sayso slack setup`, and its messages about mistakes.

use super::fake::{APP, BOT, Fault};
use super::{ANN, Chat};

#[test]
fn everything_is_checked_and_a_question_is_asked() {
    let chat = Chat::new();
    let setup = chat.world.spawn(&["slack", "setup"]);
    assert!(chat.fake.message(0).text.contains("sayso is set up"));
    let question = chat.fake.says(1, "Did it reach you?");
    chat.fake.wait("a socket", |state| !state.sockets.is_empty());
    chat.fake.click(ANN, &question, "user_choice_yes");
    let ran = setup.finish().ok();
    for words in ["bot token: sayso in Acme", "scopes: all there", "Socket Mode", "\nyes\n"] {
        assert!(ran.stdout.contains(words), "{ran:?}");
    }
    assert!(!ran.stdout.contains("xoxb") && !ran.stdout.contains("xapp"));
}

/// Which value is wrong, and how to fix it.
#[test]
fn what_is_wrong_is_named_with_what_to_do() {
    let chat = Chat::new();
    let check = |variables: &[(&str, &str)], says: [&str; 2]| {
        let ran = chat.world.run_as(variables, &["slack", "setup", "--no-question"]);
        assert_ne!(ran.code, 0, "{ran:?}");
        let told = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in says {
            assert!(told.contains(words), "{words}: {told}");
        }
    };
    check(
        &[("SAYSO_SLACK_BOT_TOKEN", "xoxb-bad")],
        ["the bot token does not work", "OAuth & Permissions"],
    );
    check(&[("SAYSO_SLACK_BOT_TOKEN", APP)], ["not_allowed_token_type", "begins with `xoxb-`"]);
    check(&[("SAYSO_SLACK_APP_TOKEN", BOT)], ["the app token does not work", "connections:write"]);
    let anyone = ("SAYSO_SLACK_ANSWERERS", "anyone");
    check(&[("SAYSO_SLACK_ASK", "CNONE"), anyone], ["`CNONE` cannot be asked", "no such channel"]);
    check(&[("SAYSO_SLACK_ASK", "CNOT"), anyone], ["`CNOT` cannot be asked", "/invite @sayso"]);
    check(&[("SAYSO_SLACK_ASK", "C1")], ["slack.answerers", "`anyone`"]);
    check(&[("SAYSO_SLACK_ASK", "#general")], ["slack.ask", "is not an id of Slack"]);
    check(&[("SAYSO_SLACK_API_BASE", "http://slack.com/api")], ["cannot be used", "without TLS"]);
    chat.fake.fail("conversations.open", Fault::Refused("missing_scope"));
    check(&[], ["lacks the scope im:write", "reinstall the app"]);
    chat.fake.state().scopes = Some("chat:write,im:write");
    check(&[], ["lacks im:history", "users:read"]);
}

#[test]
fn without_tokens_the_app_is_described() {
    let world = crate::harness::World::new();
    let ran = world.run(&["slack", "setup"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    for words in ["api.slack.com/apps", "\"socket_mode_enabled\": true", "chat:write"] {
        assert!(ran.stdout.contains(words), "{ran:?}");
    }
    assert!(ran.stderr.contains("SAYSO_SLACK_BOT_TOKEN"), "{ran:?}");
    let manifest = world.run(&["slack", "setup", "--manifest", "--url", "https://hub.example.com"]);
    assert_eq!(
        manifest.ok().json()["settings"]["interactivity"]["request_url"],
        "https://hub.example.com/slack/interactive"
    );
}

/// Tokens are never shown.
#[test]
fn settings_are_shown_without_tokens() {
    let chat = Chat::new();
    let shown = chat.world.run(&["config", "show", "--json"]).ok().stdout;
    assert!(shown.contains("slack.ask") && shown.contains(ANN), "{shown}");
    assert!(!shown.contains(BOT) && !shown.contains(APP), "{shown}");
}

/// Both tokens are tried; with the right ones everything works again.
/// REQ: IN-2
#[test]
fn doctor_finds_a_wrong_token() {
    let chat = Chat::new();
    let bare = ("PATH", "/nonexistent");
    chat.world.run_as(&[bare], &["setup", "codex", "--yes"]).ok();
    let doctor = |wrong: &[(&str, &str)]| {
        let variables: Vec<_> = wrong.iter().copied().chain([bare]).collect();
        let ran = chat.world.run_as(&variables, &["doctor", "--json"]);
        let said = ran.json();
        let parts = said["parts"].as_array().unwrap().clone();
        (ran.code, parts.into_iter().find(|part| part["name"] == "slack").unwrap())
    };
    for (name, value, what) in [
        ("SAYSO_SLACK_BOT_TOKEN", "xoxb-bad", "the bot token does not work"),
        ("SAYSO_SLACK_APP_TOKEN", BOT, "the app token does not work"),
    ] {
        let (code, slack) = doctor(&[(name, value)]);
        let says = slack["fault"]["what"].as_str().unwrap();
        assert_eq!((code, says.contains(what)), (1, true), "{slack}");
        // The fix names the same token and where to get it.
        assert_eq!(slack["fault"]["fix"], "sayso slack setup");
        let ran = chat.world.run_as(&[(name, value)], &["slack", "setup", "--no-question"]);
        assert!(ran.stderr.contains(what), "{ran:?}");
    }
    chat.world.run(&["slack", "setup", "--no-question"]).ok();
    let (code, slack) = doctor(&[]);
    assert_eq!((code, slack["says"].as_str()), (0, Some("sayso in Acme")), "{slack}");
}

/// Slack is never asked about it: the hub says what is wrong, and works.
/// REQ: SL-10
#[test]
fn a_placeholder_for_a_token_does_not_stop_the_hub() {
    for token in ["xoxb-…", "xoxb-", "xoxb-..."] {
        let chat = Chat::new();
        let world = chat.world.with("SAYSO_SLACK_BOT_TOKEN", token);
        world.ask(&["Which?", "-o", "Yes", "-o", "No"]);
        let ran = world.run(&["slack", "setup", "--no-question"]);
        assert_ne!(ran.code, 0, "{ran:?}");
        assert!(ran.stderr.contains("the bot token is not one"), "{ran:?}");
        assert!(!ran.stderr.contains("Slack refused"), "{ran:?}");
        assert!(ran.stdout.contains("OAuth & Permissions shows the bot token"), "{ran:?}");
        assert_eq!(chat.fake.state().calls, [], "nobody was asked");
    }
}

/// REQ: SL-12
#[test]
fn a_question_for_slack_without_slack_is_shown_elsewhere_and_says_so() {
    let world = crate::harness::World::new();
    let id = world.ask(&["Which?", "-o", "Yes", "-o", "No", "--interface", "slack"]);
    let warnings = world.show(&id)["warnings"].to_string();
    assert!(warnings.contains("`slack` is not connected to this hub"), "{warnings}");
    assert!(warnings.contains("sayso slack setup"), "{warnings}");
    let chat = Chat::new();
    let _hub = chat.hub();
    let id = chat.world.ask(&["Which?", "-o", "Yes", "-o", "No", "--interface", "slack"]);
    assert!(chat.world.show(&id)["warnings"].is_null(), "{}", chat.world.show(&id));
}
