import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import english from "~/app/i18n/en";
import spanish from "~/app/i18n/es-es";
import { desk } from "~/platform/src/desk/desk";
import { ownTextOptions } from "~/platform/src/desk/own-texts";
import { deskClient, requestDesk } from "../support/desk-client";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { size } from "../support/size";

let site: DeskSite;

const OURS = "administracion-pedidos";
const THEIRS = "ticket-office-assistant";
const SITE_HOST = "jobs.localhost";

beforeAll(async () => {
  site = await startDeskSite();
});
afterAll(() => site.stop());
beforeEach(() => site.db.exec("DELETE FROM desk_guesses; DELETE FROM drafts"));

const getCompany = (slug: string) => site.findPosition(slug).company;
const getPosition = (slug: string) => site.findPosition(slug).position;

async function signIn(company: string | null, name = "Ana") {
  const client = deskClient(site);
  await client.signIn(await site.createCode(company, name));
  return client;
}
type Client = Awaited<ReturnType<typeof signIn>>;

/** Returns the entries of a page's form, as a browser would send them, with changes. */
function parseForm(html: string, changes: Record<string, string> = {}) {
  const form: Record<string, string> = {};
  const decode = (text: string) =>
    text
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  for (const [tag] of html.matchAll(/<input [^>]*>/g)) {
    const [, name] = / name="([^"]*)"/.exec(tag) ?? [];
    const [, value = ""] = / value="([^"]*)"/.exec(tag) ?? [];
    const isOff = tag.includes('type="checkbox"') && !tag.includes(" checked");
    if (name !== undefined && !isOff && !tag.includes('type="file"')) form[name] = decode(value);
  }
  for (const [, attributes = "", text = ""] of html.matchAll(
    /<textarea ([^>]*)>([^<]*)<\/textarea>/g,
  )) {
    const [, name = ""] = /name="([^"]*)"/.exec(attributes) ?? [];
    form[name] = decode(text.replace(/^\n/, ""));
  }
  for (const [, attributes = "", options = ""] of html.matchAll(
    /<select ([^>]*)>(.*?)<\/select>/gs,
  )) {
    const [, name = ""] = /name="([^"]*)"/.exec(attributes) ?? [];
    const selected = /<option value="([^"]*)" selected/.exec(options);
    form[name] = decode(selected?.[1] ?? "");
  }
  return { ...form, ...changes };
}

/** Opens an editor, and returns its entries with changes. */
const open = async (client: Client, path: string, changes: Record<string, string> = {}) =>
  parseForm((await client.get(path)).text, changes);

const NEW_JOB = { title: "Baker", location: "Leeds", description: "You **bake** bread." };

async function publish(client: Client, path: string) {
  const { text } = await client.get(`${path}/check`);
  const seen = /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? "";
  return { text, response: await client.post(`${path}/publish`, { seen }) };
}

/** Creates a job for a company, and returns its path at the desk. */
async function draftJob(client: Client, changes: Record<string, string> = {}) {
  const { text } = await client.get("/positions/new");
  const [, uuid = ""] = /action="\/positions\/([^"]*)\/edit"/.exec(text) ?? [];
  const path = `/positions/${uuid}`;
  const form = parseForm(text, { ...NEW_JOB, do: "check", ...changes });
  return { uuid, path, response: await client.post(`${path}/edit`, form) };
}

const findCompany = (uuid: string) =>
  site.db
    .prepare("SELECT * FROM clients WHERE uuid = ?")
    .bind(uuid)
    .first<Record<string, string>>();

const findJob = (uuid: string) =>
  site.db
    .prepare("SELECT * FROM positions WHERE uuid = ?")
    .bind(uuid)
    .first<Record<string, string>>();

describe("a job", () => {
  test("is written, previewed and published with its questions in order", async () => {
    const ana = await signIn(getCompany(OURS).uuid);
    const question = (index: number, kind: string, label: string, options = "") => ({
      ...{ [`q${index}.label`]: label, [`q${index}.kind`]: kind, [`q${index}.stored`]: "{}" },
      ...{ [`q${index}.options`]: options, [`q${index}.required`]: "yes" },
    });
    const { uuid, path, response } = await draftJob(ana, {
      ...question(0, "one_of", "Which shift?", "Early\nLate"),
      ...question(1, "long_text", "Why?"),
      ...{ pay_min: "24000", pay_currency: "EUR", pay_unit: "year", requirements: "Patience" },
    });
    expect([response.status, response.headers.location]).toEqual([303, `${path}/check`]);
    expect(await findJob(uuid)).toBeNull();
    const { text } = await ana.get(`${path}/check`);
    const [, pagePath = ""] = /href="http[^"]*(\/alfar[^"]*)"/.exec(text) ?? [];
    const preview = await requestDesk(site.url, pagePath, { host: SITE_HOST });
    expect(preview.status).toBe(200);
    expect(preview.headers).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    });
    expect(preview.text).toContain("preview-notice");
    expect(preview.text).toMatch(/Which shift\?.*Why\?/s);
    expect(preview.text).not.toContain("<form");
    const without = await requestDesk(site.url, pagePath.replace(/\?.*/, ""), { host: SITE_HOST });
    expect(without.status).toBe(404);
    const forged = await requestDesk(site.url, `${pagePath.slice(0, -1)}x`, { host: SITE_HOST });
    expect(forged.status).toBe(404);

    const published = (await publish(ana, path)).response;
    expect(published.headers.location).toBe(`/positions/${uuid}?done=published`);
    const row = await findJob(uuid);
    expect(row).toMatchObject({ name: "Baker", slug: "baker", status: "open" });
    expect(row?.description).toBe("<p>You <strong>bake</strong> bread.</p>");
    expect(JSON.parse(row?.asks ?? "")).toMatchObject({
      fields: [
        { id: "email", kind: "email", required: true },
        { label: "Which shift?", kind: "one_of" },
        { label: "Why?", kind: "long_text" },
      ],
    });
    const page = await requestDesk(site.url, pagePath.replace(/\?.*/, ""), { host: SITE_HOST });
    expect([page.status, page.text.includes("<form")]).toEqual([200, true]);
    await ana.post(`/positions/${uuid}/delete`, { code: ana.code });
    expect(await findJob(uuid)).toBeNull();
  });

  test("keeps the typed text, and names each error", async () => {
    const ana = await signIn(getCompany(OURS).uuid);
    const { path, response } = await draftJob(ana, {
      title: "",
      pay_min: "lots",
      pay_currency: "EUR",
    });
    expect(response.status).toBe(422);
    expect(response.text).toContain('href="#title"');
    expect(response.text).toContain('href="#pay_min"');
    expect(response.text).toContain('value="lots"');
    expect((await ana.get(`${path}/check`)).headers.location).toBe(`${path}/edit`);
    expect(await open(ana, `${path}/edit`)).toMatchObject({ pay_min: "lots", location: "Leeds" });
  });

  test("does not change if it is published without edits", async () => {
    for (const company of site.companies) {
      const ana = await signIn(company.uuid);
      for (const { uuid, slug } of company.positions.slice(0, size(2, 100))) {
        const before = await findJob(uuid);
        const path = `/positions/${uuid}`;
        await ana.post(`${path}/edit`, await open(ana, `${path}/edit`, { do: "check" }));
        await publish(ana, path);
        const after = await findJob(uuid);
        const read = (row: typeof before) => ({
          ...row,
          revision: 0,
          asks: JSON.parse(row?.asks ?? "{}") as unknown,
          facts: JSON.parse(row?.facts ?? "{}") as unknown,
        });
        expect(read(after)).toMatchObject({ name: before?.name, slug: before?.slug });
        expect([slug, read(after).asks]).toEqual([slug, read(before).asks]);
        expect([slug, read(after).facts]).toEqual([slug, read(before).facts]);
        const words = (html = "") => html.replace(/\s+/g, "");
        expect([slug, words(after?.description)]).toEqual([slug, words(before?.description)]);
      }
    }
  });

  test("is not overwritten silently if two people edit it", async () => {
    const { uuid } = getPosition(OURS);
    const path = `/positions/${uuid}`;
    const [ana, ben] = [
      await signIn(getCompany(OURS).uuid),
      await signIn(getCompany(OURS).uuid, "Ben"),
    ];
    const [first, second] = [await open(ana, `${path}/edit`), await open(ben, `${path}/edit`)];
    await ana.post(`${path}/edit`, { ...first, title: "From Ana", do: "draft" });
    const late = await ben.post(`${path}/edit`, { ...second, title: "From Ben", do: "draft" });
    expect(late.status).toBe(409);
    expect(late.text).toContain("Ana saved this at");
    expect(late.text).toContain("Saved in the meantime: From Ana");
    const again = parseForm(late.text);
    expect(again.title).toBe("From Ben");
    expect((await ben.post(`${path}/edit`, { ...again, do: "draft" })).status).toBe(303);
    expect((await open(ana, `${path}/edit`)).title).toBe("From Ben");
  });

  test("is not published over someone else's later change", async () => {
    const [ana, ben] = [
      await signIn(getCompany(OURS).uuid),
      await signIn(getCompany(OURS).uuid, "Ben"),
    ];
    const { uuid, path } = await draftJob(ana);
    const { seen = "" } = parseForm((await ana.get(`${path}/check`)).text);
    const draft = async (client: Client, title: string) =>
      client.post(`${path}/edit`, await open(client, `${path}/edit`, { title, do: "draft" }));
    await draft(ben, "From Ben");
    const unseen = await ana.post(`${path}/publish`, { seen });
    expect([unseen.status, await findJob(uuid)]).toEqual([409, null]);
    await publish(ana, path);
    await draft(ana, "From Ana");
    await ben.post(`${path}/status`, { status: "closed" });
    expect((await publish(ana, path)).response.status).toBe(409);
    expect(await findJob(uuid)).toMatchObject({ name: "From Ben", status: "closed" });
  });

  test("has versions with their authors, and the last ten can be opened and published", async () => {
    const ana = await signIn(getCompany(OURS).uuid);
    const { uuid, path } = await draftJob(ana);
    await publish(ana, path);
    for (let change = 1; change <= 12; change += 1) {
      await ana.post(
        `${path}/edit`,
        await open(ana, `${path}/edit`, { title: `T${change}`, do: "check" }),
      );
      await publish(ana, path);
    }
    const { text } = await ana.get(`${path}/versions`);
    const numbers = [...text.matchAll(/edit\?version=(\d+)/g)].map(([, number]) => number);
    expect(numbers).toHaveLength(10);
    const old = await open(ana, `${path}/edit?version=${numbers.at(-1)}`, { do: "check" });
    expect(old.title).toBe("T2");
    await ana.post(`${path}/edit`, old);
    await publish(ana, path);
    expect(await findJob(uuid)).toMatchObject({ name: "T2" });
    const { text: log } = await ana.get("/log");
    expect(log).toContain("published changes to the job");
  });

  test("with a past closing date reopens only after the date is changed", async () => {
    const ana = await signIn(getCompany(OURS).uuid);
    const { uuid, path } = await draftJob(ana, {
      closes_at: "2020-01-01",
      published_at: "2019-12-01",
    });
    await publish(ana, path);
    const opened = await ana.post(`${path}/status`, { status: "open" });
    expect(opened.headers.location).toBe(`${path}/edit?done=choose-date#closes_at`);
    await ana.post(`${path}/edit`, await open(ana, `${path}/edit`, { closes_at: "", do: "check" }));
    await publish(ana, path);
    expect(await findJob(uuid)).toMatchObject({ status: "open" });
  });

  test("that is being edited survives the session's end", async () => {
    const ana = await signIn(getCompany(OURS).uuid);
    const path = `/positions/${getPosition(OURS).uuid}/edit`;
    const form = await open(ana, path, { title: `Typed "for" <ages>`, do: "draft" });
    await site.db.exec("DELETE FROM desk_sessions");
    const response = await ana.post(path, form);
    expect([response.status, response.text.includes("what you entered is still there")]).toEqual([
      403,
      true,
    ]);
    const { kept = "" } = parseForm(response.text);
    const resumed = await ana.post("/in", { kept, code: ana.code });
    expect(resumed.status).toBe(200);
    const again = parseForm(resumed.text);
    expect(again.title).toBe(form.title);
    expect((await ana.post(path, again)).headers.location).toBe(path);
    expect((await open(ana, path)).title).toBe(form.title);
  });
});

describe("a company's page", () => {
  test("is edited with its colours and previewed before publication", async () => {
    const { uuid, code } = getCompany(OURS);
    const ana = await signIn(uuid);
    const base = `/companies/${uuid}`;
    const changes = { description: "New words", accent: "#aa0000", do: "check" };
    const saved = await ana.post(`${base}/edit`, await open(ana, `${base}/edit`, changes));
    expect(saved.headers.location).toBe(`${base}/check`);
    const { text } = await ana.get(`${base}/check`);
    const [, path = ""] = new RegExp(`href="http[^"]*(/${code}[^"]*)"`).exec(text) ?? [];
    const preview = await requestDesk(site.url, path, { host: SITE_HOST });
    expect(preview.headers).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    });
    expect(preview.text).toContain("New words");
    expect(preview.text).toContain("--accent: #aa0000");
    const page = `/${code}/${uuid}`;
    expect((await requestDesk(site.url, page, { host: SITE_HOST })).text).not.toContain(
      "New words",
    );
    await publish(ana, base);
    await expect
      .poll(async () => (await requestDesk(site.url, page, { host: SITE_HOST })).text)
      .toContain("New words");
  });

  test("is unchanged if it is published without changes", async () => {
    const texts = `{"es-es":{"apply.submit":"Enviar"},"en":{"career.results":"{count} roles"}}`;
    await site.db.prepare("UPDATE clients SET texts = ?").bind(texts).run();
    for (const { uuid } of site.companies) {
      const ana = await signIn(uuid);
      const before = await findCompany(uuid);
      const path = `/companies/${uuid}`;
      await ana.post(`${path}/edit`, await open(ana, `${path}/edit`, { do: "check" }));
      expect((await publish(ana, path)).response.status).toBe(303);
      const after = await findCompany(uuid);
      expect({ ...after, revision: 0 }).toEqual({ ...before, revision: 0 });
    }
  });

  test("has custom texts, which are validated", async () => {
    const { uuid } = getCompany(OURS);
    const ana = await signIn(uuid);
    const path = `/companies/${uuid}`;
    const ownText = (index: number, key: string, text: string) => ({
      ...{ [`o${index}.key`]: key, [`o${index}.text`]: text, [`o${index}.language`]: "en" },
    });
    const edit = async (changes: Record<string, string>) =>
      ana.post(`${path}/edit`, await open(ana, `${path}/edit`, { ...changes, do: "check" }));
    const lacking = await edit({
      ...ownText(0, "career.results", "roles"),
      ...ownText(1, "apply.submit", "Go"),
    });
    expect(lacking.status).toBe(422);
    expect(lacking.text).toContain('href="#o0.text">Text 1 must have the same words in braces');
    const twice = await edit({
      ...ownText(0, "apply.submit", "Go"),
      ...ownText(1, "apply.submit", "No"),
    });
    expect(twice.text).toContain('href="#o1.text">Text 2 appears twice');
    await edit({ ...ownText(0, "apply.submit", "Go"), ...ownText(1, "apply.submit", "") });
    await edit({
      ...ownText(0, "career.results", "{count} roles"),
      ...ownText(1, "apply.submit", "Go"),
    });
    await publish(ana, path);
    const { texts } = (await findCompany(uuid)) ?? {};
    expect(JSON.parse(texts ?? "")).toEqual({
      en: { "career.results": "{count} roles", "apply.submit": "Go" },
    });
    const added = await ana.post(
      `${path}/edit`,
      await open(ana, `${path}/edit`, { do: "add-text" }),
    );
    expect(parseForm(added.text)["o2.language"]).toBe("es-es");
  });

  test.each([
    ["en", english],
    ["es", spanish],
  ])("offers the site's texts in %s to replace", (language, texts) => {
    const site = ownTextOptions(language).map(([key]) => [key, texts[key as keyof typeof texts]]);
    expect(ownTextOptions(language)).toEqual(site);
  });

  test("lists the policy's blanks, and can be created with them", async () => {
    const all = await signIn(null);
    const form = { name: "Nueva S.L.", country: "ES", language_default: "es-es" };
    const created = await all.post("/companies/new", form);
    const { location = "" } = created.headers;
    expect(location).toMatch(/^\/companies\/[0-9a-f-]{36}\/edit\?done=created$/);
    const { text } = await all.get(location);
    expect(text).toContain("{{razón social y domicilio}} (line 5)");
    expect((await all.get("/")).text).toContain("Your next steps: Nueva S.L.");
    const ana = await signIn(getCompany(OURS).uuid);
    expect((await ana.post("/companies/new", form)).status).toBe(404);
  });
});

describe("colleagues", () => {
  test("are invited with a code, and removed with their sessions", async () => {
    const { uuid } = getCompany(OURS);
    const ana = await signIn(uuid);
    const form = { name: "Carla", company: uuid, code: ana.code };
    expect((await ana.post("/colleagues", { ...form, code: "wrong" })).status).toBe(422);
    const { text } = await ana.post("/colleagues", form);
    const [, code = ""] = /<p class="code">([^<]+)</.exec(text) ?? [];
    const carla = deskClient(site);
    expect((await carla.signIn(code)).status).toBe(303);
    const who = code.slice(0, 5);
    expect((await ana.post(`/colleagues/${ana.code.slice(0, 5)}`, { code: ana.code })).status).toBe(
      404,
    );
    expect((await ana.post(`/colleagues/${who}`, { code: ana.code })).status).toBe(303);
    expect((await carla.get("/")).headers.location).toBe("/in");
  });
});

/** Requests to each route with another company's ids. The expected status is 404 by default. */
const ROUTES: Record<string, { status?: number; form?: Record<string, string> }> = {
  ...Object.fromEntries(
    [
      "GET /robots.txt",
      "GET /",
      "GET /in",
      "GET /applications",
      "GET /emails",
      "GET /log",
      "GET /sessions",
    ].map((key) => [key, { status: 0 }]),
  ),
  ...Object.fromEntries(
    ["GET /companies", "GET /colleagues", "POST /in", "POST /sessions/end", "POST /out"].map(
      (key) => [key, { status: 0 }],
    ),
  ),
  "GET /companies/new": {},
  "POST /companies/new": { form: { name: "X", country: "GB" } },
  "GET /positions/new": { status: 0 },
  "GET /positions/:id": {},
  "POST /positions/:id/status": { form: { status: "closed" } },
  "GET /positions/:id/export": {},
  "POST /positions/:id/export": { form: { kind: "csv" } },
  "GET /positions/:id/delete": {},
  "POST /positions/:id/delete": {},
  "GET /applications/:id": {},
  "POST /applications/:id/mark": { form: { mark: "closed" } },
  "POST /applications/:id/note": { form: { note: "mine", name: "X" } },
  "GET /applications/:id/cv": {},
  "GET /applications/:id/files/:index": {},
  "GET /applications/:id/delete": {},
  "POST /applications/:id/delete": {},
  "GET /applications/:id/reply": {},
  "POST /applications/:id/reply": { form: { do: "send", subject: "Hi", text: "Hi", name: "X" } },
  "GET /companies/:id/replies": {},
  "POST /companies/:id/replies": { form: { language: "en", reply_to: "x@example.org" } },
  "POST /applications/search": { status: 303, form: { search: "Only-For-Theirs" } },
  "POST /positions/:id/search": { form: { search: "Only-For-Theirs" } },
  "GET /positions/:id/numbers": {},
  "POST /chosen/mark": { status: 303, form: { mark: "closed" } },
  "POST /chosen/export": { status: 303, form: { kind: "csv" } },
  "POST /chosen/delete": { status: 303, form: { asked: "yes" } },
  "POST /colleagues": { form: { name: "X" } },
  "GET /emails/:id": {},
  "GET /emails/:id/html": {},
  "GET /colleagues/:who": {},
  "POST /colleagues/:who": {},
  ...Object.fromEntries(
    ["positions", "companies"].flatMap((part) =>
      ["GET edit", "POST edit", "GET check", "POST publish", "POST discard", "GET versions"].map(
        (route) => [
          route.replace(" ", ` /${part}/:id/`),
          { form: { ...NEW_JOB, do: "draft", name: "X" } },
        ],
      ),
    ),
  ),
};

describe("data", () => {
  const listRoutes = () =>
    desk.routes
      .filter(({ method }) => method === "GET" || method === "POST")
      .map(
        ({ method, path }) =>
          `${method} ${path.replace(/\{[^}]*\}+(?:\})?/g, "").replace(/\{.*?\}(?=\/|$)/g, "")}`,
      );

  test("has a case for every route of the desk", () => {
    expect([...new Set(listRoutes())].sort()).toEqual(Object.keys(ROUTES).sort());
  });

  test("of another company cannot be read or changed through any route", async () => {
    const application = await site.apply(THEIRS, { last_name: "Only-For-Theirs" });
    const [company, position] = [getCompany(THEIRS), getPosition(THEIRS)];
    const bea = await signIn(company.uuid, "Bea");
    const path = `/positions/${position.uuid}/edit`;
    await bea.post(path, await open(bea, path, { title: "Only-For-Theirs", do: "draft" }));
    const ana = await signIn(getCompany(OURS).uuid);
    const tables = [
      ...["clients", "positions", "drafts", "versions", "applications", "desk_codes", "channels"],
      ...["replies", "reply_settings", "notes"],
    ];
    const dump = async () =>
      JSON.stringify(
        await Promise.all(
          tables.map((table) =>
            site.db
              .prepare(`SELECT * FROM ${table}`)
              .all()
              .then(({ results }) => results),
          ),
        ),
      );
    const before = await dump();
    for (const [route, { status = 404, form = {} }] of Object.entries(ROUTES)) {
      if (/ \/(?:in|out|sessions\/end)$/.test(route)) continue;
      const [method, pattern = ""] = route.split(" ");
      const id = pattern.startsWith("/positions")
        ? position.uuid
        : pattern.startsWith("/companies")
          ? company.uuid
          : application;
      const path = pattern
        .replace(":id", id)
        .replace(":index", "0")
        .replace(":who", bea.code.slice(0, 5));
      const more = { id: application, company: company.uuid, code: ana.code, seen: "0.0" };
      const query =
        path === "/positions/new" ? `?company=${company.uuid}&from=${position.uuid}` : "";
      const response =
        method === "GET" ? await ana.get(path + query) : await ana.post(path, { ...more, ...form });
      const wanted = query === "" ? status : 404;
      if (wanted !== 0) expect([route, response.status]).toEqual([route, wanted]);
      expect([route, /Only-For-Theirs|Harbour Lane/.test(response.text)]).toEqual([route, false]);
    }
    expect(await dump()).toBe(before);
    // A new job or a copy cannot get the id of another company's job either.
    const stolen = { ...NEW_JOB, company: getCompany(OURS).uuid, seen: "0.0", do: "draft" };
    expect((await ana.post(path, stolen)).status).toBe(404);
    expect((await ana.post(`/companies/${randomUUID()}/edit`, stolen)).status).toBe(404);
    expect(await dump()).toBe(before);
  });

  test("is not changed by a form without the session's token, but its entries are preserved", async () => {
    const ana = await signIn(getCompany(OURS).uuid);
    const [job, company] = [getPosition(OURS).uuid, getCompany(OURS).uuid];
    for (const [route, { form = {} }] of Object.entries(ROUTES)) {
      const [method, pattern = ""] = route.split(" ");
      if (method === "GET" || pattern === "/in") continue;
      const id = pattern.startsWith("/companies") ? company : job;
      const path = pattern.replace(":id", id).replace(":who", "x");
      const refused = await ana.post(path, { ...form, token: "0".repeat(64) });
      const isKept = /\/(edit|reply|note)$|^\/companies\/new$/.test(path);
      const { name } = parseForm(refused.text);
      expect([route, refused.status, name]).toEqual([route, 403, isKept ? "X" : undefined]);
    }
  });
});
