import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  applicationForm,
  boardCalls,
  companyAt,
  startAdapters,
  type Adapters,
} from "../support/adapters";
import {
  GREENHOUSE_KEY,
  isJobRead,
  isListRead,
  isPost,
  startGreenhouse,
  type Greenhouse,
} from "../support/greenhouse";
import { idOfKind } from "../support/greenhouse-jobs";

let greenhouse: Greenhouse;
let adapters: Adapters;
const company = (more: object = {}, rest: object = {}) =>
  companyAt(
    {
      system: "greenhouse",
      board: "taller",
      address: greenhouse.address,
      key: "GREENHOUSE_KEY",
      apply: "on",
      contract_type_from: "Employment Type",
      ...more,
    },
    rest,
  );
const another = (code: string, digit: string) => ({
  code,
  uuid: `6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b1${digit}`,
});

beforeAll(async () => {
  greenhouse = await startGreenhouse();
  adapters = await startAdapters({
    companies: [
      company(),
      company({ apply: "off", leave_out: ["location", "education"] }, another("trial", "2")),
      company({ key: "ANOTHER_KEY" }, another("wrong-key", "3")),
      company({ repeat: "stop" }, another("careful", "4")),
      company({ board: "unknown" }, another("no-board", "5")),
      company({ key: "MISSING_KEY" }, another("no-key", "6")),
    ],
    secrets: { GREENHOUSE_KEY, ANOTHER_KEY: "wrong" },
  });
});

afterAll(async () => {
  await adapters.stop();
  await greenhouse.stop();
});

beforeEach(() => {
  greenhouse.asked.length = 0;
  greenhouse.orders.length = 0;
  greenhouse.applications.length = 0;
});

const uuid = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const { idOf, read, position, apply } = boardCalls(() => adapters, idOfKind);

describe("a board is read", () => {
  test("as a list of jobs, without prospect posts and what is malformed", async () => {
    const { status, body } = await read(`hiring/${uuid}/positions-public`);
    expect(status).toBe(200);
    const results = body.results as Record<string, unknown>[];
    expect(results).toHaveLength(32);
    const dates = results.map(({ published_at }) => String(published_at));
    expect(dates).toEqual([...dates].sort().reverse());
    expect(results.find((job) => job.uuid === idOf("plain"))).toEqual({
      uuid: idOf("plain"),
      name: "Mechanic 1",
      location: "Valencia",
      department: "Workshop",
      contract_type: "Full time",
      published_at: "2026-10-01T09:00:00-04:00",
      apply_url: `/taller/mechanic-1/${idOf("plain")}`,
    });
  });

  test("as a position, whose description is unescaped once", async () => {
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
      published_at: "2026-10-01T09:00:00-04:00",
      language: "en",
      identifier: "R-0",
      description:
        "<h2>What you do</h2><p>Research &amp; development, <strong>every day</strong>.</p>",
      apply_url: `https://boards.example/taller/jobs/${idOfKind("plain")}`,
      fields: [{ id: "email", kind: "email", required: true }],
      standard: { phone: "required", cv: "required" },
      cv_accept: ["pdf", "doc", "docx", "txt", "rtf"],
    });
  });

  test("with its company, and nothing of how the board is reached", async () => {
    const { body } = await read(`account/clients/${uuid}/public`);
    expect(body).toMatchObject({
      uuid,
      code: "taller",
      privacy_policy: "# Privacy\n\nWe keep nothing.",
    });
    expect(JSON.stringify(body)).not.toContain("GREENHOUSE_KEY");
    expect(body).not.toHaveProperty("board");
  });

  test("once, however many ask at the same time", async () => {
    const fresh = await startAdapters({ companies: [company()] });
    const paths = Array.from({ length: 40 }, (_, index) =>
      index % 2 ? `hiring/${uuid}/positions-public` : `hiring/positions/${idOf("one pay")}`,
    );
    const answers = await Promise.all(paths.map((path) => fresh.call(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(greenhouse.asked.filter(isListRead)).toHaveLength(1);
    expect(greenhouse.asked.filter(isJobRead)).toHaveLength(1);
    await fresh.stop();
  });

  test.each([
    ["a prospect post", "taller_4000000900"],
    ["a job that is not there", "taller_4999999999"],
    ["no number", "taller_about"],
    ["another company", "nobody_4000000001"],
    ["no code", "4000000001"],
  ])("and %s is a 404", async (_, id) => {
    expect((await read(`hiring/positions/${id}`)).status).toBe(404);
  });

  test("and a job that it had is closed when it has it no more: the answer says which it was", async () => {
    const fresh = await startAdapters({ companies: [company()] });
    await fresh.call(`hiring/${uuid}/positions-public`);
    const state = fresh.state;
    await fresh.kill();
    const id = idOfKind("two consents");
    const job = greenhouse.jobs.get(id);
    greenhouse.jobs.delete(id);
    const later = await startAdapters({ companies: [company()], persistTo: state });
    const answer = await later.call(`hiring/positions/taller_${id}`);
    expect(answer.status).toBe(410);
    expect(await answer.json()).toEqual({
      detail: "This position is closed.",
      client: uuid,
      name: "Potter 8",
      location: "São Paulo, Brazil",
      contract_type: null,
    });
    if (job) greenhouse.jobs.set(id, job);
    await later.stop();
    await fresh.stop();
  });
});

describe("a form has", () => {
  test("every kind of question, typed, and required as there", async () => {
    const { fields, standard } = await position("everything required");
    const id = (end: number) => `question_2${end}`;
    const accept = ["pdf", "doc", "docx", "txt", "rtf"];
    expect(fields).toEqual([
      { id: "email", kind: "email", required: true },
      { id: "cover_letter", kind: "long_text", required: true },
      { id: id(1), label: "LinkedIn Profile", kind: "text", required: true },
      { id: id(2), label: "What did you repair last?", kind: "long_text", required: true },
      { id: id(3), label: "May you work in Spain?", kind: "yes_no", required: true },
      {
        id: id(4),
        label: "Which shift do you want?",
        kind: "one_of",
        required: true,
        options: [
          { value: "9100", label: "Early" },
          { value: "9101", label: "Late" },
          { value: "9102", label: "Night & day" },
        ],
      },
      {
        id: id(5),
        label: "Which tools do you know?",
        kind: "some_of",
        required: true,
        options: [
          { value: "9100", label: "Lathe" },
          { value: "9101", label: "Mill" },
          { value: "9102", label: "Saw" },
        ],
      },
      { id: id(6), label: "Portfolio", kind: "file", required: true, accept },
    ]);
    expect(standard).toEqual({ phone: "required", cv: "required" });
    const optional = await position("everything optional");
    expect(
      (optional.fields as { required: boolean }[]).filter(({ required }) => required),
    ).toHaveLength(1);
    expect(optional.standard).toEqual({ phone: "optional", cv: "optional" });
    expect((await position("no phone, no CV")).standard).toEqual({ phone: "off", cv: "off" });
  });

  test("the law's questions and the company's own as voluntary ones, with what is said before them", async () => {
    const { fields } = await position("compliance");
    expect((fields as object[]).slice(1)).toMatchObject([
      {
        id: "compliance_note_0",
        kind: "note",
        section: "voluntary",
        label: "We invite you to answer.\nIt has no bearing on the selection.",
      },
      { id: "gender", kind: "one_of", section: "voluntary", required: false },
      { id: "veteran_status", kind: "one_of", section: "voluntary", required: false },
    ]);
    const demographic = await position("demographic");
    expect(demographic.sections).toEqual({
      voluntary: {
        title: "Diversity at Taller Example",
        note: "These questions are voluntary & anonymous.",
      },
    });
    expect((demographic.fields as object[]).slice(1)).toMatchObject([
      { id: "demographic_87", kind: "some_of", section: "voluntary" },
      { id: "demographic_87_text_196", kind: "text", section: "voluntary" },
      { id: "demographic_88", kind: "one_of", section: "voluntary" },
      {
        id: "gdpr_demographic_data_consent",
        kind: "consent",
        section: "voluntary",
        required: false,
      },
    ]);
  });

  test("consents: to the processing required, to being kept not", async () => {
    const consents = async (kind: string) =>
      ((await position(kind)).fields as Record<string, unknown>[])
        .filter(({ kind }) => kind === "consent")
        .map(({ id, required }) => [id, required]);
    expect(await consents("plain")).toEqual([]);
    expect(await consents("one consent")).toEqual([["gdpr_consent", true]]);
    expect(await consents("two consents")).toEqual([
      ["gdpr_processing_consent", true],
      ["gdpr_retention_consent", false],
    ]);
    expect(JSON.stringify(await position("two consents"))).toContain(
      "Taller Example may keep my data for 365 days",
    );
  });

  test("what the API does not take sent elsewhere, or left out where the company says so", async () => {
    const kinds = async (kind: string, code?: string) =>
      ((await position(kind, code)).fields as { kind: string }[]).map(({ kind }) => kind);
    expect(await kinds("a place that must be said")).toEqual(["email", "greenhouse_location"]);
    expect(await kinds("schools that must be said")).toEqual(["email", "greenhouse_education"]);
    expect(await kinds("a place that may be said")).toEqual(["email"]);
    expect(await kinds("a place that must be said", "trial")).toEqual(["email"]);
    expect(await kinds("schools that must be said", "trial")).toEqual(["email"]);
    expect(await kinds("an unknown kind")).toEqual(["email", "greenhouse_video"]);
  });

  test("the pay that is published, the last day, and what is said of software", async () => {
    expect(await position("one pay")).toMatchObject({
      salary: "€28,000 – €32,000.50",
      pay: { min: 28_000, max: 32_000.5, currency: "EUR", text: "€28,000 – €32,000.50" },
    });
    expect(await position("pay by place")).toMatchObject({
      pay: { text: "Valencia: €28,000 – €32,000; London: £30,000" },
    });
    expect((await position("plain")).pay).toBeUndefined();
    expect(await position("a deadline and a notice")).toMatchObject({
      closes_at: "2027-01-31T23:59:59-05:00",
      notices: [
        { kind: "ai", text: "Software sorts applications.", url: "https://boards.example/opt-out" },
      ],
    });
  });
});

/** What Greenhouse got, but for the files' bytes. */
async function taken() {
  const [one, ...others] = greenhouse.applications;
  expect(others).toEqual([]);
  if (!one) throw new Error("nothing was taken");
  return Promise.all(
    [...one.form].map(async ([name, value]) =>
      value instanceof File ? [name, value.name, await value.text()] : [name, value],
    ),
  );
}

describe("an application is posted", () => {
  const portfolio = new File(["%PDF-1.7 a portfolio"], 'my "best" work.pdf');
  const everything = () =>
    applicationForm({
      fields: {
        cover_letter: "Hello.\r\nI am Ana.",
        question_21: "https://www.linkedin.com/in/ana-example",
        question_22: "A tram.",
        question_23: false,
        question_24: "9102",
        question_25: ["9100", "9102"],
      },
      files: { question_26: portfolio },
    });

  test("with every kind of answer and its files, under the documented names", async () => {
    const form = everything();
    form.set("source", JSON.stringify({ source: "fair", gh_src: "a1b2" }));
    const answer = await apply("everything required", { form });
    expect(answer.status).toBe(201);
    expect(await taken()).toEqual([
      ["first_name", "Ana"],
      ["last_name", "Núñez"],
      ["email", "ana@example.org"],
      ["cover_letter_text", "Hello.\r\nI am Ana."],
      ["question_21", "https://www.linkedin.com/in/ana-example"],
      ["question_22", "A tram."],
      ["question_23", "0"],
      ["question_24", "9102"],
      ["question_25[]", "9100"],
      ["question_25[]", "9102"],
      ["question_26", 'my "best" work.pdf', "%PDF-1.7 a portfolio"],
      ["phone", "+34600000001"],
      ["resume", "cv.pdf", "%PDF-1.7 a CV"],
      ["mapped_url_token", "a1b2"],
    ]);
  });

  test.each(["{", "[1]", '{"gh_src":"<b>"}', '{"gh_src":1}'])(
    "without a source that is none: %s",
    async (source) => {
      const form = everything();
      form.set("source", source);
      expect((await apply("everything required", { form })).status).toBe(201);
      expect((await taken()).map(([name]) => name)).not.toContain("mapped_url_token");
    },
  );

  test("with voluntary answers and consents", async () => {
    const fields = {
      demographic_87: ["194", "196"],
      demographic_87_text_196: "Teal",
      gdpr_demographic_data_consent: { given: true, text: "…" },
    };
    expect((await apply("demographic", { form: applicationForm({ fields }) })).status).toBe(201);
    expect((await taken()).slice(3, -2)).toEqual([
      ["demographic_answers[][question_id]", "87"],
      ["demographic_answers[][answer_options][][answer_option_id]", "194"],
      ["demographic_answers[][answer_options][][answer_option_id]", "196"],
      ["demographic_answers[][answer_options][][text]", "Teal"],
      ["data_compliance[gdpr_demographic_data_consent_given]", "true"],
    ]);
    greenhouse.applications.length = 0;
    const consents = {
      gdpr_processing_consent: { given: true, text: "…" },
      gdpr_retention_consent: { given: false, text: "…" },
    };
    await apply("two consents", { form: applicationForm({ fields: consents }) });
    expect((await taken()).slice(3, -2)).toEqual([
      ["data_compliance[gdpr_processing_consent_given]", "true"],
    ]);
    greenhouse.applications.length = 0;
    await apply("compliance", { form: applicationForm({ fields: { gender: "3" } }) });
    expect((await taken()).slice(3, -2)).toEqual([["gender", "3"]]);
  });

  test("with a cover letter as a file where only that is taken", async () => {
    const files = { cover_letter_file: portfolio };
    await apply("a cover letter as a file alone", { form: applicationForm({ files }) });
    expect(await taken()).toContainEqual(["cover_letter", portfolio.name, "%PDF-1.7 a portfolio"]);
  });

  test("only if what is required is there: Greenhouse would not look", async () => {
    const answer = await apply("everything required");
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: "Please check the answers that are marked." });
    const errors = answer.body.errors as { field: string; message: string }[];
    expect(errors.map(({ field }) => field)).toEqual(
      "cover_letter question_21 question_22 question_23 question_24 question_25 question_26".split(
        " ",
      ),
    );
    const consent = await apply("two consents");
    expect(consent.body.errors).toMatchObject([{ field: "gdpr_processing_consent" }]);
    expect(greenhouse.asked.filter(isPost)).toEqual([]);
  });

  test.each([
    ["an address in a name", { first_name: "http://spam.example" }, "first_name"],
    ["a phone number that is none", { phone: "600" }, "phone"],
    ["a CV as a picture", { cv: new File(["x"], "cv.png") }, "cv"],
    ["an empty CV", { cv: new File([], "cv.pdf") }, "cv"],
    ["no CV", { cv: null }, "cv"],
    ["no e-mail address", { fields: { email: "ana" } }, "email"],
  ])("but not with %s", async (_, given, field) => {
    const answer = await apply("plain", { form: applicationForm(given) });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ field }]);
    expect(greenhouse.asked.filter(isPost)).toEqual([]);
  });

  test("and what Greenhouse refuses is marked, in the candidate's words", async () => {
    const form = applicationForm({ fields: { email: "ana@example" } });
    expect(await apply("plain", { form })).toMatchObject({
      status: 422,
      body: {
        detail: "The company's system did not accept the application. Please check your answers.",
        errors: [{ field: "email", message: "The company's system did not accept this answer." }],
      },
    });
    const body = JSON.stringify({ success: false, error: "Uploaded resume is unreadable" });
    greenhouse.orders.push({ on: isPost, status: 200, body });
    const odd = await apply("plain");
    expect(odd.status).toBe(422);
    expect(odd.body.errors).toMatchObject([{ field: "cv" }]);
  });

  test("in the company's language when it is refused", async () => {
    const trial = await apply("plain", { code: "trial" });
    expect(trial.status).toBe(422);
    expect(trial.body.detail).toContain("takes no applications yet");
    expect(greenhouse.asked).toEqual([]);
  });

  test("and 429 keeps its Retry-After", async () => {
    greenhouse.orders.push({ on: isPost, status: 429, headers: { "Retry-After": "17" } });
    const answer = await apply("plain");
    expect([answer.status, answer.retryAfter]).toEqual([429, "17"]);
    expect(answer.body).not.toHaveProperty("detail");
  });

  test.each(["wrong-key", "no-key"])("and never shows a candidate our %s", async (code) => {
    const answer = await apply("plain", { code });
    expect(answer.status).toBe(502);
    expect(answer.body).not.toHaveProperty("detail");
    await expect.poll(() => adapters.log.some((line) => line.includes(`${code}: the`))).toBe(true);
  });

  test("to a job that has closed meanwhile is told so; a board that is gone is ours", async () => {
    const id = idOfKind("one consent");
    const job = greenhouse.jobs.get(id);
    await position("one consent");
    greenhouse.jobs.delete(id);
    const form = () => applicationForm({ fields: { gdpr_consent: { given: true, text: "…" } } });
    expect(await apply("one consent", { form: form() })).toMatchObject({
      status: 410,
      body: { detail: "This position is closed." },
    });
    if (job) greenhouse.jobs.set(id, job);
    greenhouse.orders.push({ on: isPost, status: 404, body: "{}" });
    expect((await apply("one consent", { form: form() })).status).toBe(502);
  });

  test.each<[string, string, number]>([
    ["another client", "hiring/trial/positions/taller_4000000001/apply", 404],
    ["no such position", "hiring/taller/positions/taller_4999999999/apply", 404],
  ])("not to %s", async (_, path, status) => {
    const answer = await adapters.call(path, { method: "POST", body: applicationForm() });
    expect(answer.status).toBe(status);
  });
});

describe("the ledger", () => {
  const key = () => crypto.randomUUID();

  test("answers a repeat as the first was answered, and posts once", async () => {
    const once = key();
    const first = await apply("plain", { key: once });
    for (let repeat = 0; repeat < 3; repeat++) {
      const { status, body } = await apply("plain", { key: once });
      expect({ status, body }).toEqual({ status: 201, body: first.body });
    }
    expect(greenhouse.applications).toHaveLength(1);
    expect((await apply("plain", { key: key() })).status).toBe(201);
    expect(greenhouse.applications).toHaveLength(2);
  });

  test("remembers no refusal: the mended form comes under the same key", async () => {
    const same = key();
    expect((await apply("plain", { key: same, form: applicationForm({ cv: null }) })).status).toBe(
      422,
    );
    expect((await apply("plain", { key: same })).status).toBe(201);
    expect(greenhouse.applications).toHaveLength(1);
  });

  test("tells a repeat to wait while the first is sent, though its caller has gone", async () => {
    let letThrough: (value?: unknown) => void = () => undefined;
    const until = new Promise((resolve) => (letThrough = resolve));
    greenhouse.orders.push({ on: isPost, isTaken: true, until });
    const same = key();
    const hangsUp = new AbortController();
    const first = adapters.call(`hiring/taller/positions/${idOf("plain")}/apply`, {
      method: "POST",
      body: applicationForm(),
      headers: { "Idempotency-Key": same },
      signal: hangsUp.signal,
    });
    const gone = expect(first).rejects.toThrow();
    await expect.poll(() => greenhouse.asked.filter(isPost).length).toBe(1);
    hangsUp.abort();
    await gone;
    const repeat = await apply("plain", { key: same });
    expect([repeat.status, repeat.retryAfter]).toEqual([425, "20"]);
    letThrough();
    await expect.poll(async () => (await apply("plain", { key: same })).status).toBe(201);
    expect(greenhouse.applications).toHaveLength(1);
  });

  test.each([
    ["taller", "sent again", 201, 2],
    ["careful", "kept for the company", 409, 1],
  ])("has what may have arrived at %s %s", async (code, _, status, arrived) => {
    const same = key();
    greenhouse.orders.push({ on: isPost, isTaken: true, status: 500, body: "{}" });
    const lost = await apply("plain", { key: same, code });
    expect(lost.status).toBe(502);
    expect(lost.body).not.toHaveProperty("detail");
    const repeat = await apply("plain", { key: same, code });
    expect(repeat.status).toBe(status);
    if (status === 409) expect(repeat.body).toEqual({});
    expect(greenhouse.applications).toHaveLength(arrived);
  });

  test("posts again only once the system can be read again", async () => {
    const same = key();
    greenhouse.orders.push(
      { on: isPost, status: 500, body: "{}" },
      { on: (asked) => !isPost(asked), status: 503, body: "{}" },
    );
    const send = async () => (await apply("plain", { key: same })).status;
    expect([await send(), await send(), await send()]).toEqual([502, 502, 201]);
    expect(greenhouse.asked.filter(isPost)).toHaveLength(2);
  });

  test.each([
    ["no answer", { status: 0 }],
    ["a page where JSON is meant", { body: "<html>", headers: { "Content-Type": "text/html" } }],
    ["a 503", { status: 503, body: "{}" }],
  ])("does not know what came of %s", async (_, order) => {
    const same = key();
    greenhouse.orders.push({ on: isPost, ...order });
    expect((await apply("plain", { key: same, code: "careful" })).status).toBe(502);
    expect((await apply("plain", { key: same, code: "careful" })).status).toBe(409);
  });

  test.each([
    ["429", { status: 429, body: "{}" }],
    ["401", { status: 401, body: "{}" }],
    ["a redirect", { status: 302, headers: { Location: "/" }, body: "" }],
  ])("knows that nothing came of %s", async (_, order) => {
    const same = key();
    greenhouse.orders.push({ on: isPost, ...order });
    expect([429, 502]).toContain((await apply("plain", { key: same, code: "careful" })).status);
    expect((await apply("plain", { key: same, code: "careful" })).status).toBe(201);
  });

  test("remembers after a crash between the post and its answer", async () => {
    const crashing = await startAdapters({
      companies: [company({ repeat: "stop" })],
      secrets: { GREENHOUSE_KEY },
    });
    const send = (at: Adapters) =>
      at.call(`hiring/taller/positions/${idOf("plain")}/apply`, {
        method: "POST",
        body: applicationForm(),
        headers: { "Idempotency-Key": "the-key" },
      });
    greenhouse.orders.push({ on: isPost, isTaken: true, until: new Promise(() => undefined) });
    const first = expect(send(crashing)).rejects.toThrow();
    await expect.poll(() => greenhouse.asked.filter(isPost).length).toBe(1);
    await crashing.kill();
    await first;
    const again = await startAdapters({
      companies: [company({ repeat: "stop" })],
      secrets: { GREENHOUSE_KEY },
      persistTo: crashing.state,
    });
    expect((await send(again)).status).toBe(409);
    expect(greenhouse.asked.filter(isPost)).toHaveLength(1);
    await again.stop();
    await crashing.stop();
  });
});

describe("a board that does not answer", () => {
  test.each([
    ["a 500", { status: 500 }, 502],
    ["something else", { body: '{"jobs": 5}' }, 502],
    ["no JSON", { body: "<html>" }, 502],
    ["nothing", { status: 0 }, 502],
    ["a 429", { status: 429, headers: { "Retry-After": "9" } }, 429],
  ])("but with %s is no list, and is asked again", async (_, order, status) => {
    const fresh = await startAdapters({ companies: [company()] });
    greenhouse.orders.push({ on: isListRead, ...order });
    const answer = await fresh.call(`hiring/${uuid}/positions-public`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).not.toHaveProperty("detail");
    if (status === 429) expect(answer.headers.get("Retry-After")).toBe("9");
    expect((await fresh.call(`hiring/${uuid}/positions-public`)).status).toBe(200);
    await fresh.stop();
  });

  test("is ours if it is unknown, and the log says so", async () => {
    expect((await read("hiring/no-board/positions-public")).status).toBe(502);
    await expect
      .poll(() => adapters.log.some((line) => line.includes("no-board: GET /jobs answered 404")))
      .toBe(true);
  });
});

describe("a call", () => {
  test.each([
    ["without the key", "hiring/positions/taller_1", "GET", { "X-Api-Key": "" }, 401],
    ["with another key", "hiring/positions/taller_1", "GET", { "X-Api-Key": "x" }, 401],
    ["of nothing", "hiring", "GET", {}, 404],
    ["of an unknown company", "account/clients/nobody/public", "GET", {}, 404],
    ["by another method", "hiring/positions/taller_1", "DELETE", {}, 405],
  ])("%s is refused", async (_, path, method, headers, status) => {
    expect((await adapters.call(path, { method, headers })).status).toBe(status);
  });

  test("of a whole run has logged nothing that a candidate wrote", () => {
    expect(adapters.log.join("\n")).not.toMatch(/Ana|Núñez|example\.org|\+34600/);
  });
});
