// What a slow phone sees and when, beside a page with the same words, fields, images and CSS that has
// no scripts at all: `node bench/slow-phone.mjs`. 400 kbit/s, 400 ms, a CPU four times as slow.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { chromium } from "playwright";
import { CHROMIUM_ARGS, ensureChromium } from "../scripts/chromium.mjs";
import { ensureLocalSecrets, runIfMain } from "../scripts/local.mjs";
import { seed } from "../scripts/seed.mjs";
import { freePort, startSiteServer } from "../scripts/site-server.mjs";
import { median } from "./measure.mjs";

const LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const CPU = 4;

/** A company of the embedded platform (platform/seed). */
const ALFAR = "98582e77-f986-402e-ab16-8ddfcca2f489";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** How long a page is watched after it has loaded, in ms. */
const WATCH_MS = 4000;

const compressed = (/** @type {Buffer} */ body) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** What somebody would write who wanted the page and nothing else. @param {string} html */
const withoutScripts = (html) =>
  html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/ (nonce|data-[a-z-]+)="[^"]*"/g, "")
    .replace(/<dialog\b[\s\S]*?<\/dialog>/g, "");

/**
 * Compresses what it hands on, as the edge does, and serves what it is given to serve.
 *
 * @param {string} site
 */
async function startEdge(site) {
  /** @type {Map<string, string>} */
  const statics = new Map();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const page = statics.get(path);
    if (page !== undefined) {
      const sent = compressed(Buffer.from(page));
      response.writeHead(200, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Encoding": "br",
        "Content-Length": sent.length,
      });
      return void response.end(sent);
    }
    const headers = { ...request.headers, host: new URL(site).host };
    const there = ask(site + path, { method: request.method, headers }, (answer) => {
      /** @type {Buffer[]} */
      const chunks = [];
      answer.on("data", (/** @type {Buffer} */ chunk) => chunks.push(chunk));
      answer.on("end", () => {
        const body = Buffer.concat(chunks);
        const type = answer.headers["content-type"] ?? "";
        const isText = /text|javascript|json|svg/.test(type) && body.length > 0;
        const sent = isText ? compressed(body) : body;
        const others = { ...answer.headers };
        delete others["transfer-encoding"];
        response.writeHead(answer.statusCode ?? 502, {
          ...others,
          ...(isText ? { "Content-Encoding": "br" } : {}),
          "Content-Length": sent.length,
        });
        response.end(sent);
      });
    });
    there.on("error", () => response.destroy());
    request.pipe(there);
  });
  const port = await freePort();
  await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(undefined)));
  return { url: `http://127.0.0.1:${port}`, statics, stop: () => server.close() };
}

/** In the page: what shifts, what blocks, and when the form is awake. */
const OBSERVE = `
  const seen = (window.seen = { shift: 0, blocked: 0, awake: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
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

/** @typedef {{ shift: number; blocked: number; awake: number }} Seen */
/** @typedef {Seen & { paint: number; usable: number; bytes: number; requests: number }} Visit */

/**
 * @param {import("playwright").Browser} browser @param {string} address
 * @param {"full" | "plain" | "partial"} way @returns {Promise<Visit>}
 */
async function visit(browser, address, way) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: way !== "plain",
  });
  const page = await context.newPage();
  if (way === "partial") await context.route("**/build/**", (route) => route.abort());
  if (way !== "plain") await page.addInitScript({ content: OBSERVE });
  const session = await context.newCDPSession(page);
  await session.send("Page.enable");
  await session.send("Network.enable");
  await session.send("Page.setLifecycleEventsEnabled", { enabled: true });
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU });
  let begun = 0;
  let documentEnd = 0;
  let bytes = 0;
  let requests = 0;
  let documentId = "";
  /** @type {Map<string, number>} */
  const events = new Map();
  session.on("Network.requestWillBeSent", ({ requestId, timestamp, type }) => {
    requests += 1;
    if (type !== "Document" || begun > 0) return;
    begun = timestamp;
    documentId = requestId;
  });
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (requestId === documentId) documentEnd = timestamp;
  });
  session.on("Page.lifecycleEvent", ({ name, timestamp }) => {
    if (begun > 0) events.set(name, timestamp);
  });
  await page.goto(address, { waitUntil: "load" });
  await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  /** @type {Seen} */
  const seen =
    way === "plain" ? { shift: 0, blocked: 0, awake: 0 } : await page.evaluate("window.seen");
  await context.close();
  const at = (/** @type {number | undefined} */ timestamp) => ((timestamp ?? 0) - begun) * 1000;
  const paint = at(events.get("firstContentfulPaint"));
  return {
    paint,
    usable: Math.max(paint, at(documentEnd)),
    awake: seen.awake,
    shift: seen.shift,
    blocked: seen.blocked,
    bytes,
    requests,
  };
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
    console.log(
      "| page | way | first paint | form usable | awake | shift | blocked | KB | requests |",
    );
    console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (const { name, path } of [
      { name: "position", path: position },
      { name: "career site", path: `/a/${ALFAR}` },
    ]) {
      const html = await (await fetch(site.url + path)).text();
      edge.statics.set(`/static${path}`, withoutScripts(html));
      /** @type {("full" | "plain" | "partial")[]} */
      const ways = ["full", "plain", "partial"];
      const kinds = [
        ...ways.map((way) => ({ label: way, way, prefix: "" })),
        { label: "static, no scripts", way: /** @type {const} */ ("full"), prefix: "/static" },
      ];
      for (const { label, way, prefix } of kinds) {
        /** @type {Visit[]} */
        const visits = [];
        await visit(browser, edge.url + prefix + path, way);
        for (let round = 0; round < ROUNDS; round += 1) {
          visits.push(await visit(browser, edge.url + prefix + path, way));
        }
        const of = (/** @type {keyof Visit} */ what) => median(visits.map((one) => one[what]));
        const ms = (/** @type {keyof Visit} */ what) => `${of(what).toFixed(0)} ms`;
        console.log(
          `| ${name} | ${label} | ${ms("paint")} | ${ms("usable")} | ${ms("awake")} | ` +
            `${of("shift").toFixed(3)} | ${ms("blocked")} | ${(of("bytes") / 1024).toFixed(1)} | ${of("requests")} |`,
        );
      }
    }
  } finally {
    await browser.close();
    edge.stop();
    await site.stop();
    await rm(state, { recursive: true, force: true });
  }
});
