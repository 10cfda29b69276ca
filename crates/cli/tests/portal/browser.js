// A real browser, driven by a test.
//
// Its first argument is the folder that contains `playwright-core`, its second the browser's
// executable. Each line on standard input is a step, `{"do": …}`; each gets one line on standard
// output, `{"ok": …}` or `{"failed": …}`. Steps wait for state, never for time, all with the same
// limit. Errors that a page logs are collected and reported at the end.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [, , clients, program] = process.argv;
const { chromium } = createRequire(`${clients}/`)("playwright-core");

/** The limit of every wait: what hasn't happened by then never will. */
const PATIENCE = 30_000;

const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
/**
 * Pages by name; each has its own context, and so its own storage, unless it shares another page's.
 */
const pages = new Map();
const faults = [];
/** Requests that wait. */

async function open({ page: name, url, like, options, init }) {
  const context = like
    ? pages.get(like).context()
    : await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB", timezoneId: "UTC", ...options });
  context.setDefaultTimeout(PATIENCE);
  if (init) await context.addInitScript(init);
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // Some tests are about a hub that is gone, where failed connections are expected.
    if (message.type() === "error" && !/ERR_CONNECTION|WebSocket|503|409/.test(message.text())) faults.push(message.text());
  });
  pages.set(name, page);
  await page.goto(url);
}

/**
 * Evaluates repeatedly from outside: the page's own policy forbids a script that waits inside of
 * it.
 */
async function until({ page, script }) {
  const end = Date.now() + PATIENCE;
  while (!(await page.evaluate(script))) {
    if (Date.now() > end) throw new Error("never happened");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Accessibility problems that axe-core calls serious or critical. */
async function axe({ page }) {
  await page.evaluate(readFileSync(`${clients}/node_modules/axe-core/axe.min.js`, "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html + " " + node.failureSummary).join("; ")}`);
}

/** Another origin on this machine that serves one page; returns its port. */
async function serve({ html }) {
  const server = createServer((_, reply) => reply.setHeader("Content-Type", "text/html").end(html));
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(null)));
  server.unref();
  return server.address().port;
}

/** One for each page: with its session the browser forgets which fingers are down. */
const sessions = new WeakMap();

/** Drives the browser itself, for what no page and no ordinary key can do. */
async function devtools({ page, method, params }) {
  if (!sessions.has(page)) sessions.set(page, await page.context().newCDPSession(page));
  return sessions.get(page).send(method, params);
}

/** At a place of the screen, whatever is there. */
async function tap({ page, x, y, pointer }) {
  if (pointer === "touch") return page.touchscreen.tap(x, y);
  if (pointer === "mouse") return page.mouse.click(x, y);
  const session = await page.context().newCDPSession(page);
  for (const type of ["mousePressed", "mouseReleased"]) await session.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1, pointerType: pointer });
  await session.detach();
}

async function drag({ page, from, to }) {
  const { x, y, width, height } = await page.locator(to).boundingBox();
  const down = y > (await page.locator(from).boundingBox()).y;
  await page.hover(from);
  await page.mouse.down();
  // A little further, as a hand does.
  await page.mouse.move(x + width / 2, y + height / 2 + (down ? 4 : -4), { steps: 4 });
  await page.mouse.up();
}

const steps = {
  open,
  drag,
  tap,
  axe,
  // What a screen reader gets, as lines of roles and names.
  aria: ({ page }) => page.locator("body").ariaSnapshot(),
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
  // As a person closes it: the page gets its unload events.
  shut: ({ page }) => page.close({ runBeforeUnload: true }),
  faults: () => faults.splice(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const step = JSON.parse(line);
  try {
    const page = step.do === "open" ? step.page : pages.get(step.page);
    const value = await steps[step.do]({ ...step, page });
    // Element handles can't be serialised.
    console.log(JSON.stringify({ ok: value === undefined || typeof value === "object" && !Array.isArray(value) && value?.constructor !== Object ? null : value }));
  } catch (error) {
    console.log(JSON.stringify({ failed: `${line}: ${error}` }));
  }
}
await browser.close();
