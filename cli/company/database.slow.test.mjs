import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { rowsOf } from "../../scripts/database.mjs";
import { ROOT } from "../../scripts/local.mjs";
import { importJobs } from "../job/old-import-export.mjs";
import { execute, insert, seed } from "../../scripts/seed.mjs";
import { companiesAt, companyAt, positionsOf, update } from "./database.mjs";

/** @type {string} */
let folder;
/** @type {import("../../scripts/seed.mjs").Where} */
let where;
/** The output of the command that created the first company. @type {string} */
let created;
/** That company. @type {Awaited<ReturnType<typeof companyAt>>} */
let acme;

/**
 * `npm run company` with nothing piped in.
 *
 * @param {string[]} args
 * @returns {Promise<{ code: number, said: string, failed: string }>}
 */
async function company(...args) {
  const command = [
    "-c",
    'exec node --import tsx "$@" < /dev/null',
    "sh",
    join(ROOT, "scripts", "company.mjs"),
  ];
  const options = { cwd: ROOT, env: { ...process.env, PORT: "8787" } };
  const all = [...command, ...args, "--persist-to", where.persistTo];
  try {
    const { stdout, stderr } = await promisify(execFile)("sh", all, options);
    return { code: 0, said: stdout, failed: stderr };
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout: string, stderr: string }} */ (error);
    return { code: 1, said: stdout, failed: stderr };
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-company-"));
  where = { persistTo: join(folder, "state"), remote: false };
  const { code, said, failed } = await company(
    ...["new", "--name", "Acme Bicycles", "--country", "gb", "--language", "en"],
    ...["--colour", "#ffee00", "--folder", join(folder, "acme")],
  );
  expect(code, failed).toBe(0);
  created = said;
  acme = await companyAt(where, "acme-bicycles");
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a new company is on the platform with two jobs, at the addresses that are printed", () => {
  expect(acme).toMatchObject({ code: "acme-bicycles", name: "Acme Bicycles", open: 2 });
  const paths = [acme.careerSitePath, `/${acme.positionPath?.split("/")[1]}`];
  for (const path of paths) expect(created).toContain(`http://localhost:8787${path}`);
  expect(created).toContain("Links in #ffee00 are hard to read");
  expect(created).toContain("Nobody can apply to Acme Bicycles yet");
});

test("an import with three bad rows is all or nothing, or the others", async () => {
  const bad = new Map([
    [10, "R-10,,Leeds,Bake.,"],
    [50, 'R-50,"a\nb",Leeds,Bake.,31/12/2026'],
    [100, "R-100,Baker,Leeds,,"],
  ]);
  const rows = Array.from({ length: 100 }, (_, index) => {
    const text = `R-${index + 1},Baker ${index + 1},Leeds,"It's;\nbaking.",2026-12-31`;
    return bad.get(index + 1) ?? text;
  });
  const file = join(folder, "jobs.csv");
  await writeFile(file, ["reference,title,location,description,closes_at", ...rows].join("\r\n"));
  const choice = { skipBad: false, closeMissing: false, dryRun: false };

  const faults = [
    `${file}:20:6: title: is missing`,
    `${file}:100:16: closes_at: must be a date`,
    `${file}:199:19: description: is missing`,
  ];
  const refused = await importJobs(where, acme, file, choice).catch(String);
  for (const fault of faults) expect(refused).toContain(fault);
  expect(refused).toContain("Nothing was imported: 3 of 100 jobs have a fault");
  expect(await positionsOf(where, acme.uuid)).toHaveLength(2);

  const done = (await importJobs(where, acme, file, { ...choice, skipBad: true })).join("\n");
  for (const fault of faults) expect(done).toContain(fault);
  expect(done).toContain("97 jobs of Acme Bicycles: 97 new, 0 changed, 0 as they were");
  expect(await positionsOf(where, acme.uuid)).toHaveLength(99);
});

test("statements of which one fails half-way change nothing", async () => {
  const before = await positionsOf(where, acme.uuid);
  const uuid = before[0]?.uuid ?? "";
  const columns = { uuid: "a", client_uuid: acme.uuid, slug: "a", name: "A" };
  const failed = execute(where, [
    insert("positions", columns, false, "a"),
    update(uuid, { name: "Another" }),
    update(uuid, { status: "ajar" }),
  ]);
  await expect(failed).rejects.toThrow("CHECK constraint failed");
  expect(await positionsOf(where, acme.uuid)).toEqual(before);
});

test("a seed does not take over another company's job", async () => {
  await seed({ persistTo: where.persistTo });
  const ferries = await companyAt(where, "harbour-lane-ferries");
  const before = await positionsOf(where, ferries.uuid);
  const { uuid, slug } = before[0] ?? {};
  const columns = { uuid, client_uuid: acme.uuid, slug, name: "A" };
  await execute(where, [insert("positions", columns, true, "taken")]);
  const uuids = (await positionsOf(where, ferries.uuid)).map((row) => row.uuid);
  expect(uuids).toEqual(before.map((row) => row.uuid));
});

test("a company is removed with its 3,000 applications only if that is said, and stays removed", async () => {
  const { uuid } = await companyAt(where, "alfar-albufera");
  await execute(where, [
    `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 3000)
     INSERT INTO applications (id, position_uuid, idempotency_key, first_name, last_name, created_at)
     SELECT printf('00000000-0000-4000-8000-%012d', n),
       (SELECT uuid FROM positions WHERE client_uuid = '${uuid}' LIMIT 1), n, 'A', 'B', '2026-11-20T10:00:00.000Z'
     FROM counted;`,
  ]);
  const refused = await company("remove", "alfar-albufera");
  expect([refused.code, refused.failed]).toEqual([1, expect.stringContaining("add --yes")]);
  const removed = await company("remove", "alfar-albufera", "--yes");
  expect(removed.failed).toBe("");
  expect(removed.said).toContain("Removed Alfar Albufera (alfar-albufera), its 9 jobs");
  expect(removed.said).toContain("3000 applications");
  const left = await rowsOf(
    where,
    `SELECT (SELECT count(*) FROM applications) + (SELECT count(*) FROM unclaimed_cvs) AS n,
       (SELECT count(*) FROM deleted_keys) AS keys`,
    z.object({ n: z.number(), keys: z.number() }),
  );
  expect(left).toEqual([{ n: 0, keys: 3000 }]);
  await seed({ persistTo: where.persistTo });
  const codes = ["acme-bicycles", "cafe-tres-cumbres", "harbour-lane-ferries"];
  expect((await companiesAt(where)).map(({ code }) => code)).toEqual(codes);
});
