import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filledIn } from "../../scripts/load/form.mjs";
import { lookAt, openForm, sendForm, type Place } from "../../scripts/load/people.mjs";
import { readScale } from "../../scripts/load/arithmetic.mjs";
import { ROOT } from "../../scripts/local.mjs";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { createUpload, creationOf, pieceAt } from "../support/tus";

// What docs/scale.md multiplies is counted here, around the built Workers, with real databases: each time
// the same.

const { measured } = readScale();

const support = (name: string) => readFileSync(join(ROOT, "tests", "support", name), "utf8");

let site: DeskSite;
let place: Place;
let path: string;
const watch = { note: () => undefined };

beforeAll(async () => {
  site = await startDeskSite({
    around: { site: support("counted.mjs"), platform: support("counted-platform.mjs") },
  });
  const [company] = site.companies;
  const position = company?.positions.find(({ slug }) => slug === "aprendiz-de-taller");
  if (!company || !position) throw new Error("The seed has another company first");
  path = `/${company.code}/${position.slug}/${position.uuid}`;
  const agent = new Agent({ keepAlive: true });
  const careerSite = `/${company.code}/${company.uuid}`;
  place = { origin: site.url, careerSite, positions: [path], agent };
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
  const cv = Buffer.concat([Buffer.from("%PDF-1.7\n0 obj\n"), randomBytes(measured.cvBytes - 15)]);
  const created = await createUpload(site.url, id, creationOf(cv.length), position);
  const address = created.headers.get("Location") ?? "";
  await fetch(site.url + address, { method: "PATCH", headers: pieceAt(0), body: cv });
  const form = new FormData();
  for (const { name, value } of filledIn(page, 600_000).entries) form.append(name, value);
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

/** The same counts; how many rows are read depends on what comes first, by a few. */
function expectCounts(counts: Counts, expected: { rowsRead: number }) {
  const { rowsRead, ...rest } = told(counts);
  const { rowsRead: about, ...exactly } = expected;
  expect(rest).toEqual(exactly);
  expect(Math.abs(rowsRead - about), `rows read: ${rowsRead}`).toBeLessThanOrEqual(about * 0.05);
}

test("pages, drawn and kept, take what docs/scale.md says", async () => {
  await counted();
  expectCounts(await visited(place.careerSite), measured.page.list);
  expectCounts(await visited(path), measured.page.position);
  for (const again of [place.careerSite, path]) {
    expectCounts(await visited(again), measured.page.kept);
  }
  expectCounts(await visited(`${place.careerSite}?q=a`), measured.page.search);
});

test("applications take it, however many there are already, and their receipts", async () => {
  const ofObjects = ({ sizes }: Counts) =>
    Object.entries(sizes).flatMap(([name, size]) =>
      name.startsWith("ApplicationObject") ? [size] : [],
    );
  for (const _ of [1, 2, 3]) {
    const form = await openForm(place, watch, path, measured.cvBytes);
    await counted();
    const receipt = form && (await sendForm(form, watch, 0));
    const sent = await counted();
    expectCounts(sent, measured.plainApplication);
    expect(Math.max(...ofObjects(sent))).toBe(measured.stored.held);
    if (!receipt) throw new Error("There is no receipt");
    expect(await lookAt(receipt, watch, place)).toBe("delivered");
    const looked = await counted();
    expectCounts(looked, measured.receipt);
    expect(Math.max(...ofObjects(looked))).toBe(measured.stored.receipt);
  }
}, 200_000);

test("an application of the page's scripts takes it", async () => {
  // The page itself is a view.
  const page = await (await fetch(site.url + path)).text();
  await counted();
  await sendByScripts(page);
  expectCounts(await counted(), measured.application);
});
