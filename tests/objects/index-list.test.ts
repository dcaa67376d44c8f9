import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { shardName, shardNames } from "~/app/application/delivery/undelivered";
import type { Cursor, UndeliveredEntry } from "~/app/application/delivery/undelivered";
import type { UndeliveredIndex } from "~/app/application/delivery/undelivered-index.server";
import { DAY, HOUR } from "./clock";
import { errorLines } from "./errors";
import { all, entry, index, operator, shard } from "./undelivered";

type Shard = DurableObjectStub<UndeliveredIndex>;

const hex = (number: number) => number.toString(16).padStart(4, "0");

const putAll = (stub: Shard, entries: UndeliveredEntry[]) =>
  runInDurableObject(stub, (index: UndeliveredIndex) => {
    for (const item of entries) index.put(item);
  });

async function readAll(limit: number) {
  const read: UndeliveredEntry[] = [];
  let pages = 0;
  let next: Cursor | undefined;
  do {
    const page = await operator().list({ after: next, limit });
    expect(page.applications.length).toBeLessThanOrEqual(limit);
    read.push(...page.applications);
    ({ next } = page);
    pages += 1;
  } while (next);
  return { read, pages };
}

describe("an operator's list", () => {
  test("contains 3,000 entries from all shards, oldest first", async () => {
    const entries = Array.from({ length: 3000 }, (_, number) =>
      // Each time occurs in ten entries.
      entry({
        receiptId: hex(number * 21).padEnd(64, "0"),
        sentAt: Date.now() - DAY + (number % 300),
      }),
    );
    for (const name of shardNames("")) {
      const ofShard = entries.filter(({ receiptId }) => shardName(receiptId) === name);
      await putAll(index.at(name), ofShard);
    }
    const { read, pages } = await readAll(500);
    expect(pages).toBe(6);
    const byTime = entries.sort(
      (a, b) => a.sentAt - b.sentAt || (a.receiptId < b.receiptId ? -1 : 1),
    );
    expect(read).toEqual(byTime);
    const { total } = await operator().list({ limit: 1 });
    expect(total).toBe(3000);
  });

  test("contains the entries of all other shards if one times out, and names that shard", async () => {
    const errors = errorLines();
    for (const digit of "0123456789abcdef") {
      await index
        .at(`undelivered-${digit}`)
        .put(entry({ receiptId: digit.repeat(64), sentAt: Date.now() }));
    }
    index.silent = "undelivered-3";
    const listing = operator().list({ limit: 500 });
    await expect.poll(() => index.listed).toBe(15);
    vi.advanceTimersByTime(10_000);
    const page = await listing;
    expect(page.missing).toEqual(["undelivered-3"]);
    expect([page.total, page.applications.length]).toEqual([15, 15]);
    expect(errors).toEqual([
      expect.stringContaining("undelivered-3 did not answer: DeadlinePassed"),
    ]);
  });

  test("searches for a number only in shards that can contain it", async () => {
    const listed = entry({ receiptId: "f".repeat(64), sentAt: Date.now() });
    await shard("undelivered-f").put(listed);
    const find = (number: string) => operator().list({ number, after: undefined, limit: 500 });
    expect(await find("ZZZZ-ZZZZ")).toMatchObject({ total: 1, applications: [listed] });
    await operator().drop(listed.receiptId);
    expect(await find("zzzz-zzzz")).toMatchObject({ total: 0, applications: [], missing: [] });
    expect(await find("nothing")).toMatchObject({ total: 0, applications: [], missing: [] });
    expect(shardNames("fff")).toEqual(["undelivered-f"]);
  });
});

describe("a shard of the index", () => {
  test("contains an application's latest entry until it is removed", async () => {
    const stub = index.at("a list");
    const numbered = (number: number) =>
      entry({ receiptId: hex(number).padEnd(64, "0"), sentAt: 5000 - number });
    await putAll(
      stub,
      Array.from({ length: 1005 }, (_, number) => numbered(number)),
    );
    const failed = { ...numbered(3), state: "failed" as const, reason: "refused" };
    await stub.put(failed);
    const first = await stub.list(all());
    expect([first.total, first.applications.length, first.hasMore]).toEqual([1005, 1000, true]);
    expect(first.applications[0]).toEqual(numbered(1004));
    const rest = await stub.list({ ...all(), after: first.applications.at(-1) });
    expect([rest.total, rest.applications.length, rest.hasMore]).toEqual([1005, 5, false]);
    expect((await stub.list(all("0003"))).applications).toEqual([failed]);
    // The prefix matches 0x03e0 to 0x03ec, which is the last entry.
    expect((await stub.list(all("03e"))).total).toBe(13);
    await stub.remove(failed.receiptId);
    expect((await stub.list(all())).total).toBe(1004);
  });

  test("deletes entries of applications sent before `sentSince`", async () => {
    const stub = index.at("old ones");
    await stub.put(entry({ receiptId: "1".repeat(64), sentAt: 10 }));
    await stub.put(entry({ receiptId: "2".repeat(64), sentAt: 20 }));
    const { applications } = await stub.list({ ...all(), sentSince: 20 });
    expect(applications.map(({ sentAt }) => sentAt)).toEqual([20]);
    expect((await stub.list(all())).total).toBe(1);
  });

  test("refuses to read or write data of a newer build", async () => {
    const errors = errorLines();
    const stub = index.at("newer");
    await stub.put(entry());
    await runInDurableObject(stub, (index, { storage }) => {
      storage.kv.put("version", 99);
      expect(() => index.put(entry({ attempts: 2 }))).toThrow("newer build");
      expect(() => index.remove(entry().receiptId)).toThrow("newer build");
      expect(() => index.list(all())).toThrow("newer build");
      storage.kv.put("version", 1);
    });
    expect((await stub.list(all())).applications).toEqual([entry()]);
    expect(errors).toHaveLength(3);
  });

  test("omits an unreadable row and does not log its contents", async () => {
    const errors = errorLines();
    const stub = index.at("unreadable");
    await stub.put(entry());
    await stub.put(entry({ receiptId: "1".repeat(64) }));
    await runInDurableObject(stub, (_, { storage: { sql } }) => {
      sql.exec("UPDATE undelivered SET state = 'gone' WHERE receiptId LIKE '1%'");
    });
    expect((await stub.list(all())).applications).toEqual([entry()]);
    expect(errors).toEqual(["A row of the undelivered index is invalid"]);
  });

  test("counts entries, and deliveries in the last hour and day", async () => {
    const stub = index.at("counted");
    const delivered = async () => (await stub.counts(0)).delivered;
    vi.setSystemTime(Date.UTC(2026, 10, 24, 12));
    await stub.countDelivery();
    await stub.countDelivery();
    await stub.put(entry({ dueAt: Date.now() }));
    expect(await stub.counts(0)).toMatchObject({
      states: [{ state: "waiting", count: 1 }],
      delivered: { hour: 2, day: 2 },
    });
    vi.setSystemTime(Date.now() + HOUR - 1);
    await stub.countDelivery();
    expect(await delivered()).toEqual({ hour: 3, day: 3 });
    vi.setSystemTime(Date.now() + 1);
    expect(await delivered()).toEqual({ hour: 1, day: 3 });
    vi.setSystemTime(Date.now() + 23 * HOUR);
    expect(await delivered()).toEqual({ hour: 0, day: 1 });
    await stub.countDelivery();
    const slots = await runInDurableObject(stub, (_, { storage }) => storage.kv.get("deliveries"));
    expect(slots).toHaveLength(2);
  });

  test("contributes to the site's total count", async () => {
    for (const digit of "0af") await shard(`undelivered-${digit}`).countDelivery();
    expect((await operator().counts()).delivered).toEqual({ hour: 3, day: 3 });
  });
});
