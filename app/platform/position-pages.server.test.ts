import { afterEach, describe, expect, test, vi } from "vitest";
import { clientSchema } from "./client.server";
import { PlatformError } from "./errors";
import type { PositionCopy } from "./position-copy.server";
import { COPY_VERSION } from "./position-copy-format.server";
import { createPositionPages } from "./position-pages.server";
import { positionSchema } from "./position.server";

vi.mock("cloudflare:workers", () => ({ DurableObject: Object }));

const consoleLog = vi.spyOn(console, "log").mockReturnValue();
const consoleError = vi.spyOn(console, "error").mockReturnValue();

afterEach(() => {
  consoleLog.mockClear();
  consoleError.mockClear();
});

/** The pages of one request, with a place for one copy. Each test has a position of its own. */
function createPages({ isAway = false, kept }: { isAway?: boolean; kept?: object } = {}) {
  const put = vi.fn<PositionCopy["put"]>(async () => undefined);
  const object = { get: async () => kept, put, remove: async () => undefined };
  const namespace = { idFromName: (name: string) => name, get: () => object };
  const answer = <T>(value: () => T) =>
    isAway
      ? Promise.reject(new PlatformError({ kind: "unreachable", message: "no answer" }))
      : Promise.resolve(value());
  const work: Promise<unknown>[] = [];
  const pages = createPositionPages({
    reads: {
      position: (id) =>
        answer(() => positionSchema(id).parse({ name: "Jefa", client: "c1", csrf_token: "token" })),
      client: (id) => answer(() => clientSchema(id).parse({ name: "Taller" })),
      positions: () => answer(() => []),
    },
    copies: namespace as unknown as DurableObjectNamespace<PositionCopy>, // as much of it as is used
    isPurged: async () => false,
    isKnownPurged: () => false,
    readSince: () => undefined,
    waitUntil: (promise) => void work.push(promise),
  });
  return { pages, put, done: () => Promise.all(work) };
}

/** What is stored of a position that was loaded. */
async function copyOf(positionUuid: string) {
  const { pages, put, done } = createPages();
  await pages.load(positionUuid);
  await done();
  const [page = "", madeAt, version] = put.mock.calls[0] ?? [];
  return { page, madeAt, version };
}

describe("the copy of a position", () => {
  test("is written with its version, when the position is loaded", async () => {
    const { page, version } = await copyOf("written");
    expect(version).toBe(COPY_VERSION);
    expect(JSON.parse(page)).toMatchObject({ title: "Jefa" });
    expect(page).not.toContain("token");
  });

  test("stands in for the platform while that is away", async () => {
    const kept = await copyOf("stands-in");
    const { pages } = createPages({ isAway: true, kept });
    await expect(pages.load("stands-in")).resolves.toMatchObject({ title: "Jefa" });
    expect(pages.copiedAt).toBe(kept.madeAt);
    expect(consoleError.mock.calls).toEqual([["no answer"]]);
  });

  test("that cannot be read is as if it were not there, and the log names the field", async () => {
    const kept = { ...(await copyOf("unreadable")), page: '{"title":"María José"}' };
    const { pages } = createPages({ isAway: true, kept });
    await expect(pages.load("unreadable")).rejects.toMatchObject({ kind: "unreachable" });
    await expect(pages.loadForApplication("unreadable")).rejects.toMatchObject({
      kind: "unreachable",
    });
    expect(pages.copiedAt).toBeUndefined();
    const line = String(consoleLog.mock.calls[0]);
    expect(line).toContain('"event":"position-copy-unreadable","at":"page.positionUuid, ');
    expect(line).not.toContain("María");
  });
});
