// A real browser that a test leads by the hand.
//
// Its first argument is the folder that has `playwright-core`, its second the browser's program. Each
// line on standard input is a step, `{"do": …}`; each gets one line on standard output, `{"ok": …}` or
// `{"failed": …}`. Steps wait for state under one limit, never for time. What a page logs as an error
// is collected and asked for at the end.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [, , clients, program] = process.argv;
const { chromium } = createRequire(`${clients}/`)("playwright-core");

/** The one limit: whatever has not happened by then will not. */
const PATIENCE = 30_000;

const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
/** Pages by name; each has a context, and so a storage, of its own unless it is told whose to share. */
const pages = new Map();
const faults = [];

async function open({ page: name, url, like, options, init }) {
  const context = like
    ? pages.get(like).context()
    : await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB", timezoneId: "UTC", ...options });
  context.setDefaultTimeout(PATIENCE);
  if (init) await context.addInitScript(init);
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // A hub that is gone is refused a connection; that is what some tests are about.
    if (message.type() === "error" && !/ERR_CONNECTION|WebSocket|503|409/.test(message.text())) faults.push(message.text());
  });
  pages.set(name, page);
  await page.goto(url);
}

/** Looks again and again: the page's own policy forbids a script that waits inside of it. */
async function until({ page, script }) {
  const end = Date.now() + PATIENCE;
  while (!(await page.evaluate(script))) {
    if (Date.now() > end) throw new Error("never happened");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What would keep somebody out, as axe-core sees it: only what it calls serious or critical. */
async function axe({ page }) {
  await page.evaluate(readFileSync(`${clients}/node_modules/axe-core/axe.min.js`, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html + " " + node.failureSummary).join("; ")}`);
}

/** Another origin on this machine that serves one page; its port. */
async function serve({ html }) {
  const server = createServer((_, reply) => reply.setHeader("Content-Type", "text/html").end(html));
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(null)));
  server.unref();
  return server.address().port;
}

/** Speaks to the browser itself, for what no page and no ordinary key can do. */
async function devtools({ page, method, params }) {
  const session = await page.context().newCDPSession(page);
  return session.send(method, params).finally(() => session.detach());
}

const steps = {
  open,
  axe,
  serve,
  devtools,
  state: ({ page }) => page.context().storageState(),
  frames: ({ page }) => page.frames().map((frame) => frame.url()),
  goto: ({ page, url }) => page.goto(url),
  reload: ({ page }) => page.reload(),
  wait: ({ page, selector, state }) => page.waitForSelector(selector, { state: state ?? "visible" }),
  click: ({ page, selector }) => page.click(selector),
  down: async ({ page, selector }) => {
    await page.hover(selector);
    await page.mouse.down();
  },
  up: async ({ page, selector }) => {
    await page.hover(selector);
    await page.mouse.up();
  },
  hover: ({ page, selector }) => page.hover(selector),
  fill: ({ page, selector, text }) => page.fill(selector, text),
  select: ({ page, selector, value }) => page.selectOption(selector, value),
  press: ({ page, key }) => page.keyboard.press(key),
  type: ({ page, text }) => page.keyboard.type(text),
  text: ({ page, selector }) => page.innerText(selector),
  value: ({ page, selector }) => page.inputValue(selector),
  attribute: ({ page, selector, name }) => page.getAttribute(selector, name),
  count: ({ page, selector }) => page.locator(selector).count(),
  url: ({ page }) => page.url(),
  title: ({ page }) => page.title(),
  evaluate: ({ page, script }) => page.evaluate(script),
  until,
  together: ({ steps }) => Promise.all(steps.map(({ page, script }) => pages.get(page).evaluate(script))).then(() => null),
  block: ({ page, pattern }) => page.context().route(pattern, (route) => route.abort()),
  block_sockets: ({ page }) => page.context().routeWebSocket(/./, (socket) => socket.close()),
  picture: ({ page, path }) => page.screenshot({ path }),
  close: ({ page }) => page.close(),
  // As a person closes it: the page is told that it goes.
  shut: ({ page }) => page.close({ runBeforeUnload: true }),
  faults: () => faults.splice(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const step = JSON.parse(line);
  try {
    const page = step.do === "open" ? step.page : pages.get(step.page);
    const value = await steps[step.do]({ ...step, page });
    // Handles of elements are no values.
    console.log(JSON.stringify({ ok: value === undefined || typeof value === "object" && !Array.isArray(value) && value?.constructor !== Object ? null : value }));
  } catch (error) {
    console.log(JSON.stringify({ failed: `${line}: ${error}` }));
  }
}
await browser.close();
