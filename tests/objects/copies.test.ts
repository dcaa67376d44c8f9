import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { createPurges, type PurgeTime } from "~/app/reads/purges.server";
import { COPY_VERSION } from "~/app/reads/copy-format";
import type { DurableCopy } from "~/app/reads/durable-copy.server";
import { siteEnv } from "./candidate";
import { getAlarm, HOUR, MINUTE, advance, SECOND } from "./clock";

interface CopiesEnv {
  COPIES: DurableObjectNamespace<DurableCopy>;
  PURGES: DurableObjectNamespace<PurgeTime>;
}

// `pool.ts` defines the bindings.
const bindings = () => siteEnv() as unknown as CopiesEnv;

/** How long a copy is stored, in ms. */
const LIFETIME = (7 * 24 + 1) * HOUR;

/** How long a position must return 404 before its copy is marked as gone, in ms. */
const GONE_AFTER = 10 * MINUTE;

/** Returns a copy that no other test uses. */
const newCopy = () => bindings().COPIES.getByName(crypto.randomUUID());

const bytes = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text)).buffer;

const read = (copy?: { gzip: ArrayBuffer }) =>
  copy && { ...copy, gzip: Buffer.from(copy.gzip).toString() };

const listStored = (copy: ReturnType<typeof newCopy>) =>
  runInDurableObject(copy, (_, { storage }) => [...storage.kv.list()]);

describe("a copy", () => {
  test("is deleted completely a week and an hour after the page was stored", async () => {
    const copy = newCopy();
    const readAt = Date.now() - MINUTE;
    await copy.put(bytes("a page"), readAt);
    await advance(copy, LIFETIME - 1);
    expect(read(await copy.get())).toEqual({ gzip: "a page", readAt, version: COPY_VERSION });
    await advance(copy, 1);
    expect(await copy.get()).toBeUndefined();
    expect(await listStored(copy)).toEqual([]);
    expect(await getAlarm(copy)).toBeNull();
  });

  test.each([
    ["first", "earlier", -1],
    ["first", "at the same time", 0],
    ["second", "later", 1],
  ])("keeps the %s page if the second page was read %s", async (page, _, later) => {
    const copy = newCopy();
    const readAt = Date.now();
    await copy.put(bytes("first"), readAt);
    vi.setSystemTime(readAt + HOUR);
    await copy.put(bytes("second"), readAt + later);
    expect(read(await copy.get())).toMatchObject({ gzip: page });
    expect(await getAlarm(copy)).toBe(readAt + LIFETIME + (page === "second" ? HOUR : 0));
  });

  test("keeps its page after the position closes and ignores earlier reads", async () => {
    const copy = newCopy();
    const readAt = Date.now();
    await copy.put(bytes("a page"), readAt);
    vi.setSystemTime(readAt + MINUTE);
    const gone = { gzip: "a page", readAt: Date.now(), version: COPY_VERSION, isGone: true };
    expect(read(await copy.markGone())).toEqual(gone);
    await copy.put(bytes("late"), readAt + MINUTE);
    expect(read(await copy.get())).toEqual(gone);
    expect(await copy.confirm(readAt + MINUTE)).toBe(false);
    await copy.put(bytes("open again"), readAt + MINUTE + 1);
    expect(read(await copy.get())).toMatchObject({ gzip: "open again" });
    expect((await copy.get())?.isGone).toBeUndefined();
  });

  test("is scheduled for deletion again when its position closes", async () => {
    const copy = newCopy();
    await copy.markGone();
    expect(await getAlarm(copy)).toBeNull();
    await copy.put(bytes("a page"), Date.now());
    await advance(copy, HOUR);
    await copy.markGone();
    expect(await getAlarm(copy)).toBe(Date.now() + LIFETIME);
  });

  test.each([
    ["a newer version", { version: COPY_VERSION + 1, gzip: bytes("a page"), readAt: 1 }],
    ["a copy with another shape", { version: COPY_VERSION, gzip: "a page", readAt: 1 }],
    ["a number", 7],
  ])("ignores and replaces a stored value that is %s", async (_, stored) => {
    const copy = newCopy();
    await runInDurableObject(copy, (_object, { storage }) => storage.kv.put("copy", stored));
    expect(await copy.get()).toBeUndefined();
    await copy.put(bytes("a page"), 1);
    expect(read(await copy.get())).toMatchObject({ gzip: "a page" });
  });
});

describe("the copy of a position that returns 404", () => {
  /** Creates a copy that was read a minute ago. */
  async function copied() {
    const copy = newCopy();
    await copy.put(bytes("a page"), Date.now());
    vi.setSystemTime(Date.now() + MINUTE);
    return copy;
  }

  const isMarkedGone = async (copy: ReturnType<typeof newCopy>) =>
    (await copy.markMissing(Date.now(), GONE_AFTER))?.isGone === true;

  test("is marked as gone ten minutes after the first 404", async () => {
    const copy = await copied();
    for (const later of [0, GONE_AFTER - 1]) {
      vi.setSystemTime(Date.now() + later);
      expect((await copy.markMissing(Date.now(), GONE_AFTER))?.isGone).toBeUndefined();
      expect(read(await copy.get())).toMatchObject({ gzip: "a page" });
    }
    vi.setSystemTime(Date.now() + 1);
    expect(await isMarkedGone(copy)).toBe(true);
    expect((await copy.get())?.isGone).toBe(true);
  });

  test("is not marked as gone after one 404, even if the copy is old", async () => {
    const copy = await copied();
    vi.setSystemTime(Date.now() + 6 * 24 * HOUR);
    expect(await isMarkedGone(copy)).toBe(false);
  });

  test("is not marked as gone if the same 404 is reported twice", async () => {
    const copy = await copied();
    const at = Date.now();
    await copy.markMissing(at, GONE_AFTER);
    vi.setSystemTime(at + GONE_AFTER);
    expect((await copy.markMissing(at, GONE_AFTER))?.isGone).toBeUndefined();
  });

  test.each([
    ["the same page", (copy: ReturnType<typeof newCopy>) => copy.confirm(Date.now())],
    ["another page", (copy: ReturnType<typeof newCopy>) => copy.put(bytes("other"), Date.now())],
  ])("is gone ten minutes after the next 404 if a read returns %s", async (_, read) => {
    const copy = await copied();
    await copy.markMissing(Date.now(), GONE_AFTER);
    vi.setSystemTime(Date.now() + MINUTE);
    await read(copy);
    for (const later of [GONE_AFTER, GONE_AFTER - 1]) {
      vi.setSystemTime(Date.now() + later);
      expect(await isMarkedGone(copy)).toBe(false);
    }
    vi.setSystemTime(Date.now() + 1);
    expect(await isMarkedGone(copy)).toBe(true);
  });

  test("is marked as gone on time despite a read from before the 404", async () => {
    const copy = await copied();
    await copy.markMissing(Date.now(), GONE_AFTER);
    expect(await copy.confirm(Date.now() - 1)).toBe(true);
    await copy.put(bytes("late"), Date.now() - 1);
    vi.setSystemTime(Date.now() + GONE_AFTER);
    expect(await isMarkedGone(copy)).toBe(true);
  });

  test("is not created by a 404 or a confirmation", async () => {
    const copy = newCopy();
    expect(await copy.markMissing(Date.now(), GONE_AFTER)).toBeUndefined();
    expect(await copy.confirm(Date.now())).toBe(false);
    expect(await listStored(copy)).toEqual([]);
  });
});

describe("PurgeTime", () => {
  const newPurges = () => createPurges(bindings().PURGES, () => undefined);

  test("returns the time of the last purge", async () => {
    const time = bindings().PURGES.getByName(crypto.randomUUID());
    expect(await time.purgedAt()).toBe(0);
    for (const _ of [1, 2]) {
      vi.setSystemTime(Date.now() + HOUR);
      expect(await time.purge()).toBe(Date.now());
      expect(await time.purgedAt()).toBe(Date.now());
    }
  });

  test("invalidates reads from before the purge and up to one second after it", async () => {
    const company = crypto.randomUUID();
    const purges = newPurges();
    await purges.purge(company);
    const now = Date.now();
    for (const [readAt, isOld] of [
      [now - HOUR, true],
      [now + SECOND, true],
      [now + SECOND + 1, false],
    ] as const) {
      expect(purges.isKnownPurged(company, readAt)).toBe(isOld);
      expect(await purges.isPurged(company, readAt)).toBe(isOld);
    }
    expect(await purges.isPurged(crypto.randomUUID(), now)).toBe(false);
  });

  test("may miss a purge of data that another data centre read two minutes ago", async () => {
    const company = crypto.randomUUID();
    const purges = newPurges();
    const readAt = Date.now();
    vi.setSystemTime(readAt + 2 * MINUTE - 1);
    expect(purges.mayMissPurge(company, readAt)).toBe(false);
    vi.setSystemTime(readAt + 2 * MINUTE);
    expect(purges.mayMissPurge(company, readAt)).toBe(true);
    await purges.refresh(company);
    expect(purges.mayMissPurge(company, readAt)).toBe(false);
  });

  test("makes a purge known to another data centre within a minute", async () => {
    const company = crypto.randomUUID();
    const purges = newPurges();
    const readAt = Date.now();
    expect(await purges.isPurged(company, readAt)).toBe(false);
    await bindings().PURGES.getByName(company).purge();
    vi.setSystemTime(readAt + MINUTE - 1);
    expect(await purges.isPurged(company, readAt)).toBe(false);
    expect(purges.isKnownPurged(company, readAt)).toBe(false);
    vi.setSystemTime(readAt + MINUTE);
    expect(await purges.isPurged(company, readAt)).toBe(true);
    expect(purges.isKnownPurged(company, readAt)).toBe(true);
  });
});

describe("the site's record", () => {
  const newSite = () => bindings().PURGES.getByName(crypto.randomUUID());

  test("grants work once per period for each name", async () => {
    const site = newSite();
    const claim = () => Promise.all([site.claim("a", MINUTE), site.claim("b", MINUTE)]);
    expect(await claim()).toEqual([true, true]);
    vi.setSystemTime(Date.now() + MINUTE - 1);
    expect(await claim()).toEqual([false, false]);
    vi.setSystemTime(Date.now() + 1);
    expect(await claim()).toEqual([true, true]);
  });

  test("forgets a company that was neither purged nor verified for a week", async () => {
    const site = newSite();
    const before = Date.now();
    const verification = (clientUuid: string) => ({
      ...{ clientUuid, names: [], verifiedAt: Date.now(), pages: {}, failed: [], gone: {} },
    });
    await site.publishPurge("former", before);
    await site.verify([verification("former")], undefined);
    vi.setSystemTime(before + 7 * 24 * HOUR);
    await site.publishPurge("new", Date.now());
    await site.verify([verification("new")], undefined);
    const stored = await runInDurableObject(site, (_, { storage }) => storage.kv.get("site"));
    expect(stored).toMatchObject({ purges: { new: Date.now() }, verified: { new: {} } });
    expect(JSON.stringify(stored)).not.toContain("former");
  });
});
