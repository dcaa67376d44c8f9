import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkPlatform, type Asked } from "./check";

interface Said {
  status?: number;
  body?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

const CLIENT = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const KEY = "a-key-that-nobody-prints";

const position = {
  ...{ uuid: "one", client: CLIENT, name: "Glazer", status: "open" },
  ...{ description: "<p>Glaze.</p>", published_at: "2026-10-01" },
};
const client = {
  ...{ uuid: CLIENT, code: "taller", name: "Taller Example", privacy_policy: "# Privacy" },
  ...{ language_default: "en", country: "es" },
};
const list = { results: [{ uuid: "one", name: "Glazer" }] };

/** Answers instead of the above, by the end of the path. */
let said: Record<string, Said> = {};
const asked: { path: string; method: string; key?: string; idempotencyKey?: string }[] = [];
let server: Server;
let base = "";

function answerTo(path: string): Said {
  const own = Object.keys(said).find((end) => path.endsWith(end));
  if (own !== undefined) return said[own] ?? {};
  if (path.endsWith("/positions-public")) return { body: list };
  if (path.endsWith("/public")) return { body: client };
  if (path.endsWith("/positions/one")) return { body: position };
  return { status: 404, body: { detail: "Not found." } };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "";
    const { "x-api-key": key, "idempotency-key": idempotencyKey } = request.headers;
    const isRepeat = asked.some((one) => one.path === path && path.endsWith("/apply"));
    asked.push({
      path,
      method: request.method ?? "",
      key: String(key),
      ...(idempotencyKey !== undefined && { idempotencyKey: String(idempotencyKey) }),
    });
    const { status = 200, body, text, headers = {} } = answerTo(isRepeat ? `${path} again` : path);
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(text ?? JSON.stringify(body ?? {}));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/api/v1`;
});
afterAll(() => new Promise((resolve) => server.close(() => resolve(undefined))));
beforeEach(() => {
  said = {};
  asked.length = 0;
});

async function check(more: Partial<Asked> = {}) {
  const lines: string[] = [];
  const given = { base, key: KEY, header: "X-Api-Key", client: CLIENT, position: undefined };
  const isRight = await checkPlatform({ ...given, most: 5, ...more }, (line) => lines.push(line));
  return { isRight, text: lines.join("\n") };
}

test("a platform that is right is said to be, and is only read [12.12]", async () => {
  const { isRight, text } = await check();
  expect(isRight).toBe(true);
  expect(text).toContain("Everything is right.");
  expect(text).toMatch(/A position's page that is not cached waits \d+ ms/);
  expect(asked.map(({ path }) => path.slice("/api/v1/".length))).toEqual([
    `account/clients/${CLIENT}/public`,
    `hiring/${CLIENT}/positions-public`,
    "hiring/positions/one",
    "hiring/positions/00000000-0000-4000-8000-000000000000",
  ]);
  expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(asked.every(({ key }) => key === KEY)).toBe(true);
  expect(text).not.toContain(KEY);
});

test("a position leads to its company, and no more positions are read than were asked for", async () => {
  const results = Array.from({ length: 9 }, (_, index) => ({ uuid: `p${index}`, name: "x" }));
  said["/positions-public"] = { body: { results, next: "http://x/2" } };
  const { text } = await check({ client: undefined, position: "one", most: 2 });
  expect(text).toContain("(its further pages were not read)");
  expect(text).toContain("7 more positions were not read");
  expect(asked.filter(({ path }) => /positions\/(one|p\d)/.test(path))).toHaveLength(3);
});

const withField = (name: string, value: unknown) => ({
  "/positions/one": { body: { ...position, [name]: value } },
});
const withClient = (name: string, value: unknown) => ({
  "/public": { body: { ...client, [name]: value } },
});
const withList = (body: unknown) => ({ "/positions-public": { body } });

const HTML = { "Content-Type": "text/html" };
const video = { id: "a", kind: "video", label: "x" };
const dated = { id: "a", kind: "date", label: "x" };
const required = { ...video, required: true };
const psd = { id: "a", kind: "file", label: "x", accept: ["psd"], required: true };
const many = (count: number, field: object) =>
  Array.from({ length: count }, (_, index) => ({ label: "x", ...field, id: `a${index}` }));
const long = { kind: "consent", label: "x".repeat(9000) };
const LARGE = " ".repeat(16 * 1024 ** 2 + 1);

test.each<[what: string, instead: Record<string, Said>, found: RegExp]>([
  ["a position without a name", withField("name", " "), /WRONG {2}name/],
  ["another position", withField("uuid", "two"), /WRONG {2}uuid is not the one/],
  [
    "a required field",
    withField("fields", [required]),
    /WRONG {2}fields\.0\.kind \(a\): is no kind that is known\n.*nobody can apply/,
  ],
  [
    "a required file of no known type",
    withField("fields", [psd]),
    /WRONG {2}fields\.0\.accept\.0 \(a\): Invalid option.*\n.*nobody can apply/,
  ],
  [
    "required consents of too many characters",
    withField("fields", many(12, { ...long, required: true })),
    /WRONG {2}fields\.11 \(a11\): beyond 100 fields, or their 100000 characters\n.*nobody can/,
  ],
  [
    "a required field beside a wrong apply_url",
    { "/positions/one": { body: { ...position, fields: [required], apply_url: "careers" } } },
    /WRONG {2}fields\.0\.kind \(a\): [^]*nobody can apply/,
  ],
  ["fields that are no list", withField("fields", 3), /WRONG {2}fields: /],
  [
    "a question without words",
    withField("apply_site_questions", ["A?", { question: " ", answers: ["Yes"] }]),
    /WRONG {2}apply_site_questions\.killer_questions\.1.*\n.*cannot be shown: a 502 screen/,
  ],
  ["a list that is none", withList({ jobs: [] }), /WRONG {2}results/],
  [
    "a row that is there twice",
    withList({ results: [...list.results, ...list.results] }),
    /one is th/,
  ],
  [
    "a row without a name",
    withList([{ uuid: "one", country: "Spain" }]),
    /WRONG {2}results\.0\.name: .*\n.*cannot be shown: a 502 screen\n.*\n\n/,
  ],
  ["a listed position", { "/positions/one": { status: 404, body: {} } }, /WRONG {2}it answers 404/],
  ["a page", { "/positions/one": { text: "<h1>", headers: HTML } }, /an HTML page where JSON/],
  [
    "a 200 for an unknown id",
    { "-000000000000": { body: position } },
    /an unknown id is answered 200/,
  ],
  [
    "a list over 16 MB",
    { "/positions-public": { text: LARGE } },
    /WRONG {2}answers more than 16 MB/,
  ],
])("%s is wrong", async (_, instead, what) => {
  said = instead;
  const { isRight, text } = await check();
  expect(text).toMatch(what);
  expect(isRight).toBe(false);
});

test.each<[what: string, instead: Record<string, Said>, found: RegExp]>([
  ["an unknown status", withField("status", "live"), /DROPPED {2}status: Invalid option/],
  ["pay that is none", withField("pay", { min: "much" }), /DROPPED {2}pay/],
  ["no day of publication", withField("published_at", null), /MISSING {2}published_at/],
  ["an unknown optional field", withField("fields", [video]), /DROPPED {2}fields\.0\.kind \(a\): /],
  [
    "an optional field too many",
    withField("fields", many(101, { kind: "date" })),
    /DROPPED {2}fields\.100 \(a100\): beyond 100 fields, .*\n.*it is not asked/,
  ],
  [
    "optional consents of too many characters",
    withField("fields", many(12, long)),
    /DROPPED {2}fields\.11 \(a11\): beyond .*\n.*it is not asked\n.*\n\n/,
  ],
  [
    "a malformed part of a row",
    withList([{ uuid: "one", name: "x", country: "Spain" }]),
    /DROPPED {2}results\.0\.country: .*\n.*the row does without it/,
  ],
  [
    "uk as a country",
    withClient("country", "uk"),
    /DROPPED {2}country: uk is no country code: the United Kingdom is gb\n/,
  ],
  [
    "a language that the site does not have",
    withClient("languages", ["en", "fr"]),
    /DROPPED {2}languages\.1: Puerta has no texts in this language \(fr\)/,
  ],
  [
    "a company's own language that the site does not have",
    withClient("language_default", "\u001b[31m"),
    /DROPPED {2}language_default: Puerta has no texts in this language \(no tag\)/,
  ],
  [
    "a field that is there twice",
    withField("fields", [dated, dated]),
    /DROPPED {2}fields\.1 \(a\): its id is there twice\n.*asked once/,
  ],
  [
    "an unknown optional field in an unknown section",
    withField("fields", [{ ...video, section: "last" }]),
    /DROPPED {2}fields\.0\.kind \(a\): [^]*it is not asked/,
  ],
  [
    "a required field where candidates may apply elsewhere",
    {
      "/positions/one": {
        body: { ...position, fields: [required], apply_url: "https://a.example/" },
      },
    },
    /DROPPED {2}fields\.0\.kind .*\n.*sent to apply_url/,
  ],
  [
    "a voluntary field",
    withField("fields", [dated, { ...required, section: "voluntary" }]),
    /DROPPED {2}fields\.1\.kind .*\n.*it is not asked/,
  ],
  ["a logo without an address", withClient("logo", "logo.png"), /DROPPED {2}logo/],
  ["an unfinished policy", withClient("privacy_policy", "A {{name}}"), /MISSING {2}privacy_policy/],
])("%s is reported, and not wrong", async (_, instead, what) => {
  said = instead;
  const { isRight, text } = await check();
  expect(text).toMatch(what);
  expect(isRight).toBe(true);
});

describe("a platform that cannot be asked is said to be, and how:", () => {
  test.each<[what: string, instead: Record<string, Said>, words: RegExp]>([
    ["a wrong key", { "/public": { status: 401, body: {} } }, /answers 401: is the key right/],
    ["a redirect", { "/public": { status: 302, headers: { Location: "/" } } }, /redirects \(302\)/],
    ["a page", { "/public": { text: "<p>", headers: HTML } }, /HTML page/],
  ])("%s", async (_, instead, words) => {
    said = instead;
    await expect(check()).rejects.toThrow(words);
  });

  test("nobody at the address", async () => {
    await expect(check({ base: "http://127.0.0.1:9/api" })).rejects.toThrow(/cannot be reached: /);
  });
});

test("texts of the platform's are not printed", async () => {
  said = withField("status", "\u001b[31mred");
  const { text } = await check();
  // oxlint-disable-next-line no-control-regex -- what a terminal would obey
  expect(text).not.toMatch(/\u001b/);
});

test.each<[body: unknown, words: string]>([
  [{ detail: "No \u001b[31mbot check." }, ": No  [31mbot check.\n"],
  ["No", "\n"],
])("a refusal %j is printed without what a terminal obeys", async (body, words) => {
  said = { "/apply": { status: 400, body } };
  const { isRight, text } = await check({ apply: "one" });
  expect(text).toContain(`WRONG  a test application is answered 400${words}`);
  expect(text).not.toContain("Delete the application");
  expect(isRight).toBe(false);
});

test("a position without a form gets no application", async () => {
  said = withField("fields", [required]);
  await expect(check({ apply: "one" })).rejects.toThrow("one has no form");
  expect(asked.filter(({ method }) => method === "POST")).toEqual([]);
});

describe("an application is sent twice, and a repeat is found to", () => {
  const taken = { status: 201, body: { id: "1" } };
  const honours = withField("honours", ["idempotency-key"]);

  test.each<[what: string, again: Said, instead: Record<string, Said>, found: RegExp]>([
    ["get the same answer", taken, honours, /and again 201.*\n {2}right/],
    [
      "get it undeclared",
      taken,
      {},
      /MISSING {2}a repeat is answered as the first, but the position does not declare honours\n/,
    ],
    ["be a 409", { status: 409, body: {} }, {}, /MISSING {2}a repeat is answered 409\n/],
    [
      "be a 409 against its word",
      { status: 409 },
      honours,
      /WRONG {2}a repeat is answered 409, al/,
    ],
    [
      "be stored again",
      { status: 201, body: { id: "2" } },
      {},
      /WRONG {2}a repeat has another id: a/,
    ],
    ["be unclear", { status: 201, body: { id: "1", at: 2 } }, {}, /DROPPED {2}a repeat .*: at\n/],
    ["have another status", { ...taken, status: 200 }, {}, /DROPPED {2}a repeat .*: status\n/],
    ["be refused", { status: 422, body: {} }, {}, /WRONG {2}a repeat is answered 422\n/],
  ])("%s", async (_, again, instead, found) => {
    said = { ...instead, "/apply": taken, "/apply again": again };
    const { text } = await check({ apply: "one" });
    expect(text).toMatch(found);
    expect(text).toMatch(/Delete the application of Puerta Check, receipt [0-9A-Z]{4}-[0-9A-Z]{4}/);
    const sent = asked.filter(({ method }) => method === "POST");
    expect(sent).toEqual([sent[0], sent[0]]);
    expect(sent[0]).toMatchObject({ path: `/api/v1/hiring/${CLIENT}/positions/one/apply` });
    expect(sent[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });
});
