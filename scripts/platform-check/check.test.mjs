import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkPlatform } from "./check.mjs";

/** @typedef {{ status?: number, body?: unknown, text?: string, headers?: Record<string, string> }} Said */

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

/** What the platform says instead of the above, by the end of the path. @type {Record<string, Said>} */
let said = {};
/** @type {{ path: string, method: string, key: string | undefined }[]} */
const asked = [];
/** @type {import("node:http").Server} */
let server;
let base = "";

/** @param {string} path @returns {Said} */
function answerTo(path) {
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
    const key = request.headers["x-api-key"];
    asked.push({ path, method: request.method ?? "", key: Array.isArray(key) ? key[0] : key });
    const { status = 200, body, text, headers = {} } = answerTo(path);
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

/** @param {object} [more] */
async function check(more = {}) {
  /** @type {string[]} */
  const lines = [];
  const given = { base, key: KEY, header: "X-Api-Key", client: CLIENT, position: undefined };
  const isRight = await checkPlatform({ ...given, most: 5, ...more }, (line) => lines.push(line));
  return { isRight, text: lines.join("\n") };
}

test("a platform that is right is said to be, and is only read [12.12]", async () => {
  const { isRight, text } = await check();
  expect(isRight).toBe(true);
  expect(text).toContain("Everything is right.");
  expect(text).toMatch(/A position's page that is not kept waits \d+ ms/);
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
  expect(text).toContain("6 more positions were not read");
  expect(asked.filter(({ path }) => /positions\/(one|p\d)/.test(path))).toHaveLength(3);
});

/** @param {string} name @param {unknown} value */
const withField = (name, value) => ({ "/positions/one": { body: { ...position, [name]: value } } });
/** @param {string} name @param {unknown} value */
const withClient = (name, value) => ({ "/public": { body: { ...client, [name]: value } } });
/** @param {unknown} body */
const withList = (body) => ({ "/positions-public": { body } });

const HTML = { "Content-Type": "text/html" };
const video = { id: "a", kind: "video", label: "x" };
const required = { ...video, required: true };
const LARGE = " ".repeat(16 * 1024 ** 2 + 1);

test.each([
  ["a position without a name", withField("name", " "), /WRONG {2}name/],
  ["another position", withField("uuid", "two"), /uuid is two/],
  ["a required field", withField("fields", [required]), /WRONG {2}the form: fields\.0 \(a\)/],
  ["a list that is none", withList({ jobs: [] }), /WRONG {2}results/],
  ["a row without a name", withList({ results: [{ uuid: "one" }] }), /WRONG {2}results\.0\.name/],
  ["a listed position", { "/positions/one": { status: 404, body: {} } }, /WRONG {2}it answers 404/],
  ["a page", { "/positions/one": { text: "<h1>", headers: HTML } }, /an HTML page where JSON/],
  ["a 200 for an unknown id", { "-000000000000": { body: position } }, /not there is answered 200/],
  [
    "a list over 16 MB",
    { "/positions-public": { text: LARGE } },
    /WRONG {2}answers more than 16 MB/,
  ],
])("%s is wrong", async (_, instead, what) => {
  said = /** @type {Record<string, Said>} */ (instead);
  const { isRight, text } = await check();
  expect(text).toMatch(what);
  expect(isRight).toBe(false);
});

test.each([
  ["an unknown status", withField("status", "live"), /DROPPED {2}status is/],
  ["pay that is none", withField("pay", { min: "much" }), /DROPPED {2}pay/],
  ["no day of publication", withField("published_at", null), /MISSING {2}published_at/],
  ["an unknown optional field", withField("fields", [video]), /DROPPED {2}fields\.0 \(a\)/],
  ["a logo without an address", withClient("logo", "logo.png"), /DROPPED {2}logo/],
  ["an unfinished policy", withClient("privacy_policy", "A {{name}}"), /MISSING {2}privacy_policy/],
])("%s is reported, and not wrong", async (_, instead, what) => {
  said = /** @type {Record<string, Said>} */ (instead);
  const { isRight, text } = await check();
  expect(text).toMatch(what);
  expect(isRight).toBe(true);
});

describe("a platform that cannot be asked is said to be, and how:", () => {
  test.each([
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
