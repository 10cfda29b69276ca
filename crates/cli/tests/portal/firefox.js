// Firefox, driven by a test over WebDriver BiDi, which it speaks itself: the same lines as `browser.js`
// takes, for the steps that the test of it needs.
//
// Its first argument is the folder that contains `axe-core`, its second is the browser's executable.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [, , clients, program] = process.argv;

/** The limit of every wait: what hasn't happened by then never will. */
const PATIENCE = 30_000;

/** WebDriver's names of keys that are not characters. */
const KEYS = { Enter: "\ue007", Escape: "\ue00c", Tab: "\ue004", Control: "\ue009", Shift: "\ue008", ArrowDown: "\ue015", ArrowUp: "\ue013", Backspace: "\ue003" };

const profile = mkdtempSync(join(tmpdir(), "firefox-"));
const firefox = spawn(program, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: profile, MOZ_DISABLE_AUTO_SAFE_MODE: "1" } });
const address = await new Promise((found, failed) => {
  const said = [];
  createInterface({ input: firefox.stderr }).on("line", (line) => {
    said.push(line);
    const [at] = /ws:\/\/\S+/.exec(line) ?? [];
    if (at) found(at);
  });
  firefox.on("exit", () => failed(new Error(`Firefox ended: ${said.join("\n")}`)));
});

const socket = new WebSocket(`${address}/session`);
await new Promise((open) => socket.addEventListener("open", open));
const waiting = new Map();
let calls = 0;
const faults = [];
socket.addEventListener("message", ({ data }) => {
  const { id, type, error, message, result, method, params } = JSON.parse(data);
  if (method === "log.entryAdded" && params.level === "error") faults.push(params.text ?? "");
  if (id === undefined) return;
  const [resolve, reject] = waiting.get(id);
  waiting.delete(id);
  if (type === "error") reject(new Error(`${error}: ${message}`));
  else resolve(result);
});

function call(method, params) {
  const id = ++calls;
  return new Promise((...ends) => {
    waiting.set(id, ends);
    socket.send(JSON.stringify({ id, method, params }));
  });
}

await call("session.new", { capabilities: {} });
await call("session.subscribe", { events: ["log.entryAdded"] });
// The first tab never gets the focus.
const { context } = await call("browsingContext.create", { type: "tab" });
await call("browsingContext.activate", { context });

async function evaluate({ script }) {
  // As JSON: BiDi's own form of values is not what the test compares.
  const expression = `Promise.resolve(${script}).then((value) => JSON.stringify(value ?? null))`;
  const { type, result, exceptionDetails } = await call("script.evaluate", { expression, target: { context }, awaitPromise: true });
  if (type === "exception") throw new Error(exceptionDetails.text);
  return JSON.parse(result.value);
}

async function until({ script }) {
  const end = Date.now() + PATIENCE;
  // While the page is being loaded there is nothing to evaluate in.
  while (!(await evaluate({ script }).catch(() => false))) {
    if (Date.now() > end) throw new Error("never happened");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const element = (selector) => `document.querySelector(${JSON.stringify(selector)})`;

/** Presses these keys one after the other; `Control+k` is two at once. */
async function press({ key }) {
  const held = key.split(/\+(?=.)/).map((name) => KEYS[name] ?? name);
  const actions = [...held.map((value) => ({ type: "keyDown", value })), ...held.reverse().map((value) => ({ type: "keyUp", value }))];
  await call("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
}

/** Accessibility problems that axe-core calls serious or critical. */
async function axe() {
  const expression = `${readFileSync(`${clients}/node_modules/axe-core/axe.min.js`, "utf8")}; null`;
  const { type, exceptionDetails } = await call("script.evaluate", { expression, target: { context }, awaitPromise: false });
  if (type === "exception") throw new Error(exceptionDetails.text);
  return evaluate({ script: `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, help, nodes }) => [id, help, ...nodes.map(({ html }) => html)].join(": ")))` });
}

const steps = {
  axe,
  open: async ({ url, options }) => {
    await call("browsingContext.setViewport", { context, viewport: options?.viewport ?? { width: 1280, height: 860 } });
    await call("browsingContext.navigate", { context, url, wait: "complete" });
  },
  // It has no pen.
  tap: ({ x, y, pointer: wanted }) => {
    const pointer = wanted === "pen" ? "mouse" : wanted;
    const actions = [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    return call("input.performActions", { context, actions: [{ type: "pointer", id: pointer, parameters: { pointerType: pointer }, actions }] }).then(() => null);
  },
  wait: ({ selector, state }) => until({ script: state === "detached" ? `${element(selector)} === null` : `${element(selector)}?.checkVisibility() ?? false` }),
  until,
  press,
  type: async ({ text }) => {
    for (const key of text) await press({ key });
  },
  text: ({ selector }) => evaluate({ script: `${element(selector)}.innerText` }),
  count: ({ selector }) => evaluate({ script: `document.querySelectorAll(${JSON.stringify(selector)}).length` }),
  url: () => evaluate({ script: "location.href" }),
  evaluate,
  picture: async ({ path }) => {
    const { data } = await call("browsingContext.captureScreenshot", { context });
    writeFileSync(path, Buffer.from(data, "base64"));
  },
  faults: () => faults.splice(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const step = JSON.parse(line);
  try {
    console.log(JSON.stringify({ ok: (await steps[step.do](step)) ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ failed: `${line}: ${error}` }));
  }
}
const ended = new Promise((resolve) => firefox.once("close", resolve));
await call("browser.close", {}).catch(() => firefox.kill());
await ended;
rmSync(profile, { recursive: true, force: true });
process.exit();
