// Longer than other files: the last test reads what the log says of all that the others have sent.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { careerSite } from "../support/kept-pages";
import { ANSWERS, formOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import { fakeClientUuid, fakePositions } from "../support/fake-platform";
import { elementsOf, textOf } from "../support/html";
import { withinOneMinute } from "../support/minute";
import { sitesForFile } from "../support/sites-for-file";
import { startSite, TEST_API_KEY } from "../support/site";

const SECRETS = {
  PURGE_SECRET: "a secret for purges that nobody is to see",
  OPERATOR_SECRET: "a secret for operators that nobody is to see",
};

const { platform, site } = await sitesForFile({
  site: {
    vars: { RATE_LIMITS: "on", ...SECRETS },
    limits: { APPLICATION_LIMIT: 10, FILE_LIMIT: 20, MISS_LIMIT: 5 },
  },
});

let visitors = 0;

/** Somebody at an address that no test has used before. */
const newVisitor = () => ({ "CF-Connecting-IP": `192.0.2.${++visitors}` });

describe("whoever sends too much in a minute", () => {
  /** Starts again if the clock's minute ends in the middle. */
  const limited = (name: string, work: () => Promise<void>) =>
    test(name, () =>
      withinOneMinute(() => {
        platform.reset();
        return work();
      }),
    );

  const sendAs = (visitor: Record<string, string>, page = pageOf("questions")) =>
    post(site.url + page, formOf(ANSWERS, { bytes: pdfOf(1000), name: "cv.pdf" }), visitor);

  limited("is told to wait, and finds the form as it was", async () => {
    const visitor = newVisitor();
    for (let count = 0; count < 10; count++) expect((await sendAs(visitor)).status).toBe(303);
    const tooMany = await sendAs(visitor);
    expect(tooMany.status).toBe(429);
    expect(tooMany.headers.get("Retry-After")).toBe("60");
    const html = await tooMany.text();
    expect(textOf(html, "error-summary")).toContain("demasiadas candidaturas");
    const field = (name: string) =>
      elementsOf(html, "input").find(({ attributes }) => attributes.name === name)?.attributes;
    expect(field("first_name")?.value).toBe("María José");
    // Nothing is stored for it: its file is to be chosen again.
    expect(textOf(html, "cv-held")).toBe("");
    expect(textOf(html, "field-error")).toContain("vuelve a elegir tu CV");
    expect(platform.applications).toHaveLength(10);

    // The same for any position; other visitors are not limited.
    expect((await post(site.url + pageOf("plain"), formOf(), visitor)).status).toBe(429);
    expect((await sendAs(newVisitor())).status).toBe(303);
  });

  limited("has no more than twenty files stored; a form gives back what it can", async () => {
    const visitor = newVisitor();
    const name = Buffer.from("cv.pdf").toString("base64");
    const create = () =>
      fetch(`${site.url}/-/applications/${randomUUID()}/cv?position=${fakePositions.questions}`, {
        method: "POST",
        headers: {
          ...visitor,
          "Tus-Resumable": "1.0.0",
          "Upload-Length": "100",
          "Upload-Metadata": `filename ${name}`,
        },
      });
    for (let count = 0; count < 20; count++) expect((await create()).status).toBe(201);
    const tooMany = await create();
    expect(tooMany.status).toBe(429);
    expect(tooMany.headers.get("Retry-After")).toBe("60");
    const sent = await sendAs(visitor);
    expect(sent.status).toBe(503);
    expect(await sent.text()).toContain("María José");
    expect(platform.applications).toEqual([]);
  });
});

test("a neighbour who looks for what is not there keeps nobody from applying", async () => {
  const busy = await startSite({
    platform: platform.url,
    vars: { RATE_LIMITS: "on", PAGE_CACHE: "on" },
    limits: { MISS_LIMIT: 1 },
  });
  const visitor = newVisitor();
  const apply = () => post(busy.url + pageOf("plain"), formOf(), visitor);
  const untilTooOften = (ask: (missing: string) => Promise<Response>) =>
    expect.poll(async () => (await ask(`${busy.url}/a/b/${randomUUID()}`)).status).toBe(429);
  await untilTooOften((missing) => fetch(missing, { headers: visitor }));
  // The form's own read is made all the same.
  expect((await apply()).status).toBe(303);
  // After too many forms for missing positions, what was just read serves the others.
  await fetch(busy.url + pageOf("plain"), { headers: newVisitor() });
  await untilTooOften((missing) => post(missing, formOf(), visitor));
  expect((await apply()).status).toBe(303);
  await busy.stop();
});

describe("the field that no person meets", () => {
  test("is hidden from everybody, and not filled in by browsers", async () => {
    const html = await (await fetch(site.url + pageOf("plain"))).text();
    expect(html).toMatch(
      /<label hidden="">[^<]+(<!-- -->)? ?(<!-- -->)?<input name="subject" tabindex="-1" autocomplete="off"/i,
    );
  });

  test.each([
    ["a machine", "Buy now", "honeypot"],
    ["a person", "", undefined],
  ])("refuses nobody; of %s the platform is told", async (_, subject, said) => {
    const sent = await post(site.url + pageOf("plain"), formOf({ subject }), newVisitor());
    expect(sent.status).toBe(303);
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.headers["x-puerta-suspect"]).toBe(said);
    const isLogged = () => site.log.some((line) => line.includes('"event":"honeypot"'));
    if (said) await expect.poll(isLogged).toBe(true);
    expect(site.log.join("\n")).not.toContain("Buy now");
  });
});

describe("a CV that acts when it is opened", () => {
  const pdf = (object: string) => Buffer.from(`%PDF-1.7\n1 0 obj\n${object}\nendobj\n%%EOF\n`);
  const script = pdf("<</S/JavaScript/JS(app.alert(1))>>");

  test.each([
    ["with a script", script, "", "active-file"],
    ["from a machine, with a script", script, "Buy now", "honeypot, active-file"],
    ["with a page alone", pdf("<</Type/Page>>"), "", undefined],
  ])("is not refused; the platform is told: %s", async (_, bytes, subject, said) => {
    const form = formOf({ ...ANSWERS, subject }, { bytes, name: "cv.pdf" });
    expect((await post(site.url + pageOf("questions"), form, newVisitor())).status).toBe(303);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(bytes));
    expect(platform.applications[0]?.headers["x-puerta-suspect"]).toBe(said);
  });
});

describe("nobody is led away", () => {
  const page = pageOf("plain").replace(/^\/[^/]+/, "");

  test.each(["//evil.example", "///evil.example"])(
    "by a path that begins with %s",
    async (start) => {
      const response = await post(site.url + start + page, formOf(), newVisitor());
      expect(response.status).toBe(404);
      expect(response.headers.get("Location")).toBeNull();
      expect((await fetch(site.url + start + page)).status).toBe(404);
    },
  );

  test.each([
    ["/%2F%2Fevil.example", ""],
    // A company's code may begin with a backslash.
    ["/%5C%5Cevil.example", ""],
    ["/%5cevil.example", ""],
    ["/evil.example", "?lang=//evil.example"],
    ["/evil.example", "?lang=en&receipt=//evil.example"],
  ])("by %s%s", async (start, query) => {
    const response = await post(site.url + start + page + query, formOf(), newVisitor());
    expect(response.status).toBe(303);
    const location = response.headers.get("Location") ?? "";
    expect(location).toMatch(/^\/[^/\\]/);
    expect(new URL(location, "https://jobs.example").host).toBe("jobs.example");
  });
});

describe("whoever guesses secrets", () => {
  test.each([
    ["an operator's", "/-/operator/applications", "GET", SECRETS.OPERATOR_SECRET],
    ["the platform's", "/-/purge", "POST", SECRETS.PURGE_SECRET],
  ])(
    "of %s is slowed down, and the right one still gets through",
    async (_, path, method, right) => {
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
    },
  );
});

test("a form that is too large to be read keeps what came before its file", async () => {
  const form = formOf({ first_name: "Ana" });
  const whole = new Response(form);
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
  const html = await response.text();
  expect(html).toMatch(/name="first_name"[^>]*value="Ana"|value="Ana"[^>]*name="first_name"/);
});

describe("secrets", () => {
  const secrets = [TEST_API_KEY, ...Object.values(SECRETS)];
  const names = ["PLATFORM_API_KEY", "PURGE_SECRET", "OPERATOR_SECRET"];
  const files = readdirSync("public", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

  test("are in no file that is public, and there are no source maps", () => {
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
    for (const file of files) {
      const text = readFileSync(file, "latin1");
      expect(text, file).not.toContain("sourceMappingURL");
      for (const name of names) expect(text.includes(name), `${name} in ${file}`).toBe(false);
    }
  });

  test("are in no page and in no line of the log", async () => {
    const addresses = [pageOf("questions"), careerSite, "/404", "/error", "/-/purge"];
    await fetch(`${site.url}/-/purge`, {
      method: "POST",
      headers: { Authorization: `Bearer ${SECRETS.PURGE_SECRET}` },
      body: JSON.stringify({ client: fakeClientUuid }),
    });
    platform.on("position").once.answer({ status: 401 });
    for (const address of [...addresses, pageOf("plain")]) {
      const response = await fetch(site.url + address);
      const said = (await response.text()) + JSON.stringify([...response.headers]);
      for (const secret of secrets) expect(said).not.toContain(secret);
    }
    const isLogged = () => site.log.some((line) => line.includes('"route":"/-/purge"'));
    await expect.poll(isLogged).toBe(true);
    for (const secret of secrets) expect(site.log.join("\n")).not.toContain(secret);
  });
});

test("each request has one line in the log, which tells nothing of who asked", async () => {
  const query = "q=palabras-buscadas&utm_source=newsletter";
  const response = await fetch(`${site.url}${careerSite}?${query}`, {
    headers: newVisitor(),
  });
  const id = response.headers.get("X-Request-Id") ?? "";
  const lines = () => site.log.filter((line) => line.includes(`"id":"${id}"`));
  await expect.poll(() => lines().length).toBe(1);
  const line = JSON.parse(lines()[0] ?? "") as Record<string, unknown>;
  expect(line).toEqual({
    event: "request",
    id,
    method: "GET",
    route: "/*/*",
    status: 200,
    ms: expect.any(Number) as number,
  });
  const ours = site.log.filter((text) => text.startsWith("{")).join("\n");
  expect(ours).not.toMatch(/palabras|newsletter|192\.0\.2|2001:db8/);
});
