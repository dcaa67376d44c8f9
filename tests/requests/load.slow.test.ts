import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startCache } from "../../bench/cache.mjs";
import { residentMb, startPlatform } from "../../bench/measure.mjs";
import { startWorkerd } from "../../bench/workerd.mjs";
import { ROOT } from "../../scripts/local.mjs";
import { ANSWERS, formOf, pageOf, pdfOf } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { size } from "../support/size";

const API_KEY = "key-for-load";
const CONNECTIONS = 200;
const SECONDS = size(4, 60);
/** How much more memory the last third of the time may take than the second, as a ratio. */
const GROWTH = 1.25;

interface Ask {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** @returns the status; 0 where the connection was cut */
function ask(url: string, asked: Ask): Promise<number> {
  const { path, method = "GET", headers = {}, body = "" } = asked;
  return new Promise((resolve) => {
    const length = { "Content-Length": String(Buffer.byteLength(body)) };
    const sent = request(
      url + path,
      { agent, method, headers: { ...headers, ...(method === "GET" ? {} : length) } },
      (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on("error", () => {
      // The connection was idle, and the server closed it just then (Node's documentation of
      // `reusedSocket`).
      if (sent.reusedSocket) resolve(ask(url, asked));
      else resolve(0);
    });
    sent.end(body);
  });
}

const one = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;

function reading(): Ask {
  return {
    path: one([
      pageOf("plain"),
      pageOf("questions"),
      careerSite,
      `${careerSite}?q=${randomUUID().slice(0, 3)}`,
      `${careerSite}/privacy`,
      `${pageOf("plain")}?lang=en`,
      `${careerSite}?utm_source=${randomUUID()}`,
    ]),
  };
}

async function applying(): Promise<Ask> {
  const form = formOf(ANSWERS, { bytes: pdfOf(20_000), name: "cv.pdf" });
  const whole = new Response(form);
  return {
    path: pageOf("questions"),
    method: "POST",
    headers: { "Content-Type": whole.headers.get("Content-Type") ?? "" },
    body: new Uint8Array(await whole.arrayBuffer()),
  };
}

function uploading(): Ask {
  const bytes = pdfOf(20_000);
  return {
    path: `/-/applications/${randomUUID()}/cv?position=${fakePositions.questions}`,
    method: "POST",
    headers: {
      "Tus-Resumable": "1.0.0",
      "Upload-Length": String(bytes.length),
      "Upload-Metadata": `filename ${Buffer.from("cv.pdf").toString("base64")}`,
      "Content-Type": "application/offset+octet-stream",
    },
    body: bytes,
  };
}

function garbage(): Ask {
  const noise = () => randomBytes(1 + Math.floor(Math.random() * 3000));
  const word = encodeURIComponent(noise().subarray(0, 20).toString("latin1"));
  const boundary = { "Content-Type": "multipart/form-data; boundary=x" };
  return one<() => Ask>([
    () => ({ path: `/${word}/${word}` }),
    () => ({ path: `/a/b/${word}?lang=${word}&receipt=${word}&q=${word}` }),
    () => ({ path: `//${word}//` }),
    () => ({ path: pageOf("plain"), method: "POST", headers: boundary, body: noise() }),
    () => ({
      path: pageOf("questions"),
      method: "POST",
      headers: boundary,
      body: Buffer.concat([Buffer.from("--x\r\nContent-Disposition: form-data"), noise()]),
    }),
    () => ({ path: `/-/applications/${word}`, method: "POST", headers: boundary, body: noise() }),
    () => ({
      path: `/-/applications/${randomUUID()}/cv/1`,
      method: "PATCH",
      headers: { "Tus-Resumable": "1.0.0", "Upload-Offset": "7" },
      body: noise(),
    }),
    () => ({ path: "/-/csp", method: "POST", body: noise() }),
    () => ({ path: "/-/purge", method: "POST", body: noise() }),
    () => ({ path: careerSite, method: one(["PUT", "DELETE", "PATCH"]), body: noise() }),
    () => ({ path: careerSite, headers: { "Accept-Language": word, "If-None-Match": word } }),
    () => ({ path: pageOf("plain"), method: "POST", headers: { Origin: "https://evil.example" } }),
  ])();
}

const asks = { reading, applying, uploading, garbage };

/** The kinds of request, and how many in a hundred connections make each. */
const SHARES = { reading: 60, applying: 10, uploading: 10, garbage: 20 };

/**
 * How long a connection pauses between two requests, in ms. Here all objects live in one process,
 * whose SQLite may use half a gigabyte. Hundreds of new objects a second, each open for ten
 * seconds, would need more. At the edge they are spread over many machines.
 */
const RESTS = { reading: 0, applying: 2000, uploading: 2000, garbage: 100 };

/** The only statuses that may come: success, or a refusal on purpose. */
const MEANT = {
  reading: [200],
  applying: [303],
  uploading: [201],
  garbage: [200, 204, 303, 304, 400, 403, 404, 405, 412, 413, 415, 422],
};

test(
  `${CONNECTIONS} connections that read, send, upload and rave leave nothing but refusals`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "puerta-load-"));
    const platform = await startPlatform("fake-platform.mjs", { BENCH_API_KEY: API_KEY });
    const cache = await startCache();
    const site = await startWorkerd({
      script: join(ROOT, "build", "index.js"),
      state: folder,
      objects: true,
      cache: cache.address,
      vars: { PLATFORM_URL: platform.url, PLATFORM_API_KEY: API_KEY },
    });
    const answers = new Map<string, number>();
    const memory: number[] = [];
    try {
      const end = Date.now() + SECONDS * 1000;
      const sampling = setInterval(() => {
        void residentMb(site.pid).then((mb) => memory.push(mb));
      }, SECONDS * 10);
      const names = (Object.keys(SHARES) as (keyof typeof SHARES)[]).flatMap((name) =>
        Array.from({ length: (SHARES[name] * CONNECTIONS) / 100 }, () => name),
      );
      await Promise.all(
        names.map(async (name) => {
          while (Date.now() < end) {
            const answer = `${name} ${await ask(site.url, await asks[name]())}`;
            answers.set(answer, (answers.get(answer) ?? 0) + 1);
            await sleep(RESTS[name]);
          }
        }),
      );
      clearInterval(sampling);
    } finally {
      site.stop();
      platform.stop();
      cache.stop();
      agent.destroy();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    const meant = Object.entries(MEANT).flatMap(([name, statuses]) =>
      statuses.map((status) => `${name} ${status}`),
    );
    const others = [...answers].filter(([answer]) => !meant.includes(answer));
    expect(others).toEqual([]);
    for (const name of Object.keys(SHARES)) {
      expect(
        [...answers.keys()].some((answer) => answer.startsWith(name)),
        name,
      ).toBe(true);
    }
    const third = Math.floor(memory.length / 3);
    const most = (samples: number[]) => Math.max(...samples);
    console.info(
      `${[...answers].map(([answer, count]) => `${answer}: ${count}`).join(", ")}; memory, MB: ` +
        [memory.slice(0, third), memory.slice(third, 2 * third), memory.slice(2 * third)]
          .map((part) => most(part).toFixed(0))
          .join(", "),
    );
    // In a run of seconds, memory does not settle.
    if (SECONDS >= 60) {
      expect(most(memory.slice(2 * third))).toBeLessThan(
        most(memory.slice(third, 2 * third)) * GROWTH,
      );
    }
  },
  (SECONDS + 60) * 1000,
);
