import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createHiringPlatform } from "../platform/hiring-platform.server";
import { CONNECTION } from "~/tests/support/scripted-platform";
import { createCopies } from "./copies.server";
import { COPY_VERSION, type StoredCopy } from "./copy-format";
import type { DurableCopy } from "./durable-copy.server";
import { responses } from "./memory.server";
import { createReads } from "./reads.server";
import { isolateWork } from "./shared-work.server";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  isolateWork.clear();
  background = [];
});

let background: Promise<unknown>[] = [];

const settle = async () => {
  while (background.length > 0) {
    const work = background;
    background = [];
    await Promise.allSettled(work);
  }
};

let ids = 0;

/** Creates a fake platform with a new company, fake durable copies, and functions that read the company. */
function createWorld() {
  const id = `c${++ids}`;
  const stored = new Map<string, StoredCopy>();
  const calls: string[] = [];
  const world = {
    id,
    stored,
    calls,
    callCount: 0,
    answer: (): Response | Promise<Response> => Response.json({ name: "First" }),
    failsOnce: false,
    purgedAt: 0,
    isPurgeKnown: true,
  };
  const createObject = (key: string) => ({
    put: async (gzip: ArrayBuffer, readAt: number) => {
      calls.push("put");
      stored.set(key, { version: COPY_VERSION, gzip, readAt });
    },
    confirm: async () => {
      calls.push("confirm");
      return stored.has(key);
    },
    get: async () => {
      calls.push("get");
      if (world.failsOnce) {
        world.failsOnce = false;
        throw new Error("reset");
      }
      return stored.get(key);
    },
  });
  const namespace = { idFromName: (key: string) => key, get: createObject };
  const platform = createHiringPlatform({
    ...CONNECTION,
    fetch: async () => {
      world.callCount += 1;
      return world.answer();
    },
  });
  const isPurged = (_: string, readAt: number) => readAt <= world.purgedAt;
  const request = (staleMs = 10 * MINUTE, notBefore?: number) =>
    createReads({
      notBefore,
      platform,
      copies: createCopies(namespace as unknown as DurableObjectNamespace<DurableCopy>, {
        forgetAfterMs: 1,
      }), // `namespace` has every method that `createCopies` calls
      purges: {
        isKnownPurged: (client, at) => world.isPurgeKnown && isPurged(client, at),
        isPurged: async (client, at) => isPurged(client, at),
        mayMissPurge: (_, at) => Date.now() - at >= 2 * MINUTE,
        refresh: async () => undefined,
      },
      waitUntil: (work) => void background.push(work),
      settings: {
        PAGE_CACHE: "on",
        PAGE_FRESH_MS: MINUTE,
        PAGE_WAIT_MS: SECOND,
        READ_TIMEOUT_MS: 10 * SECOND,
      },
      staleMs,
      mayCallPlatform: () => true,
      onMissing: () => undefined,
      bypassesCacheForForms: false,
    });
  return Object.assign(world, {
    request,
    read: async (staleMs?: number) => {
      const read = await request(staleMs).read("client", id);
      await settle();
      return read;
    },
    breakPlatform: () => (world.answer = () => new Response("", { status: 500 })),
    advance: (ms: number) => vi.setSystemTime(Date.now() + ms),
  });
}

test("writes no copies for a verification, but for the next view", async () => {
  const world = createWorld();
  await world.request(0, Date.now()).read("client", world.id);
  await settle();
  expect(world.calls).toEqual([]);
  world.advance(MINUTE);
  await world.read();
  expect(world.calls).toContain("put");
});

describe("the isolate's memory", () => {
  test("serves a response for a minute", async () => {
    const { read, advance, ...world } = createWorld();
    const first = await read();
    advance(MINUTE - 1);
    expect(await read()).toMatchObject({ readAt: first.readAt, from: "memory" });
    advance(1);
    expect((await read(0)).from).toBe("platform");
    expect(world.id).toBe(first.value.uuid);
  });

  test("serves a career site that is less than ten minutes old while a new version is read", async () => {
    const world = createWorld();
    await world.read();
    world.answer = () => Response.json({ name: "Second" });
    world.advance(10 * MINUTE - 1);
    expect((await world.read()).value.name).toBe("First");
    expect((await world.read()).value.name).toBe("Second");
    expect(world.callCount).toBe(2);
  });

  test.each([
    ["a response that is ten minutes old", 10 * MINUTE, 10 * MINUTE, 0],
    ["a stale response when a shared page is rendered", 2 * MINUTE, 0, 0],
    ["a response from before a purge by another isolate", 2 * MINUTE, 10 * MINUTE, 1],
  ])("does not serve %s", async (_, ageMs, staleMs, isPurged) => {
    const world = createWorld();
    await world.read();
    world.answer = () => Response.json({ name: "Second" });
    if (isPurged) Object.assign(world, { purgedAt: Date.now(), isPurgeKnown: false });
    world.advance(ageMs);
    expect((await world.read(staleMs)).value.name).toBe("Second");
  });

  test("keeps the same object for an unchanged response", async () => {
    const world = createWorld();
    const first = await world.read();
    world.advance(HOUR);
    const again = await world.read();
    expect(again.value).toBe(first.value);
    expect(again.readAt).toBeGreaterThan(first.readAt);
  });

  test("does not replace a response with an older response", async () => {
    const world = createWorld();
    let answerFirst: (response: Response) => void = () => undefined;
    world.answer = () => new Promise((resolve) => (answerFirst = resolve));
    const slow = world.request().read("client", world.id);
    await vi.waitFor(() => expect(world.callCount).toBe(1));
    const [work, ...others] = background.splice(0); // `work` waits for the response
    world.advance(SECOND);
    isolateWork.clear();
    world.answer = () => Response.json({ name: "Newer" });
    await world.read();
    answerFirst(Response.json({ name: "Older" }));
    await Promise.all([slow, work, ...others]);
    await settle();
    expect((await world.read()).value.name).toBe("Newer");
  });
});

describe("the durable copies", () => {
  test("writes an unchanged response once an hour, and confirms the copy in between", async () => {
    const world = createWorld();
    await world.read();
    // One copy is for the client's uuid, the other for its code.
    expect(world.calls).toEqual(["put", "put"]);
    world.advance(MINUTE);
    await world.read(0);
    expect(world.calls.slice(2)).toEqual(["confirm"]);
    world.advance(HOUR);
    await world.read(0);
    expect(world.calls.slice(3)).toEqual(["put", "put"]);
  });

  test("writes an unchanged response again after a purge", async () => {
    const world = createWorld();
    await world.read();
    world.advance(SECOND);
    world.purgedAt = Date.now();
    world.advance(SECOND);
    await world.read();
    expect(world.calls.slice(2)).toEqual(["put", "put"]);
    world.breakPlatform();
    world.advance(HOUR);
    expect(await world.read(0)).toMatchObject({ from: "copy", value: { name: "First" } });
  });

  test("retries a failed read of a copy", async () => {
    const world = createWorld();
    await world.read();
    world.breakPlatform();
    world.failsOnce = true;
    world.advance(HOUR);
    expect((await world.read(0)).from).toBe("copy");
  });

  test.each<[string, Partial<StoredCopy>]>([
    ["a copy that is not gzip", { gzip: new ArrayBuffer(3) }],
    ["a copy of another version", { version: 0 as typeof COPY_VERSION }],
  ])("ignores %s", async (_, change) => {
    const world = createWorld();
    await world.read();
    for (const [key, copy] of world.stored) world.stored.set(key, { ...copy, ...change });
    world.breakPlatform();
    world.advance(HOUR);
    await expect(world.read(0)).rejects.toMatchObject({ kind: "unreachable", status: 500 });
  });

  test("leaves unknown fields and the CSRF token out of a copy", async () => {
    const world = createWorld();
    world.answer = () =>
      Response.json({ name: "A", client: "c", csrf_token: "token", recruiter: "Ana" });
    await world.request().read("position", world.id);
    await settle();
    const [copy] = [...world.stored.values()];
    const text = await new Response(
      new Blob([copy?.gzip ?? ""]).stream().pipeThrough(new DecompressionStream("gzip")),
    ).text();
    expect(JSON.parse(text)).toEqual(['{"name":"A","client":"c"}']);
  });

  test("logs a response that is too large for a copy, without writing it", async () => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    const world = createWorld();
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const noise = Array.from({ length: 50 }, () => {
      crypto.getRandomValues(bytes);
      return btoa(String.fromCharCode(...bytes.subarray(0, 45_000)));
    }).join("");
    world.answer = () => Response.json({ name: "A", description: noise });
    await world.read();
    expect(world.calls).toEqual([]);
    expect(JSON.stringify(log.mock.calls)).toContain("copy-too-large");
  });
});

describe("a read from an unreachable platform", () => {
  test.each([
    ["a response in memory", false],
    ["a durable copy", true],
  ])("uses %s without calling the platform", async (_, isForgotten) => {
    const world = createWorld();
    await world.read();
    if (isForgotten) responses.clear();
    world.breakPlatform();
    world.advance(HOUR);
    const before = world.callCount;
    const read = await world.request().read("client", world.id, { isAway: true });
    expect(read).toMatchObject({ from: "copy", value: { name: "First" } });
    expect(world.callCount).toBe(before);
  });

  test.each([
    ["does not render a page", "page"],
    ["validates a form", "form"],
  ] as const)("%s with a copy from before a purge", async (_, purpose) => {
    const world = createWorld();
    await world.read();
    responses.clear();
    world.breakPlatform();
    world.advance(SECOND);
    world.purgedAt = Date.now();
    const read = world.request().read("client", world.id, { purpose, isAway: true });
    if (purpose === "form") expect(await read).toMatchObject({ value: { name: "First" } });
    else await expect(read).rejects.toMatchObject({ kind: "unreachable" });
  });
});

describe("a read without a response from the platform", () => {
  /** Creates a world with a copy of the company and a platform that does not respond. */
  async function createHangingWorld() {
    const world = createWorld();
    await world.read();
    let answer: (response: Response) => void = () => undefined;
    world.answer = () => new Promise((resolve) => (answer = resolve));
    world.advance(HOUR);
    return { world, answer: () => answer(Response.json({ name: "Second" })) };
  }
  const isSettled = async (read: Promise<unknown>, ms: number) => {
    let isOver = false;
    void read.finally(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(ms);
    return isOver;
  };

  test.each([
    ["this isolate's last response", false],
    ["a durable copy", true],
  ])("uses %s after a second", async (_, isForgotten) => {
    const { world } = await createHangingWorld();
    if (isForgotten) responses.clear();
    const read = world.request().read("client", world.id);
    expect(await isSettled(read, SECOND - 1)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await read).toMatchObject({ from: "copy", isLate: true, value: { name: "First" } });
  });

  test("does not delay later requests", async () => {
    const { world } = await createHangingWorld();
    const first = world.request().read("client", world.id);
    await vi.advanceTimersByTimeAsync(SECOND);
    await first;
    const second = world.request().read("client", world.id);
    await vi.advanceTimersByTimeAsync(0);
    expect(await second).toMatchObject({ from: "copy", value: { name: "First" } });
    expect(world.callCount).toBe(2);
  });

  test("delays requests if there is no copy", async () => {
    const { world, answer } = await createHangingWorld();
    responses.clear();
    world.stored.clear();
    const read = world.request().read("client", world.id);
    expect(await isSettled(read, 5 * SECOND)).toBe(false);
    answer();
    expect(await read).toMatchObject({ from: "platform", value: { name: "Second" } });
  });

  test("delays a form up to the form's limit", async () => {
    const { world } = await createHangingWorld();
    let onLate: (value: unknown) => void = () => undefined;
    const late = new Promise((resolve) => (onLate = resolve));
    const read = world.request().read("client", world.id, { purpose: "form", late });
    expect(await isSettled(read, 5 * SECOND)).toBe(false);
    onLate(undefined);
    expect(await read).toMatchObject({ from: "copy", isLate: true, value: { name: "First" } });
  });
});
