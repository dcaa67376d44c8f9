import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashKey } from "~/platform/src/deleted-keys";
import { parseCode } from "~/platform/src/companies/sign-in-code";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { puerta } from "../support/puerta-command";
import { isSigned, startReceiver } from "../support/receiver";

const FERRIES = "harbour-lane-ferries";
const TICKETS = "0f0230b8-5f38-4d1b-a0a2-70c7f6fe612c";
const PEDIDOS = "0db0b201-df40-4a01-875d-ffd020005fcd";
const SECRETS = { ADMIN_SECRET: "a".repeat(64), OPERATOR_SECRET: "b".repeat(64) };

let site: DeskSite;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-commands-"));
  site = await startDeskSite({
    platformVars: { ADMIN_SECRET: SECRETS.ADMIN_SECRET, DESK_URL: "https://desk.example" },
    vars: { OPERATOR_SECRET: SECRETS.OPERATOR_SECRET },
  });
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => puerta([...args, "--url", site.url], SECRETS);

async function runOk(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

test("puerta desk creates, lists and revokes access to the desk", async () => {
  expect(await runOk("desk", "list")).toContain("npx puerta desk invite");
  const output = await runOk("desk", "invite", "alfar-albufera", "--name", "Ana's");
  const code = parseCode(/^ {2}(\S+)$/m.exec(output)?.[1] ?? "");
  expect(output).toContain("Sign-in code for Alfar Albufera, shown only once");
  expect(output).toContain("Lee las candidaturas de Alfar Albufera en https://desk.example con");
  expect(output).toContain(`npx puerta desk revoke ${code?.id}`);
  expect(output).not.toContain("this computer");
  await runOk("desk", "invite", "alfar-albufera", "--email", "Ana@Acme.example");
  expect(await runOk("desk", "invite", "--all")).toContain("Read the applications to our");
  const listed = await runOk("desk", "list");
  expect(listed).toMatch(new RegExp(`${code?.id} {2}Alfar Albufera, created [-\\d]+, for Ana's`));
  expect(listed).toMatch(/^\w{5} {2}all companies, created [-\d]+$/m);
  expect(listed).toContain("ana@acme.example  Alfar Albufera, by Cloudflare Access");
  expect(listed).not.toContain(code?.secret);
  await runOk("desk", "revoke", code?.id ?? "");
  await runOk("desk", "revoke", "ana@acme.example");
  expect(await runOk("desk", "list")).not.toMatch(/Ana|ana@/);
});

test("puerta notify adds, tests, lists and removes a webhook", async () => {
  const receiver = await startReceiver();
  try {
    const set = await runOk("notify", "add", FERRIES, "--webhook", receiver.url);
    const secret = /whsec_\S+/.exec(set)?.[0] ?? "";
    expect(await runOk("notify", "list")).not.toContain(secret);
    expect(await runOk("notify", "test", FERRIES)).toBe(`${receiver.url}: delivered\n`);
    const [call] = receiver.calls;
    expect(call && isSigned(call, secret)).toBe(true);
    receiver.behaviours.push(401);
    const refused = await run("notify", "test", FERRIES);
    expect(refused).toMatchObject({ code: 1, stdout: `${receiver.url}: answer 401\n` });
    const mails = ["--hourly", "--email", "a@example.com", "b@example.com"];
    expect(await runOk("notify", "add", FERRIES, ...mails)).toContain("mail is not set up");
    const listed = await runOk("notify", "list");
    expect(listed).toMatch(
      new RegExp(`${FERRIES}: webhook ${receiver.url}, at once\n  .*1 pending`),
    );
    expect(listed).toContain(`${FERRIES}: email b@example.com, hourly\n  Not used yet`);
    await runOk("notify", "remove", FERRIES);
    expect(await runOk("notify", "list")).toContain("No company is notified");
  } finally {
    await receiver.stop();
  }
});

test("puerta applications lists, shows, saves and deletes a received application", async () => {
  const cv = new File(["%PDF-1.7"], "../Ana\u202e.pdf", { type: "application/pdf" });
  const id = await site.apply("ticket-office-assistant", { first_name: "Ana\u001b" }, { cv });
  const list = await runOk("applications", "list", "--company", FERRIES);
  expect(list).toContain(
    "Every application to this company has been delivered.\n1 application on the platform.\n#1  ",
  );
  expect(list).toContain("Harbour Lane Ferries, Ticket office assistant\n    Ana  Núñez, +34600");
  expect(await runOk("applications", "list", "--company", "alfar-albufera")).not.toContain("#1");
  const receipt = /#1 {2}(\S+)/.exec(list)?.[1] ?? "";
  const shown = await runOk("applications", "show", "1");
  expect(shown).toContain(`Id: ${id}`);
  for (const which of [id, receipt, receipt.toLowerCase().replace("-", ""), receipt.slice(0, 4)]) {
    expect(await runOk("applications", "show", which)).toBe(shown);
  }

  const into = join(folder, "one");
  const saved = await runOk("applications", "save", "1", into);
  expect(saved).toBe(`${join(into, "Ana.pdf")}\n${join(into, "application.json")}\n`);
  expect(await readFile(join(into, "Ana.pdf"), "utf8")).toBe("%PDF-1.7");
  expect((await stat(join(into, "Ana.pdf"))).mode & 0o777).toBe(0o600);
  const other = { field: "x", label: "X", name: "x.pdf", type: "", size: 1, sha256: "00" };
  const files = JSON.stringify([other]);
  await site.db.prepare("UPDATE applications SET files = ? WHERE id = ?").bind(files, id).run();
  await site.bucket.put(`file/${id}/0`, "x");
  const damaged = await run("applications", "save", "1", join(folder, "two"));
  expect(damaged).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing") as string });
  expect(await readdir(join(folder, "two"))).toEqual([]);

  const unconfirmed = await run("applications", "delete", "1");
  expect(unconfirmed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--yes") as string,
  });
  await runOk("applications", "delete", "1", "--yes");
  expect(await run("applications", "show", "1")).toMatchObject({ code: 1 });
});

test("puerta applications person saves and deletes one person's applications to a company", async () => {
  const insert = site.db.prepare(
    `INSERT INTO applications (id, position_uuid, first_name, last_name, phone, fields, cv_name, created_at, idempotency_key)
     VALUES (?, ?, 'Ana', 'S', ?, ?, NULL, '2026-11-01', ?)`,
  );
  const phone = "+447400212345";
  const email = JSON.stringify([{ id: "email", label: "E-mail", value: " Ana@Example.com" }]);
  const many = Array.from({ length: 200 }, (_, index) => `many-${index}`);
  await site.db.batch([
    insert.bind("mine", TICKETS, phone, "[]", "a-key"),
    ...many.map((id) => insert.bind(id, TICKETS, null, email, null)),
    insert.bind("mine-last", TICKETS, null, email, null),
    insert.bind("elsewhere", PEDIDOS, phone, email, "a-key"),
    insert.bind("another", TICKETS, "+17400212345", "[]", null),
  ]);
  const queue = "address, mailbox, created_at";
  await site.db.exec(
    `INSERT INTO confirmations (id, application_id, client_uuid, position_uuid, language, receipt_until, ${queue})
       VALUES ('cnf_1', 'mine', '', '', 'en', '', 'ana@example.org', '', '2026-11-01');`.replace(
      /\s+/g,
      " ",
    ),
  );
  await site.db.exec(
    `INSERT INTO replies (id, application_id, client_uuid, kind, who, subject, text, reply_to, ${queue})
       VALUES ('rpl_1', 'mine', '', 'own', 'Bea', 'Hi', 'Hello Ana', '', 'ana@example.org', '', '2026-11-02');`.replace(
      /\s+/g,
      " ",
    ),
  );
  const remainingIds = async () => {
    const { results } = await site.db.prepare("SELECT id FROM applications ORDER BY id").run();
    return results.map(({ id }) => id).filter((id) => !many.includes(String(id)));
  };
  const person = (...args: string[]) =>
    run("applications", "person", ...args, "--company", FERRIES);

  const national = await person("07400 212345", "--delete", "--yes");
  expect(national.stderr).toBe("Use the full phone number, starting with +.\n");
  const into = join(folder, "ana");
  const unconfirmed = await person("+44 7400 212345", "--save", into, "--delete");
  expect(unconfirmed.code).toBe(1);
  expect(unconfirmed.stdout).toContain("1 application of +44 7400 212345");
  expect(unconfirmed.stderr).toContain("This would delete 1 application");
  const [saved = ""] = await readdir(into, { recursive: true }).then((all) =>
    all.filter((name) => name.endsWith("application.json")),
  );
  const { emails } = JSON.parse(await readFile(join(into, saved), "utf8")) as { emails: unknown };
  expect(emails).toMatchObject([
    { kind: "confirmation", to: "ana@example.org", state: "waiting" },
    { kind: "own", who: "Bea", subject: "Hi", text: "Hello Ana", created_at: "2026-11-02" },
  ]);
  expect(await readdir(into)).toHaveLength(1);
  expect(await remainingIds()).toContain("mine");
  const deleted = await person("+44 7400 212345", "--delete", "--yes");
  expect(deleted.stdout).toContain("1 application deleted, with all files.\n\nNot searched:");
  const keys = (await site.db.prepare("SELECT hash FROM deleted_keys").run()).results;
  expect(keys).toContainEqual({ hash: await hashKey(TICKETS, "a-key") });
  // The platform lists 200 applications at a time.
  const { stdout } = await person("ana@example.com", "--delete", "--yes", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ isDeleted: true });
  expect(await remainingIds()).toEqual(["another", "elsewhere"]);
});

test.each([
  [["desk", "invite"], "Name a company, or add --all."],
  [["desk", "invite", "nobody"], "The platform has no company nobody. It has alfar-albufera, "],
  [["desk", "invite", "--all", "--email", "ana"], "email Invalid email"],
  [["desk", "revoke", "zzzzz"], "There is no sign-in code or address zzzzz."],
  [["notify", "add", FERRIES], "Add --webhook URL or --email ADDRESS."],
  [["notify", "add", FERRIES, "--webhook", "https://10.1.2.3/"], "must have a host name"],
  [["notify", "test", FERRIES], "is not notified yet"],
  [["applications", "person", "Ana"], "is neither a phone number nor an email address"],
  [["status", "--watch", "0"], "Enter a whole number above 0."],
])("puerta %j fails with a one-line error", async (args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("puerta applications list shows only received applications if the site is stopped", async () => {
  await site.kill();
  const { stdout } = await puerta(["applications", "list", "--persist-to", site.state]);
  expect(stdout).toContain("The site is stopped: only delivered applications are shown.\n");
  expect(stdout).toMatch(/^\d+ applications? on the platform\.\n/m);
});
