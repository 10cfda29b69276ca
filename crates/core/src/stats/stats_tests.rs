//! Figures of a few questions, counted by hand.

use serde_json::json;

use super::*;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + seconds).unwrap()
}

/// Asked by `agent` in `project`, with this title, at that second; `outcome` follows ten seconds later.
fn brief(agent: &str, project: &str, title: &str, second: i64, outcome: &str, took: i64) -> Brief {
    let person = json!({ "via": "web", "presence": "interactive" });
    let outcome = match outcome {
        "pending" => return read(agent, project, title, second, &json!({ "phase": "pending" })),
        "answered" => json!({ "kind": "answered", "answers": {}, "actor": person }),
        "program" => json!({
            "kind": "answered", "answers": {}, "actor": { "via": "cli", "presence": "unattended" },
        }),
        "sent" => json!({ "kind": "timed_out", "action": "submit", "sent": {} }),
        "timed_out" => json!({ "kind": "timed_out", "action": "cancel" }),
        "withdrawn" => json!({ "kind": "withdrawn", "why": "gone" }),
        declined => json!({ "kind": declined, "actor": person }),
    };
    let state = json!({ "phase": "settled", "at": at(second + took), "outcome": outcome });
    read(agent, project, title, second, &state)
}

fn read(agent: &str, project: &str, title: &str, second: i64, state: &serde_json::Value) -> Brief {
    let question = json!({ "id": "q1", "prompt": "Which?", "control": { "kind": "text" } });
    serde_json::from_value(json!({
        "origin": { "agent": agent, "directory": format!("/home/ann/{project}"), "call_id": "1" },
        "form": { "title": title, "questions": [question] },
        "created_at": at(second),
        "state": state,
        "revision": 3,
    }))
    .unwrap()
}

fn tally(since: Option<i64>, briefs: &[Brief]) -> Stats {
    let mut tally = Tally::new(since.map(at), at(300));
    briefs.iter().for_each(|brief| tally.add(brief));
    tally.finish()
}

#[test]
fn every_end_is_counted_as_what_it_is() {
    let ends = [
        "pending",
        "answered",
        "program",
        "sent",
        "timed_out",
        "cancelled",
        "rejected",
        "withdrawn",
    ];
    let briefs = ends.map(|end| brief("codex", "api", "Which?", 1, end, 10));
    let total = tally(Some(0), &briefs).total;
    let expected = Figures {
        asked: 8,
        pending: 1,
        answered: 1,
        by_program: 1,
        timed_out: 2,
        declined: 2,
        withdrawn: 1,
        median_ms: Some(10_000),
    };
    assert_eq!(total, expected);
    assert_eq!((total.settled(), total.timed_out_percent()), (6, Some(33)));
    assert_eq!(Figures::default().timed_out_percent(), None);
}

#[test]
fn the_median_is_of_peoples_answers_and_by_agent_and_project() {
    let stats = tally(
        Some(0),
        &[
            brief("codex", "api", "A", 1, "answered", 5),
            brief("codex", "api", "B", 2, "answered", 30),
            brief("codex", "web", "C", 3, "answered", 10),
            // A program is quick, the clock is slow: neither is a person.
            brief("codex", "web", "D", 4, "program", 1),
            brief("gemini", "web", "E", 5, "timed_out", 200),
        ],
    );
    let medians = |shares: &[Share]| -> Vec<(String, u64, Option<u64>)> {
        let of = |share: &Share| {
            (share.name.clone().unwrap(), share.figures.asked, share.figures.median_ms)
        };
        shares.iter().map(of).collect()
    };
    assert_eq!(stats.total.median_ms, Some(10_000));
    let agents = [("codex".to_owned(), 4, Some(10_000)), ("gemini".to_owned(), 1, None)];
    assert_eq!(medians(&stats.agents), agents);
    let projects = [("web".to_owned(), 3, Some(10_000)), ("api".to_owned(), 2, Some(5_000))];
    assert_eq!(medians(&stats.projects), projects);
}

#[test]
fn the_same_words_are_the_same_question() {
    let stats = tally(
        Some(0),
        &[
            brief("codex", "api", "Deploy?", 1, "answered", 1),
            brief("gemini", "web", "Deploy?", 2, "pending", 0),
            brief("codex", "api", "Which?", 3, "answered", 1),
            brief("codex", "api", "Deploy?", 4, "answered", 1),
            brief("codex", "api", "Which?", 5, "answered", 1),
            brief("codex", "api", "Once?", 6, "answered", 1),
        ],
    );
    let most_asked: Vec<(&str, u64)> =
        stats.most_asked.iter().map(|again| (again.title.as_str(), again.times)).collect();
    assert_eq!(most_asked, [("Deploy?", 3), ("Which?", 2)]);
    assert_eq!(stats.asked_again, 3);
}

#[test]
fn slices_are_equally_long_and_lose_nothing() {
    let seconds = [0, 9, 10, 299, 300];
    let briefs = seconds.map(|second| brief("codex", "api", "A", second, "answered", 2));
    let stats = tally(Some(0), &briefs);
    assert_eq!(stats.slices.len(), SLICES);
    assert_eq!((stats.slices[1].from, stats.slices[0].asked), (at(10), 2));
    assert_eq!((stats.slices[1].asked, stats.slices[29].asked), (1, 2));
    // Without a beginning, the first question is it.
    let all = tally(None, &[brief("codex", "api", "A", 200, "answered", 2)]);
    assert_eq!((all.since, all.slices[0].asked), (at(200), 1));
    assert_eq!(tally(None, &[]).total, Figures::default());
}
