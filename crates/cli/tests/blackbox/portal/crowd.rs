//! Twenty questions at once from five agents, answered on one page in any order.

use serde_json::{Value, json};

use super::{Scene, choice};
use crate::crash::seed::Chance;
use crate::mcp::lines::Agent;

const AGENTS: usize = 5;
const EACH: usize = 4;

/// One question, and its answer.
struct Said {
    agent: usize,
    call: u64,
    title: String,
    option: String,
    text: String,
}

/// REQ: WE-8, PC-11
#[test]
fn everybody_gets_their_own_answer() {
    let mut chance = Chance::of_test("everybody_gets_their_own_answer");
    let scene = Scene::without_agent();
    scene.world.run(&["list"]).ok();
    let mut agents: Vec<Agent> = (0..AGENTS).map(|_| Agent::start(&scene.world, "mcp")).collect();
    let mut said = Vec::new();
    for (at, agent) in agents.iter_mut().enumerate() {
        for n in 0..EACH {
            let title = format!("Question {n} of agent {at}");
            let asked = choice(json!({ "title": title, "selection_mode": "hybrid" }));
            let call = agent.send_call("provide_choice", &asked);
            let option = ["pg", "lite", "dynamo"][chance.below(3) as usize].to_owned();
            let text = format!("for {n} of {at}");
            said.push(Said { agent: at, call, title, option, text });
        }
    }
    let rows = || scene.world.run(&["list", "--json"]).ok().json()["rows"].clone();
    scene.world.until("all are asked", || rows().as_array().unwrap().len() == said.len());
    let asked = rows();
    let id = |title: &str| {
        let mut rows = asked.as_array().unwrap().iter();
        let row = rows.find(|row| row["title"] == title).expect("it is listed");
        row["id"].as_str().unwrap().to_owned()
    };

    let page = scene.browser.open("page", &scene.link(None));
    page.wait("html[data-live=socket]");
    page.until(&format!("document.title === '({}) sayso'", said.len()));
    let show = |one: &Said| {
        let id = id(&one.title);
        page.click(&format!("[data-row='{id}']"));
        page.wait(&format!("[data-card='{id}'][data-status=pending]"));
        id
    };
    let text = "[data-field^='text/']";
    // All are started first and finished in another order: drafts don't mix.
    shuffle(&mut said, &mut chance);
    for one in &said {
        show(one);
        assert_eq!((page.count("[aria-checked=true]"), page.value(text)), (0, String::new()));
        page.click(&format!("[data-option={}]", one.option));
        page.fill(text, &one.text);
    }
    shuffle(&mut said, &mut chance);
    for one in &said {
        let id = show(one);
        page.wait(&format!("[data-pick={}][aria-checked=true]", one.option));
        assert_eq!((page.count("[aria-checked=true]"), page.value(text)), (1, one.text.clone()));
        page.press("Control+Enter");
        page.wait(&format!("[data-card='{id}'][data-status=submitted]"));
    }
    page.until("document.title === 'sayso'");
    scene.browser.is_content();

    for (at, agent) in agents.iter_mut().enumerate() {
        for _ in 0..EACH {
            let (call, result) = agent.next_reply();
            let one = said.iter().find(|one| (one.agent, one.call) == (at, call)).unwrap();
            let got: &Value = &result["structuredContent"];
            assert_eq!(got["session_id"], id(&one.title), "{result}");
            assert_eq!(got["selection"]["selected_ids"], json!([one.option]), "{}", one.title);
            assert_eq!(got["selection"]["custom_input"], one.text, "{}", one.title);
        }
    }
}

fn shuffle(said: &mut [Said], chance: &mut Chance) {
    for last in (1..said.len()).rev() {
        said.swap(last, chance.below(last as u64 + 1) as usize);
    }
}
