// Measures the work for candidates' files: `npm run bench -- files`. Sends the worst file of each kind
// (`tests/support/worst-files.ts`), and a real CV of the same type and size. Fails if a file takes more than ten
// times the CPU of the real CV. A neighbour meanwhile opens a page of another company. Linux only: reads /proc.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT, runIfMain } from "../scripts/local";
import { realFile, WORST_FILES } from "../tests/support/worst-files";
import { cpuMs, median, startPlatform } from "./measure.mjs";
import { startWorkerd } from "./workerd.mjs";

const API_KEY = "key-for-benches";
/** The fake platform's position without questions (tests/support/fake-platform-data.ts). */
const PAGE = "/taller-norte/a-position/7d0e5a7c-93c1-4a0b-8f0e-0c8a8b1f6d01";
/** A page of another company. */
const NEIGHBOUR = "/casa-lumbre/c3b6a2ce-5a19-4c0e-8a3b-2d5f7f5b9a42";
const SIZE = 20 * 1024 ** 2;
const TIMES_MOST = 10;
const TRIES = 3;
const AT_ONCE = 20;
/** The types of CVs. For other types, the same code runs. */
const EXTENSIONS = ["docx", "pdf", "doc", "rtf", "jpg", "png"];
const BOUNDARY = "----WebKitFormBoundaryAbCdEfGh01234567";

/** Sends the form with a CV. @param {string} url @param {string} extension @param {Buffer} file @returns the status */
async function send(url, extension, file) {
  const fields = {
    application_id: randomUUID(),
    first_name: "Ana",
    last_name: "Pérez",
    phone: "612 34 56 78",
    privacy_policy: "true",
  };
  const parts = Object.entries(fields).map(([name, value]) => `name="${name}"\r\n\r\n${value}`);
  const lines = [...parts, `name="cv"; filename="cv.${extension}"\r\n\r\n`]
    .map((part) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${part}`)
    .join("\r\n");
  const sent = await fetch(url + PAGE, {
    method: "POST",
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([Buffer.from(lines), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    redirect: "manual",
  });
  await sent.arrayBuffer();
  return sent.status;
}

/**
 * Opens a page of another company until `work` has ended.
 *
 * @param {string} url @param {() => Promise<unknown>} work @returns the slowest response in ms
 */
async function slowestPage(url, work) {
  const state = { isDone: false };
  const working = work().finally(() => (state.isDone = true));
  let slowest = 0;
  while (!state.isDone) {
    const start = performance.now();
    await (await fetch(url + NEIGHBOUR)).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - start);
    await sleep(5);
  }
  await working;
  return slowest;
}

await runIfMain(import.meta.url, async () => {
  const platform = await startPlatform("fake-platform.mjs", { BENCH_API_KEY: API_KEY });
  const state = await mkdtemp(join(tmpdir(), "puerta-bench-"));
  const site = await startWorkerd({
    script: join(ROOT, "build", "index.js"),
    state,
    objects: true,
    // This Worker has no page cache.
    verbose: false,
    vars: { PLATFORM_URL: platform.url, PLATFORM_API_KEY: API_KEY },
  });
  /** Measures files that are sent at once. @param {[extension: string, file: Buffer][]} files */
  const measure = async (files) => {
    const cpu = [];
    const slowest = [];
    const statuses = new Set();
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await cpuMs(site.pid);
      const sendAll = async () => {
        const sending = files.map(([extension, file]) => send(site.url, extension, file));
        for (const status of await Promise.all(sending)) statuses.add(status);
      };
      slowest.push(await slowestPage(site.url, sendAll));
      cpu.push((await cpuMs(site.pid)) - before);
    }
    return { cpu: Math.min(...cpu), slowest: median(slowest), statuses: [...statuses].join() };
  };
  /** Prints a row. @param {string} name @param {Awaited<ReturnType<typeof measure>>} costs @param {number} realCpu */
  const show = (name, { cpu, slowest, statuses }, realCpu) => {
    const times = cpu / realCpu;
    if (times > TIMES_MOST) process.exitCode = 1;
    console.log(
      `| ${name} | ${statuses} | ${cpu.toFixed(0)} | ${times.toFixed(1)} | ${slowest.toFixed(0)} |`,
    );
  };
  try {
    await send(site.url, "pdf", await realFile("pdf", SIZE));
    const idle = await slowestPage(site.url, () => sleep(2000));
    console.log(`The slowest page without an upload takes ${idle.toFixed(0)} ms.\n`);
    console.log("| file | status | CPU, ms | times a real one | slowest page, ms |");
    console.log("| --- | --- | --- | --- | --- |");
    for (const extension of EXTENSIONS) {
      const real = await measure([[extension, await realFile(extension, SIZE)]]);
      show(`${extension}: real`, real, real.cpu);
      for (const [type, name, create] of WORST_FILES) {
        if (type !== extension) continue;
        show(`${extension}: ${name}`, await measure([[extension, create(SIZE)]]), real.cpu);
      }
    }
    const size = SIZE / 4;
    /** @type {[string, Buffer][]} */
    const cvs = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const extension = index % 2 ? "docx" : "pdf";
        return /** @type {[string, Buffer]} */ ([extension, await realFile(extension, size)]);
      }),
    );
    const structured = WORST_FILES.filter(([extension]) => ["docx", "pdf"].includes(extension));
    const worst = structured
      .slice(0, AT_ONCE)
      .map(([extension, , create]) => /** @type {[string, Buffer]} */ ([extension, create(size)]));
    const real = await measure(cvs);
    show(`${AT_ONCE} real CVs of 5 MB at once`, real, real.cpu);
    show(`${AT_ONCE} of the worst files of 5 MB at once`, await measure(worst), real.cpu);
    if (process.exitCode === 1) {
      console.error(`A file takes more than ${TIMES_MOST} times the CPU of a real CV.`);
    }
  } finally {
    site.stop();
    platform.stop();
    await rm(state, { recursive: true, force: true });
  }
});
