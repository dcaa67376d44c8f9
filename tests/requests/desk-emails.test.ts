import { afterAll, beforeAll, expect, test } from "vitest";
import { buildForm, post } from "../support/application-form";
import { deskClient } from "../support/desk-client";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { ADMIN_SECRET } from "../support/examples";
import { puerta } from "../support/puerta-command";

// A local run: emails are kept, and the desk shows them.

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

test("shows the confirmation of a form that was sent on the site, in the page's language", async () => {
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

test("keeps the sample of puerta notify test in the company's language", async () => {
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

test("says on the list of jobs and on the page about emails why they wait", async () => {
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
