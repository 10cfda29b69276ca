//! Deadlines: only the hub has the clock, whether or not anyone is connected.

use sayso_desk::{Answering, Clock, EventKind, SystemClock};
use serde_json::{Value, json};

use crate::harness::World;

const PROMPT: &str = "We move the billing tables to a new database this week, and the reports must \
    go on working. Which one shall it be?";

fn request(more: Value) -> Value {
    let mut request = json!({
        "title": "Database", "prompt": PROMPT, "selection_mode": "single", "timeout_seconds": 5,
        "options": [
            {"id": "pg", "label": "PostgreSQL", "recommended": true},
            {"id": "lite", "label": "SQLite"},
        ],
    });
    for (name, value) in more.as_object().unwrap() {
        request[name] = value.clone();
    }
    request
}

fn hand_in(world: &World, request: &Value) -> Value {
    let ran = world.run_with(&["ask", "--no-wait", "--json"], request.to_string().as_bytes());
    assert_eq!(ran.code, 75, "{ran:?}");
    ran.json()
}

/// What happens at the deadline: the request, the status in lists, the reply.
struct Case {
    request: Value,
    status: &'static str,
    action: &'static str,
    sent: Value,
}

fn case(more: Value, status: &'static str, action: &'static str, sent: Value) -> Case {
    Case { request: request(more), status, action, sent }
}

/// Nobody is attached; five seconds is the shortest deadline, so all run concurrently.
/// REQ: TO-1, TO-3, TO-4, AU-6
#[test]
fn the_clock_ends_what_nobody_answers() {
    let world = World::new().with("SAYSO_QUESTIONS_TIMEOUT", "5");
    let _hub = world.hub();
    let (submit, cancel, reinvoke) = ("submit", "cancel", "reinvoke");
    let own = json!(["lite"]);
    let texts = json!({"selection_mode": "text_input", "options": null});
    let cases = [
        case(json!({"default_selection_ids": own}), "auto-submitted", submit, own.clone()),
        case(json!({"timeout_action": submit}), "auto-submitted", submit, json!(["pg"])),
        case(
            json!({"timeout_action": submit, "timeout_seconds": 1}),
            "auto-submitted",
            submit,
            json!(["pg"]),
        ),
        case(json!({}), "timeout", reinvoke, json!([])),
        case(json!({"timeout_action": reinvoke}), "timeout", reinvoke, json!([])),
        case(json!({"timeout_action": cancel}), "timeout", cancel, json!([])),
        case(
            json!({"timeout_action": cancel, "default_selection_ids": own}),
            "timeout",
            cancel,
            json!([]),
        ),
        case(
            json!({"timeout_action": submit, "irreversible": true, "default_selection_ids": own}),
            "timeout",
            reinvoke,
            json!([]),
        ),
        Case {
            request: {
                let mut request = request(texts);
                request["timeout_action"] = json!(submit);
                request
            },
            ..case(json!({}), "timeout", reinvoke, json!([]))
        },
    ];
    let waiting = world.spawn(&["ask", "Who waits?", "-o", "a", "-o", "b", "--timeout", "5s"]);
    let sent = world.spawn(&["ask", "x?", "-o", "a", "-o", "b", "-d", "b", "--timeout", "5s"]);
    let replies: Vec<Value> = cases.iter().map(|case| hand_in(&world, &case.request)).collect();
    let clamped = replies[2]["warnings"].as_array().unwrap();
    assert!(clamped.iter().any(|w| w == "timeout_seconds: 1 is outside 5 to 604800; 5 is used"));
    let set = json!({"questions": [{"prompt": "p?", "title": "t",
        "options": [{"label": "a"}, {"label": "b", "recommended": true}]}]});
    let set = hand_in(&world, &set)["session_id"].as_str().unwrap().to_owned();

    world.until("everything has timed out", || {
        world.run(&["list", "--json"]).ok().json()["rows"].as_array().unwrap().is_empty()
    });
    for (case, reply) in cases.iter().zip(&replies) {
        let id = reply["session_id"].as_str().unwrap();
        let view = world.show(id);
        assert_eq!(view["status"], case.status, "{}", case.request);
        // How late depends on the machine's load; the engine's own tests drive the clock.
        let after = millis(&view["state"]["at"]) - millis(&view["created_at"]);
        assert!(after >= 5_000, "{after} ms are too early");
        let ran = world.run(&["wait", id, "--json"]);
        assert_eq!(ran.code, 4, "{ran:?}");
        let reply = ran.json();
        assert_eq!(reply["action_status"], "timeout");
        assert_eq!(reply["timeout_action"], case.action, "{}", case.request);
        assert_eq!(reply["selection"]["selected_ids"], case.sent, "{}", case.request);
        assert_eq!(reply["auto_submitted"] == true, case.action == submit);
    }
    let ran = waiting.finish();
    assert_eq!((ran.code, ran.stdout.as_str()), (4, ""));
    assert!(ran.stderr.ends_with("\nnobody answered in time\n"), "{ran:?}");
    let ran = sent.finish();
    assert_eq!((ran.code, ran.stdout.as_str()), (4, "b\n"), "also when the clock answered");

    let ran = world.run(&["wait", &set]);
    assert_eq!(ran.code, 4, "{ran:?}");
    assert!(ran.stdout.contains("Status: timed_out]\n\nThe questions timed out"), "{ran:?}");
    let reply = world.run(&["wait", &set, "--json"]).json();
    assert_eq!(reply["status"], "timed_out");
    assert_eq!(reply["questions"][0]["selected"], json!([]), "the clock answers none of these");
}

pub fn millis(time: &Value) -> i64 {
    time.as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

/// By the clock that the hub's times come from.
pub fn now() -> i64 {
    SystemClock::new().now().as_millisecond()
}

/// REQ: TO-2, TO-5
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_time_left_can_be_set_longer_and_shorter_and_everybody_is_told() {
    let world = World::new();
    let _hub = world.hub();
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    let desk = world.desk();
    let mut cursor = desk.events(None).await.unwrap().cursor;
    let deadline = || millis(&world.show(&id)["state"]["deadline"]);
    for (time, seconds, printed) in [
        ("1h", 3_600, "1:00:00 left\n"),
        ("30s", 30, "0:30 left\n"),
        ("+5m", 300, "5:"),
        ("7d", 604_800, "7 d left\n"),
        ("+1d", 604_800, "7 d left\n"),
    ] {
        let (begun, before) = (now(), deadline());
        let said = world.run(&["extend", &id, time]).ok().stdout;
        assert!(said.starts_with(printed) && said.ends_with(" left\n"), "{time}: {said}");
        let (ended, after) = (now(), deadline());
        let wanted = match time {
            // Whole seconds of what was left when it was looked up.
            "+5m" => before + 300_000..=before + 301_000 + (ended - begun),
            _ => begun + seconds * 1_000..=ended + seconds * 1_000,
        };
        assert!(wanted.contains(&after), "{time}: {after} is not in {wanted:?}");
        let events = desk.events(Some(cursor)).await.unwrap();
        cursor = events.cursor;
        let rows = events.events.iter().filter_map(|event| match &event.kind {
            EventKind::Changed { row, .. } => Some(row),
            _ => None,
        });
        let [row] = &rows.collect::<Vec<_>>()[..] else { panic!("{events:?}") };
        assert_eq!(row.id.to_string(), id);
        let left = row.live.remaining_ms.unwrap();
        let possible = after - ended - 1..=after - begun + 1;
        assert!(possible.contains(&left.cast_signed()), "{time}: {left} is not in {possible:?}");
        let shown = world.show(&id)["remaining_ms"].as_u64().unwrap();
        assert!(shown <= left, "the desk's clock goes on");
    }
    for bad in ["1s", "8d"] {
        world.run(&["extend", &id, bad]).fails(2, "must be 5s to 7d");
    }
    world.run(&["cancel", &id]).ok();
    world.run(&["extend", &id]).fails(1, "already cancelled");
}

/// REQ: TO-1
#[test]
fn a_timeout_out_of_range_is_brought_into_it_with_a_warning() {
    let world = World::new();
    let given = |world: &World, args: &[&str]| {
        let all: Vec<&str> = ["ask", "Which?", "-o", "a", "-o", "b", "--no-wait"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        let ran = world.run(&all);
        let shown = world.show(ran.stdout.trim());
        let seconds = shown["policy"]["timeout_seconds"].as_i64().unwrap();
        // A question of five seconds may have timed out by now.
        if let Some(deadline) = shown["state"].get("deadline") {
            assert_eq!(millis(deadline) - millis(&shown["created_at"]), seconds * 1_000);
        }
        (seconds, ran.stderr)
    };
    assert_eq!(given(&world, &[]).0, 300);
    let (seconds, said) = given(&world, &["--timeout", "30d"]);
    assert_eq!(seconds, 604_800);
    assert!(said.contains("--timeout: 30d is outside 5s to 7d; 7d is used"), "{said}");

    for (value, used) in [("1", 5), ("-3", 5), ("9999999", 604_800), ("600", 600)] {
        let world = World::new().with("CHOICE_TIMEOUT_SECONDS", value);
        let (seconds, said) = given(&world, &[]);
        assert_eq!(seconds, used, "{value}");
        assert_eq!(said.contains("is outside 5 to 604800"), value != "600", "{said}");
        assert_eq!(
            said.contains("environment: timeout: "),
            value != "600",
            "the agent too: {said}"
        );
    }
    let world = World::new().with("CHOICE_TIMEOUT_SECONDS", "soon");
    let (seconds, said) = given(&world, &[]);
    assert!(seconds == 300 && said.contains("CHOICE_TIMEOUT_SECONDS"), "{seconds} s: {said}");

    let world = World::new();
    std::fs::write(world.path("config.toml"), "[personal]\ntimeout = 1\n").unwrap();
    assert_eq!(given(&world, &[]).0, 5);
    let log = std::fs::read_to_string(world.paths().log()).unwrap();
    assert!(log.contains("1 is outside 5 to 604800; 5 is used"), "{log}");
    // A person is there to say it better, as with `extend`.
    for value in ["1", "8000000", "1 always"] {
        world.run(&["config", "set", "timeout", value]).fails(2, ": 5s to 7d");
    }
}

/// REQ: TO-7
#[test]
fn an_asker_that_is_killed_is_not_an_answer() {
    let world = World::new();
    let _hub = world.hub();
    let asker = world.spawn(&["ask", "Which?", "-o", "a", "-o", "b"]);
    let row = || world.run(&["list", "--json"]).ok().json()["rows"][0].clone();
    world.until("it listens", || row()["listening"] == true);
    let list = world.run(&["list"]).ok().stdout;
    assert!(!list.contains("agent"), "{list}");
    asker.kill();
    world.until("it stopped waiting", || {
        world.run(&["list"]).ok().stdout.contains("the agent stopped waiting")
    });
    assert_eq!(row()["listening"], false);
    let id = row()["id"].as_str().unwrap().to_owned();
    let ran = world.run(&["answer", &id, "b"]).ok();
    assert!(ran.stdout.contains("the agent isn't listening"), "{ran:?}");
    let shown = world.run(&["show", &id]).ok().stdout;
    assert!(shown.contains("the agent gets it when it asks"), "{shown}");
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "b\n");
    assert!(world.run(&["show", &id]).ok().stdout.contains("the agent has it"));
}
