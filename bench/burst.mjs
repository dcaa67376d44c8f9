// Measures memory and response times while many candidates apply with a CV of 300 KB and the platform is down:
// `node --import tsx bench/burst.mjs [applications] [per second]`. Linux only: reads /proc.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT, runIfMain } from "../scripts/local";
import { openForm } from "./applicant.mjs";
import { residentMb, startPlatform } from "./measure.mjs";
import { startWorkerd } from "./workerd.mjs";

const API_KEY = "key-for-benches";
/** The fake platform's position without questions (tests/support/fake-platform-data.ts). */
const PAGE = "/taller-norte/a-position/7d0e5a7c-93c1-4a0b-8f0e-0c8a8b1f6d01";
const CV_BYTES = 300_000;

/** Reads the form, and answers as the site does. */
const CONSTANT = `export default { async fetch(request) {
  if (request.method === "GET") return new Response("ready");
  await request.arrayBuffer();
  return new Response(null, { status: 303, headers: { Location: "/" } });
} }`;

/** Starts a server that forwards reads to the platform, and answers 503 to applications. @param {string} platform */
async function startFront(platform) {
  /** @param {string} path */
  const read = async (path) => {
    const answer = await fetch(new URL(path, platform), { headers: { "X-Api-Key": API_KEY } });
    return { status: answer.status, body: await answer.text() };
  };
  const front = createServer((request, response) => {
    request.resume().once("end", () => {
      if (request.method === "POST") response.writeHead(503).end();
      else
        void read(request.url ?? "").then(({ status, body }) =>
          response.writeHead(status).end(body),
        );
    });
  });
  await new Promise((resolve) => front.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (front.address());
  const url = new URL(platform);
  url.port = String(port);
  return { url: url.href, stop: () => front.close().closeAllConnections() };
}

/**
 * Sends a form. An overloaded server resets connections whose headers it has not read within 15 s.
 *
 * @param {string} url @param {FormData} body @returns {Promise<number>} the status
 */
const sendUntilAnswered = (url, body) =>
  fetch(url, { method: "POST", body, redirect: "manual" }).then(
    ({ status }) => status,
    () => sendUntilAnswered(url, body),
  );

/**
 * Sends forms at a constant rate.
 *
 * @param {{ url: string, pid: string }} site @param {FormData[]} forms @param {number} perSecond
 */
async function burst({ url, pid }, forms, perSecond) {
  /** @type {number[]} */
  const times = [];
  let peak = 0;
  const sampling = setInterval(() => {
    void residentMb(pid).then((now) => (peak = Math.max(peak, now)));
  }, 50);
  const begun = Date.now();
  const sending = forms.map(async (body, index) => {
    await sleep((index * 1000) / perSecond);
    const sent = Date.now();
    const status = await sendUntilAnswered(url + PAGE, body);
    if (status !== 303) throw new Error(`A form got ${status}`);
    times.push(Date.now() - sent);
  });
  await Promise.all(sending);
  clearInterval(sampling);
  times.sort((one, other) => one - other);
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  return { seconds: (Date.now() - begun) / 1000, p95, peak };
}

await runIfMain(import.meta.url, async () => {
  const [applications = 500, perSecond = 50] = process.argv.slice(2).map(Number);
  const folder = await mkdtemp(join(tmpdir(), "puerta-bench-"));
  const platform = await startPlatform("fake-platform.mjs", { BENCH_API_KEY: API_KEY });
  const front = await startFront(platform.url);
  const site = await startWorkerd({
    script: join(ROOT, "build", "index.js"),
    state: join(folder, "site"),
    objects: true,
    verbose: false,
    vars: { PLATFORM_URL: front.url, PLATFORM_API_KEY: API_KEY, RATE_LIMITS: "off" },
  });
  await writeFile(join(folder, "constant.mjs"), CONSTANT);
  const constant = await startWorkerd({
    script: join(folder, "constant.mjs"),
    state: join(folder, "constant"),
  });
  try {
    /** @type {FormData[]} */
    const forms = [];
    for (let made = 0; made < applications; made += 1) {
      forms.push((await openForm(site.url + PAGE, CV_BYTES)).body);
    }
    const idle = await residentMb(site.pid);
    const reference = await burst(constant, forms, perSecond);
    const measured = await burst(site, forms, perSecond);
    console.log(
      `${applications} applications, ${perSecond}/s: ${measured.seconds.toFixed(1)} s, p95 ${measured.p95} ms (constant Worker: ${reference.p95} ms), memory ${idle.toFixed(0)} → ${measured.peak.toFixed(0)} MB`,
    );
  } finally {
    site.stop();
    constant.stop();
    platform.stop();
    front.stop();
    await sleep(200);
    await rm(folder, { recursive: true, force: true });
  }
});
