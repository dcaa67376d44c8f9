// The order of these tests matters, because the last tests check the log lines of all earlier requests.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { careerSite, purge } from "../support/cached-pages";
import {
  ANSWERS,
  submitPath,
  buildForm,
  positionPath,
  createPdf,
  post,
  sha256,
} from "../support/application-form";
import { fakeClientUuid } from "../support/fake-platform";
import { findText, inputValue } from "../support/html";
import { withinOneMinute } from "../support/within-one-minute";
import { startSites } from "../support/sites-for-file";
import { TEST_API_KEY } from "../support/site";
import { createUpload, creationHeaders } from "../support/tus";

const SECRETS = {
  PURGE_SECRET: "a purge secret that must not leak",
  OPERATOR_SECRET: "an operator secret that must not leak",
};
const MISSES = 5;

const { platform, site } = await startSites({
  site: {
    vars: { RATE_LIMITS: "on", PAGE_CACHE: "on", ...SECRETS },
    limits: { APPLICATION_LIMIT: 10, FILE_LIMIT: 20, MISS_LIMIT: MISSES },
  },
});

let clients = 0;

/** Returns headers with an unused IP address. */
const newClient = () => ({ "CF-Connecting-IP": `192.0.2.${++clients}` });
type Client = ReturnType<typeof newClient>;

/** Defines a test that runs again if a rate-limit window ends during the test. */
const limited = (name: string, work: () => Promise<void>) =>
  test(name, () =>
    withinOneMinute(() => {
      platform.reset();
      return work();
    }),
  );

const cv = () => ({ bytes: createPdf(1000), name: "cv.pdf" });
const sendAs = (client: Client, page = positionPath("questions")) =>
  post(site.url + page, buildForm(ANSWERS, cv()), client);

limited("a form over APPLICATION_LIMIT is returned with 429 and Retry-After", async () => {
  const client = newClient();
  for (let count = 0; count < 10; count++) expect((await sendAs(client)).status).toBe(303);
  const tooMany = await sendAs(client);
  expect([tooMany.status, tooMany.headers.get("Retry-After")]).toEqual([429, "60"]);
  const html = await tooMany.text();
  expect(findText(html, "error-summary")).toContain("demasiadas candidaturas");
  expect(inputValue(html, "first_name")).toBe("María José");
  // The CV of the refused form is not stored.
  expect(findText(html, "cv-held")).toBe("");
  expect(findText(html, "field-error")).toContain("Vuelve a elegir tu CV");
  expect(platform.applications).toHaveLength(10);

  // The limit applies to one client at all positions.
  expect((await post(site.url + positionPath("plain"), buildForm(), client)).status).toBe(429);
  expect((await sendAs(newClient())).status).toBe(303);
});

limited("a form over FILE_LIMIT is returned", async () => {
  const client = newClient();
  const create = () => createUpload(site.url, randomUUID(), { ...client, ...creationHeaders(100) });
  for (let count = 0; count < 20; count++) expect((await create()).status).toBe(201);
  const tooMany = await create();
  expect([tooMany.status, tooMany.headers.get("Retry-After")]).toEqual([429, "60"]);
  const sent = await sendAs(client);
  expect(sent.status).toBe(503);
  expect(await sent.text()).toContain("María José");
  expect(platform.applications).toEqual([]);
});

/** Requests for missing resources. `MISS_LIMIT` applies to each kind separately. */
const MISSING: Record<string, (client: Client) => Promise<Response>> = {
  // The error screen also reads the company in the URL.
  "positions and companies": (headers) => fetch(`${site.url}${missing()}`, { headers }),
  receipts: (headers) =>
    fetch(`${site.url}${positionPath("plain")}?receipt=${sha256(Buffer.from(missing()))}`, {
      headers,
    }),
  forms: (client) => post(site.url + missing(), buildForm(), client),
  applications: (headers) => fetch(site.url + submitPath(randomUUID()), { headers }),
};
const missing = () => `/${randomUUID()}/b/${randomUUID()}`;

for (const [kind, ask] of Object.entries(MISSING)) {
  limited(`MISS_LIMIT applies to missing ${kind} separately from other kinds`, async () => {
    const client = newClient();
    const getStatus = async (request: typeof ask) => (await request(client)).status;
    for (let count = 0; count < MISSES; count++) expect(await getStatus(ask)).toBe(404);
    await expect.poll(() => getStatus(ask)).toBe(429);
    for (const [other, askOther] of Object.entries(MISSING)) {
      if (other === kind) continue;
      for (let count = 0; count < 3; count++)
        expect([other, await getStatus(askOther)]).toEqual([other, 404]);
    }
    // A form for an existing position is still accepted.
    expect((await post(site.url + positionPath("plain"), buildForm(), client)).status).toBe(303);
  });
}

test("the honeypot field is hidden and has no autofill", async () => {
  const html = await (await fetch(site.url + positionPath("plain"))).text();
  expect(html).toMatch(
    /<label hidden="">[^<]+(<!-- -->)? ?(<!-- -->)?<input name="subject" tabindex="-1" autocomplete="off"/i,
  );
});

const pdf = (object: string) => Buffer.from(`%PDF-1.7\n1 0 obj\n${object}\nendobj\n%%EOF\n`);
const script = pdf("<</S/JavaScript/JS(app.alert(1))>>");
const page = pdf("<</Type/Page>>");

test.each([
  ["a filled-in honeypot", "Buy now", page, "honeypot"],
  ["an empty honeypot", "", page, undefined],
  ["a CV with a script", "", script, "active-file"],
  ["a CV that is too complex to search", "", pdf("/ObjStm ".repeat(300)), "unchecked-file"],
  ["a filled-in honeypot and a CV with a script", "Buy now", script, "honeypot, active-file"],
])(
  "a form with %s is delivered with the right suspicion flags",
  async (_, subject, bytes, suspicion) => {
    const form = buildForm({ ...ANSWERS, subject }, { bytes, name: "cv.pdf" });
    expect((await post(site.url + positionPath("questions"), form, newClient())).status).toBe(303);
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(bytes));
    expect(platform.applications[0]?.headers["x-puerta-suspect"]).toBe(suspicion);
    if (subject) await expect.poll(() => site.log.join("\n")).toContain('"event":"honeypot"');
    expect(site.log.join("\n")).not.toContain("Buy now");
  },
);

test.each([
  ["//evil.example", "", 404],
  ["///evil.example", "", 404],
  ["/%2F%2Fevil.example", "", 303],
  // A company code can begin with a backslash.
  ["/%5C%5Cevil.example", "", 303],
  ["/evil.example", "?lang=//evil.example", 303],
  ["/evil.example", "?lang=en&receipt=//evil.example", 303],
])("a form does not redirect to another host: %s%s", async (start, query, status) => {
  const address = site.url + start + positionPath("plain").replace(/^\/[^/]+/, "") + query;
  const response = await post(address, buildForm(), newClient());
  expect(response.status).toBe(status);
  const location = response.headers.get("Location");
  expect(location === null).toBe(status === 404);
  if (location === null) return;
  expect(location).toMatch(/^\/[^/\\]/);
  expect(new URL(location, "https://jobs.example").host).toBe("jobs.example");
});

test.each([
  ["OPERATOR_SECRET", "/-/operator/applications", "GET", SECRETS.OPERATOR_SECRET],
  ["PURGE_SECRET", "/-/purge", "POST", SECRETS.PURGE_SECRET],
])(
  "guesses of %s are limited, and the right secret is accepted",
  async (_, path, method, right) => {
    const client = newClient();
    const call = (secret: string, from = client) =>
      fetch(site.url + path, {
        method,
        headers: { ...from, Authorization: `Bearer ${secret}` },
        ...(method === "POST" && { body: JSON.stringify({ client: fakeClientUuid }) }),
      });
    const guesses = Array.from({ length: 200 }, (_, count) => call(`guess ${count}`));
    const answers = await Promise.all(guesses);
    const limitedAnswers = answers.filter(({ status }) => status === 429);
    expect(limitedAnswers.length).toBeGreaterThan(100);
    expect(limitedAnswers[0]?.headers.get("Retry-After")).toBe("60");
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await call(right, newClient())).status).toBe(200);
    await expect.poll(async () => (await call(right)).status).toBe(200);
  },
);

test("a form over 100 MB is returned with the values before its file", async () => {
  const encoded = new Response(buildForm({ first_name: "Ana" }));
  const head = Buffer.from(await encoded.arrayBuffer());
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
  const response = await fetch(site.url + positionPath("plain"), {
    method: "POST",
    headers: { ...newClient(), "Content-Type": encoded.headers.get("Content-Type") ?? "" },
    body,
    duplex: "half",
  } as RequestInit);
  expect(response.status).toBe(413);
  expect(inputValue(await response.text(), "first_name")).toBe("Ana");
});

describe("secrets", () => {
  test("are not in public files, which include no source maps", () => {
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

  test("are not in pages or the log", async () => {
    const secrets = [TEST_API_KEY, ...Object.values(SECRETS)];
    expect((await purge(site, { client: fakeClientUuid }, SECRETS.PURGE_SECRET)).status).toBe(200);
    platform.on("position").once.answer({ status: 401 });
    const paths = ["csrf", "questions", "plain"].map((name) => positionPath(name as "plain"));
    for (const path of [...paths, careerSite, "/404", "/error", "/-/purge"]) {
      const response = await fetch(site.url + path);
      const output = (await response.text()) + JSON.stringify([...response.headers]);
      for (const secret of secrets) expect(output).not.toContain(secret);
    }
    const isLogged = () => site.log.some((line) => line.includes('"route":"/-/purge"'));
    await expect.poll(isLogged).toBe(true);
    for (const secret of secrets) expect(site.log.join("\n")).not.toContain(secret);
  });
});

test("the log has one line per request without the query or the IP address", async () => {
  const query = "q=palabras-buscadas&utm_source=newsletter";
  const response = await fetch(`${site.url}${careerSite}?${query}`, { headers: newClient() });
  const id = response.headers.get("X-Request-Id") ?? "";
  const lines = () => site.log.filter((line) => line.includes(`"id":"${id}"`));
  await expect.poll(() => lines().length).toBe(1);
  const ms = expect.any(Number) as number;
  const line = { event: "request", id, method: "GET", route: "/*/*", status: 200, ms };
  expect(JSON.parse(lines()[0] ?? "")).toEqual(line);
  const logged = site.log.filter((text) => text.startsWith("{")).join("\n");
  expect(logged).not.toMatch(/palabras|newsletter|192\.0\.2|2001:db8/);
});
