import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LedgerObject } from "~/adapters/src/ledger-object";
import { getObjects } from "~/app/application/delivery/objects.server";
import { FAILURES_UNTIL_DOWN } from "~/app/application/delivery/release";
import { shardName } from "~/app/application/delivery/undelivered";
import { fakeClientUuid } from "../support/fake-platform-data";
import { candidate, siteEnv, type Candidate } from "./candidate";
import { runAlarm, waitForIndex, type Stub } from "./clock";
import { errorLines } from "./errors";
import { answer, platform } from "./platform";
import { append, begin, hold } from "./storage";
import { index, operator } from "./undelivered";
import version1 from "../fixtures/storage/version-1.json";
import version2 from "../fixtures/storage/version-2.json";

// Each release must read the data of earlier releases (docs/decisions/0056). When a stored shape changes, increase
// the version, keep the earlier fixtures, and write the new fixture with `vitest -u`.
const CURRENT = "../fixtures/storage/version-2.json";

type Cell = string | number | null | { base64: string };
interface StoredObject {
  kv: Record<string, unknown>;
  /** `CREATE` statements in execution order. */
  schema: string[];
  rows: Record<string, Record<string, Cell>[]>;
  /** The alarm's time in ms since 1970. */
  alarm: number | null;
}
type Fixture = Record<keyof Awaited<ReturnType<typeof objects>>, StoredObject>;

const FIXTURES: Record<string, Fixture> = { "version 1": version1, "version 2": version2 };

/** Far in the future, so that workerd, which uses the real clock, does not run any alarms. */
const NOW = Date.UTC(2100, 0, 1);
const CV = new TextEncoder().encode("%PDF-1.7\n".padEnd(200, "x"));
/** The number of bytes received by the unfinished upload. */
const UPLOADED = 80;
/** The unfinished upload's number. `getRandomValues` is mocked to return it. */
const UPLOAD = 7;

afterEach(() => void vi.unstubAllGlobals());

beforeEach(() => {
  vi.setSystemTime(NOW);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

const createId = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;

async function objects() {
  const [draft, waiting, failed, unconfirmed, delivered] = await Promise.all(
    [1, 2, 3, 4, 5].map((digit) => candidate({ id: createId(digit) })),
  );
  if (!draft || !waiting || !failed || !unconfirmed || !delivered)
    throw new Error("A candidate is missing");
  const { LEDGER } = env as unknown as { LEDGER: DurableObjectNamespace<LedgerObject> }; // `pool.ts` binds `LEDGER`
  return {
    ...{ draft, waiting, failed, unconfirmed, delivered },
    waitingIndex: { object: index.at(shardName(waiting.receiptId)) },
    failedIndex: { object: index.at(shardName(failed.receiptId)) },
    limiter: { object: getObjects(siteEnv()).release(fakeClientUuid) },
    ledger: { object: LEDGER.get(LEDGER.idFromName("stored-versions")) },
  };
}

async function send(application: Candidate, ...answers: Parameters<typeof platform.next>) {
  platform.next(...answers);
  await application.send({ upload: await hold(application.object, CV) });
  await waitForIndex(application.object);
}

const dump = (stub: Stub): Promise<StoredObject> =>
  runInDurableObject(stub, async (_, { storage }) => {
    const master = storage.sql
      .exec<{ type: string; name: string; sql: string }>(
        "SELECT type, name, sql FROM sqlite_master WHERE sql NOTNULL AND name NOT LIKE '%cf_%' ORDER BY rowid",
      )
      .toArray();
    const tables = master.filter(({ type }) => type === "table").map(({ name }) => name);
    const rows = (table: string) =>
      storage.sql
        .exec(`SELECT * FROM ${table}`)
        .toArray()
        .map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, toJson(v)])));
    return {
      kv: Object.fromEntries(storage.kv.list()),
      schema: master.map(({ sql }) => sql),
      rows: Object.fromEntries(tables.map((table) => [table, rows(table)])),
      alarm: await storage.getAlarm(),
    };
  });

const toJson = (cell: SqlStorageValue): Cell =>
  cell instanceof ArrayBuffer
    ? { base64: btoa(String.fromCharCode(...new Uint8Array(cell))) }
    : cell;

const fromJson = (cell: Cell): SqlStorageValue =>
  typeof cell === "object" && cell
    ? Uint8Array.from(atob(cell.base64), (char) => char.charCodeAt(0)).buffer
    : cell;

/** Replaces an object's storage and restarts the object. */
async function restore(stub: Stub, { kv, schema, rows, alarm }: StoredObject): Promise<void> {
  await runInDurableObject(stub, async (_, { storage }) => {
    await storage.deleteAll();
    for (const statement of schema) storage.sql.exec(statement);
    for (const [table, all] of Object.entries(rows)) {
      for (const row of all) {
        const cells = Object.values(row).map(fromJson);
        storage.sql.exec(`INSERT INTO ${table} VALUES (${cells.map(() => "?").join()})`, ...cells);
      }
    }
    for (const [key, value] of Object.entries(kv)) storage.kv.put(key, value);
    if (alarm !== null) await storage.setAlarm(alarm);
  });
  await restart(stub);
}

const restart = (stub: Stub): Promise<void> =>
  runInDurableObject(stub, (_, context) => context.abort("restarted")).catch(() => undefined);

/** Stubs a board that has one job and accepts applications. */
function stubBoard() {
  const fields = [{ name: "email", type: "input_text" }];
  const job = {
    id: 1,
    internal_job_id: 2,
    title: "Potter",
    questions: [{ required: true, label: "Email", fields }],
  };
  const fetch = vi.fn(async (_: string, { method, body }: RequestInit = {}) => {
    await new Response(body).arrayBuffer();
    return Response.json(method === "POST" ? { id: 1 } : job);
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

function boardApplication() {
  const body = new FormData();
  body.set("first_name", "Ana");
  body.set("last_name", "Núñez");
  body.set("privacy_policy", "true");
  body.set("fields", JSON.stringify([{ id: "email", value: "ana@example.org" }]));
  const headers = { "X-Position": "taller_1" };
  return new Request("http://adapters.test/", { method: "POST", body, headers });
}

test("the current code stores the data in the latest fixture", async () => {
  let uuids = 0;
  vi.spyOn(crypto, "randomUUID").mockImplementation(
    () => `10000000-0000-4000-8000-${String(++uuids).padStart(12, "0")}`,
  );
  let uploads = UPLOAD - 1;
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (array instanceof Uint32Array) array[0] = ++uploads;
    return array;
  });
  errorLines();
  const all = await objects();
  await append(all.draft, await begin(all.draft, CV.length), 0, CV.slice(0, UPLOADED));
  await send(all.waiting, answer(503));
  const refusal = answer(400, { detail: "No" });
  await send(all.failed, answer(503), refusal, refusal);
  await runAlarm(all.failed.object);
  await runAlarm(all.failed.object);
  await send(all.unconfirmed, answer(200, "<!doctype html>", { "Content-Type": "text/html" }));
  await send(all.delivered);
  for (let failures = 0; failures < FAILURES_UNTIL_DOWN; failures++) {
    await all.limiter.object.report({ receiptId: `${failures}`, isDown: true });
  }
  stubBoard();
  await all.ledger.object.fetch(boardApplication());
  const stored: Record<string, StoredObject> = {};
  for (const [name, { object }] of Object.entries(all)) stored[name] = await dump(object);
  await expect(`${JSON.stringify(stored, null, 1)}\n`).toMatchFileSnapshot(CURRENT);
});

describe.each(Object.entries(FIXTURES))("the storage of %s", (_, fixture) => {
  async function restored<Name extends keyof Fixture>(name: Name) {
    const { object } = (await objects())[name];
    await restore(object, fixture[name]);
    return (await objects())[name];
  }

  test("lets an upload continue at its offset", async () => {
    const { object } = await restored("draft");
    expect(await object.uploadProgress(UPLOAD)).toMatchObject({ offset: UPLOADED });
  });

  test("lets an upload be finished after its state was stored and the object restarted", async () => {
    const { object, positionUuid } = await restored("draft");
    expect(await object.bind(positionUuid)).toBe(true);
    await restart(object);
    const { draft } = await objects();
    const rest = await append(draft, UPLOAD, UPLOADED, CV.slice(UPLOADED));
    expect(rest).toMatchObject({ outcome: "whole" });
  });

  test("lets a waiting application be delivered with its CV", async () => {
    const { object, positionUuid } = await restored("waiting");
    await runAlarm(object);
    expect((await object.receipt(positionUuid))?.status).toBe("delivered");
    expect(platform.attempts.map(({ cv }) => cv?.bytes)).toEqual([Buffer.from(CV)]);
  });

  test("lets an operator list and send a failed application", async () => {
    await restored("failedIndex");
    const { object, receiptId } = await restored("failed");
    const listed = await operator().list({ limit: 1000 });
    const entry = listed.applications.find((application) => application.receiptId === receiptId);
    expect(entry).toMatchObject({ state: "failed", reason: "refused", attempts: 3 });
    await object.sendAgain();
    expect(platform.attempts.map(({ cv }) => cv?.bytes)).toEqual([Buffer.from(CV)]);
  });

  test("lets the index count a waiting application", async () => {
    const { object } = await restored("waitingIndex");
    expect((await object.counts(0)).states).toMatchObject([{ state: "waiting", count: 1 }]);
  });

  test.each(["unconfirmed", "delivered"] as const)(
    'keeps a receipt with the status "%s"',
    async (status) => {
      const { object, positionUuid } = await restored(status);
      expect(await object.receipt(positionUuid)).toMatchObject({
        status,
        positionTitle: "Jefe de taller",
        files: [{ kind: "PDF", size: CV.length }],
      });
    },
  );

  test("lets the release limiter remember an outage", async () => {
    const { object } = await restored("limiter");
    expect(await object.requestSlot("a", false)).toBeGreaterThan(0);
  });

  test("lets the ledger respond to a repeat without posting it", async () => {
    const fetch = stubBoard();
    const { object } = await restored("ledger");
    expect(await (await object.fetch(boardApplication())).json()).toEqual({ id: "1" });
    expect(fetch).not.toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ method: "POST" }),
    );
  });
});
