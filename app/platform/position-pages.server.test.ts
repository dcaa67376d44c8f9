import { afterEach, describe, expect, test, vi } from "vitest";
import { clientFrom, positionFrom } from "../../tests/support/site-answers";
import { PlatformError } from "./errors";
import type { PositionCopy } from "./position-copy.server";
import { COPY_VERSION } from "./position-copy-format.server";
import { createPositionPages } from "./position-pages.server";

/** When the shared reads of a request began. */
const READ_AT = 1_795_345_457_667;

vi.mock("cloudflare:workers", () => ({ DurableObject: Object }));

const consoleLog = vi.spyOn(console, "log").mockReturnValue();
const consoleError = vi.spyOn(console, "error").mockReturnValue();

afterEach(() => {
  consoleLog.mockClear();
  consoleError.mockClear();
});

/** How the platform fails to answer. */
type Failing = "unreachable" | "not-found" | "closed" | "too-often";

interface Given {
  failing?: Failing;
  /** The stored copy. */
  kept?: object | undefined;
  /** When the answer was read that the page is made of, in ms since 1970. */
  readAt?: number;
}

/** The pages of one request, with a place for one copy. Each test has a position of its own. */
function createPages({ failing, kept, readAt = READ_AT }: Given = {}) {
  const object = {
    get: vi.fn(async () => kept),
    put: vi.fn<PositionCopy["put"]>(async () => undefined),
    found: vi.fn(async () => kept !== undefined),
    missing: vi.fn(async () => kept),
    remove: vi.fn(async () => undefined),
  };
  const namespace = { idFromName: (name: string) => name, get: () => object };
  const answer = <T>(value: () => T) =>
    failing
      ? Promise.reject(new PlatformError({ kind: failing, message: "no answer" }))
      : Promise.resolve(value());
  const work: Promise<unknown>[] = [];
  const pages = createPositionPages({
    reads: {
      position: (id) =>
        answer(() => positionFrom({ name: "Jefa", client: "c1", csrf_token: "token" }, id)),
      client: (id) => answer(() => clientFrom({ name: "Taller" }, id)),
      positions: () => answer(() => []),
    },
    copies: namespace as unknown as DurableObjectNamespace<PositionCopy>, // as much of it as is used
    isPurged: async () => false,
    isKnownPurged: () => false,
    readSince: () => READ_AT,
    knownSince: () => readAt,
    forgetAfterMs: 600_000,
    inTime: (work) => work(),
    waitUntil: (promise) => void work.push(promise),
  });
  return { pages, object, done: () => Promise.all(work) };
}

/** What is stored of a position that was loaded. */
async function copyOf(positionUuid: string) {
  const { pages, object, done } = createPages();
  await pages.load(positionUuid);
  await done();
  const [page = "", madeAt, version] = object.put.mock.calls[0] ?? [];
  return { page, madeAt, version };
}

describe("the copy of a position", () => {
  test("is written with its version, when the position is loaded", async () => {
    const { page, version } = await copyOf("written");
    expect(version).toBe(COPY_VERSION);
    expect(JSON.parse(page)).toMatchObject({ position: { name: "Jefa" } });
    expect(page).not.toContain("token");
  });

  test("stands in for the platform while that is away", async () => {
    const kept = await copyOf("stands-in");
    const { pages } = createPages({ failing: "unreachable", kept });
    await expect(pages.load("stands-in")).resolves.toMatchObject({ title: "Jefa" });
    expect(pages.copiedAt).toBe(kept.madeAt);
    expect(consoleError.mock.calls).toEqual([["no answer"]]);
  });

  test("is asked for once more where its object fails, as each does once in a deployment", async () => {
    const kept = await copyOf("asked-again");
    const { pages, object } = createPages({ failing: "unreachable", kept });
    object.get.mockRejectedValueOnce(new Error("reset because its code was updated"));
    await expect(pages.load("asked-again")).resolves.toMatchObject({ title: "Jefa" });
  });

  test("is not written again while it is the same, but told that the position is there", async () => {
    const kept = await copyOf("told");
    const { pages, object, done } = createPages({ kept, readAt: READ_AT + 1000 });
    await pages.load("told");
    await done();
    expect(object.found).toHaveBeenCalledExactlyOnceWith(READ_AT + 1000);
    expect(object.put).not.toHaveBeenCalled();
  });

  test("is not asked for at all by a page of what it was told of, or of the second after", async () => {
    const kept = await copyOf("told-before");
    const calls: number[] = [];
    for (const after of [2000, 2000, 2999, 0, 3000]) {
      const readAt = READ_AT + after;
      const { pages, object, done } = createPages({ kept, readAt });
      await pages.load("told-before");
      await done();
      expect(object.put).not.toHaveBeenCalled();
      calls.push(object.found.mock.calls.length);
    }
    expect(calls).toEqual([1, 0, 0, 0, 1]);
  });

  test("is told at once of what is there after a 404", async () => {
    const kept = await copyOf("flickering");
    const failing = createPages({ failing: "not-found", kept, readAt: READ_AT + 1 });
    await expect(failing.pages.load("flickering")).rejects.toMatchObject({ kind: "not-found" });
    await failing.done();
    const { pages, object, done } = createPages({ kept, readAt: READ_AT + 2 });
    await pages.load("flickering");
    await done();
    expect(object.found).toHaveBeenCalledExactlyOnceWith(READ_AT + 2);
  });

  test("is written again when it has been forgotten meanwhile", async () => {
    const { page } = await copyOf("forgotten-meanwhile");
    const { pages, object, done } = createPages({ readAt: READ_AT + 1000 });
    await pages.load("forgotten-meanwhile");
    await done();
    expect(object.put).toHaveBeenCalledExactlyOnceWith(page, READ_AT + 1000, COPY_VERSION);
  });

  test("that cannot be read is as if it were not there, and the log names the field", async () => {
    const kept = { ...(await copyOf("unreadable")), page: '{"client":{"name":"María José"}}' };
    const { pages } = createPages({ failing: "unreachable", kept });
    await expect(pages.load("unreadable")).rejects.toMatchObject({ kind: "unreachable" });
    await expect(pages.loadForApplication("unreadable")).rejects.toMatchObject({
      kind: "unreachable",
    });
    expect(pages.copiedAt).toBeUndefined();
    const line = String(consoleLog.mock.calls[0]);
    expect(line).toContain('"event":"position-copy-unreadable","at":"page.position, ');
    expect(line).not.toContain("María");
  });
});

describe("while the platform answers 404", () => {
  test("a form is checked against the copy, which is told of it", async () => {
    const kept = await copyOf("form");
    const { pages, object } = createPages({ failing: "not-found", kept });
    await expect(pages.loadForApplication("form")).resolves.toMatchObject({ title: "Jefa" });
    // The page that answers the form is drawn from the same copy.
    await expect(pages.load("form")).resolves.toMatchObject({ title: "Jefa" });
    expect(object.missing).toHaveBeenCalledExactlyOnceWith(READ_AT, 600_000);
    expect(object.remove).not.toHaveBeenCalled();
    expect(consoleError.mock.calls).toEqual([["no answer"]]);
  });

  test("the page is not found, and the copy is told when that was read", async () => {
    const kept = await copyOf("shown");
    const { pages, object, done } = createPages({ failing: "not-found", kept });
    await expect(pages.load("shown")).rejects.toMatchObject({ kind: "not-found" });
    await done();
    expect(object.missing).toHaveBeenCalledExactlyOnceWith(READ_AT, 600_000);
  });
});

test("a closed position has no copy from then on, and takes no form", async () => {
  const kept = await copyOf("closed");
  for (const way of ["load", "loadForApplication"] as const) {
    const { pages, object, done } = createPages({ failing: "closed", kept });
    await expect(pages[way]("closed")).rejects.toMatchObject({ kind: "closed" });
    await done();
    expect(object.remove).toHaveBeenCalledOnce();
  }
});

test("nothing is asked of a copy for a visitor who asks too often", async () => {
  const { pages, object } = createPages({ failing: "too-often", kept: {} });
  await expect(pages.load("asked-for")).rejects.toMatchObject({ kind: "too-often" });
  await expect(pages.loadForApplication("asked-for")).rejects.toMatchObject({ kind: "too-often" });
  for (const asked of Object.values(object)) expect(asked).not.toHaveBeenCalled();
});
