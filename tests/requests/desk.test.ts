import { randomUUID } from "node:crypto";
import { deflateSync } from "node:zlib";
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DESK_API_KEY, startDeskSite, type DeskSite } from "../support/desk-site";
import { requestDesk, deskClient } from "../support/desk-client";
import { ADMIN_SECRET } from "../support/examples";
import { readZip } from "../support/zip";

let site: DeskSite;

const FERRIES = "ticket-office-assistant";
const POTTERY = "administracion-pedidos";
const DESIGNER = "disenadora-de-producto";
const SITE_HOST = "jobs.localhost";

beforeAll(async () => {
  site = await startDeskSite();
});
afterAll(() => site.stop());
beforeEach(() => site.db.exec("DELETE FROM desk_guesses; DELETE FROM desk_networks"));

const companyUuid = (slug: string) => site.findPosition(slug).company.uuid;
const positionUuid = (slug: string) => site.findPosition(slug).position.uuid;
const runSql = (sql: string) => site.db.prepare(sql).run();
const createClient = (address: string) => deskClient(site, { "CF-Connecting-IP": address });

async function signInFor(slug: string, headers?: Record<string, string>) {
  const client = deskClient(site, headers);
  await client.signIn(await site.createCode(companyUuid(slug), "Ana"));
  return client;
}

type SignedInClient = Awaited<ReturnType<typeof signInFor>>;

const applyAndSignIn = async (slug: string, changes: Record<string, string> = {}) => ({
  id: await site.apply(slug, changes),
  ana: await signInFor(slug),
});

const exportApplications = (
  client: SignedInClient,
  slug: string,
  kind: string,
  code = client.code,
) => client.post(`/positions/${positionUuid(slug)}/export`, { kind, code });

/** Returns the paths and values of desk forms that change or show a company's data. */
const formsFor = (id: string, code: string): [path: string, form: Record<string, string>][] => [
  [`/applications/${id}/mark`, { mark: "closed" }],
  [`/applications/${id}/note`, { note: "mine" }],
  [`/applications/${id}/delete`, { code }],
  [`/positions/${positionUuid(FERRIES)}/status`, { status: "closed" }],
  [`/positions/${positionUuid(FERRIES)}/export`, { kind: "csv", code }],
  ["/applications/search", { search: "600000000" }],
  ["/chosen/mark", { id, mark: "closed" }],
  ["/chosen/delete", { id, asked: "yes", code }],
  ["/chosen/export", { id, kind: "csv", code }],
];

/** Searches all applications and returns the list. */
const search = async (client: SignedInClient, text: string) => {
  const searched = await client.post("/applications/search", { search: text });
  return client.get(String(searched.headers.location));
};

const readRow = (id: string) =>
  site.db
    .prepare("SELECT mark, note FROM applications WHERE id = ?")
    .bind(id)
    .first<{ mark: string; note: string }>();

const removeTokens = (text: string) => text.replace(/[0-9a-f]{32,64}/g, "*");

describe("the sign-in page", () => {
  test("explains how to set up the desk if there is no sign-in code", async () => {
    const answered = await deskClient(site).get("/");
    expect(answered.status).toBe(503);
    expect(answered.text).toContain("npx puerta desk invite COMPANY");
    expect(answered.text).not.toContain("<form");
    const tried = await deskClient(site).post("/in", { code: "abcde-0123-4567-89ab-cdef-ghjk" });
    expect([tried.status, tried.headers["set-cookie"]]).toEqual([403, undefined]);
  });

  test("redirects to the requested page after a correct code", async () => {
    const code = (await site.createCode(companyUuid(FERRIES))).toUpperCase().replaceAll("-", " ");
    const ana = deskClient(site);
    const path = `/positions/${positionUuid(FERRIES)}`;
    expect((await ana.get(path)).headers.location).toBe(`/in?next=${encodeURIComponent(path)}`);
    const entered = await ana.post("/in", { code, next: path });
    expect([entered.status, entered.headers.location]).toEqual([303, path]);
    expect(entered.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^__Host-desk=[0-9a-f]{64}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect((await ana.get(path)).status).toBe(200);
  });

  test("refuses a sign-in code if any part of it is wrong", async () => {
    const code = await site.createCode(companyUuid(FERRIES));
    const other = await site.createCode(companyUuid(POTTERY));
    const last = code.endsWith("0") ? "1" : "0";
    for (const text of [
      ...[code.slice(0, -1) + last, code.slice(0, 5) + other.slice(5)],
      ...[`zzzzz${code.slice(5)}`, code.slice(0, 5), ""],
    ]) {
      const answered = await deskClient(site).post("/in", { code: text });
      expect([answered.status, answered.headers["set-cookie"]]).toEqual([403, undefined]);
      expect(answered.text).toContain("Check that you typed the whole sign-in code");
    }
  });

  test.each([
    ["an hour after the last use", "seen_at = seen_at - 3600000"],
    ["twelve hours after the session's start", "created_at = created_at - 43200000"],
  ])("keeps a note that is sent %s, and saves it after signing in", async (_, ago) => {
    const { id, ana } = await applyAndSignIn(FERRIES);
    await runSql(`UPDATE desk_sessions SET ${ago}`);
    expect((await ana.get("/")).headers.location).toBe("/in");
    const note = "Ring her </textarea>on";
    const answered = await ana.post(`/applications/${id}/note`, { note });
    expect(answered.status).toBe(403);
    expect(answered.text).toContain("Ring her &lt;/textarea&gt;on");
    await ana.post(`/applications/${id}/delete`, { code: ana.code });
    expect(await readRow(id)).toEqual({ mark: "new", note: "" });
    expect((await ana.get(`/applications/${id}/cv`)).bytes.toString()).not.toContain("%PDF");
    const kept = JSON.stringify({ path: `/applications/${id}/note`, entries: [["note", note]] });
    const entered = await ana.post("/in", { code: ana.code, kept });
    expect(entered.text).toContain(`action="/applications/${id}/note"`);
    expect(entered.text).toContain('name="note" value="Ring her &lt;/textarea&gt;on"');
    await ana.get("/");
    await ana.post(`/applications/${id}/note`, { note });
    expect((await readRow(id))?.note).toBe(note);
  });

  test("does not appear while the session is in use", async () => {
    const ana = await signInFor(FERRIES);
    for (let again = 0; again < 2; again += 1) {
      await runSql("UPDATE desk_sessions SET seen_at = seen_at - 3500000");
      expect((await ana.get("/")).status).toBe(200);
    }
  });

  test("appears after signing out, even with the session's cookie", async () => {
    const ana = await signInFor(FERRIES);
    const before = ana.cookie;
    const left = await ana.post("/out");
    expect([left.status, left.headers.location]).toEqual([303, "/in"]);
    expect(left.headers["set-cookie"]?.join()).toContain("__Host-desk=; Max-Age=0");
    const again = await requestDesk(site.url, "/", { headers: { Cookie: before } });
    expect(again.headers.location).toBe("/in");
  });
});

describe("another company's data", () => {
  const READS = (id: string, position: string) => [
    ...["", "?show=new", "/export", "/numbers"].map((rest) => `/positions/${position}${rest}`),
    ...["", "/cv", "/cv?open", "/files/0", "/files/0?open", "/delete"].map(
      (rest) => `/applications/${id}${rest}`,
    ),
  ];

  test("is 404, like unknown data", async () => {
    const id = await site.apply(FERRIES, { last_name: "Only-For-Ferries" });
    const ana = await signInFor(POTTERY);
    const unknown = READS(randomUUID(), randomUUID());
    for (const [index, path] of READS(id, positionUuid(FERRIES)).entries()) {
      const [answered, nothing] = [await ana.get(path), await ana.get(unknown[index] ?? "")];
      expect([path, answered.status]).toEqual([path, 404]);
      expect(removeTokens(answered.text)).toBe(removeTokens(nothing.text));
    }
    for (const path of ["/", "/log", "/applications"]) {
      expect((await ana.get(path)).text).not.toMatch(/Harbour|Ferries|Ticket office/);
    }
  });

  test("cannot be changed by forms or found by a search", async () => {
    const phone = "+34699111222";
    const id = await site.apply(FERRIES, { phone });
    const ours = await site.apply(POTTERY, { phone });
    const ana = await signInFor(POTTERY);
    for (const [path, form] of formsFor(id, ana.code)) {
      const { status, headers } = await ana.post(path, form);
      const isChosen = path.startsWith("/chosen/");
      if (isChosen) expect(headers.location).toBe("/applications?done=none-chosen");
      else if (path !== "/applications/search") expect([path, status]).toEqual([path, 404]);
    }
    const found = await search(ana, phone);
    expect([ours, id].map((text) => found.text.includes(text))).toEqual([true, false]);
    // A search in the list of another company's position.
    const path = `/positions/${positionUuid(FERRIES)}/search`;
    expect((await ana.post(path, { search: phone })).status).toBe(404);
    expect(await readRow(id)).toEqual({ mark: "new", note: "" });
    const status = site.db.prepare("SELECT status FROM positions WHERE uuid = ?");
    expect(await status.bind(positionUuid(FERRIES)).first("status")).toBe("open");
  });

  test("is visible with a sign-in code for all companies", async () => {
    const all = deskClient(site);
    await all.signIn(await site.createCode(null));
    const { text } = await all.get("/");
    for (const { name } of site.companies) expect(text).toContain(name);
  });
});

describe("a forged or oversized form", () => {
  test.each<[string, (own: string, other: string) => string]>([
    ["without a token", () => ""],
    ["with a made-up token", () => "0".repeat(64)],
    ["with the token of another session", (_, other) => other],
    ["with a truncated token", (own) => own.slice(0, -1)],
  ])("is refused %s", async (_, chooseToken) => {
    const id = await site.apply(FERRIES);
    const [ana, other] = [await signInFor(FERRIES), await signInFor(FERRIES)];
    const token = chooseToken(ana.token, other.token);
    for (const [path, form] of [...formsFor(id, ana.code), ["/out", {}] as const]) {
      expect([path, (await ana.post(path, { ...form, token })).status]).toEqual([path, 403]);
    }
    expect(await readRow(id)).toEqual({ mark: "new", note: "" });
    expect((await ana.get("/")).status).toBe(200);
  });

  test("is refused from another origin, even with a valid cookie and token", async () => {
    const headers = { Origin: "http://jobs.localhost" };
    const { id, ana } = await applyAndSignIn(FERRIES);
    const { code } = ana;
    expect((await ana.post(`/applications/${id}/delete`, { code }, headers)).status).toBe(403);
    expect(await readRow(id)).not.toBeNull();
    const entered = await deskClient(site).post("/in", { code }, headers);
    expect([entered.status, entered.headers["set-cookie"]]).toEqual([403, undefined]);
  });

  test("is refused if it exceeds the limit", async () => {
    const { id, ana } = await applyAndSignIn(FERRIES);
    const answered = await ana.post(`/applications/${id}/note`, { note: "x".repeat(300_000) });
    expect(answered.status).toBe(413);
    expect((await readRow(id))?.note).toBe("");
  });
});

describe("the desk's host", () => {
  test.each<Record<string, string>>([
    {},
    { "Puerta-Desk": "1" },
    { "Puerta-Desk": DESK_API_KEY },
    { "X-Forwarded-Host": "desk.localhost" },
  ])("is the only host with the desk, even with the headers %j", async (headers) => {
    const { id, ana } = await applyAndSignIn(FERRIES, { last_name: "Secret-Name" });
    for (const path of ["/in", `/applications/${id}`, "/applications", `/applications/${id}/cv`]) {
      const answered = await requestDesk(site.url, path, {
        host: SITE_HOST,
        headers: { ...headers, Cookie: ana.cookie },
      });
      expect([answered.status, path]).toEqual([404, path]);
      expect(answered.text).not.toMatch(/Secret-Name|%PDF|The desk/);
      expect(answered.headers["set-cookie"]).toBeUndefined();
    }
  });

  test("does not serve the API, company pages or system paths", async () => {
    const { company, position } = site.findPosition(FERRIES);
    const ana = await signInFor(FERRIES);
    const headers = { "X-Api-Key": DESK_API_KEY };
    for (const path of [
      `/api/v1/hiring/positions/${position.uuid}`,
      `/api/v1/account/clients/${company.uuid}/public`,
      `/${company.code}/${company.uuid}`,
      `/${company.code}/${position.slug}/${position.uuid}`,
      ...["/-/operator/applications", "/-/health", "/sitemap.xml", "/error", "/404"],
    ]) {
      const signedIn = await ana.get(path, headers);
      expect([signedIn.status, path]).toEqual([404, path]);
      expect(signedIn.text).toContain("have access to it");
      const signedOut = await requestDesk(site.url, path, { headers });
      expect([signedOut.status, signedOut.text]).toEqual([303, ""]);
    }
    for (const options of [
      { headers: { "Puerta-Desk": "0" } },
      ...["desk.localhost:8787", "DESK.localhost", "desk.localhost."].map((host) => ({ host })),
    ]) {
      expect((await requestDesk(site.url, "/", options)).headers.location).toBe("/in");
    }
  });

  test("cannot be reached at the platform without the desk's key", async () => {
    for (const key of ["1", "", `${DESK_API_KEY}x`]) {
      const answered = await site.askPlatform("/in", { "Puerta-Desk": key });
      expect(answered.status).toBe(401);
      expect(await answered.text()).not.toContain("<form");
    }
    const api = `/api/v1/hiring/positions/${positionUuid(FERRIES)}`;
    const bothKeys = { "Puerta-Desk": DESK_API_KEY, "X-Api-Key": DESK_API_KEY };
    expect((await site.askPlatform(api, bothKeys)).headers.get("Content-Type")).not.toMatch(/json/);
    expect((await site.askPlatform("/in", { "X-Api-Key": DESK_API_KEY })).status).toBe(404);
  });

  test("leads to log lines without ids, names or tokens", async () => {
    const { id, ana } = await applyAndSignIn(FERRIES, { last_name: "Secret-Name" });
    await ana.get(`/applications/${id}`);
    await ana.get(`/positions/${positionUuid(FERRIES)}`);
    await search(ana, "secret@example.org");
    await expect.poll(() => site.log.join("\n")).toContain('"route":"/applications/*"');
    const log = site.log.join("\n");
    for (const text of [id, positionUuid(FERRIES), "Secret-Name", "secret@example", ana.token]) {
      expect(log).not.toContain(text);
    }
  });
});

test.each<[string, (code: string) => Promise<unknown>]>([
  ["a wrong sign-in code", (code) => deskClient(site).post("/in", { code: `${code}x` })],
  [
    "a sign-in code, after too many tries",
    async (code) => {
      const ana = createClient("203.0.113.77");
      await ana.signIn(code);
      await runSql("UPDATE desk_guesses SET tries = 10");
      await ana.signIn(code);
    },
  ],
])("the desk logs one line without the code for %s", async (what, refuse) => {
  const code = await site.createCode(companyUuid(FERRIES));
  const before = site.log.length;
  await refuse(code);
  const lines = () => site.log.slice(before).filter((line) => line.includes("The desk refused"));
  await expect.poll(lines).toEqual([`The desk refused ${what}.`]);
  expect(site.log.slice(before).join()).not.toContain(code.slice(0, 5));
});

test("desk responses are not cached, cannot be framed, and load no scripts", async () => {
  const { id, ana } = await applyAndSignIn(FERRIES);
  const paths = ["/", "/in", "/nothing", `/applications/${id}`, `/applications/${id}/cv`, "/log"];
  for (const path of paths) {
    const { headers, text } = await ana.get(path);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "strict-transport-security": "max-age=31536000",
      "referrer-policy": "same-origin",
      "x-robots-tag": "noindex",
      "cross-origin-resource-policy": "same-origin",
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/script-src|unsafe|\*/);
    expect(text).not.toMatch(/<script|\son\w+=|javascript:/i);
  }
});

test("the desk shows times in the time zone that Cloudflare reports, or in UTC", async () => {
  const { id, ana } = await applyAndSignIn(FERRIES);
  const before = Date.now();
  const { text: utc } = await ana.get(`/applications/${id}`);
  const [time] = /\d\d:\d\d(?= UTC)/.exec(utc) ?? [];
  const times = [before - 60_000, before].map((ms) => new Date(ms).toISOString().slice(11, 16));
  expect(times).toContain(time);
  // The local runtime places all clients in the central United States.
  const { text } = await ana.get(`/applications/${id}`, { "CF-Ray": "1" });
  expect(text).toMatch(/\d\d:\d\d GMT-[56]/);
});

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

/** Sends a complete application with hostile texts to `DESIGNER`. */
const applyWithHostileTexts = (changes: Record<string, string> = {}) => {
  const answers = {
    email: "ana@example.org",
    cover_letter: `=HYPERLINK("https://evil.example")\r\n${HOSTILE}`,
    website: 'https://example.org/?a="><script>alert(2)</script>',
    incorporacion: "2027-01-11",
    salario: "29500.5",
    jornada: "completa",
    programas: ["rhino", "otro"],
    torno: false,
    equipo: { given: true, text: "Acepto que el equipo de diseño vea mi porfolio." },
    conservar: { given: false, text: "Guardad mis datos un año." },
    edad: "30_45",
  };
  const fields = JSON.stringify(Object.entries(answers).map(([id, value]) => ({ id, value })));
  const type = "text/html";
  const files = {
    cv: new File(["%PDF-1.7 cv"], '../"=cmd|.pdf', { type }),
    "file:porfolio": new File(["<script>alert(3)</script>"], "../../=cmd_.pdf", { type }),
  };
  // The position does not accept a source.
  const source = '{"ref":"a"}';
  const form = { first_name: HOSTILE, last_name: "=2+3", fields, source, ...changes };
  return site.apply(DESIGNER, form, files);
};

describe("an application", () => {
  test("appears with every kind of answer as escaped text", async () => {
    const id = await applyWithHostileTexts();
    const ana = await signInFor(DESIGNER);
    const { text } = await ana.get(`/applications/${id}`);
    expect(text).not.toMatch(/<script|<img/);
    for (const shown of [
      "&lt;script&gt;alert(1)&lt;/script&gt;",
      '<a href="mailto:ana@example.org">ana@example.org</a>',
      '<a href="https://example.org/?a=%22%3E',
      "2027-01-11",
      "29500.5",
      "Completa, de lunes a viernes",
      "Rhino, Otro",
      "<dd>No</dd>",
      "Yes: Acepto que el equipo de diseño vea mi porfolio.",
      "No: Guardad mis datos un año.",
      "De 30 a 45 años",
      "Cuántos días por semana",
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).toMatch(/<a href="tel:\+34600\d{6}">/);
    expect(text).not.toContain("<dt>Source</dt>");
    // Voluntary answers are in a collapsed section.
    const [, voluntary = "", after = ""] =
      /<details class="card">(.*)<\/details>(.*)/s.exec(text) ?? [];
    expect(text.split("De 30 a 45 años")).toHaveLength(2);
    expect(voluntary).toMatch(/^<summary><h2>Si nos quieres contar más.*De 30 a 45 años/s);
    expect(voluntary + after).not.toContain("29500.5");
    expect(text).toMatch(/<dt>Receipt<\/dt><dd>[0-9A-Z]{4}-[0-9A-Z]{4}<\/dd>/);
    // Only web addresses become links.
    await runSql("UPDATE applications SET fields = replace(fields, 'https:', 'javascript:')");
    const { text: without } = await ana.get(`/applications/${id}`);
    expect(without).toContain("javascript://example.org");
    expect(without).not.toMatch(/href="?\s*javascript/i);
  });

  const RISKY_FILE = "A file in this application may run a program when opened.";
  const COMPLEX_FILE = "A file in this application is too complex to be checked for programs.";
  const ROBOT = "This application may have been filled in by a bot.";

  test.each([
    ["active-file", [RISKY_FILE]],
    ["unchecked-file", [COMPLEX_FILE]],
    ["honeypot,later-word, active-file", [RISKY_FILE, ROBOT]],
    ["later-word", []],
  ])("has the right warnings for the site's suspicion flags: %s", async (suspect, warnings) => {
    await runSql("DELETE FROM applications");
    const source = JSON.stringify({ utm_source: "fair", ref: "a" });
    const id = await site.apply(FERRIES, { source }, {}, { "X-Puerta-Suspect": suspect });
    const ana = await signInFor(FERRIES);
    const { text } = await ana.get(`/applications/${id}`);
    const csv = await exportApplications(ana, FERRIES, "csv");
    expect(csv.text).toContain(",Warnings,");
    for (const shown of [text, csv.text]) expect(shown).toContain("utm_source fair, ref a");
    for (const warning of [RISKY_FILE, COMPLEX_FILE, ROBOT]) {
      const hasWarning = warnings.includes(warning);
      expect([text.includes(warning), csv.text.includes(warning)]).toEqual([
        hasWarning,
        hasWarning,
      ]);
    }
    expect(text + csv.text).not.toContain("later-word");
    const spanish = await ana.get(`/applications/${id}`, { "Accept-Language": "es-MX,es;q=0.9" });
    expect(spanish.text).toContain('<html lang="es">');
    const isRisky = warnings.includes(RISKY_FILE);
    expect(spanish.text.includes("podría ejecutar un programa")).toBe(isRisky);
  });

  test("has files that are served unchanged and only as downloads", async () => {
    const id = await applyWithHostileTexts();
    const ana = await signInFor(DESIGNER);
    const cv = await ana.get(`/applications/${id}/cv`);
    const portfolio = await ana.get(`/applications/${id}/files/0`);
    expect(cv.text).toBe("%PDF-1.7 cv");
    expect(portfolio.text).toBe("<script>alert(3)</script>");
    for (const { headers } of [cv, portfolio]) {
      expect(headers["content-type"]).toBe("application/octet-stream");
      expect(headers["content-disposition"]).toMatch(/^attachment; filename="[\w .=]+\.pdf"/);
      expect(headers["content-disposition"]).not.toContain("..");
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none'; sandbox; frame-ancestors 'none'",
      );
    }
    expect((await ana.get(`/applications/${id}/files/1`)).status).toBe(404);
    await site.bucket.delete(`cv/${id}`);
    const { status, text } = await ana.get(`/applications/${id}/cv`);
    expect([status, text.includes("This file is no longer here.")]).toEqual([404, true]);
  });

  test("is marked as seen when it is opened, and later has the chosen status", async () => {
    const source = JSON.stringify({ utm_source: "a-fair" });
    const { id, ana } = await applyAndSignIn(FERRIES, { source });
    const list = `/positions/${positionUuid(FERRIES)}`;
    expect((await ana.get(`${list}?show=new`)).text).toContain(id);
    expect((await readRow(id))?.mark).toBe("new");
    expect((await ana.get(`/applications/${id}`)).text).toContain("utm_source a-fair");
    expect((await readRow(id))?.mark).toBe("seen");
    for (const mark of ["answered", "closed", "new"]) {
      const answered = await ana.post(`/applications/${id}/mark`, { mark });
      const back = mark === "new" ? list : `/applications/${id}`;
      expect(answered.headers.location).toBe(`${back}?done=marked`);
      await ana.get(String(answered.headers.location));
      expect((await readRow(id))?.mark).toBe(mark);
    }
    expect((await ana.post(`/applications/${id}/mark`, { mark: "hired" })).status).toBe(404);
    expect((await ana.get(`${list}?show=answered`)).text).not.toContain(id);
  });

  test("accepts a note of 4,000 characters and returns a longer note for correction", async () => {
    const { id, ana } = await applyAndSignIn(FERRIES);
    const path = `/applications/${id}/note`;
    const longest = `\n<b>${"ñ".repeat(3990)}</b>`.trim();
    expect((await ana.post(path, { note: `${longest}\r\n` })).status).toBe(303);
    expect((await readRow(id))?.note).toBe(longest);
    expect((await ana.get(`/applications/${id}`)).text).toContain("&lt;b&gt;ñññ");
    const long = await ana.post(path, { note: "😀".repeat(4001) });
    expect(long.status).toBe(422);
    expect(long.text).toContain("😀".repeat(4001));
    expect(long.text).toContain("Your note is below");
    expect((await readRow(id))?.note).toBe(longest);
  });

  test("is deleted with its files after a confirmation", async () => {
    const [id, other] = [await applyWithHostileTexts(), await applyWithHostileTexts()];
    const ana = await signInFor(DESIGNER);
    const objects = async () => (await site.bucket.list()).objects.map(({ key }) => key);
    const confirmation = await ana.get(`/applications/${id}/delete`);
    expect(confirmation.text).toContain("Delete permanently?");
    expect(await objects()).toEqual(expect.arrayContaining([`cv/${id}`, `file/${id}/0`]));
    const deleted = await ana.post(`/applications/${id}/delete`, { code: ana.code });
    expect(deleted.headers.location).toBe(`/positions/${positionUuid(DESIGNER)}?done=deleted`);
    expect(await readRow(id)).toBeNull();
    const left = await objects();
    expect(left.filter((key) => key.includes(id))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining([`cv/${other}`, `file/${other}/0`]));
    const { results } = await site.db.prepare("SELECT * FROM unclaimed_cvs").all();
    expect(results).toEqual([]);
    expect((await ana.get(`/applications/${id}`)).status).toBe(404);
  });
});

describe("the inbox", () => {
  const chosen = (text: string) =>
    [...text.matchAll(/name="id" value="([^"]*)"/g)].map(([, id]) => id);

  test("finds applications by phone or email and deletes the selected applications", async () => {
    const phone = "+34677000111";
    const first = await applyWithHostileTexts({ phone });
    const second = await site.apply(POTTERY, { phone });
    const third = await site.apply(POTTERY, { phone: "+34677000222" });
    const ana = await signInFor(POTTERY);
    for (const who of ["+34 677 000 111", "0034677000111", "677 000-111"]) {
      const { text } = await search(ana, who);
      expect([first, second, third].map((id) => text.includes(id))).toEqual([true, true, false]);
    }
    expect((await search(ana, "ANA@example.org")).text).toContain(first);
    expect((await search(ana, "nobody@example.org")).text).toContain("No application matches");
    const id = [first, second];
    const confirmation = await ana.post("/chosen/delete", { id });
    expect(confirmation.text).toContain("This deletes these 2 applications");
    expect(confirmation.text).toContain('name="code"');
    const wrong = await ana.post("/chosen/delete", { id, asked: "yes" });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("This deletes these 2 applications");
    expect(await readRow(first)).not.toBeNull();
    const { code } = ana;
    const deleted = await ana.post("/chosen/delete", { id, asked: "yes", code });
    expect(deleted.headers.location).toBe("/applications?done=deleted");
    expect([await readRow(first), await readRow(second)]).toEqual([null, null]);
    expect(await readRow(third)).not.toBeNull();
  });

  test("finds names regardless of case, accents and apostrophes, including those stored by earlier versions", async () => {
    await runSql("DELETE FROM applications");
    const names = { first_name: "Zoë María", last_name: "O’Neill Núñez" };
    const [now, before] = [await site.apply(POTTERY, names), await site.apply(POTTERY, names)];
    const other = await site.apply(POTTERY, { last_name: "Aznar" });
    await site.db.prepare("UPDATE applications SET search = NULL WHERE id = ?").bind(before).run();
    const ana = await signInFor(POTTERY);
    for (const text of ["zoe", "NUNEZ", "o'neill", "O´NEILL zoë", "maría núñez", "nun"]) {
      expect([text, chosen((await search(ana, text)).text)]).toEqual([text, [before, now]]);
    }
    for (const text of ["100%", "_", "zoe ana", "\\"])
      expect([text, chosen((await search(ana, text)).text)]).toEqual([text, []]);
    const byName = await ana.get("/applications?sort=name");
    expect(chosen(byName.text)).toEqual([other, now, before]);
  });

  test("has no URL that shows another session's search", async () => {
    const [ana, bea] = [await signInFor(POTTERY), await signInFor(POTTERY)];
    const searched = await ana.post("/applications/search", { search: "Secret-Name" });
    const url = String(searched.headers.location);
    expect(url).toMatch(/^\/applications\?q=[\w-]{40,100}$/);
    expect((await ana.get(url)).text).toContain('value="Secret-Name"');
    expect((await bea.get(url)).text).toContain('name="search" value=""');
    expect((await ana.get("/applications?q=%00x")).status).toBe(200);
  });

  test("marks and exports the selected applications of several positions", async () => {
    await runSql("DELETE FROM applications");
    const id = [await site.apply(POTTERY), await applyWithHostileTexts()];
    const left = await site.apply(POTTERY);
    const ana = await signInFor(POTTERY);
    expect(chosen((await ana.get("/applications")).text)).toEqual([left, ...[...id].reverse()]);
    const back = "/applications?show=new&sort=oldest";
    const marked = await ana.post("/chosen/mark", { id, mark: "answered", back });
    expect(marked.headers.location).toBe(`${back}&done=marked`);
    expect(chosen((await ana.get(back)).text)).toEqual([left]);
    const reply = site.db.prepare(
      `INSERT INTO replies (id, application_id, client_uuid, kind, who, subject, text, reply_to, address, mailbox, created_at)
       VALUES (?, ?, ?, ?, '', '', '', '', '', '', '')`,
    );
    for (const [index, kind] of ["received", "invitation"].entries())
      await reply.bind(kind, id[index], companyUuid(POTTERY), kind).run();
    const unreplied = (await ana.get("/applications?show=unreplied")).text;
    expect(chosen(unreplied)).toEqual([left, id[0]]);
    expect(unreplied).toMatch(/No reply sent<span class="count"> 2</);
    const evil = await ana.post("/chosen/mark", { id, mark: "seen", back: "//evil.example" });
    expect(evil.headers.location).toBe("/applications?done=marked");
    const page = await ana.post("/chosen/export", { id, back });
    expect(page.text).toContain("Download voluntary answers");
    const csv = await ana.post("/chosen/export", { id, kind: "csv", code: ana.code });
    const [heading, ...rows] = csv.text
      .slice(1)
      .trim()
      .split(/\r\n(?=\d+,)/);
    expect(heading).toMatch(/^Number,Company,Job,Received,/);
    expect(rows.map((row) => row.split(",")[2])).toEqual(
      [POTTERY, DESIGNER].map((slug) => site.findPosition(slug).position.name),
    );
    expect(csv.text).not.toContain("De 30 a 45");
    const none = await ana.post("/chosen/export", { kind: "csv", code: ana.code });
    expect(none.headers.location).toBe("/applications?done=none-chosen");
  });
});

/** File contents, with the result of `?open`: a content type, or a page that names the active content. */
const CONTENTS: [content: string, shown: string][] = [
  ["%PDF-1.7", "application/pdf"],
  ["%PDF-1.7 <</OpenAction[3 0 R/XYZ null null 0]>>", "application/pdf"],
  ["%PDF-1.7 <</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>", "a script (JavaScript)"],
  ["%PDF-1.7 <</S/J#61vaScript>>", "a script (JavaScript)"],
  ["%PDF-1.7 <</AA<</O 5 0 R>>>>", "an action that runs"],
  ["%PDF-1.7 <</S/Launch/F(cmd.exe)>>", "a command that starts a program"],
  ["%PDF-1.7 <</Type/EmbeddedFile>>", "an attached file"],
  ["%PDF-1.7 <</S/SubmitForm>>", "a form that can send data"],
  ["%PDF-1.7 <</Encrypt 7 0 R>>", "encrypted parts"],
  [" %PDF-1.7", "can&#39;t be shown"],
  ["<script>alert(1)</script>%PDF-1.7", "can&#39;t be shown"],
  ["<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "can&#39;t be shown"],
  ["<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", "can&#39;t be shown"],
  ["MZ\u0090\0", "can&#39;t be shown"],
  ["PK\u0003\u0004", "can&#39;t be shown"],
  ["GIF89a/*<script>*/=alert(1)", "image/gif"],
  ["RIFF....WEBP<script>", "image/webp"],
];

const HOSTILE_NAMES = [
  HOSTILE,
  "<svg/onload=alert(1)>",
  "</title><script>alert(1)</script>",
  "</textarea><script>alert(1)</script>",
  "'\" autofocus onfocus=alert(1) x='",
  "&lt;script&gt;&#60;script&#62;",
  "javascript:alert(1)",
  "{{constructor.constructor('alert(1)')()}}",
  "${alert(1)}",
  "';DROP TABLE applications;--",
  "%' OR 1=1 --",
  "\\%_",
  "=HYPERLINK(1)",
  "a\r\nSet-Cookie: a=b",
  "\u202egnp.exe",
  "../../etc/passwd",
  "<!--",
  "]]>",
  "<a href=//evil.example>",
  "<base href=//evil.example>",
  "<meta http-equiv=refresh content=0>",
  "<form action=//evil.example>",
  "<iframe srcdoc=x>",
  "\ufeff<b>\u200b</b>",
  "😀".repeat(20),
];

/** Checks that a desk page has only the desk's elements, attributes and links. */
function expectClean(html: string) {
  const visit = (node: DefaultTreeAdapterTypes.ChildNode): string[] => {
    if (!("tagName" in node)) return [];
    const attributes = node.attrs.filter(
      ({ name, value }) =>
        /^(?:on|srcdoc|src$|http-equiv)/.test(name) ||
        (/^(?:href|action|formaction)$/.test(name) &&
          !/^(?:[/#?]|tel:|mailto:|data:,$)/.test(value)) ||
        value.startsWith("//"),
    );
    const isForeign = /^(?:script|img|svg|iframe|base|b|object|embed)$/.test(node.tagName);
    return [
      ...(isForeign ? [node.tagName] : []),
      ...attributes.map(({ name, value }) => `${node.tagName} ${name}=${value}`),
      ...node.childNodes.flatMap(visit),
    ];
  };
  expect(parse(html).childNodes.flatMap(visit)).toEqual([]);
}

test("hostile names and files inject nothing into the inbox, an application or a tab", async () => {
  await runSql("DELETE FROM applications");
  const count = Math.max(40, HOSTILE_NAMES.length + CONTENTS.length);
  const cases = Array.from({ length: count }, (_, index) => ({
    name: HOSTILE_NAMES[index % HOSTILE_NAMES.length] ?? "",
    content: CONTENTS[index % CONTENTS.length] ?? ["", ""],
  }));
  const ana = await signInFor(FERRIES);
  const check = async ({ name, content }: (typeof cases)[number]) => {
    const [bytes, shown] = content;
    const cv = new File([bytes], `${name}.pdf`, { type: "text/html" });
    const id = await site.apply(FERRIES, { first_name: name, last_name: name }, { cv });
    const page = await ana.get(`/applications/${id}`);
    expect([name, page.status]).toEqual([name, 200]);
    expectClean(page.text);
    const { headers, text } = await ana.get(`/applications/${id}/cv?open`);
    const type = String(headers["content-type"]);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["set-cookie"]).toBeUndefined();
    const policy = String(headers["content-security-policy"]);
    if (!/^(?:application|image)\//.test(shown)) {
      expect([content, type, text.includes(shown)]).toEqual([
        content,
        "text/html; charset=UTF-8",
        true,
      ]);
      expectClean(text);
      return;
    }
    expect([content, type, text]).toEqual([content, shown, bytes]);
    expect(headers["content-disposition"]).toMatch(
      /^inline; filename="[^"]*"; filename\*=UTF-8''[\w%.~!-]+$/,
    );
    expect(policy.includes("sandbox")).toBe(shown !== "application/pdf");
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
  };
  for (let from = 0; from < count; from += 8)
    await Promise.all(cases.slice(from, from + 8).map(check));
  expectClean((await ana.get("/applications")).text);
  expectClean((await ana.get("/applications?sort=name&all=1")).text);
  for (const name of HOSTILE_NAMES.slice(0, 8)) expectClean((await search(ana, name)).text);
});

test("a PDF with a script opens after a warning, and each opening is logged", async () => {
  const script = "%PDF-1.7 <</S/JavaScript>>";
  const id = await site.apply(FERRIES, {}, { cv: new File([script], "cv.pdf") });
  const ana = await signInFor(FERRIES);
  await runSql("DELETE FROM desk_log");
  const warning = await ana.get(`/applications/${id}/cv?open`);
  expect(warning.text).toContain(`href="/applications/${id}/cv?open=anyway"`);
  const opened = await ana.get(`/applications/${id}/cv?open=anyway`);
  expect([opened.headers["content-type"], opened.text]).toEqual(["application/pdf", script]);
  const { results } = await site.db.prepare("SELECT action FROM desk_log").all();
  expect(results).toEqual([{ action: "viewed" }]);
  // Only PDFs and pictures can be shown, even if the URL requests another file.
  const html = await site.apply(FERRIES, {}, { cv: new File(["<script>"], "cv.pdf") });
  const page = await ana.get(`/applications/${html}/cv?open=anyway`);
  expect(page.text).not.toContain("<script>");
});

test("warns of a script in a compressed object before a PDF opens", async () => {
  const pdf = Buffer.concat([
    Buffer.from("%PDF-1.7\n1 0 obj<</Type/ObjStm/Filter/FlateDecode>>stream\n"),
    deflateSync("1 0 <</S/JavaScript>>"),
    Buffer.from("\nendstream"),
  ]);
  const id = await site.apply(FERRIES, {}, { cv: new File([pdf], "cv.pdf") });
  const ana = await signInFor(FERRIES);
  const { text } = await ana.get(`/applications/${id}/cv?open`);
  expect(text).toContain("a script (JavaScript)");
});

test("a note shows its author, time and earlier texts", async () => {
  const id = await site.apply(FERRIES);
  // An earlier version stored only the text.
  await site.db.prepare("UPDATE applications SET note = 'First' WHERE id = ?").bind(id).run();
  const [ana, bea] = [await signInFor(FERRIES), deskClient(site)];
  await bea.signIn(await site.createCode(companyUuid(FERRIES), "Bea"));
  const path = `/applications/${id}`;
  expect((await ana.get(path)).text).not.toContain("earlier note");
  await ana.post(`${path}/note`, { note: "Second" });
  await bea.post(`${path}/note`, { note: "Third <b>" });
  await bea.post(`${path}/note`, { note: "Third <b>" });
  const { text } = await ana.get(path);
  expect(text).toMatch(/Third &lt;b&gt;<\/textarea><p class="soft small">Bea, <time/);
  expect(text).toContain("2 earlier notes");
  expect(text).toMatch(/Ana, <time.*Second.*First/s);
  for (let again = 0; again < 25; again += 1) await ana.post(`${path}/note`, { note: `${again}` });
  const rows = site.db.prepare("SELECT count(*) AS n FROM notes WHERE application_id = ?").bind(id);
  expect(await rows.first("n")).toBe(20);
  await ana.post(`${path}/delete`, { code: ana.code });
  expect(await rows.first("n")).toBe(0);
});

test("a position's figures count its stored applications by week and source", async () => {
  await runSql("DELETE FROM applications");
  const uuid = positionUuid(FERRIES);
  const insert = site.db.prepare(
    `INSERT INTO applications (id, position_uuid, first_name, last_name, created_at, source)
     VALUES (?, ?, 'Ana', 'N', ?, ?)`,
  );
  const stored: [createdAt: string, source: string | null][] = [
    ["2026-11-01T23:59:59.999Z", '{"utm_source":"fair","ref":"a"}'],
    ["2026-11-02T00:00:00.000Z", '{"ref":"a","utm_source":"fair"}'],
    ["2026-11-16T10:00:00.000Z", null],
  ];
  await site.db.batch(stored.map((values) => insert.bind(randomUUID(), uuid, ...values)));
  const { text } = await (await signInFor(FERRIES)).get(`/positions/${uuid}/numbers`);
  const rows = [...text.matchAll(/<th scope="row">(.*?)<\/th><td>(\d+)/g)].map(
    ([, name = "", count]) => [name.replace(/<[^>]*>/g, ""), count],
  );
  expect(rows).toEqual([
    ...[
      ["16 Nov 2026", "1"],
      ["9 Nov 2026", "0"],
      ["2 Nov 2026", "1"],
      ["26 Oct 2026", "1"],
    ],
    ...[
      ["ref a, utm_source fair", "2"],
      ["Not stated", "1"],
    ],
  ]);
  expect(text.match(/<rect /g)).toHaveLength(4);
});

describe("a position", () => {
  test("can be closed and reopened, which changes the site immediately", async () => {
    const { company, position } = site.findPosition("deckhand");
    const page = `/${company.code}/${position.slug}/${position.uuid}`;
    const view = (path: string) => requestDesk(site.url, path, { host: SITE_HOST });
    const pageStatus = async () => (await view(page)).status;
    const home = `/${company.code}/${company.uuid}`;
    const lists = [home, `${home}?lang=en`, `${home}/sitemap.xml`, `${home}/feed.json`];
    const other = site.findPosition("aprendiz-de-taller").company;
    const theirs = [`/${other.code}/${other.uuid}`, `/${other.code}/${other.uuid}/feed.json`];
    for (const path of [page, ...lists, ...theirs]) expect((await view(path)).status).toBe(200);
    const expectListed = async (isListed: boolean) => {
      for (const path of lists) {
        expect([path, (await view(path)).text.includes(position.uuid)]).toEqual([path, isListed]);
      }
    };
    await expectListed(true);
    expect(await pageStatus()).toBe(200);
    const ana = await signInFor("deckhand");
    const closed = await ana.post(`/positions/${position.uuid}/status`, { status: "closed" });
    expect(closed.headers.location).toBe(`/positions/${position.uuid}?done=closed`);
    expect(closed.headers["puerta-changed"]).toBeUndefined();
    expect(await pageStatus()).toBe(410);
    await expectListed(false);
    // The pages of other companies stay in the cache.
    for (const path of theirs) {
      expect((await view(path)).headers["cache-status"]).toMatch(/^Puerta; hit; ttl=\d+$/);
    }
    const { text } = await ana.get("/?done=closed");
    expect(text).toContain("The job is closed.");
    expect(text).toMatch(/value="open"[^>]*>Open</);
    await ana.post(`/positions/${position.uuid}/status`, { status: "open" });
    expect(await pageStatus()).toBe(200);
    await expectListed(true);
    const unknown = await ana.post(`/positions/${position.uuid}/status`, { status: "x" });
    expect(unknown.status).toBe(404);
  });

  test("is listed by name in the language's order", async () => {
    const row = (await site.db
      .prepare("SELECT * FROM positions WHERE uuid = ?")
      .bind(positionUuid(FERRIES))
      .first<Record<string, string>>()) ?? { uuid: "" };
    const names = ["albañil", "Ángela", "Nuez", "Ñu", "Zapatera"];
    const insert = site.db.prepare(
      `INSERT INTO positions (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row)
        .map(() => "?")
        .join(", ")})`,
    );
    const rows = [...names]
      .sort()
      .map((name) => ({ ...row, uuid: randomUUID(), slug: name, name }));
    await site.db.batch(rows.map((values) => insert.bind(...Object.values(values))));
    const ana = await signInFor(FERRIES);
    const { text } = await ana.get("/", { "Accept-Language": "es" });
    const found = [...text.matchAll(/<a href="\/positions\/[^"]*">([^<]*)/g)].map(
      ([, name]) => name,
    );
    expect(found.filter((name) => names.includes(name ?? ""))).toEqual(names);
    await site.db.batch(
      rows.map(({ uuid }) => site.db.prepare("DELETE FROM positions WHERE uuid = ?").bind(uuid)),
    );
  });

  test("lists 50 applications per page", async () => {
    const slug = "duty-manager";
    const uuid = positionUuid(slug);
    const insert = site.db.prepare(
      `INSERT INTO applications (id, position_uuid, first_name, last_name, created_at)
       VALUES (?, ?, 'Person', ?, '2026-11-20T10:00:00.000Z')`,
    );
    const ids = Array.from({ length: 101 }, () => randomUUID());
    await site.db.batch(ids.map((id, index) => insert.bind(id, uuid, `N${index}`)));
    const ana = await signInFor(slug);
    const listed = (text: string) => ids.filter((id) => text.includes(id));
    const linkTo = (text: string, rel: string) =>
      new RegExp(`rel="${rel}" href="([^"]*)"`).exec(text)?.[1]?.replaceAll("&amp;", "&");
    for (const sort of ["newest", "oldest", "name"]) {
      const first = `/positions/${uuid}?sort=${sort}`;
      const pages: string[][] = [];
      let last = "";
      for (let url: string | undefined = first; url !== undefined; url = linkTo(last, "next")) {
        last = (await ana.get(url)).text;
        pages.push(listed(last));
      }
      expect([sort, pages.map(({ length }) => length)]).toEqual([sort, [50, 50, 1]]);
      expect([sort, pages.flat().sort()]).toEqual([sort, [...ids].sort()]);
      const before = (await ana.get(linkTo(last, "prev") ?? "")).text;
      expect([sort, listed(before)]).toEqual([sort, pages[1]]);
      const start = (await ana.get(linkTo(before, "prev") ?? "")).text;
      expect([sort, listed(start), linkTo(start, "prev")]).toEqual([sort, pages[0], undefined]);
    }
    expect((await ana.get("/")).text).toContain("101 new");
    const csv = await exportApplications(ana, slug, "csv");
    expect(csv.text.split("\r\n")).toHaveLength(103);
  });
});

describe("a confirmation with the sign-in code", () => {
  const confirmAll = async (ana: SignedInClient, id: string, code: string) => [
    await ana.post(`/applications/${id}/delete`, { code }),
    await ana.post("/chosen/delete", { id, asked: "yes", code }),
    await exportApplications(ana, FERRIES, "csv", code),
  ];

  test("is refused, logged and counted if the code is wrong", async () => {
    const { id, ana } = await applyAndSignIn(FERRIES);
    // A code of another person at the same company is also wrong.
    const other = await site.createCode(companyUuid(FERRIES));
    await runSql("DELETE FROM desk_log");
    for (const code of ["", `${ana.code}x`, other]) {
      for (const answered of await confirmAll(ana, id, code)) {
        expect(answered.status).toBe(422);
        expect(answered.headers["content-disposition"]).toBeUndefined();
        expect(answered.text).toContain('id="error">Check that you typed the whole sign-in code');
        expect(answered.text).toMatch(/aria-describedby="error code-hint"/);
      }
    }
    expect(await readRow(id)).not.toBeNull();
    const logged = site.db.prepare("SELECT who, action, count(*) AS n FROM desk_log GROUP BY 1, 2");
    expect((await logged.all()).results).toEqual([{ who: "Ana", action: "refused", n: 9 }]);
    const tries = site.db.prepare("SELECT tries FROM desk_guesses WHERE source LIKE 'session %'");
    expect(await tries.first("tries")).toBe(9);
    await ana.post(`/applications/${id}/delete`);
    for (const answered of await confirmAll(ana, id, ana.code)) {
      expect([answered.status, answered.headers["retry-after"]]).toEqual([429, "900"]);
    }
    expect(await readRow(id)).not.toBeNull();
    // The limit does not affect other sessions.
    const again = deskClient(site);
    expect((await again.signIn(ana.code)).status).toBe(303);
    expect((await exportApplications(again, FERRIES, "csv", ana.code)).status).toBe(200);
  });

  test("is accepted despite wrong codes from other networks", async () => {
    const { id, ana } = await applyAndSignIn(FERRIES);
    const guess = `${ana.code.slice(0, 5)}-0000-0000-0000-0000-0000`;
    for (let again = 0; again < 11; again += 1) await deskClient(site).post("/in", { code: guess });
    // Reach the limits of the desk and the code. First delete the known networks, which are exempt.
    await runSql("DELETE FROM desk_networks");
    const full = site.db.prepare("INSERT OR REPLACE INTO desk_guesses VALUES (?, 200, ?)");
    const ends = Date.now() + 900_000;
    await full.bind("desk ", ends).run();
    await full.bind(`code ${ana.code.slice(0, 5)}`, ends).run();
    expect((await deskClient(site).signIn(ana.code)).status).toBe(429);
    const statuses = (await confirmAll(ana, id, ana.code)).map(({ status }) => status);
    expect(statuses).toEqual([303, 303, 200]);
    expect(await readRow(id)).toBeNull();
  });
});

describe("an export", () => {
  test("contains all values as CSV, with formulas escaped", async () => {
    await runSql("DELETE FROM applications");
    const id = await applyWithHostileTexts();
    const ana = await signInFor(DESIGNER);
    await ana.post(`/applications/${id}/note`, { note: "@SUM(A1)" });
    const csv = await exportApplications(ana, DESIGNER, "csv");
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(csv.headers["content-disposition"]).toContain("attachment;");
    expect([...csv.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [heading = "", ...rest] = csv.text.slice(1).split("\r\n");
    expect(heading).toMatch(/^Number,Received,Status,Receipt,First name,Last name,Phone,/);
    expect(heading).toContain("Email,Cover letter,Website,");
    const body = rest.join("\r\n");
    expect(body).toContain(`,'=2+3,'+34600`);
    expect(body).toContain(`"'=HYPERLINK(""https://evil.example"")\n`);
    expect(body).toContain("'@SUM(A1)");
    expect(body).toContain('"Rhino, Otro"');
    expect(body).not.toMatch(/(^|,)"?[=+\-@]/m);
  });

  test("contains the CSV and all files as ZIP, with safe and unique names", async () => {
    await runSql("DELETE FROM applications");
    const [complete, withoutCv] = [await applyWithHostileTexts(), await applyWithHostileTexts()];
    await site.bucket.delete(`cv/${withoutCv}`);
    const ana = await signInFor(DESIGNER);
    const zip = await exportApplications(ana, DESIGNER, "zip");
    expect(zip.headers["content-type"]).toBe("application/zip");
    const files = readZip(zip.bytes);
    const names = [...files.keys()];
    expect(names.slice(0, 2)).toEqual(["applications.csv", "voluntary.csv"]);
    expect(names).toHaveLength(6);
    for (const name of names.slice(2)) {
      expect(name).toMatch(/^files\/\d{4} [^/\\<>:"|?*\p{Cc}]+\/[^/\\<>:"|?*\p{Cc}]+$/u);
      expect(name).not.toContain("..");
    }
    expect(new Set(names.map((name) => name.split("/")[1])).size).toBe(3);
    const sheet = (name: string) => files.get(name)?.toString("utf8");
    expect(sheet("applications.csv")).not.toMatch(/De 30 a 45|edad/);
    expect(sheet("voluntary.csv")).toMatch(
      /^\uFEFFNumber,¿Qué edad tienes\?\r\n\d+,De 30 a 45 años\r\n\d+,De 30 a 45 años\r\n$/,
    );
    const texts = [...files.values()].map((bytes) => bytes.toString("utf8"));
    expect(texts.filter((text) => text === "%PDF-1.7 cv")).toHaveLength(1);
    expect(texts.filter((text) => text === "<script>alert(3)</script>")).toHaveLength(2);
    expect(texts).toContain("This file is no longer here.");
    expect(texts[0]).toContain("'=2+3");
    expect(await readRow(complete)).not.toBeNull();
  });
});

describe("the desk's log", () => {
  const listReads = async () => {
    const reads = site.db.prepare(
      "SELECT who, application_id AS id FROM desk_log WHERE action = 'read' ORDER BY number",
    );
    return (await reads.all<{ who: string; id: string }>()).results;
  };

  test("has one entry per person, application and quarter of an hour for reading it", async () => {
    const [id, other] = [await site.apply(FERRIES), await site.apply(FERRIES)];
    const ana = await signInFor(FERRIES);
    await runSql("DELETE FROM desk_log");
    const path = `/applications/${id}`;
    await Promise.all([ana.get(path), ana.get(path), ana.get(path)]);
    const marked = await ana.post(`${path}/mark`, { mark: "answered" });
    await ana.get(String(marked.headers.location));
    expect((await ana.post(`${path}/note`, { note: "x".repeat(4001) })).status).toBe(422);
    const first = [{ who: "Ana", id }];
    expect(await listReads()).toEqual(first);
    await ana.get(`/applications/${other}`);
    const each = [...first, { who: "Ana", id: other }];
    expect(await listReads()).toEqual(each);

    const moveBack = async (minutes: number) =>
      runSql(
        `UPDATE desk_reads SET at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '-${String(minutes)} minutes')`,
      );
    await moveBack(14);
    await ana.get(path);
    expect(await listReads()).toEqual(each);
    await moveBack(1);
    await Promise.all([ana.get(path), ana.get(path)]);
    expect(await listReads()).toEqual([...each, ...first]);
  });

  test.each([
    ["with codes of the same name", "Bea", /^Bea$/],
    ["with codes without a name", "", /^\d{4}-\d\d-\d\d$/],
  ])("has an entry for each of two people %s who read an application", async (_, name, who) => {
    const id = await site.apply(FERRIES);
    const people = [deskClient(site), deskClient(site)];
    for (const person of people)
      await person.signIn(await site.createCode(companyUuid(FERRIES), name));
    await runSql("DELETE FROM desk_log");
    for (const person of [...people, ...people]) await person.get(`/applications/${id}`);
    const reads = await listReads();
    expect(reads.map((read) => read.id)).toEqual([id, id]);
    for (const read of reads) expect(read.who).toMatch(who);
  });

  test("has an entry for each read through the admin API, whose callers are not distinguished", async () => {
    const id = await site.apply(FERRIES);
    await runSql("DELETE FROM desk_log");
    const headers = { Authorization: `Bearer ${ADMIN_SECRET}` };
    for (let again = 0; again < 2; again += 1) {
      await site.askPlatform(`/-/admin/applications/${id}`, headers);
    }
    expect(await listReads()).toEqual([
      { who: "admin", id },
      { who: "admin", id },
    ]);
  });

  test("contains people and actions without candidates' data or search terms", async () => {
    const phone = "+34688123123";
    const id = await site.apply(FERRIES, { phone, last_name: "Secret-Name" });
    const code = await site.createCode(companyUuid(FERRIES), "Ana in personnel");
    await runSql("DELETE FROM desk_log");
    const ana = deskClient(site);
    await ana.signIn(code);
    await ana.get(`/applications/${id}`);
    await ana.get(`/applications/${id}/cv`);
    await ana.post(`/applications/${id}/mark`, { mark: "answered" });
    await ana.post(`/applications/${id}/note`, { note: "A secret note" });
    await search(ana, phone);
    await exportApplications(ana, FERRIES, "csv");
    await ana.post(`/applications/${id}/delete`);
    await ana.post(`/applications/${id}/delete`, { code: ana.code });
    const { text } = await ana.get("/log");
    const entries = text.matchAll(/<strong>([^<]+)<\/strong> ([^<]+)</g);
    expect([...entries].map(([, who, action]) => `${who}: ${action}`)).toEqual(
      [
        ...["deleted permanently", "a wrong sign-in code was entered", "downloaded applications"],
        ...["searched for a person", "wrote a note", "marked an application"],
        ...["downloaded a file", "read an application", "signed in"],
      ].map((action) => `Ana in personnel: ${action}`),
    );
    const { results } = await site.db.prepare("SELECT * FROM desk_log").all();
    expect(text + JSON.stringify(results)).not.toMatch(/Secret-Name|688123123|secret note/);
    expect(text + JSON.stringify(results)).not.toContain(code.slice(0, 5));
    const other = await signInFor(POTTERY);
    expect((await other.get("/log")).text).not.toContain("Ana in personnel");
  });
});
