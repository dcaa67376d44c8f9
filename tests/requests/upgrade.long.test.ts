import { afterEach, beforeEach, expect, test } from "vitest";
import {
  applicationId,
  buildForm,
  createPdf,
  positionPath,
  post,
  postByScript,
  sha256,
} from "../support/application-form";
import {
  fakePositions,
  startFakePlatform,
  type Behaviour,
  type FakePlatform,
} from "../support/fake-platform";
import { formFromPage } from "../support/form-from-page";
import { readReceiptStatus, RECEIPT_STATUS } from "../support/receipts";
import { createUpload, creationHeaders, pieceHeaders } from "../support/tus";
import { startTwoBuilds, type Build, type TwoBuilds } from "../support/two-builds";

// Version 1.0.0 and this build serve the same storage, in the orders of an upgrade and of a rollback.

const CV_BYTES = 300_000;
const HALF = 150_000;

const VARS = {
  PAGE_CACHE: "on",
  OPERATOR_SECRET: "a-secret-for-operators",
  READ_TIMEOUT_MS: "2000",
  RETRY_FIRST_MS: "300",
  RETRY_MAX_MS: "600",
};

let platform: FakePlatform;
let site: TwoBuilds;
/** The platform's behaviour for each application, by key. Others are accepted. */
let answers: Map<string | undefined, Behaviour>;

const DOWN: Behaviour = { kind: "answer", answer: { status: 503, body: {} } };
const REFUSED: Behaviour = { kind: "answer", answer: { status: 400, body: { detail: "No" } } };
const HTML: Behaviour = {
  kind: "answer",
  answer: { status: 200, body: "<!doctype html>", headers: { "Content-Type": "text/html" } },
};

beforeEach(async () => {
  platform = await startFakePlatform();
  answers = new Map();
  platform.on("apply").each((key) => answers.get(key) ?? { kind: "default" });
});
afterEach(async () => {
  await (site as TwoBuilds | undefined)?.stop();
  await platform.close();
});

interface Sent {
  id: string;
  path: string;
  cv: string;
}

/** Sends an application to a build. The platform responds with `behaviour`. */
async function apply(build: Build, behaviour?: Behaviour): Promise<Sent> {
  const bytes = createPdf(CV_BYTES);
  const form = buildForm({}, { bytes, name: "cv.pdf" });
  const id = applicationId(form);
  if (behaviour) answers.set(id, behaviour);
  const response = await post(site.url(build) + positionPath("plain"), form);
  expect(response.status).toBe(303);
  return { id, path: response.headers.get("Location") ?? "", cv: sha256(bytes) };
}

const readStatus = (build: Build, { path }: Sent) => readReceiptStatus(site.url(build) + path);

const view = (build: Build, position: "plain" | "questions") =>
  fetch(site.url(build) + positionPath(position));

const BUILDS: Build[] = ["older", "current"];

/** Creates all kinds of stored data with the running build, and opens a page. */
async function fill(build: Build) {
  const url = site.url(build);
  // Only `checkCopy` views this position again.
  expect((await view(build, "questions")).status).toBe(200);
  const delivered = await apply(build);
  const waiting = [await apply(build, DOWN), await apply(build, DOWN), await apply(build, DOWN)];
  const unconfirmed = await apply(build, HTML);
  const failed = await apply(build, DOWN);
  answers.set(failed.id, REFUSED);

  // A form returned with an error, whose CV is held.
  const heldCv = createPdf(CV_BYTES);
  const invalid = buildForm({ first_name: "" }, { bytes: heldCv, name: "held.pdf" });
  const returned = await post(url + positionPath("plain"), invalid);
  expect(returned.status).toBe(422);
  const held = formFromPage(await returned.text(), { first_name: "Eva" });

  // A half-uploaded CV.
  const uploadId = crypto.randomUUID();
  const created = await createUpload(url, uploadId, creationHeaders(CV_BYTES), fakePositions.plain);
  expect(created.status).toBe(201);
  const upload = created.headers.get("Location") ?? "";
  const uploaded = createPdf(CV_BYTES).subarray(0, CV_BYTES);
  await sendPiece(build, upload, uploaded.subarray(0, HALF), 0);

  // An open page.
  const page = await view(build, "plain");
  const open = formFromPage(await page.text());

  await expect.poll(() => readStatus(build, failed)).toBe(RECEIPT_STATUS.undelivered);
  return {
    ...{ delivered, waiting, unconfirmed, failed, open },
    held: { form: held, id: applicationId(held), cv: sha256(heldCv) },
    upload: { id: uploadId, address: upload, bytes: uploaded },
  };
}

type Filled = Awaited<ReturnType<typeof fill>>;

async function sendPiece(
  build: Build,
  address: string,
  bytes: Uint8Array<ArrayBuffer>,
  offset: number,
) {
  const response = await fetch(site.url(build) + address, {
    method: "PATCH",
    headers: pieceHeaders(offset),
    body: bytes,
  });
  expect(response.status).toBe(204);
}

/** Checks what both builds serve, whichever build runs the objects. */
async function checkPages() {
  for (const build of BUILDS) {
    for (let again = 0; again < 2; again += 1) {
      const page = await view(build, "plain");
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('name="application_id"');
    }
  }
}

/** Checks that a build serves the copy of a position that the other build stored before the deployment. */
async function checkCopy(build: Build) {
  platform.on("position").answer({ status: 503, body: {} });
  try {
    expect((await view(build, "questions")).status).toBe(200);
  } finally {
    platform.on("position").reset();
  }
}

/** Sends the returned form, the rest of the upload with its form, and the open page's form. */
async function continueForms(build: Build, { held, upload, open }: Filled): Promise<Sent[]> {
  const url = site.url(build);
  const returned = await post(url + positionPath("plain"), held.form);
  expect(returned.status).toBe(303);
  await sendPiece(build, upload.address, upload.bytes.subarray(HALF), HALF);
  const number = upload.address.split("/").at(-1)?.split("?")[0] ?? "";
  const sentByScript = await postByScript(
    url,
    buildForm({ application_id: upload.id, held_cv: number }),
    "plain",
  );
  expect(sentByScript.status).toBe(200);
  const opened = await post(url + positionPath("plain"), open);
  expect(opened.status).toBe(303);
  const path = (response: Response) => response.headers.get("Location") ?? "";
  return [
    { id: held.id, path: path(returned), cv: held.cv },
    { id: upload.id, path: "", cv: sha256(upload.bytes) },
    { id: applicationId(open), path: path(opened), cv: "" },
  ];
}

/** Waits until the platform has every application exactly once, with its CV. */
async function expectDelivered(all: readonly Sent[]) {
  const keys = () => platform.applications.map(({ idempotencyKey }) => idempotencyKey).sort();
  await expect.poll(keys).toEqual(all.map(({ id }) => id).sort());
  for (const { id, cv } of all) {
    const received = platform.applications.find(({ idempotencyKey }) => idempotencyKey === id);
    expect(received?.cv?.sha256 ?? "").toBe(cv);
  }
}

async function countUndelivered(build: Build) {
  const response = await fetch(`${site.url(build)}/-/health`, {
    headers: { Authorization: `Bearer ${VARS.OPERATOR_SECRET}` },
  });
  const { applications } = await response.json<{ applications: Record<string, number> }>();
  return applications;
}

test("an upgrade loses, repeats and misreports no application", async () => {
  site = await startTwoBuilds({
    platform: platform.url,
    vars: VARS,
    running: { applications: "older" },
  });
  const before = await fill("older");
  const { delivered, waiting, unconfirmed, failed } = before;
  const sent = [delivered, ...waiting];

  // First the Worker is new, then half of the objects, then all.
  for (const running of [
    { applications: "older" },
    { applications: "older", others: "current" },
    { applications: "current", others: "older" },
    { applications: "current" },
  ] as const) {
    await site.deploy(running);
    await checkPages();
    for (const build of BUILDS) {
      expect(await readStatus(build, delivered)).toBe(RECEIPT_STATUS.delivered);
      expect(await readStatus(build, unconfirmed)).toBe(RECEIPT_STATUS.unconfirmed);
      expect(await readStatus(build, failed)).toBe(RECEIPT_STATUS.undelivered);
      for (const application of waiting)
        expect(await readStatus(build, application)).toBe(RECEIPT_STATUS.onItsWay);
      sent.push(await apply(build));
      const late = await apply(build, DOWN);
      waiting.push(late);
      sent.push(late);
      expect(await countUndelivered(build)).toMatchObject({
        waiting: waiting.length,
        failed: 1,
        unconfirmed: 1,
        missing: [],
      });
    }
    await site.cron();
  }
  await checkCopy("current");
  sent.push(...(await continueForms("current", before)));
  for (const { id } of waiting) answers.delete(id);
  await expectDelivered(sent);
  for (const application of waiting) {
    await expect.poll(() => readStatus("current", application)).toBe(RECEIPT_STATUS.delivered);
  }
}, 300_000);

test("a rollback keeps what version 1.0.0 can read, and the next upgrade delivers the rest", async () => {
  site = await startTwoBuilds({
    platform: platform.url,
    vars: VARS,
    running: { applications: "current" },
  });
  const before = await fill("current");
  const { delivered, waiting, unconfirmed, failed } = before;
  const sent = [delivered, ...waiting];

  await site.deploy({ applications: "older" });
  await checkPages();
  await checkCopy("older");
  for (const build of BUILDS) {
    expect(await readStatus(build, delivered)).toBe(RECEIPT_STATUS.delivered);
    sent.push(await apply(build));
    const late = await apply(build, DOWN);
    waiting.push(late);
    sent.push(late);
  }
  sent.push(...(await continueForms("older", before)));
  // Version 1.0.0 counts the applications that this build left waiting, but does not change them.
  for (const application of [...waiting.slice(0, 3), unconfirmed, failed]) {
    expect((await fetch(site.url("older") + application.path)).status).toBe(503);
  }
  expect(await countUndelivered("older")).toMatchObject({ waiting: 5, failed: 1, unconfirmed: 1 });
  await site.cron();

  await site.deploy({ applications: "current" });
  for (const { id } of waiting) answers.delete(id);
  for (const application of waiting) {
    await expect.poll(() => readStatus("current", application)).toBe(RECEIPT_STATUS.delivered);
  }
  expect(await readStatus("current", unconfirmed)).toBe(RECEIPT_STATUS.unconfirmed);
  expect(await readStatus("current", failed)).toBe(RECEIPT_STATUS.undelivered);
  await expectDelivered(sent);
  expect(await countUndelivered("current")).toMatchObject({
    waiting: 0,
    failed: 1,
    unconfirmed: 1,
    missing: [],
  });
}, 300_000);
