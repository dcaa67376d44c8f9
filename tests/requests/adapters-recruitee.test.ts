import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  applicationForm,
  boardCalls,
  companyAt,
  startAdapters,
  type Adapters,
} from "../support/adapters";
import { isPost } from "../support/greenhouse";
import { recruiteeId, startRecruitee, type Recruitee } from "../support/recruitee";

let recruitee: Recruitee;
let adapters: Adapters;
const uuid = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";

beforeAll(async () => {
  recruitee = await startRecruitee();
  const board = { system: "recruitee", board: "example", address: recruitee.address, apply: "on" };
  const another = (code: string, digit: string) => ({
    code,
    uuid: `6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b1${digit}`,
  });
  adapters = await startAdapters({
    companies: [
      companyAt(board),
      companyAt({ ...board, choices: "id", cover_letter: "file" }, another("ids", "2")),
      companyAt({ ...board, repeat: "stop" }, another("careful", "3")),
      companyAt(
        { ...board, apply: "off" },
        { ...another("trial", "4"), language_default: "es-mx" },
      ),
    ],
  });
});

afterAll(async () => {
  await adapters.stop();
  await recruitee.stop();
});

beforeEach(() => {
  recruitee.asked.length = 0;
  recruitee.orders.length = 0;
  recruitee.applications.length = 0;
});

const { idOf, read, position, apply } = boardCalls(() => adapters, recruiteeId);

describe("a company's offers are read", () => {
  test("as a list, without what is not published, at one call", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => read(`hiring/${uuid}/positions-public`)),
    );
    expect(recruitee.asked).toHaveLength(1);
    const results = answers[7]?.body.results as Record<string, unknown>[];
    expect(results).toHaveLength(34);
    expect(results.find((job) => job.uuid === idOf("everything required"))).toEqual({
      uuid: idOf("everything required"),
      name: "Carpenter 2",
      location: "Gdańsk, Poland",
      department: "Workshop",
      contract_type: "fulltime permanent",
      published_at: "2026-10-02T09:00:00Z",
      apply_url: `/taller/carpenter-2/${idOf("everything required")}`,
    });
  });

  test("as positions with what is published of them, and nothing more", async () => {
    expect(await position("plain")).toEqual({
      uuid: idOf("plain"),
      client: uuid,
      status: "open",
      country: "es",
      apply_site_questions: [],
      candidate_criteria_structured: {},
      name: "Carpenter 1",
      location: "Valencia, Spain",
      department: "Workshop",
      contract_type: "parttime",
      published_at: "2026-10-01T09:00:00Z",
      description: "<h2>What you do</h2><p>Doors &amp; tables.</p>\n<p>Good hands.</p>",
      workplace: "onsite",
      apply_url: "https://example.recruitee.com/o/carpenter-1/c/new",
      talks_back: true,
      takes: ["source"],
      fields: [{ id: "email", kind: "email", required: true }],
      standard: { phone: "required", cv: "required" },
    });
    expect((await position("pay")).pay).toEqual({
      min: 28_000,
      max: 32_000,
      currency: "EUR",
      unit: "YEAR",
      text: "€28,000 – €32,000 / year",
    });
    expect((await position("half a pay")).salary).toBe("€18 / hour");
    expect(await position("pay without a currency")).not.toHaveProperty("pay");
    expect((await position("remote")).workplace).toBe("remote");
    expect((await position("hybrid")).workplace).toBe("hybrid");
    expect((await position("a last day")).closes_at).toBe("2027-01-31T22:00:00Z");
    expect(await position("without a place")).not.toHaveProperty("location");
    expect((await position("without texts")).description).toBe("");
  });

  test("in the company's language where an offer has been translated", async () => {
    const translated = await position("translated", "trial");
    expect(translated).toMatchObject({
      name: "Carpintería 16",
      language: "es",
      description: "<p>Puertas.</p>\n<p>Good hands.</p>",
    });
    expect((translated.fields as { label?: string }[]).map(({ label }) => label)).toEqual([
      undefined,
      "Tu estación más cercana",
      "Untranslated",
    ]);
    const { body } = await read("hiring/trial/positions-public");
    const listed = body.results as { uuid: string; name: string }[];
    expect(listed.find((job) => job.uuid === idOf("translated", "trial"))?.name).toBe(
      "Carpintería 16",
    );
    expect(await position("plain", "trial")).toMatchObject({ name: "Carpenter 1" });
  });

  test.each(["taller_700900", "taller_799999", "taller_hidden"])("and %s is a 404", async (id) => {
    expect((await read(`hiring/positions/${id}`)).status).toBe(404);
  });
});

describe("a form has", () => {
  test("every kind of question, in its order, required as there", async () => {
    const { fields, standard } = await position("everything required");
    const required = true;
    const accept = ["jpg", "jpeg", "png"];
    const q = (id: number, kind: string, label: string, more: object = {}) => ({
      id: `question_${id}`,
      kind,
      label,
      required,
      ...more,
    });
    const options = (...labels: string[]) => ({
      options: labels.map((label, index) => ({ value: String(500 + index), label })),
    });
    expect(fields).toEqual([
      { id: "email", kind: "email", required },
      { id: "cover_letter", kind: "long_text", required },
      { id: "photo", kind: "file", label: "Photo", required, accept },
      q(11, "text", "Your nearest station", { max: 40 }),
      q(12, "long_text", "Tell us of a repair."),
      q(13, "yes_no", "Do you drive?"),
      q(14, "one_of", "Which shift?", options("Early", "Late & night")),
      q(15, "some_of", "Which tools?", options("Lathe", "Mill", "Saw")),
      q(16, "number", "Years of experience"),
      q(17, "number", "Salary you expect"),
      q(18, "date", "First day"),
      q(19, "file", "Portfolio"),
      q(20, "consent", "You may keep my data for a year."),
      q(21, "note", "Bring your own tools.", { required: false }),
    ]);
    expect(standard).toEqual({ phone: "required", cv: "required" });
    const optional = await position("everything optional");
    expect(optional.standard).toEqual({ phone: "optional", cv: "optional" });
    const asked = optional.fields as { id: string; required: boolean }[];
    expect(asked.filter(({ required }) => required).map(({ id }) => id)).toEqual(["email"]);
    expect((await position("nothing but a name")).standard).toEqual({ phone: "off", cv: "off" });
  });

  test("what no kind can ask sent elsewhere where it is required", async () => {
    const last = async (kind: string) => ((await position(kind)).fields as object[]).at(-1);
    expect(await last("a film required")).toMatchObject({
      kind: "recruitee_video",
      required: true,
    });
    expect(await last("a film optional")).toMatchObject({
      kind: "recruitee_video",
      required: false,
    });
    expect(await last("several places")).toMatchObject({
      kind: "recruitee_location",
      required: true,
    });
    expect(await last("one place")).toMatchObject({ id: "email" });
  });
});

const picture = new File(["a picture"], "me.jpg", { type: "image/jpeg" });
const portfolio = new File(["%PDF-1.7 work"], "work.pdf");
const everything = () => ({
  question_11: "Centro",
  question_12: "A door.",
  question_13: false,
  question_14: "501",
  question_15: ["500", "502"],
  question_16: "7",
  question_17: "29500.5",
  question_18: "2027-01-11",
  question_20: { given: true, text: "You may keep my data for a year." },
});

/** What Recruitee got, but for the standard parts. */
async function answers() {
  const [one, ...others] = recruitee.applications;
  expect(others).toEqual([]);
  return Promise.all(
    [...(one?.form ?? [])].map(async ([name, value]) => [
      name.replace("candidate", "").replace("[open_question_answers_attributes]", ""),
      value instanceof File ? `${value.name}: ${await value.text()}` : value,
    ]),
  );
}

describe("an application is posted", () => {
  test("with every kind of answer and its files, one name, and no key", async () => {
    const fields = { cover_letter: "Hello", ...everything() };
    const files = { photo: picture, question_19: portfolio };
    const source = JSON.stringify({ utm_source: "linkedin", utm_medium: "post" });
    const form = applicationForm({ fields, files, source });
    const answer = await apply("everything required", { form });
    expect(answer).toMatchObject({ status: 201, body: { id: "9001" } });
    const [post] = recruitee.asked.filter(isPost);
    expect(post?.path).toBe("/api/offers/carpenter-2/candidates");
    expect(post?.headers.authorization).toBeUndefined();
    const at = (index: number, id: string, ...parts: string[][]) => [
      [`[${index}][open_question_id]`, id],
      ...parts.map(([name, value]) => [`[${index}]${name ?? ""}`, value]),
    ];
    expect(await answers()).toEqual([
      ["[name]", "Ana Núñez"],
      ["[email]", "ana@example.org"],
      ["[phone]", "+34600000001"],
      ["[cv]", "cv.pdf: %PDF-1.7 a CV"],
      ["[cover_letter]", "Hello"],
      ["[photo]", "me.jpg: a picture"],
      ["[referrer]", "linkedin"],
      ...at(0, "11", ["[content]", "Centro"]),
      ...at(1, "12", ["[content]", "A door."]),
      ...at(2, "13", ["[flag]", "false"]),
      ...at(3, "14", ["[content]", "Late & night"]),
      ...at(4, "15", ["[multi_content][]", "Lathe"], ["[multi_content][]", "Saw"]),
      ...at(5, "16", ["[content]", "7"]),
      ...at(6, "17", ["[content]", "29500.5"]),
      ...at(7, "18", ["[content]", "2027-01-11"]),
      ...at(8, "19", ["[file]", "work.pdf: %PDF-1.7 work"]),
      ...at(9, "20", ["[flag]", "true"]),
    ]);
  });

  test("with ids of options and a file as cover letter where the company says so", async () => {
    const files = { photo: picture, question_19: portfolio, cover_letter: portfolio };
    const form = applicationForm({ fields: everything(), files });
    expect((await apply("everything required", { code: "ids", form })).status).toBe(201);
    const sent = await answers();
    expect(sent).toContainEqual(["[cover_letter]", "work.pdf: %PDF-1.7 work"]);
    expect(sent).toContainEqual(["[3][content]", "501"]);
    expect(sent).toContainEqual(["[4][multi_content][]", "502"]);
  });

  test("only if what is required is there, and without what was not answered", async () => {
    const missing = await apply("everything required");
    expect(missing.status).toBe(422);
    expect(missing.body.errors).toHaveLength(12);
    expect(recruitee.asked.filter(isPost)).toEqual([]);
    expect((await apply("everything optional")).status).toBe(201);
    expect(await answers()).toHaveLength(4);
  });

  test("and Recruitee's refusal is in its own words; a 2xx may be one", async () => {
    const form = () => applicationForm({ fields: { email: "ana@example" } });
    expect(await apply("plain", { form: form() })).toMatchObject({
      status: 422,
      body: { detail: "Email is invalid" },
    });
    const odd = JSON.stringify({ success: false, error: ["The offer is full"] });
    recruitee.orders.push({ on: isPost, status: 200, body: odd });
    expect((await apply("plain")).body).toEqual({ detail: "The offer is full" });
  });

  test("to an offer that has closed meanwhile is told so", async () => {
    const id = recruiteeId("pay");
    await position("pay");
    const offer = recruitee.open.get(id);
    recruitee.open.delete(id);
    expect((await apply("pay")).status).toBe(410);
    if (offer) recruitee.open.set(id, offer);
    recruitee.orders.push({ on: isPost, status: 404, body: "{}" });
    expect((await apply("pay")).status).toBe(502);
  });

  test("not while applying is off, though it would need no key", async () => {
    const { status, body } = await apply("plain", { code: "trial" });
    expect(status).toBe(422);
    expect(body.detail).toContain("todavía no recibe postulaciones");
    expect(recruitee.asked).toEqual([]);
  });

  test.each([
    [429, { status: 429, headers: { "Retry-After": "3" } }],
    [502, { status: 403 }],
    [502, { status: 302, headers: { Location: "/" } }],
  ])("and is answered %i, without a word to the candidate, after %j", async (status, order) => {
    const key = crypto.randomUUID();
    recruitee.orders.push({ on: isPost, body: "{}", ...order });
    const answer = await apply("plain", { key, code: "careful" });
    expect(answer.status).toBe(status);
    expect(answer.body).not.toHaveProperty("detail");
    // Nothing was taken, and so it is posted again.
    expect((await apply("plain", { key, code: "careful" })).status).toBe(201);
  });

  test("once for a key; after an unknown end as the company wants", async () => {
    const key = crypto.randomUUID();
    const first = await apply("plain", { key });
    expect(await apply("plain", { key })).toEqual(first);
    expect(recruitee.applications).toHaveLength(1);
    for (const [code, status] of [
      ["taller", 201],
      ["careful", 409],
    ] as const) {
      const lost = crypto.randomUUID();
      recruitee.orders.push({ on: isPost, isTaken: true, status: 502, body: "{}" });
      expect((await apply("plain", { key: lost, code })).status).toBe(502);
      expect((await apply("plain", { key: lost, code })).status).toBe(status);
    }
    expect(adapters.log.join("\n")).not.toMatch(/Ana|Núñez|example\.org|\+34600/);
  });
});
