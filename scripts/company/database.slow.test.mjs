// Companies and jobs on a real D1, and the commands that people type.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { rowsOf } from "../database.mjs";
import { ROOT } from "../local.mjs";
import { exportJobs, importJobs } from "../platform.mjs";
import { execute, insert, seed } from "../seed.mjs";
import { companiesAt, companyAt, positionsOf, update } from "./database.mjs";

/** @type {string} */
let folder;
/** @type {import("../seed.mjs").Where} */
let where;
/** @type {Record<string, string>} the companies' addresses, by their slugs */
const made = {};

/**
 * A command as a person types it, with nothing piped in.
 *
 * @param {string} script @param {string[]} args @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, said: string, failed: string }>}
 */
async function command(script, args, env = {}) {
  const running = promisify(execFile)(
    "sh",
    [
      "-c",
      'exec node "$@" < /dev/null',
      "sh",
      join(ROOT, "scripts", script),
      ...args,
      "--persist-to",
      where.persistTo,
    ],
    { cwd: ROOT, env: { ...process.env, PORT: "8787", ...env } },
  );
  try {
    const { stdout, stderr } = await running;
    return { code: 0, said: stdout, failed: stderr };
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout: string, stderr: string }} */ (error);
    return { code: 1, said: stdout, failed: stderr };
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-company-"));
  where = { persistTo: join(folder, "state"), remote: false };
  const { code, said, failed } = await command("company.mjs", [
    ...["new", "--name", "Acme Bicycles", "--country", "gb", "--language", "en"],
    ...["--colour", "#ffee00", "--folder", join(folder, "acme")],
  ]);
  expect(code, failed).toBe(0);
  made.acme = said;
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a new company is on the platform with two jobs, at the addresses that are printed", async () => {
  const [company] = await companiesAt(where);
  expect(company).toMatchObject({ code: "acme-bicycles", name: "Acme Bicycles", open: 2 });
  for (const path of [company?.careerSitePath, company?.positionPath?.split("/")[1]]) {
    expect(made.acme).toContain(
      `http://localhost:8787${path?.startsWith("/") ? path : `/${path}`}`,
    );
  }
  expect(made.acme).toContain("#ffee00 is too pale");
  const checked = await command("company.mjs", ["check", join(folder, "acme")]);
  expect(checked.code).toBe(1);
  expect(checked.said).toContain(
    "privacy.md:7:1: still to be filled in: {{legal name and address}}",
  );
  expect(checked.said).not.toContain("brand.css");
});

test("an editor that makes a mistake is told the line, and its text is taken later", async () => {
  const editor = join(folder, "editor.sh");
  await writeFile(
    editor,
    `sed -i 's/^title:.*/title: Baker/; s/^location:.*/location: Leeds/; s/^country.*//; s/^Write here.*/Bake./; s/^# status: open$/status: opened/' "$1"\n`,
  );
  const { code, failed } = await command("job.mjs", ["new", "acme-bicycles"], {
    VISUAL: "",
    EDITOR: `sh ${editor}`,
  });
  expect(code).toBe(1);
  const [, kept = "", line] = /^(\.wrangler\S+?\.md):(\d+):9: status: /m.exec(failed) ?? [];
  const text = await readFile(join(ROOT, kept), "utf8");
  await rm(join(ROOT, kept));
  expect(text.split("\n")[Number(line) - 1]).toBe("status: opened");
  expect(failed).toContain(`npm run job -- new acme-bicycles --file ${kept}`);

  const mended = join(folder, "baker.md");
  await writeFile(mended, text.replace("status: opened", "reference: B-1"));
  const published = await command("job.mjs", ["new", "acme-bicycles", "--file", mended]);
  expect(published.said).toContain("Baker is open:\n  http://localhost:8787/acme-bicycles/baker/");
  const { uuid } = await companyAt(where, "acme-bicycles");
  const jobs = await positionsOf(where, uuid);
  expect(jobs.find(({ slug }) => slug === "baker")).toMatchObject({
    status: "open",
    description: "<p>Bake.</p>",
  });
});

test("another company's job is not made anew, nor taken over by a seed that is brought up to date", async () => {
  await seed({ persistTo: where.persistTo });
  const ferries = await companyAt(where, "harbour-lane-ferries");
  const before = await positionsOf(where, ferries.uuid);
  const [its] = before;
  const file = join(folder, "taken.md");
  await writeFile(file, `---\nid: ${its?.uuid}\ntitle: Taken\nlocation: Leeds\n---\nOver.\n`);
  const refused = await command("job.mjs", ["new", "acme-bicycles", "--file", file]);
  expect(refused.code).toBe(1);
  expect(refused.failed).toContain(`The id ${its?.uuid} is of another company's job.`);
  expect(refused.said).toBe("");

  const { uuid } = await companyAt(where, "acme-bicycles");
  const columns = { uuid: its?.uuid, client_uuid: uuid, slug: its?.slug, name: its?.name };
  await execute(where, [insert("positions", columns, true, "taken")]);
  expect((await positionsOf(where, ferries.uuid)).map((row) => row.uuid)).toContain(its?.uuid);
});

test("an import of 1,000 jobs with three bad rows is all or nothing, or the 997", async () => {
  const bad = new Map([
    [10, "R-10,,Leeds,Bake.,"],
    [500, 'R-500,"a\nb",Leeds,Bake.,31/12/2026'],
    [1000, "R-1000,Baker,Leeds,,"],
  ]);
  const rows = Array.from({ length: 1000 }, (_, index) => {
    const text = `R-${index + 1},Baker ${index + 1},Leeds,"It's;\nbaking.",2026-12-31`;
    return bad.get(index + 1) ?? text;
  });
  const file = join(folder, "jobs.csv");
  await writeFile(file, ["reference,title,location,description,closes_at", ...rows].join("\r\n"));
  const company = await companyAt(where, "acme-bicycles");
  const before = company.open + company.closed;
  const choice = { skipBad: false, closeMissing: false, dryRun: false };

  const faults = [
    `${file}:20:6: title: is missing`,
    `${file}:1000:16: closes_at: must be a date`,
    `${file}:1999:20: description: is missing`,
  ];
  const refused = await importJobs(where, company, file, choice).catch(String);
  for (const fault of faults) expect(refused).toContain(fault);
  expect(refused).toContain("Nothing was imported: 3 of 1000 jobs have a fault");
  expect(await positionsOf(where, company.uuid)).toHaveLength(before);

  const done = (await importJobs(where, company, file, { ...choice, skipBad: true })).join("\n");
  for (const fault of faults) expect(done).toContain(fault);
  expect(done).toContain("997 jobs of Acme Bicycles: 997 new, 0 changed, 0 as they were");
  expect(await positionsOf(where, company.uuid)).toHaveLength(before + 997);

  const out = join(folder, "out.json");
  await writeFile(out, await exportJobs(where, company, "json"));
  expect((await importJobs(where, company, out, choice)).join("\n")).toContain(
    `${before + 997} jobs of Acme Bicycles: 0 new, 0 changed, ${before + 997} as they were`,
  );
});

test("statements of which one fails half-way change nothing", async () => {
  const company = await companyAt(where, "acme-bicycles");
  const [first, ...others] = await positionsOf(where, company.uuid);
  const columns = { uuid: "a", client_uuid: company.uuid, slug: "a", name: "A" };
  const failed = execute(where, [
    insert("positions", columns, false, "a"),
    update(first?.uuid ?? "", { name: "Another" }),
    update(first?.uuid ?? "", { status: "ajar" }),
  ]);
  await expect(failed).rejects.toThrow("CHECK constraint failed");
  expect(await positionsOf(where, company.uuid)).toEqual([first, ...others]);
});

test("a company is removed only when that is said, and a start does not bring an example back", async () => {
  await seed({ persistTo: where.persistTo });
  const asked = await command("company.mjs", ["remove", "alfar-albufera"]);
  expect([asked.code, asked.failed]).toEqual([1, expect.stringContaining("add --yes")]);
  expect((await command("company.mjs", ["remove", "alfar-albufera", "--yes"])).said).toContain(
    "Removed Alfar Albufera (alfar-albufera), its 9 jobs",
  );
  await seed({ persistTo: where.persistTo });
  const codes = ["acme-bicycles", "cafe-tres-cumbres", "harbour-lane-ferries"];
  expect((await companiesAt(where)).map(({ code }) => code)).toEqual(codes);
});

test("a company with 3,000 applications is removed with all of them", async () => {
  const { uuid } = await companyAt(where, "acme-bicycles");
  await execute(where, [
    `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 3000)
     INSERT INTO applications (id, position_uuid, idempotency_key, first_name, last_name, created_at)
     SELECT printf('00000000-0000-4000-8000-%012d', n),
       (SELECT uuid FROM positions WHERE client_uuid = '${uuid}' LIMIT 1), n, 'A', 'B', '2026-11-20T10:00:00.000Z'
     FROM counted;`,
  ]);
  const removed = await command("company.mjs", ["remove", "acme-bicycles", "--yes"]);
  expect(removed.failed).toBe("");
  expect(removed.said).toContain("3000 applications");
  const left = await rowsOf(
    where,
    `SELECT (SELECT count(*) FROM applications) + (SELECT count(*) FROM unclaimed_cvs) AS n,
       (SELECT count(*) FROM deleted_keys) AS keys`,
    z.object({ n: z.number(), keys: z.number() }),
  );
  expect(left).toEqual([{ n: 0, keys: 3000 }]);
});
