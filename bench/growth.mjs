// Measures what many kept pages cost in memory and CPU, and whether they are served while the platform
// is away: `npm run bench -- growth`. It draws docs/pictures/growth.svg. Linux only: it reads /proc.
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
/** Requests of a measurement, and how often the measurement is made. */
const REQUESTS = 4000;
const ROUNDS = 3;
/** How many requests the stampede sends at once. */
const STAMPEDE = 1000;

const KINDS = [
  { name: "positions", path: (/** @type {number} */ n) => `/a/b/position-20-${n}` },
  { name: "career sites of 20 jobs", path: (/** @type {number} */ n) => `/a/client-20-${n}` },
];

/**
 * Asks for `count` pages, some at once, and counts the answers by how they were made.
 *
 * @param {number} count @param {(index: number) => string} urlOf
 * @returns {Promise<{ failed: number; how: Map<string, number> }>}
 */
async function askAll(count, urlOf) {
  /** @type {Map<string, number>} */
  const how = new Map();
  let [next, failed] = [0, 0];
  const loop = async () => {
    while (next < count) {
      const answer = await ask(urlOf(next++));
      if (answer.status !== 200) failed += 1;
      const state = answer.how.replace(/; ttl=.*/, "");
      how.set(state, (how.get(state) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  return { failed, how };
}

/** A permutation of the numbers below `of`. @param {number} index @param {number} of */
const scattered = (index, of) => (index * 7919) % of;

/** CPU of a request, in ms. @param {string} pid @param {(index: number) => string} urlOf */
async function cost(pid, urlOf) {
  /** @type {number[]} */
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await cpuMs(pid);
    const { failed } = await askAll(REQUESTS, urlOf);
    if (failed > 0) throw new Error(`${failed} requests failed`);
    rounds.push(((await cpuMs(pid)) - before) / REQUESTS);
  }
  return median(rounds);
}

/**
 * What a size of a kind costs: CPU of a request in ms, memory in MB.
 *
 * @typedef {{ kind: string; one: number; any: number; kept: number; noneKept: number }} Cost
 */

/** @param {Cost[]} costs */
function pictureOf(costs) {
  /** @param {string} kind @param {string} name @param {"one" | "any" | "kept" | "noneKept"} what */
  const line = (kind, name, what) => ({
    name: `${kind}: ${name}`,
    values: costs.filter((one) => one.kind === kind).map((one) => one[what]),
  });
  return curves({
    title: "What kept pages cost as they grow in number",
    description:
      "CPU of a request and memory of the process, for 10 to 10,000 kept pages. The table above has the same figures.",
    over: { title: "kept pages", numbers: SIZES },
    panels: [
      {
        title: "CPU of a request, ms",
        lines: KINDS.flatMap(({ name }) => [
          line(name, "one of them", "one"),
          line(name, "any of them", "any"),
        ]),
      },
      {
        // They are asked for one after the other, and nothing is given back in between.
        title: "Memory, MB; career sites after the positions",
        lines: KINDS.flatMap(({ name }) => [
          line(name, "kept", "kept"),
          line(name, "none kept", "noneKept"),
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
    // This site draws as many pages and keeps none: its growth is not due to kept pages.
    const drawing = await start("drawing", { PAGE_CACHE: "off" });
    stops.push(drawing.stop);
    await askAll(2000, () => `${site.url}/a/b/position-20-0`);
    console.log("| kept | one of them, ms | any of them, ms | MB | MB, none kept |");
    console.log("| --- | --- | --- | --- | --- |");
    /** @type {Cost[]} */
    const costs = [];
    for (const { name, path } of KINDS) {
      for (const size of SIZES) {
        for (const { url } of [site, drawing]) await askAll(size, (index) => url + path(index));
        const one = await cost(site.pid, () => site.url + path(0));
        const any = await cost(site.pid, (index) => site.url + path(scattered(index, size)));
        const [kept, noneKept] = [await residentMb(site.pid), await residentMb(drawing.pid)];
        costs.push({ kind: name, one, any, kept, noneKept });
        const cells = [one.toFixed(3), any.toFixed(3), kept.toFixed(0), noneKept.toFixed(0)];
        console.log(`| ${size} ${name} | ${cells.join(" | ")} |`);
      }
    }

    await writeFile(PICTURE, pictureOf(costs));

    await reads();
    const url = `${site.url}/a/b/position-30-0`;
    const all = new Agent({ maxSockets: STAMPEDE });
    const answers = await Promise.all(Array.from({ length: STAMPEDE }, () => ask(url, all)));
    const right = answers.filter(({ status, bytes }) => status === 200 && bytes > 10_000).length;
    console.log(
      `\n${STAMPEDE} requests at once for a page that nobody had asked for: ` +
        `${right} pages, ${await reads()} reads of the platform (its position, its company).`,
    );

    // A new isolate in which every kept page is stale, and no platform to read from.
    const last = SIZES.at(-1) ?? 0;
    const old = await start("old", { PAGE_FRESH_MS: "1", PAGE_STALE_MS: "1" }, false);
    stops.push(old.stop);
    platform.stop();
    for (const { name, path } of KINDS) {
      const { failed, how } = await askAll(last, (index) => old.url + path(index));
      const states = [...how].map(([state, count]) => `${count} × ${state}`).join(", ");
      console.log(`Without the platform, ${last} ${name}: ${failed} failed; ${states}`);
    }
  } finally {
    for (const stop of stops) stop();
    await rm(folder, { recursive: true, force: true });
  }
});
