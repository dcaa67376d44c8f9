import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  applicationForm,
  boardCalls,
  companyAt,
  startAdapters,
  type Adapters,
} from "../support/adapters";
import {
  ASHBY_KEY,
  isApplicationRead,
  isBoardRead,
  isHandle,
  isInfoRead,
  isPost,
  isSurvey,
  isUpload,
  startAshby,
  type Ashby,
} from "../support/ashby";
import { own } from "../support/ashby-forms";
import { idOfKind, INTERNAL, UNLISTED } from "../support/ashby-jobs";
import type { Order } from "../support/stand-in";

let ashby: Ashby;
let adapters: Adapters;
const uuid = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const company = (more: object = {}, rest: object = {}) =>
  companyAt(
    {
      system: "ashby",
      board: "taller",
      address: ashby.address,
      key: "ASHBY_KEY",
      apply: "on",
      ...more,
    },
    rest,
  );
const another = (code: string, digit: string) => ({
  code,
  uuid: `6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b1${digit}`,
});

beforeAll(async () => {
  ashby = await startAshby();
  adapters = await startAdapters({
    companies: [
      company(),
      company({ apply: "off", key: undefined }, another("trial", "2")),
      company({ key: "ANOTHER_KEY" }, another("wrong-key", "3")),
      company({ repeat: "stop" }, another("careful", "4")),
      company({ board: "unknown" }, another("no-board", "5")),
      company({ key: "MISSING_KEY" }, another("no-key", "6")),
      company({ apply: "off" }, { ...another("mexico", "7"), language_default: "es-mx" }),
    ],
    secrets: { ASHBY_KEY, ANOTHER_KEY: "wrong" },
  });
});

afterAll(async () => {
  await adapters.stop();
  await ashby.stop();
});

beforeEach(() => {
  ashby.asked.length = 0;
  ashby.orders.length = 0;
  ashby.applications.length = 0;
});

const { idOf, read, position, apply } = boardCalls(() => adapters, idOfKind);

const fieldsOf = async (kind: string, code?: string) =>
  (await position(kind, code)).fields as Record<string, unknown>[];

describe("a board is read", () => {
  test("as a list of what is listed, without what is malformed", async () => {
    const { status, body } = await read(`hiring/${uuid}/positions-public`);
    expect(status).toBe(200);
    const results = body.results as Record<string, unknown>[];
    expect(results).toHaveLength(40);
    expect(JSON.stringify(results)).not.toContain("secret");
    expect(results.find((job) => job.uuid === idOf("everything required"))).toEqual({
      uuid: idOf("everything required"),
      name: "Potter 2",
      location: "Valencia",
      department: "Workshop",
      contract_type: "Part time",
      published_at: "2026-10-02T09:00:00.000+00:00",
      apply_url: `/taller/potter-2/${idOf("everything required")}`,
    });
  });

  test("as a position with its form, which the key reads", async () => {
    expect(await position("plain")).toEqual({
      uuid: idOf("plain"),
      client: uuid,
      takes: ["source"],
      status: "open",
      country: "es",
      apply_site_questions: [],
      candidate_criteria_structured: {},
      name: "Mechanic 1",
      location: "Valencia",
      department: "Workshop",
      contract_type: "Full time",
      employment_type: ["FULL_TIME"],
      workplace: "onsite",
      places: [{ city: "Valencia", country: "ES" }],
      published_at: "2026-10-01T09:00:00.000+00:00",
      description:
        '<h1>What you do</h1><p style="min-height:1.5em">Research &amp; development.</p>',
      apply_url: `https://jobs.example/taller/${idOfKind("plain")}/application`,
      fields: [{ id: "email", kind: "email", required: true }],
      standard: { phone: "required", cv: "required" },
    });
  });

  test("without a key as positions to apply for on Ashby's own page: the form is unknown", async () => {
    const { status, body } = await read(`hiring/positions/${idOf("plain", "trial")}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Mechanic 1",
      apply_url: `https://jobs.example/taller/${idOfKind("plain")}/application`,
      fields: [{ kind: "ashby_form", required: true }],
    });
    expect(ashby.asked.filter(isInfoRead)).toEqual([]);
  });

  test("once, however many ask at the same time for the list and for several positions", async () => {
    const fresh = await startAdapters({ companies: [company()], secrets: { ASHBY_KEY } });
    const kinds = ["plain", "pay", "remote"];
    const paths = Array.from({ length: 40 }, (_, index) =>
      index % 4 === 3
        ? `hiring/${uuid}/positions-public`
        : `hiring/positions/${idOf(kinds[index % 4] ?? "")}`,
    );
    const answers = await Promise.all(paths.map((path) => fresh.call(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(ashby.asked.filter(isBoardRead)).toHaveLength(1);
    expect(ashby.asked.filter(isInfoRead)).toHaveLength(3);
    await fresh.stop();
  });

  test.each([
    ["an unlisted posting", `taller_${UNLISTED}`],
    ["a posting of the internal board, which the key could read", `taller_${INTERNAL}`],
    ["a posting that is not there", "taller_7e3f0b22-0000-4000-9000-999999999999"],
    ["another company", `nobody_${UNLISTED}`],
  ])("and %s is a 404, for which the key is not used", async (_, id) => {
    expect((await read(`hiring/positions/${id}`)).status).toBe(404);
    expect(ashby.asked.filter(isInfoRead)).toEqual([]);
  });

  test("and a posting that it had is closed when it has it no more", async () => {
    const fresh = await startAdapters({ companies: [company()], secrets: { ASHBY_KEY } });
    await fresh.call(`hiring/${uuid}/positions-public`);
    await fresh.kill();
    const id = idOfKind("hidden fields");
    const job = ashby.jobs.get(id);
    ashby.jobs.delete(id);
    const later = await startAdapters({
      companies: [company()],
      secrets: { ASHBY_KEY },
      persistTo: fresh.state,
    });
    const answer = await later.call(`hiring/positions/taller_${id}`);
    expect(answer.status).toBe(410);
    expect(await answer.json()).toMatchObject({ client: uuid, name: "Driver 11" });
    if (job) ashby.jobs.set(id, job);
    await later.stop();
    await fresh.stop();
  });
});

describe("a form has", () => {
  test("every type of field, and what stands over them", async () => {
    const required = true;
    const label = "Where do you live?";
    expect(await fieldsOf("everything required")).toEqual([
      { id: "email", kind: "email", required },
      { id: "note_1", kind: "note", label: "Your work\nTake your time." },
      { id: own(1), kind: "text", label: "Nearest station", required },
      { id: own(2), kind: "long_text", label: "What did you repair last?", required },
      { id: own(3), kind: "long_text", label: "Why here?", required },
      { id: own(4), kind: "text", label: "LinkedIn", required },
      { id: own(5), kind: "number", label: "Years of practice", required },
      {
        id: own(6),
        kind: "one_of",
        label: "How well do you weld?",
        required,
        options: ["1", "2", "3", "4"].map((value) => ({ value, label: value })),
      },
      { id: own(7), kind: "date", label: "First day", required },
      { id: own(8), kind: "yes_no", label: "Do you drive?", required },
      {
        id: own(9),
        kind: "one_of",
        label: "Which shift?",
        required,
        options: ["Early", "Late & night"].map((value) => ({ value, label: value })),
      },
      {
        id: own(10),
        kind: "some_of",
        label: "Which tools?",
        required,
        options: ["Lathe", "Mill", "Saw"].map((value) => ({ value, label: value })),
      },
      { id: own(11), kind: "file", label: "Portfolio", required },
      { id: "location_city", kind: "text", label: `${label} – City`, required },
      { id: "location_region", kind: "text", label: `${label} – Region or state`, required: false },
      { id: "location_country", kind: "text", label: `${label} – Country`, required },
    ]);
    const optional = await position("everything optional");
    expect((optional.fields as { required: boolean }[]).filter((one) => one.required)).toEqual([
      { id: "email", kind: "email", required: true },
    ]);
    expect(optional.standard).toEqual({ phone: "optional", cv: "optional" });
    expect((await position("no phone, no CV")).standard).toEqual({ phone: "off", cv: "off" });
    expect(await fieldsOf("a form without sections")).toMatchObject([
      { id: "email", required },
      { id: own(26), required },
    ]);
  });

  test("nothing of how it is posted, for nobody but the adapter needs it", async () => {
    expect(JSON.stringify(await position("everything required"))).not.toMatch(/posted|RichText/);
  });

  test("the law's surveys as voluntary fields, a company's own as it asks them", async () => {
    expect((await fieldsOf("voluntary surveys")).slice(1)).toMatchObject([
      { id: "survey1_note_0", kind: "note", section: "voluntary", label: "We ask everybody." },
      { id: "survey1_eeoc_gender", kind: "one_of", section: "voluntary", required: false },
      { id: "survey1_eeoc_race", kind: "one_of", section: "voluntary", required: false },
      { id: "survey2_note_0", kind: "note", section: "voluntary" },
      { id: `survey2_${own(72)}`, kind: "some_of", section: "voluntary", required: false },
    ]);
    const [, , question] = await fieldsOf("a survey that is required");
    expect(question).toEqual({
      id: `survey1_${own(74)}`,
      kind: "yes_no",
      label: "May we keep your data for a year?",
      required: true,
    });
  });

  test("what cannot be asked here sent elsewhere, if it is required", async () => {
    const kinds = async (kind: string) => (await fieldsOf(kind)).map((one) => one.kind);
    expect(await kinds("schools that must be said")).toEqual(["email", "ashby_EducationHistory"]);
    expect(await kinds("an unknown type")).toEqual(["email", "ashby_Hologram"]);
    expect(await fieldsOf("schools that may be said")).toMatchObject([
      { kind: "email" },
      { kind: "ashby_EducationHistory", required: false },
    ]);
    expect(await kinds("hidden fields")).toEqual(["email"]);
  });

  test("ids that the site's own fields have not", async () => {
    expect(await fieldsOf("a cover letter, and ids that are taken")).toEqual([
      { id: "email", kind: "email", required: true },
      { id: "cover_letter", kind: "file", label: "Cover letter", required: false },
      { id: "field_0_3", kind: "text", label: "Your motto", required: false },
      { id: own(25), kind: "text", label: "Phone at night", required: false },
    ]);
    expect((await position("a cover letter, and ids that are taken")).standard).toEqual({
      phone: "required",
      cv: "off",
    });
  });

  test("the pay that is published, and no other", async () => {
    const text = "€28K – €32K • Offers Bonus";
    expect(await position("pay")).toMatchObject({
      salary: text,
      pay: { min: 28_000, max: 32_000, currency: "EUR", unit: "YEAR", text: "Offers Bonus" },
    });
    for (const kind of ["pay in two salaries", "pay by the fortnight"]) {
      expect((await position(kind)).pay).toEqual({ text });
    }
    for (const kind of ["pay that is hidden", "plain"]) {
      const body = await position(kind);
      expect([body.pay, body.salary]).toEqual([undefined, undefined]);
    }
  });

  test("the last day, the limit of applications, and its places", async () => {
    expect(await position("a deadline and a limit")).toMatchObject({
      closes_at: "2027-01-31T22:00:00.000Z",
      notices: [{ kind: "limit", text: "You may apply once in 60 days." }],
    });
    const remote = await position("remote");
    expect(remote).toMatchObject({
      workplace: "remote",
      location: "Remote (Spain); Remote (US)",
      remote_countries: ["ES", "US"],
    });
    expect(remote.places).toBeUndefined();
    expect(await position("several places")).toMatchObject({
      workplace: "hybrid",
      location: "Valencia; Leeds",
      places: [
        { city: "Valencia", country: "ES" },
        { city: "Leeds", country: "GB" },
      ],
    });
    expect(await position("next to nothing")).toMatchObject({ description: "", name: "Potter 20" });
  });

  test("words in the company's language", async () => {
    expect(await position("plain", "mexico")).toMatchObject({ contract_type: "Tiempo completo" });
    const labels = (await fieldsOf("everything required", "mexico")).map(({ label }) => label);
    expect(labels).toContain("Where do you live? – Estado o región");
  });
});

/** What Ashby got. */
async function taken() {
  const [one, ...others] = ashby.applications;
  expect(others).toEqual([]);
  if (!one) throw new Error("nothing was taken");
  const files = await Promise.all(
    [...one.files].map(async ([path, file]) => [path, file.name, await file.text()]),
  );
  return { ...one, files };
}

const portfolio = new File(["%PDF-1.7 a portfolio"], 'my "best" work ñ.pdf', {
  type: "application/pdf",
});
const everything = (more: object = {}) =>
  applicationForm({
    fields: {
      [own(1)]: "Nord",
      [own(2)]: "A tram.\r\nTwice.",
      [own(3)]: "Because.",
      [own(4)]: "linkedin.com/in/ana-example",
      [own(5)]: "12",
      [own(6)]: "4",
      [own(7)]: "2027-01-07",
      [own(8)]: false,
      [own(9)]: "Late & night",
      [own(10)]: ["Lathe", "Saw"],
      location_city: "Xàtiva",
      location_country: "Spain",
      ...more,
    },
    files: { [own(11)]: portfolio },
  });

describe("an application is posted", () => {
  test("with every type of answer as documented, and files that went up before", async () => {
    const form = everything();
    form.set("source", JSON.stringify({ source: "fair", utm_medium: "card", gh_src: "x" }));
    const answer = await apply("everything required", { form });
    expect([answer.status, answer.body]).toEqual([201, { id: "instance-1" }]);
    const { job, submissions, files, utmData, surveys } = await taken();
    expect(job).toBe(idOfKind("everything required"));
    expect(submissions).toEqual([
      { path: "_systemfield_name", value: "Ana Núñez" },
      { path: "_systemfield_phone", value: "+34600000001" },
      { path: "_systemfield_resume", value: "handle-1" },
      { path: "_systemfield_email", value: "ana@example.org" },
      { path: own(1), value: "Nord" },
      { path: own(2), value: "A tram.\r\nTwice." },
      { path: own(3), value: { type: "PlainText", value: "Because." } },
      { path: own(4), value: "linkedin.com/in/ana-example" },
      { path: own(5), value: 12 },
      { path: own(6), value: { score: 4 } },
      { path: own(7), value: "2027-01-07" },
      { path: own(8), value: false },
      { path: own(9), value: "Late & night" },
      { path: own(10), value: ["Lathe", "Saw"] },
      { path: own(11), value: "handle-2" },
      { path: "_systemfield_location", value: { city: "Xàtiva", country: "Spain" } },
    ]);
    expect(files).toEqual([
      ["_systemfield_resume", "cv.pdf", "%PDF-1.7 a CV"],
      [own(11), portfolio.name, "%PDF-1.7 a portfolio"],
    ]);
    expect(utmData).toEqual({ utm_source: "fair", utm_medium: "card" });
    expect(surveys).toEqual([]);
    const order = ashby.asked.filter((one) => [isHandle, isUpload, isPost].some((is) => is(one)));
    expect(order.map(({ path }) => path.replace(/\d+$/, ""))).toEqual([
      "/file.createFileUploadHandle",
      "/storage/handle-",
      "/file.createFileUploadHandle",
      "/storage/handle-",
      "/applicationForm.submit",
    ]);
  });

  test("without what was not answered", async () => {
    const form = applicationForm({ cv: null, phone: "" });
    expect((await apply("everything optional", { form })).status).toBe(201);
    expect((await taken()).submissions).toEqual([
      { path: "_systemfield_name", value: "Ana Núñez" },
      { path: "_systemfield_email", value: "ana@example.org" },
    ]);
  });

  test("with answers to surveys, each to its own, after the application", async () => {
    const fields = { survey1_eeoc_gender: "Woman", [`survey2_${own(72)}`]: ["Red", "Green"] };
    expect((await apply("voluntary surveys", { form: applicationForm({ fields }) })).status).toBe(
      201,
    );
    const { submissions, surveys } = await taken();
    expect(JSON.stringify(submissions)).not.toContain("Woman");
    expect(surveys).toEqual([
      { definition: own(70), values: { _systemfield_eeoc_gender: "Woman" } },
      { definition: own(71), values: { [own(72)]: ["Red", "Green"] } },
    ]);
    ashby.applications.length = 0;
    ashby.asked.length = 0;
    await apply("voluntary surveys");
    expect(ashby.applications[0]?.surveys).toEqual([]);
    expect(ashby.asked.filter(isApplicationRead)).toEqual([]);
  });

  test("once, even if its survey is not taken: that is tried twice, and logged", async () => {
    const form = () => applicationForm({ fields: { survey1_eeoc_gender: "Woman" } });
    const busy = { on: isSurvey, status: 429, body: "{}" };
    ashby.orders.push(busy);
    expect((await apply("voluntary surveys", { form: form() })).status).toBe(201);
    expect(ashby.applications[0]?.surveys).toHaveLength(1);
    ashby.orders.push(busy, busy, { on: isApplicationRead, status: 403, body: "{}" });
    expect((await apply("voluntary surveys", { form: form() })).status).toBe(201);
    ashby.orders.length = 0;
    ashby.orders.push({ on: isApplicationRead, status: 403, body: "{}" });
    expect((await apply("voluntary surveys", { form: form() })).status).toBe(201);
    expect(ashby.applications.map(({ surveys }) => surveys.length)).toEqual([1, 0, 0]);
    await expect
      .poll(() => adapters.log.filter((line) => line.includes("survey were not taken")).length)
      .toBe(2);
  });

  test("only if what is required is there, and what is whole is whole", async () => {
    const answer = await apply("everything required");
    expect(answer.status).toBe(422);
    const errors = answer.body.errors as { field: string }[];
    expect(errors).toHaveLength(13);
    const broken = await apply("everything required", { form: everything({ [own(5)]: "1.5" }) });
    expect(broken.body.errors).toEqual([
      { field: own(5), message: "Please enter a whole number." },
    ]);
    expect(ashby.asked.filter(isPost)).toEqual([]);
    expect(ashby.asked.filter(isHandle)).toEqual([]);
  });

  test("never while the company's folder does not say so", async () => {
    const answer = await apply("plain", { code: "trial" });
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      "This site is being tried out, and takes no applications yet. Nothing has been sent to the company.",
    ]);
    expect(ashby.asked).toEqual([]);
  });
});

describe("an answer of Ashby's", () => {
  test("under 200 with success: false is a refusal, at the fields that it names", async () => {
    const fields = { email: "testing-fail-validation@example.com" };
    const answer = await apply("plain", { form: applicationForm({ fields }) });
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        detail: "Email is not valid",
        errors: [{ field: "email", message: "Email is not valid" }],
      },
    ]);
    expect(ashby.applications).toEqual([]);
  });

  test.each([
    [
      "objects with a parameter",
      { errors: [{ message: "May not be empty", parameter: own(1) }] },
      { detail: "May not be empty", errors: [{ field: own(1), message: "May not be empty" }] },
    ],
    [
      "a text for the name",
      { errors: ["<b>Name</b> is too short"] },
      {
        detail: "Name is too short",
        errors: [{ field: "first_name", message: "Name is too short" }],
      },
    ],
    [
      "a message beside its code",
      { errors: ["invalid_input"], errorInfo: { code: "invalid_input", message: "Too many." } },
      { detail: "Too many." },
    ],
    [
      "nothing but words for programmers",
      {
        errors: ["invalid_input"],
        errorInfo: { code: "invalid_input", message: "Request payload is malformed" },
      },
      {
        detail: "The company's system did not accept the application. Please check your answers.",
      },
    ],
    [
      "a place",
      { errors: ["Where do you live? was not found"] },
      {
        detail: "Where do you live? was not found",
        errors: [{ field: "location_city", message: "Where do you live? was not found" }],
      },
    ],
  ])("may say what is wrong by %s", async (_, said, expected) => {
    ashby.orders.push({ on: isPost, body: JSON.stringify({ success: false, ...said }) });
    const answer = await apply("everything required", { form: everything() });
    expect([answer.status, answer.body]).toEqual([422, expected]);
  });

  test("that a candidate has applied too often is told in the company's words", async () => {
    const results = {
      submittedFormInstance: { id: "instance-x" },
      formMessages: {
        blocked: true,
        blockMessageForCandidateHtml: "<div><p>Not more than <b>2</b> times in 60 days.</p></div>",
      },
    };
    ashby.orders.push({ on: isPost, body: JSON.stringify({ success: true, results }) });
    const answer = await apply("plain");
    expect([answer.status, answer.body]).toEqual([
      422,
      { detail: "Not more than 2 times in 60 days." },
    ]);
  });

  test("without words for that must not be told: it is accepted, and no survey is sent", async () => {
    const results = { submittedFormInstance: { id: "x" }, formMessages: { blocked: true } };
    ashby.orders.push({ on: isPost, body: JSON.stringify({ success: true, results }) });
    const form = applicationForm({ fields: { survey1_eeoc_gender: "Woman" } });
    const answer = await apply("voluntary surveys", { form });
    expect([answer.status, answer.body]).toEqual([201, { id: "x" }]);
    expect(ashby.asked.filter(isApplicationRead)).toEqual([]);
  });

  test("that a posting is not published closes it", async () => {
    const id = idOfKind("pay by the fortnight");
    await position("pay by the fortnight");
    const job = ashby.jobs.get(id);
    ashby.jobs.delete(id);
    const answer = await apply("pay by the fortnight");
    expect([answer.status, answer.body.detail]).toEqual([410, "This position is closed."]);
    if (job) ashby.jobs.set(id, job);
  });

  test.each([
    ["a wrong key", { status: 403, body: "{}" }, 502],
    ["no key", { status: 401, body: "Unauthorized" }, 502],
    [
      "a key without the permission, under 200",
      { body: '{"success":false,"errors":["missing_endpoint_permission"]}' },
      502,
    ],
    ["a redirect", { status: 302, headers: { Location: "/" }, body: "" }, 502],
    ["a 429", { status: 429, headers: { "Retry-After": "7" }, body: "{}" }, 429],
    [
      "a limit under 200",
      { body: '{"success":false,"errorInfo":{"code":"rate_limit_exceeded"}}' },
      429,
    ],
  ] as [string, Partial<Order>, number][])(
    "by %s is no word to the candidate, and nothing was taken",
    async (_, order, status) => {
      const key = crypto.randomUUID();
      ashby.orders.push({ on: isPost, ...order });
      const answer = await apply("plain", { key, code: "careful" });
      expect(answer.status).toBe(status);
      expect(answer.body).not.toHaveProperty("detail");
      if (order.status === 429) expect(answer.retryAfter).toBe("7");
      expect((await apply("plain", { key, code: "careful" })).status).toBe(201);
    },
  );

  test.each([
    ["a 500", { status: 500, body: "{}" }],
    ["no answer", { status: 0 }],
    ["a page where JSON is meant", { body: "<html>", headers: { "Content-Type": "text/html" } }],
    ["a 200 that says neither", { body: "{}" }],
  ])("that is %s leaves it open whether it was taken", async (_, order) => {
    const key = crypto.randomUUID();
    ashby.orders.push({ on: isPost, isTaken: true, ...order });
    expect((await apply("plain", { key, code: "careful" })).status).toBe(502);
    expect((await apply("plain", { key, code: "careful" })).status).toBe(409);
    expect(ashby.asked.filter(isPost)).toHaveLength(1);
    const other = crypto.randomUUID();
    ashby.orders.push({ on: isPost, isTaken: true, ...order });
    expect((await apply("plain", { key: other })).status).toBe(502);
    expect((await apply("plain", { key: other })).status).toBe(201);
  });

  test.each([
    ["a handle's 500", { on: isHandle, status: 500, body: "{}" }, 429],
    ["a handle's 429", { on: isHandle, status: 429, headers: { "Retry-After": "7" } }, 429],
    ["a storage that is away", { on: isUpload, status: 0 }, 429],
    ["a storage's 503", { on: isUpload, status: 503, body: "<Error/>" }, 429],
    ["a wrong key", { on: isHandle, status: 403, body: "{}" }, 502],
  ])("to a file, %s, is before anything was taken: it is sent again", async (_, order, status) => {
    const key = crypto.randomUUID();
    ashby.orders.push(order);
    const answer = await apply("plain", { key, code: "careful" });
    expect(answer.status).toBe(status);
    expect(answer.body).not.toHaveProperty("detail");
    expect(ashby.asked.filter(isPost)).toEqual([]);
    expect((await apply("plain", { key, code: "careful" })).status).toBe(201);
    expect(ashby.applications).toHaveLength(1);
  });

  test.each([
    [
      "the handle",
      { on: isHandle, body: '{"success":false,"errors":["Files of this type are not allowed"]}' },
      "Files of this type are not allowed",
    ],
    ["the storage", { on: isUpload, status: 400, body: "<Error/>" }, undefined],
  ])("that refuses a file, by %s, stands at the file", async (_, order, detail) => {
    ashby.orders.push(order);
    const { status, body } = await apply("plain");
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { field: "cv", message: "The company's system did not accept this answer." },
    ]);
    if (detail !== undefined) expect(body.detail).toBe(detail);
    expect(ashby.asked.filter(isPost)).toEqual([]);
  });
});

describe("the ledger", () => {
  test("has a repeat of an accepted one answered as the first, and posts it once", async () => {
    const key = crypto.randomUUID();
    const first = await apply("plain", { key });
    expect((await apply("plain", { key })).body).toEqual(first.body);
    expect(ashby.applications).toHaveLength(1);
  });

  test("has a repeat wait while the first is on its way", async () => {
    const key = crypto.randomUUID();
    let letThrough: () => void = () => undefined;
    const until = new Promise<void>((resolve) => (letThrough = resolve));
    ashby.orders.push({ on: isUpload, isTaken: true, until });
    const first = apply("plain", { key });
    await expect.poll(() => ashby.asked.some(isUpload)).toBe(true);
    const repeat = await apply("plain", { key });
    expect([repeat.status, repeat.retryAfter]).toEqual([425, "20"]);
    letThrough();
    expect((await first).status).toBe(201);
    expect(ashby.applications).toHaveLength(1);
  });

  test("knows that it was accepted before its surveys are sent", async () => {
    const one = { companies: [company()], secrets: { ASHBY_KEY } };
    const crashing = await startAdapters(one);
    const send = (at: Adapters) =>
      at.call(`hiring/taller/positions/${idOf("voluntary surveys")}/apply`, {
        method: "POST",
        body: applicationForm({ fields: { survey1_eeoc_gender: "Woman" } }),
        headers: { "Idempotency-Key": "a-key" },
      });
    ashby.orders.push({ on: isApplicationRead, until: new Promise(() => undefined) });
    const first = expect(send(crashing)).rejects.toThrow();
    await expect.poll(() => ashby.asked.some(isApplicationRead)).toBe(true);
    await crashing.kill();
    await first;
    const again = await startAdapters({ ...one, persistTo: crashing.state });
    const repeat = await send(again);
    expect([repeat.status, await repeat.json()]).toEqual([201, { id: "instance-1" }]);
    expect(ashby.applications).toHaveLength(1);
    await again.stop();
    await crashing.stop();
  });

  test("remembers after a crash between the post and its answer", async () => {
    const careful = { companies: [company({ repeat: "stop" })], secrets: { ASHBY_KEY } };
    const crashing = await startAdapters(careful);
    const send = (at: Adapters) =>
      at.call(`hiring/taller/positions/${idOf("plain")}/apply`, {
        method: "POST",
        body: applicationForm(),
        headers: { "Idempotency-Key": "the-key" },
      });
    ashby.orders.push({ on: isPost, isTaken: true, until: new Promise(() => undefined) });
    const first = expect(send(crashing)).rejects.toThrow();
    await expect.poll(() => ashby.asked.filter(isPost).length).toBe(1);
    await crashing.kill();
    await first;
    const again = await startAdapters({ ...careful, persistTo: crashing.state });
    expect((await send(again)).status).toBe(409);
    expect(ashby.asked.filter(isPost)).toHaveLength(1);
    await again.stop();
    await crashing.stop();
  });
});

describe("a board that does not answer", () => {
  test.each([
    ["a 500", { status: 500 }, 502],
    ["something else", { body: '{"jobs": 5}' }, 502],
    ["nothing", { status: 0 }, 502],
    ["a 429", { status: 429, headers: { "Retry-After": "9" } }, 429],
  ])("but with %s is no list and no position, and is asked again", async (_, order, status) => {
    const fresh = await startAdapters({ companies: [company()], secrets: { ASHBY_KEY } });
    for (const path of [`hiring/${uuid}/positions-public`, `hiring/positions/${idOf("plain")}`]) {
      ashby.orders.push({ on: isBoardRead, ...order });
      const answer = await fresh.call(path);
      expect(answer.status).toBe(status);
      if (status === 429) expect(answer.headers.get("Retry-After")).toBe("9");
    }
    expect((await fresh.call(`hiring/${uuid}/positions-public`)).status).toBe(200);
    await fresh.stop();
  });

  test.each([
    ["a failure", { body: '{"success":false,"errors":["resource_not_found"]}' }],
    [
      "a form of another shape",
      { body: '{"success":true,"results":{"applicationFormDefinition":{}}}' },
    ],
    ["a 500", { status: 500, body: "{}" }],
  ])("with a form but with %s is no position: nobody is sent elsewhere", async (_, order) => {
    const fresh = await startAdapters({ companies: [company()], secrets: { ASHBY_KEY } });
    ashby.orders.push({ on: isInfoRead, ...order });
    const path = `hiring/positions/${idOf("plain")}`;
    expect((await fresh.call(path)).status).toBe(502);
    expect((await fresh.call(path)).status).toBe(200);
    await fresh.stop();
  });

  test.each([
    [
      "no-board",
      `hiring/no-board/positions-public`,
      "job-board/{name} answered 404: check the board",
    ],
    ["wrong-key", `hiring/positions/${idOf("plain", "wrong-key")}`, "jobPosting.info answered 403"],
  ])("is ours if it is %s, and the log says so", async (code, path, said) => {
    expect((await read(path)).status).toBe(502);
    await expect
      .poll(() => adapters.log.some((line) => line.includes(`${code}: `) && line.includes(said)))
      .toBe(true);
  });

  test("is ours if the key is not set: an application waits", async () => {
    const answer = await apply("plain", { code: "no-key" });
    expect([answer.status, "detail" in answer.body]).toEqual([502, false]);
    expect(ashby.asked.filter(isPost)).toEqual([]);
  });
});

test("a whole run has logged nothing that a candidate wrote", () => {
  expect(adapters.log.join("\n")).not.toMatch(/Ana|Núñez|example\.org|\+34600|Woman/);
});
