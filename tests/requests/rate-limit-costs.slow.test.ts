import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { careerSite } from "../support/cached-pages";
import { buildForm, positionPath, createPdf, post } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { minuteNow, withinOneMinute } from "../support/within-one-minute";
import { startSites } from "../support/sites-for-file";
import { size } from "../support/size";
import { countObjects } from "../support/stored-objects";
import { createUpload, creationHeaders, pieceHeaders } from "../support/tus";

// Measures the cost of many requests from one network. The table in docs/security.md has the results.

const COUNT = size(80, 1000);

// Limits per network and minute. They are a tenth of the limits in `wrangler.toml`.
const FORMS = 24;
const FILES = 24;
const READS = 60;
const MISSES = 6;

/** Number of concurrent requests, all of which can pass before their misses are counted. */
const CONCURRENCY = 10;

const { platform, site } = await startSites({
  site: {
    ...(process.env.SITE_ROOT && { root: process.env.SITE_ROOT }),
    limits: { APPLICATION_LIMIT: FORMS, FILE_LIMIT: FILES, READ_LIMIT: READS, MISS_LIMIT: MISSES },
    vars: {
      RATE_LIMITS: "on",
      PAGE_CACHE: "on",
      OPERATOR_SECRET: "a secret for operators",
      PURGE_SECRET: "a secret for purges",
    },
  },
});
let networks = 0;
// Read shared data, which the site reads once a minute, before the tests count calls.
beforeAll(async () => {
  await fetch(`${site.url}${careerSite}`);
  await fetch(site.url + positionPath("plain"));
});

interface Cost {
  /** The number of responses by status. */
  statuses: Record<number, number>;
  calls: number;
  /** The number of new application objects that were called, and of those that stored data. */
  applications: { called: number; stored: number };
  /** The number of new durable copies that were called, and of those that stored data. */
  copies: { called: number; stored: number };
}

type SendRequest = (headers: Record<string, string>, count: number) => Promise<Response>;

/** Measures the cost of `COUNT` requests from one network within one rate-limit window. */
async function measureCost(send: SendRequest): Promise<Cost> {
  let cost: Cost | undefined;
  await withinOneMinute(async () => {
    const headers = { "CF-Connecting-IP": `198.51.100.${++networks}` };
    const before = readCounts();
    const statuses: Record<number, number> = {};
    let count = 0;
    const worker = async () => {
      while (count < COUNT) {
        const response = await send(headers, count++);
        await response.arrayBuffer();
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      }
    };
    const minute = minuteNow();
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    if (minuteNow() !== minute) throw new Error("The rate-limit window ended");
    const after = readCounts();
    const increase = (key: "calls" | "called" | "stored" | "copies" | "storedCopies") =>
      after[key] - before[key];
    const applications = { called: increase("called"), stored: increase("stored") };
    const copies = { called: increase("copies"), stored: increase("storedCopies") };
    cost = { statuses, calls: increase("calls"), applications, copies };
  });
  if (!cost) throw new Error("No request was sent");
  return cost;
}

function readCounts() {
  const { called, stored } = countObjects(site.state, "ApplicationObject");
  const copies = countObjects(site.state, "DurableCopy");
  const calls = platform.requests.length;
  return { calls, called, stored, copies: copies.called, storedCopies: copies.stored };
}

const MAX_MISSES = MISSES + CONCURRENCY;

/** Requests, with their expected statuses and maximum cost. */
interface Case {
  send: SendRequest;
  /** The expected statuses, or the number of responses by status. */
  statuses: string[] | Record<number, number>;
  calls: number;
  called?: number;
  stored?: number;
  copies?: number;
}

const MISSED_STATUSES = ["404", "429"];
const limited = (status: number, limit: number) => ({ [status]: limit, 429: COUNT - limit });
const page = (path: (count: number) => string): SendRequest => {
  return (headers, count) => fetch(site.url + path(count), { headers });
};
const form = (
  changes: Record<string, string>,
  { path = () => positionPath("plain"), hasCv = false } = {},
): SendRequest => {
  const cv = hasCv ? { bytes: createPdf(100), name: "cv.pdf" } : undefined;
  return (headers) => post(site.url + path(), buildForm(changes, cv), headers);
};
const upload =
  (position: () => string): SendRequest =>
  (headers) =>
    createUpload(site.url, randomUUID(), { ...headers, ...creationHeaders(100) }, position());
const applicationRequest = (method: string): SendRequest => {
  const end = `${method === "GET" ? "" : "/cv/1"}?position=${fakePositions.plain}`;
  return (headers) =>
    fetch(`${site.url}/-/applications/${randomUUID()}${end}`, {
      method,
      headers: { ...headers, ...pieceHeaders(0) },
    });
};
const unknownPosition = () => `/a/b/${randomUUID()}`;
const unknownReceipt = () => `${positionPath("plain")}?receipt=${randomBytes(32).toString("hex")}`;

/** The maximum number of calls for shared data. The position and the company are each read at most twice. */
const READ_CALLS = 4;
const missingPositions = { statuses: MISSED_STATUSES, calls: MAX_MISSES, copies: MAX_MISSES };
const invalid = { statuses: limited(422, FORMS), calls: 2 * FORMS + READ_CALLS };

const cases: Record<string, Case> = {
  "position pages with unknown languages and parameters": {
    send: page((count) => `${positionPath("plain")}?lang=x${count}&utm=${count}`),
    ...{ statuses: { 200: COUNT }, calls: READ_CALLS },
  },
  "unknown positions": { send: page(unknownPosition), ...missingPositions },
  "unknown companies": {
    send: page(() => `/a/${randomUUID()}`),
    // Each request can call the copy of the company and the copy of its list.
    ...{ statuses: MISSED_STATUSES, calls: 2 * MAX_MISSES, copies: 2 * MAX_MISSES },
  },
  searches: {
    send: page((count) => `${careerSite}?q=${count}`),
    ...{ statuses: limited(200, READS), calls: READ_CALLS },
  },
  "unknown receipts": {
    send: page(unknownReceipt),
    ...{ statuses: MISSED_STATUSES, calls: READ_CALLS, called: MAX_MISSES },
  },
  "forms for unknown positions": {
    send: form({}, { path: unknownPosition, hasCv: true }),
    ...missingPositions,
  },
  "empty forms": { send: form({ first_name: "", held_cv: "" }), ...invalid },
  "forms with an unknown held CV": {
    send: form({ held_cv: "1" }),
    ...{ ...invalid, called: MAX_MISSES },
  },
  "empty forms with a CV": {
    send: form({ first_name: "" }, { hasCv: true }),
    ...{ ...invalid, called: 2 * FORMS, stored: FILES },
  },
  "complete applications": {
    send: form({ held_cv: "" }),
    ...{
      statuses: limited(303, FORMS),
      calls: 3 * FORMS + READ_CALLS,
      called: FORMS,
      stored: FORMS,
    },
  },
  "uploads for unknown positions": { send: upload(randomUUID), ...missingPositions },
  "new uploads": {
    send: upload(() => fakePositions.plain),
    ...{ statuses: limited(201, FILES), calls: READ_CALLS, called: FILES, stored: FILES },
  },
  "CSP reports": {
    send: (headers) => fetch(`${site.url}/-/csp`, { method: "POST", headers, body: "{}" }),
    ...{ statuses: ["204", "429"], calls: 0 },
  },
  ...Object.fromEntries(
    ["HEAD", "PATCH", "DELETE", "GET"].map((method) => [
      `${method} for unknown applications`,
      { send: applicationRequest(method), statuses: MISSED_STATUSES, calls: 0, called: MAX_MISSES },
    ]),
  ),
};

test.each(Object.entries(cases))("the cost of %s is limited", async (_, expected) => {
  const cost = await measureCost(expected.send);
  const { statuses, calls, called = 0, stored = 0, copies = 0 } = expected;
  if (Array.isArray(statuses)) expect(Object.keys(cost.statuses)).toEqual(statuses);
  else expect(cost.statuses).toEqual(statuses);
  expect(cost.calls).toBeLessThanOrEqual(calls);
  expect(cost.applications.called).toBeLessThanOrEqual(called);
  expect(cost.applications.stored).toBeLessThanOrEqual(stored);
  expect(cost.copies.called).toBeLessThanOrEqual(copies);
  expect(cost.copies.stored).toBe(0);
});
