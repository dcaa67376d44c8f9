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
import { ROOT } from "../../scripts/local";
import { ANSWERS, buildForm, positionPath, createPdf } from "../support/application-form";
import { careerSite } from "../support/cached-pages";
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

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** @returns the status; 0 where the connection was cut */
function ask(url: string, asked: Ask): Promise<number> {
  const { path, method = "GET", headers = {}, body = "" } = asked;
  const length = method === "GET" ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const sent = request(url + path, { agent, method, headers: { ...headers, ...length } });
    sent.on("response", (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    // The server may close an idle connection just as it is used again.
    sent.on("error", () => resolve(sent.reusedSocket ? ask(url, asked) : 0));
    sent.end(body);
  });
}

const one = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;

function reading(): Ask {
  const word = randomUUID().slice(0, 3);
  const paths = ["", `?q=${word}`, "/privacy", `?utm_source=${word}`].map(
    (end) => careerSite + end,
  );
  return {
    path: one([
      ...paths,
      positionPath("plain"),
      positionPath("questions"),
      `${positionPath("plain")}?lang=en`,
    ]),
  };
}

async function applying(): Promise<Ask> {
  const form = new Response(buildForm(ANSWERS, { bytes: createPdf(20_000), name: "cv.pdf" }));
  const headers = { "Content-Type": form.headers.get("Content-Type") ?? "" };
  const body = new Uint8Array(await form.arrayBuffer());
  return { path: positionPath("questions"), method: "POST", headers, body };
}

function garbage(): Ask {
  const body = randomBytes(1 + Math.floor(Math.random() * 3000));
  const word = encodeURIComponent(body.subarray(0, 20).toString("latin1"));
  const headers = { "Content-Type": "multipart/form-data; boundary=x" };
  const start = Buffer.from("--x\r\nContent-Disposition: form-data");
  return one<Ask>([
    { path: `/a/b/${word}?lang=${word}&receipt=${word}&q=${word}` },
    { path: `//${word}//` },
    { path: positionPath("plain"), method: "POST", headers, body },
    { path: positionPath("plain"), method: "POST", headers, body: Buffer.concat([start, body]) },
    { path: `/-/applications/${word}`, method: "POST", headers, body },
    { path: "/-/csp", method: "POST", body },
    { path: careerSite, method: one(["PUT", "DELETE", "PATCH"]), body },
    { path: careerSite, headers: { "Accept-Language": word, "If-None-Match": word } },
  ]);
}

/**
 * The kinds of request: how many in a hundred connections make each, their pause in ms, and the
 * statuses that may come. Applications pause because all objects live in one process here.
 */
const KINDS = {
  reading: { make: reading, share: 60, rest: 0, statuses: [200] },
  applying: { make: applying, share: 20, rest: 2000, statuses: [303] },
  garbage: {
    make: garbage,
    share: 20,
    rest: 100,
    statuses: [200, 204, 303, 304, 400, 403, 404, 405, 412, 413, 415, 422],
  },
};

test(
  `${CONNECTIONS} connections that read, apply and send garbage meet success or a refusal`,
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
            answers[name]?.add(await ask(site.url, await kind.make()));
            await sleep(kind.rest);
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
      const got = [...(answers[name] ?? [])];
      expect(got.length, name).toBeGreaterThan(0);
      expect(statuses, name).toEqual(expect.arrayContaining(got));
    }
    // In a run of seconds, memory does not settle.
    if (SECONDS < 60) return;
    const third = Math.floor(memory.length / 3);
    const [before, after] = [memory.slice(third, 2 * third), memory.slice(2 * third)];
    expect(Math.max(...after)).toBeLessThan(Math.max(...before) * GROWTH);
  },
  (SECONDS + 240) * 1000,
);
