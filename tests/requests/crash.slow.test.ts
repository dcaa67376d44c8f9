import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import {
  ANSWERS,
  buildForm,
  applicationId,
  positionPath,
  createPdf,
  post,
  sha256,
} from "../support/application-form";
import {
  receivedContents,
  addAllFields,
  buildFullForm,
  EXPECTED_CONTENTS,
} from "../support/fields";
import { runInEachObject } from "../support/run-in-objects";
import { startSite, type Site } from "../support/site";
import { startSites } from "../support/sites-for-file";

let state: string;
/** The sites that must be stopped after each test. */
let sites: Site[] = [];

const { platform } = await startSites({});
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "puerta-state-"));
  return async () => {
    for (const site of sites) await site.stop();
    sites = [];
    await rm(state, { recursive: true, force: true });
  };
});

/** Starts a site with the state of the previous sites. */
async function start(vars: Record<string, string> = {}) {
  const site = await startSite({
    platform: platform.url,
    persistTo: state,
    vars: {
      READ_TIMEOUT_MS: "500",
      APPLY_TIMEOUT_MS: "1000",
      RETRY_FIRST_MS: "200",
      RETRY_MAX_MS: "800",
      ...vars,
    },
  });
  sites.push(site);
  return site;
}
const cv = { bytes: createPdf(300_000), name: "cv.pdf" };

/** The delay before the second attempt, in ms. It leaves time to kill the site. */
const WAIT_MS = 1500;

/** Sends a form while the platform is down, kills the site and deletes the runtime's list of alarms. */
async function sendAndLoseAlarm(form: FormData): Promise<void> {
  platform.on("apply").drop();
  const site = await start({ RETRY_FIRST_MS: String(WAIT_MS), RETRY_MAX_MS: String(WAIT_MS) });
  const response = await post(site.url + positionPath("questions"), form);
  expect(response.status).toBe(303);
  await site.kill();
  platform.on("apply").reset();
  const folder = join(state, "v3", "do", "puerta-ApplicationObject");
  const lists = (await readdir(folder)).filter((name) => name.includes("metadata"));
  expect(lists).not.toEqual([]);
  for (const name of lists) await rm(join(folder, name));
}

/** Script that moves all due times in the undelivered index back by an hour. */
const OVERDUE = `
  storage.sql.exec("CREATE TABLE IF NOT EXISTS undelivered (dueAt)");
  return storage.sql
    .exec("UPDATE undelivered SET dueAt = dueAt - 3600000 RETURNING dueAt").toArray().length;`;

test("the cron trigger delivers an application whose alarm was lost in a crash", async () => {
  const form = buildForm(ANSWERS, cv);
  const sentAt = Date.now();
  await sendAndLoseAlarm(form);
  // The watchdog wakes an application only if it has been due for half a minute.
  const overdue = await runInEachObject(state, "UndeliveredIndex", { body: OVERDUE });
  expect(overdue.filter((count) => count === 1)).toHaveLength(1);
  const site = await start();
  // If the watchdog woke the application before it is due, the application would wait again.
  await expect.poll(() => Date.now()).toBeGreaterThan(sentAt + 2 * WAIT_MS);
  const countDelivered = async () => {
    await site.cron();
    return platform.applications.length;
  };
  await expect.poll(countDelivered, { interval: 500 }).toBe(1);
  expect(platform.applications[0]?.idempotencyKey).toBe(applicationId(form));
  expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
});

test("every kind of field is delivered once if the site crashes right after the 303 [10.14]", async () => {
  addAllFields(platform);
  platform.on("apply").drop();
  const form = buildFullForm();
  const site = await start();
  expect((await post(site.url + positionPath("plain"), form)).status).toBe(303);
  await site.kill();
  platform.on("apply").reset();
  await start();
  await platform.waitForApplications(1, 20_000);
  expect(platform.applications.map(receivedContents)).toEqual([EXPECTED_CONTENTS]);
});
