//! Irreversible questions that only some surfaces may decide (`irreversible.surfaces`).

use super::*;

/// Sets `irreversible.surfaces` as a person at a terminal does.
fn decided_on(world: &World, surfaces: &str) {
    let ran = script(world, &[], &format!("config set irreversible.surfaces {surfaces}"));
    assert_eq!(ran.code, 0, "{ran:?}");
    let shown = world.run(&["config", "get", "irreversible.surfaces"]).ok().stdout;
    assert_eq!(shown.trim(), surfaces);
}

/// A program's own pseudo-terminal no longer helps it.
/// REQ: SA-7
#[test]
fn with_surfaces_set_no_terminal_decides() {
    let world = world();
    let _hub = world.hub();
    let before = irreversible(&world);
    for (surfaces, place) in [("slack", "in slack"), ("web", "sayso open --pair")] {
        decided_on(&world, surfaces);
        let id = irreversible(&world);
        let ran = script(&world, &[], &format!("answer {id} Drop"));
        assert_eq!(ran.code, 1, "{ran:?}");
        for part in ["irreversible.surfaces", place] {
            let said = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(said.contains(part), "`{part}` is not said: {said}");
        }
        world.run(&["answer", &id, "Drop"]).fails(1, "irreversible.surfaces");
        assert_eq!(world.show(&id)["status"], "pending");
        // The prompt says so before anything is typed, and accepts a no.
        let mut terminal = crate::pty::Terminal::open(&world, 100, &["answer", &id]);
        terminal.shows("can only be answered");
        terminal.is_armed();
        terminal.presses("1\r");
        terminal.shows("irreversible.surfaces");
        terminal.presses("\u{3}");
        terminal.ends();
        world.run(&["cancel", &id]).ok();
    }
    // Questions asked before are answered under the rules of that time; reversible ones by anyone.
    assert_eq!(script(&world, &[], &format!("answer {before} Drop")).code, 0);
    let ordinary = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    world.run(&["answer", &ordinary, "a"]).ok();
    decided_on(&world, "terminal");
    let id = irreversible(&world);
    world.run(&["answer", &id, "Drop"]).fails(1, "only a person may say yes");
    assert_eq!(script(&world, &[], &format!("answer {id} Drop")).code, 0);
}

/// REQ: SA-7
#[test]
fn a_program_does_not_say_where_irreversible_questions_are_answered() {
    let world = world();
    let _hub = world.hub();
    decided_on(&world, "slack");
    for args in [
        &["config", "set", "irreversible.surfaces", "any"][..],
        &["config", "unset", "irreversible.surfaces"],
    ] {
        world.run(args).fails(1, "only a person can change irreversible.surfaces");
    }
    let claude = [("CLAUDECODE", "1")];
    let ran = script(&world, &claude, "config set irreversible.surfaces any");
    assert_eq!(ran.code, 1, "{ran:?}");
    // Nor can the asking process, or the one that starts the hub.
    let world = world.with("SAYSO_IRREVERSIBLE.SURFACES", "any");
    let id = irreversible(&world);
    assert_eq!(world.show(&id)["policy"]["surfaces"], json!(["slack"]));
}

/// Who is notified, and when, is the person's as well.
/// REQ: RE-1, SA-6
#[test]
fn a_program_does_not_say_who_is_told() {
    let world = world();
    let _hub = world.hub();
    let page = Http::of(&world);
    for (name, value) in [("attention", "off"), ("quiet_hours", "00:00-23:59")] {
        let refused = format!("only a person can change {name}");
        world.run(&["config", "set", name, value]).fails(1, &refused);
        let ran = script(&world, &[("CLAUDECODE", "1")], &format!("config set {name} {value}"));
        assert_eq!(ran.code, 1, "{ran:?}");
        let path = format!("/api/v1/settings/{name}");
        let body = json!({ "value": value }).to_string();
        page.send_json("PUT", &path, body.as_bytes()).refused(403, "only a person");
        let variable = format!("SAYSO_{}", name.to_uppercase());
        let shown = world.run_as(&[(&variable, value)], &["config", "get", name]).ok().stdout;
        assert_ne!(shown.trim(), value, "no environment says it");
    }
    let ran = script(&world, &[], "config set attention 'Desktop 0, slack 300'");
    assert_eq!(ran.code, 0, "{ran:?}");
    let shown = world.run(&["config", "get", "attention"]).ok().stdout;
    assert_eq!(shown.trim(), "desktop 0s, slack 5m");
    let ran = script(&world, &[], "config set attention 'pager 1x'");
    let said = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in
        ["`pager` can't be notified: there are desktop, slack, telegram", "`1x` is not a time"]
    {
        assert!(said.contains(part), "{said}");
    }
}

/// A page opened on this machine may have been opened by the agent.
/// REQ: SA-7
#[test]
fn with_surfaces_set_a_page_of_this_account_does_not_decide() {
    let world = world();
    let _hub = world.hub();
    decided_on(&world, "web");
    let id = irreversible(&world);
    let page = crate::http::Http::of(&world).page();
    let act = format!("/api/v1/interactions/{id}/act");
    let problem = page.post(&act, &answer("Drop")).refused(403, "irreversible.surfaces");
    let refusal = json!({ "reason": "elsewhere", "surfaces": ["web"] });
    assert_eq!(problem["refusal"], refusal, "{problem}");
    let no = page.post(&act, &json!({ "command": "cancel" }));
    assert_eq!(no.status, 200, "{no:?}");
}

/// The code is read here and typed on another device; a connection from this machine doesn't count.
/// REQ: SA-7
#[test]
fn a_page_that_was_paired_from_another_device_decides() {
    let world = world().with("SAYSO_TEST_ELSEWHERE", "127.0.0.2");
    let _hub = world.hub();
    decided_on(&world, "web");
    let id = irreversible(&world);
    // Not for a program, nor in an agent's terminal.
    world.run(&["open", "--pair"]).fails(1, "in your own terminal");
    assert_eq!(script(&world, &[("CLAUDECODE", "1")], "open --pair").code, 1);
    let port = world.hub_info().port;
    let code = pairing_code(&world);
    let pair =
        |from: &str, code: &str| paired_from(from, port, &json!({ "code": code }).to_string());
    let (status, said) = pair("127.0.0.1", &code);
    assert_eq!(status, 403, "{said}");
    assert!(said["detail"].as_str().unwrap().contains("another device"), "{said}");
    assert_eq!(pair("127.0.0.2", "AAAA-AAAA").0, 403);
    let (status, made) = pair("127.0.0.2", &code.to_lowercase());
    assert_eq!(status, 201, "{made}");
    assert_eq!(pair("127.0.0.2", &code).0, 403, "it works once");
    let listed = world.run(&["browser", "list", "--json"]).ok().json();
    assert_eq!(listed[0]["paired"], true, "{listed}");

    let session = made["session"].as_str().unwrap();
    let post = |path: &str, body: &Value| {
        let body = body.to_string();
        let request = format!(
            "POST /api/v1/{path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\
             Authorization: Bearer {session}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        exchanged("127.0.0.2", port, &request)
    };
    let (_, settings) = post("settings", &json!({}));
    let own = settings.as_array().unwrap().iter().find(|one| one["key"] == "irreversible.surfaces");
    assert_eq!(own.unwrap()["value"], "web", "{settings}");
    let (status, decided) = post(&format!("interactions/{id}/act"), &answer("Drop"));
    assert_eq!(status, 200, "{decided}");
    let actor = json!({ "by": "ann", "via": "web", "presence": "paired" });
    assert_eq!(decided["state"]["outcome"]["actor"], actor);
}

/// A hub takes the machine of another hub for another device, so that an agent there could pair its own
/// page with a code that it has seen: a code is valid at the hub whose address is shown with it.
/// REQ: SA-7
#[test]
fn a_pairing_code_is_not_valid_at_another_hub_over_the_same_database() {
    let Some(schema) = sayso_store::test_postgres::TestSchema::new() else { return };
    let shared =
        || world().with("SAYSO_TEST_ELSEWHERE", "127.0.0.2").with("SAYSO_DATABASE", &schema.url());
    let [one, other] = [shared(), shared()];
    let _hubs = [one.hub(), other.hub()];
    let body = json!({ "code": pairing_code(&one) }).to_string();
    let (status, said) = paired_from("127.0.0.2", other.hub_info().port, &body);
    assert_eq!(status, 403, "{said}");
    let (status, said) = paired_from("127.0.0.2", one.hub_info().port, &body);
    assert_eq!(status, 201, "{said}");
}

/// As a person sees it at their terminal.
fn pairing_code(world: &World) -> String {
    let ran = script(world, &[], "open --pair");
    assert_eq!(ran.code, 0, "{ran:?}");
    let (_, rest) = ran.stdout.split_once("type this code there:").expect("a code");
    rest.split_whitespace().next().unwrap().to_owned()
}

fn paired_from(from: &str, port: u16, body: &str) -> (u16, Value) {
    let request = format!(
        "POST /api/v1/pairings HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    exchanged(from, port, &request)
}

/// Over a connection from this address of the machine.
fn exchanged(from: &str, port: u16, request: &str) -> (u16, Value) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let reply = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
        let mut stream =
            socket.connect(format!("127.0.0.1:{port}").parse().unwrap()).await.unwrap();
        tokio::io::AsyncWriteExt::write_all(&mut stream, request.as_bytes()).await.unwrap();
        let mut reply = String::new();
        tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut reply).await.unwrap();
        reply
    });
    let (head, body) = reply.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), serde_json::from_str(body).unwrap())
}

/// A hub that only this machine can reach has nobody to pair.
/// REQ: SA-7
#[test]
fn a_hub_that_only_this_machine_reaches_says_so() {
    let world = world();
    let _hub = world.hub();
    let ran = script(&world, &[], "open --pair");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("hub.host"), "{ran:?}");
}

/// Any program of this account can open a page, so one that was not paired from another device
/// can't change where irreversible questions are answered.
/// REQ: SA-7
#[test]
fn a_page_that_was_not_paired_does_not_say_where_irreversible_questions_are_answered() {
    let world = world();
    let _hub = world.hub();
    let page = Http::of(&world);
    let path = "/api/v1/settings/irreversible.surfaces";
    page.send_json("PUT", path, br#"{"value":"any"}"#).refused(403, "only a person");
    page.send("DELETE", path, &[], b"").refused(403, "only a person");
    assert_eq!(page.send_json("PUT", "/api/v1/settings/hints", br#"{"value":"off"}"#).status, 204);
    let shown = page.post("/api/v1/settings", &json!({})).json();
    let keys: Vec<&Value> = shown.as_array().unwrap().iter().map(|one| &one["key"]).collect();
    assert!(keys.contains(&&json!("hints")), "{keys:?}");
    assert!(!keys.contains(&&json!("irreversible.surfaces")), "{keys:?}");
}
