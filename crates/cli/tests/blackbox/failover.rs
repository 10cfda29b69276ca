//! Several hubs over one PostgreSQL, and clients with the addresses of all: when the one in use can't
//! be used, the call goes on at the next.

mod pages;
mod sessions;
mod tokens;

use rustix::process::{Pid, Signal, kill_process};
use sayso_store::test_postgres::TestSchema;
use sayso_store::test_proxy::TestProxy;
use serde_json::json;

use crate::harness::{Running, World};
use crate::http::Http;
use crate::mcp::lines::Agent;
use crate::mcp::{choice, waited_for};

/// Two hubs, and the world of a client on another machine that knows both.
struct Team {
    hubs: Vec<Running>,
    worlds: [World; 2],
    client: World,
    _schema: TestSchema,
}

impl Team {
    /// `first` is where the first hub finds the database.
    fn start(schema: TestSchema, first: &str, speed: &str) -> Team {
        let world = |url: &str| {
            World::new()
                .with("SAYSO_DATABASE", url)
                .with("SAYSO_TEST_SPEED", speed)
                .with("SAYSO_TEST_LEASE_MS", "500")
        };
        let worlds = [world(first), world(&schema.url())];
        let mut hubs = vec![worlds[0].hub()];
        // The other one reads it when it starts.
        let token = Http::agent(&worlds[0]).token().to_owned();
        hubs.push(worlds[1].hub());
        let urls = worlds.each_ref().map(|it| format!("http://127.0.0.1:{}", it.hub_info().port));
        let client = World::new()
            .with("SAYSO_DATABASE", "")
            .with("SAYSO_HUB", &urls.join(","))
            .with("SAYSO_TOKEN", &token)
            .with("SAYSO_TEST_SPEED", speed);
        Team { hubs, worlds, client, _schema: schema }
    }

    fn new(speed: &str) -> Option<Team> {
        let schema = TestSchema::new()?;
        let url = schema.url();
        Some(Team::start(schema, &url, speed))
    }

    /// Somebody waits for it at the second hub.
    fn moved(&self, id: &str) {
        let [_, second] = &self.worlds;
        second.until("it listens there", || second.show(id)["listening"] == true);
    }

    /// Nobody was asked twice.
    fn asked(&self, questions: usize) {
        let page = self.worlds[1].run(&["list", "--all", "--json"]).ok().json();
        assert_eq!(page["rows"].as_array().unwrap().len(), questions, "{page}");
    }
}

/// REQ: TM-2, TM-3
#[test]
fn a_waiting_tool_call_goes_on_at_the_next_hub() {
    let Some(mut team) = Team::new("1") else { return };
    let mut agent = Agent::start(&team.client, "mcp");
    let call = agent.send_call("provide_choice", &choice());
    let id = waited_for(&team.worlds[0]);
    team.hubs.remove(0).kill();
    team.moved(&id);
    team.worlds[1].run(&["answer", &id, "SQLite"]).ok();
    let reply = agent.reply(call);
    assert_eq!(reply["structuredContent"]["session_id"], json!(id));
    assert_eq!(reply["structuredContent"]["action_status"], "selected", "{reply}");
    team.asked(1);
    // From here on the second one is used, also by one that begins.
    let next = agent.send_call("provide_choice", &choice());
    let id = waited_for(&team.worlds[1]);
    team.worlds[1].run(&["answer", &id, "SQLite"]).ok();
    assert_eq!(agent.reply(next)["structuredContent"]["session_id"], json!(id));
    let asked = team.client.ask(&["Deploy?", "-o", "yes", "-o", "no"]);
    assert_eq!(team.worlds[1].show(&asked)["status"], "pending");
    let status = team.client.run(&["hub", "status"]);
    let used = format!("http://127.0.0.1:{}", team.worlds[1].hub_info().port);
    assert!(status.stderr.contains(&used), "{status:?}");
    team.hubs.remove(0).kill();
    let nowhere = team.client.run(&["ask", "Deploy?", "-o", "yes", "-o", "no", "--no-wait"]);
    assert_eq!(nowhere.code, 1, "{nowhere:?}");
    assert!(nowhere.stderr.contains(&used["http://".len()..]), "{nowhere:?}");
}

/// REQ: TM-3
/// It ends in good order, and tells its clients.
#[test]
fn a_hub_that_is_stopped_is_left() {
    let Some(team) = Team::new("1") else { return };
    let asker = team.client.spawn(&["ask", "Which?", "-o", "A", "-o", "B", "--wait"]);
    let id = waited_for(&team.worlds[0]);
    let again = team.client.spawn(&["wait", &id]);
    team.worlds[0].run(&["hub", "stop"]).ok();
    team.moved(&id);
    team.worlds[1].run(&["answer", &id, "B"]).ok();
    assert_eq!(asker.finish().ok().stdout, "B\n");
    assert_eq!(again.finish().ok().stdout, "B\n");
    team.asked(1);
}

/// REQ: TM-3
/// It holds its connections, and says nothing.
#[test]
fn a_frozen_hub_is_left() {
    let Some(team) = Team::new("4") else { return };
    let asker = team.client.spawn(&["ask", "Which?", "-o", "A", "-o", "B", "--wait"]);
    let id = waited_for(&team.worlds[0]);
    let pid = Pid::from_raw(i32::try_from(team.hubs[0].pid()).unwrap()).unwrap();
    kill_process(pid, Signal::STOP).unwrap();
    let second = team.client.ask(&["And this?", "-o", "A", "-o", "B"]);
    assert_eq!(team.worlds[1].show(&second)["status"], "pending");
    team.moved(&id);
    team.worlds[1].run(&["answer", &id, "B"]).ok();
    assert_eq!(asker.finish().ok().stdout, "B\n");
    team.asked(2);
    kill_process(pid, Signal::CONT).unwrap();
}

/// REQ: TM-3
#[test]
fn a_hub_without_its_database_is_left() {
    let Some(schema) = TestSchema::new() else { return };
    let dir = tempfile::tempdir().unwrap();
    let between = TestProxy::new(dir.path(), schema.socket());
    let first = schema.url_by(dir.path());
    let team = Team::start(schema, &first, "1");
    // One that waits already, and nobody says that its hub is useless but the hub itself.
    let early = team.client.spawn(&["ask", "Which way?", "-o", "A", "-o", "B", "--wait"]);
    let first = waited_for(&team.worlds[0]);
    team.moved(&first);
    between.cut();
    let [_, second] = &team.worlds;
    second.until("its hub is gone", || second.show(&first)["listening"] == false);
    team.moved(&first);
    second.run(&["answer", &first, "A"]).ok();
    assert_eq!(early.finish().ok().stdout, "A\n");
    let id = team.client.ask(&["Which?", "-o", "A", "-o", "B"]);
    assert_eq!(second.show(&id)["status"], "pending");
    let asker = team.client.spawn(&["wait", &id]);
    team.moved(&id);
    second.run(&["answer", &id, "B"]).ok();
    assert_eq!(asker.finish().ok().stdout, "B\n");
    team.asked(2);
}
