import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  applicationForm,
  boardCalls,
  companyAt,
  startAdapters,
  type Adapters,
} from "../support/adapters";
import { isPost } from "../support/greenhouse";
import { LEVER_KEY, leverId, startLever, type Lever } from "../support/lever";

let lever: Lever;
let adapters: Adapters;

const asks = {
  phone: "required",
  resume: "optional",
  org: "required",
  comments: "optional",
  urls: { LinkedIn: "required", "My site": "optional", GitHub: "off" },
  marketing: "optional",
  store: "required",
};

beforeAll(async () => {
  lever = await startLever();
  const board = {
    system: "lever",
    board: "taller",
    address: lever.address,
    key: "LEVER_KEY",
    apply: "on",
    required_questions: [leverId("its own questions")],
  };
  const another = (code: string, digit: string) => ({
    code,
    uuid: `6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b1${digit}`,
  });
  adapters = await startAdapters({
    companies: [
      companyAt(board),
      companyAt({ ...board, asks, silent: true }, another("all", "2")),
      companyAt({ ...board, key: "WRONG_KEY" }, another("wrong-key", "3")),
      companyAt({ ...board, board: "elsewhere" }, another("wrong-board", "4")),
      companyAt(
        { ...board, apply: "off", required_questions: "all" },
        { ...another("trial", "5"), language_default: "es-mx" },
      ),
    ],
    secrets: { LEVER_KEY, WRONG_KEY: "lv-wrong" },
  });
});

afterAll(async () => {
  await adapters.stop();
  await lever.stop();
});

beforeEach(() => {
  lever.asked.length = 0;
  lever.orders.length = 0;
  lever.applications.length = 0;
});

const { idOf, read, position, apply } = boardCalls(() => adapters, leverId);

/** What Lever took, but for the bytes of files. */
const taken = () =>
  [...(lever.applications[0]?.form ?? [])].map(([name, value]) => [
    name,
    value instanceof File ? value.name : value,
  ]);

describe("a site's postings are read", () => {
  test("as a list, page by page, and a posting that is malformed is left out", async () => {
    const many = Array.from({ length: 230 }, (_, index) => ({
      ...lever.open.get(leverId("plain")),
      id: `5ac21346-8e0c-4494-8e7a-3eb92fff${String(1000 + index)}`,
    }));
    for (const one of many) lever.open.set(one.id, one);
    lever.open.set("broken", { id: "broken", text: "" });
    const { body } = await read("hiring/all/positions-public");
    for (const { id } of [...many, { id: "broken" }]) lever.open.delete(id);
    expect(body.results).toHaveLength(45 + 230);
    expect(lever.asked.map(({ path }) => new URL(path, "http://x").search)).toEqual([
      "?mode=json&skip=0&limit=100",
      "?mode=json&skip=100&limit=100",
      "?mode=json&skip=200&limit=100",
    ]);
    expect(body.results).toContainEqual({
      uuid: idOf("several places", "all"),
      name: "Framebuilder 2",
      location: "Valencia",
      department: "Workshop",
      contract_type: "Full-time",
      published_at: "2026-10-02T09:00:00.000Z",
      apply_url: `/all/framebuilder-2/${idOf("several places", "all")}`,
    });
  });

  test("as positions, with the lists in the description and what is published of the pay", async () => {
    expect(await position("plain")).toMatchObject({
      description:
        "<div>Hello.</div><div>You <b>braze</b> &amp; file.</div>\n" +
        "<h3>You bring</h3><ul><li>Patience</li><li>A file</li></ul>\n" +
        "<div>We answer everybody.</div>",
      country: "es",
      workplace: "onsite",
      talks_back: true,
      takes: ["source"],
      apply_url: `https://jobs.lever.co/taller/${leverId("plain")}/apply`,
    });
    expect((await position("pay")).pay).toEqual({
      min: 28_000,
      max: 32_000,
      currency: "EUR",
      unit: "YEAR",
      text: "€28,000 – €32,000 / year. And a share.",
    });
    expect((await position("half a pay")).salary).toBe("€18 / hour");
    expect((await position("pay in another unit")).pay).toEqual({
      min: 900,
      max: 900,
      currency: "EUR",
      text: "€900",
    });
    expect((await position("pay in words")).pay).toEqual({ text: "As agreed." });
    expect((await position("remote")).workplace).toBe("remote");
    expect(await position("no workplace")).not.toHaveProperty("workplace");
    expect(await position("without a day")).not.toHaveProperty("published_at");
    expect((await position("without texts")).description).toBe("");
    expect((await position("lists without a heading")).description).toContain("<ul><li>Gloves");
    expect((await position("a heading with signs")).description).toContain(
      "<h3>Saws &amp; &lt;tools&gt;</h3>",
    );
  });

  test("and a site that is not there is ours, not an empty list", async () => {
    expect((await read("hiring/wrong-board/positions-public")).status).toBe(502);
    expect(adapters.log.join("\n")).toContain("check the board and its region");
  });
});

describe("a form asks", () => {
  test("what the company's folder says", async () => {
    const { fields, standard } = await position("several places", "all");
    expect(standard).toEqual({ phone: "required", cv: "optional" });
    expect(fields).toEqual([
      { id: "email", kind: "email", required: true },
      {
        id: "opportunity_location",
        kind: "one_of",
        label: "Where would you like to work?",
        required: false,
        options: ["Valencia", "Gdańsk", "Oaxaca"].map((value) => ({ value, label: value })),
      },
      { id: "org", kind: "text", label: "Current company", required: true },
      { id: "linkedin", kind: "url", label: "LinkedIn", required: true },
      { id: "url_My_site", kind: "url", label: "My site", required: false },
      { id: "cover_letter", kind: "long_text", required: false },
      expect.objectContaining({ id: "consent_store", kind: "consent", required: true }),
      {
        id: "consent_marketing",
        kind: "consent",
        label: "Taller Example may contact me about other jobs.",
        required: false,
      },
    ]);
    expect((await position("several places", "all")).talks_back).toBe(false);
  });

  test("an e-mail address, a CV, and a LinkedIn page and a phone at will, if it says nothing", async () => {
    const { fields, standard } = await position("plain");
    expect(standard).toEqual({ phone: "optional", cv: "required" });
    expect((fields as { id: string }[]).map(({ id }) => id)).toEqual(["email", "linkedin"]);
  });

  test("nothing where the company's own questions are required: one applies on Lever's page", async () => {
    const last = async (kind: string, code: string) =>
      ((await position(kind, code)).fields as object[]).at(-1);
    const elsewhere = { kind: "lever_questions", required: true };
    expect(await last("its own questions", "taller")).toMatchObject(elsewhere);
    expect(await last("plain", "taller")).not.toMatchObject(elsewhere);
    expect(await last("plain", "trial")).toMatchObject(elsewhere);
  });
});

const everything = (more: object = {}) =>
  applicationForm({
    fields: {
      opportunity_location: "Gdańsk",
      org: "Bolt & Co",
      linkedin: "https://www.linkedin.com/in/ana-example",
      url_My_site: "https://ana.example/work",
      cover_letter: "Hello:\nI braze.",
      consent_store: { given: true, text: "…" },
      consent_marketing: { given: true, text: "…" },
      ...more,
    },
    source: JSON.stringify({ utm_source: "linkedin" }),
  });

describe("an application is posted", () => {
  test("with everything that is asked, under Lever's names", async () => {
    const answer = await apply("several places", { code: "all", form: everything() });
    expect(answer).toMatchObject({ status: 201, body: { id: "app-1" } });
    expect(taken()).toEqual([
      ["name", "Ana Núñez"],
      ["email", "ana@example.org"],
      ["phone", "+34600000001"],
      ["org", "Bolt & Co"],
      ["urls[LinkedIn]", "https://www.linkedin.com/in/ana-example"],
      ["urls[My site]", "https://ana.example/work"],
      ["comments", "Hello:\nI braze."],
      ["opportunityLocation", "Gdańsk"],
      ["consent[store]", "true"],
      ["consent[marketing]", "true"],
      ["source", "linkedin"],
      ["silent", "true"],
      ["resume", "cv.pdf"],
    ]);
  });

  test("without what was not answered, and without a word on where the candidate is", async () => {
    await apply("plain", { form: applicationForm({ phone: "" }) });
    expect(taken().map(([name]) => name)).toEqual(["name", "email", "resume"]);
    const [post] = lever.asked.filter(isPost);
    expect(post?.headers["user-agent"]).toBeUndefined();
  });

  test("only if what is required is there", async () => {
    const answer = await apply("several places", {
      code: "all",
      form: everything({ org: "", consent_store: { given: false, text: "…" } }),
    });
    expect(answer.status).toBe(422);
    expect((answer.body.errors as { field: string }[]).map(({ field }) => field)).toEqual([
      "org",
      "consent_store",
    ]);
    expect(lever.asked.filter(isPost)).toEqual([]);
  });

  test("and what Lever refuses is marked, in the candidate's words", async () => {
    const form = applicationForm({ fields: { email: "ana@refused" } });
    expect(await apply("plain", { form })).toMatchObject({
      status: 422,
      body: {
        detail: "Please check the answers that are marked.",
        errors: [{ field: "email", message: "The company's system did not accept this answer." }],
      },
    });
  });

  test.each<[string, object]>([
    ["an ok that is none under a 200", { body: '{"ok":false,"error":"Nope"}' }],
    ["a 413", { status: 413, body: "{}" }],
  ])("and %s is a refusal without a field", async (_, order) => {
    lever.orders.push({ on: isPost, ...order });
    const { status, body } = await apply("plain");
    expect(status).toBe(422);
    expect(body).toEqual({
      detail: "The company's system did not accept the application. Please check your answers.",
    });
  });

  test.each<[number, string | null, object]>([
    [429, "3", { status: 429, headers: { "Retry-After": "3" }, body: '{"ok":false}' }],
    [429, null, { status: 429 }],
    [502, null, { status: 403 }],
    [502, null, { status: 400, body: '{"ok":false,"error":"Invalid API key"}' }],
    [
      502,
      null,
      { status: 400, body: '{"ok":false,"error":"Missing required field: urls[GitHub]"}' },
    ],
    [502, null, { status: 302, headers: { Location: "/" } }],
    [502, null, { status: 500, body: '{"ok":false,"error":"Oops"}' }],
    [502, null, { status: 0 }],
    [502, null, { body: "{}" }],
    [502, null, { body: '{"message":"maintenance"}' }],
    [502, null, { headers: { "Content-Type": "text/html" }, body: "<h1>Back soon</h1>" }],
  ])(
    "and is answered %s (%s) without a word to the candidate after %o",
    async (status, wait, order) => {
      lever.orders.push({ on: isPost, ...order });
      const answer = await apply("plain");
      expect(answer).toMatchObject({ status, retryAfter: wait });
      expect(answer.body).not.toHaveProperty("detail");
    },
  );

  test("and a wrong key is ours, as is a board that is gone; a posting that has closed is told so", async () => {
    expect(await apply("plain", { code: "wrong-key" })).toMatchObject({ status: 502 });
    expect(adapters.log.join("\n")).toContain("wrong-key: the post was answered 401");
    expect(adapters.log.join("\n")).not.toContain("lv-wrong");
    const plain = lever.open.get(leverId("remote"));
    await position("remote");
    lever.open.delete(leverId("remote"));
    expect(await apply("remote")).toMatchObject({ status: 410 });
    if (plain) lever.open.set(plain.id, plain);
    lever.orders.push({ on: isPost, status: 404, body: "{}" });
    expect(await apply("plain")).toMatchObject({ status: 502 });
  });

  test("not while applying is off", async () => {
    expect(await apply("plain", { code: "trial" })).toMatchObject({ status: 422 });
    expect(lever.asked.filter(isPost)).toEqual([]);
  });

  test("once: after an unknown end it is sent again, and Lever merges the two", async () => {
    const key = crypto.randomUUID();
    lever.orders.push({ on: isPost, isTaken: true, status: 0 });
    expect((await apply("plain", { key })).status).toBe(502);
    const again = await apply("plain", { key });
    expect(again.status).toBe(201);
    expect(await apply("plain", { key })).toEqual(again);
    expect(lever.asked.filter(isPost)).toHaveLength(2);
    expect(lever.applications).toHaveLength(1);
  });
});

test("nothing that a candidate wrote is in the log", () => {
  expect(adapters.log.join("\n")).not.toMatch(/Ana|Núñez|ana@|600000001|Bolt/);
});
