//! Recognising clients, and how long each one waits.

use super::*;

fn secs(seconds: u64) -> CallPatience {
    CallPatience::For(Duration::from_secs(seconds))
}

/// REQ: RA-6, PC-15
#[test]
fn each_client_is_answered_before_it_gives_up_whatever_suffix_its_name_carries() {
    let rules = ClientRules::default();
    for (client, progress, patience) in [
        ("claude-code", ProgressNotices::Unwanted, secs(100)),
        ("Claude Code", ProgressNotices::Wanted, secs(100)),
        ("Visual Studio Code", ProgressNotices::Unwanted, secs(240)),
        ("Visual Studio Code - Insiders", ProgressNotices::Wanted, secs(240)),
        ("codex-mcp-client", ProgressNotices::Wanted, secs(280)),
        ("gemini-cli-mcp-client", ProgressNotices::Wanted, secs(580)),
        ("gemini-cli-mcp-client-sayso", ProgressNotices::Wanted, secs(580)),
        ("qwen-cli-mcp-client-codex", ProgressNotices::Wanted, secs(580)),
        ("@cline/core", ProgressNotices::Wanted, secs(50)),
        ("Cline", ProgressNotices::Unwanted, secs(50)),
        ("cursor-vscode", ProgressNotices::Wanted, secs(50)),
        ("claude-ai", ProgressNotices::Unwanted, secs(50)),
        ("opencode", ProgressNotices::Wanted, secs(240)),
        ("opencode", ProgressNotices::Unwanted, secs(50)),
        ("Zed", ProgressNotices::Unwanted, secs(50)),
        ("goose", ProgressNotices::Unwanted, secs(280)),
        ("something-new", ProgressNotices::Wanted, secs(50)),
    ] {
        assert_eq!(rules.patience(Some(client), progress), patience, "{client}");
    }
    assert_eq!(rules.patience(None, ProgressNotices::Wanted), secs(50));
    let follow_up = |client| rules.follow_up(client, ProgressNotices::Unwanted).as_secs();
    assert_eq!(follow_up(None), 30);
    assert_eq!(follow_up(Some("something-new")), 30);
    assert_eq!(follow_up(Some("codex-mcp-client")), 280);
}

/// REQ: RA-4
#[test]
fn claude_code_is_answered_before_it_moves_the_call_to_the_background() {
    for (milliseconds, patience) in [
        (None, secs(100)),
        (Some("0"), CallPatience::Endless),
        (Some("300000"), secs(280)),
        (Some("10000"), secs(5)),
        (Some("soon"), secs(100)),
    ] {
        let rules = ClientRules::default().with_environment(|name| {
            assert_eq!(name, "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS");
            milliseconds.map(str::to_owned)
        });
        let given = rules.patience(Some("claude-code"), ProgressNotices::Wanted);
        assert_eq!(given, patience, "{milliseconds:?}");
        assert_eq!(rules.patience(Some("codex-mcp-client"), ProgressNotices::Wanted), secs(280));
    }
}

/// REQ: PC-15
#[test]
fn a_window_has_an_end_for_every_client() {
    let rules = ClientRules::parse("codex=never, unknown=never").unwrap();
    let rules = rules.with_environment(|_| Some("0".to_owned()));
    for client in AGENTS.iter().map(|agent| agent.id).chain(["something-new"]) {
        for progress in [ProgressNotices::Wanted, ProgressNotices::Unwanted] {
            let window = rules.follow_up(Some(client), progress);
            assert!(window <= Duration::from_secs(600), "{client}: {window:?}");
            if let CallPatience::Endless = rules.patience(Some(client), progress) {
                assert!(["claude-code", "codex", "something-new"].contains(&client), "{client}");
            }
        }
    }
}

/// REQ: RA-6
#[test]
fn the_operator_knows_better() {
    let rules = ClientRules::parse("Cline=3500, unknown=20 ,vscode=never").unwrap();
    assert_eq!(rules.patience(Some("@cline/core"), ProgressNotices::Unwanted), secs(3_500));
    assert_eq!(
        rules.patience(Some("Visual Studio Code"), ProgressNotices::Unwanted),
        CallPatience::Endless
    );
    assert_eq!(rules.patience(Some("other"), ProgressNotices::Unwanted), secs(20));
    assert_eq!(rules.follow_up(Some("other"), ProgressNotices::Unwanted), Duration::from_secs(20));
    assert_eq!(rules.patience(Some("codex-mcp-client"), ProgressNotices::Unwanted), secs(280));
    assert_eq!(
        rules.follow_up(Some("codex-mcp-client"), ProgressNotices::Unwanted),
        Duration::from_secs(280),
        "`unknown` is for unknown clients"
    );
    for bad in ["cline", "cline=", "cline=0", "cline=-1", "cline=soon"] {
        assert!(ClientRules::parse(bad).is_err(), "{bad}");
    }
    let refused = ClientRules::parse("my agent=20").unwrap_err();
    assert!(refused.contains("`my agent`") && refused.contains("claude-code, "), "{refused}");
}

/// REQ: AU-9
#[test]
fn a_limit_is_known_or_it_is_not() {
    let rules = ClientRules::parse("codex=3000").unwrap();
    let limit = |client| rules.hard_limit(Some(client)).map(|limit| limit.after.as_secs());
    assert_eq!(limit("opencode"), Some(60));
    assert!(rules.hard_limit(Some("opencode")).unwrap().progress_resets);
    assert_eq!(limit("@cline/core"), Some(60));
    assert_eq!(limit("claude-code"), None);
    assert_eq!(limit("something-new"), None);
    assert_eq!(limit("codex-mcp-client"), None, "the operator has changed it");
}
