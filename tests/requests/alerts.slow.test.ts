import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildForm, createPdf, positionPath, post } from "../support/application-form";
import { startDeskSite } from "../support/desk-site";
import { ADMIN_SECRET } from "../support/examples";
import { startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { puerta } from "../support/puerta-command";
import { readReceiptStatus, RECEIPT_STATUS } from "../support/receipts";
import { startReceiver } from "../support/receiver";
import { runInEachObject } from "../support/run-in-objects";
import { startSite, type Site } from "../support/site";

const SECRET = "a-secret-for-operators";

interface Message {
  type: string;
  text: string;
  data: { incidents: { kind: string; subject: string; count: number }[] };
}

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let platform: FakePlatform;
let site: Site;

beforeAll(async () => {
  receiver = await startReceiver();
  platform = await startFakePlatform();
  site = await start();
});
afterAll(async () => {
  await site.stop();
  await rm(site.state, { recursive: true, force: true });
  await platform.close();
  await receiver.stop();
});

const start = (persistTo?: string) =>
  startSite({
    platform: platform.url,
    ...(persistTo !== undefined && { persistTo }),
    vars: {
      OPERATOR_SECRET: SECRET,
      OPERATOR_WEBHOOK: receiver.url,
      RETRY_FIRST_MS: "200",
      RETRY_MAX_MS: "400",
    },
  });

/** Returns the messages that arrived since the last call. */
const takeMessages = () =>
  receiver.calls.splice(0).map(({ body }): Message => JSON.parse(body) as Message);

const takeKinds = () => takeMessages().flatMap(({ data }) => data.incidents);

async function apply() {
  const form = buildForm({}, { bytes: createPdf(20_000), name: "cv.pdf" });
  const response = await post(site.url + positionPath("plain"), form);
  expect(response.status).toBe(303);
  return site.url + (response.headers.get("Location") ?? "");
}

test("notifies the operator once of failed, unconfirmed, waiting, lost and overdue applications", async () => {
  await site.cron();
  expect(takeMessages()).toEqual([]);

  const detail = { status: 400, body: { detail: "Secret words" } };
  platform.on("apply").answer({ status: 503, body: {} });
  const failed = await apply();
  platform.on("apply").answer(detail);
  await expect.poll(() => readReceiptStatus(failed)).toBe(RECEIPT_STATUS.undelivered);
  platform.on("apply").html();
  const unconfirmed = await apply();
  expect(await readReceiptStatus(unconfirmed)).toBe(RECEIPT_STATUS.unconfirmed);

  // The receiver fails, so the next run notifies again.
  receiver.behaviours.push(500);
  await site.cron();
  expect(takeMessages()).toHaveLength(1);
  await site.cron();
  const [message, ...more] = takeMessages();
  expect(more).toEqual([]);
  expect(message?.data.incidents).toMatchObject([
    { kind: "failed", count: 1 },
    { kind: "unconfirmed", count: 1 },
  ]);
  expect(message?.text).toContain("npx puerta applications list --waiting --remote");
  expect(JSON.stringify(message)).not.toMatch(/Secret words|María José/);
  await site.cron();
  expect(takeMessages()).toEqual([]);

  // The index lists an application whose object has no data, one that has waited for two hours, and one that is due
  // and cannot be read.
  const { state } = site;
  await site.kill();
  await runInEachObject(state, "UndeliveredIndex", {
    body: `
      const [table] = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'undelivered'").toArray();
      if (!table) return;
      const add = (last, agoMs, dueAt) => storage.sql.exec(\`INSERT INTO undelivered
        SELECT substr(receiptId, 1, 1) || substr(receiptId, 3) || ?, 'waiting', NULL, clientUuid, positionUuid,
          sentAt - ?, 1, 503, ? FROM undelivered WHERE state = 'failed'\`, last, agoMs, dueAt);
      add("0", 0, 1);
      add("1", 7200000, Date.now() + 3600000);
      storage.sql.exec("UPDATE undelivered SET dueAt = 1 WHERE state = 'unconfirmed'");`,
  });
  await runInEachObject(state, "ApplicationObject", { body: 'storage.kv.put("version", 99);' });
  site = await start(state);
  const kinds: string[] = [];
  await expect
    .poll(async () => {
      await site.cron();
      kinds.push(...takeKinds().map(({ kind }) => kind));
      return kinds;
    })
    .toEqual(expect.arrayContaining(["lost", "waiting", "overdue"]));
  await site.cron();
  expect(takeKinds()).toEqual([]);

  // Dropping the lost application ends the incident.
  const listed = await puerta(["applications", "list", "--waiting", "--json", "--url", site.url], {
    OPERATOR_SECRET: SECRET,
    ADMIN_SECRET: "",
  });
  const { undelivered } = JSON.parse(listed.stdout) as {
    undelivered: { number: string; state: string }[];
  };
  const number = undelivered.find((application) => application.state === "lost")?.number ?? "";
  const dropped = await puerta(["applications", "drop", number, "--url", site.url], {
    OPERATOR_SECRET: SECRET,
    ADMIN_SECRET: "",
  });
  expect(dropped.code).toBe(0);
  await site.cron();
  expect(takeKinds()).toEqual([]);
});

test("puerta notify test --operator sends a test message, or explains why it failed", async () => {
  const run = () =>
    puerta(["notify", "test", "--operator", "--url", site.url], {
      OPERATOR_SECRET: SECRET,
      ADMIN_SECRET: "",
    });
  expect(await run()).toMatchObject({ code: 0, stdout: "webhook: delivered\n" });
  expect(takeMessages()).toMatchObject([{ type: "operator.test" }]);
  receiver.behaviours.push(410);
  expect(await run()).toMatchObject({ code: 1, stdout: "webhook: answer 410\n" });
  takeMessages();
});

test("notifies the operator of a full database and of a dead channel", async () => {
  const desk = await startDeskSite({
    vars: { OPERATOR_SECRET: SECRET, OPERATOR_WEBHOOK: receiver.url },
    platformVars: { DATABASE_MAX_MB: "0.01" },
  });
  try {
    const run = () =>
      fetch(`${desk.url}/-/operator/schedule`, {
        method: "POST",
        headers: { Authorization: `Bearer ${SECRET}` },
      });
    await desk.db
      .prepare(
        `INSERT INTO channels (id, client_uuid, kind, address, digest, last_at, last_result)
         SELECT 'a', uuid, 'webhook', 'https://secret.example/hook', 'at once', '', 'answer 410'
         FROM clients WHERE code = 'harbour-lane-ferries'`,
      )
      .run();
    expect((await run()).status).toBe(204);
    const [message] = takeMessages();
    expect(message?.data.incidents).toMatchObject([
      { kind: "database" },
      { kind: "channel", subject: "harbour-lane-ferries, webhook: answer 410" },
    ]);
    expect(JSON.stringify(message)).not.toContain("secret.example");
    // Another application's notification waits behind one that has failed three times.
    const { results: ids } = await desk.db
      .prepare(
        `INSERT INTO notifications (id, channel_id, counts, due_at, created_at, attempts)
         VALUES ('old', 'a', '{}', '', '', 3), ('new', 'a', '{}', '', '', 0) RETURNING id`,
      )
      .all();
    expect(ids).toHaveLength(2);
    await run();
    await desk.db.exec("DELETE FROM notifications");
    await run();
    expect(takeMessages()).toEqual([]);
    const fromOutside = await fetch(`${desk.url}/-/incidents`);
    expect(fromOutside.status).toBe(404);
    const withoutKey = await desk.askPlatform("/-/incidents", { Authorization: ADMIN_SECRET });
    expect(withoutKey.status).toBe(401);
  } finally {
    await desk.stop();
  }
});
