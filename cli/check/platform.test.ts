import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { checkPlatform, type PlatformOptions } from "./platform";

let isEarly = false;

/** Posts to the stubbed platform without a pause. */
vi.mock("./post-slowly", () => ({
  postSlowly: async (url: string, { body, headers }: { body: FormData; headers: HeadersInit }) => {
    const response = await fetch(url, { method: "POST", body, headers });
    return { status: response.status, text: await response.text(), isEarly };
  },
}));

type Answers = Record<string, { status?: number; body?: unknown; text?: string }>;

const CLIENT = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const KEY = "a-key-that-is-not-printed";
const VALID = { base: "https://p.example", key: KEY, header: "X-Api-Key", client: CLIENT, most: 5 };

const position = {
  ...{ uuid: "one", client: CLIENT, name: "Glazer", status: "open" },
  ...{ description: "<p>Glaze.</p>", published_at: "2026-10-01" },
  places: [{ city: "Málaga", country: "ES" }],
};
const client = {
  ...{ uuid: CLIENT, code: "taller", name: "Taller Example", privacy_policy: "# Privacy" },
  ...{ language_default: "en", country: "es" },
};
const listed = { uuid: "one", name: "Glazer" };
const RIGHT: Answers = {
  "/public": { body: client },
  "/positions-public": { body: { results: [listed] } },
  "/positions/one": { body: position },
};

let requests: Request[] = [];

/**
 * Checks a platform. `answers` maps path suffixes to responses. The path of a repeated POST ends in ` again`.
 */
async function check(answers: Answers = {}, more: Partial<PlatformOptions> = {}) {
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const isRepeat = requests.some((sent) => sent.url === url && sent.method === "POST");
    requests.push(new Request(url, init));
    const path = isRepeat ? `${url} again` : url;
    const all = Object.entries({ ...RIGHT, ...answers });
    const [, answer] = all.find(([end]) => path.endsWith(end)) ?? ["", { status: 404 }];
    const { status = 200, body = {}, text = JSON.stringify(body) } = answer;
    return Promise.resolve(new Response(text, { status }));
  });
  const lines: string[] = [];
  const isRight = await checkPlatform({ ...VALID, ...more }, (line) => lines.push(line));
  return { isRight, text: lines.join("\n") };
}

beforeEach(() => void (requests = []));
afterEach(() => vi.unstubAllGlobals());

const job = (change: object): Answers => ({
  "/positions/one": { body: { ...position, ...change } },
});
const pays = (pay: object) => job({ pay: { currency: "USD", ...pay } });
const firm = (change: object): Answers => ({ "/public": { body: { ...client, ...change } } });
const rows = (...body: unknown[]): Answers => ({ "/positions-public": { body } });

const video = { id: "a", kind: "video", label: "x" };
const required = [{ ...video, required: true }];
const apply_url = "https://a.example/";

test("sends only GET requests to a platform that follows the contract [12.12]", async () => {
  const { isRight, text } = await check();
  expect(isRight).toBe(true);
  expect(text).toContain("Everything is right.");
  expect(text).not.toContain(KEY);
  expect(requests.map(({ method }) => method)).toEqual(["GET", "GET", "GET", "GET"]);
  expect(requests[0]?.headers.get("X-Api-Key")).toBe(KEY);
  expect(requests[0]?.redirect).toBe("manual");
});

test("finds a position's company, and reads no more than --most positions", async () => {
  const results = Array.from({ length: 9 }, (_, index) => ({
    uuid: index === 0 ? "one" : `p${index}`,
    name: "x",
  }));
  const answers = { "/positions-public": { body: { results } } };
  const { text } = await check(answers, { client: undefined, position: "one", most: 2 });
  expect(text).toContain("7 positions were not read");
  expect(requests.filter(({ url }) => /positions\/(one|p\d)/.test(url))).toHaveLength(2);
});

test("follows a list's pages by uuid if the company is named by code", async () => {
  const page = (uuid: string, next: string) => ({ body: { results: [{ uuid, name: "x" }], next } });
  const { text } = await check(
    {
      "/positions-public": page("one", "?page=2"),
      "?page=2": page("two", "https://p.example/3"),
      "/3": page("three", "https://other.example/4"),
    },
    { client: "taller" },
  );
  const paths = requests.map(({ url }) => url.replace(VALID.base, ""));
  expect(paths.slice(0, 4)).toEqual([
    "/account/clients/taller/public",
    ...["", "?page=2"].map((page) => `/hiring/${CLIENT}/positions-public${page}`),
    "/3",
  ]);
  for (const id of ["one", "two", "three"]) expect(paths).toContain(`/hiring/positions/${id}`);
  expect(text).toContain("DROPPED  next: further pages are not read");
});

test("reads no list page twice, and at most 50 pages", async () => {
  const list = "/positions-public";
  await check({ [list]: { body: { results: [listed], next: "" } } });
  expect(requests.filter(({ url }) => url.endsWith(list))).toHaveLength(1);
  requests = [];
  const pages = Array.from({ length: 60 }, (_, page) => [
    page === 0 ? list : `?${page}`,
    { body: { results: [listed], next: `?${page + 1}` } },
  ]);
  await check(Object.fromEntries(pages) as Answers);
  expect(requests.filter(({ url }) => url.includes(list))).toHaveLength(50);
});

test.each<[found: RegExp, isRight: boolean, answers: Answers]>([
  [/WRONG {2}name.* the page is an error/, false, job({ name: " " })],
  [/WRONG {2}uuid: is not the requested one/, false, job({ uuid: "two" })],
  [/WRONG {2}apply_url: candidates cannot apply/, false, job({ fields: required })],
  [/WRONG {2}(results\.)?0\.name: .*: the page is an error/, false, rows({ uuid: "one" })],
  [/WRONG {2}it answers 404: /, false, { "/positions/one": { status: 404 } }],
  [/WRONG {2}it is not JSON/, false, { "/positions/one": { text: "<h1>" } }],
  [/WRONG {2}an unknown id is not a 404/, false, { "-000000000000": { body: position } }],
  [/16 MB: /, false, { "/positions-public": { text: " ".repeat(16 * 1024 ** 2) + "{}" } }],
  [/DROPPED {2}status: .*counts as open/, true, job({ status: "\u001b[31m" })],
  [/DROPPED {2}pay.* omits it/, true, job({ pay: { min: "much" } })],
  [
    /DROPPED {2}description: 200001 .*first 200000/,
    true,
    job({ description: "x".repeat(200_001) }),
  ],
  [/DROPPED {2}privacy_policy: 200001 /, true, firm({ privacy_policy: "x".repeat(200_001) })],
  [/DROPPED {2}description: 200001 /, true, firm({ description: "x".repeat(200_001) })],
  [/MISSING {2}published_at/, true, job({ published_at: null })],
  [/MISSING {2}description: the page has no text/, true, job({ description: "<p>\u00a0</p>" })],
  [/MISSING {2}a place with its country/, true, job({ places: [{ city: "Málaga" }] })],
  [/MISSING {2}positions: the career site shows no jobs/, true, rows()],
  [/DOUBTFUL {2}pay: 75 USD per year/, true, pays({ min: 75, max: 95, unit: "year" })],
  [/DOUBTFUL {2}pay: 95000 USD per hour/, true, pays({ max: 95_000, unit: "hour" })],
  [/DOUBTFUL {2}pay: 16 USD per month/, true, pays({ min: 16, max: 18, unit: "month" })],
  [/DOUBTFUL {2}pay: 50 to 60000 USD/, true, pays({ min: 50, max: 60_000 })],
  [
    /DOUBTFUL {2}identifier: 2 positions have the same/,
    true,
    {
      ...rows(listed, { uuid: "two", name: "x" }),
      ...job({ identifier: "See opening ID" }),
      "/positions/two": { body: { ...position, uuid: "two", identifier: "See opening ID" } },
    },
  ],
  [/DROPPED {2}fields\.0\.kind \(a\): .*not asked/, true, job({ fields: [video] })],
  [/DROPPED .*sent to apply_url/, true, job({ fields: required, apply_url })],
  [/DROPPED .*0\.country: .*omits it/, true, rows({ ...listed, country: "Spain" })],
  [/DROPPED {2}country: .*United Kingdom.*Spain/, true, firm({ country: "uk" })],
  [/DROPPED {2}no texts in fr: send one of es-es/, true, firm({ languages: ["fr"] })],
  [/DROPPED {2}no texts in \?\?31m/, true, firm({ language_default: "\u001b[31m" })],
  [/MISSING {2}privacy_policy: .*send it/, true, firm({ privacy_policy: null })],
  [/MISSING {2}privacy_policy: .*line 1/, true, firm({ privacy_policy: "A {{name}}" })],
])("prints a line like %s, and returns %s", async (found, expected, answers) => {
  const { isRight, text } = await check(answers);
  expect(text).toMatch(found);
  expect(text).not.toContain("\u001b");
  expect(isRight).toBe(expected);
});

test.each([
  [401, /p\.example answers 401: is the key right/],
  [302, /p\.example answers 302: use the redirect/],
])("stops at status %d", async (status, found) => {
  await expect(check({ "/public": { status } })).rejects.toThrow(found);
});

test("stops if the platform cannot be reached", async () => {
  const cause = Object.assign(new Error(), { code: "ECONNREFUSED" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed", { cause })));
  const checking = checkPlatform(VALID, () => undefined);
  await expect(checking).rejects.toThrow(/cannot be reached: ECONNREFUSED$/);
});

test("sends no application to a position without a form", async () => {
  const checking = check(job({ fields: required }), { apply: "one" });
  await expect(checking).rejects.toThrow("one has no form");
  expect(requests.map(({ method }) => method)).not.toContain("POST");
});

test("prints a refusal without control characters", async () => {
  const refused = { status: 400, body: { detail: "No \u009b31mbot check." } };
  const { isRight, text } = await check({ "/apply": refused }, { apply: "one" });
  expect(text).toContain('WRONG  a test application is answered with 400 "No  31mbot check."');
  expect(isRight).toBe(false);
});

const taken = { status: 201, body: { id: "1" } };
const honours = job({ honours: ["idempotency-key"] });

test("reports a platform that responds before the whole application has arrived", async () => {
  isEarly = true;
  onTestFinished(() => void (isEarly = false));
  const { text } = await check(
    { ...honours, "/apply": taken, "/apply again": taken },
    { apply: "one" },
  );
  expect(text).toContain("WRONG  an application is accepted before all of it has arrived");
});

test("reports a success that contains an error", async () => {
  const refused = { status: 200, body: { ok: false, error: {} } };
  const { text, isRight } = await check(
    { ...honours, "/apply": refused, "/apply again": refused },
    { apply: "one" },
  );
  expect(text).toContain("WRONG  a success contains an error");
  expect(isRight).toBe(false);
});

test("reports no doubts about usual pay", async () => {
  for (const pay of [
    { min: 12, max: 16.5, unit: "hour" },
    { min: 450, max: 700, unit: "day" },
    { min: 400, unit: "month" },
    { min: 300_000, max: 900_000, unit: "year" },
    { min: 5_000_000, max: 8_000_000, unit: "year", currency: "JPY" },
    { min: 75, max: 95 },
  ]) {
    expect((await check(pays(pay))).text).toContain("Everything is right.");
  }
});

test.each<[what: string, again: Answers[string], answers: Answers, found: RegExp]>([
  ["the same response", { ...taken, status: 200 }, honours, /and again 200: right/],
  ["the same response, without `honours`", taken, {}, /MISSING {2}honours/],
  ["a 409", { status: 409 }, {}, /MISSING {2}a repeat is answered with 409/],
  ["a 409, despite `honours`", { status: 409 }, honours, /WRONG {2}a repeat is answered with 409/],
  ["another id", { ...taken, body: { id: "2" } }, honours, /WRONG {2}a repeat has another id/],
  ["a refusal", { status: 422 }, {}, /WRONG {2}a repeat is answered with 422/],
])("reports a repeat that gets %s", async (_, again, given, found) => {
  const answers = { ...given, "/apply": taken, "/apply again": again };
  const { text } = await check(answers, { apply: "one" });
  expect(text).toMatch(found);
  expect(text).toMatch(/Delete the application of Puerta Check, receipt [0-9A-Z]{4}-[0-9A-Z]{4}/);
  const [first, repeat] = requests.filter(({ method }) => method === "POST");
  expect(first?.url).toContain(`/hiring/${CLIENT}/positions/one/apply`);
  const key = first?.headers.get("Idempotency-Key");
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(repeat?.headers.get("Idempotency-Key")).toBe(key);
});
