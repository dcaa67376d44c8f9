import { createHash } from "node:crypto";
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { createApplicationId } from "../../app/application/delivery/applications.server";
import { SCHEMA_VERSION } from "../../app/application/delivery/migrations";
import { fakePositions } from "../support/fake-platform-data";
import { ANA, applications, candidate, crash, siteEnv, type Candidate } from "./candidate";
import { alarmOf, DAY, HOUR, ring } from "./clock";
import { errorLines } from "./errors";
import { platform } from "./platform";
import { hold, newCv, store, stored } from "./storage";

const POSITION = fakePositions.questions;
const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

/** The tables of files, as builds made them. */
const FILES = {
  d8e9b75:
    "CREATE TABLE cv (id INTEGER PRIMARY KEY, name TEXT NOT NULL, content_type TEXT NOT NULL)",
  "9a45a0a":
    "CREATE TABLE cv (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, content_type TEXT NOT NULL, size INTEGER, sha256 TEXT)",
  f8802ed:
    "CREATE TABLE cv (id INTEGER PRIMARY KEY, name TEXT NOT NULL, content_type TEXT NOT NULL, size INTEGER, sha256 TEXT)",
};

interface Earlier {
  files?: keyof typeof FILES;
  values?: Record<string, unknown>;
  alarm?: number;
}

/** An application's object with what an earlier build stored in it. @returns the application's id */
async function earlier({ files, values = {}, alarm }: Earlier): Promise<string> {
  const id = createApplicationId();
  const object = siteEnv().APPLICATIONS.getByName(sha256(id));
  await runInDurableObject(object, async (_, { storage }) => {
    if (files) {
      storage.sql.exec(FILES[files]);
      storage.sql.exec(
        "CREATE TABLE cv_piece (id INTEGER PRIMARY KEY, cv INTEGER NOT NULL, bytes BLOB NOT NULL)",
      );
    }
    for (const [key, value] of Object.entries(values)) storage.kv.put(key, value);
    if (alarm !== undefined) await storage.setAlarm(alarm);
  });
  return id;
}

/** The number of the schema that an object has stored; undefined if it has stored none. */
const schemaOf = ({ object }: Candidate) =>
  runInDurableObject(object, (_, { storage: { sql } }) => {
    const tables = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'");
    if (tables.toArray().length === 0) return undefined;
    return sql.exec("SELECT version FROM schema_version").one().version;
  });

const sent = (until: number, digest: string) => ({
  memory: { state: "sent", positionUuid: POSITION, digest, wasImage: false, until },
});

describe("an application that a build up to d8e9b75 sent", () => {
  const digest = sha256(JSON.stringify([ANA, ""]));

  test("has a receipt, and is known when it is sent again", async () => {
    const until = Date.now() + 89 * DAY;
    const id = await earlier({ files: "d8e9b75", values: sent(until, digest) });
    const ana = await candidate({ id });
    expect(await ana.send()).toMatchObject({
      outcome: "accepted",
      receipt: { sentAt: until - 90 * DAY, until, standing: "delivered" },
    });
    expect(platform.attempts).toHaveLength(0);
    expect(await stored(ana.object)).not.toContain("memory");
  });

  test("is told from other contents", async () => {
    const id = await earlier({ files: "d8e9b75", values: sent(Date.now() + DAY, digest) });
    const ana = await candidate({ id });
    expect((await ana.send({ firstName: "Blas" })).outcome).toBe("taken");
  });

  test("keeps its receipt when its alarm is the first to wake it", async () => {
    const until = Date.now() + 89 * DAY;
    const alarm = Date.now() + HOUR;
    const id = await earlier({ files: "d8e9b75", values: sent(until, digest), alarm });
    const object = siteEnv().APPLICATIONS.getByName(sha256(id));
    await ring(object);
    expect(await alarmOf(object)).toBe(until);
    expect(await applications().receipt(sha256(id), POSITION)).toMatchObject({ id: sha256(id) });
  });
});

test("an application that a build up to d8e9b75 had not sent is one of its position", async () => {
  const values = { memory: { state: "draft", positionUuid: POSITION } };
  const id = await earlier({ files: "d8e9b75", values });
  const other = await candidate({ id, position: "plain" });
  expect(other.id).not.toBe(id);
  const ana = await candidate({ id });
  expect(ana.id).toBe(id);
  await ana.send({ upload: await hold(ana.object, newCv().content) });
  expect(platform.attempts).toHaveLength(1);
  expect(await ana.standing()).toBe("delivered");
});

test("what was begun anew by a build between is not replaced by what was before it", async () => {
  const values = {
    ...sent(Date.now() + DAY, "digest"),
    state: { state: "draft", positionUuid: POSITION },
  };
  const ana = await candidate({ id: await earlier({ files: "9a45a0a", values }) });
  expect((await ana.send()).outcome).toBe("accepted");
  expect(platform.attempts).toHaveLength(1);
  expect(await stored(ana.object)).not.toContain("memory");
});

test.each(Object.keys(FILES) as (keyof typeof FILES)[])(
  "an application with the tables of %s takes a file, at once and in pieces",
  async (files) => {
    const values = { state: { state: "draft", positionUuid: POSITION } };
    const ana = await candidate({ id: await earlier({ files, values }) });
    const { content } = newCv();
    const upload = await hold(ana.object, content);
    const begun = await ana.object.beginCv(POSITION, { name: "cv.pdf", contentType: "" }, 10);
    expect(begun.outcome).toBe("begun");
    expect((await ana.send({ upload })).outcome).toBe("accepted");
    expect(platform.attempts[0]?.cv?.sha256).toBe(sha256(content));
  },
);

describe("what 9a45a0a or a437863 sent, whose digest had another formula", () => {
  const salt = "a-salt";
  const { content } = newCv();
  const record = (cv: boolean) => ({
    receiptId: "receipt",
    digest: sha256(JSON.stringify([salt, ANA, cv ? sha256(content) : ""])),
    sentAt: Date.now(),
    company: { name: "Taller Norte", code: "taller-norte", uuid: "client" },
    positionTitle: "Jefe de taller",
    ...(cv && { cv: { kind: "PDF", size: content.length } }),
    answers: 2,
  });
  const past = (state: string, cv: boolean) =>
    earlier({
      files: "9a45a0a",
      values: { salt, state: { state, positionUuid: POSITION, record: record(cv) } },
    });

  test.each([true, false])("is known when it is sent again (with a CV: %s)", async (hasCv) => {
    const ana = await candidate({ id: await past("delivered", hasCv) });
    const upload = hasCv ? await store(ana.object, content) : undefined;
    expect((await ana.send({ upload })).outcome).toBe("accepted");
    expect(platform.attempts).toHaveLength(0);
  });

  test("has the successor that it had then, for other contents", async () => {
    const ana = await candidate({ id: await past("delivered", true) });
    const upload = await store(ana.object, content);
    const then = sha256(JSON.stringify([salt, { ...ANA, firstName: "Blas" }, sha256(content)]));
    expect(await ana.send({ upload, firstName: "Blas" })).toEqual({
      outcome: "taken",
      successor: sha256(`${ana.id} ${then}`),
    });
  });

  test("is not known by another file", async () => {
    const ana = await candidate({ id: await past("delivered", true) });
    const upload = await store(ana.object, newCv().content);
    expect((await ana.send({ upload })).outcome).toBe("taken");
  });
});

describe("the number of the schema", () => {
  test("is stored with what is migrated, and with what is new", async () => {
    const values = { state: { state: "draft", positionUuid: POSITION } };
    const old = await candidate({ id: await earlier({ files: "f8802ed", values }) });
    expect(await schemaOf(old)).toBe(SCHEMA_VERSION);
    expect(await schemaOf(await candidate())).toBe(SCHEMA_VERSION);
  });

  test("is not stored in an object that is merely asked", async () => {
    const id = createApplicationId();
    expect(await applications().receipt(sha256(id), POSITION)).toBeUndefined();
    const object = siteEnv().APPLICATIONS.getByName(sha256(id));
    await runInDurableObject(object, (_, { storage: { sql } }) => {
      expect(sql.exec("SELECT name FROM sqlite_master").toArray()).toEqual([]);
    });
  });

  test("of a newer build is left as it is", async () => {
    const ana = await candidate();
    await runInDurableObject(ana.object, (_, { storage: { sql } }) => {
      sql.exec("UPDATE schema_version SET version = ?", SCHEMA_VERSION + 1);
    });
    const again = await crash(ana);
    await hold(again.object, newCv().content);
    expect(await schemaOf(again)).toBe(SCHEMA_VERSION + 1);
  });

  test("goes with the tables when an earlier build makes them anew, in its shape", async () => {
    const ana = await candidate();
    await runInDurableObject(ana.object, async (_, { storage }) => {
      const kept = [...storage.kv.list()];
      await storage.deleteAll();
      for (const [key, value] of kept) storage.kv.put(key, value);
      storage.sql.exec(FILES.f8802ed);
    });
    const again = await crash(ana);
    await hold(again.object, newCv().content);
    expect(await schemaOf(again)).toBe(SCHEMA_VERSION);
  });
});

test("a migration that cannot be carried out changes nothing, and the application is left alone", async () => {
  const log = errorLines();
  const values = { memory: { state: "draft", positionUuid: POSITION } };
  const id = await earlier({ values });
  const object = siteEnv().APPLICATIONS.getByName(sha256(id));
  await runInDurableObject(object, async (_, { storage }) => {
    // Columns can be added to no view.
    storage.sql.exec("CREATE VIEW cv AS SELECT 1 AS id");
    await storage.setAlarm(Date.now() + HOUR);
  });
  const before = await runInDurableObject(object, (_, { storage }) => [...storage.kv.list()]);
  await ring(object);
  expect(await runInDurableObject(object, (_, { storage }) => [...storage.kv.list()])).toEqual(
    before,
  );
  expect(await alarmOf(object)).toBeGreaterThan(Date.now());
  expect(log.join("\n")).toContain("alarm failed");
});
