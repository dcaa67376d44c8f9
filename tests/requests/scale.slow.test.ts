import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cvOf, filledIn, openForm, readReceipt, sendForm } from "../../bench/applicant.mjs";
import { ROOT } from "../../scripts/local";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { createUpload, creationOf, pieceAt } from "../support/tus";

// Counts around the built Workers, with real databases, what docs/scale.md multiplies.

const counts = (
  requests: number,
  objectCalls: number,
  rowsRead: number,
  rowsWritten: number,
  platformRowsRead: number,
) => ({ requests, objectCalls, rowsRead, rowsWritten, platformRowsRead });

const STORED = { platformRowsWritten: 10, bucketWrites: 1 };

const MEASURED = {
  cachedPage: counts(1, 0, 0, 0, 0),
  search: counts(1, 0, 0, 0, 0),
  careerSite: counts(1, 3, 3, 6, 19),
  position: counts(1, 1, 1, 2, 1),
  application: { ...counts(3, 7, 136, 40, 16), ...STORED },
  plainApplication: { ...counts(1, 4, 85, 31, 16), ...STORED },
  receipt: counts(1, 1, 9, 0, 0),
};

const CV_BYTES = 200_000;
/** Bytes of an application's object while it has the CV, and afterwards. */
const OBJECT_BYTES = { withCv: 229_376, delivered: 24_576 };

const support = (name: string) => readFileSync(join(ROOT, "tests", "support", name), "utf8");

let site: DeskSite;
let careerSite: string;
let path: string;

beforeAll(async () => {
  site = await startDeskSite({
    around: { site: support("counted.mjs"), platform: support("counted-platform.mjs") },
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

const asked = async () => (await fetch(`${site.url}/-/counted`)).json<Counts>();

/** What has been counted since, once nothing more is: work goes on after an answer. */
async function counted(): Promise<Counts> {
  const all = await asked();
  const { platform } = all;
  for (let quiet = 0; quiet < 3;) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const more = await asked();
    const numbers = ["requests", "alarms", "objectCalls", "rowsRead", "rowsWritten"] as const;
    for (const name of numbers) all[name] += more[name];
    for (const [name, count] of Object.entries(more.platform)) {
      platform[name] = (platform[name] ?? 0) + count;
    }
    all.sizes = more.sizes;
    const isQuiet = numbers.every((name) => more[name] === 0);
    quiet = isQuiet && more.platform.calls === 0 ? quiet + 1 : 0;
  }
  return all;
}

const visited = async (address: string) => {
  await (await fetch(site.url + address)).text();
  return counted();
};

/** Sends a form in the way of the page's scripts: the CV as soon as it is chosen, then the rest. */
async function sendByScripts(page: string): Promise<void> {
  const id = randomUUID();
  const position = path.split("/").at(-1) ?? "";
  const cv = cvOf(CV_BYTES);
  const created = await createUpload(site.url, id, creationOf(cv.length), position);
  const address = created.headers.get("Location") ?? "";
  await fetch(site.url + address, { method: "PATCH", headers: pieceAt(0), body: cv });
  const form = filledIn(page);
  form.set("application_id", id);
  form.set("held_cv", address.split("/").at(-1) ?? "");
  const sent = await fetch(`${site.url}/-/applications/${id}?position=${position}`, {
    method: "POST",
    headers: { Origin: site.url },
    body: form,
  });
  expect(await sent.json()).toMatchObject({ outcome: "applied" });
}

/**
 * What docs/scale.md has of it. The limiter is told of a delivery now and then, by the clock: what is
 * counted is without that.
 */
const told = (counts: Counts) => {
  const atLimiter = Object.entries(counts.calls).filter(([call]) =>
    call.startsWith("ReleaseLimiter."),
  );
  const limiter = atLimiter.reduce((sum, [, count]) => sum + count, 0);
  const { requests, objectCalls, rowsRead, rowsWritten, alarms, platform } = counts;
  expect(alarms).toBe(0);
  expect(platform.bucketReads).toBe(0);
  return {
    requests,
    objectCalls: objectCalls - limiter,
    rowsRead: rowsRead - limiter,
    rowsWritten,
    platformRowsRead: platform.rowsRead,
    ...(platform.rowsWritten && {
      platformRowsWritten: platform.rowsWritten,
      bucketWrites: platform.bucketWrites,
    }),
  };
};

/** The same counts; the order of what came before changes how many rows are read, by a few. */
function expectCounts(counts: Counts, expected: { rowsRead: number; platformRowsRead: number }) {
  const { rowsRead, platformRowsRead = 0, ...rest } = told(counts);
  const { rowsRead: about, platformRowsRead: aboutPlatform, ...exactly } = expected;
  expect(rest).toEqual(exactly);
  expect(Math.abs(rowsRead - about), `rows read: ${rowsRead}`).toBeLessThanOrEqual(about * 0.05);
  // SQLite keeps a row per numbered table that was ever written.
  expect(Math.abs(platformRowsRead - aboutPlatform)).toBeLessThanOrEqual(1);
}

test("rendered and cached pages cost what docs/scale.md says", async () => {
  await counted();
  expectCounts(await visited(careerSite), MEASURED.careerSite);
  expectCounts(await visited(path), MEASURED.position);
  for (const again of [careerSite, path]) expectCounts(await visited(again), MEASURED.cachedPage);
  expectCounts(await visited(`${careerSite}?q=a`), MEASURED.search);
});

test("an application without scripts, and its receipt, cost the same however many there are", async () => {
  const ofObjects = ({ sizes }: Counts) =>
    Object.entries(sizes).flatMap(([name, size]) =>
      name.startsWith("ApplicationObject") ? [size] : [],
    );
  for (const _ of [1, 2, 3]) {
    const form = await openForm(site.url + path, CV_BYTES);
    await counted();
    const receipt = await sendForm(form);
    const sent = await counted();
    expectCounts(sent, MEASURED.plainApplication);
    expect(Math.max(...ofObjects(sent))).toBe(OBJECT_BYTES.withCv);
    expect(await readReceipt(receipt)).toBe("delivered");
    const looked = await counted();
    expectCounts(looked, MEASURED.receipt);
    expect(Math.max(...ofObjects(looked))).toBe(OBJECT_BYTES.delivered);
  }
}, 200_000);

test("an application with scripts costs what docs/scale.md says", async () => {
  // The page itself is a view.
  const page = await (await fetch(site.url + path)).text();
  await counted();
  await sendByScripts(page);
  expectCounts(await counted(), MEASURED.application);
});
