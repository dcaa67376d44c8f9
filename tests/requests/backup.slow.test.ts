import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findVersion, listVersions } from "~/platform/src/companies/versions";
import type { Env } from "~/platform/src/env";
import { ensureLocalSecrets } from "~/scripts/secrets";
import { applicationId, buildForm, createPdf, post } from "../support/application-form";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { puerta } from "../support/puerta-command";
import { size } from "../support/size";

const SLUG = "ticket-office-assistant";
const WAITING = size(12, 50);

/** Wraps the platform, so that a test can make the API's calls fail. */
const AROUND = `
  import worker from "./worker.js";
  let mode = "up";
  export default {
    ...worker,
    async fetch(request, env, execution) {
      const url = new URL(request.url);
      if (url.pathname === "/-/mode") {
        mode = url.search.slice(1);
        return new Response();
      }
      const isApply = url.pathname.endsWith("/apply");
      if (mode === "down" && isApply) {
        await request.arrayBuffer();
        return new Response("", { status: 503 });
      }
      const response = await worker.fetch(request, env, execution);
      if (mode !== "lost" || !isApply) return response;
      await response.arrayBuffer();
      return new Response("", { status: 503 });
    },
  };`;

let site: DeskSite;
let folder: string;
let secrets: Awaited<ReturnType<typeof ensureLocalSecrets>>;
let phones = 0;

beforeAll(async () => {
  secrets = await ensureLocalSecrets();
  folder = await mkdtemp(join(tmpdir(), "puerta-backup-"));
  site = await startDeskSite({
    platformVars: { ADMIN_SECRET: secrets.adminSecret },
    vars: {
      OPERATOR_SECRET: secrets.operatorSecret,
      RETRY_FIRST_MS: "200",
      RETRY_MAX_MS: "400",
    },
    around: { platform: AROUND },
  });
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

const setMode = (mode: string) => site.askPlatform(`/-/mode?${mode}`, {});

async function run(...args: string[]) {
  const result = await puerta([...args, "--persist-to", site.state]);
  expect(result.stderr).toBe("");
  expect(result.code).toBe(0);
  return result.stdout;
}

/** Applies through the site. Returns the idempotency key. */
async function applyAtSite(): Promise<string> {
  const { company, position } = site.findPosition(SLUG);
  phones += 1;
  const form = buildForm(
    { phone: `+34611${String(phones).padStart(6, "0")}` },
    { bytes: createPdf(20_000), name: "cv.pdf" },
  );
  const response = await post(`${site.url}/${company.code}/${SLUG}/${position.uuid}`, form);
  expect(response.status).toBe(303);
  return applicationId(form);
}

interface Stored {
  id: string;
  number: number;
  key: string;
}

async function stored(): Promise<Stored[]> {
  const { results } = await site.db
    .prepare("SELECT id, number, idempotency_key AS key FROM applications ORDER BY number")
    .all<Stored>();
  return results;
}

const keys = async () => (await stored()).map(({ key }) => key).sort();

/** Stores a confirmation that was refused. */
const refuseConfirmation = (key: string) =>
  site.db
    .prepare(
      `INSERT INTO confirmations (id, application_id, client_uuid, position_uuid, address, mailbox, language,
         receipt_until, state, created_at)
       SELECT 'cnf_' || number, id, '', position_uuid, '', number, 'en', '', 'refused', ''
       FROM applications WHERE idempotency_key = ?`,
    )
    .bind(key)
    .run();

async function confirmed(): Promise<unknown[]> {
  const { results } = await site.db
    .prepare(
      `SELECT a.idempotency_key AS key, c.state FROM confirmations c
       JOIN applications a ON a.id = c.application_id`,
    )
    .all();
  return results;
}

async function storedFiles(): Promise<string[]> {
  const { objects } = await site.bucket.list();
  return objects.map(({ key }) => key).filter((key) => !key.startsWith("deleted/"));
}

async function deleteApplication(key: string): Promise<void> {
  const found = (await stored()).find((application) => application.key === key);
  await run("applications", "delete", found?.id ?? "", "--yes");
}

/** Loses the database and the files, but not the records of deletions. */
async function loseEverything(): Promise<void> {
  const { results } = await site.db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%\\_%' ESCAPE '\\'",
    )
    .all<{ name: string }>();
  const names = results.map(({ name }) => name);
  const order = [
    "drafts",
    "versions",
    "notifications",
    "channels",
    "confirmations",
    "notes",
    "replies",
    "applications",
    "positions",
    "clients",
  ];
  const all = [
    ...["desk_sessions", "desk_people", "desk_codes", "desk_log", "deleted_keys", "file_checks"],
    ...["deletion_checks", ...order],
  ];
  expect(all).toEqual(expect.arrayContaining(names));
  for (const name of all) await site.db.prepare(`DELETE FROM ${name}`).run();
  await site.db.prepare("UPDATE sqlite_sequence SET seq = 0").run();
  await site.bucket.delete(await storedFiles());
}

test(`an older and a newer backup restore everything, while ${WAITING} applications wait`, async () => {
  const [gone, kept, deletedLater] = [
    await applyAtSite(),
    await applyAtSite(),
    await applyAtSite(),
  ];
  for (const key of [gone, kept, deletedLater]) await refuseConfirmation(key);
  await deleteApplication(gone);
  const older = join(folder, "older");
  expect(await run("backup", older)).toContain("has 2 applications and 3 files.");

  const [between, deletedSince] = [await applyAtSite(), await applyAtSite()];
  await setMode("lost");
  const lostAnswer = await applyAtSite();
  const lostAndDeleted = await applyAtSite();
  await setMode("down");
  const waiting: string[] = [];
  for (let index = 0; index < WAITING; index += 1) waiting.push(await applyAtSite());
  const newer = join(folder, "newer");
  expect(await run("backup", newer)).toContain(`${WAITING + 2} undelivered applications`);
  expect(await readdir(join(newer, "undelivered"))).toHaveLength(WAITING + 2);
  for (const key of [deletedLater, deletedSince, lostAndDeleted]) await deleteApplication(key);
  const before = await stored();

  await loseEverything();
  expect(await run("restore", older, "--yes")).toContain("applications: 1 added, 1 left");
  // The other application was deleted after the backup.
  expect(await keys()).toEqual([kept]);
  expect(await confirmed()).toEqual([{ key: kept, state: "refused" }]);
  await setMode("up");
  const printed = await run("restore", newer, "--yes");

  const expected = [kept, between, lostAnswer, ...waiting].sort();
  await expect.poll(keys).toEqual(expected);
  await expect
    .poll(async () => (await puerta(["status", "--persist-to", site.state])).stdout)
    .toContain("; waiting 0;");
  expect(await keys()).toEqual(expected);

  // Numbers stay the same, unless a waiting application was delivered first and got one of them.
  const after = await stored();
  const moved = [...printed.matchAll(/Application (\d+) is now (\d+)/g)];
  for (const { key, number } of before.filter(({ key }) => key === kept || key === between)) {
    const now = after.find((application) => application.key === key)?.number;
    const to = moved.find(([, from]) => Number(from) === number)?.[2];
    expect(now).toBe(to === undefined ? number : Number(to));
  }
  expect((await storedFiles()).sort()).toEqual(after.map(({ id }) => `cv/${id}`).sort());

  // Another restore changes nothing.
  const again = await run("restore", newer, "--yes");
  expect(again).toContain("applications: 0 added");
  expect(again).toContain("\n0 files added.");
  expect(await stored()).toEqual(after);

  // A repeat of a deleted application gets the same response, and is not stored.
  const repeat = { "Idempotency-Key": deletedSince };
  expect(await site.apply(SLUG, {}, {}, repeat)).not.toBe("");
  expect(await stored()).toEqual(after);
}, 300_000);

test("deletions are repeated after only the database was restored", async () => {
  const before = await stored();
  const [victim] = before;
  const { results } = await site.db
    .prepare("SELECT * FROM applications WHERE id = ?")
    .bind(victim?.id)
    .all<Record<string, string | number | null>>();
  const checked = await site.db
    .prepare("SELECT checked_to FROM deletion_checks")
    .first("checked_to");
  await deleteApplication(victim?.key ?? "");

  // Has the effect of `wrangler d1 time-travel restore`.
  const row = results[0] ?? {};
  const columns = Object.keys(row);
  await site.db
    .prepare(
      `INSERT INTO applications (${columns.join()}) VALUES (${columns.map(() => "?").join()})`,
    )
    .bind(...Object.values(row))
    .run();
  await site.db.prepare("DELETE FROM deleted_keys").run();
  await site.db.prepare("UPDATE deletion_checks SET checked_to = ?").bind(checked).run();

  const response = await fetch(`${site.url}/-/admin/schedule`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secrets.adminSecret}` },
  });
  expect(response.status).toBe(200);
  expect(await stored()).toEqual(before.slice(1));
  const repeat = { "Idempotency-Key": victim?.key ?? "" };
  await site.apply(SLUG, {}, {}, repeat);
  expect(await stored()).toEqual(before.slice(1));
});

test("drafts, versions and pictures are restored in order after the database was restored", async () => {
  const { company, position } = site.findPosition(SLUG);
  const owner = [position.uuid, company.uuid] as const;
  const addVersion = (name: string, at: string) =>
    site.db
      .prepare(
        "INSERT INTO versions (uuid, client_uuid, content, who, at) VALUES (?, ?, ?, 'Ana', ?)",
      )
      .bind(...owner, JSON.stringify({ name }), at)
      .run();
  const names = async () => {
    const versions = await listVersions({ DB: site.db } as Env, company.uuid, position.uuid);
    return Promise.all(
      versions.map(async ({ number }) => {
        const found = await findVersion(
          { DB: site.db } as Env,
          company.uuid,
          position.uuid,
          number,
        );
        return found?.columns.name;
      }),
    );
  };
  await site.db.exec("DELETE FROM versions; DELETE FROM drafts");
  await addVersion("first", "2026-11-01");
  await addVersion("lost", "2026-11-02");
  await addVersion("lost too", "2026-11-03");
  await site.db
    .prepare(
      "INSERT INTO drafts (uuid, client_uuid, content, base, revision, who, at) VALUES (?, ?, '{}', 0, 1, 'Ana', '')",
    )
    .bind(...owner)
    .run();
  await site.bucket.put(`picture/${company.uuid}/1.png`, "a picture");
  const saved = join(folder, "versions");
  await run("backup", saved);
  // Only the first version is left, and a new one has the number of a lost one.
  await site.db.exec(
    "DELETE FROM versions WHERE content LIKE '%lost%'; DELETE FROM drafts; UPDATE sqlite_sequence SET seq = 1 WHERE name = 'versions'",
  );
  await site.bucket.delete(`picture/${company.uuid}/1.png`);
  await addVersion("latest", "2026-11-04");
  for (let again = 0; again < 2; again += 1) {
    await run("restore", saved, "--yes");
    expect(await names()).toEqual(["latest", "lost too", "lost", "first"]);
  }
  expect(await site.db.prepare("SELECT uuid FROM drafts").first("uuid")).toBe(position.uuid);
  expect(await site.bucket.head(`picture/${company.uuid}/1.png`)).not.toBeNull();
});

test("an application without an idempotency key stays deleted", async () => {
  const { objects } = await site.bucket.list({ prefix: "deleted/" });
  await site.bucket.delete(objects.map(({ key }) => key));
  const id = await site.apply(SLUG);
  await site.db
    .prepare("UPDATE applications SET idempotency_key = NULL WHERE id = ?")
    .bind(id)
    .run();
  const saved = join(folder, "keyless");
  await run("backup", saved);
  await run("applications", "delete", id, "--yes");
  expect(await run("restore", saved, "--yes")).toContain("1 application deleted since");
  expect((await stored()).map(({ id }) => id)).not.toContain(id);
  expect(await storedFiles()).not.toContain(`cv/${id}`);
});

const MANIFEST = "backup.json";

test.each<[problem: string, damage: (saved: string) => Promise<void>]>([
  ["has no backup.json", (saved) => rm(join(saved, MANIFEST))],
  ["is damaged", (saved) => writeFile(join(saved, MANIFEST), "{")],
  ["lacks rows of clients", (saved) => writeFile(join(saved, "tables", "clients.jsonl"), "{}")],
  ["has 0 of", (saved) => rm(join(saved, "files"), { recursive: true })],
  [
    "is too old",
    async (saved) => {
      const text = await readFile(join(saved, MANIFEST), "utf8");
      await writeFile(join(saved, MANIFEST), text.replace(/"20\d\d-/, '"2024-'));
    },
  ],
])("restore refuses a backup that %s before it asks", async (problem, damage) => {
  const saved = await mkdtemp(join(folder, "damaged-"));
  await run("backup", saved);
  await damage(saved);
  const result = await puerta(["restore", saved, "--persist-to", site.state]);
  expect(result.code).toBe(1);
  expect(result.stderr).toContain(problem);
});
