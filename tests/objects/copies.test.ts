import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { createPurges, type PurgeTime } from "../../app/cache/purges.server";
import { COPY_VERSION } from "../../app/cache/copy-format";
import type { DurableCopy } from "../../app/cache/durable-copy.server";
import { siteEnv } from "./candidate";
import { alarmOf, HOUR, MINUTE, pass, SECOND } from "./clock";

interface CopiesEnv {
  COPIES: DurableObjectNamespace<DurableCopy>;
  PURGES: DurableObjectNamespace<PurgeTime>;
}

// `pool.ts` binds them.
const bindings = () => siteEnv() as unknown as CopiesEnv;

/** How long a copy is kept: a week and an hour. */
const KEPT = (7 * 24 + 1) * HOUR;

/** For how long a position must be answered 404 until it is forgotten. */
const FORGET = 10 * MINUTE;

/** The object of a position, or of a company, that no other test has. */
const newCopy = () => bindings().COPIES.getByName(crypto.randomUUID());

const bytes = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text)).buffer;

/** What is stored, with its bytes as text. */
const read = (copy?: { gzip: ArrayBuffer }) =>
  copy && { ...copy, gzip: Buffer.from(copy.gzip).toString() };

const leftOf = (copy: ReturnType<typeof newCopy>) =>
  runInDurableObject(copy, (_, { storage }) => [...storage.kv.list()]);

describe("the copy of a position", () => {
  test("is kept for a week from when it was put there, and then all of it goes", async () => {
    const copy = newCopy();
    const readAt = Date.now() - MINUTE;
    await copy.put(bytes("a page"), readAt);
    await pass(copy, KEPT - 1);
    expect(read(await copy.get())).toEqual({ gzip: "a page", readAt, version: COPY_VERSION });
    await pass(copy, 1);
    expect(await copy.get()).toBeUndefined();
    expect(await leftOf(copy)).toEqual([]);
    expect(await alarmOf(copy)).toBeNull();
  });

  test.each([
    ["earlier", "first", -1],
    ["at the same time", "first", 0],
    ["later", "second", 1],
  ])("when another comes that was read %s is the %s", async (_, page, later) => {
    const copy = newCopy();
    const readAt = Date.now();
    await copy.put(bytes("first"), readAt);
    vi.setSystemTime(readAt + HOUR);
    await copy.put(bytes("second"), readAt + later);
    expect(read(await copy.get())).toMatchObject({ gzip: page });
    expect(await alarmOf(copy)).toBe(readAt + KEPT + (page === "second" ? HOUR : 0));
  });

  test("of one that is gone stays for its name, and is not brought back by an earlier read", async () => {
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

  test("of one that is gone is deleted after a week, too; what was never there leaves nothing", async () => {
    const copy = newCopy();
    await copy.markGone();
    expect(await alarmOf(copy)).toBeNull();
    await copy.put(bytes("a page"), Date.now());
    await pass(copy, HOUR);
    await copy.markGone();
    expect(await alarmOf(copy)).toBe(Date.now() + KEPT);
  });

  test.each([
    ["of another version", { version: COPY_VERSION + 1, gzip: bytes("a page"), readAt: 1 }],
    ["of another shape", { version: COPY_VERSION, gzip: "a page", readAt: 1 }],
    ["no copy", 7],
  ])("is not read, and is replaced, if what is stored is %s", async (_, stored) => {
    const copy = newCopy();
    await runInDurableObject(copy, (_object, { storage }) => storage.kv.put("copy", stored));
    expect(await copy.get()).toBeUndefined();
    await copy.put(bytes("a page"), 1);
    expect(read(await copy.get())).toMatchObject({ gzip: "a page" });
  });
});

describe("the copy of a position that is answered 404", () => {
  /** A copy that was read a minute ago. */
  async function copied() {
    const copy = newCopy();
    await copy.put(bytes("a page"), Date.now());
    vi.setSystemTime(Date.now() + MINUTE);
    return copy;
  }

  const isForgotten = async (copy: ReturnType<typeof newCopy>) =>
    (await copy.markMissing(Date.now(), FORGET))?.isGone === true;

  test("is kept for ten minutes from the first 404, and handed out", async () => {
    const copy = await copied();
    for (const later of [0, FORGET - 1]) {
      vi.setSystemTime(Date.now() + later);
      expect((await copy.markMissing(Date.now(), FORGET))?.isGone).toBeUndefined();
      expect(read(await copy.get())).toMatchObject({ gzip: "a page" });
    }
    vi.setSystemTime(Date.now() + 1);
    expect(await isForgotten(copy)).toBe(true);
    expect((await copy.get())?.isGone).toBe(true);
  });

  test("is not forgotten by one 404, however long ago the copy was read", async () => {
    const copy = await copied();
    vi.setSystemTime(Date.now() + 6 * 24 * HOUR);
    expect(await isForgotten(copy)).toBe(false);
  });

  test("is not forgotten by the same 404 that is reported twice", async () => {
    const copy = await copied();
    const at = Date.now();
    await copy.markMissing(at, FORGET);
    vi.setSystemTime(at + FORGET);
    expect((await copy.markMissing(at, FORGET))?.isGone).toBeUndefined();
  });

  test.each([
    ["as it was before", (copy: ReturnType<typeof newCopy>) => copy.confirm(Date.now())],
    [
      "with another page",
      (copy: ReturnType<typeof newCopy>) => copy.put(bytes("other"), Date.now()),
    ],
  ])("gets its ten minutes again if it was there in between, %s", async (_, isThere) => {
    const copy = await copied();
    await copy.markMissing(Date.now(), FORGET);
    vi.setSystemTime(Date.now() + MINUTE);
    await isThere(copy);
    for (const later of [FORGET, FORGET - 1]) {
      vi.setSystemTime(Date.now() + later);
      expect(await isForgotten(copy)).toBe(false);
    }
    vi.setSystemTime(Date.now() + 1);
    expect(await isForgotten(copy)).toBe(true);
  });

  test("has not been there between when what was read before the 404 comes late", async () => {
    const copy = await copied();
    await copy.markMissing(Date.now(), FORGET);
    expect(await copy.confirm(Date.now() - 1)).toBe(true);
    await copy.put(bytes("late"), Date.now() - 1);
    vi.setSystemTime(Date.now() + FORGET);
    expect(await isForgotten(copy)).toBe(true);
  });

  test("and was never there leaves nothing, and is said not to be there", async () => {
    const copy = newCopy();
    expect(await copy.markMissing(Date.now(), FORGET)).toBeUndefined();
    expect(await copy.confirm(Date.now())).toBe(false);
    expect(await leftOf(copy)).toEqual([]);
  });
});

describe("the time of a company's purge", () => {
  const newPurges = () => createPurges(bindings().PURGES, () => undefined);

  test("is kept, and is the last one", async () => {
    const time = bindings().PURGES.getByName(crypto.randomUUID());
    expect(await time.purgedAt()).toBe(0);
    for (const _ of [1, 2]) {
      vi.setSystemTime(Date.now() + HOUR);
      expect(await time.purge()).toBe(Date.now());
      expect(await time.purgedAt()).toBe(Date.now());
    }
  });

  test("makes old what was read until then, and a second more for clocks that differ", async () => {
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

  test("made somewhere else is known a minute later", async () => {
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
