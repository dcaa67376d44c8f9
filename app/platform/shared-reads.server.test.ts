import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PlatformError, type PlatformErrorKind } from "./errors";
import type { PlatformReads } from "./hiring-platform.server";
import { limitedReads } from "./limited-reads.server";
import { forgetReads, keptAnswers, sharedReads } from "./shared-reads.server";

const SECOND = 1000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  forgetReads();
});
afterEach(() => void vi.useRealTimers());

const fault = (kind: PlatformErrorKind) => new PlatformError({ kind, message: kind });

/** A platform whose answers a test gives, read by a request of a visitor. */
function createPlatform() {
  /** What has been asked, with the ways to answer it. */
  const asked: ({ what: string } & Record<"answer" | "fail", (_?: unknown) => void>)[] = [];
  const ask = (call: string) => (id: string) =>
    // `never` suits every call; what a test answers with is handed on, whatever it is.
    new Promise<never>((answer, fail) => {
      asked.push({ what: `${call} ${id}`, answer: answer as (value: unknown) => void, fail });
    });
  const [position, client, positions] = [ask("position"), ask("client"), ask("positions")];
  const platform: PlatformReads = { position, client, positions };
  const work: Promise<unknown>[] = [];
  const readsBegan: number[] = [];
  const visitor = () =>
    sharedReads(platform, {
      waitUntil: (promise) => void work.push(promise),
      readTimeoutMs: 10 * SECOND,
      onRead: (begunAt) => void readsBegan.push(begunAt),
    });
  return { asked, work, readsBegan, visitor, platform };
}

/** What becomes of a read, looked at later. */
function watched(read: Promise<unknown>) {
  const seen: { value?: unknown; error?: unknown } = {};
  read.then(
    (value) => (seen.value = value),
    (error: unknown) => (seen.error = error),
  );
  return seen;
}

describe("what many ask for at the same time", () => {
  test("is asked for once; all have the answer, which is as old as its read", async () => {
    const { asked, visitor, readsBegan } = createPlatform();
    const begunAt = Date.now();
    const reads = [visitor().position("p1"), visitor().position("p1")];
    vi.advanceTimersByTime(3 * SECOND);
    reads.push(visitor().position("p1"));
    expect(asked.map(({ what }) => what)).toEqual(["position p1"]);
    asked[0]?.answer("a position");
    expect(await Promise.all(reads)).toEqual(["a position", "a position", "a position"]);
    expect(readsBegan).toEqual([begunAt, begunAt, begunAt]);
  });

  test("is asked for once each, where it is not the same", () => {
    const { asked, visitor } = createPlatform();
    const reads = visitor();
    for (const id of ["1", "2"]) {
      for (const call of ["position", "client", "positions"] as const) void reads[call](id);
    }
    expect(new Set(asked.map(({ what }) => what)).size).toBe(6);
  });

  test("goes on when whoever asked first has left, and breaks nothing when it fails", async () => {
    const { asked, visitor, work } = createPlatform();
    const seen = watched(visitor().position("p1"));
    asked[0]?.fail(fault("unreachable"));
    await expect(Promise.all(work)).resolves.toHaveLength(1);
    expect(seen.error).toMatchObject({ kind: "unreachable" });
  });
});

test("without a time for which it is fresh, an answer is asked for again", async () => {
  const { asked, platform } = createPlatform();
  const reads = sharedReads(platform, { waitUntil: () => undefined, readTimeoutMs: SECOND });
  for (const [index, value] of ["before", "now"].entries()) {
    const read = reads.position("p1");
    asked[index]?.answer(value);
    expect(await read).toBe(value);
  }
});

describe("the platform is not asked again at once", () => {
  test.each([
    ["not-found", 10],
    ["closed", 10],
    ["unreachable", 2],
    ["contract", 2],
  ] as const)("after an answer of the kind %s: for %i s", async (kind, seconds) => {
    const { asked, visitor } = createPlatform();
    const first = visitor().position("p1");
    asked[0]?.fail(fault(kind));
    await expect(first).rejects.toMatchObject({ kind });

    vi.advanceTimersByTime(seconds * SECOND - 1);
    await expect(visitor().position("p1")).rejects.toMatchObject({ kind });
    void visitor().position("p2");
    expect(asked.map(({ what }) => what)).toEqual(["position p1", "position p2"]);

    vi.advanceTimersByTime(1);
    const second = visitor().position("p1");
    asked[2]?.answer("back");
    expect(await second).toBe("back");
  });

  test.each(["position", "positions"] as const)("but for a fault of ours: %s", async (call) => {
    const { asked, visitor } = createPlatform();
    const first = visitor()[call]("1");
    asked[0]?.fail(new TypeError("ours"));
    await expect(first).rejects.toBeInstanceOf(TypeError);
    void visitor()[call]("1");
    expect(asked).toHaveLength(2);
  });

  test("and what strangers made up does not fill the memory", async () => {
    const { asked, visitor } = createPlatform();
    for (let index = 0; index <= 1000; index++) {
      const read = visitor().position(`made-up-${index}`);
      asked[index]?.fail(fault("not-found"));
      await expect(read).rejects.toMatchObject({ kind: "not-found" });
    }
    expect(asked).toHaveLength(1001);
    void visitor().position("made-up-0");
    expect(asked).toHaveLength(1002);
  });
});

describe("nobody waits for an answer that does not come", () => {
  test.each([
    ["a position", "position", 11],
    ["a list in many parts", "positions", 25],
  ] as const)("%s is given up after %s s", async (_, call, seconds) => {
    const { asked, visitor } = createPlatform();
    const seen = watched(visitor()[call]("1"));
    await vi.advanceTimersByTimeAsync(seconds * SECOND - 1);
    expect(seen.error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.error).toMatchObject({ kind: "timeout" });
    // Whoever comes next asks anew, and is not bound by the one that was given up.
    const next = visitor()[call]("1");
    expect(asked).toHaveLength(2);
    asked[0]?.fail(fault("not-found"));
    await vi.advanceTimersByTimeAsync(0);
    void visitor()[call]("1");
    expect(asked).toHaveLength(2);
    asked[1]?.answer("there");
    expect(await next).toBe("there");
  });
});

describe("when something has changed", () => {
  test("what is being read is shared no more, and what it says is not remembered", async () => {
    const { asked, visitor } = createPlatform();
    const seen = watched(visitor().position("p1"));
    forgetReads();
    const after = visitor().position("p1");
    expect(asked).toHaveLength(2);
    asked[0]?.fail(fault("not-found"));
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.error).toMatchObject({ kind: "not-found" });
    asked[1]?.answer("there");
    expect(await after).toBe("there");
    void visitor().position("p1");
    expect(asked).toHaveLength(3);
  });
});

describe("what was answered", () => {
  const MINUTE = 60 * SECOND;

  /** Requests that use an answer for a minute, and a career site's for ten. */
  function keeping({ isPurged = false } = {}) {
    const { asked, platform, work } = createPlatform();
    const keptSince: number[] = [];
    const purged = { isKnown: false, isPurged };
    const visitor = (mayBeStale = true) =>
      sharedReads(platform, {
        waitUntil: (promise) => void work.push(promise),
        readTimeoutMs: 10 * SECOND,
        freshMs: MINUTE,
        isKnownPurged: () => purged.isKnown,
        onKept: (readAt) => void keptSince.push(readAt),
        ...(mayBeStale && { stale: { ms: 10 * MINUTE, isPurged: async () => purged.isPurged } }),
      });
    return { asked, visitor, keptSince, purged };
  }

  test("is used again for a minute, and is as old as its read", async () => {
    const { asked, visitor, keptSince } = keeping();
    const begunAt = Date.now();
    const first = visitor().position("p1");
    vi.advanceTimersByTime(SECOND);
    asked[0]?.answer({ clientUuid: "c1" });
    const value = await first;
    vi.advanceTimersByTime(MINUTE - SECOND - 1);
    expect(await visitor().position("p1")).toBe(value);
    expect(keptSince).toEqual([begunAt]);
    vi.advanceTimersByTime(1);
    void visitor().position("p1");
    expect(asked).toHaveLength(2);
  });

  test("of a career site is used for ten minutes, and renewed behind the answer", async () => {
    const { asked, visitor } = keeping();
    const first = visitor().positions("c1");
    asked[0]?.answer(["before"]);
    expect(await first).toEqual(["before"]);
    vi.advanceTimersByTime(10 * MINUTE - 1);
    const searches = [visitor().positions("c1"), visitor().positions("c1")];
    expect(await Promise.all(searches)).toEqual([["before"], ["before"]]);
    expect(asked).toHaveLength(2);
    asked[1]?.answer(["now"]);
    await vi.advanceTimersByTimeAsync(0);
    expect(await visitor().positions("c1")).toEqual(["now"]);
    expect(asked).toHaveLength(2);
  });

  test("of a career site is not used for a page that is kept, nor after ten minutes", async () => {
    const { asked, visitor } = keeping();
    const first = visitor().client("c1");
    asked[0]?.answer({});
    await first;
    vi.advanceTimersByTime(MINUTE);
    watched(visitor(false).client("c1"));
    expect(asked).toHaveLength(2);
    asked[1]?.fail(fault("unreachable"));
    await vi.advanceTimersByTimeAsync(9 * MINUTE);
    void visitor().client("c1");
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(3);
  });

  /** After a first answer to a company's read. */
  async function answered(options = {}) {
    const kept = keeping(options);
    const first = kept.visitor().client("c1");
    kept.asked[0]?.answer({});
    await first;
    return kept;
  }

  test("is not used once it is purged", async () => {
    const { asked, visitor, purged } = await answered({ isPurged: true });
    vi.advanceTimersByTime(MINUTE);
    void visitor().client("c1");
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(2);
    asked[1]?.answer({});
    await vi.advanceTimersByTimeAsync(0);
    purged.isKnown = true;
    void visitor().client("c1");
    expect(asked).toHaveLength(3);
  });

  test("is forgotten when what it was about is gone", async () => {
    const { asked, visitor } = await answered();
    vi.advanceTimersByTime(MINUTE);
    const second = visitor(false).client("c1");
    asked[1]?.fail(fault("not-found"));
    await expect(second).rejects.toMatchObject({ kind: "not-found" });
    await expect(visitor().client("c1")).rejects.toMatchObject({ kind: "not-found" });
  });

  test("is forgotten when something has changed, and so is a refusal", async () => {
    const { asked, visitor } = await answered();
    const refused = visitor().client("c2");
    asked[1]?.fail(fault("not-found"));
    await expect(refused).rejects.toMatchObject({ kind: "not-found" });
    forgetReads();
    for (const id of ["c1", "c2"]) void visitor().client(id);
    expect(asked).toHaveLength(4);
  });
});

test("what one visitor may not ask is no failure for another", async () => {
  const { asked, platform } = createPlatform();
  let misses = 0;
  const visitor = (mayAsk: boolean) =>
    sharedReads(limitedReads(platform, { mayAsk: () => mayAsk, onMissing: () => (misses += 1) }), {
      waitUntil: () => undefined,
      readTimeoutMs: SECOND,
    });
  await expect(visitor(false).position("p1")).rejects.toMatchObject({ kind: "too-often" });
  expect(asked).toEqual([]);
  const second = visitor(true).position("p1");
  asked[0]?.fail(fault("not-found"));
  await expect(second).rejects.toMatchObject({ kind: "not-found" });
  expect(misses).toBe(1);
  // What is remembered costs nothing, and is not counted.
  await expect(visitor(false).position("p1")).rejects.toMatchObject({ kind: "not-found" });
  expect(misses).toBe(1);
});

test("an answer counts by its texts, and by the number of its values", () => {
  const kept = keptAnswers(1000);
  const put = (value: unknown) => kept.put("a", { value, clientUuid: "c1", readAt: 0 });
  put("x".repeat(475));
  expect(kept.get("a")).toBeDefined();
  put(Array.from({ length: 20 }, () => ({ name: "job" })));
  expect(kept.get("a")).toBeUndefined();
});
