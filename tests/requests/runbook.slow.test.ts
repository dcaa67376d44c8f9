import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "~/scripts/local";
import {
  buildForm,
  applicationId,
  positionPath,
  createPdf,
  post,
} from "../support/application-form";
import { fakeClientUuid, startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { puerta } from "../support/puerta-command";
import { readReceipt, RECEIPT_STATUS, readReceiptStatus } from "../support/receipts";
import { runInEachObject } from "../support/run-in-objects";
import { startSite, type Site } from "../support/site";

/** The section "Incidents" in docs/operations.md. */
const RUNBOOK = readFileSync(join(ROOT, "docs", "operations.md"), "utf8")
  .split("\n## Incidents\n")[1]
  ?.split("\n## ")[0];

const SECRET = "a-secret-for-operators";
const NEW_KEY = "the-new-key";
const AT = "--url https://jobs.example";

let folder: string;
let platform: FakePlatform;
let site: Site;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-runbook-"));
  platform = await startFakePlatform({ apiKey: NEW_KEY });
});
afterAll(async () => {
  await site.stop();
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts or restarts the site with the same storage. */
async function deploy(version: string, vars: Record<string, string> = {}) {
  await (site as Site | undefined)?.stop();
  site = await startSite({
    platform: platform.url,
    persistTo: join(folder, "state"),
    version,
    // The delays are so long that there are no automatic retries.
    vars: { OPERATOR_SECRET: SECRET, RETRY_FIRST_MS: "3600000", RETRY_MAX_MS: "3600000", ...vars },
  });
}

/** Runs a command of the runbook. @param known values for the command's placeholders */
async function runCommand(command: string, known: Record<string, string> = {}) {
  expect(RUNBOOK).toContain(`npx puerta ${command}`);
  const values: Record<string, string> = { "https://jobs.example": site.url, ...known };
  const { code, stdout, stderr } = await puerta(
    command.split(" ").map((word) => values[word] ?? word),
    { OPERATOR_SECRET: SECRET, PLATFORM_API_KEY: NEW_KEY, ADMIN_SECRET: "" },
  );
  return { code, output: code === 0 ? stdout : stdout + stderr };
}

const status = () => runCommand(`status ${AT}`);
const list = () => runCommand(`applications list --waiting ${AT}`);

async function apply(name: string) {
  const form = buildForm({ first_name: name }, { bytes: createPdf(50_000), name: "cv.pdf" });
  const response = await post(site.url + positionPath("plain"), form);
  expect(response.status).toBe(303);
  const path = response.headers.get("Location") ?? "";
  const { "Número de candidatura": number = "" } = await readReceipt(site.url + path);
  return { id: applicationId(form), path, number };
}

test("the runbook's commands deliver or export every application after an outage", async () => {
  await deploy("with-new-key", { PLATFORM_API_KEY: NEW_KEY });
  expect((await fetch(site.url + positionPath("plain"))).status).toBe(200);
  const healthy = await status();
  expect(healthy.code).toBe(0);
  expect(healthy.output).toMatch(/; platform \d+ ms; /);
  expect(healthy.output).toMatch(/; version with-new-key$/m);

  await deploy("broken", { READ_TIMEOUT_MS: "soon" });
  expect(await status()).toMatchObject({
    code: 1,
    output: expect.stringContaining("The site answered 500.") as string,
  });

  // With an old key, forms are validated against the durable copy of the position.
  await deploy("with-old-key", { PLATFORM_API_KEY: "the-old-key" });
  expect(await status()).toMatchObject({
    code: 1,
    output: expect.stringMatching(/; platform does not answer \(unreachable, 401\); /) as string,
  });
  const [sent, exported, last] = [await apply("Ana"), await apply("Eva"), await apply("Leo")];
  await expect.poll(async () => (await status()).output).toMatch(/; waiting 3 since /);
  expect(site.log.join("\n")).toContain("check PLATFORM_URL, PLATFORM_API_KEY and ");
  expect((await list()).output).toContain("1 attempt, last answer 401; next attempt");

  platform.on("position").once.answer({ status: 200, body: { uuid: 7 } });
  platform.on("client").answer({ status: 200, body: { uuid: fakeClientUuid, name: 7 } });
  const known = { "https://platform.example/api/v1": platform.url, REF: fakeClientUuid };
  const checked = await runCommand("check https://platform.example/api/v1 --client REF", known);
  expect(checked.code).toBe(1);
  expect(checked.output).toContain("WRONG  name");
  platform.reset();

  await deploy("with-new-key", { PLATFORM_API_KEY: NEW_KEY });
  const send = (number: string) => runCommand(`applications send NUMBER ${AT}`, { NUMBER: number });
  expect((await send(sent.number)).output).toBe(`${sent.number}  It has been delivered.\n`);
  const why = "This position takes no more applications on Sundays.";
  platform.on("apply").answer({ status: 400, body: { detail: why } });
  // An application fails after its second refusal.
  for (const _ of [1, 2]) await send(exported.number);
  await expect.poll(async () => (await status()).output).toMatch(/; failed 1; /);
  const failed = { NUMBER: exported.number, FOLDER: join(folder, "by-hand") };
  expect((await runCommand(`applications show NUMBER ${AT}`, failed)).output).toContain(
    `The platform said: ${why}`,
  );
  await runCommand(`applications save NUMBER FOLDER ${AT}`, failed);
  expect((await readdir(failed.FOLDER)).sort()).toEqual(["application.json", "cv.pdf"]);
  expect((await runCommand(`applications drop NUMBER ${AT}`, failed)).output).toContain(
    "The application is dropped",
  );
  platform.on("apply").reset();
  expect((await runCommand(`applications send --all ${AT}`)).output).toContain("1 are due");

  await expect
    .poll(async () => (await list()).output)
    .toBe("Every application has been delivered.\n");
  expect(await readReceiptStatus(site.url + exported.path)).toBe(RECEIPT_STATUS.undelivered);
  expect(await readReceiptStatus(site.url + last.path)).toBe(RECEIPT_STATUS.delivered);
  expect(platform.applications.map(({ idempotencyKey }) => idempotencyKey).sort()).toEqual(
    [sent.id, last.id].sort(),
  );
  expect((await status()).code).toBe(0);
}, 300_000);

/** Damages the storage of the candidates with these first names. */
const DAMAGE = `
  const state = storage.kv.get("state");
  const { application } = state?.contents ?? {};
  if (application?.firstName === "Noa") storage.kv.put("state", "x");
  if (application?.firstName === "Max") return storage.deleteAll();
  if (application?.firstName === "Pia") {
    application.phone = application.phone.replace("1", "7");
    storage.kv.put("state", state);
  }
  return application?.firstName;`;

/** Moves due times back by two hours. */
const OVERDUE = `
  storage.sql.exec("CREATE TABLE IF NOT EXISTS undelivered (dueAt)");
  storage.sql.exec("UPDATE undelivered SET dueAt = dueAt - 7200000");`;

/** Overwrites the database of a candidate's object. The site must be stopped. */
async function overwriteDatabase(state: string, names: unknown[], name: string) {
  const objects = join(state, "v3", "do", "puerta-ApplicationObject");
  const files = (await readdir(objects)).filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file));
  const file = join(objects, files[names.indexOf(name)] ?? "");
  for (const more of ["-wal", "-shm"]) await rm(file + more, { force: true });
  await writeFile(file, "damaged ".repeat(1024));
}

test("the runbook's commands clear lost, damaged and unreadable applications", async () => {
  platform.on("apply").answer({ status: 503 });
  await deploy("before-damage", { PLATFORM_API_KEY: NEW_KEY });
  const [zoe, noa, max, pia] = [
    await apply("Zoe"),
    await apply("Noa"),
    await apply("Max"),
    await apply("Pia"),
  ];
  await expect.poll(async () => (await status()).output).toMatch(/; waiting 4 since /);
  await site.stop();
  const state = join(folder, "state");
  const names = await runInEachObject(state, "ApplicationObject", { body: DAMAGE });
  await overwriteDatabase(state, names, "Zoe");
  await runInEachObject(state, "UndeliveredIndex", { body: OVERDUE });
  platform.on("apply").reset();
  await deploy("after-damage", { PLATFORM_API_KEY: NEW_KEY });

  await expect
    .poll(status)
    .toMatchObject({ code: 1, output: expect.stringMatching(/; lost 1; overdue 2; /) as string });
  const act = async (verb: string, { number }: { number: string }) =>
    (await runCommand(`applications ${verb} NUMBER ${AT}`, { NUMBER: number })).output;
  for (const unreadable of [zoe, noa]) {
    expect(await act("show", unreadable)).toContain(`${unreadable.number}  unreadable`);
    expect(site.log.join("\n")).toContain(`Application ${unreadable.number} cannot be read`);
    expect(await act("drop", unreadable)).toContain("The application is dropped");
  }
  expect(await act("show", max)).toContain(`${max.number}  lost`);
  expect(site.log.join("\n")).toContain(`Application ${max.number} is lost: its storage is empty`);
  expect(await act("drop", max)).toContain("The application is dropped");

  expect(await act("send", pia)).toContain("It is not delivered");
  expect((await list()).output).toContain("the stored form is damaged");
  expect(await readReceiptStatus(site.url + pia.path)).toBe(RECEIPT_STATUS.undelivered);
  expect(await act("drop", pia)).toContain("The application is dropped");
  expect((await list()).output).toBe("Every application has been delivered.\n");
  const { code, output } = await status();
  expect([code, output]).toEqual([0, expect.not.stringMatching(/overdue|lost/)]);
}, 300_000);
