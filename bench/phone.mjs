// Emulates a slow phone (small window, CPU 4x slower, 400 kbit/s, 400 ms latency) and records page events.
import { setTimeout as sleep } from "node:timers/promises";

const LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const CPU = 4;

/** Time without traffic after which a page counts as quiet, and the maximum wait, in ms. */
const QUIET_MS = 1500;
const QUIET_WITHIN = 30_000;

/** Runs in each page and reports when the receipt appears. */
const OBSERVE = `
  const timer = setInterval(() => {
    if (!document.querySelector("section.receipt")) return;
    globalThis.tellBench?.(String(performance.timeOrigin + performance.now()));
    clearInterval(timer);
  }, 20);
`;

/**
 * A network request. Redirects count separately.
 *
 * @typedef {object} Request
 * @property {number} startedAt in ms since 1970
 * @property {number} down bytes received, including HTTP/1.1 headers
 * @property {number} up bytes sent, including headers
 */

/**
 * Events since a phone's first request. Times are in ms since 1970; 0 means never.
 *
 * @typedef {object} Seen
 * @property {number} firstRequestAt when the first page was requested
 * @property {number[]} paints first paint of each page
 * @property {{ at: number; bytes: number }[]} html uncompressed bytes of the first page received by a time; Infinity
 * for the complete page
 * @property {number} receipt when the receipt appeared; 0 without scripts
 * @property {Request[]} requests
 * @property {string[]} failures responses with an error status
 */

/**
 * Opens a phone without stored data.
 *
 * @param {import("playwright").Browser} browser
 * @param {{ scripts?: boolean; blocks?: string[]; isSlow?: boolean }} [options] scripts: enables JavaScript;
 * blocks: patterns of blocked URLs; isSlow: throttles network and CPU
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
  // The browser blocks URLs itself, because routing requests through this process takes time.
  if (blocks.length > 0) await session.send("Network.setBlockedURLs", { urls: blocks });
  await session.send("Page.setLifecycleEventsEnabled", { enabled: true });
  if (isSlow) {
    await session.send("Network.emulateNetworkConditions", LINE);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU });
  }
  return { page, seen: seen.now, quiet: seen.quiet, close: () => context.close() };
}

/** @typedef {Awaited<ReturnType<typeof openPhone>>} Phone */

/** Records the events of a page's session. @param {import("playwright").CDPSession} session */
function watch(session) {
  /** @type {Seen} */
  const seen = {
    firstRequestAt: 0,
    paints: [],
    html: [],
    receipt: 0,
    requests: [],
    failures: [],
  };
  /** Pending requests by id. @type {Map<string, Request>} */
  const pending = new Map();
  /** Sent header and body bytes by request id. @type {Map<string, number>} */
  const sent = new Map();
  /** Offset between the browser's clock and ms since 1970. */
  let clock = 0;
  let document = "";
  let lastChange = Date.now();
  const toMs = (/** @type {number} */ timestamp) => timestamp * 1000 + clock;

  /** @param {string} id @param {number} [down] bytes received, if known */
  function end(id, down) {
    const request = pending.get(id);
    pending.delete(id);
    lastChange = Date.now();
    const ended = request && {
      ...request,
      down: down ?? request.down,
      up: request.up + (sent.get(id) ?? 0),
    };
    sent.delete(id);
    // Cached and blocked requests cause no traffic.
    if (ended && ended.down > 0) seen.requests.push(ended);
  }
  session.on("Network.requestWillBeSent", (event) => {
    const { requestId: id, request, timestamp, wallTime, redirectResponse } = event;
    if (redirectResponse) end(id, redirectResponse.encodedDataLength);
    const { protocol, pathname, search } = new URL(request.url);
    if (!protocol.startsWith("http")) return;
    if (seen.firstRequestAt === 0) {
      clock = (wallTime - timestamp) * 1000;
      seen.firstRequestAt = wallTime * 1000;
      document = id;
    }
    lastChange = Date.now();
    pending.set(id, {
      startedAt: toMs(timestamp),
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
    const request = pending.get(requestId);
    if (response.status >= 400) seen.failures.push(`${response.status} ${response.url}`);
    // Chromium reports a response with an unread body as failed, although it received these bytes.
    if (request && !response.fromDiskCache) request.down = response.encodedDataLength;
  });
  session.on("Network.dataReceived", ({ requestId, timestamp, dataLength }) => {
    if (requestId !== document) return;
    const bytes = (seen.html.at(-1)?.bytes ?? 0) + dataLength;
    seen.html.push({ at: toMs(timestamp), bytes });
  });
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    if (requestId === document) seen.html.push({ at: toMs(timestamp), bytes: Infinity });
    end(requestId, encodedDataLength);
  });
  session.on("Network.loadingFailed", ({ requestId }) => end(requestId));
  session.on("Page.lifecycleEvent", ({ name, timestamp }) => {
    if (name === "firstContentfulPaint" && seen.firstRequestAt > 0)
      seen.paints.push(toMs(timestamp));
  });
  session.on("Runtime.bindingCalled", ({ name, payload }) => {
    if (name === "tellBench") seen.receipt = Number(payload);
  });
  return {
    now: () => seen,
    /** Waits until the page is quiet, at most `QUIET_WITHIN`. */
    quiet: async () => {
      const deadline = Date.now() + QUIET_WITHIN;
      const isQuiet = () => pending.size === 0 && Date.now() - lastChange >= QUIET_MS;
      while (!isQuiet() && Date.now() < deadline) await sleep(20);
    },
  };
}
