import { expect, test } from "vitest";
import { columnsOf } from "../../scripts/seed.mjs";
import { planImport } from "./import.mjs";
import { positionOf } from "./job.mjs";
import { rowOf } from "../../tests/support/job-rows.mjs";

const COMPANY = { uuid: "5f6e2c1a-4b7d-4c3e-9a10-2d8f7b6c5e41", country: "gb" };
const TODAY = "2026-11-23";
const IDS = [0, 1, 2].map((last) => `c2a9d7e4-1b36-4f58-8e02-7a4c9b0d6f1${last}`);
const NEW = { title: "Baker", location: "Leeds", description: "Bake." };

/** A job that is at the platform. @param {Record<string, unknown>} facts @param {number} [at] */
const row = (facts, at = 0) =>
  rowOf({
    ...{ department: null, contract_type: null, join_date: null },
    ...columnsOf(
      positionOf({
        ...{ id: IDS[at], slug: "a", status: "open", country: "GB", published_at: "2026-11-01" },
        ...{ ...NEW, description: "<p>Bake.</p>", ...facts },
      }),
      COMPANY.uuid,
    ),
  });

/**
 * @param {Record<string, unknown>[]} jobs each in a line of its own @param {import("./job.mjs").Row[]} own
 * @param {string[]} [others]
 */
const plan = (jobs, own, others = []) =>
  planImport(
    jobs.map((facts, index) => ({ facts, at: () => ({ line: index + 2, column: 1 }) })),
    COMPANY,
    { own, others: new Set(others) },
    TODAY,
  );

test("a new job is open, of today, in the company's country, and has the same id each time", () => {
  const first = plan([NEW], []);
  expect(first.added).toMatchObject([
    {
      ...{ name: "Baker", slug: "baker", status: "open", country: "GB", published_at: TODAY },
      ...{ description: "<p>Bake.</p>", client_uuid: COMPANY.uuid },
    },
  ]);
  expect(plan([NEW], []).added).toEqual(first.added);
  const ids = [NEW, { ...NEW, location: "Hull" }, { ...NEW, reference: "7" }].map(
    (facts) => plan([facts], []).added[0]?.uuid,
  );
  expect(new Set(ids).size).toBe(3);
});

test.each([
  ["its id", { id: IDS[1]?.toUpperCase(), title: "Cook" }, [row({ title: "A" }), row({}, 1)]],
  ["its reference", { reference: "7", title: "Cook" }, [row({}), row({ reference: "7" }, 1)]],
  ["its title and place", { ...NEW, department: "Ovens" }, [row({ location: "Hull" }), row({}, 1)]],
])("a job is found by %s", (_, facts, own) => {
  expect(plan([facts], own)).toMatchObject({ added: [], changed: [{ uuid: IDS[1] }], bad: 0 });
});

test("a job is found by what it was imported as, though it was renamed since", () => {
  const [added] = plan([NEW], []).added;
  const renamed = { ...row({ title: "Master baker" }), uuid: String(added?.uuid) };
  expect(plan([NEW], [renamed])).toMatchObject({
    added: [],
    changed: [{ uuid: added?.uuid, changed: { name: "Baker" } }],
  });
});

test("only what the file says is changed; what is empty there is emptied, but not a job's status", () => {
  const own = [row({ department: "Ovens", reference: "7", status: "closed", workplace: "onsite" })];
  const { changed } = plan(
    [{ reference: "7", department: null, status: null, title: "Cook" }],
    own,
  );
  expect(changed).toEqual([{ uuid: IDS[0], changed: { department: null, name: "Cook" } }]);
  expect(plan([{ id: IDS[0], status: "open" }], own).changed).toEqual([
    { uuid: IDS[0], changed: { status: "open" } },
  ]);
});

test("open jobs that the file does not have are missing, and those with a fault are not", () => {
  const own = [row({}), row({ title: "B" }, 1), row({ title: "C", status: "closed" }, 2)];
  const { missing } = plan([{ id: IDS[0], country: "xyz" }], own);
  expect(missing.map(({ uuid }) => uuid)).toEqual([IDS[1]]);
});

test.each([
  ["the same job twice", [NEW, NEW], [], /^3 is the same job as in line 2/],
  ["another company's id", [{ ...NEW, id: IDS[2] }], [], /^2 is the id of another company's job/],
  ["one of several", [NEW], [row({}), row({}, 1)], /^2 could be each of 2 jobs/],
  ["an id that is none", [{ ...NEW, id: "7" }], [], /^2 is invalid uuid|^2 Invalid UUID/i],
  ["no description", [{ ...NEW, description: null }], [row({})], /^2 is missing/],
])("is told of %s", (_, jobs, own, fault) => {
  const { faults, bad, added, changed } = plan(jobs, own, [String(IDS[2])]);
  expect(`${faults[0]?.line} ${faults[0]?.message}`).toMatch(fault);
  expect([faults.length, bad]).toEqual([1, 1]);
  expect(added.length + changed.length).toBe(jobs.length - 1);
});
