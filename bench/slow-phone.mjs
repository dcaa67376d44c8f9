// Measures what a slow phone sees and when, compared with a page of the same words, fields, images and
// CSS without scripts: `node bench/slow-phone.mjs`. 400 kbit/s, 400 ms, a CPU four times as slow.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, ensureChromium } from "../scripts/chromium.mjs";
import { ensureLocalSecrets, runIfMain } from "../scripts/local.mjs";
import { seed } from "../scripts/seed.mjs";
import { freePort, startSiteServer } from "../scripts/site-server.mjs";
import { compressed, startEdge } from "./edge.mjs";
import { median } from "./measure.mjs";

const LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const CPU = 4;

/** The page with which the others are compared. */
const STATIC = "static, no scripts";

/** A company of the embedded platform (platform/seed). */
const ALFAR = "98582e77-f986-402e-ab16-8ddfcca2f489";

const ROUNDS = Number(process.env.ROUNDS ?? 7);
/** How long a page is watched after it has loaded, in ms. */
const WATCH_MS = 4000;

/** A page without anything that only scripts use. @param {string} html */
const withoutScripts = (html) =>
  html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/ data-[a-z-]+="[^"]*"/g, "")
    .replace(/<dialog\b[\s\S]*?<\/dialog>/g, "");

/** Runs in the page: records what blocks it, and when the form is awake. */
const OBSERVE = `
  const seen = (window.seen = { blocked: 0, awake: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.blocked += Math.max(0, entry.duration - 50);
  }).observe({ type: "longtask", buffered: true });
  const looking = setInterval(() => {
    const form = document.getElementById("application");
    if (!form || !Object.keys(form).some((key) => key.startsWith("__reactProps"))) return;
    seen.awake = performance.now();
    clearInterval(looking);
  }, 20);
`;

/** Types of requests that are counted by themselves; the rest is "other". */
const TYPES = ["Document", "Script", "Image"];

/**
 * @typedef {object} Visit
 * @property {number} paint when anything is visible, in ms since the request
 * @property {number} usable when the HTML up to the form's end has come, and is visible
 * @property {number} largest when the largest text or picture is visible
 * @property {number} awake when the scripts of the form have come and run; 0 if never
 * @property {number} blocked how long tasks blocked the page, beyond 50 ms each, in ms
 * @property {number} shift the cumulative layout shift
 * @property {Traffic} before what was loaded until `WATCH_MS` after the page
 * @property {Traffic} touched what was loaded after the first touch of a field
 */
/** @typedef {Map<string, { requests: number; bytes: number }>} Traffic By type. */

/**
 * @param {import("playwright").Browser} browser @param {string} address
 * @param {"full" | "plain" | "partial"} way
 * @param {number} needed compressed bytes of the HTML up to the form's end
 * @returns {Promise<Visit>}
 */
async function visit(browser, address, way, needed) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: way !== "plain",
  });
  const page = await context.newPage();
  if (way !== "plain") await page.addInitScript({ content: OBSERVE });
  const session = await context.newCDPSession(page);
  await session.send("Page.enable");
  await session.send("Network.enable");
  // The browser itself blocks them: sending each request through this process would take time.
  if (way === "partial") await session.send("Network.setBlockedURLs", { urls: ["*/build/*"] });
  await session.send("Page.setLifecycleEventsEnabled", { enabled: true });
  await session.send("PerformanceTimeline.enable", {
    eventTypes: ["largest-contentful-paint", "layout-shift"],
  });
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU });
  let begun = 0;
  let begunAt = 0;
  /** @type {{ at: number; bytes: number }[]} how many bytes of the HTML had come, and when */
  const html = [];
  let documentId = "";
  let [largest, shift] = [0, 0];
  /** @type {Traffic} */
  const before = new Map();
  /** @type {Traffic} */
  const touched = new Map();
  let traffic = before;
  /** @type {Map<string, string>} */
  const types = new Map();
  /** @type {Map<string, number>} */
  const events = new Map();
  session.on("Network.requestWillBeSent", ({ requestId, timestamp, wallTime, type = "" }) => {
    types.set(requestId, TYPES.includes(type) ? type : "other");
    if (type !== "Document" || begun > 0) return;
    begun = timestamp;
    begunAt = wallTime;
    documentId = requestId;
  });
  session.on("Network.dataReceived", ({ requestId, timestamp, encodedDataLength }) => {
    if (requestId !== documentId) return;
    html.push({ at: timestamp, bytes: (html.at(-1)?.bytes ?? 0) + encodedDataLength });
  });
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const type = types.get(requestId) ?? "other";
    const { requests, bytes } = traffic.get(type) ?? { requests: 0, bytes: 0 };
    traffic.set(type, { requests: requests + 1, bytes: bytes + encodedDataLength });
    if (requestId === documentId) html.push({ at: timestamp, bytes: Infinity });
  });
  session.on("Page.lifecycleEvent", ({ name, timestamp }) => {
    if (begun > 0) events.set(name, timestamp);
  });
  session.on("PerformanceTimeline.timelineEventAdded", ({ event }) => {
    if (event.type === "layout-shift") shift += event.layoutShiftDetails?.value ?? 0;
    else largest = event.time;
  });
  await page.goto(address, { waitUntil: "load" });
  await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  /** @type {{ blocked: number; awake: number }} */
  const seen = way === "plain" ? { blocked: 0, awake: 0 } : await page.evaluate("window.seen");
  const shifted = shift;
  traffic = touched;
  if (way === "full") {
    await page.locator("input:not([type=hidden], [aria-hidden=true]), textarea").first().click();
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  }
  await context.close();
  const at = (/** @type {number | undefined} */ timestamp) => ((timestamp ?? 0) - begun) * 1000;
  const paint = at(events.get("firstContentfulPaint"));
  return {
    paint,
    usable: Math.max(paint, at(html.find((one) => one.bytes >= needed)?.at)),
    largest: (largest - begunAt) * 1000,
    ...seen,
    shift: shifted,
    before,
    touched,
  };
}

/** Compressed bytes of a page up to the end of its form. @param {string} html */
const lengthOfForm = (html) =>
  compressed(Buffer.from(html.slice(0, html.indexOf("</form>")))).byteLength;

/** Loaded traffic, as `requests / KB`. @param {Traffic} traffic @param {string[]} types */
function amount(traffic, types) {
  const some = types.map((type) => traffic.get(type) ?? { requests: 0, bytes: 0 });
  const requests = some.reduce((sum, one) => sum + one.requests, 0);
  const bytes = some.reduce((sum, one) => sum + one.bytes, 0);
  return requests === 0 ? "-" : `${requests} / ${(bytes / 1024).toFixed(1)}`;
}

/** @param {string[]} cells */
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

/** @param {string[]} names */
function head(...names) {
  row(...names);
  row(...names.map(() => "---"));
}

await runIfMain(import.meta.url, async () => {
  const state = await mkdtemp(join(tmpdir(), "puerta-bench-"));
  await ensureLocalSecrets();
  await seed({ persistTo: state });
  const site = await startSiteServer({ embedded: true, port: await freePort(), persistTo: state });
  const edge = await startEdge(site.url);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
  try {
    const list = await (await fetch(`${site.url}/a/${ALFAR}`)).text();
    const position = /<a href="(\/[^"]+\/[^"]+\/[^"]+)"/.exec(list)?.[1] ?? "";
    /** @type {("full" | "plain" | "partial")[]} */
    const ways = ["full", "plain", "partial"];
    const kinds = [
      ...ways.map((way) => ({ label: way, way, prefix: "" })),
      { label: STATIC, way: /** @type {const} */ ("full"), prefix: "/static" },
    ];
    /** @type {{ page: string; label: string; visits: Visit[] }[]} */
    const results = [];
    for (const { name, path } of [
      { name: "position", path: position },
      { name: "career site", path: `/a/${ALFAR}` },
    ]) {
      const answer = await fetch(site.url + path);
      const html = await answer.text();
      const statics = withoutScripts(html);
      // The same headers, whose Content-Security-Policy names the nonce in the page's style.
      const others = [...answer.headers].filter(
        ([name]) => !/^(content-(encoding|length)|transfer-encoding)$/.test(name),
      );
      const headers = Object.fromEntries(others);
      edge.statics.set(`/static${path}`, { html: statics, headers });
      const subjects = kinds.map((kind) => ({ ...kind, visits: /** @type {Visit[]} */ ([]) }));
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const { way, prefix, visits } of subjects) {
          const needed = lengthOfForm(prefix === "" ? html : statics);
          const seen = await visit(browser, edge.url + prefix + path, way, needed);
          // The first round warms up.
          if (round > 0) visits.push(seen);
        }
      }
      results.push(...subjects.map(({ label, visits }) => ({ page: name, label, visits })));
    }

    /** @typedef {"paint" | "usable" | "largest" | "awake" | "blocked" | "shift"} Figure */
    head("page", "way", "first paint", "form usable", "largest paint", "awake", "blocked", "shift");
    for (const { page, label, visits } of results) {
      const of = (/** @type {Visit[]} */ some, /** @type {Figure} */ what) =>
        median(some.map((one) => one[what]));
      const base = results.find((one) => one.page === page && one.label === STATIC)?.visits ?? [];
      const beside = (/** @type {Figure} */ what) =>
        `${of(visits, what).toFixed(0)} ms (${(of(visits, what) / of(base, what)).toFixed(2)})`;
      const ms = (/** @type {Figure} */ what) =>
        of(visits, what) === 0 ? "-" : `${of(visits, what).toFixed(0)} ms`;
      const times = [beside("paint"), beside("usable"), beside("largest"), ms("awake")];
      row(page, label, ...times, ms("blocked"), of(visits, "shift").toFixed(3));
    }
    console.log("\nRequests / KB:\n");
    head("page", "way", "HTML", "scripts", "pictures", "other", "all", "after the first touch");
    for (const { page, label, visits } of results) {
      const [{ before, touched } = { before: new Map(), touched: new Map() }] = visits;
      const kinds_ = [...TYPES, "other"];
      const each = kinds_.map((type) => amount(before, [type]));
      row(page, label, ...each, amount(before, kinds_), amount(touched, kinds_));
    }
  } finally {
    await browser.close();
    edge.stop();
    await site.stop();
    await rm(state, { recursive: true, force: true });
  }
});
