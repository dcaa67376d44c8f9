// How many pages a second the Worker answers, and how much CPU each costs, beside a Worker that
// returns a constant of the same size with the same headers: `node bench/rate.mjs`. Linux: reads /proc.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT, runIfMain } from "../scripts/local.mjs";
import { startWorkerd } from "./workerd.mjs";

/** Requests in the air at once; how long each measurement is, in ms; how often it is made. */
const AT_ONCE = 16;
const MEASURE_MS = 2500;
const ROUNDS = 3;

/** Clock ticks a second, in which /proc counts. */
const TICKS = 100;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** @param {string} url @returns {Promise<{ status: number; bytes: number; how: string }>} */
function ask(url) {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let bytes = 0;
      response.on("data", (/** @type {Buffer} */ chunk) => (bytes += chunk.length));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          bytes,
          how: String(response.headers["cache-status"] ?? ""),
        }),
      );
    }).on("error", reject);
  });
}

/** CPU time that a process has used, in ms. @param {string} pid */
async function cpuMs(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** @typedef {{ name: string; url: () => string; pid: string }} Subject */

/** Rate in requests a second and CPU in ms each. @param {Subject} subject @param {number} ms */
async function measure({ url, pid }, ms) {
  const [before, begun] = [await cpuMs(pid), performance.now()];
  let count = 0;
  const loop = async () => {
    while (performance.now() - begun < ms) {
      const { status } = await ask(url());
      if (status !== 200) throw new Error(`${url()} answered ${status}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  const seconds = (performance.now() - begun) / 1000;
  return { rate: count / seconds, cpu: ((await cpuMs(pid)) - before) / count };
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

await runIfMain(import.meta.url, async () => {
  const platform = spawn(process.execPath, [join(ROOT, "bench", "platform.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  /** @type {string} */
  const platformUrl = await new Promise((resolve) =>
    createInterface({ input: platform.stdout }).once("line", resolve),
  );
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
        vars: { PLATFORM_URL: platformUrl, PLATFORM_API_KEY: "key-for-benches", ...vars },
      });
      stops.push(started.stop);
      return started;
    };
    const keeping = await site("keeping", {});
    const renewing = await site("renewing", { PAGE_FRESH_MS: "1", PAGE_STALE_MS: "86400000" });
    const drawing = await site("drawing", { PAGE_CACHE: "off" });

    const page = "/a/b/position-20-1";
    const response = await fetch(keeping.url + page);
    const headers = Object.fromEntries(response.headers);
    const script = join(folder, "constant.js");
    await writeFile(
      script,
      `const body = ${JSON.stringify(await response.text())};
       const headers = ${JSON.stringify(headers)};
       export default { fetch: () => new Response(body, { headers }) };`,
    );
    const constant = await startWorkerd({ script, state: join(folder, "constant") });
    stops.push(constant.stop);

    const of = (/** @type {number} */ jobs) => `/client/client-${jobs}-0`;
    /** @param {string} name @param {{ url: string; pid: string }} worker @param {string} path */
    const subject = (name, worker, path) => ({
      name,
      pid: worker.pid,
      url: () => worker.url + path,
    });
    const reference = subject("a constant of the same size", constant, "/");
    /** @type {Subject[]} */
    const subjects = [
      reference,
      subject("position, kept", keeping, page),
      subject("position, stale and renewed", renewing, page),
      subject("position, drawn", drawing, page),
      ...[1, 20, 200, 5000].flatMap((jobs) => [
        subject(`career site, ${jobs} jobs, kept`, keeping, of(jobs)),
        subject(`career site, ${jobs} jobs, drawn`, drawing, of(jobs)),
      ]),
    ];
    /** @type {Map<string, { rate: number; cpu: number }[]>} */
    const results = new Map();
    for (const one of subjects) await measure(one, 1000);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const one of subjects) {
        const results_ = results.get(one.name) ?? [];
        results.set(one.name, [...results_, await measure(one, MEASURE_MS)]);
      }
    }
    // The reads stall, and what is kept is served all the same.
    await fetch(`${platformUrl}/stall`, { method: "POST" });
    const stalled = subject("position, stale, the platform stalls", renewing, page);
    results.set(stalled.name, [await measure(stalled, MEASURE_MS)]);

    const of_ = (/** @type {string} */ name) => {
      const all = results.get(name) ?? [];
      return { rate: median(all.map(({ rate }) => rate)), cpu: median(all.map(({ cpu }) => cpu)) };
    };
    const base = of_(reference.name);
    console.log(
      "| | requests/s | ratio | CPU each, ms | CPU ratio |\n| --- | --- | --- | --- | --- |",
    );
    for (const name of results.keys()) {
      const { rate, cpu } = of_(name);
      console.log(
        `| ${name} | ${rate.toFixed(0)} | ${(rate / base.rate).toFixed(2)} | ${cpu.toFixed(3)} | ${(base.cpu / cpu).toFixed(2)} |`,
      );
    }
  } finally {
    for (const stop of stops) stop();
    platform.stdin.end();
    agent.destroy();
    await rm(folder, { recursive: true, force: true });
  }
});
