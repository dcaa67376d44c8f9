import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startCache } from "~/bench/cache.mjs";
import { residentMb, startPlatform } from "~/bench/measure.mjs";
import { startWorkerd } from "~/bench/workerd.mjs";
import { ROOT } from "~/scripts/local";
import { ANSWERS, buildForm, positionPath, createPdf } from "../support/application-form";
import { careerSite } from "../support/cached-pages";
import { size } from "../support/size";

const API_KEY = "key-for-load";
const CONNECTIONS = 200;
const SECONDS = size(4, 60);
/** The maximum ratio of the peak memory in the last third of a run to the peak memory in the second third. */
const MAX_GROWTH = 1.25;

interface LoadRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** @returns the status, or 0 if the connection was cut */
function send(url: string, loadRequest: LoadRequest): Promise<number> {
  const { path, method = "GET", headers = {}, body = "" } = loadRequest;
  const length = method === "GET" ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const sent = request(url + path, { agent, method, headers: { ...headers, ...length } });
    sent.on("response", (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    // The server might close an idle connection just when the client reuses it.
    sent.on("error", () => resolve(sent.reusedSocket ? send(url, loadRequest) : 0));
    sent.end(body);
  });
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

function createRead(): LoadRequest {
  const word = randomUUID().slice(0, 3);
  const paths = ["", `?q=${word}`, "/privacy", `?utm_source=${word}`].map(
    (end) => careerSite + end,
  );
  return {
    path: pick([
      ...paths,
      positionPath("plain"),
      positionPath("questions"),
      `${positionPath("plain")}?lang=en`,
    ]),
  };
}

async function createApplication(): Promise<LoadRequest> {
  const form = new Response(buildForm(ANSWERS, { bytes: createPdf(20_000), name: "cv.pdf" }));
  const headers = { "Content-Type": form.headers.get("Content-Type") ?? "" };
  const body = new Uint8Array(await form.arrayBuffer());
  return { path: positionPath("questions"), method: "POST", headers, body };
}

function createGarbage(): LoadRequest {
  const body = randomBytes(1 + Math.floor(Math.random() * 3000));
  const word = encodeURIComponent(body.subarray(0, 20).toString("latin1"));
  const headers = { "Content-Type": "multipart/form-data; boundary=x" };
  const start = Buffer.from("--x\r\nContent-Disposition: form-data");
  return pick<LoadRequest>([
    { path: `/a/b/${word}?lang=${word}&receipt=${word}&q=${word}` },
    { path: `//${word}//` },
    { path: positionPath("plain"), method: "POST", headers, body },
    { path: positionPath("plain"), method: "POST", headers, body: Buffer.concat([start, body]) },
    { path: `/-/applications/${word}`, method: "POST", headers, body },
    { path: "/-/csp", method: "POST", body },
    { path: careerSite, method: pick(["PUT", "DELETE", "PATCH"]), body },
    { path: careerSite, headers: { "Accept-Language": word, "If-None-Match": word } },
  ]);
}

/**
 * The kinds of requests, with their share of the connections in percent, the pause between requests and the allowed
 * statuses. Applications have a long pause, because all objects run in one local process.
 */
const KINDS = {
  reading: { create: createRead, share: 60, pauseMs: 0, statuses: [200] },
  applying: { create: createApplication, share: 20, pauseMs: 2000, statuses: [303] },
  garbage: {
    create: createGarbage,
    share: 20,
    pauseMs: 100,
    statuses: [200, 204, 303, 304, 400, 403, 404, 405, 412, 413, 415, 422],
  },
};

test(
  `${CONNECTIONS} connections that read, apply and send garbage receive only expected statuses`,
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
    const answers = Object.fromEntries(Object.keys(KINDS).map((name) => [name, new Set<number>()]));
    const memory: number[] = [];
    try {
      const end = Date.now() + SECONDS * 1000;
      const sampling = setInterval(() => {
        void residentMb(site.pid).then((mb) => memory.push(mb));
      }, SECONDS * 10);
      const connections = Object.entries(KINDS).flatMap(([name, kind]) =>
        Array.from({ length: (kind.share * CONNECTIONS) / 100 }, async () => {
          while (Date.now() < end) {
            answers[name]?.add(await send(site.url, await kind.create()));
            await sleep(kind.pauseMs);
          }
        }),
      );
      await Promise.all(connections);
      clearInterval(sampling);
    } finally {
      site.stop();
      platform.stop();
      cache.stop();
      agent.destroy();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    for (const [name, { statuses }] of Object.entries(KINDS)) {
      const received = [...(answers[name] ?? [])];
      expect(received.length, name).toBeGreaterThan(0);
      expect(statuses, name).toEqual(expect.arrayContaining(received));
    }
    // A short run ends before memory use is stable.
    if (SECONDS < 60) return;
    const third = Math.floor(memory.length / 3);
    const [before, after] = [memory.slice(third, 2 * third), memory.slice(2 * third)];
    expect(Math.max(...after)).toBeLessThan(Math.max(...before) * MAX_GROWTH);
  },
  (SECONDS + 240) * 1000,
);
