import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { createPurges, type PurgeTime } from "../../app/cache/purges.server";
import { COPY_VERSION } from "../../app/cache/copy-format";
import type { DurableCopy } from "../../app/cache/durable-copy.server";
import { siteEnv } from "./candidate";
import { getAlarm, HOUR, MINUTE, pass, SECOND } from "./clock";

interface CopiesEnv {
  COPIES: DurableObjectNamespace<DurableCopy>;
  PURGES: DurableObjectNamespace<PurgeTime>;
}

// `pool.ts` binds them.
const bindings = () => siteEnv() as unknown as CopiesEnv;

/** How long a copy is stored: a week and an hour. */
const KEPT = (7 * 24 + 1) * HOUR;

/** How long a position must be 404 before its copy counts as gone. */
const FORGET = 10 * MINUTE;

/** A copy that no other test uses. */
const newCopy = () => bindings().COPIES.getByName(crypto.randomUUID());

const bytes = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text)).buffer;

/** A copy with its bytes as text. */
const read = (copy?: { gzip: ArrayBuffer }) =>
  copy && { ...copy, gzip: Buffer.from(copy.gzip).toString() };

const listStored = (copy: ReturnType<typeof newCopy>) =>
  runInDurableObject(copy, (_, { storage }) => [...storage.kv.list()]);

describe("the copy of a position", () => {
  test("is stored for a week, and then deleted completely", async () => {
    const copy = newCopy();
    const readAt = Date.now() - MINUTE;
    await copy.put(bytes("a page"), readAt);
    await pass(copy, KEPT - 1);
    expect(read(await copy.get())).toEqual({ gzip: "a page", readAt, version: COPY_VERSION });
    await pass(copy, 1);
    expect(await copy.get()).toBeUndefined();
    expect(await listStored(copy)).toEqual([]);
    expect(await getAlarm(copy)).toBeNull();
  });

  test.each([
    ["earlier", "first", -1],
    ["at the same time", "first", 0],
    ["later", "second", 1],
  ])("given a second page that was read %s, keeps the %s one", async (_, page, later) => {
    const copy = newCopy();
    const readAt = Date.now();
    await copy.put(bytes("first"), readAt);
    vi.setSystemTime(readAt + HOUR);
    await copy.put(bytes("second"), readAt + later);
    expect(read(await copy.get())).toMatchObject({ gzip: page });
    expect(await getAlarm(copy)).toBe(readAt + KEPT + (page === "second" ? HOUR : 0));
  });

  test("keeps a closed position's name, and an earlier read does not reopen the position", async () => {
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

  test("is deleted a week after the position closes, and a missing copy is not created", async () => {
    const copy = newCopy();
    await copy.markGone();
    expect(await getAlarm(copy)).toBeNull();
    await copy.put(bytes("a page"), Date.now());
    await pass(copy, HOUR);
    await copy.markGone();
    expect(await getAlarm(copy)).toBe(Date.now() + KEPT);
  });

  test.each([
    ["of another version", { version: COPY_VERSION + 1, gzip: bytes("a page"), readAt: 1 }],
    ["of another shape", { version: COPY_VERSION, gzip: "a page", readAt: 1 }],
    ["not a copy", 7],
  ])("is ignored and replaced if the stored value is %s", async (_, stored) => {
    const copy = newCopy();
    await runInDurableObject(copy, (_object, { storage }) => storage.kv.put("copy", stored));
    expect(await copy.get()).toBeUndefined();
    await copy.put(bytes("a page"), 1);
    expect(read(await copy.get())).toMatchObject({ gzip: "a page" });
  });
});

describe("the copy of a position that is 404", () => {
  /** A copy read a minute ago. */
  async function copied() {
    const copy = newCopy();
    await copy.put(bytes("a page"), Date.now());
    vi.setSystemTime(Date.now() + MINUTE);
    return copy;
  }

  const isForgotten = async (copy: ReturnType<typeof newCopy>) =>
    (await copy.markMissing(Date.now(), FORGET))?.isGone === true;

  test("is used for ten minutes after the first 404", async () => {
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

  test("is not gone after one 404, even if the copy is old", async () => {
    const copy = await copied();
    vi.setSystemTime(Date.now() + 6 * 24 * HOUR);
    expect(await isForgotten(copy)).toBe(false);
  });

  test("is not gone if the same 404 is reported twice", async () => {
    const copy = await copied();
    const at = Date.now();
    await copy.markMissing(at, FORGET);
    vi.setSystemTime(at + FORGET);
    expect((await copy.markMissing(at, FORGET))?.isGone).toBeUndefined();
  });

  test.each([
    ["unchanged", (copy: ReturnType<typeof newCopy>) => copy.confirm(Date.now())],
    [
      "with another page",
      (copy: ReturnType<typeof newCopy>) => copy.put(bytes("other"), Date.now()),
    ],
  ])("gets another ten minutes if the position was back in between, %s", async (_, isThere) => {
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

  test("does not get another ten minutes from a read before the 404", async () => {
    const copy = await copied();
    await copy.markMissing(Date.now(), FORGET);
    expect(await copy.confirm(Date.now() - 1)).toBe(true);
    await copy.put(bytes("late"), Date.now() - 1);
    vi.setSystemTime(Date.now() + FORGET);
    expect(await isForgotten(copy)).toBe(true);
  });

  test("stores nothing if there was no copy", async () => {
    const copy = newCopy();
    expect(await copy.markMissing(Date.now(), FORGET)).toBeUndefined();
    expect(await copy.confirm(Date.now())).toBe(false);
    expect(await listStored(copy)).toEqual([]);
  });
});

describe("the time of a company's purge", () => {
  const newPurges = () => createPurges(bindings().PURGES, () => undefined);

  test("is that of the last purge", async () => {
    const time = bindings().PURGES.getByName(crypto.randomUUID());
    expect(await time.purgedAt()).toBe(0);
    for (const _ of [1, 2]) {
      vi.setSystemTime(Date.now() + HOUR);
      expect(await time.purge()).toBe(Date.now());
      expect(await time.purgedAt()).toBe(Date.now());
    }
  });

  test("makes earlier reads stale, with a second of tolerance for clock differences", async () => {
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

  test("is known in another data centre a minute later", async () => {
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
