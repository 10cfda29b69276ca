//! A real browser, driven by a test: each step is a line to its own process and waits for state.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::mcp::sdk::installed;

pub struct Browser {
    child: Child,
    lines: RefCell<Option<(ChildStdin, BufReader<ChildStdout>)>>,
}

impl Browser {
    pub fn start() -> Browser {
        let program =
            std::env::var("SAYSO_TEST_CHROMIUM").unwrap_or("/usr/bin/chromium".to_owned());
        assert!(Path::new(&program).exists(), "there is no {program}: run scripts/test once");
        Browser::led_by("browser.js", &program)
    }

    /// If it is installed.
    pub fn firefox() -> Option<Browser> {
        let program =
            std::env::var("SAYSO_TEST_FIREFOX").unwrap_or("/usr/bin/firefox-esr".to_owned());
        Path::new(&program).exists().then(|| Browser::led_by("firefox.js", &program))
    }

    fn led_by(script: &str, program: &str) -> Browser {
        let clients = installed();
        let mut child = Command::new(clients.join("node"))
            .arg(format!("{}/tests/portal/{script}", env!("CARGO_MANIFEST_DIR")))
            .args([clients.as_os_str(), program.as_ref()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Browser { child, lines: RefCell::new(Some(lines)) }
    }

    /// A page in a new browser context.
    pub fn open(&self, name: &'static str, url: &str) -> Page<'_> {
        self.open_with(name, url, json!({}))
    }

    /// `options`, such as the size of the screen; `like`, such as a page whose storage it shares.
    pub fn open_with(&self, name: &'static str, url: &str, more: Value) -> Page<'_> {
        let page = Page { browser: self, name };
        let mut step = json!({ "url": url });
        step.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        page.step("open", step);
        page
    }

    /// Another tab of the same browser.
    pub fn tab(&self, name: &'static str, like: &Page<'_>, url: &str) -> Page<'_> {
        self.open_with(name, url, json!({ "like": like.name }))
    }

    #[track_caller]
    fn step(&self, step: &Value) -> Value {
        let mut lines = self.lines.borrow_mut();
        let (steps, told) = lines.as_mut().expect("not dropped yet");
        writeln!(steps, "{step}").unwrap();
        let mut line = String::new();
        told.read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line)
            .unwrap_or_else(|error| panic!("{step}: the browser ended ({error}): {line}"));
        assert!(told.get("failed").is_none(), "{}", told["failed"].as_str().unwrap_or_default());
        told["ok"].clone()
    }

    /// A page at another port of this machine, as any program may serve one; returns its address.
    pub fn serve(&self, html: &str) -> String {
        format!("http://localhost:{}/", self.step(&json!({ "do": "serve", "html": html })))
    }

    /// Evaluates these on their pages, all at the same time.
    #[track_caller]
    pub fn together(&self, steps: [(&Page<'_>, String); 2]) {
        let steps = steps.map(|(page, script)| json!({ "page": page.name, "script": script }));
        self.step(&json!({ "do": "together", "steps": steps }));
    }

    /// No page has reported an error: no script failed, nothing was refused by its own policy.
    #[track_caller]
    pub fn is_content(&self) {
        assert_eq!(self.step(&json!({ "do": "faults" })), json!([]));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Closing its input lets it close the browser; killing it would leave the browser running.
        drop(self.lines.take());
        let _ = self.child.wait();
    }
}

/// One page. Every method waits for what it needs, with the browser's common limit.
#[derive(Clone, Copy)]
pub struct Page<'b> {
    browser: &'b Browser,
    name: &'static str,
}

impl Page<'_> {
    #[track_caller]
    fn step(&self, what: &str, mut step: Value) -> Value {
        step["do"] = json!(what);
        step["page"] = json!(self.name);
        self.browser.step(&step)
    }

    /// Waits until such an element is visible.
    #[track_caller]
    pub fn wait(&self, selector: &str) {
        self.step("wait", json!({ "selector": selector }));
    }

    /// Waits until there is none.
    #[track_caller]
    pub fn wait_gone(&self, selector: &str) {
        self.step("wait", json!({ "selector": selector, "state": "detached" }));
    }

    /// Waits until the expression is true.
    #[track_caller]
    pub fn until(&self, script: &str) {
        self.step("until", json!({ "script": script }));
    }

    #[track_caller]
    pub fn click(&self, selector: &str) {
        self.step("click", json!({ "selector": selector }));
    }

    /// Clicks what has just come, after the time that it takes to see it.
    #[track_caller]
    pub fn click_later(&self, selector: &str) {
        let later = "{ const was = performance.now.bind(performance); performance.now = () => was() + 600; }";
        self.evaluate(later);
        self.click(selector);
    }

    #[track_caller]
    pub fn hover(&self, selector: &str) {
        self.step("hover", json!({ "selector": selector }));
    }

    /// Taps or clicks there, whatever is there now: `touch`, `pen` or `mouse`.
    #[track_caller]
    pub fn tap(&self, (x, y): (i64, i64), pointer: &str) {
        self.step("tap", json!({ "x": x, "y": y, "pointer": pointer }));
    }

    /// Presses the mouse button over it, and holds it.
    #[track_caller]
    pub fn mouse_down(&self, selector: &str) {
        self.step("down", json!({ "selector": selector }));
    }

    /// Releases the button over it.
    #[track_caller]
    pub fn mouse_up(&self, selector: &str) {
        self.step("up", json!({ "selector": selector }));
    }

    /// Drags one element to where another is.
    #[track_caller]
    pub fn drag(&self, from: &str, to: &str) {
        self.step("drag", json!({ "from": from, "to": to }));
    }

    #[track_caller]
    pub fn press(&self, key: &str) {
        self.step("press", json!({ "key": key }));
    }

    #[track_caller]
    pub fn type_text(&self, text: &str) {
        self.step("type", json!({ "text": text }));
    }

    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        self.step("fill", json!({ "selector": selector, "text": text }));
    }

    #[track_caller]
    pub fn select(&self, selector: &str, value: &str) {
        self.step("select", json!({ "selector": selector, "value": value }));
    }

    #[track_caller]
    pub fn goto(self, url: &str) {
        self.step("goto", json!({ "url": url }));
    }

    #[track_caller]
    pub fn reload(&self) {
        self.step("reload", json!({}));
    }

    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        let text = self.step("text", json!({ "selector": selector }));
        text.as_str().unwrap_or_default().to_owned()
    }

    #[track_caller]
    pub fn value(&self, selector: &str) -> String {
        let value = self.step("value", json!({ "selector": selector }));
        value.as_str().unwrap_or_default().to_owned()
    }

    #[track_caller]
    pub fn count(&self, selector: &str) -> u64 {
        self.step("count", json!({ "selector": selector })).as_u64().unwrap()
    }

    #[track_caller]
    pub fn url(&self) -> String {
        self.step("url", json!({})).as_str().unwrap().to_owned()
    }

    #[track_caller]
    pub fn title(&self) -> String {
        self.step("title", json!({})).as_str().unwrap().to_owned()
    }

    /// The value of the expression, with promises awaited.
    #[track_caller]
    pub fn evaluate(&self, script: &str) -> Value {
        self.step("evaluate", json!({ "script": script }))
    }

    /// Problems that axe-core calls serious or critical.
    #[track_caller]
    pub fn barriers(&self) -> Value {
        self.step("axe", json!({}))
    }

    /// What a screen reader gets: a line for each role and name.
    #[track_caller]
    pub fn tree(&self) -> String {
        self.step("aria", json!({})).as_str().unwrap().to_owned()
    }

    /// The addresses of the page and its frames.
    #[track_caller]
    pub fn frames(&self) -> Value {
        self.step("frames", json!({}))
    }

    #[track_caller]
    pub fn devtools(&self, method: &str, params: Value) {
        self.step("devtools", json!({ "method": method, "params": params }));
    }

    #[track_caller]
    pub fn picture(&self, path: &Path) {
        self.step("picture", json!({ "path": path }));
    }

    /// As a person closes it: the page gets its unload events.
    #[track_caller]
    pub fn shut(self) {
        self.step("shut", json!({}));
    }

    #[track_caller]
    pub fn close(self) {
        self.step("close", json!({}));
    }

    /// From now on sockets can't be opened.
    #[track_caller]
    pub fn block_sockets(&self) {
        self.step("block_sockets", json!({}));
    }
}
