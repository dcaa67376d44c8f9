import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { careerSite } from "../support/kept-pages";
import { formOf, pageOf, pdfOf, post } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { minuteNow, withinOneMinute } from "../support/minute";
import { sitesForFile } from "../support/sites-for-file";
import { size } from "../support/size";
import { objectsOf } from "../support/stored-objects";
import { createUpload, creationOf, pieceAt } from "../support/tus";

// What many requests of one network may cause: docs/security.md has the table.

const COUNT = size(150, 1000);

/** What one network may do here in a minute: a tenth of what `wrangler.toml` lets it do. */
const FORMS = 24;
const FILES = 24;
const READS = 60;
const MISSES = 6;

/** So many requests are under way at a time; so many may pass before their misses have been counted. */
const AT_A_TIME = 10;

const { platform, site } = await sitesForFile({
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
// The platform is asked for shared data once a minute: read it before counting.
beforeAll(async () => {
  await fetch(`${site.url}${careerSite}`);
  await fetch(site.url + pageOf("plain"));
});

interface Made {
  /** How many answers had each status. */
  statuses: Record<number, number>;
  /** Calls of the platform. */
  calls: number;
  /** New objects of applications: those that were asked anything, and those that stored something. */
  applications: { asked: number; stored: number };
  /** New copies of the platform's answers, likewise. */
  copies: { asked: number; stored: number };
}

type Ask = (headers: Record<string, string>, count: number) => Promise<Response>;

/** What `COUNT` requests of one network cause in a minute of the counters. */
async function madeByMany(ask: Ask): Promise<Made> {
  let made: Made | undefined;
  await withinOneMinute(async () => {
    const headers = { "CF-Connecting-IP": `198.51.100.${++networks}` };
    const before = counted();
    const statuses: Record<number, number> = {};
    let count = 0;
    const walk = async () => {
      while (count < COUNT) {
        const response = await ask(headers, count++);
        await response.arrayBuffer();
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      }
    };
    const begun = minuteNow();
    await Promise.all(Array.from({ length: AT_A_TIME }, walk));
    if (minuteNow() !== begun) throw new Error("The counters began again");
    const now = counted();
    const more = (key: "calls" | "asked" | "stored" | "copies" | "storedCopies") =>
      now[key] - before[key];
    const applications = { asked: more("asked"), stored: more("stored") };
    const copies = { asked: more("copies"), stored: more("storedCopies") };
    made = { statuses, calls: more("calls"), applications, copies };
  });
  if (!made) throw new Error("Nothing was asked");
  return made;
}

function counted() {
  const { asked, stored } = objectsOf(site.state, "ApplicationObject");
  const copies = objectsOf(site.state, "DurableCopy");
  const calls = platform.requests.length;
  return { calls, asked, stored, copies: copies.asked, storedCopies: copies.stored };
}

const MISSED_MOST = MISSES + AT_A_TIME;

/** What a case's requests may cause. */
interface Case {
  ask: Ask;
  /** The statuses, or how many answers had each. */
  statuses: string[] | Record<number, number>;
  calls: number;
  asked?: number;
  stored?: number;
  copies?: number;
}

const MISSED = ["404", "429"];
const limited = (status: number, most: number) => ({ [status]: most, 429: COUNT - most });
const page = (path: (count: number) => string): Ask => {
  return (headers, count) => fetch(site.url + path(count), { headers });
};
const form = (
  changes: Record<string, string>,
  { path = () => pageOf("plain"), hasCv = false } = {},
): Ask => {
  const cv = hasCv ? { bytes: pdfOf(100), name: "cv.pdf" } : undefined;
  return (headers) => post(site.url + path(), formOf(changes, cv), headers);
};
const upload =
  (position: () => string): Ask =>
  (headers) =>
    createUpload(site.url, randomUUID(), { ...headers, ...creationOf(100) }, position());
const ofApplication = (method: string): Ask => {
  const end = `${method === "GET" ? "" : "/cv/1"}?position=${fakePositions.plain}`;
  return (headers) =>
    fetch(`${site.url}/-/applications/${randomUUID()}${end}`, {
      method,
      headers: { ...headers, ...pieceAt(0) },
    });
};
const nowhere = () => `/a/b/${randomUUID()}`;
const unknownReceipt = () => `${pageOf("plain")}?receipt=${randomBytes(32).toString("hex")}`;

/** A search, a receipt or a form that is not valid reads the position and its company twice. */
const READ = 4;
const missedPositions = { statuses: MISSED, calls: MISSED_MOST, copies: MISSED_MOST };
const invalid = { statuses: limited(422, FORMS), calls: 2 * FORMS + READ };

const cases: Record<string, Case> = {
  "pages of a position, in languages and with parameters that it does not have": {
    ask: page((count) => `${pageOf("plain")}?lang=x${count}&utm=${count}`),
    ...{ statuses: { 200: COUNT }, calls: READ },
  },
  "positions that do not exist": { ask: page(nowhere), ...missedPositions },
  "companies that do not exist": {
    ask: page(() => `/a/${randomUUID()}`),
    // Each may have a copy of the company and one of its list.
    ...{ statuses: MISSED, calls: 2 * MISSED_MOST, copies: 2 * MISSED_MOST },
  },
  searches: {
    ask: page((count) => `${careerSite}?q=${count}`),
    ...{ statuses: limited(200, READS), calls: READ },
  },
  "unknown receipts": {
    ask: page(unknownReceipt),
    ...{ statuses: MISSED, calls: READ, asked: MISSED_MOST },
  },
  "forms for positions that do not exist": {
    ask: form({}, { path: nowhere, hasCv: true }),
    ...missedPositions,
  },
  "forms that are not filled in": { ask: form({ first_name: "", held_cv: "" }), ...invalid },
  "forms that count on a CV that is not held": {
    ask: form({ held_cv: "1" }),
    ...{ ...invalid, asked: MISSED_MOST },
  },
  "forms that are not filled in, with a CV": {
    ask: form({ first_name: "" }, { hasCv: true }),
    ...{ ...invalid, asked: 2 * FORMS, stored: FILES },
  },
  "whole applications": {
    ask: form({ held_cv: "" }),
    ...{ statuses: limited(303, FORMS), calls: 3 * FORMS + READ, asked: FORMS, stored: FORMS },
  },
  "uploads for positions that do not exist": { ask: upload(randomUUID), ...missedPositions },
  "uploads that are begun": {
    ask: upload(() => fakePositions.plain),
    ...{ statuses: limited(201, FILES), calls: READ, asked: FILES, stored: FILES },
  },
  "reports of violated policies": {
    ask: (headers) => fetch(`${site.url}/-/csp`, { method: "POST", headers, body: "{}" }),
    ...{ statuses: ["204", "429"], calls: 0 },
  },
  ...Object.fromEntries(
    ["HEAD", "PATCH", "DELETE", "GET"].map((method) => [
      `${method} for unknown applications`,
      { ask: ofApplication(method), statuses: MISSED, calls: 0, asked: MISSED_MOST },
    ]),
  ),
};

test.each(Object.entries(cases))("%s", async (_, expected) => {
  const made = await madeByMany(expected.ask);
  const { statuses, calls, asked = 0, stored = 0, copies = 0 } = expected;
  if (Array.isArray(statuses)) expect(Object.keys(made.statuses)).toEqual(statuses);
  else expect(made.statuses).toEqual(statuses);
  expect(made.calls).toBeLessThanOrEqual(calls);
  expect(made.applications.asked).toBeLessThanOrEqual(asked);
  expect(made.applications.stored).toBeLessThanOrEqual(stored);
  expect(made.copies.asked).toBeLessThanOrEqual(copies);
  expect(made.copies.stored).toBe(0);
});
