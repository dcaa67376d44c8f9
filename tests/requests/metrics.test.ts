import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_readConfig as readConfig } from "wrangler";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BLOBS, DOUBLES } from "../../app/metrics/point";
import { ANSWERS, formOf, idOf, pageOf, pdfOf, post } from "../support/application-form";
import { pointsOf, writtenBy } from "../support/dataset";
import {
  fakeClientUuid,
  fakePositions,
  startFakePlatform,
  type FakePlatform,
} from "../support/fake-platform";
import { ALL_FIELDS, withFields } from "../support/fields";
import { getAs } from "../support/get-as";
import { elementsOf } from "../support/html";
import { careerSite, newPosition } from "../support/kept-pages";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

const OWN_HOST = "jobs.taller.example";

let platform: FakePlatform;
/** Pages are kept, and every point is. */
let site: Site;
/** Its dataset fails at each point. */
let failing: Site;
/** Nothing is bound. */
let uncounted: Site;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  const vars = {
    PAGE_CACHE: "on",
    RETRY_FIRST_MS: "100",
    READ_TIMEOUT_MS: "1000",
    APPLY_TIMEOUT_MS: "1000",
    HOSTS: `${OWN_HOST}=${fakeClientUuid}`,
  };
  const options = { platform: platform.url, vars };
  [site, failing, uncounted] = await Promise.all([
    startSite({ ...options, dataset: "kept-points" }),
    startSite({ ...options, dataset: "failing-points" }),
    startSite(options),
  ]);
});
afterAll(async () => {
  await Promise.all([site.stop(), failing.stop(), uncounted.stop()]);
  await platform.close();
});
let before = 0;
beforeEach(() => {
  platform.reset();
  before = pointsOf(site).length;
});

/** The points that a test has written so far, of some events. */
const counted = (...events: string[]) =>
  pointsOf(site)
    .slice(before)
    .filter(({ event = "" }) => events.includes(event));

/** Waits for points, as many as that and no more. */
async function points(number: number, ...events: string[]) {
  await expect.poll(() => counted(...events).length).toBeGreaterThanOrEqual(number);
  expect(counted(...events)).toHaveLength(number);
  return counted(...events);
}

const asBrowsers = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" };
const host = () => new URL(site.url).host;
const visit = (path: string, headers: Record<string, string> = {}) =>
  getAs(host(), site.url + path, { ...asBrowsers, ...headers });

describe("a page is looked at", () => {
  test("drawn, kept, and still good in the browser: each is a view", async () => {
    const { uuid, client, page } = newPosition(platform);
    const drawn = await visit(`${page}?utm_source=LinkedIn&utm_medium=social`);
    expect(drawn.headers["cache-status"]).toContain("fwd=miss; stored");
    const kept = await visit(page);
    expect(kept.headers["cache-status"]).toContain("hit");
    const again = await visit(page, { "If-None-Match": String(kept.headers.etag) });
    expect(again.status).toBe(304);
    const view = {
      event: "view",
      subject: "position",
      outcome: "navigate",
      position: uuid,
      client,
      index: client,
      host: "shared",
    };
    expect(await points(3, "view", "error")).toEqual([
      { ...view, source: "linkedin", status: 200 },
      { ...view, status: 200 },
      { ...view, status: 304 },
    ]);
  });

  test("of a company, on the host that is its own, and by a search", async () => {
    await getAs(OWN_HOST, `${site.url}/?ref=newsletter`, asBrowsers);
    await visit(`${careerSite}?q=bici`);
    expect(await points(2, "view")).toMatchObject([
      { subject: "career-site", client: fakeClientUuid, host: "own", source: "newsletter" },
      { subject: "career-site", client: fakeClientUuid, host: "shared" },
    ]);
  });

  test("ahead of a click, and by what does not say how", async () => {
    const { page } = newPosition(platform);
    await visit(page, { "Sec-Purpose": "prefetch" });
    await getAs(host(), site.url + page);
    expect((await points(2, "view")).map(({ outcome }) => outcome)).toEqual([
      "prefetch",
      "unknown",
    ]);
  });

  test("not by a script, as a policy, a receipt or a file; not by HEAD", async () => {
    const { page, client } = newPosition(platform);
    await visit(page, { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors" });
    await visit(`${page}/privacy`);
    await visit(`/${client}/${client}/feed.json`);
    await visit("/robots.txt");
    await fetch(site.url + page, { method: "HEAD" });
    const sent = await post(site.url + page, formOf());
    await visit(sent.headers.get("Location") ?? "");
    await visit(page);
    expect(await points(1, "view")).toHaveLength(1);
  });

  test("that is closed, or that there is not", async () => {
    await visit(pageOf("closed"));
    await visit("/a/b/nobody");
    await visit("/wp-login.php");
    expect(await points(2, "view", "error")).toMatchObject([
      { event: "error", subject: "position", outcome: "closed", status: 410 },
      { event: "error", subject: "position", outcome: "not-found", position: "nobody" },
    ]);
  });
});

describe("a form is begun", () => {
  test("by a rule of the page, whose address is answered with nothing, once an hour", async () => {
    const { page, uuid, client } = newPosition(platform);
    const { html } = await visit(page);
    const [, address = ""] =
      /\.position-form:focus-within\{border-image-source:url\(([^)]+)\)\}/.exec(html) ?? [];
    expect(address).toBe(`/-/started/${client}/${uuid}`);
    const from = { Referer: `${site.url}${page}?gh_src=A1b2`, "Sec-Fetch-Site": "same-origin" };
    const told = await getAs(host(), site.url + address, from);
    expect(told).toMatchObject({ status: 204, html: "" });
    expect(told.headers["cache-control"]).toBe("private, max-age=3600");
    // Another site's page does not count.
    await getAs(host(), site.url + address, { "Sec-Fetch-Site": "cross-site" });
    await getAs(host(), `${site.url}/-/started/a/b%20c`, from);
    expect(await points(1, "start")).toEqual([
      {
        event: "start",
        subject: "form",
        outcome: "touched",
        position: uuid,
        client,
        index: client,
        source: "a1b2",
        host: "shared",
      },
    ]);
  });

  test("and nothing of it is where nothing is counted", async () => {
    const { page, uuid, client } = newPosition(platform);
    const without = await (await fetch(uncounted.url + page)).text();
    const { html } = await visit(page);
    expect(without).not.toMatch(/started|border-image/);
    expect(html.length - without.length).toBeLessThan(200);
    expect((await fetch(`${uncounted.url}/-/started/${client}/${uuid}`)).status).toBe(404);
  });
});

/** What a candidate types in these tests. */
const TYPED = {
  first_name: "Wilhelmina",
  last_name: "Quesada Rosenthal",
  phone: "+34 612 34 56 78",
};

describe("a form is sent", () => {
  test("with errors, and then a good one", async () => {
    const page = `${site.url}${pageOf("questions")}?source=feria`;
    const wrong = { first_name: "", phone: "12", "question-0": "Quizá", privacy_policy: undefined };
    const form = formOf({ ...TYPED, ...ANSWERS, ...wrong, "open_question-0": " " });
    expect((await post(page, form)).status).toBe(422);
    const cv = { bytes: pdfOf(5000), name: "curriculum-quesada.pdf" };
    const good = formOf({ ...TYPED, ...ANSWERS, application_id: idOf(form) }, cv);
    expect((await post(page, good)).status).toBe(303);
    const about = {
      position: fakePositions.questions,
      client: fakeClientUuid,
      source: "feria",
      host: "shared",
      way: "plain",
    };
    const all = await points(9, "submit", "error", "upload", "delivery");
    const ofRequests = all.filter(({ event }) => event !== "delivery");
    expect(ofRequests).toMatchObject(Array(8).fill(about));
    expect(
      ofRequests.map(({ event, subject, outcome }) => [event, subject, outcome].join(" ")),
    ).toEqual([
      "submit form invalid",
      "error first_name missing",
      "error phone wrong",
      "error question wrong",
      "error open_question missing",
      "error privacy_policy missing",
      "submit form delivered",
      "upload form received",
    ]);
    expect(ofRequests[7]?.bytes).toBe(cv.bytes.length);
    expect(counted("delivery")).toMatchObject([
      { subject: "at-once", outcome: "delivered", attempt: 1, client: fakeClientUuid },
    ]);
  });

  test("with a position's own fields: each kind and fault is counted once", async () => {
    platform.position(fakePositions.plain, withFields());
    expect((await post(site.url + pageOf("plain"), formOf(TYPED))).status).toBe(422);
    await points(1, "submit");
    // Points come in their order: when this one has come, all of the form's have.
    await visit(pageOf("plain"));
    await points(1, "view");
    const kinds = counted("error").map(({ subject }) => subject);
    const missing = ALL_FIELDS.filter(({ required }) => required === true);
    expect(kinds.length).toBeGreaterThan(2);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(missing.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
  });

  test("by scripts, and refused by the platform at a field", async () => {
    const errors = [{ field: "phone", message: "Ese teléfono no." }];
    platform.on("apply").once.answer({ status: 422, body: { errors } });
    const form = formOf({ ...TYPED, ...ANSWERS });
    const address = `${site.url}/-/applications/${idOf(form)}?position=${fakePositions.questions}`;
    const from = { Referer: `${site.url}${pageOf("questions")}?utm_source=portal` };
    expect((await post(address, form, from)).status).toBe(422);
    const about = { position: fakePositions.questions, source: "portal", way: "scripts" };
    expect(await points(2, "submit", "error")).toMatchObject([
      { ...about, event: "submit", outcome: "refused" },
      { ...about, event: "error", subject: "phone", outcome: "refused" },
    ]);
    expect(await points(1, "delivery")).toMatchObject([{ outcome: "given-back", attempt: 1 }]);
  });

  test("from another site, broken, too large, or for what is not there", async () => {
    const page = site.url + pageOf("plain");
    await post(page, formOf(TYPED), { Origin: "https://elsewhere.example" });
    await fetch(page, {
      method: "POST",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
      body: "--x\r\nContent-Disposition: form-data; na",
    });
    await post(`${site.url}/a/b/nobody`, formOf(TYPED));
    expect((await points(3, "submit")).map(({ outcome, status }) => [outcome, status])).toEqual([
      ["other-site", 403],
      ["broken", 400],
      ["not-found", 404],
    ]);
  });
});

test("a file in pieces: its bytes, where it went on, and what was refused", async () => {
  const id = randomUUID();
  const TUS = { "Tus-Resumable": "1.0.0" };
  const from = { Referer: `${site.url}${pageOf("questions")}?ref=tablon` };
  const create = (name: string) =>
    fetch(`${site.url}/-/applications/${id}/cv?position=${fakePositions.questions}`, {
      method: "POST",
      headers: {
        ...TUS,
        ...from,
        "Upload-Length": "3000",
        "Upload-Metadata": `filename ${Buffer.from(name).toString("base64")}`,
      },
    });
  const bytes = pdfOf(3000).subarray(0, 3000);
  const address = site.url + ((await create("cv.pdf")).headers.get("Location") ?? "");
  const patch = (offset: number, end: number) =>
    fetch(address, {
      method: "PATCH",
      headers: {
        ...TUS,
        ...from,
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": String(offset),
      },
      body: bytes.subarray(offset, end),
    });
  await patch(0, 1000);
  // Out of turn: the protocol's own way, and no error.
  expect((await patch(2000, 3000)).status).toBe(409);
  await fetch(address, { method: "HEAD", headers: { ...TUS, ...from } });
  await patch(1000, 3000);
  expect((await create("cv.exe")).status).toBe(415);
  const about = { position: fakePositions.questions, source: "tablon", way: "scripts" };
  expect(await points(4, "upload", "error")).toMatchObject([
    { ...about, outcome: "received", bytes: 1000 },
    { ...about, outcome: "resumed" },
    { ...about, outcome: "received", bytes: 2000 },
    { ...about, event: "error", subject: "upload", outcome: "wrong-type", status: 415 },
  ]);
});

describe("the platform", () => {
  test("answers, is late, and says no", async () => {
    const { page, uuid, client } = newPosition(platform);
    await visit(page);
    const first = await points(2, "platform");
    expect(first).toMatchObject([
      { subject: "position", outcome: "answered", position: uuid },
      { subject: "client", outcome: "answered", client },
    ]);
    platform.on("position").stall();
    const late = newPosition(platform);
    expect((await visit(late.page)).status).toBe(504);
    platform.reset();
    const [timeout] = (await points(3, "platform")).slice(2);
    expect(timeout).toMatchObject({ outcome: "timeout", position: late.uuid });
    expect(timeout?.ms).toBeGreaterThan(0);
    expect(counted("error")).toMatchObject([{ outcome: "unavailable", status: 504 }]);
  });

  test("does not take an application in time, and takes it later", async () => {
    const { page, uuid, client } = newPosition(platform, { takes: ["source"] });
    platform.on("apply").once.stall();
    const form = formOf(TYPED);
    form.append("utm_source", "web");
    expect((await post(site.url + page, form)).status).toBe(303);
    const deliveries = await points(2, "delivery");
    const about = { position: uuid, client };
    expect(deliveries).toMatchObject([
      { ...about, subject: "at-once", outcome: "waiting", attempt: 1, source: "web" },
      { ...about, subject: "later", outcome: "delivered", attempt: 2, source: "web" },
    ]);
    expect(Number(deliveries[1]?.ms)).toBeGreaterThan(Number(deliveries[0]?.ms));
    expect(await points(1, "submit")).toMatchObject([{ outcome: "on-its-way" }]);
    const applies = counted("platform").filter(({ subject }) => subject === "apply");
    expect(applies).toMatchObject([
      { ...about, outcome: "timeout" },
      { ...about, outcome: "accepted" },
    ]);
  });
});

test("nothing that was typed is in any point, and each has the columns that are written down", () => {
  const written = writtenBy(site);
  expect(written.length).toBeGreaterThan(30);
  for (const { indexes, blobs, doubles } of written) {
    expect(indexes).toHaveLength(1);
    expect(Buffer.byteLength(indexes[0] ?? "")).toBeLessThanOrEqual(96);
    expect([blobs.length, doubles.length]).toEqual([BLOBS.length, DOUBLES.length]);
    expect(doubles.every(Number.isFinite)).toBe(true);
  }
  const all = JSON.stringify(written).toLowerCase();
  const typed = [
    "wilhelmina",
    "quesada",
    "rosenthal",
    "612345678",
    "curriculum",
    "quizá",
    "bicicletas",
  ];
  for (const text of [...typed, "612 34", "un mes", "127.0.0.1", "teléfono", "q=bici"]) {
    expect(all, text).not.toContain(text);
  }
});

test.each([
  [undefined, "puerta"],
  ["external", "puerta"],
  ["boards", "puerta"],
  ["staging", "puerta_staging"],
])(
  "a dataset is bound by the lines of wrangler.toml without their marks, and by nothing else: %s",
  async (env, dataset) => {
    const folder = await mkdtemp(join(tmpdir(), "puerta-config-"));
    const marked = await readFile("wrangler.toml", "utf8");
    const [asItIs, unmarked] = [join(folder, "marked.toml"), join(folder, "unmarked.toml")];
    await writeFile(asItIs, marked);
    await writeFile(
      unmarked,
      marked.replace(/^# (?=(\[\[.*analytics_engine|(binding|dataset) = ))/gm, ""),
    );
    const bound = (config: string) => {
      const read: unknown = readConfig({ config, env }, { hideWarnings: true });
      return (read as { analytics_engine_datasets: unknown }).analytics_engine_datasets; // as wrangler has it
    };
    expect(bound(asItIs)).toEqual([]);
    expect(bound(unmarked)).toEqual([{ binding: "METRICS", dataset }]);
    await rm(folder, { recursive: true });
  },
);

test("a dataset that fails harms no answer", async () => {
  const { page, uuid, client } = newPosition(platform);
  const html = await (await fetch(failing.url + page)).text();
  expect(elementsOf(html, "form")).toHaveLength(1);
  expect((await fetch(`${failing.url}/-/started/${client}/${uuid}`)).status).toBe(204);
  expect((await post(failing.url + page, formOf({ first_name: "" }))).status).toBe(422);
  const sent = await post(failing.url + page, formOf());
  expect(sent.status).toBe(303);
  const receipt = await fetch(failing.url + (sent.headers.get("Location") ?? ""));
  expect(receipt.status).toBe(200);
  expect(platform.applications).toHaveLength(1);
  await expect.poll(() => failing.log.join("\n")).toContain("The metrics failed: Error");
});
