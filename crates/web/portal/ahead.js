// Inlined at the top of the page: requests what the first screen needs while script and style are
// still loading, so that it can be drawn as soon as the script runs. `live/http.js` takes the
// replies, by path. Without it the page works the same, only slower.
(() => {
  const root = document.documentElement;
  /** @type {NonNullable<typeof globalThis.ahead>} */
  const replies = {};
  globalThis.ahead = replies;
  /** @param {string} name */
  const recall = (name) => localStorage.getItem(`sayso.${name}`);
  /**
   * @param {string} path
   * @param {RequestInit} [how]
   * @param {(data: any) => void} [next] gets what was asked for before anybody else does
   */
  const ask = (path, how, next) => {
    replies[path] = fetch(path, { ...how, signal: AbortSignal.timeout(15_000) }).then(async (reply) => {
      const { ok, status, statusText } = reply;
      const data = await reply.json();
      if (ok) next?.(data);
      return { ok, status, statusText, json: async () => data };
    });
    // The consumer handles a failure; without a consumer it doesn't matter.
    replies[path].catch(() => {});
  };
  const Accept = "application/json";
  const id = /^\/choice\/([0-9a-f-]+)$/.exec(location.pathname)?.[1];
  /** @param {string | null} session */
  const askQuestion = (session) => {
    if (session && id) ask(`/portal/questions/${id}`, { headers: { Accept, Authorization: `Bearer ${session}` }, cache: "no-store", credentials: "omit" });
  };
  try {
    root.dataset.theme = recall("theme") ?? "system";
    // The first visit: the code of the link is exchanged meanwhile, and the question asked for at once.
    const code = recall("token") ? null : /[#&]code=([0-9A-Za-z_-]+)(&|$)/.exec(location.hash)?.[1];
    if (code) ask("/api/v1/tokens", { method: "POST", headers: { Accept, "Content-Type": Accept }, body: JSON.stringify({ code }), cache: "no-store", credentials: "omit" }, ({ session }) => askQuestion(session));
    else askQuestion(recall("session"));
    const languages = Object.fromEntries((root.dataset.texts ?? "").split(" ").map((pair) => pair.split("=")));
    const texts = languages[recall("language") ?? "en"] ?? languages.en;
    const inside = document.getElementById(texts)?.textContent;
    if (inside) replies[texts] = Promise.resolve({ ok: true, status: 200, statusText: "", json: async () => JSON.parse(inside) });
    else ask(texts);
  } catch {
    // This browser stores nothing, so nothing is known in advance.
  }
})();
