// A slow phone, for the benches: a small window, a CPU four times as slow, 400 kbit/s and 400 ms. It
// records what its browser says of the line and of the page.
import { setTimeout as sleep } from "node:timers/promises";

const LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const CPU = 4;

/** For how long nothing is asked for or comes once everything has come, and when that is at the latest, in ms. */
const QUIET_MS = 1500;
const QUIET_WITHIN = 30_000;

/** Types of requests that are counted by themselves; the rest is "other". */
export const TYPES = ["Document", "Script", "Image"];

/** Runs in each page: tells what blocks it, and when the form is awake and the receipt is there. */
const OBSERVE = `
  const tell = (name, value) => globalThis.tellBench?.(JSON.stringify({ name, value }));
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tell("blocked", Math.max(0, duration - 50));
  }).observe({ type: "longtask", buffered: true });
  const tellWhen = (name, isSo) => {
    const looking = setInterval(() => {
      if (!isSo()) return;
      tell(name, performance.timeOrigin + performance.now());
      clearInterval(looking);
    }, 20);
  };
  tellWhen("awake", () => {
    const form = document.querySelector("form#application");
    return form && Object.keys(form).some((key) => key.startsWith("__reactProps"));
  });
  tellWhen("receipt", () => document.querySelector("section.receipt"));
`;

/**
 * A request that went over the line. Redirects count as requests of their own.
 *
 * @typedef {object} Request
 * @property {string} type one of `TYPES`, or "other"
 * @property {number} asked when it was asked for
 * @property {number} down bytes that came, with the headers; over HTTP/1.1
 * @property {number} up bytes that were sent, with the headers
 */

/**
 * What a phone has seen since its first request. All times are in ms since 1970; they are 0 where
 * something never was.
 *
 * @typedef {object} Seen
 * @property {number} begun when the first page was asked for
 * @property {number[]} paints when anything of each page was visible first
 * @property {{ at: number; bytes: number }[]} html bytes of the first page that had come, not
 * compressed, and when; all of it is Infinity
 * @property {number} largest when the largest text or picture was visible
 * @property {number} awake when the scripts of a form had come and run
 * @property {number} receipt when a receipt was there; 0 without scripts
 * @property {number} blocked how long tasks blocked the pages, beyond 50 ms each, in ms
 * @property {{ at: number; value: number }[]} shifts of the layout, but for those that follow an input at once
 * @property {Request[]} requests
 * @property {string[]} faults what was asked for and is not there, with the status
 */

/**
 * Takes a new phone out of its box: nothing is stored on it.
 *
 * @param {import("playwright").Browser} browser
 * @param {{ scripts?: boolean; blocks?: string[]; isSlow?: boolean }} [options] whether pages' scripts run;
 * patterns of addresses that are not loaded; whether line and CPU are slow
 */
export async function openPhone(browser, { scripts = true, blocks = [], isSlow = true } = {}) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: scripts,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const seen = watch(session);
  await session.send("Page.enable");
  await session.send("Network.enable");
  if (scripts) {
    await session.send("Runtime.enable");
    await session.send("Runtime.addBinding", { name: "tellBench" });
    await page.addInitScript({ content: OBSERVE });
  }
  // The browser itself blocks them: sending each request through this process would take time.
  if (blocks.length > 0) await session.send("Network.setBlockedURLs", { urls: blocks });
  await session.send("Page.setLifecycleEventsEnabled", { enabled: true });
  await session.send("PerformanceTimeline.enable", {
    eventTypes: ["largest-contentful-paint", "layout-shift"],
  });
  if (isSlow) {
    await session.send("Network.emulateNetworkConditions", LINE);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU });
  }
  return { page, seen: seen.now, quiet: seen.quiet, close: () => context.close() };
}

/** @typedef {Awaited<ReturnType<typeof openPhone>>} Phone */

/** Records what a page's session says. @param {import("playwright").CDPSession} session */
function watch(session) {
  /** @type {Seen} */
  const seen = {
    begun: 0,
    paints: [],
    html: [],
    largest: 0,
    awake: 0,
    receipt: 0,
    blocked: 0,
    shifts: [],
    requests: [],
    faults: [],
  };
  /** What is under way, by its id. @type {Map<string, Request>} */
  const underWay = new Map();
  /** Bytes of headers and bodies that were sent, by the request's id. @type {Map<string, number>} */
  const sent = new Map();
  /** From the browser's own clock, in s, to ms since 1970. */
  let clock = 0;
  let document = "";
  let lastChange = Date.now();
  const at = (/** @type {number} */ timestamp) => timestamp * 1000 + clock;

  /** @param {string} id @param {number} [down] bytes that came, if the browser knows better */
  function end(id, down) {
    const request = underWay.get(id);
    underWay.delete(id);
    lastChange = Date.now();
    const ended = request && {
      ...request,
      down: down ?? request.down,
      up: request.up + (sent.get(id) ?? 0),
    };
    sent.delete(id);
    // What comes from a cache, or was blocked, was not on the line.
    if (ended && ended.down > 0) seen.requests.push(ended);
  }
  session.on("Network.requestWillBeSent", (event) => {
    const { requestId: id, request, timestamp, wallTime, type = "", redirectResponse } = event;
    if (redirectResponse) end(id, redirectResponse.encodedDataLength);
    const { protocol, pathname, search } = new URL(request.url);
    if (!protocol.startsWith("http")) return;
    if (seen.begun === 0) {
      clock = (wallTime - timestamp) * 1000;
      seen.begun = wallTime * 1000;
      document = id;
    }
    lastChange = Date.now();
    underWay.set(id, {
      type: TYPES.includes(type) ? type : "other",
      asked: at(timestamp),
      down: 0,
      up: `${request.method} ${pathname}${search} HTTP/1.1\r\n`.length,
    });
  });
  session.on("Network.requestWillBeSentExtraInfo", ({ requestId, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const body = Number(headers["Content-Length"] ?? 0);
    sent.set(requestId, (sent.get(requestId) ?? 0) + `${lines.join("")}\r\n`.length + body);
  });
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const request = underWay.get(requestId);
    if (response.status >= 400) seen.faults.push(`${response.status} ${response.url}`);
    // An answer whose body nobody reads counts as given up: then this is what came of it.
    if (request && !response.fromDiskCache) request.down = response.encodedDataLength;
  });
  session.on("Network.dataReceived", ({ requestId, timestamp, dataLength }) => {
    if (requestId !== document) return;
    const bytes = (seen.html.at(-1)?.bytes ?? 0) + dataLength;
    seen.html.push({ at: at(timestamp), bytes });
  });
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    if (requestId === document) seen.html.push({ at: at(timestamp), bytes: Infinity });
    end(requestId, encodedDataLength);
  });
  session.on("Network.loadingFailed", ({ requestId }) => end(requestId));
  session.on("Page.lifecycleEvent", ({ name, timestamp }) => {
    if (name === "firstContentfulPaint" && seen.begun > 0) seen.paints.push(at(timestamp));
  });
  session.on("PerformanceTimeline.timelineEventAdded", ({ event }) => {
    const { layoutShiftDetails: shift } = event;
    if (event.type === "largest-contentful-paint") seen.largest = event.time * 1000;
    else if (shift && !shift.hadRecentInput)
      seen.shifts.push({ at: event.time * 1000, value: shift.value });
  });
  session.on("Runtime.bindingCalled", ({ name: binding, payload }) => {
    if (binding !== "tellBench") return;
    /** @type {{ name: "blocked" | "awake" | "receipt"; value: number }} */
    const { name, value } = JSON.parse(payload);
    seen[name] = name === "blocked" ? seen.blocked + value : value;
  });
  return {
    now: () => seen,
    /** Waits until nothing more comes. */
    quiet: async () => {
      const late = Date.now() + QUIET_WITHIN;
      const isQuiet = () => underWay.size === 0 && Date.now() - lastChange >= QUIET_MS;
      while (!isQuiet() && Date.now() < late) await sleep(20);
    },
  };
}
