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
   */
  const ask = (path, how) => {
    replies[path] = fetch(path, { ...how, signal: AbortSignal.timeout(15_000) }).then(async (reply) => {
      const { ok, status, statusText } = reply;
      const data = await reply.json();
      return { ok, status, statusText, json: async () => data };
    });
    // The consumer handles a failure; without a consumer it doesn't matter.
    replies[path].catch(() => {});
  };
  try {
    root.dataset.theme = recall("theme") ?? "system";
    const languages = Object.fromEntries((root.dataset.texts ?? "").split(" ").map((pair) => pair.split("=")));
    ask(languages[recall("language") ?? "en"] ?? languages.en);
    const [session, id] = [recall("session"), /^\/choice\/([0-9a-f-]+)$/.exec(location.pathname)?.[1]];
    const headers = { Accept: "application/json", Authorization: `Bearer ${session}` };
    // The first visit: the code of the link is exchanged meanwhile.
    const code = recall("token") ? null : /[#&]code=([0-9A-Za-z_-]+)(&|$)/.exec(location.hash)?.[1];
    if (code) ask("/api/v1/tokens", { method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: JSON.stringify({ code }), cache: "no-store", credentials: "omit" });
    if (session && id) ask(`/portal/questions/${id}`, { headers, cache: "no-store", credentials: "omit" });
  } catch {
    // This browser stores nothing, so nothing is known in advance.
  }
})();
