// Measures the memory and CPU of many cached pages: `npm run bench -- growth`. Also counts pages that are
// served while the platform is down. Writes docs/pictures/growth.svg. Linux only: reads /proc.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, runIfMain } from "../scripts/local";
import { startCache } from "./cache.mjs";
import { agent, ask, AT_ONCE, cpuMs, median, residentMb, startPlatform } from "./measure.mjs";
import { curves } from "./picture.mjs";
import { startWorkerd } from "./workerd.mjs";

const PICTURE = join(ROOT, "docs", "pictures", "growth.svg");

const SIZES = [10, 100, 1000, 10_000];
/** Requests per measurement, and the number of measurements. */
const REQUESTS = 4000;
const ROUNDS = 3;
/** Concurrent requests for one uncached page. */
const STAMPEDE = 1000;

const KINDS = [
  { name: "positions", path: (/** @type {number} */ n) => `/a/b/position-20-${n}` },
  { name: "career sites of 20 jobs", path: (/** @type {number} */ n) => `/a/client-20-${n}` },
];

/**
 * Visits `count` pages, and counts the responses by cache status.
 *
 * @param {number} count @param {(index: number) => string} urlOf
 * @returns {Promise<{ failed: number; states: Map<string, number> }>}
 */
async function visit(count, urlOf) {
  /** @type {Map<string, number>} */
  const states = new Map();
  let [next, failed] = [0, 0];
  const loop = async () => {
    while (next < count) {
      const answer = await ask(urlOf(next++));
      if (answer.status !== 200) failed += 1;
      const state = answer.cacheStatus.replace(/; ttl=.*/, "");
      states.set(state, (states.get(state) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  return { failed, states };
}

/** Maps consecutive indices to scattered numbers below `of`. @param {number} index @param {number} of */
const scattered = (index, of) => (index * 7919) % of;

/** Measures the CPU of a request, in ms. @param {string} pid @param {(index: number) => string} urlOf */
async function cost(pid, urlOf) {
  /** @type {number[]} */
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await cpuMs(pid);
    const { failed } = await visit(REQUESTS, urlOf);
    if (failed > 0) throw new Error(`${failed} requests failed`);
    rounds.push(((await cpuMs(pid)) - before) / REQUESTS);
  }
  return median(rounds);
}

/**
 * The cost of caching a number of pages of one kind. `one` and `any`: CPU per request for one page and for
 * any page, in ms. `cached` and `noneCached`: memory with and without the page cache, in MB.
 *
 * @typedef {{ kind: string; one: number; any: number; cached: number; noneCached: number }} Cost
 */

/** @param {Cost[]} costs */
function createPicture(costs) {
  /** @param {string} kind @param {string} name @param {"one" | "any" | "cached" | "noneCached"} what */
  const line = (kind, name, what) => ({
    name: `${kind}: ${name}`,
    values: costs.filter((one) => one.kind === kind).map((one) => one[what]),
  });
  return curves({
    title: "Cost of cached pages, by number of pages",
    description:
      "CPU per request and memory of the process, for 10 to 10,000 cached pages. The table above has the same figures.",
    over: { title: "cached pages", numbers: SIZES },
    panels: [
      {
        title: "CPU per request, ms",
        lines: KINDS.flatMap(({ name }) => [
          line(name, "one page", "one"),
          line(name, "any page", "any"),
        ]),
      },
      {
        // The kinds are measured one after another, without freeing memory in between.
        title: "Memory, MB; career sites after the positions",
        lines: KINDS.flatMap(({ name }) => [
          line(name, "cached", "cached"),
          line(name, "none cached", "noneCached"),
        ]),
      },
    ],
  });
}

await runIfMain(import.meta.url, async () => {
  const platform = await startPlatform("platform.mjs");
  const cache = await startCache();
  const folder = await mkdtemp(join(tmpdir(), "puerta-bench-"));
  const reads = async () =>
    Number(await (await fetch(`${platform.url}/reads`, { method: "POST" })).text());
  /** @param {string} name @param {Record<string, string>} [vars] @param {boolean} [verbose] */
  const start = (name, vars = {}, verbose = true) =>
    startWorkerd({
      verbose,
      script: join(ROOT, "build", "index.js"),
      state: join(folder, name),
      objects: true,
      cache: cache.address,
      vars: { PLATFORM_URL: platform.url, PLATFORM_API_KEY: "key-for-benches", ...vars },
    });
  /** @type {(() => void)[]} */
  const stops = [cache.stop, platform.stop, () => agent.destroy()];
  try {
    const site = await start("site", { PAGE_FRESH_MS: "86400000" });
    stops.push(site.stop);
    // Caches no pages, to measure growth that has other causes.
    const uncached = await start("uncached", { PAGE_CACHE: "off" });
    stops.push(uncached.stop);
    await visit(2000, () => `${site.url}/a/b/position-20-0`);
    console.log("| cached | one page, ms | any page, ms | MB | MB, none cached |");
    console.log("| --- | --- | --- | --- | --- |");
    /** @type {Cost[]} */
    const costs = [];
    for (const { name, path } of KINDS) {
      for (const size of SIZES) {
        for (const { url } of [site, uncached]) await visit(size, (index) => url + path(index));
        const one = await cost(site.pid, () => site.url + path(0));
        const any = await cost(site.pid, (index) => site.url + path(scattered(index, size)));
        const [cached, noneCached] = [await residentMb(site.pid), await residentMb(uncached.pid)];
        costs.push({ kind: name, one, any, cached, noneCached });
        const cells = [one.toFixed(3), any.toFixed(3), cached.toFixed(0), noneCached.toFixed(0)];
        console.log(`| ${size} ${name} | ${cells.join(" | ")} |`);
      }
    }

    await writeFile(PICTURE, createPicture(costs));

    await reads();
    const url = `${site.url}/a/b/position-30-0`;
    const all = new Agent({ maxSockets: STAMPEDE });
    const answers = await Promise.all(Array.from({ length: STAMPEDE }, () => ask(url, all)));
    const right = answers.filter(({ status, bytes }) => status === 200 && bytes > 10_000).length;
    console.log(
      `\n${STAMPEDE} concurrent requests for a page that was not cached: ` +
        `${right} pages, ${await reads()} reads of the platform (position and company).`,
    );

    // For this new process, every cached page is stale. Then the platform is stopped.
    const last = SIZES.at(-1) ?? 0;
    const old = await start("old", { PAGE_FRESH_MS: "1", PAGE_STALE_MS: "1" }, false);
    stops.push(old.stop);
    platform.stop();
    for (const { name, path } of KINDS) {
      const { failed, states } = await visit(last, (index) => old.url + path(index));
      const summary = [...states].map(([state, count]) => `${count} × ${state}`).join(", ");
      console.log(`Without the platform, ${last} ${name}: ${failed} failed; ${summary}`);
    }
  } finally {
    for (const stop of stops) stop();
    await rm(folder, { recursive: true, force: true });
  }
});
