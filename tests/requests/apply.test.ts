import { describe, expect, test } from "vitest";
import {
  ANSWERS,
  buildForm,
  applicationId,
  positionPath,
  createPdf,
  post,
  postByScript,
  sha256,
} from "../support/application-form";
import {
  fakeClientUuid,
  fakeCsrfToken,
  fakePositions,
  type Behaviour,
} from "../support/fake-platform";
import { findText } from "../support/html";
import { readReceiptText, RECEIPT_STATUS, readReceiptStatus } from "../support/receipts";
import { startSites } from "../support/sites-for-file";
import { TEST_API_KEY } from "../support/site";

const vars = { MAX_CV_BYTES: "4000000", RETRY_FIRST_MS: "100", RETRY_MAX_MS: "400" };
const { platform, site, hasty, quick } = await startSites({
  site: { vars },
  quick: { vars: { ...vars, MAX_CV_BYTES: "25000000", APPLY_TIMEOUT_MS: "3000" } },
  hasty: { vars: { ...vars, APPLY_TIMEOUT_MS: "400" } },
});

type Position = keyof typeof fakePositions;
const REF = "receipt=";

/** Functions that send a form. The `receipt` in their result is a URL, or undefined. */
const ways = {
  async plain(form: FormData, position: Position = "questions", { url } = site) {
    const response = await post(url + positionPath(position), form);
    const location = response.headers.get("Location");
    return {
      status: response.status,
      message: findText(await response.text(), "error-summary"),
      receipt: location === null ? undefined : url + location,
    };
  },
  async "with scripts"(form: FormData, position: Position = "questions", { url } = site) {
    const response = await postByScript(url, form, position);
    const answer = await response.json<{ message?: string; receipt?: { id: string } }>();
    return {
      status: response.status,
      message: answer.message ?? "",
      receipt: answer.receipt && `${url}${positionPath(position)}?${REF}${answer.receipt.id}`,
    };
  },
};

/** Sets the platform's behaviour for the first attempts, in order. */
function setFirstBehaviours(...behaviours: Behaviour[]) {
  const queue = [...behaviours];
  platform.on("apply").each(() => queue.shift() ?? { kind: "default" });
}
const answer = (status: number, body: unknown = {}): Behaviour => ({
  kind: "answer",
  answer: { status, body },
});

const someCv = () => ({ bytes: createPdf(100_000), name: "cv.pdf" });
const expectDelivered = (receipt: string | undefined) =>
  expect.poll(() => readReceiptStatus(receipt ?? "")).toBe(RECEIPT_STATUS.delivered);

describe("an application to a platform that returns 200 before it has read the form", () => {
  // Larger than the buffers of both sockets.
  const bytes = createPdf(20 * 1024 ** 2);
  const cv = () => ({ bytes, name: "cv.pdf" });
  const early = (then: Extract<Behaviour, { kind: "early" }>["then"]): Behaviour => ({
    ...{ kind: "early", then },
  });

  test.each(["close", "reset", "stop reading"] as const)(
    "is sent again (then: %s)",
    async (then) => {
      setFirstBehaviours(early(then));
      const { receipt } = await ways.plain(buildForm(ANSWERS, cv()), "questions", quick);
      await expectDelivered(receipt);
      expect(platform.applications.map((sent) => sent.cv?.sha256)).toEqual([sha256(bytes)]);
      const keys = platform.requestsTo("apply").map(({ headers }) => headers["idempotency-key"]);
      expect(keys.length).toBeGreaterThan(1);
      expect(new Set(keys).size).toBe(1);
    },
  );

  test("is delivered in one attempt if the platform then reads the rest", async () => {
    setFirstBehaviours(early("read on"));
    const { receipt } = await ways.plain(buildForm(ANSWERS, cv()), "questions", quick);
    expect(await readReceiptStatus(receipt ?? "")).toBe(RECEIPT_STATUS.delivered);
    expect(platform.requestsTo("apply")).toHaveLength(1);
    expect(platform.applications).toHaveLength(1);
  });
});

describe.each(Object.entries(ways))("an application (%s)", (_, send) => {
  test("is delivered with all fields and an unchanged CV [2.31, 3.19, 3.20, 3.22, 3.23, 7.06]", async () => {
    const cv = createPdf(3 * 1024 ** 2);
    const form = buildForm(ANSWERS, { bytes: cv, name: "Currículum.pdf" });
    const { receipt } = await send(form);
    expect(await readReceiptStatus(receipt ?? "")).toBe(RECEIPT_STATUS.delivered);

    const [application] = platform.applications;
    expect(application?.fields).toEqual([
      ["first_name", "María José"],
      ["last_name", "O'Neill Núñez"],
      ["phone", "+34612345678"],
      ["privacy_policy", "true"],
      [
        "killer_questions",
        JSON.stringify([
          { question: "¿Tienes permiso de trabajo?", answer: "Sí" },
          { question: "¿Cuándo puedes empezar?", answer: "En un mes" },
        ]),
      ],
      [
        "open_questions",
        JSON.stringify([
          { question: "¿Por qué quieres trabajar aquí?", answer: "Por las bicicletas" },
        ]),
      ],
      ["recaptcha_token", ""],
    ]);
    expect(application?.clientRef).toBe(fakeClientUuid);
    expect(application?.positionId).toBe(fakePositions.questions);
    expect(application?.idempotencyKey).toBe(form.get("application_id"));
    expect(application?.headers["x-api-key"]).toBe(TEST_API_KEY);
    expect(application?.cv).toMatchObject({
      fileName: "Currículum.pdf",
      contentType: "application/pdf",
      sha256: sha256(cv),
    });
  });

  test("is sent with the position's CSRF token as a field and a header [3.13, 3.21, 6.04, 6.05]", async () => {
    await send(buildForm(), "csrf");
    const [application] = platform.applications;
    expect(application?.field("csrf_access_token")).toBe(fakeCsrfToken);
    expect(application?.headers["x-csrftoken"]).toBe(fakeCsrfToken);
  });

  test("is accepted without a CV if the position does not require a CV [5.13]", async () => {
    expect((await send(buildForm(), "plain")).receipt).toContain(REF);
    const [application] = platform.applications;
    expect(application?.cv).toBeUndefined();
    expect(application?.field("killer_questions")).toBe("[]");
    expect(application?.field("open_questions")).toBeUndefined();
  });

  test("is delivered once if it is sent five times simultaneously and again later [4.12]", async () => {
    const form = buildForm({}, someCv());
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(form, "plain")));
    expect(
      new Set([...answers, await send(form, "plain")].map((answer) => JSON.stringify(answer))).size,
    ).toBe(1);
    expect(platform.applications).toHaveLength(1);
  });

  test("has no receipt if the candidate has already applied", async () => {
    setFirstBehaviours(answer(409, { detail: "Again?" }));
    expect(await send(buildForm(ANSWERS))).toMatchObject({ status: 409, receipt: undefined });
  });

  test("is refused with the platform's reason, and its CV is held", async () => {
    setFirstBehaviours(answer(400, { detail: "Ese teléfono ya no existe." }));
    const cv = someCv();
    const form = buildForm(ANSWERS, cv);
    const { status, message } = await send(form);
    expect(status).toBe(422);
    expect(message).toContain("Ese teléfono ya no existe.");

    const again = await send(buildForm({ ...ANSWERS, application_id: applicationId(form) }));
    expect(await readReceiptStatus(again.receipt ?? "")).toBe(RECEIPT_STATUS.delivered);
    expect(platform.applications.map(({ cv }) => cv?.sha256)).toEqual([sha256(cv.bytes)]);
  });

  test("is validated and stored even if the position cannot be read", async () => {
    await fetch(site.url + positionPath("questions"));
    for (const call of ["position", "client", "apply"] as const) platform.on(call).drop();
    expect((await send(buildForm({ ...ANSWERS, phone: "1" }))).status).toBe(422);
    const { receipt } = await send(buildForm(ANSWERS, someCv()));
    // The receipt shows the name from the position's durable copy.
    const html = await (await fetch(receipt ?? "")).text();
    expect(findText(html, "receipt")).toContain("Taller Norte");
    expect(findText(html, "receipt")).toContain("Jefe de taller");
    expect(await readReceiptStatus(receipt ?? "")).toBe(RECEIPT_STATUS.onItsWay);
    for (const call of ["position", "client", "apply"] as const) platform.on(call).reset();
    await expectDelivered(receipt);
    expect(platform.applications).toHaveLength(1);
  });
});

const redirect: Behaviour = {
  kind: "answer",
  answer: { status: 302, headers: { Location: "/login" } },
};
test.each<[string, keyof typeof ways, Behaviour]>([
  ["drops the connection", "with scripts", { kind: "drop" }],
  ["does not answer in time", "with scripts", { kind: "stall" }],
  ["accepts it but loses the response", "plain", { kind: "lose-answer" }],
  ["redirects", "plain", redirect],
])("an application is delivered once if the platform %s (%s)", async (_, way, behaviour) => {
  setFirstBehaviours(behaviour);
  const cv = someCv();
  const form = buildForm(ANSWERS, cv);
  const { receipt } = await ways[way](form, "questions", behaviour.kind === "stall" ? hasty : site);
  expect([RECEIPT_STATUS.onItsWay, RECEIPT_STATUS.delivered]).toContain(
    await readReceiptStatus(receipt ?? ""),
  );
  await expectDelivered(receipt);
  expect(platform.applications.map(({ cv }) => cv?.sha256)).toEqual([sha256(cv.bytes)]);
  const keys = platform.attempts().map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys)).toEqual(new Set([applicationId(form)]));
});

test("the receipt shows that the candidate already applied if a later attempt gets 409", async () => {
  setFirstBehaviours(answer(429), answer(409));
  const { receipt = "" } = await ways.plain(buildForm(ANSWERS));
  await expect.poll(() => readReceiptStatus(receipt)).toBe(RECEIPT_STATUS.alreadyApplied);
  const text = await readReceiptText(receipt);
  expect(text).toContain("La empresa ya tenía tu candidatura");
  expect(text).not.toContain("Lo que has enviado");
});

test.each([
  ["Curri\u0301culum 😀.pdf", "Curri\u0301culum 😀.pdf"],
  ['"mine" 100%.pdf', '"mine" 100%.pdf'],
  ["C:\\fakepath\\cv.pdf", "cv.pdf"],
  ["Ana's CV.PDF. ", "Ana's CV.PDF"],
  ["msf:1000001234", "msf:1000001234.pdf"],
])("the site sends the file name %j as %j, and the file as it is", async (name, expected) => {
  const bytes = Buffer.concat([Buffer.from("Printed by Imprenta 3\r\n"), createPdf(100)]);
  await ways.plain(buildForm({}, { bytes, name }), "plain");
  expect(platform.applications[0]?.cv).toMatchObject({
    fileName: expected,
    contentType: "application/pdf",
    sha256: sha256(bytes),
  });
});

/** Sends a form and aborts the request when the platform receives the given call. */
async function abortAtCall(call: "apply" | "position", form: FormData) {
  platform.on(call).once.stall();
  const controller = new AbortController();
  const { signal } = controller;
  const sent = fetch(site.url + positionPath("plain"), { method: "POST", body: form, signal });
  await expect.poll(() => platform.requestsTo(call).length).toBe(1);
  controller.abort();
  await expect(sent).rejects.toThrow();
}

test("a form that is aborted and sent again gets a receipt and is delivered once", async () => {
  const form = buildForm({}, someCv());
  await abortAtCall("apply", form);
  const again = ways.plain(form, "plain");
  setTimeout(() => platform.cutStalled(), 200);
  expect((await again).receipt).toContain(REF);
  await platform.waitForApplications(1);
  expect(platform.applications).toHaveLength(1);
  expect(new Set(platform.attempts().map(({ key }) => key)).size).toBe(1);
});

test("a form that is aborted while the position is read is still delivered", async () => {
  await abortAtCall("position", buildForm({}, someCv()));
  // The site reads the position again after the connection is cut.
  platform.cutStalled();
  await platform.waitForApplications(1);
});
