import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ANSWERS, formOf, idOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import { startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { arrivedOf, askForAll, filledInForm, WHOLE } from "../support/fields";
import { STANDING, standingAt } from "../support/receipts";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

let platform: FakePlatform;
let state: string;
/** Every site that was started, so that each is stopped. */
let sites: Site[] = [];

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
});
afterAll(() => platform.close());
beforeEach(async () => {
  platform.reset();
  state = await mkdtemp(join(tmpdir(), "puerta-state-"));
  return async () => {
    for (const site of sites) await site.stop();
    sites = [];
    await rm(state, { recursive: true, force: true });
  };
});

/** The site on the same state as before, as after a crash of its machine. */
async function start(vars: Record<string, string> = {}) {
  const site = await startSite({
    platform: platform.url,
    persistTo: state,
    vars: {
      READ_TIMEOUT_MS: "500",
      APPLY_TIMEOUT_MS: "1000",
      RETRY_FIRST_MS: "200",
      RETRY_MOST_MS: "800",
      ...vars,
    },
  });
  sites.push(site);
  return site;
}
const cv = { bytes: pdfOf(300_000), name: "cv.pdf" };

/** It has arrived, once, under its own key, and its receipt says so. */
async function expectDelivered(site: Site, form: FormData, receipt?: string) {
  await platform.waitForApplications(1, 20_000);
  if (receipt !== undefined) {
    await expect.poll(() => standingAt(site.url + receipt)).toBe(STANDING.delivered);
  }
  expect(platform.applications).toHaveLength(1);
  expect(platform.applications[0]?.idempotencyKey).toBe(idOf(form));
  expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
}

/** How long the first attempt is put off: longer than a kill takes. */
const WAIT_MS = 1500;

/** Sends a form while the platform is away, kills the site, and removes the runtime's list of alarms. */
async function sentAndForgotten(form: FormData): Promise<string> {
  platform.on("apply").drop();
  const site = await start({ RETRY_FIRST_MS: String(WAIT_MS), RETRY_MOST_MS: String(WAIT_MS) });
  const response = await post(site.url + pageOf("questions"), form);
  expect(response.status).toBe(303);
  await site.kill();
  platform.on("apply").reset();
  const folder = join(state, "v3", "do", "puerta-ApplicationObject");
  const lists = (await readdir(folder)).filter((name) => name.includes("metadata"));
  expect(lists).not.toEqual([]);
  for (const name of lists) await rm(join(folder, name));
  return response.headers.get("Location") ?? "";
}

test("killed, and its alarm lost: opening the receipt has it delivered", async () => {
  const form = formOf(ANSWERS, cv);
  const receipt = await sentAndForgotten(form);
  const site = await start();
  // Opened until the next attempt is due.
  await expect.poll(() => standingAt(site.url + receipt)).toBe(STANDING.delivered);
  await expectDelivered(site, form);
});

const INDEX = `
  import { DurableObject } from "cloudflare:workers";
  export class Index extends DurableObject {
    makeOverdue() {
      const { sql } = this.ctx.storage;
      sql.exec("CREATE TABLE IF NOT EXISTS undelivered (dueAt)");
      return sql.exec("UPDATE undelivered SET dueAt = dueAt - 3600000 RETURNING dueAt").toArray().length;
    }
  }
  export default {};`;

/** Makes what waits an hour overdue in the index. */
async function makeOverdue(): Promise<number> {
  const folder = join(state, "v3", "do");
  const unsafeUniqueKey = "puerta-UndeliveredIndex";
  const keeper = new Miniflare({
    modules: true,
    script: INDEX,
    compatibilityDate: "2026-04-01",
    durableObjectsPersist: folder,
    durableObjects: { INDEX: { className: "Index", useSQLite: true, unsafeUniqueKey } },
  });
  const index = await keeper.getDurableObjectNamespace("INDEX");
  let changed = 0;
  for (const name of await readdir(join(folder, unsafeUniqueKey))) {
    const [, id] = /^([0-9a-f]{64})\.sqlite$/.exec(name) ?? [];
    if (id === undefined) continue;
    const object = index.get(index.idFromString(id)) as unknown as {
      makeOverdue(): Promise<number>;
    };
    changed += await object.makeOverdue();
  }
  await keeper.dispose();
  return changed;
}

test("killed, and its alarm lost: the site's cron trigger has it delivered", async () => {
  const form = formOf(ANSWERS, cv);
  const sentAt = Date.now();
  await sentAndForgotten(form);
  // The index wakes an application only half a minute after it was due.
  expect(await makeOverdue()).toBe(1);
  const site = await start();
  // An application that is woken before its own time is looked at again only later.
  await expect.poll(() => Date.now()).toBeGreaterThan(sentAt + 2 * WAIT_MS);
  const delivered = async () => {
    await site.cron();
    return platform.applications.length;
  };
  await expect.poll(delivered, { interval: 500 }).toBe(1);
  await expectDelivered(site, form);
});

test("killed right after the 303, with the application delivered: it is not sent again", async () => {
  const form = formOf(ANSWERS, cv);
  const site = await start();
  const response = await post(site.url + pageOf("questions"), form);
  expect(response.status).toBe(303);
  await site.kill();
  const again = await start();
  const receipt = response.headers.get("Location") ?? "";
  expect((await post(again.url + pageOf("questions"), form)).headers.get("Location")).toBe(receipt);
  await expectDelivered(again, form, receipt);
  expect(platform.attempts()).toHaveLength(1);
});

test.each([
  ["before the platform took it", "stall"],
  ["after the platform took it", "take-and-stall"],
] as const)(
  "killed during the apply call, %s: it arrives, once",
  async (_, moment) => {
    if (moment === "stall") platform.on("apply").stall();
    else platform.on("apply").takeAndStall();
    const form = formOf(ANSWERS, cv);
    const site = await start({ APPLY_TIMEOUT_MS: "5000" });
    const sending = post(site.url + pageOf("questions"), form).catch(() => undefined);
    await expect.poll(() => platform.attempts()[0]?.fields.first_name).toBe("María José");
    await site.kill();
    expect(await sending).toBeUndefined();
    platform.on("apply").reset();
    platform.cut();
    // The candidate comes back before the alarm rings, which is at the end of the time-out.
    const again = await start();
    const receipt = await post(again.url + pageOf("questions"), form);
    expect(receipt.status).toBe(303);
    await expectDelivered(again, form, receipt.headers.get("Location") ?? "");
  },
  60_000,
);

test("killed right after the 303, with every kind of field and three files: it arrives whole, once", async () => {
  askForAll(platform);
  platform.on("apply").drop();
  const form = filledInForm();
  const site = await start();
  expect((await post(site.url + pageOf("plain"), form)).status).toBe(303);
  await site.kill();
  platform.on("apply").reset();
  await start();
  await platform.waitForApplications(1, 20_000);
  expect(platform.applications.map(arrivedOf)).toEqual([WHOLE]);
});
