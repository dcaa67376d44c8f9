// How much workerd grows while many large CVs come in at once, without scripts:
// `node bench/upload-memory.mjs [uploads] [MB each]`. Linux: it reads /proc.
import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT, runIfMain } from "../scripts/local.mjs";
import { freePort, startSiteServer } from "../scripts/site-server.mjs";

const API_KEY = "key-for-benches";
const MB = 1024 * 1024;
/** Position of the fake platform that asks nothing (tests/support/fake-platform-data.ts). */
const PAGE = "/taller-norte/a-position/7d0e5a7c-93c1-4a0b-8f0e-0c8a8b1f6d01";
/** The bound: growth over idle, in MB. */
const BOUND = 128;

/** The fake platform's address, and the way to end it. */
async function startPlatform() {
  const child = spawn(process.execPath, [join(ROOT, "bench", "fake-platform.mjs")], {
    env: { ...process.env, BENCH_API_KEY: API_KEY },
    stdio: ["pipe", "pipe", "inherit"],
  });
  /** @type {string} */
  const url = await new Promise((resolve) =>
    createInterface({ input: child.stdout }).once("line", resolve),
  );
  return { url, stop: () => child.stdin.end() };
}

/** The workerd process that listens on a site's port is the largest of its group. */
async function workerds() {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
      return command.trim() === "workerd" ? [pid] : [];
    }),
  );
  return found.flat();
}

/** Resident memory of processes together, in MB. @param {string[]} pids */
async function residentMb(pids) {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/**
 * Sends the form with a CV of so many MB, written piece by piece as a browser writes it.
 *
 * @param {string} url @param {number} megabytes @returns {Promise<number | undefined>} the status
 */
function upload(url, megabytes) {
  const boundary = `----bench${randomUUID()}`;
  /** @param {string} name @param {string} value */
  const field = (name, value) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = [
    field("application_id", randomUUID()),
    field("first_name", "Ana"),
    field("last_name", "Pérez"),
    field("phone", "612 34 56 78"),
    field("privacy_policy", "true"),
    `--${boundary}\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n`,
    "Content-Type: application/pdf\r\n\r\n%PDF-1.7\n",
  ].join("");
  const chunk = randomBytes(64 * 1024);
  return new Promise((resolve, reject) => {
    const sending = request(url + PAGE, {
      method: "POST",
      headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    });
    sending.once("response", (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
    });
    sending.once("error", reject);
    sending.write(head);
    let left = (megabytes * MB) / chunk.length;
    const write = () => {
      while (left > 0) {
        left -= 1;
        if (!sending.write(chunk)) return void sending.once("drain", write);
      }
      sending.end(`\r\n--${boundary}--\r\n`);
    };
    write();
  });
}

await runIfMain(import.meta.url, async () => {
  const [uploads = 20, megabytes = 20] = process.argv.slice(2).map(Number);
  const others = await workerds();
  const platform = await startPlatform();
  const state = await mkdtemp(join(tmpdir(), "puerta-bench-"));
  const site = await startSiteServer({
    embedded: false,
    port: await freePort(),
    persistTo: state,
    vars: { PLATFORM_URL: platform.url, PLATFORM_API_KEY: API_KEY },
  });
  try {
    const own = (await workerds()).filter((pid) => !others.includes(pid));
    // Idle: everything has run once.
    await fetch(site.url + PAGE);
    await upload(site.url, 1);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const idle = await residentMb(own);
    let peak = idle;
    const sampling = setInterval(() => {
      void residentMb(own).then((now) => (peak = Math.max(peak, now)));
    }, 50);
    const start = Date.now();
    const statuses = await Promise.all(
      Array.from({ length: uploads }, () => upload(site.url, megabytes)),
    );
    const seconds = (Date.now() - start) / 1000;
    clearInterval(sampling);
    console.log(`${uploads} uploads of ${megabytes} MB at once, in ${seconds.toFixed(1)} s`);
    console.log(`answered ${[...new Set(statuses)].join(", ")}`);
    console.log(`workerd idle ${idle.toFixed(0)} MB, at most ${peak.toFixed(0)} MB`);
    const growth = peak - idle;
    console.log(`grown by ${growth.toFixed(0)} MB (bound: ${BOUND} MB)`);
    if (growth >= BOUND || statuses.some((status) => status !== 303)) process.exitCode = 1;
  } finally {
    await site.stop();
    platform.stop();
    await rm(state, { recursive: true, force: true });
  }
});
