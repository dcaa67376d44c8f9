import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildForm, post } from "../support/application-form";
import { deskClient } from "../support/desk-client";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { ADMIN_SECRET } from "../support/examples";
import { puerta } from "../support/puerta-command";

// Locally, emails are stored and shown at the desk.

/** A company and its position without questions, which gets an email field here. */
const TICKETS = "ticket-office-assistant";
const OTHER = "disenadora-de-producto";

const SECRETS = { ADMIN_SECRET, OPERATOR_SECRET: "b".repeat(64) };

let site: DeskSite;

beforeAll(async () => {
  site = await startDeskSite({
    platformVars: { EMAIL_URL: "catcher:", SITE_URL: "https://jobs.example" },
    vars: { OPERATOR_SECRET: SECRETS.OPERATOR_SECRET },
  });
  await site.db
    .prepare("UPDATE positions SET asks = ? WHERE slug = ?")
    .bind('{"fields":[{"id":"email","kind":"email"}]}', TICKETS)
    .run();
});
afterAll(() => site.stop());

const signIn = async (slug: string) => {
  const client = deskClient(site);
  await client.signIn(await site.createCode(site.findPosition(slug).company.uuid, "Ana"));
  return client;
};

test("shows the confirmation of an application in the page's language", async () => {
  const { company, position } = site.findPosition(TICKETS);
  const page = `${site.url}/${company.code}/${TICKETS}/${position.uuid}?lang=es-mx`;
  const html = await (await fetch(page)).text();
  const field = (name: string) =>
    new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? "";
  const form = buildForm({
    ...{ application_id: field("application_id"), csrf_access_token: field("csrf_access_token") },
    ...{ first_name: "Ana", phone: "+447400123456", "field-email": "ana@example.org" },
  });
  const sent = await post(page, form);
  expect(sent.status).toBe(303);
  const receipt = new URL(sent.headers.get("Location") ?? "", site.url);
  expect(await (await fetch(receipt)).text()).toContain("al correo que indicaste");

  const ana = await signIn(TICKETS);
  await expect.poll(async () => (await ana.get("/emails")).text).toContain("ana@example.org");
  const list = (await ana.get("/emails")).text;
  const path = /href="(\/emails\/cnf_[0-9a-f]+)"/.exec(list)?.[1] ?? "";
  expect(list).toContain("Sent");

  const { text } = await ana.get(path);
  expect(text).toContain("Hola, Ana:");
  expect(text).toContain(receipt.searchParams.get("receipt"));
  const shown = await ana.get(`${path}/html`);
  expect(shown.text).toContain('<html lang="es-MX">');
  expect(shown.headers["content-security-policy"]).toContain("sandbox");
  const id = /href="\/applications\/([^"]+)"/.exec(list)?.[1] ?? "";
  expect((await ana.get(`/applications/${id}`)).text).toContain("Confirmation email");

  const other = await signIn(OTHER);
  expect((await other.get("/emails")).text).not.toContain("ana@example.org");
  for (const address of [path, `${path}/html`]) {
    expect((await other.get(address)).status).toBe(404);
  }
});

test("shows the sample of puerta notify test in the company's language", async () => {
  const { company } = site.findPosition(OTHER);
  const test = ["notify", "test", company.code, "--to", "you@example.com", "--url", site.url];
  expect(await puerta(test, SECRETS)).toMatchObject({
    code: 0,
    stdout: "Emails (catcher, jobs@example.com): sample sent to you@example.com\n",
  });
  const desk = await signIn(OTHER);
  const path = /href="(\/emails\/tst_[0-9a-f]+)"/.exec((await desk.get("/emails")).text)?.[1] ?? "";
  expect((await desk.get(path)).text).toContain("Esto es una prueba. Nadie se ha inscrito.");
});

test("explains on the list of jobs and on the page about emails why emails wait", async () => {
  const failed = new Date().toISOString();
  await site.db
    .prepare(
      "INSERT OR REPLACE INTO email_state (id, failed_at, failure) VALUES (1, ?, 'password 535')",
    )
    .bind(failed)
    .run();
  const ana = await signIn(TICKETS);
  for (const path of ["/", "/emails"]) {
    expect((await ana.get(path)).text).toContain("refuses the user name or password (535)");
  }
  const status = await puerta(["status", "--url", site.url], SECRETS);
  expect(status.stdout).toContain("the mail server refuses EMAIL_USER or EMAIL_PASSWORD (535)");
  expect(status.code).toBe(1);
});

describe("an email to a candidate", () => {
  beforeEach(() => site.db.exec("DELETE FROM email_state"));

  const applyWith = (email: string, changes: Record<string, string> = {}) =>
    site.apply(TICKETS, { fields: JSON.stringify([{ id: "email", value: email }]), ...changes });
  const entry = (text: string, name: string) =>
    new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1] ?? "";
  const replies = async (id: string) => {
    const sql = "SELECT * FROM replies WHERE application_id = ?";
    return (await site.db.prepare(sql).bind(id).all<Record<string, string>>()).results;
  };

  test("is written from a template, previewed, and sent once despite a double click or Back", async () => {
    const id = await applyWith("zoe@example.org", { first_name: "Zoe" });
    const zoe = await signIn(TICKETS);
    const path = `/applications/${id}`;
    const { text: form } = await zoe.get(`${path}/reply?kind=invitation&language=es-mx`);
    expect(form).toContain("Hola, Zoe:");
    expect(form).toContain("Replies go to jobs@example.com.");
    const typed = {
      ...{ id: entry(form, "id"), kind: "invitation", language: "es-mx" },
      ...{ subject: "Nos  vemos", text: "Hola {name}\r\n<b>¿El lunes?</b>" },
    };
    const wrong = await zoe.post(`${path}/reply`, { ...typed, text: "Hola {nombre}", do: "check" });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("cannot be filled in: {nombre}");
    const { text: check } = await zoe.post(`${path}/reply`, { ...typed, do: "check" });
    expect(check).toContain("<dd>Hola Zoe\n&lt;b&gt;¿El lunes?&lt;/b&gt;</dd>");
    expect(await replies(id)).toEqual([]);
    const send = { ...typed, text: "Hola Zoe\r\n<b>¿El lunes?</b>", do: "send" };
    const sent = await Promise.all([
      zoe.post(`${path}/reply`, send),
      zoe.post(`${path}/reply`, send),
    ]);
    await zoe.post(`${path}/reply`, send);
    expect(sent.map(({ headers }) => headers.location)).toEqual(
      Array.from({ length: 2 }, () => `${path}?done=replied`),
    );
    expect(await replies(id)).toMatchObject([{ kind: "invitation", who: "Ana", reply_to: "" }]);
    await expect.poll(async () => (await replies(id))[0]?.state).toBe("sent");

    const { text: page } = await zoe.get(path);
    expect(page).toMatch(/Invitation <span class="tag tag-open">Sent<\/span>.*by Ana/s);
    expect(page).toMatch(/aria-pressed="true">Answered/);
    expect((await zoe.get("/log")).text.match(/wrote to a candidate/g)).toHaveLength(1);
    const stored = await zoe.get(`/emails/${String((await replies(id))[0]?.id)}`);
    expect(stored.text).toContain("Hola Zoe\n&lt;b&gt;");
    expect(stored.text).not.toContain("Show as a mail program would");
    // After Back, a different text is a new email.
    await zoe.post(`${path}/reply`, { ...send, text: "Mejor el martes" });
    expect(await replies(id)).toHaveLength(2);
    await zoe.post(`${path}/delete`, { code: zoe.code });
    expect(await replies(id)).toEqual([]);
  });

  test("uses the company's templates and reply address", async () => {
    const { uuid } = site.findPosition(TICKETS).company;
    const ana = await signIn(TICKETS);
    const path = `/companies/${uuid}/replies`;
    const form = {
      ...{ language: "fr", reply_to: "jobs@acme.example" },
      ...{ "rejection.subject": "Non", "rejection.text": "Non, {name}. {company}" },
    };
    for (const [name, value, error] of [
      ["reply_to", "jobs@acme", "Reply-to address is not valid"],
      [
        "rejection.text",
        "Non, {nom}",
        "Rejection: Text has words in braces that cannot be filled in: {nom}",
      ],
      ["rejection.subject", "x".repeat(201), "Rejection: Subject is too long"],
    ] as const) {
      const refused = await ana.post(path, { ...form, [name]: value });
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(error)]);
      expect(refused.text).toContain(value);
    }
    expect((await ana.post(path, form)).headers.location).toBe(`${path}?language=fr&done=saved`);
    const id = await applyWith("eva@example.org", { first_name: "Eva" });
    const reply = `/applications/${id}/reply`;
    const { text } = await ana.get(`${reply}?kind=rejection&language=fr`);
    expect(text).toMatch(/Replies go to<\/dt><dd>jobs@acme\.example/);
    expect(text).toContain("Non, Eva. Harbour Lane Ferries");
    // Empty templates fall back to the defaults, and languages are independent.
    await ana.post(path, { ...form, language: "de", "rejection.text": "" });
    expect((await ana.get(`${reply}?kind=rejection&language=de`)).text).toContain("Guten Tag Eva,");
    expect((await ana.get(`${reply}?kind=rejection&language=fr`)).text).toContain("Non, Eva.");
  });

  test("is not offered without an address or settings, and is marked if its address was refused", async () => {
    const ana = await signIn(TICKETS);
    const show = async (id: string) => (await ana.get(`/applications/${id}`)).text;
    const none = await site.apply(TICKETS);
    expect(await show(none)).toContain("This application has no email address.");
    const wrong = await applyWith("ana@exmaple");
    expect(await show(wrong)).toMatch(/delivered to this address.*mailto:ana@exmaple.*tel:/s);
    expect((await ana.get(`/applications/${wrong}/reply`)).headers.location).toBe(
      `/applications/${wrong}`,
    );
    const refused = await applyWith("bea@example.org");
    await site.db
      .prepare(
        "UPDATE confirmations SET state = 'refused', result = 'recipient 550' WHERE application_id = ?",
      )
      .bind(refused)
      .run();
    expect(await show(refused)).toContain("The mail server has refused this address.");
  });

  test("survives the session's end, and is previewed again before it is sent", async () => {
    const id = await applyWith("kim@example.org");
    const ana = await signIn(TICKETS);
    const path = `/applications/${id}/reply`;
    await site.db.exec("DELETE FROM desk_sessions");
    const response = await ana.post(path, { subject: "Hi", text: "Long text", do: "send" });
    expect(response.status).toBe(403);
    const kept = entry(response.text, "kept").replaceAll("&quot;", '"');
    const resumed = await ana.post("/in", { kept, code: ana.code });
    expect(resumed.text).toMatch(/name="do" value="check"/);
    expect(resumed.text).toContain('value="Long text"');
    expect(await replies(id)).toEqual([]);
  });
});
