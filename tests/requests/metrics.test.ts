import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { BLOBS, DOUBLES } from "~/app/metrics/point";
import {
  ANSWERS,
  buildForm,
  applicationId,
  positionPath,
  createPdf,
  post,
} from "../support/application-form";
import { readNamedPoints, readPoints } from "../support/dataset";
import { fakeClientUuid, fakePositions } from "../support/fake-platform";
import { getWithHost } from "../support/request-with-host";
import { newPosition } from "../support/cached-pages";
import { startSites } from "../support/sites-for-file";
import { createUpload, creationHeaders, pieceHeaders, TUS } from "../support/tus";

const OWN_HOST = "jobs.taller.example";

const { platform, site } = await startSites({
  site: {
    dataset: "recorded-points",
    vars: {
      PAGE_CACHE: "on",
      RETRY_FIRST_MS: "100",
      READ_TIMEOUT_MS: "1000",
      APPLY_TIMEOUT_MS: "1000",
      HOSTS: `${OWN_HOST}=${fakeClientUuid}`,
    },
  },
});
let before = 0;
beforeEach(() => {
  before = readNamedPoints(site).length;
});

/** Returns the current test's points for the given events. */
const writtenPoints = (...events: string[]) =>
  readNamedPoints(site)
    .slice(before)
    .filter(({ event = "" }) => events.includes(event));

/** Waits for an exact number of points for the given events. */
async function waitForPoints(number: number, ...events: string[]) {
  await expect.poll(() => writtenPoints(...events).length).toBeGreaterThanOrEqual(number);
  expect(writtenPoints(...events)).toHaveLength(number);
  return writtenPoints(...events);
}

const NAVIGATION = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" };
const host = () => new URL(site.url).host;
const visit = (path: string, headers: Record<string, string> = {}) =>
  getWithHost(host(), site.url + path, { ...NAVIGATION, ...headers });

describe("the metrics of page views", () => {
  test("contain rendered, cached and revalidated pages", async () => {
    const { uuid, client, page } = newPosition(platform);
    const rendered = await visit(`${page}?utm_source=LinkedIn&utm_medium=social`);
    expect(rendered.headers["cache-status"]).toContain("fwd=miss; stored");
    const cached = await visit(page);
    expect(cached.headers["cache-status"]).toContain("hit");
    const again = await visit(page, { "If-None-Match": String(cached.headers.etag) });
    expect(again.status).toBe(304);
    const about = { position: uuid, client, index: client, host: "shared" };
    const view = { event: "view", subject: "position", outcome: "navigate", ...about };
    expect(await waitForPoints(3, "view", "error")).toEqual([
      { ...view, source: "linkedin", status: 200 },
      { ...view, status: 200 },
      { ...view, status: 304 },
    ]);
  });
});

const NAMES = { first_name: "Wilhelmina", last_name: "Quesada Rosenthal" };
const TYPED = { ...NAMES, phone: "+34 612 34 56 78" };

describe("the metrics of forms", () => {
  test("contain errors, the delivery and the upload", async () => {
    const page = `${site.url}${positionPath("questions")}?source=feria`;
    const wrong = { first_name: "", phone: "12", "question-0": "Quizá", privacy_policy: undefined };
    const form = buildForm({ ...TYPED, ...ANSWERS, ...wrong, "open_question-0": " " });
    expect((await post(page, form)).status).toBe(422);
    const cv = { bytes: createPdf(5000), name: "curriculum-quesada.pdf" };
    const corrected = buildForm({ ...TYPED, ...ANSWERS, application_id: applicationId(form) }, cv);
    expect((await post(page, corrected)).status).toBe(303);
    const ids = { position: fakePositions.questions, client: fakeClientUuid };
    const about = { ...ids, source: "feria", host: "shared", way: "plain" };
    const all = await waitForPoints(9, "submit", "error", "upload", "delivery");
    const requestPoints = all.filter(({ event }) => event !== "delivery");
    expect(requestPoints).toMatchObject(Array(8).fill(about));
    expect(
      requestPoints.map(({ event, subject, outcome }) => [event, subject, outcome].join(" ")),
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
    expect(requestPoints[7]?.bytes).toBe(cv.bytes.length);
    expect(writtenPoints("delivery")).toMatchObject([
      { subject: "at-once", outcome: "delivered", attempt: 1, client: fakeClientUuid },
    ]);
  });
});

test("the metrics of uploads contain received bytes, resumed uploads and refusals", async () => {
  const id = randomUUID();
  const from = { Referer: `${site.url}${positionPath("questions")}?ref=tablon` };
  const create = (name: string) =>
    createUpload(site.url, id, { ...from, ...creationHeaders(3000, name) });
  const bytes = createPdf(3000).subarray(0, 3000);
  const address = site.url + ((await create("cv.pdf")).headers.get("Location") ?? "");
  const patch = (offset: number, end: number) => {
    const headers = { ...from, ...pieceHeaders(offset) };
    return fetch(address, { method: "PATCH", headers, body: bytes.subarray(offset, end) });
  };
  await patch(0, 1000);
  // A wrong offset does not count as an error.
  expect((await patch(2000, 3000)).status).toBe(409);
  await fetch(address, { method: "HEAD", headers: { ...TUS, ...from } });
  await patch(1000, 3000);
  expect((await create("cv.exe")).status).toBe(415);
  const about = { position: fakePositions.questions, source: "tablon", way: "scripts" };
  expect(await waitForPoints(4, "upload", "error")).toMatchObject([
    { ...about, outcome: "received", bytes: 1000 },
    { ...about, outcome: "resumed" },
    { ...about, outcome: "received", bytes: 2000 },
    { ...about, event: "error", subject: "upload", outcome: "wrong-type", status: 415 },
  ]);
});

describe("the metrics of platform calls", () => {
  test("contain responses and timeouts", async () => {
    const { page, uuid, client } = newPosition(platform);
    await visit(page);
    const first = await waitForPoints(2, "platform");
    expect(first).toMatchObject([
      { subject: "position", outcome: "answered", position: uuid },
      { subject: "client", outcome: "answered", client },
    ]);
    platform.on("position").stall();
    const late = newPosition(platform);
    expect((await visit(late.page)).status).toBe(504);
    platform.reset();
    const [timeout] = (await waitForPoints(3, "platform")).slice(2);
    expect(timeout).toMatchObject({ outcome: "timeout", position: late.uuid });
    expect(timeout?.ms).toBeGreaterThan(0);
    expect(writtenPoints("error")).toMatchObject([{ outcome: "unavailable", status: 504 }]);
  });
});

test("metrics points have the documented columns and no entered values", () => {
  const all = readPoints(site);
  expect(all.length).toBeGreaterThan(25);
  for (const { indexes, blobs, doubles } of all) {
    expect(indexes).toHaveLength(1);
    expect(Buffer.byteLength(indexes[0] ?? "")).toBeLessThanOrEqual(96);
    expect([blobs.length, doubles.length]).toEqual([BLOBS.length, DOUBLES.length]);
    expect(doubles.every(Number.isFinite)).toBe(true);
  }
  const text = JSON.stringify(all).toLowerCase();
  for (const value of [
    ...["wilhelmina", "quesada", "rosenthal", "612345678", "curriculum", "quizá", "bicicletas"],
    ...["612 34", "un mes", "127.0.0.1", "teléfono", "q=bici"],
  ]) {
    expect(text, value).not.toContain(value);
  }
});
