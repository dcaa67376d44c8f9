// Compares pages per second and CPU per page with a Worker that returns a constant page of similar size:
// `npm run bench -- rate`. Linux only: reads /proc.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../scripts/local";
import { runIfMain } from "../scripts/stop";
import { startCache } from "./cache.mjs";
import { agent, sendRequest, CONCURRENCY, cpuMs, median, startPlatform } from "./measure.mjs";
import { startWorkerd } from "./workerd.mjs";

/** Duration of a measurement in ms, and the number of measurements. */
const MEASURE_MS = 2500;
const ROUNDS = 3;

/** @typedef {{ name: string; url: () => string; pid: string }} Subject */

/** Measures requests per second, and CPU ms per request. @param {Subject} subject @param {number} ms */
async function measure({ url, pid }, ms) {
  const [before, startedAt] = [await cpuMs(pid), performance.now()];
  let count = 0;
  const loop = async () => {
    while (performance.now() - startedAt < ms) {
      const { status } = await sendRequest(url());
      if (status !== 200) throw new Error(`${url()} returned ${status}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  const seconds = (performance.now() - startedAt) / 1000;
  return { rate: count / seconds, cpu: ((await cpuMs(pid)) - before) / count };
}

await runIfMain(import.meta.url, async () => {
  const platform = await startPlatform("platform.mjs");
  const cache = await startCache();
  const folder = await mkdtemp(join(tmpdir(), "puerta-bench-"));
  /** @type {(() => void)[]} */
  const stops = [];
  try {
    /** @param {string} name @param {Record<string, string>} vars */
    const site = async (name, vars) => {
      const started = await startWorkerd({
        script: join(ROOT, "build", "index.js"),
        state: join(folder, name),
        objects: true,
        cache: cache.address,
        vars: { PLATFORM_URL: platform.url, PLATFORM_API_KEY: "key-for-benches", ...vars },
      });
      stops.push(started.stop);
      return started;
    };
    const caching = await site("caching", {});
    const revalidating = await site("revalidating", {
      PAGE_FRESH_MS: "1",
      PAGE_STALE_MS: "86400000",
    });
    const rendering = await site("rendering", { PAGE_CACHE: "off" });

    const page = "/a/b/position-20-1";
    /** Starts a Worker that returns a copy of a page. @param {string} name @param {string} path */
    const startConstant = async (name, path) => {
      const response = await fetch(caching.url + path);
      const headers = Object.fromEntries(response.headers);
      const script = join(folder, `${name}.js`);
      await writeFile(
        script,
        `const body = ${JSON.stringify(await response.text())};
         const headers = ${JSON.stringify(headers)};
         export default { fetch: () => new Response(body, { headers }) };`,
      );
      const started = await startWorkerd({ script, state: join(folder, name) });
      stops.push(started.stop);
      return started;
    };

    const careerSitePath = (/** @type {number} */ jobs) => `/client/client-${jobs}-0`;
    /** @param {string} name @param {{ url: string; pid: string }} worker @param {string} path */
    const subject = (name, worker, path) => ({
      name,
      pid: worker.pid,
      url: () => worker.url + path,
    });
    /** @type {Subject[]} */
    const constants = [
      subject("constant, size of a position", await startConstant("position", page), "/"),
      subject(
        "constant, size of a long list",
        await startConstant("list", careerSitePath(200)),
        "/",
      ),
    ];
    /** Returns the figures of the constant page with a similar size. @param {string} name */
    const baseline = (name) =>
      medians(constants[/ (200|5000) jobs|long list/.test(name) ? 1 : 0]?.name ?? "");
    const subjects = [
      ...constants,
      subject("position, cached", caching, page),
      subject("position, stale and revalidated", revalidating, page),
      subject("position, rendered", rendering, page),
      ...[1, 20, 200, 5000].flatMap((jobs) => [
        subject(`career site of ${jobs} jobs, cached`, caching, careerSitePath(jobs)),
        subject(`career site of ${jobs} jobs, rendered`, rendering, careerSitePath(jobs)),
      ]),
    ];
    /** @type {Map<string, { rate: number; cpu: number }[]>} */
    const results = new Map();
    for (const warmedUp of subjects) await measure(warmedUp, 1000);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const measured of subjects) {
        const earlier = results.get(measured.name) ?? [];
        results.set(measured.name, [...earlier, await measure(measured, MEASURE_MS)]);
      }
    }
    // Stale pages must be served even if the platform does not respond.
    await fetch(`${platform.url}/stall`, { method: "POST" });
    const stalled = subject("position, stale, platform stalls", revalidating, page);
    results.set(stalled.name, [await measure(stalled, MEASURE_MS)]);

    const medians = (/** @type {string} */ name) => {
      const all = results.get(name) ?? [];
      return { rate: median(all.map(({ rate }) => rate)), cpu: median(all.map(({ cpu }) => cpu)) };
    };
    console.log(
      "| | requests/s | ratio | CPU each, ms | CPU ratio |\n| --- | --- | --- | --- | --- |",
    );
    for (const name of results.keys()) {
      const { rate, cpu } = medians(name);
      const base = baseline(name);
      console.log(
        `| ${name} | ${rate.toFixed(0)} | ${(rate / base.rate).toFixed(2)} | ${cpu.toFixed(3)} | ${(base.cpu / cpu).toFixed(2)} |`,
      );
    }
  } finally {
    for (const stop of stops) stop();
    platform.stop();
    cache.stop();
    agent.destroy();
    await rm(folder, { recursive: true, force: true });
  }
});
