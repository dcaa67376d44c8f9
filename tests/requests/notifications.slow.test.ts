import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startEmbeddedPlatform, type EmbeddedPlatform } from "../support/embedded-platform";
import { isSigned, startReceiver } from "../support/receiver";

const EACH_MINUTE = "* * * * *";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const DESK = "https://desk.example/";

// Companies and their positions, which have no questions.
const FERRIES = "d52ac756-de6c-43a9-af52-3c79b8aadd40";
const TICKETS = "0f0230b8-5f38-4d1b-a0a2-70c7f6fe612c";
const ALFAR = "98582e77-f986-402e-ab16-8ddfcca2f489";
const PEDIDOS = "0db0b201-df40-4a01-875d-ffd020005fcd";

let platform: EmbeddedPlatform;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
  platform = await startEmbeddedPlatform({
    emailTo: ["personal@alfar.example"],
    vars: { WEBHOOK_TIMEOUT_MS: "300", DESK_URL: DESK, EMAIL_FROM: "jobs@example.com" },
  });
});
afterAll(async () => {
  await platform.stop();
  await receiver.stop();
});
afterEach(async () => {
  await platform.DB.exec(
    "DELETE FROM notifications; DELETE FROM channels; DELETE FROM applications",
  );
  const { calls, behaviours } = receiver;
  for (const list of [calls, behaviours, platform.emails, platform.log]) list.length = 0;
});

const addChannel = ({
  client = FERRIES,
  kind = "webhook",
  address = receiver.url,
  digest = "at once",
} = {}) =>
  platform.rows(
    "INSERT INTO channels (id, client_uuid, kind, address, secret, digest) VALUES (?, ?, ?, ?, ?, ?)",
    ...[`${client} ${kind}`, client, kind, address, SECRET, digest],
  );

let phones = 0;
const apply = (client = FERRIES, position = TICKETS, cv?: string) =>
  platform.apply(client, position, `+4474002${String((phones += 1)).padStart(5, "0")}`, cv);

type Notification = Record<"id" | "due_at" | "counts", string> & { attempts: number };
const readWaiting = () =>
  platform.rows<Notification>("SELECT * FROM notifications ORDER BY due_at");
const readResults = async () =>
  (await platform.rows<{ last_result: string }>("SELECT last_result FROM channels")).map(
    (row) => row.last_result,
  );

const waitForResult = (result: string) => expect.poll(readResults).toEqual([result]);

describe("a webhook", () => {
  test("is called immediately with a signature and without personal data", async () => {
    await addChannel();
    expect(await apply()).toBe(201);
    await waitForResult("delivered");
    expect(await readWaiting()).toEqual([]);
    const [call, ...more] = receiver.calls;
    expect(more).toEqual([]);
    if (!call) throw new Error("The webhook was not called");
    expect(isSigned(call, SECRET)).toBe(true);
    expect(isSigned(call, SECRET.replace("Mf", "MF"))).toBe(false);
    const sentAt = Number(call.headers["webhook-timestamp"]) * 1000;
    expect(Math.abs(sentAt - Date.now())).toBeLessThan(MINUTE);
    const [stored] = await platform.rows<{ id: string }>("SELECT id FROM applications");
    const url = `${DESK}applications/${stored?.id}`;
    expect(JSON.parse(call.body)).toMatchObject({
      type: "application.received",
      text: `Harbour Lane Ferries – New application: Ticket office assistant ${url}`,
      data: {
        client: FERRIES,
        count: 1,
        positions: [{ uuid: TICKETS, name: "Ticket office assistant", count: 1 }],
        applications: [{ id: stored?.id, position: TICKETS, url }],
        desk: DESK,
      },
    });
    expect(JSON.stringify(call)).not.toMatch(/Ana|Secreta|4474002/);
  });

  test("is called again at the due time after an error, a redirect and a timeout", async () => {
    await addChannel();
    receiver.behaviours.push(500, { location: receiver.url }, "silent");
    expect(await apply()).toBe(201);
    await waitForResult("answer 500");
    let calls = 1;
    for (const result of ["answer 307", "no answer in time", "delivered"]) {
      const [next] = await readWaiting();
      expect(next?.attempts).toBe(calls);
      const due = Date.parse(next?.due_at ?? "");
      await platform.runCron(due - 1, EACH_MINUTE);
      expect(receiver.calls).toHaveLength(calls);
      await platform.runCron(due, EACH_MINUTE);
      expect(await readResults()).toEqual([result]);
      expect(receiver.calls).toHaveLength((calls += 1));
      expect(receiver.calls.at(-1)?.headers["webhook-timestamp"]).toBe(
        String(Math.floor(due / 1000)),
      );
    }
    expect(await readWaiting()).toEqual([]);
    expect(receiver.calls.every((call) => isSigned(call, SECRET))).toBe(true);
    expect(new Set(receiver.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
  });

  test("is called for at most 80 hours, and its failure is logged without personal data", async () => {
    await addChannel();
    receiver.behaviours.push(...Array.from({ length: 20 }, () => 503));
    await apply();
    await waitForResult("answer 503");
    const start = Date.now();
    let last = start;
    for (let [next] = await readWaiting(); next; [next] = await readWaiting()) {
      last = Date.parse(next.due_at);
      expect(await platform.runCron(last, EACH_MINUTE)).toBe(true);
    }
    expect(receiver.calls).toHaveLength(10);
    expect(last - start).toBeGreaterThan(72 * HOUR);
    expect(last - start).toBeLessThan(80 * HOUR);
    const log = () => platform.log.join("\n");
    await expect.poll(log).toContain(`client ${FERRIES}, webhook, answer 503`);
    expect(log()).not.toMatch(/Ana|Secreta|4474002|hook\b.*127/);
  });

  test("is not called if its URL is in a private network", async () => {
    await addChannel({ address: "https://10.0.0.1/hook" });
    expect(await apply()).toBe(201);
    await waitForResult("wrong address");
  });

  test("is called once an hour for an hourly digest", async () => {
    await addChannel({ digest: "hourly" });
    await Promise.all([apply(), apply(), apply()]);
    const [digest, ...more] = await readWaiting();
    if (!digest) throw new Error("No notification is waiting");
    // There are two notifications if an hour ended between the applications.
    const counts = [digest, ...more].flatMap(
      (notification) => Object.values(JSON.parse(notification.counts) as object) as number[],
    );
    expect(counts.reduce((a, b) => a + b)).toBe(3);
    const due = Date.parse((more.at(-1) ?? digest).due_at);
    expect(due % HOUR).toBe(0);

    await platform.runCron(Date.parse(digest.due_at) - 1, EACH_MINUTE);
    expect(receiver.calls).toHaveLength(0);
    // Overlapping runs of the cron trigger send the notification once.
    await Promise.all([1, 2, 3].map(() => platform.runCron(due, EACH_MINUTE)));
    expect(receiver.calls).toHaveLength(1 + more.length);
    expect(await readWaiting()).toEqual([]);
  });

  test("is notified only once of an application that is sent twice", async () => {
    await addChannel({ digest: "hourly" });
    const phone = "+447400399999";
    const both = [1, 2].map(() => platform.apply(FERRIES, TICKETS, phone));
    expect((await Promise.all(both)).sort()).toEqual([201, 409]);
    expect((await readWaiting()).map(({ counts }) => counts)).toEqual([`{"${TICKETS}":1}`]);
  });

  test("is not notified of an application that becomes a duplicate while its CV is stored", async () => {
    await addChannel({ digest: "hourly" });
    const phone = "+447400388888";
    await platform.rows(
      `CREATE TRIGGER first BEFORE INSERT ON applications WHEN NEW.id <> 'first' BEGIN
         INSERT INTO applications (id, position_uuid, first_name, last_name, phone, created_at)
         VALUES ('first', '${TICKETS}', 'Ana', 'Secreta', '${phone}', '2026-11-23'); END`,
    );
    try {
      expect(await platform.apply(FERRIES, TICKETS, phone, "%PDF-1.4")).toBe(409);
    } finally {
      await platform.rows("DROP TRIGGER first");
    }
    expect(await readWaiting()).toEqual([]);
  });

  test("is not notified of another company's applications", async () => {
    await addChannel({ client: ALFAR });
    expect(await apply()).toBe(201);
    expect(await readWaiting()).toEqual([]);
    await platform.runCron(Date.now() + 2 * HOUR, EACH_MINUTE);
    expect(receiver.calls).toEqual([]);
  });

  test("does not delay other channels while it is down", async () => {
    await addChannel();
    await addChannel({ client: ALFAR, digest: "hourly" });
    await apply(ALFAR, PEDIDOS, "%PDF-1.4");
    const [digest] = await readWaiting();
    const older = "2026-01-01T00:00:00.000Z";
    const fill = Array.from({ length: 50 }, (_, index) =>
      platform.DB.prepare(
        "INSERT INTO notifications (id, channel_id, counts, attempts, due_at, created_at) VALUES (?, ?, '{}', 1, ?, ?)",
      ).bind(`old-${String(index)}`, `${FERRIES} webhook`, older, older),
    );
    await platform.DB.batch(fill);
    await platform.runCron(Date.parse(digest?.due_at ?? ""), EACH_MINUTE);
    expect(receiver.calls.map(({ headers }) => headers["webhook-id"])).toContain(digest?.id);
    expect(receiver.calls).toHaveLength(4);
  });
});

describe("an email", () => {
  test("is sent in the company's language without personal data", async () => {
    await addChannel({ client: ALFAR, kind: "email", address: "personal@alfar.example" });
    expect(await apply(ALFAR, PEDIDOS, "%PDF-1.4")).toBe(201);
    await waitForResult("delivered");
    const text = platform.emails.join("\n");
    const body = await readFile(/Text: (\S+)/.exec(text)?.[1] ?? "", "utf8");
    expect(text).toContain("personal@alfar.example");
    expect(text).toContain("jobs@example.com");
    expect(text).toContain("Nueva candidatura: Administración de pedidos y envíos");
    expect(body).toContain("\n\n- Administración de pedidos y envíos (1)\n");
    const [stored] = await platform.rows<{ id: string }>("SELECT id FROM applications");
    expect(body).toContain(`Léela aquí: ${DESK}applications/${stored?.id}`);
    expect(text + body).not.toMatch(/Ana|Secreta|ana-secreta|4474002/);
  });

  test("waits if the binding refuses it", async () => {
    await addChannel({ kind: "email", address: "stranger@example.com" });
    expect(await apply()).toBe(201);
    await waitForResult("the mail server reports an error");
    expect(await readWaiting()).toMatchObject([{ attempts: 1 }]);
  });
});
