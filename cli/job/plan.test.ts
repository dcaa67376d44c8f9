import { expect, test } from "vitest";
import { JobWithDescription } from "~/contract/admin";
import { planImport } from "./plan";

const COMPANY = { uuid: "5f6e2c1a-4b7d-4c3e-9a10-2d8f7b6c5e41", country: "gb" };
const createId = (last: number) => `c2a9d7e4-1b36-4f58-8e02-7a4c9b0d6f1${last}`;
const NEW = { title: "Baker", location: "Leeds", description: "Bake." };

const stored = (facts: Partial<JobWithDescription>, last = 0): JobWithDescription =>
  JobWithDescription.parse({
    ...{ uuid: createId(last), slug: "a", name: "Baker", location: "Leeds", country: "gb" },
    ...{ published_at: "2026-11-01", description: "<p>Bake.</p>\n", ...facts },
  });

const plan = (entries: Record<string, unknown>[], existing: JobWithDescription[]) =>
  planImport(
    entries.map((facts, index) => ({ facts, at: () => ({ line: index + 2 }) })),
    COMPANY,
    existing,
  );

test("adds an open job in the company's country, and derives its id from its facts", () => {
  const [job] = plan([NEW], []).added;
  expect(job?.uuid).toMatch(/^93951fd0-f779-8/);
  const published_at = new Date().toISOString().slice(0, 10);
  const fresh = { ...stored({ slug: "baker", published_at }), uuid: String(job?.uuid) };
  expect(plan([NEW], [fresh])).toMatchObject({ unchanged: 1 });
  const renamed = { ...fresh, name: "Master baker" };
  expect(plan([NEW], [renamed])).toMatchObject({ added: [], changed: [{ name: "Baker" }] });
});

test.each([
  ["id", { id: createId(1).toUpperCase(), title: "Cook" }, [stored({ name: "A" }), stored({}, 1)]],
  ["reference", { reference: " 7", title: "Cook" }, [stored({}), stored({ identifier: "7" }, 1)]],
  ["title and place", { ...NEW, department: "X" }, [stored({ location: "Hull" }), stored({}, 1)]],
])("finds a job by its %s, and lists the other open job as missing", (_, facts, existing) => {
  const found = { added: [], changed: [{ uuid: createId(1) }], missing: [{ uuid: createId(0) }] };
  expect(plan([facts], [...existing, stored({ name: "C", status: "closed" }, 2)])).toMatchObject(
    found,
  );
});

test("leaves facts without a column unchanged, and clears empty facts except the status", () => {
  const existing = stored({ department: "Ovens", identifier: "7", status: "closed" });
  const { changed } = plan(
    [{ reference: "7", department: null, status: "", title: "C" }],
    [existing],
  );
  expect(changed).toMatchObject([{ status: "closed", department: null, name: "C", slug: "a" }]);
});

test.each([
  ["the same job twice", [NEW, NEW], [], /^3 is the same job as line 2/],
  ["an entry that matches two jobs", [NEW], [stored({}), stored({}, 1)], /^2 matches 2 jobs/],
])("rejects %s", (_, entries, existing, problem) => {
  const { problems, missing, bad, added, changed } = plan(entries, existing);
  expect(problems.map(({ line, message }) => `${line} ${message}`).join("\n")).toMatch(problem);
  expect([bad, problems.length, added.length + changed.length]).toEqual([1, 1, entries.length - 1]);
  expect(missing).not.toContain(existing[0]);
});
