import { beforeEach, describe, expect, test, vi } from "vitest";
import { Databases, ForbiddenStorage, LocalStorage } from "../../../tests/support/browser-storage";
import type { Draft } from "./draft";
import { draftKey } from "./keys";
import { keepDraftFile, readDraft, readDraftFile, removeDraft } from "./draft-storage";
import { removeDraftFile, sweepDrafts, writeDraft } from "./draft-storage";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 8);

let storage: LocalStorage;
let databases: Databases;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("localStorage", (storage = new LocalStorage()));
  vi.stubGlobal("indexedDB", (databases = new Databases()));
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const draft: Draft = {
  applicationId: "0123456789abcdef",
  at: NOW,
  submittedAt: NOW - 1,
  values: { first_name: "Ana", privacy_policy: "true" },
  cv: { name: "cv.pdf", size: 12, lastModified: 34, isHeld: false },
};

const file = new File(["%PDF-"], "cv.pdf");

/** A file is removed without anybody waiting for it. */
const done = () => new Promise((resolve) => setImmediate(resolve));

describe("a draft", () => {
  test("is there again as it was, at its own position", () => {
    writeDraft("p1", draft);
    expect(readDraft("p1")).toEqual(draft);
    expect(readDraft("p2")).toBeUndefined();
  });

  test("is there with its file", async () => {
    writeDraft("p1", draft, file);
    await done();
    expect(await readDraftFile("p1")).toBe(file);
    // A later one without a file leaves it there.
    writeDraft("p1", draft);
    await done();
    expect(await readDraftFile("p1")).toBe(file);
  });

  test.each([
    ["an older one", JSON.stringify({ ...draft, at: 0 })],
    ["nothing", "null"],
  ])("that is %s is not read, and is swept away", async (_, text) => {
    storage.setItem(draftKey("p1"), text);
    expect(readDraft("p1")).toBeUndefined();
    await sweepDrafts();
    expect(storage.getItem(draftKey("p1"))).toBeNull();
  });

  test("is removed with its file", async () => {
    writeDraft("p1", draft);
    await keepDraftFile("p1", file);
    removeDraft("p1");
    await done();
    expect(readDraft("p1")).toBeUndefined();
    expect(await readDraftFile("p1")).toBeUndefined();
  });
});

describe("a file", () => {
  test("is there again, at its own position, until it is removed", async () => {
    await keepDraftFile("p1", file);
    await keepDraftFile("p2", new File([], "other.pdf"));
    expect(await readDraftFile("p1")).toBe(file);
    // A company's script may keep something, too.
    databases.stores.set("a company's", new Map());
    await removeDraftFile("p1");
    expect(await readDraftFile("p1")).toBeUndefined();
    expect((await readDraftFile("p2"))?.name).toBe("other.pdf");
    // An open connection would keep other tabs waiting.
    expect(databases.opened).toBe(0);
  });

  test("is none, where something else lies in its place", async () => {
    await keepDraftFile("p1", file);
    databases.stores.get("puertaDrafts")?.get("files")?.set("p1", "not a file");
    expect(await readDraftFile("p1")).toBeUndefined();
  });

  test("is removed also where a browser does not tell which databases it has", async () => {
    await keepDraftFile("p1", file);
    databases.databases = undefined;
    await removeDraftFile("p1");
    expect(await readDraftFile("p1")).toBeUndefined();
  });
});

describe("what is left of old drafts", () => {
  test("goes, of whatever position, and nothing else", async () => {
    writeDraft("old", { ...draft, at: NOW - 8 * DAY });
    writeDraft("old, without a file", { ...draft, at: NOW - 8 * DAY });
    writeDraft("young", draft);
    storage.setItem("cart", "of a company's script");
    storage.setItem(`not-${draftKey("old")}`, "{}");
    for (const position of ["old", "young", "without a draft"]) await keepDraftFile(position, file);
    const kept = databases.stores.get("puertaDrafts")?.get("files");
    kept?.set(7 as unknown as string, file);
    await sweepDrafts();
    expect(kept?.get(7 as unknown as string)).toBe(file);
    expect(Object.keys(storage).sort()).toEqual(
      ["cart", `not-${draftKey("old")}`, draftKey("young")].sort(),
    );
    const files = ["old", "young", "without a draft"].map((position) => readDraftFile(position));
    expect(await Promise.all(files)).toEqual([undefined, file, undefined]);
  });

  test("is not looked for in a database that there is not: that would make it", async () => {
    databases.stores.set("a company's", new Map());
    await sweepDrafts();
    removeDraft("p1");
    await done();
    expect([...databases.stores.keys()]).toEqual(["a company's"]);
  });
});

describe("a browser that keeps nothing breaks nothing", () => {
  test("where storage is forbidden, or full", async () => {
    vi.stubGlobal("localStorage", new ForbiddenStorage());
    writeDraft("p1", draft, file);
    await done();
    expect(readDraft("p1")).toBeUndefined();
    // A file that no draft names would never be found again.
    expect(await readDraftFile("p1")).toBeUndefined();
    expect(() => removeDraft("p1")).not.toThrow();
    await keepDraftFile("p1", file);
    await expect(sweepDrafts()).resolves.toBeUndefined();
  });

  test("where there is none", async () => {
    vi.stubGlobal("localStorage", undefined);
    expect(() => writeDraft("p1", draft)).not.toThrow();
    expect(readDraft("p1")).toBeUndefined();
    await expect(sweepDrafts()).resolves.toBeUndefined();
  });

  test.each(["throws", "error", "blocked", "transaction-throws", "abort", "failure"] as const)(
    "where its database refuses: %s",
    async (refusal) => {
      await keepDraftFile("p1", file);
      databases.refusal = refusal;
      expect(await readDraftFile("p1")).toBeUndefined();
      expect(await keepDraftFile("p1", file)).toBeUndefined();
      await removeDraftFile("p1");
      await expect(sweepDrafts()).resolves.toBeUndefined();
      expect(databases.opened).toBe(0);
    },
  );

  test("where it has no databases", async () => {
    vi.stubGlobal("indexedDB", undefined);
    expect(await readDraftFile("p1")).toBeUndefined();
    await expect(removeDraftFile("p1")).resolves.toBeUndefined();
  });
});
