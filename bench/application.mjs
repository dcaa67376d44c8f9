// Measures the CPU time of an application, its receipt and a cached page: `npm run bench -- application`.
// Linux only: reads /proc.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../scripts/local";
import { runIfMain } from "../scripts/stop";
import { openForm, readReceipt, sendForm } from "./applicant.mjs";
import { startCache } from "./cache.mjs";
import { cpuMs, median, startPlatform } from "./measure.mjs";
import { startWorkerd } from "./workerd.mjs";

const API_KEY = "key-for-benches";
/** The fake platform's position without questions (tests/support/fake-platform-data.ts). */
const PAGE = "/taller-norte/a-position/7d0e5a7c-93c1-4a0b-8f0e-0c8a8b1f6d01";
const CV_BYTES = 200_000;

const ROUNDS = 5;
/** Requests in each round. */
const [APPLICATIONS, PAGES] = [30, 600];
const CONCURRENCY = 4;
/** Delay in ms before CPU is read, to include work after the response (release limiter, index). */
const AFTERWARDS_MS = 1500;

/** Returns the median CPU time of a cached page, an application with a CV, and its receipt, in ms. */
async function measureCosts() {
  const platform = await startPlatform("fake-platform.mjs", { BENCH_API_KEY: API_KEY });
  const state = await mkdtemp(join(tmpdir(), "puerta-bench-"));
  const cache = await startCache();
  const site = await startWorkerd({
    script: join(ROOT, "build", "index.js"),
    state,
    objects: true,
    cache: cache.address,
    vars: { PLATFORM_URL: platform.url, PLATFORM_API_KEY: API_KEY, PAGE_FRESH_MS: "86400000" },
  });
  const position = site.url + PAGE;

  /** @param {number} count @param {(index: number) => Promise<unknown>} send */
  async function measureCost(count, send) {
    const before = await cpuMs(site.pid);
    let next = 0;
    const loop = async () => {
      while (next < count) await send(next++);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, loop));
    await sleep(AFTERWARDS_MS);
    return ((await cpuMs(site.pid)) - before) / count;
  }

  try {
    /** @type {Record<"cached" | "application" | "receipt", number[]>} */
    const all = { cached: [], application: [], receipt: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const page = await measureCost(PAGES, async () => (await fetch(position)).text());
      /** @type {import("./applicant.mjs").Form[]} */
      const forms = [];
      for (let index = 0; index < APPLICATIONS; index += 1) {
        forms.push(await openForm(position, CV_BYTES));
      }
      /** @type {string[]} */
      const receipts = [];
      const application = await measureCost(forms.length, async (index) => {
        const form = forms[index];
        if (form) receipts.push(await sendForm(form));
      });
      const receipt = await measureCost(receipts.length, async (index) => {
        const url = receipts[index];
        const state = url && (await readReceipt(url));
        if (state !== "delivered") throw new Error(`A receipt shows ${state ?? "nothing"}`);
      });
      // The first round is a warm-up.
      if (round === 0) continue;
      all.cached.push(page);
      all.application.push(application);
      all.receipt.push(receipt);
    }
    return {
      cached: median(all.cached),
      application: median(all.application),
      receipt: median(all.receipt),
    };
  } finally {
    site.stop();
    platform.stop();
    cache.stop();
    await rm(state, { recursive: true, force: true });
  }
}

await runIfMain(import.meta.url, async () => {
  const all = await measureCosts();
  console.log(`CPU per request, median of ${ROUNDS} rounds; a CV has ${CV_BYTES / 1000} KB`);
  for (const [name, ms] of Object.entries(all)) {
    console.log(
      `${name}: ${ms.toFixed(2)} ms (${(ms / all.cached).toFixed(0)} times a cached page)`,
    );
  }
});
