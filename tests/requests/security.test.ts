// The last tests read what the log says of all that the others have sent.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { careerSite, purge } from "../support/kept-pages";
import { ANSWERS, callOf, formOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import { fakeClientUuid } from "../support/fake-platform";
import { textOf, valueOf } from "../support/html";
import { withinOneMinute } from "../support/minute";
import { sitesForFile } from "../support/sites-for-file";
import { TEST_API_KEY } from "../support/site";
import { createUpload, creationOf } from "../support/tus";

const SECRETS = {
  PURGE_SECRET: "a secret for purges that nobody is to see",
  OPERATOR_SECRET: "a secret for operators that nobody is to see",
};
const MISSES = 5;

const { platform, site } = await sitesForFile({
  site: {
    vars: { RATE_LIMITS: "on", PAGE_CACHE: "on", ...SECRETS },
    limits: { APPLICATION_LIMIT: 10, FILE_LIMIT: 20, MISS_LIMIT: MISSES },
  },
});

let visitors = 0;

/** An address that no test has used before. */
const newVisitor = () => ({ "CF-Connecting-IP": `192.0.2.${++visitors}` });
type Visitor = ReturnType<typeof newVisitor>;

/** Starts again if the clock's minute ends in the middle. */
const limited = (name: string, work: () => Promise<void>) =>
  test(name, () =>
    withinOneMinute(() => {
      platform.reset();
      return work();
    }),
  );

const cv = () => ({ bytes: pdfOf(1000), name: "cv.pdf" });
const sendAs = (visitor: Visitor, page = pageOf("questions")) =>
  post(site.url + page, formOf(ANSWERS, cv()), visitor);

limited("a visitor over the limit of forms gets the form back and a time to wait", async () => {
  const visitor = newVisitor();
  for (let count = 0; count < 10; count++) expect((await sendAs(visitor)).status).toBe(303);
  const tooMany = await sendAs(visitor);
  expect([tooMany.status, tooMany.headers.get("Retry-After")]).toEqual([429, "60"]);
  const html = await tooMany.text();
  expect(textOf(html, "error-summary")).toContain("demasiadas candidaturas");
  expect(valueOf(html, "first_name")).toBe("María José");
  // No file is stored for it.
  expect(textOf(html, "cv-held")).toBe("");
  expect(textOf(html, "field-error")).toContain("Vuelve a elegir tu CV");
  expect(platform.applications).toHaveLength(10);

  // The same for any position; other visitors are not limited.
  expect((await post(site.url + pageOf("plain"), formOf(), visitor)).status).toBe(429);
  expect((await sendAs(newVisitor())).status).toBe(303);
});

limited("a visitor over the limit of files gets the form back", async () => {
  const visitor = newVisitor();
  const create = () => createUpload(site.url, randomUUID(), { ...visitor, ...creationOf(100) });
  for (let count = 0; count < 20; count++) expect((await create()).status).toBe(201);
  const tooMany = await create();
  expect([tooMany.status, tooMany.headers.get("Retry-After")]).toEqual([429, "60"]);
  const sent = await sendAs(visitor);
  expect(sent.status).toBe(503);
  expect(await sent.text()).toContain("María José");
  expect(platform.applications).toEqual([]);
});

/** Requests for what does not exist, by the kind that counts them. */
const MISSING: Record<string, (visitor: Visitor) => Promise<Response>> = {
  // A screen also looks for the company of the address.
  "positions and companies": (headers) => fetch(`${site.url}${missing()}`, { headers }),
  receipts: (headers) =>
    fetch(`${site.url}${pageOf("plain")}?receipt=${sha256(Buffer.from(missing()))}`, { headers }),
  forms: (visitor) => post(site.url + missing(), formOf(), visitor),
  applications: (headers) => fetch(site.url + callOf(randomUUID()), { headers }),
};
const missing = () => `/${randomUUID()}/b/${randomUUID()}`;

for (const [kind, ask] of Object.entries(MISSING)) {
  limited(`a visitor over the limit of missing ${kind} may still look for the rest`, async () => {
    const visitor = newVisitor();
    const look = async (one: typeof ask) => (await one(visitor)).status;
    for (let count = 0; count < MISSES; count++) expect(await look(ask)).toBe(404);
    await expect.poll(() => look(ask)).toBe(429);
    for (const [other, askOther] of Object.entries(MISSING)) {
      if (other === kind) continue;
      for (let count = 0; count < 3; count++)
        expect([other, await look(askOther)]).toEqual([other, 404]);
    }
    // A form for a position that exists is taken all the same.
    expect((await post(site.url + pageOf("plain"), formOf(), visitor)).status).toBe(303);
  });
}

test("the field for machines is hidden, and browsers do not fill it in", async () => {
  const html = await (await fetch(site.url + pageOf("plain"))).text();
  expect(html).toMatch(
    /<label hidden="">[^<]+(<!-- -->)? ?(<!-- -->)?<input name="subject" tabindex="-1" autocomplete="off"/i,
  );
});

const pdf = (object: string) => Buffer.from(`%PDF-1.7\n1 0 obj\n${object}\nendobj\n%%EOF\n`);
const script = pdf("<</S/JavaScript/JS(app.alert(1))>>");
const page = pdf("<</Type/Page>>");

test.each([
  ["a machine", "Buy now", page, "honeypot"],
  ["a person", "", page, undefined],
  ["a person, with a CV that has a script", "", script, "active-file"],
  ["a machine, with a script", "Buy now", script, "honeypot, active-file"],
])("the form of %s is sent, and the platform gets a word", async (_, subject, bytes, said) => {
  const form = formOf({ ...ANSWERS, subject }, { bytes, name: "cv.pdf" });
  expect((await post(site.url + pageOf("questions"), form, newVisitor())).status).toBe(303);
  expect(platform.applications).toHaveLength(1);
  expect(platform.applications[0]?.cv?.sha256).toBe(sha256(bytes));
  expect(platform.applications[0]?.headers["x-puerta-suspect"]).toBe(said);
  if (subject) await expect.poll(() => site.log.join("\n")).toContain('"event":"honeypot"');
  expect(site.log.join("\n")).not.toContain("Buy now");
});

test.each([
  ["//evil.example", "", 404],
  ["///evil.example", "", 404],
  ["/%2F%2Fevil.example", "", 303],
  // A company's code may begin with a backslash.
  ["/%5C%5Cevil.example", "", 303],
  ["/evil.example", "?lang=//evil.example", 303],
  ["/evil.example", "?lang=en&receipt=//evil.example", 303],
])("no answer leads away by %s%s", async (start, query, status) => {
  const address = site.url + start + pageOf("plain").replace(/^\/[^/]+/, "") + query;
  const response = await post(address, formOf(), newVisitor());
  expect(response.status).toBe(status);
  const location = response.headers.get("Location");
  expect(location === null).toBe(status === 404);
  if (location === null) return;
  expect(location).toMatch(/^\/[^/\\]/);
  expect(new URL(location, "https://jobs.example").host).toBe("jobs.example");
});

test.each([
  ["an operator's", "/-/operator/applications", "GET", SECRETS.OPERATOR_SECRET],
  ["the platform's", "/-/purge", "POST", SECRETS.PURGE_SECRET],
])("guesses of %s secret are slowed, and the right one gets in", async (_, path, method, right) => {
  const visitor = newVisitor();
  const call = (secret: string, from = visitor) =>
    fetch(site.url + path, {
      method,
      headers: { ...from, Authorization: `Bearer ${secret}` },
      ...(method === "POST" && { body: JSON.stringify({ client: fakeClientUuid }) }),
    });
  const guesses = Array.from({ length: 200 }, (_, count) => call(`a guess, number ${count}`));
  const answers = await Promise.all(guesses);
  const tooOften = answers.filter(({ status }) => status === 429);
  expect(tooOften.length).toBeGreaterThan(100);
  expect(tooOften[0]?.headers.get("Retry-After")).toBe("60");
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  expect((await call(right, newVisitor())).status).toBe(200);
  await expect.poll(async () => (await call(right)).status).toBe(200);
});

test("a form that is too large to be read keeps what came before its file", async () => {
  const whole = new Response(formOf({ first_name: "Ana" }));
  const head = Buffer.from(await whole.arrayBuffer());
  const boundary = head.subarray(0, head.indexOf("\r\n")).toString("latin1");
  const file = Buffer.from(
    `${boundary}\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF-`,
  );
  const fields = head.subarray(0, head.lastIndexOf(boundary));
  const pieces = [fields, file, ...Array.from({ length: 101 }, () => Buffer.alloc(1024 ** 2))];
  const body = new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  const response = await fetch(site.url + pageOf("plain"), {
    method: "POST",
    headers: { ...newVisitor(), "Content-Type": whole.headers.get("Content-Type") ?? "" },
    body,
    duplex: "half",
  } as RequestInit);
  expect(response.status).toBe(413);
  expect(valueOf(await response.text(), "first_name")).toBe("Ana");
});

describe("secrets", () => {
  test("are in no public file, and there are no source maps", () => {
    const files = readdirSync("public", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
    for (const file of files) {
      const text = readFileSync(file, "latin1");
      for (const name of ["sourceMappingURL", "PLATFORM_API_KEY", ...Object.keys(SECRETS)]) {
        expect(text.includes(name), `${name} in ${file}`).toBe(false);
      }
    }
  });

  test("are in no page and in no line of the log", async () => {
    const secrets = [TEST_API_KEY, ...Object.values(SECRETS)];
    expect((await purge(site, { client: fakeClientUuid }, SECRETS.PURGE_SECRET)).status).toBe(200);
    platform.on("position").once.answer({ status: 401 });
    const paths = ["csrf", "questions", "plain"].map((name) => pageOf(name as "plain"));
    for (const path of [...paths, careerSite, "/404", "/error", "/-/purge"]) {
      const response = await fetch(site.url + path);
      const said = (await response.text()) + JSON.stringify([...response.headers]);
      for (const secret of secrets) expect(said).not.toContain(secret);
    }
    const isLogged = () => site.log.some((line) => line.includes('"route":"/-/purge"'));
    await expect.poll(isLogged).toBe(true);
    for (const secret of secrets) expect(site.log.join("\n")).not.toContain(secret);
  });
});

test("each request has one line in the log, without a word of the visitor's", async () => {
  const query = "q=palabras-buscadas&utm_source=newsletter";
  const response = await fetch(`${site.url}${careerSite}?${query}`, { headers: newVisitor() });
  const id = response.headers.get("X-Request-Id") ?? "";
  const lines = () => site.log.filter((line) => line.includes(`"id":"${id}"`));
  await expect.poll(() => lines().length).toBe(1);
  const ms = expect.any(Number) as number;
  const line = { event: "request", id, method: "GET", route: "/*/*", status: 200, ms };
  expect(JSON.parse(lines()[0] ?? "")).toEqual(line);
  const ours = site.log.filter((text) => text.startsWith("{")).join("\n");
  expect(ours).not.toMatch(/palabras|newsletter|192\.0\.2|2001:db8/);
});
