import { beforeEach, describe, expect, test, vi } from "vitest";
import { Databases, ForbiddenStorage, LocalStorage } from "../../../tests/support/browser-storage";
import {
  draftKey,
  keepDraftFile,
  readDraft,
  readDraftFile,
  removeDraft,
  removeDraftFile,
  sweepDrafts,
  writeDraft,
  type Draft,
} from "./draft";

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
  cv: {
    ...{ name: "cv.pdf", size: 12, lastModified: 34 },
    ...{ address: "/-/applications/0123456789abcdef/cv/7", isHeld: true },
  },
};

const file = new File(["%PDF-"], "cv.pdf");

/** A file is removed without anybody waiting for it. */
const done = () => new Promise((resolve) => setImmediate(resolve));

describe("a draft", () => {
  test("is there again as it was, at its own position", () => {
    expect(writeDraft("p1", draft)).toBe(true);
    expect(readDraft("p1")).toEqual(draft);
    expect(readDraft("p2")).toBeUndefined();
  });

  test("may have nothing but when it was changed, and whose application it is", () => {
    const least: Draft = { applicationId: draft.applicationId, at: NOW, values: {} };
    writeDraft("p1", least);
    expect(readDraft("p1")).toEqual(least);
  });

  test("may have a file that does not go up yet", () => {
    const { address: _, ...cv } = { ...draft.cv, name: "cv.pdf", size: 1, lastModified: 1 };
    const waiting: Draft = { ...draft, cv: { ...cv, isHeld: false } };
    writeDraft("p1", waiting);
    expect(readDraft("p1")).toEqual(waiting);
  });

  test.each([
    ["the id of the shortest", "a".repeat(16), true],
    ["the id of the longest", "a".repeat(64), true],
    ["an id that is too short", "a".repeat(15), false],
    ["an id that is too long", "a".repeat(65), false],
    ["an id with a slash behind it", `${"a".repeat(16)}/`, false],
    ["an id with a slash in front of it", `/${"a".repeat(16)}`, false],
  ])("with %s", (_, applicationId, isOne) => {
    writeDraft("p1", { ...draft, applicationId });
    expect(readDraft("p1") !== undefined).toBe(isOne);
  });

  test.each([
    ["is kept for almost a week", NOW - 7 * DAY + 1, true],
    ["is kept no longer", NOW - 7 * DAY, false],
    ["from the future was never written", NOW + 1, false],
  ])("%s", (_, at, isThere) => {
    writeDraft("p1", { ...draft, at });
    expect(readDraft("p1") !== undefined).toBe(isThere);
    expect(storage.getItem(draftKey("p1")) !== null).toBe(isThere);
  });

  test("that is not there takes no file away when it is looked for", async () => {
    await keepDraftFile("p1", file);
    expect(readDraft("p1")).toBeUndefined();
    await done();
    expect(await readDraftFile("p1")).toBe(file);
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

describe("what is no draft is removed, whoever wrote it", () => {
  const cv = { ...draft.cv };
  test.each<[string, unknown]>([
    ["a text", "draft"],
    ["a number", 1],
    ["nothing", null],
    ["a list", []],
    ["a draft without an id", { ...draft, applicationId: undefined }],
    ["a draft whose id is a number", { ...draft, applicationId: 1234567890123456 }],
    ["a draft without a time", { ...draft, at: undefined }],
    ["a draft whose time is a text", { ...draft, at: String(NOW) }],
    ["a draft that was sent at a text", { ...draft, submittedAt: "now" }],
    ["a draft without values", { ...draft, values: undefined }],
    ["a draft whose values are nothing", { ...draft, values: null }],
    ["a draft whose values are a text", { ...draft, values: "Ana" }],
    ["a draft with a value that is no text", { ...draft, values: { a: "Ana", b: 1 } }],
    ["a draft whose file is nothing", { ...draft, cv: null }],
    ["a draft whose file is a text", { ...draft, cv: "cv.pdf" }],
    ["a file without a name", { ...draft, cv: { ...cv, name: undefined } }],
    ["a file without a size", { ...draft, cv: { ...cv, size: "12" } }],
    ["a file without a time", { ...draft, cv: { ...cv, lastModified: "34" } }],
    ["a file that is held or not", { ...draft, cv: { ...cv, isHeld: "yes" } }],
    ["a file that goes up to a number", { ...draft, cv: { ...cv, address: 7 } }],
    ["a file that goes elsewhere", { ...draft, cv: { ...cv, address: "https://evil.example/" } }],
    [
      "a file that goes elsewhere by way of ours",
      {
        ...draft,
        cv: { ...cv, address: "//evil.example/-/applications/x" },
      },
    ],
  ])("%s", (_, value) => {
    storage.setItem(draftKey("p1"), JSON.stringify(value));
    expect(readDraft("p1")).toBeUndefined();
    expect(storage.getItem(draftKey("p1"))).toBeNull();
  });

  test("what cannot be read at all", () => {
    storage.setItem(draftKey("p1"), "{");
    expect(readDraft("p1")).toBeUndefined();
    expect(storage.getItem(draftKey("p1"))).toBeNull();
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
  });

  test("leaves no connection open, which would keep other tabs waiting", async () => {
    await keepDraftFile("p1", file);
    await readDraftFile("p1");
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
    await sweepDrafts();
    expect(Object.keys(storage).sort()).toEqual(
      ["cart", `not-${draftKey("old")}`, draftKey("young")].sort(),
    );
    const files = ["old", "young", "without a draft"].map((position) => readDraftFile(position));
    expect(await Promise.all(files)).toEqual([undefined, file, undefined]);
  });

  test("and files of nobody knows what are left alone", async () => {
    await keepDraftFile("p1", file);
    const files = databases.stores.get("puertaDrafts")?.get("files");
    files?.set(7 as unknown as string, file);
    await sweepDrafts();
    expect([...(files?.keys() ?? [])]).toEqual([7]);
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
    expect(writeDraft("p1", draft)).toBe(false);
    expect(readDraft("p1")).toBeUndefined();
    expect(() => removeDraft("p1")).not.toThrow();
    await keepDraftFile("p1", file);
    await expect(sweepDrafts()).resolves.toBeUndefined();
  });

  test("where there is none", async () => {
    vi.stubGlobal("localStorage", undefined);
    expect(writeDraft("p1", draft)).toBe(false);
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
