import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CompanyRecord, SiteRecord } from "../reads/company-record";
import type { Purges } from "../reads/purges.server";
import { createSharedRecords } from "./shared-records.server";
import { createSharedStore } from "./shared-store.server";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

let companies = 0;

/** Creates a store with the records of a new company. The site's record was not read recently. */
function createWorld() {
  vi.setSystemTime(Date.now() + 60 * MINUTE * ++companies);
  const [clientUuid, now] = [`c${companies}`, Date.now()];
  const company = (number: number): CompanyRecord => ({
    ...{ version: 1, clientUuid, names: [], number, verifiedAt: number },
    ...{ pages: {}, failed: {}, gone: {} },
  });
  const site = (number: number, verifiedAt: number): SiteRecord => ({
    ...{ version: 1, writtenAt: now, run: { at: Date.now(), build: "now", leftOut: 0 } },
    ...{ purges: {}, verified: { [clientUuid]: { number, verifiedAt } } },
  });
  const reads: string[] = [];
  const world = {
    ...{ reads, company, site },
    stored: { company: company(1), site: site(1, 10) as SiteRecord | null | undefined },
    onRunDue: vi.fn(),
    advance: (ms: number) => vi.setSystemTime(Date.now() + ms),
  };
  const records = createSharedRecords({
    store: {
      ...createSharedStore(undefined, "now"),
      getSite: async () => Promise.resolve((reads.push("site"), world.stored.site)),
      getRecord: async () => Promise.resolve((reads.push("company"), { ...world.stored.company })),
    },
    purges: { learn: () => undefined } as unknown as Purges, // the only member used
    version: "now",
    onRunDue: () => void world.onRunDue(),
  });
  const find = async () => {
    await records.refresh(clientUuid);
    return records.get(clientUuid);
  };
  return Object.assign(world, { find });
}

test("reads the site's record once a minute, and a company's record only when it is replaced", async () => {
  const { find, reads, advance, stored, site } = createWorld();
  expect(await find()).toMatchObject({ number: 1, verifiedAt: 10 });
  advance(MINUTE - 1);
  await find();
  expect(reads).toEqual(["site", "company"]);
  advance(1);
  stored.site = site(1, 20);
  expect(await find()).toMatchObject({ verifiedAt: 20 });
  expect(reads).toEqual(["site", "company", "site"]);
});

test("treats a replaced record as current until its replacement", async () => {
  const { find, reads, advance, stored, site, company } = createWorld();
  await find();
  advance(MINUTE);
  stored.site = site(2, 30);
  await find();
  // The store still returns the previous record, which is read once a minute.
  for (const _ of [1, 2]) expect(await find()).toMatchObject({ number: 1, verifiedAt: 10 });
  expect(reads.filter((name) => name === "company")).toHaveLength(2);
  advance(MINUTE);
  stored.company = company(2);
  expect(await find()).toMatchObject({ number: 2, verifiedAt: 30 });
});

test("retries an unreadable site record after ten seconds, and starts no run", async () => {
  const { find, reads, advance, stored, onRunDue } = createWorld();
  stored.site = undefined;
  for (const _ of [1, 2]) await find();
  expect(reads.filter((name) => name === "site")).toHaveLength(1);
  advance(10 * SECOND);
  await find();
  expect(reads.filter((name) => name === "site")).toHaveLength(2);
  expect(onRunDue).not.toHaveBeenCalled();
});

test.each<[what: string, isDue: boolean, run: Partial<NonNullable<SiteRecord["run"]>> | null]>([
  ["recent", false, {}],
  ["by another build", true, { build: "former" }],
  ["more than seven minutes ago", true, { at: 0 }],
  ["missing", true, null],
])("starts a run if the last run was %s: %s", async (_, isDue, changes) => {
  const { find, stored, site, onRunDue } = createWorld();
  const { run, ...rest } = site(1, 10);
  stored.site = changes && run ? { ...rest, run: { ...run, ...changes } } : null;
  await find();
  expect(onRunDue).toHaveBeenCalledTimes(isDue ? 1 : 0);
});
