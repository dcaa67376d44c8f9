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
const SIZE = 20 * 1024 ** 2;
const TIMES_MOST = 10;
const TRIES = 3;
const AT_ONCE = 20;
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

/** Opens a page again and again until `work` has ended. @param {string} url @param {() => Promise<unknown>} work @returns the slowest response in ms */
async function slowestPage(url, work) {
  let isDone = false;
  let slowest = 0;
  const working = work().finally(() => (isDone = true));
  do {
    const start = performance.now();
    await (await fetch(url + PAGE)).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - start);
    await sleep(5);
  } while (!isDone);
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
  /** Measures files that are sent at once. @param {string} extension @param {Buffer[]} files */
  const measure = async (extension, files) => {
    const cpu = [];
    const slowest = [];
    const statuses = new Set();
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await cpuMs(site.pid);
      const sendAll = () => Promise.all(files.map((file) => send(site.url, extension, file)));
      slowest.push(
        await slowestPage(site.url, async () => {
          for (const status of await sendAll()) statuses.add(status);
        }),
      );
      cpu.push((await cpuMs(site.pid)) - before);
    }
    return { cpu: Math.min(...cpu), slowest: median(slowest), statuses: [...statuses].join() };
  };
  try {
    await send(site.url, "pdf", await realFile("pdf", SIZE));
    console.log("| file | status | CPU, ms | times a real CV | slowest page, ms |");
    console.log("| --- | --- | --- | --- | --- |");
    const extensions = [...new Set(WORST_FILES.map(([extension]) => extension))];
    for (const extension of extensions) {
      const cv = await realFile(extension, SIZE);
      const real = await measure(extension, [cv]);
      const show = (/** @type {string} */ name, /** @type {typeof real} */ costs) => {
        const times = costs.cpu / real.cpu;
        if (times > TIMES_MOST) process.exitCode = 1;
        console.log(
          `| ${extension}: ${name.replaceAll("|", "")} | ${costs.statuses} | ${costs.cpu.toFixed(0)} | ${times.toFixed(1)} | ${costs.slowest.toFixed(0)} |`,
        );
      };
      show("a real CV", real);
      for (const [type, name, create] of WORST_FILES) {
        if (type === extension) show(name, await measure(extension, [create(SIZE)]));
      }
    }
    const small = SIZE / 4;
    const cvs = Array(AT_ONCE).fill(await realFile("docx", small));
    const worst = WORST_FILES.filter(([type]) => type === "docx").map(([, , create]) =>
      create(small),
    );
    const all = Array.from(
      { length: AT_ONCE },
      (_, index) => worst[index % worst.length] ?? cvs[0],
    );
    for (const [name, files] of /** @type {const} */ ([
      ["real CVs", cvs],
      ["worst files", all],
    ])) {
      const { cpu, slowest, statuses } = await measure("docx", files);
      console.log(
        `\n${AT_ONCE} ${name} at once (docx, ${small / 1024 ** 2} MB): ${statuses}, CPU ${cpu.toFixed(0)} ms, slowest page ${slowest.toFixed(0)} ms`,
      );
    }
    if (process.exitCode === 1) {
      console.error(`A file takes more than ${TIMES_MOST} times the CPU of a real CV.`);
    }
  } finally {
    site.stop();
    platform.stop();
    await rm(state, { recursive: true, force: true });
  }
});
