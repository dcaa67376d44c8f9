import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  applicationForm,
  boardCalls,
  companyAt,
  startAdapters,
  type Adapters,
} from "../support/adapters";
import {
  isApplication,
  PERSONIO_KEY,
  personioId,
  startPersonio,
  type Personio,
} from "../support/personio";
import type { Asked } from "../support/stand-in";

let personio: Personio;
let adapters: Adapters;

const asks = {
  phone: "required",
  cv: "optional",
  message: "optional",
  attributes: [
    { id: "gender" },
    { id: "available_from", kind: "date" },
    { id: "salary_expectations", required: true },
    { id: "location" },
    { id: "custom_attribute_12", kind: "one_of", label: "Which kiln?", options: ["Gas", "Wood"] },
    { id: "custom_attribute_13", kind: "number", label: "Years", hint: "In all" },
    { id: "custom_attribute_14", kind: "url", label: "Your shop" },
  ],
  files: [
    { category: "work-sample", required: true },
    { category: "certificate", label: "Kiln licence" },
  ],
};

beforeAll(async () => {
  personio = await startPersonio();
  const board = {
    system: "personio",
    board: "taller",
    address: personio.address,
    key: "PERSONIO_KEY",
    apply: "on",
  };
  const another = (code: string, digit: string) => ({
    code,
    uuid: `6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b1${digit}`,
  });
  adapters = await startAdapters({
    companies: [
      companyAt(board),
      companyAt({ ...board, asks, channel: 7 }, another("all", "2")),
      companyAt({ ...board, key: "WRONG_KEY" }, another("wrong-key", "3")),
      companyAt(
        { ...board, apply: "off", asks },
        { ...another("trial", "5"), language_default: "es-mx" },
      ),
    ],
    secrets: { PERSONIO_KEY, WRONG_KEY: "papi-client:another" },
  });
});

afterAll(async () => {
  await adapters.stop();
  await personio.stop();
});

beforeEach(() => {
  personio.asked.length = 0;
  personio.orders.length = 0;
  personio.applications.length = 0;
  personio.required.clear();
});

const { idOf, read, position, apply } = boardCalls(() => adapters, personioId);

describe("the feed is read", () => {
  test("as a list and as positions, by one call, however many ask", async () => {
    const answers = await Promise.all([
      read("hiring/all/positions-public"),
      position("plain", "all"),
      position("intern", "all"),
      read("hiring/all/positions-public"),
    ]);
    expect(personio.asked.map(({ path }) => path)).toEqual(["/xml?language=en"]);
    expect(answers[0].body.results).toHaveLength(36);
    expect(answers[0].body.results).toContainEqual({
      uuid: idOf("several offices", "all"),
      name: "Glazer 2",
      location: "Valencia, Gdańsk",
      department: "Kiln",
      contract_type: "Full time, Permanent",
      published_at: "2026-10-02T10:14:07.000Z",
      apply_url: `/all/glazer-2/${idOf("several offices", "all")}`,
    });
    expect(answers[1]).toMatchObject({
      description:
        "<h3>Tasks &amp; tools</h3><ul><li>You glaze &amp; fire</li></ul>\n" +
        "<h3>Profile</h3><p>Steady hands.</p>",
      cv_max_bytes: 20 * 1024 * 1024,
      apply_url: `${personio.address}/job/${personioId("plain")}?language=en`,
    });
    expect(answers[2].contract_type).toBe("Part time, Internship");
  });

  test("with what is missing left out, and what is not known as it is", async () => {
    expect(await position("without an office")).not.toHaveProperty("location");
    expect(await position("without a department")).not.toHaveProperty("department");
    expect((await position("freelance")).contract_type).toBe("Freelance");
    expect((await position("another kind of contract")).contract_type).toBe(
      "full-or-part-time, seasonal",
    );
    expect(await position("without a day")).not.toHaveProperty("published_at");
    expect(await position("a day that is none")).not.toHaveProperty("published_at");
    expect((await position("without texts")).description).toBe("");
    expect((await position("a text without a heading")).description).toBe("<p>Glaze.</p>");
    expect((await position("a name with signs")).name).toBe("Glaze & <fire>");
  });

  test("in the company's language", async () => {
    const { body } = await read("hiring/trial/positions-public");
    expect(personio.asked.map(({ path }) => path)).toEqual(["/xml?language=es"]);
    expect((body.results as { contract_type: string }[])[0]?.contract_type).toBe(
      "Tiempo completo, Tiempo indeterminado",
    );
  });

  test.each<[string, object]>([
    ["a 404", { status: 404 }],
    ["a redirect", { status: 307, headers: { Location: "/" } }],
    ["a page", { body: "<!doctype html><title>Jobs</title><p>No jobs" }],
    ["another document", { body: "<jobs/>" }],
    ["a document that is cut off", { body: "<workzag-jobs><position><id>1</id>" }],
    [
      "a document that declares its words",
      {
        body: '<!DOCTYPE workzag-jobs [<!ENTITY a "b">]><workzag-jobs><position><id>1</id><name>&a;</name></position></workzag-jobs>',
      },
    ],
  ])("and %s is ours, not an empty list", async (_, order) => {
    const fresh = await startAdapters({
      companies: [companyAt({ system: "personio", board: "taller", address: personio.address })],
    });
    personio.orders.push({ on: ({ path }) => path.startsWith("/xml"), ...order });
    expect((await fresh.call("hiring/taller/positions-public")).status).toBe(502);
    expect((await fresh.call("hiring/taller/positions-public")).status).toBe(200);
    await fresh.stop();
  });
});

describe("a form asks", () => {
  test("what the company's folder says, and what is voluntary last", async () => {
    const { fields, standard, cv_accept: accept } = await position("plain", "all");
    const max = 20 * 1024 * 1024;
    expect(standard).toEqual({ phone: "required", cv: "optional" });
    expect(fields).toEqual([
      { id: "email", kind: "email", required: true },
      { id: "available_from", kind: "date", label: "Available from", required: false },
      { id: "salary_expectations", kind: "text", label: "Salary expectations", required: true },
      { id: "location", kind: "text", required: false },
      {
        id: "custom_attribute_12",
        kind: "one_of",
        label: "Which kiln?",
        required: false,
        options: [
          { value: "Gas", label: "Gas" },
          { value: "Wood", label: "Wood" },
        ],
      },
      {
        id: "custom_attribute_13",
        kind: "number",
        label: "Years",
        hint: "In all",
        required: false,
      },
      { id: "custom_attribute_14", kind: "url", label: "Your shop", required: false },
      { id: "cover_letter", kind: "long_text", required: false },
      { id: "file_work-sample", kind: "file", label: "Work sample", required: true, accept, max },
      { id: "file_certificate", kind: "file", label: "Kiln licence", required: false, accept, max },
      {
        id: "gender",
        kind: "one_of",
        label: "Gender",
        section: "voluntary",
        required: false,
        options: [
          { value: "female", label: "Female" },
          { value: "male", label: "Male" },
          { value: "diverse", label: "Diverse" },
          { value: "undefined", label: "I'd rather not say" },
        ],
      },
    ]);
  });

  test("an e-mail address, a CV, and a phone at will, if it says nothing", async () => {
    const { fields, standard } = await position("plain");
    expect(standard).toEqual({ phone: "optional", cv: "required" });
    expect(fields).toEqual([{ id: "email", kind: "email", required: true }]);
  });
});

const sample = new File(["%PDF-1.7 pots"], 'my "best" pots.pdf', { type: "application/pdf" });
const everything = (more: object = {}, files: Record<string, File> = {}) =>
  applicationForm({
    fields: {
      gender: "diverse",
      available_from: "2027-01-11",
      salary_expectations: "as usual",
      location: "Valencia",
      custom_attribute_12: "Wood",
      custom_attribute_13: "7",
      custom_attribute_14: "https://ana.example/shop",
      cover_letter: "Hello:\nI glaze.",
      ...more,
    },
    files: { "file_work-sample": sample, ...files },
  });

describe("an application is posted", () => {
  test("with everything that is asked, after its files", async () => {
    const answer = await apply("plain", { code: "all", form: everything() });
    expect(answer.status).toBe(201);
    const [application, ...others] = personio.applications;
    expect(others).toEqual([]);
    expect(application).toEqual({
      first_name: "Ana",
      last_name: "Núñez",
      email: "ana@example.org",
      job_position_id: personioId("plain"),
      recruiting_channel_id: 7,
      message: "Hello:\nI glaze.",
      attributes: [
        { id: "phone", value: "+34600000001" },
        { id: "gender", value: "diverse" },
        { id: "available_from", value: "2027-01-11" },
        { id: "salary_expectations", value: "as usual" },
        { id: "location", value: "Valencia" },
        { id: "custom_attribute_12", value: "Wood" },
        { id: "custom_attribute_13", value: "7" },
        { id: "custom_attribute_14", value: "https://ana.example/shop" },
      ],
      files: [
        expect.objectContaining({ original_filename: "cv.pdf", category: "cv" }),
        expect.objectContaining({
          original_filename: 'my "best" pots.pdf',
          category: "work-sample",
        }),
      ],
    });
    const texts = (application?.files ?? []).map(
      ({ uuid }) => personio.files.get(uuid)?.text() ?? Promise.resolve(""),
    );
    expect(await Promise.all(texts)).toEqual(["%PDF-1.7 a CV", "%PDF-1.7 pots"]);
  });

  test("without what was not answered", async () => {
    await apply("plain", { form: applicationForm({ phone: "" }) });
    expect(personio.applications[0]).toMatchObject({ attributes: [] });
    expect(personio.applications[0]).not.toHaveProperty("message");
    expect(personio.applications[0]).not.toHaveProperty("recruiting_channel_id");
  });

  test("with a token for many, which is asked for anew when it is taken no more", async () => {
    const given = personio.tokens.given;
    const people = ["a", "b", "c"].map((name) =>
      applicationForm({ fields: { email: `${name}@example.org` } }),
    );
    for (const form of people) expect((await apply("plain", { form })).status).toBe(201);
    expect(personio.tokens.given).toBe(given);
    personio.tokens.isExpired = true;
    expect((await apply("plain")).status).toBe(201);
    expect(personio.tokens.given).toBe(given + 1);
  });

  test("and a second one to the same position is told as a duplicate", async () => {
    expect((await apply("plain")).status).toBe(201);
    const second = await apply("plain");
    expect(second).toMatchObject({ status: 409, body: {} });
    expect((await apply("intern")).status).toBe(201);
    expect(personio.applications).toHaveLength(2);
  });

  test("once: after an unknown end a duplicate may be this one, or an earlier one of the candidate's", async () => {
    const key = crypto.randomUUID();
    personio.orders.push({ on: isApplication, isTaken: true, status: 0 });
    expect((await apply("plain", { key })).status).toBe(502);
    for (let repeat = 0; repeat < 3; repeat++) {
      expect(await apply("plain", { key })).toMatchObject({ status: 409, body: {} });
    }
    expect(personio.applications).toHaveLength(1);
  });

  const isFile = ({ path }: Asked) => path.endsWith("/documents");
  const isToken = ({ path }: Asked) => path.endsWith("/token");

  test.each<[string, (asked: Asked) => boolean, object, number, string | null]>([
    ["a file that cannot be sent", isFile, { status: 503 }, 429, null],
    ["a file that waits", isFile, { status: 429, headers: { "Retry-After": "7" } }, 429, "7"],
    ["a file without an answer", isFile, { status: 0 }, 429, null],
    ["a file that is answered by a page", isFile, { body: "<h1>Back soon</h1>" }, 429, null],
    ["too many applications", isApplication, { status: 429 }, 429, null],
    ["no rights", isApplication, { status: 403 }, 502, null],
    ["an error", isApplication, { status: 500, body: "{}" }, 502, null],
    ["no answer", isApplication, { status: 0 }, 502, null],
    ["a 200 that is no 201", isApplication, { status: 200, body: "{}" }, 502, null],
    [
      "a channel that is not there",
      isApplication,
      {
        status: 400,
        body: '{"errors":[{"errors":[{"reason":"errors.posting-validation.channel-not-found"}]}]}',
      },
      502,
      null,
    ],
    [
      "a file that is not there any more",
      isApplication,
      {
        status: 400,
        body: '{"errors":[{"field":"files","errors":[{"reason":"errors.file-validation.file-not-exists"}]}]}',
      },
      429,
      null,
    ],
  ])(
    "and after %s it waits, without a word to the candidate",
    async (_, on, order, status, wait) => {
      personio.orders.push({ on, ...order });
      const answer = await apply("plain");
      expect(answer).toMatchObject({ status, retryAfter: wait });
      expect(answer.body).not.toHaveProperty("detail");
      expect((await apply("plain")).status).toBe(201);
    },
  );

  test("and a failure before the application's own post is known to have taken nothing", async () => {
    expect((await apply("plain")).status).toBe(201);
    const key = crypto.randomUUID();
    personio.orders.push({ on: isFile, status: 503 });
    await apply("plain", { key });
    // Still a duplicate of the candidate's, and no repeat of one that may have arrived.
    expect((await apply("plain", { key })).status).toBe(409);
  });

  test("and no token is ours, whatever its status: no file is called wrong for it", async () => {
    personio.tokens.isExpired = true;
    personio.orders.push({ on: isToken, status: 400, body: '{"error":"invalid_client"}' });
    const answer = await apply("plain");
    expect(answer.status).toBe(502);
    expect(answer.body).not.toHaveProperty("detail");
    expect((await apply("plain")).status).toBe(201);
  });

  test("and what may have arrived is not refused because the position has closed meanwhile", async () => {
    const key = crypto.randomUUID();
    personio.orders.push({ on: isApplication, isTaken: true, status: 0 });
    await apply("several offices", { key });
    personio.orders.push({
      on: isApplication,
      status: 400,
      body: '{"errors":[{"errors":[{"reason":"job-position.not-published"}]}]}',
    });
    const again = await apply("several offices", { key });
    expect(again).toMatchObject({ status: 409, body: {} });
  });

  test("and a wrong key is ours, and in no log", async () => {
    expect(await apply("plain", { code: "wrong-key" })).toMatchObject({ status: 502 });
    expect(personio.asked.filter(isToken)).toHaveLength(1);
    expect(adapters.log.join("\n")).toContain("wrong-key: the post was answered 401");
    expect(adapters.log.join("\n")).not.toMatch(/s3cret|papi-/);
  });

  const reason = (field: string, code: string) => ({
    status: 400,
    body: JSON.stringify({ errors: [{ field, errors: [{ reason: code }] }] }),
  });

  test.each<[string, object, { field: string; message: string }]>([
    [
      "an e-mail address",
      reason("email", "errors.attribute-validation.invalid-email-format"),
      { field: "email", message: "This answer is not valid." },
    ],
    [
      "an attribute by its place",
      reason("attributes[3].value", "errors.attribute-validation.required-attribute"),
      { field: "salary_expectations", message: "Please answer this question." },
    ],
    [
      "an attribute by its name",
      reason("attributes.custom_attribute_12", "something-else"),
      {
        field: "custom_attribute_12",
        message: "The company's system did not accept this answer.",
      },
    ],
    [
      "the message",
      reason("message", "too-long"),
      { field: "cover_letter", message: "The company's system did not accept this answer." },
    ],
    [
      "a problem as another version may tell it",
      {
        status: 422,
        body: '{"type":"https://x/errors/required-attribute","errors":[{"field":"phone","code":"attribute.required-attribute"}]}',
      },
      { field: "phone", message: "Please answer this question." },
    ],
  ])("and what Personio refuses is marked: %s", async (_, order, error) => {
    personio.orders.push({ on: isApplication, ...order });
    expect(await apply("plain", { code: "all", form: everything() })).toMatchObject({
      status: 422,
      body: { detail: "Please check the answers that are marked.", errors: [error] },
    });
  });

  test("and what nobody can mark is a refusal all the same", async () => {
    personio.orders.push({ on: isApplication, status: 400, body: '{"title":"Bad Request"}' });
    expect(await apply("plain")).toMatchObject({
      status: 422,
      body: {
        detail: "The company's system did not accept the application. Please check your answers.",
      },
    });
  });

  test("and a file that Personio does not take is marked", async () => {
    personio.orders.push({ on: isFile, status: 422, body: "{}" });
    expect((await apply("plain")).body.errors).toEqual([
      { field: "cv", message: "Files of this type are not accepted." },
    ]);
    personio.orders.push({ on: isFile, status: 200, isTaken: true });
    personio.orders.push({ on: isFile, status: 413, body: "{}" });
    expect((await apply("plain", { code: "all", form: everything() })).body.errors).toEqual([
      { field: "file_work-sample", message: "The file is too large." },
    ]);
  });

  test("and waits for the folder where an attribute is required that it does not ask", async () => {
    personio.required.add("custom_attribute_13");
    const key = crypto.randomUUID();
    const answer = await apply("plain", { key });
    expect(answer.status).toBe(502);
    expect(answer.body).not.toHaveProperty("detail");
    expect(adapters.log.join("\n")).toContain("taller: the post was answered 400: an attribute is");
    personio.required.clear();
    expect((await apply("plain", { key })).status).toBe(201);
  });

  test("to a position that has closed meanwhile is told so; one that is there is ours", async () => {
    await position("freelance");
    const text = personio.open.get(personioId("freelance")) ?? "";
    personio.open.delete(personioId("freelance"));
    expect(await apply("freelance")).toMatchObject({ status: 410 });
    personio.open.set(personioId("freelance"), text);
    personio.orders.push({ on: isApplication, status: 404, body: "{}" });
    expect(await apply("plain")).toMatchObject({ status: 502 });
  });

  test("not while applying is off", async () => {
    expect(await apply("plain", { code: "trial" })).toMatchObject({ status: 422 });
    expect(personio.asked.filter(isApplication)).toEqual([]);
  });
});

test("nothing that a candidate wrote is in the log", () => {
  expect(adapters.log.join("\n")).not.toMatch(/Ana|Núñez|ana@|600000001|glaze/);
});
