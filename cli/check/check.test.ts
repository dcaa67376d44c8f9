import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkPlatform, type Asked } from "./check";

type Said = Record<string, { status?: number; body?: unknown; text?: string }>;

const CLIENT = "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11";
const KEY = "a-key-that-is-not-printed";

const position = {
  ...{ uuid: "one", client: CLIENT, name: "Glazer", status: "open" },
  ...{ description: "<p>Glaze.</p>", published_at: "2026-10-01" },
};
const client = {
  ...{ uuid: CLIENT, code: "taller", name: "Taller Example", privacy_policy: "# Privacy" },
  ...{ language_default: "en", country: "es" },
};
const RIGHT: Said = {
  "/public": { body: client },
  "/positions-public": { body: { results: [{ uuid: "one", name: "Glazer" }] } },
  "/positions/one": { body: position },
};

let asked: Request[] = [];

/** Checks a platform that answers these by the ends of paths. A repeat's path ends in `again`. */
async function check(said: Said = {}, more: Partial<Asked> = {}) {
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const isRepeat = asked.some((one) => one.url === url && one.method === "POST");
    asked.push(new Request(url, init));
    const path = isRepeat ? `${url} again` : url;
    const all = Object.entries({ ...RIGHT, ...said });
    const [, answer] = all.find(([end]) => path.endsWith(end)) ?? ["", { status: 404, body: {} }];
    const { status = 200, body = {}, text } = answer;
    const type = text === undefined ? "application/json" : "text/html";
    const headers = { "Content-Type": type };
    return Promise.resolve(new Response(text ?? JSON.stringify(body), { status, headers }));
  });
  const lines: string[] = [];
  const given = { base: "https://p.example", key: KEY, header: "X-Api-Key", client: CLIENT };
  const isRight = await checkPlatform({ ...given, most: 5, ...more }, (line) => lines.push(line));
  return { isRight, text: lines.join("\n") };
}

beforeEach(() => void (asked = []));
afterEach(() => vi.unstubAllGlobals());

const methods = () => asked.map(({ method }) => method);
const job = (change: object): Said => ({ "/positions/one": { body: { ...position, ...change } } });
const firm = (change: object): Said => ({ "/public": { body: { ...client, ...change } } });
const rows = (...body: unknown[]): Said => ({ "/positions-public": { body } });
const unknown = (answer: Said[string]): Said => ({ "-000000000000": answer });

const video = { id: "a", kind: "video", label: "x" };
const required = [{ ...video, required: true }];
const apply_url = "https://a.example/";
const listed = { uuid: "one", name: "Glazer" };
const large = " ".repeat(16 * 1024 ** 2 + 1);

test("a platform that is right is only read [12.12]", async () => {
  const { isRight, text } = await check();
  expect(isRight).toBe(true);
  expect(text).toContain("Everything is right.");
  expect(text).toMatch(/A position's page that is not cached waits \d+ ms/);
  expect(text).not.toContain(KEY);
  expect(methods()).toEqual(["GET", "GET", "GET", "GET"]);
  expect(asked[0]?.headers.get("X-Api-Key")).toBe(KEY);
  expect(asked[0]?.redirect).toBe("manual");
});

test("a position leads to its company, and no more positions are read than were asked for", async () => {
  const results = Array.from({ length: 9 }, (_, index) => ({ uuid: `p${index}`, name: "x" }));
  const said = { "/positions-public": { body: { results, next: "http://x/2" } } };
  const { text } = await check(said, { client: undefined, position: "one", most: 2 });
  expect(text).toContain("(its further pages were not read)");
  expect(text).toContain("7 more positions were not read");
  expect(asked.filter(({ url }) => /positions\/(one|p\d)/.test(url))).toHaveLength(3);
});

test.each<[said: Said, found: RegExp]>([
  [job({ name: " " }), /WRONG {2}name.*\n.*a 502 screen/],
  [job({ uuid: "two" }), /WRONG {2}uuid is not the one/],
  [job({ fields: required }), /WRONG {2}fields\.0\.kind \(a\): is no kind.*\n.*nobody can apply/],
  [rows(listed, listed), /WRONG {2}results: one is there twice/],
  [rows({ uuid: "one" }), /WRONG {2}(results\.)?0\.name: .*\n.*career site/],
  [{ "/positions/one": { status: 404 } }, /WRONG {2}it answers 404\n.*not found/],
  [{ "/positions/one": { text: "<h1>" } }, /an HTML page where JSON/],
  [unknown({ body: position }), /WRONG {2}an unknown id is answered 200/],
  [{ "/positions-public": { text: large } }, /WRONG {2}answers more than 16 MB/],
])("wrong answer %#", async (said, found) => {
  const { isRight, text } = await check(said);
  expect(text).toMatch(found);
  expect(isRight).toBe(false);
});

test.each<[said: Said, found: RegExp]>([
  [job({ status: "\u001b[31m" }), /DROPPED {2}status: .*\n.*counts as open/],
  [job({ pay: { min: "much" } }), /DROPPED {2}pay.*\n.*not shown/],
  [job({ published_at: null }), /MISSING {2}published_at/],
  [job({ fields: [video] }), /DROPPED {2}fields\.0\.kind \(a\): .*\n.*not asked/],
  [job({ fields: required, apply_url }), /DROPPED .*\n.*sent to apply_url/],
  [rows({ ...listed, country: "Spain" }), /0\.country: .*\n.*the row does without/],
  [firm({ country: "uk" }), /DROPPED {2}country: .*United Kingdom is gb\n.*Spanish/],
  [firm({ languages: ["fr"] }), /DROPPED {2}languages\.0: .*\(fr\)\n.*no page links/],
  [firm({ language_default: "\u001b[31m" }), /language_default: .*\(no tag\)/],
  [firm({ privacy_policy: null }), /MISSING {2}privacy_policy\n.*send it/],
  [firm({ privacy_policy: "A {{name}}" }), /MISSING {2}privacy_policy: .*line 1/],
  [unknown({ status: 404, text: "<p>" }), /DROPPED {2}an unknown id.*, not in JSON/],
])("answer %# that is reported, and not wrong", async (said, found) => {
  const { isRight, text } = await check(said);
  expect(text).toMatch(found);
  expect(text).not.toContain("\u001b");
  expect(isRight).toBe(true);
});

test.each<[what: string, said: Said, found: RegExp]>([
  ["a wrong key", { "/public": { status: 401 } }, /p\.example answers 401: is the key right/],
  ["a redirect", { "/public": { status: 302 } }, /redirects \(302\)/],
])("%s ends the check", async (_, said, found) => {
  await expect(check(said)).rejects.toThrow(found);
});

test.each([
  ["ECONNREFUSED", /cannot be reached: ECONNREFUSED: is the address right/],
  ["CERT_HAS_EXPIRED", /its certificate is not valid/],
])("%s ends the check", async (code, found) => {
  const cause = Object.assign(new Error(), { code });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed", { cause })));
  const given = {
    base: "https://p.example",
    key: KEY,
    header: "X-Api-Key",
    client: CLIENT,
    most: 1,
  };
  await expect(checkPlatform(given, () => undefined)).rejects.toThrow(found);
});

test("a refusal is printed without what a terminal obeys", async () => {
  const refused = { status: 400, body: { detail: "No \u001b[31mbot check." } };
  const { isRight, text } = await check({ "/apply": refused }, { apply: "one" });
  expect(text).toContain("WRONG  a test application is answered 400: No  [31mbot check.\n");
  expect(text).not.toContain("Delete the application");
  expect(isRight).toBe(false);
});

test("a position without a form gets no application", async () => {
  await expect(check(job({ fields: required }), { apply: "one" })).rejects.toThrow(
    "one has no form",
  );
  expect(methods()).not.toContain("POST");
});

const taken = { status: 201, body: { id: "1" } };
const honours = job({ honours: ["idempotency-key"] });

test.each<[what: string, again: Said[string], said: Said, found: RegExp]>([
  ["get the same answer", taken, honours, /and again 201.*\n {2}right/],
  ["get it undeclared", taken, {}, /MISSING {2}a repeat is answered as the first, but/],
  ["be a 409", { status: 409 }, {}, /MISSING {2}a repeat is answered 409\n/],
  ["be a 409 against its word", { status: 409 }, honours, /WRONG {2}a repeat is answered 409, al/],
  ["be stored again", { ...taken, body: { id: "2" } }, {}, /WRONG {2}a repeat has another id: a/],
  ["be unclear", { ...taken, body: { id: "1", at: 2 } }, {}, /DROPPED {2}a repeat .*: at\n/],
  ["have another status", { ...taken, status: 200 }, {}, /DROPPED {2}a repeat .*: status\n/],
  ["be refused", { status: 422 }, {}, /WRONG {2}a repeat is answered 422\n/],
])("an application is sent twice, and a repeat is found to %s", async (_, again, said, found) => {
  const { text } = await check(
    { ...said, "/apply": taken, "/apply again": again },
    { apply: "one" },
  );
  expect(text).toMatch(found);
  expect(text).toMatch(/Delete the application of Puerta Check, receipt [0-9A-Z]{4}-[0-9A-Z]{4}/);
  const [first, repeat] = asked.filter(({ method }) => method === "POST");
  expect(first?.url).toContain(`/hiring/${CLIENT}/positions/one/apply`);
  expect(first?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
  expect(repeat?.headers.get("Idempotency-Key")).toBe(first?.headers.get("Idempotency-Key"));
});
