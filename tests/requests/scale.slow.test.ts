import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCv, fillInForm, openForm, readReceipt, sendForm } from "~/bench/applicant.mjs";
import { ROOT } from "~/scripts/local";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { createUpload, creationHeaders, pieceHeaders } from "../support/tus";

// Measures the counts in docs/scale.md on the built Workers with real databases.

const counts = (
  requests: number,
  objectCalls: number,
  rowsRead: number,
  rowsWritten: number,
  platformRowsRead: number,
) => ({ requests, objectCalls, rowsRead, rowsWritten, platformRowsRead });

const STORED = { platformRowsWritten: 8, bucketWrites: 1 };

const MEASURED = {
  cachedPage: counts(1, 0, 0, 0, 0),
  search: counts(1, 0, 0, 0, 0),
  careerSite: counts(1, 3, 3, 6, 19),
  position: counts(1, 1, 1, 2, 1),
  application: { ...counts(3, 7, 110, 30, 14), ...STORED },
  plainApplication: { ...counts(1, 4, 65, 21, 14), ...STORED },
  receipt: counts(1, 1, 9, 0, 0),
};

const CV_BYTES = 200_000;
/** The database size of an application's object with the CV and after delivery. */
const OBJECT_BYTES = { withCv: 221_184, delivered: 24_576 };

const support = (name: string) => readFileSync(join(ROOT, "tests", "support", name), "utf8");

let site: DeskSite;
let careerSite: string;
let path: string;

beforeAll(async () => {
  site = await startDeskSite({
    around: { site: support("counting-site.mjs"), platform: support("counting-platform.mjs") },
  });
  const [company] = site.companies;
  const position = company?.positions.find(({ slug }) => slug === "aprendiz-de-taller");
  if (!company || !position) throw new Error("The seed has another company first");
  path = `/${company.code}/${position.slug}/${position.uuid}`;
  careerSite = `/${company.code}/${company.uuid}`;
});
afterAll(() => site.stop());

interface Counts {
  requests: number;
  alarms: number;
  objectCalls: number;
  rowsRead: number;
  rowsWritten: number;
  calls: Record<string, number>;
  sizes: Record<string, number>;
  platform: Record<string, number>;
}

const readCounters = async () => (await fetch(`${site.url}/-/counted`)).json<Counts>();

/** Returns the counts since the last call. Waits until they stop changing, because work continues after a response. */
async function settledCounts(): Promise<Counts> {
  const all = await readCounters();
  const { platform } = all;
  for (let quiet = 0; quiet < 3;) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const more = await readCounters();
    const numbers = ["requests", "alarms", "objectCalls", "rowsRead", "rowsWritten"] as const;
    for (const name of numbers) all[name] += more[name];
    for (const [sum, added] of [
      [all.calls, more.calls],
      [platform, more.platform],
    ] as const) {
      for (const [name, count] of Object.entries(added)) sum[name] = (sum[name] ?? 0) + count;
    }
    all.sizes = more.sizes;
    const isQuiet = numbers.every((name) => more[name] === 0);
    quiet = isQuiet && more.platform.calls === 0 ? quiet + 1 : 0;
  }
  return all;
}

const visit = async (address: string) => {
  await (await fetch(site.url + address)).text();
  return settledCounts();
};

/** Uploads a CV and then sends the form, as the page's scripts do. */
async function sendByScripts(page: string): Promise<void> {
  const id = randomUUID();
  const position = path.split("/").at(-1) ?? "";
  const cv = createCv(CV_BYTES);
  const created = await createUpload(site.url, id, creationHeaders(cv.length), position);
  const address = created.headers.get("Location") ?? "";
  await fetch(site.url + address, { method: "PATCH", headers: pieceHeaders(0), body: cv });
  const form = fillInForm(page);
  form.set("application_id", id);
  form.set("held_cv", address.split("/").at(-1) ?? "");
  const sent = await fetch(`${site.url}/-/applications/${id}?position=${position}`, {
    method: "POST",
    headers: { Origin: site.url },
    body: form,
  });
  expect(await sent.json()).toMatchObject({ outcome: "applied" });
}

/** Calls that depend on the clock: checks of the last purge, and confirmations of copies. */
const CLOCKED = /^(?:ReleaseLimiter\.|PurgeTime\.|DurableCopy\.confirm$)/;

/** Returns the counts without calls that depend on the clock. */
const documentedCounts = (counts: Counts) => {
  const clockedCalls = Object.entries(counts.calls).filter(([call]) => CLOCKED.test(call));
  const clocked = clockedCalls.reduce((sum, [, count]) => sum + count, 0);
  const { requests, objectCalls, rowsRead, rowsWritten, alarms, platform } = counts;
  expect(alarms).toBe(0);
  expect(platform.bucketReads).toBe(0);
  return {
    requests,
    objectCalls: objectCalls - clocked,
    rowsRead: rowsRead - clocked,
    rowsWritten,
    platformRowsRead: platform.rowsRead,
    ...(platform.rowsWritten && {
      platformRowsWritten: platform.rowsWritten,
      bucketWrites: platform.bucketWrites,
    }),
  };
};

/** Compares counts. Allows small differences in the rows read, which depend on earlier tests. */
function expectCounts(counts: Counts, expected: { rowsRead: number; platformRowsRead: number }) {
  const { rowsRead, platformRowsRead = 0, ...rest } = documentedCounts(counts);
  const { rowsRead: about, platformRowsRead: aboutPlatform, ...exact } = expected;
  expect(rest).toEqual(exact);
  expect(Math.abs(rowsRead - about), `rows read: ${rowsRead}`).toBeLessThanOrEqual(about * 0.05);
  // SQLite adds an internal row when a table with AUTOINCREMENT is first written.
  expect(Math.abs(platformRowsRead - aboutPlatform)).toBeLessThanOrEqual(1);
}

test("the counts of rendered and cached pages match docs/scale.md", async () => {
  await settledCounts();
  expectCounts(await visit(careerSite), MEASURED.careerSite);
  expectCounts(await visit(path), MEASURED.position);
  for (const again of [careerSite, path]) expectCounts(await visit(again), MEASURED.cachedPage);
  expectCounts(await visit(`${careerSite}?q=a`), MEASURED.search);
});

test("the counts of applications without scripts stay constant and match docs/scale.md", async () => {
  const objectSizes = ({ sizes }: Counts) =>
    Object.entries(sizes).flatMap(([name, size]) =>
      name.startsWith("ApplicationObject") ? [size] : [],
    );
  for (const _ of [1, 2, 3]) {
    const form = await openForm(site.url + path, CV_BYTES);
    await settledCounts();
    const receipt = await sendForm(form);
    const sent = await settledCounts();
    expectCounts(sent, MEASURED.plainApplication);
    expect(Math.max(...objectSizes(sent))).toBe(OBJECT_BYTES.withCv);
    expect(await readReceipt(receipt)).toBe("delivered");
    const viewed = await settledCounts();
    expectCounts(viewed, MEASURED.receipt);
    expect(Math.max(...objectSizes(viewed))).toBe(OBJECT_BYTES.delivered);
  }
}, 200_000);

test("the counts of an application with scripts match docs/scale.md", async () => {
  // Do not count the page, which docs/scale.md counts as a view.
  const page = await (await fetch(site.url + path)).text();
  await settledCounts();
  await sendByScripts(page);
  expectCounts(await settledCounts(), MEASURED.application);
});
