// Measures workerd's memory growth during many concurrent large uploads, as plain forms or in pieces:
// `node --import tsx bench/upload-memory.mjs [uploads] [MB each] [--pieces]`. Linux only: reads /proc.
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../scripts/local";
import { runIfMain } from "../scripts/stop";
import { residentMb, startPlatform } from "./measure.mjs";
import { startWorkerd } from "./workerd.mjs";

const API_KEY = "key-for-benches";
const MB = 1024 * 1024;
/** The fake platform's position without questions (tests/support/fake-platform-data.ts). */
const PAGE = "/taller-norte/a-position/7d0e5a7c-93c1-4a0b-8f0e-0c8a8b1f6d01";
/** Maximum growth over idle memory, in MB. */
const BOUND = 128;

/**
 * Samples a process's resident memory. `end` stops sampling and returns the maximum.
 *
 * @param {string} pid
 */
async function watch(pid) {
  const idle = await residentMb(pid);
  let peak = idle;
  const sampling = setInterval(() => {
    void residentMb(pid).then((now) => (peak = Math.max(peak, now)));
  }, 50);
  return {
    idle,
    end: () => {
      clearInterval(sampling);
      return peak;
    },
  };
}

/**
 * Sends the form with a CV in chunks, as a browser does. A MB is 2^20 bytes.
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
    let remaining = (megabytes * MB) / chunk.length;
    const write = () => {
      while (remaining > 0) {
        remaining -= 1;
        if (!sending.write(chunk)) return void sending.once("drain", write);
      }
      sending.end(`\r\n--${boundary}--\r\n`);
    };
    write();
  });
}

/**
 * Returns the piece size at an offset on a fast connection (app/application/upload/piecewise-upload.ts).
 *
 * @param {number} offset
 */
const pieceSize = (offset) => (offset <= 2 * MB ? MB / 4 : offset <= 2.5 * MB ? MB / 2 : MB);

/**
 * Uploads a CV in pieces, then sends the form with the upload's id.
 *
 * @param {string} url @param {number} megabytes @returns {Promise<number | undefined>} the status
 */
async function uploadInPieces(url, megabytes) {
  const id = randomUUID();
  const position = PAGE.split("/").at(-1) ?? "";
  const tus = { "Tus-Resumable": "1.0.0" };
  const random = randomBytes(MB);
  const length = megabytes * MB;
  const created = await fetch(`${url}/-/applications/${id}/cv?position=${position}`, {
    method: "POST",
    headers: {
      ...tus,
      "Upload-Length": String(length),
      "Upload-Metadata": `filename ${btoa("cv.pdf")}`,
    },
  });
  const path = created.headers.get("Location") ?? "";
  for (let offset = 0; offset < length; offset += pieceSize(offset)) {
    const piece = random.subarray(0, Math.min(pieceSize(offset), length - offset));
    await fetch(url + path, {
      method: "PATCH",
      headers: {
        ...tus,
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": String(offset),
      },
      body: offset === 0 ? Buffer.concat([Buffer.from("%PDF-1.7\n"), piece.subarray(9)]) : piece,
    });
  }
  const form = new FormData();
  const fields = {
    application_id: id,
    first_name: "Ana",
    last_name: "Pérez",
    phone: "612 34 56 78",
    held_cv: path.split("/").at(-1) ?? "",
    privacy_policy: "true",
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const sent = await fetch(url + PAGE, { method: "POST", body: form, redirect: "manual" });
  return sent.status;
}

await runIfMain(import.meta.url, async () => {
  const { values, positionals } = parseArgs({
    options: { pieces: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [uploads = 20, megabytes = 20] = positionals.map(Number);
  const send = values.pieces ? uploadInPieces : upload;
  const platform = await startPlatform("fake-platform.mjs", { BENCH_API_KEY: API_KEY });
  const state = await mkdtemp(join(tmpdir(), "puerta-bench-"));
  const site = await startWorkerd({
    script: join(ROOT, "build", "index.js"),
    state,
    objects: true,
    vars: { PLATFORM_URL: platform.url, PLATFORM_API_KEY: API_KEY },
  });
  try {
    // Warm-up.
    await fetch(site.url + PAGE);
    await send(site.url, 1);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const memory = await watch(site.pid);
    const start = Date.now();
    const statuses = await Promise.all(
      Array.from({ length: uploads }, () => send(site.url, megabytes)),
    );
    const seconds = (Date.now() - start) / 1000;
    console.log(`${uploads} uploads of ${megabytes} MB at once, in ${seconds.toFixed(1)} s`);
    console.log(`statuses: ${[...new Set(statuses)].join(", ")}`);
    const peak = memory.end();
    const growth = peak - memory.idle;
    console.log(`workerd idle ${memory.idle.toFixed(0)} MB, at most ${peak.toFixed(0)} MB`);
    console.log(`growth ${growth.toFixed(0)} MB (limit: ${BOUND} MB)`);
    if (growth >= BOUND || statuses.some((status) => status !== 303)) process.exitCode = 1;
  } finally {
    site.stop();
    platform.stop();
    await rm(state, { recursive: true, force: true });
  }
});
