import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createPlatformClient } from "~/cli/lib/platform";
import { ADMIN_SECRET } from "../support/examples";
import { startEmbeddedPlatform, type EmbeddedPlatform } from "../support/embedded-platform";

const EACH_HOUR = "23 * * * *";
const NOW = Date.parse("2027-03-01T09:23:00Z");
const TICKETS = "0f0230b8-5f38-4d1b-a0a2-70c7f6fe612c";
const PEDIDOS = "0db0b201-df40-4a01-875d-ffd020005fcd";
const ALFAR = "98582e77-f986-402e-ab16-8ddfcca2f489";

let platform: EmbeddedPlatform;

beforeAll(async () => {
  platform = await startEmbeddedPlatform();
});
afterAll(() => platform.stop());
afterEach(async () => {
  await platform.rows("DELETE FROM applications");
  for (const table of ["unclaimed_cvs", "file_checks"]) await platform.rows(`DELETE FROM ${table}`);
  await platform.rows("UPDATE clients SET retention_months = 6");
  await platform.CVS.delete(await files());
});

const ids = async () =>
  (await platform.rows<{ id: string }>("SELECT id FROM applications ORDER BY id")).map(
    ({ id }) => id,
  );
/** Lists the stored files, without the records of deletions. */
const files = async () =>
  (await platform.CVS.list()).objects
    .map(({ key }) => key)
    .filter((key) => !key.startsWith("deleted/"))
    .sort();

/** Stores an application with a CV and two more files. */
async function storeApplication(id: string, created_at: string, position = TICKETS) {
  const listed = JSON.stringify([{ field: "a" }, { field: "b" }]);
  await platform.rows(
    `INSERT INTO applications (id, position_uuid, first_name, last_name, files, cv_name, created_at)
     VALUES (?, ?, 'Ana', 'Secreta', ?, 'cv.pdf', ?)`,
    ...[id, position, listed, created_at],
  );
  for (const key of listKeys(id)) await platform.CVS.put(key, id);
}
const listKeys = (id: string) => [`cv/${id}`, `file/${id}/0`, `file/${id}/1`];

test("the retention job deletes only expired applications and their files", async () => {
  await storeApplication("over", "2026-08-31T23:59:59.999Z");
  await storeApplication("not-over", "2026-09-01T00:00:00.000Z");
  expect(await platform.runCron(NOW - 24 * 60 * 60 * 1000, EACH_HOUR)).toBe(true);
  expect(await ids()).toEqual(["not-over", "over"]);

  expect(await platform.runCron(NOW, EACH_HOUR)).toBe(true);
  expect(await ids()).toEqual(["not-over"]);
  expect(await files()).toEqual(listKeys("not-over"));
  await expect.poll(() => platform.log.join("\n")).toContain("Retention: applications deleted: 1");
  expect(platform.log.join("\n")).not.toMatch(/Ana|Secreta|over/);
});

test("the retention job deletes expired sessions, guesses, networks, reads and log entries of the desk", async () => {
  const HOUR = 60 * 60 * 1000;
  for (const [hash, created_at] of [
    ["over", NOW - 13 * HOUR],
    ["on", NOW - 11 * HOUR],
  ]) {
    await platform.rows(
      "INSERT INTO desk_sessions (hash, email, created_at, seen_at) VALUES (?, 'ana@acme.example', ?, ?)",
      ...[hash, created_at, created_at],
    );
  }
  await platform.rows("INSERT INTO desk_guesses VALUES ('over', 1, ?), ('on', 1, ?)", NOW - 1, NOW);
  const DAY = 24 * HOUR;
  await platform.rows(
    "INSERT INTO desk_networks VALUES ('over', ?), ('on', ?)",
    ...[NOW - 30 * DAY, NOW - 29 * DAY],
  );
  await platform.rows(
    `INSERT INTO desk_reads VALUES ('over', '', '2027-03-01T09:08:00.000Z'),
       ('on', '', '2027-03-01T09:08:00.001Z')`,
  );
  await platform.rows(
    `INSERT INTO desk_log (at, who, action) VALUES
       ('2026-02-28T09:00:00.000Z', 'over', 'in'), ('2026-03-02T09:00:00.000Z', 'on', 'in')`,
  );
  expect(await platform.runCron(NOW, EACH_HOUR)).toBe(true);
  const left = `SELECT hash AS it FROM desk_sessions UNION ALL SELECT source FROM desk_guesses
    UNION ALL SELECT hash FROM desk_networks UNION ALL SELECT who FROM desk_log
    UNION ALL SELECT reader FROM desk_reads`;
  expect(await platform.rows(left)).toEqual([
    { it: "on" },
    { it: "on" },
    { it: "on" },
    { it: "on" },
    { it: "on" },
  ]);
});

test("the retention job completes a deletion that crashed between files and rows", async () => {
  await storeApplication("over", "2026-01-01T00:00:00.000Z");
  await platform.rows(
    "CREATE TRIGGER crash BEFORE DELETE ON applications BEGIN SELECT RAISE(ABORT, 'crash'); END",
  );
  try {
    expect(await platform.runCron(NOW, EACH_HOUR)).toBe(false);
    expect(await ids()).toEqual(["over"]);
  } finally {
    await platform.rows("DROP TRIGGER crash");
  }
  expect(await platform.runCron(NOW, EACH_HOUR)).toBe(true);
  expect(await ids()).toEqual([]);
  expect(await files()).toEqual([]);
});

test("the retention job keeps the rows of all stored files if the bucket fails", async () => {
  // An id that no test deleted before, because recorded deletions are repeated.
  await storeApplication("kept", "2026-01-01T00:00:00.000Z");
  // The bucket refuses a file name with an id of this length.
  await platform.rows(
    `INSERT INTO applications (id, position_uuid, first_name, last_name, cv_name, created_at)
     VALUES (?, ?, 'Ana', 'Secreta', 'cv.pdf', '2026-01-02T00:00:00.000Z')`,
    ...["x".repeat(2000), TICKETS],
  );
  expect(await platform.runCron(NOW, EACH_HOUR)).toBe(false);
  const known = await platform.rows<{ id: string }>(
    "SELECT id FROM applications UNION SELECT id FROM unclaimed_cvs",
  );
  expect(await files()).toEqual(listKeys("kept"));
  expect(known.map(({ id }) => id)).toContain("kept");
});

test("the retention job deletes a limited number of applications per run, oldest first", async () => {
  const rows = Array.from({ length: 201 }, (_, index) =>
    platform.DB.prepare(
      `INSERT INTO applications (id, position_uuid, first_name, last_name, cv_name, created_at)
       VALUES (?, ?, 'Ana', 'Secreta', 'cv.pdf', ?)`,
    ).bind(`old-${String(index)}`, TICKETS, new Date(1.6e12 + index).toISOString()),
  );
  await platform.DB.batch(rows);
  await platform.CVS.put("cv/old-200", "x");
  await platform.CVS.put("cv/old-199", "x");
  await platform.runCron(NOW, EACH_HOUR);
  expect(await ids()).toEqual(["old-200"]);
  expect(await files()).toEqual(["cv/old-200"]);
  await platform.runCron(NOW, EACH_HOUR);
  expect(await ids()).toEqual([]);
  expect(await files()).toEqual([]);
});

test("the retention job deletes an application that was sent through the API", async () => {
  expect(await platform.apply(ALFAR, PEDIDOS, "+34600123456", "%PDF-1.4 Ana")).toBe(201);
  const [id] = await ids();
  expect(await files()).toEqual([`cv/${String(id)}`]);
  await platform.runCron(Date.now() + 170 * 24 * 60 * 60 * 1000, EACH_HOUR);
  expect(await ids()).toEqual([id]);
  await platform.runCron(Date.now() + 190 * 24 * 60 * 60 * 1000, EACH_HOUR);
  expect(await ids()).toEqual([]);
  expect(await files()).toEqual([]);
  // The same candidate can apply again.
  expect(await platform.apply(ALFAR, PEDIDOS, "+34600123456", "%PDF-1.4 Ana")).toBe(201);
});

test("the retention job deletes the files of an application that crashed before its row was stored", async () => {
  const apply = (phone: string, key?: string) =>
    platform.apply(ALFAR, PEDIDOS, phone, "%PDF-1.4 Ana", key);
  await platform.rows(
    "CREATE TRIGGER crash BEFORE INSERT ON applications BEGIN SELECT RAISE(ABORT, 'crash'); END",
  );
  try {
    expect(await apply("+34600123456", "one")).toBe(500);
  } finally {
    await platform.rows("DROP TRIGGER crash");
  }
  const [orphan] = await files();
  expect(await apply("+34600123457")).toBe(201);
  const [stored] = await ids();
  const now = Date.now();
  // Files of the last hour may still get a row.
  await platform.runCron(now + 59 * 60_000, EACH_HOUR);
  expect(await files()).toEqual([orphan, `cv/${stored}`]);
  await platform.runCron(now + 61 * 60_000, EACH_HOUR);
  expect(await files()).toEqual([`cv/${stored}`]);
  expect(await apply("+34600123456", "one")).toBe(201);
});

test("the retention job deletes files for which version 1.0.0 stored no application", async () => {
  for (const key of listKeys("broken")) await platform.CVS.put(key, "x");
  await platform.rows(
    "INSERT INTO unclaimed_cvs (id, created_at) VALUES ('broken', '2026-01-01T00:00:00.000Z')",
  );
  await platform.runCron(NOW, EACH_HOUR);
  expect(await files()).toEqual([]);
  expect(await platform.rows("SELECT * FROM unclaimed_cvs")).toEqual([]);
});

test("a position closes at its `closes_at`, before the retention job updates its row", async () => {
  const setClosingDate = (day: string) =>
    platform.rows(
      "UPDATE positions SET status = 'open', facts = json_set(facts, '$.closes_at', ?) WHERE uuid = ?",
      ...[day, TICKETS],
    );
  const [{ client_uuid: client } = { client_uuid: "" }] = await platform.rows<{
    client_uuid: string;
  }>("SELECT client_uuid FROM positions WHERE uuid = ?", TICKETS);
  const getState = async () => {
    const list = await (await platform.call(`hiring/${client}/positions-public`)).text();
    const { status } = await platform.call(`hiring/positions/${TICKETS}`);
    return { status, isListed: list.includes(TICKETS) };
  };
  await setClosingDate("2999-01-01");
  expect(await getState()).toEqual({ status: 200, isListed: true });
  await setClosingDate("2026-01-01");
  expect(await getState()).toEqual({ status: 410, isListed: false });
  const status = () => platform.rows("SELECT status FROM positions WHERE uuid = ?", TICKETS);
  expect(await status()).toEqual([{ status: "open" }]);
  await platform.runCron(NOW, EACH_HOUR);
  expect(await status()).toEqual([{ status: "closed" }]);
});

test("the admin API can run the retention job", async () => {
  await storeApplication("old", "2020-01-01T00:00:00.000Z");
  const admin = createPlatformClient({
    url: platform.url,
    adminSecret: ADMIN_SECRET,
    isRemote: false,
  });
  await admin.call("POST", "/schedule");
  expect(await ids()).toEqual([]);
});

test("a record of deletions is deleted after 400 days", async () => {
  const now = Date.now();
  const days = 24 * 60 * 60_000;
  const name = (age: number) => {
    const digits = (now - age * days).toString(16).padStart(12, "0");
    return `deleted/${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
  };
  const record = JSON.stringify({ version: 1, ids: [], keys: [] });
  for (const age of [399, 401]) await platform.CVS.put(name(age), record);
  expect(await platform.runCron(now, "23 * * * *")).toBe(true);
  const { objects } = await platform.CVS.list({ prefix: "deleted/" });
  const keys = objects.map(({ key }) => key);
  expect(keys).toContain(name(399));
  expect(keys).not.toContain(name(401));
});
