import { beforeEach, describe, expect, test, vi } from "vitest";
import { Caches, ForbiddenStorage, LocalStorage } from "~/tests/support/browser-storage";
import type { Draft } from "./draft";
import { draftKey } from "./keys";
import { fileKey, readDraft, readDraftFile, removeDraft, removeDraftFile } from "./draft-storage";
import { sweepDrafts, writeDraft, writeDraftFile } from "./draft-storage";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 8);

let storage: LocalStorage;
let caches: Caches;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("localStorage", (storage = new LocalStorage()));
  vi.stubGlobal("caches", (caches = new Caches()));
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const draft: Draft = {
  applicationId: "0123456789abcdef",
  at: NOW,
  values: { first_name: "Ana" },
  files: { cv: "{}" },
};

const file = new File(["%PDF-"], "cv.pdf", { type: "application/pdf", lastModified: 34 });
const cv = fileKey("p1", "cv");
const read = (key: string) => readDraftFile(key, file);

test("reads a position's draft until the draft and its files are removed", async () => {
  writeDraft("p1", draft);
  await writeDraftFile(cv, file);
  expect(readDraft("p1")).toMatchObject(draft);
  expect(readDraft("p2")).toBeUndefined();
  await removeDraft("p1");
  expect(readDraft("p1")).toBeUndefined();
  expect(await read(cv)).toBeUndefined();
});

test("reads a file with its bytes, type, name and time until the file is removed", async () => {
  await writeDraftFile(cv, file);
  await writeDraftFile(fileKey("p1", "field-other"), new File([], "other.pdf"));
  const restored = await read(cv);
  expect([await restored?.text(), restored?.type]).toEqual(["%PDF-", "application/pdf"]);
  expect([restored?.name, restored?.lastModified]).toEqual(["cv.pdf", 34]);
  await removeDraftFile(cv);
  expect(await read(cv)).toBeUndefined();
  expect(await read(fileKey("p1", "field-other"))).toBeDefined();
});

describe("sweepDrafts", () => {
  test("removes expired and malformed drafts, and files without a draft, but keeps other items", async () => {
    writeDraft("old", { ...draft, at: NOW - 7 * DAY });
    storage.setItem(draftKey("rubbish"), "null");
    writeDraft("young", draft);
    storage.setItem("cart", "of a company's script");
    storage.setItem(`not-${draftKey("old")}`, "{}");
    const positions = ["old", "young", "without-a-draft"];
    for (const position of positions) await writeDraftFile(fileKey(position, "cv"), file);
    await sweepDrafts();
    const keys = ["cart", `not-${draftKey("old")}`, draftKey("young")];
    expect(Object.keys(storage).sort()).toEqual(keys.sort());
    const left = positions.map(async (position) => !!(await read(fileKey(position, "cv"))));
    expect(await Promise.all(left)).toEqual([false, true, false]);
  });

  test("does not create the cache if nothing is stored", async () => {
    await sweepDrafts();
    await removeDraft("p1");
    expect([...caches.stores.keys()]).toEqual([]);
  });
});

describe("missing or failing storage", () => {
  test.each([
    ["blocked or full local storage", "localStorage", new ForbiddenStorage()],
    ["no local storage", "localStorage", undefined],
    ["no Cache API", "caches", undefined],
  ])("ignores %s", async (_, name, broken) => {
    vi.stubGlobal(name, broken);
    writeDraft("p1", draft);
    await writeDraftFile(cv, file);
    if (name === "localStorage") expect(readDraft("p1")).toBeUndefined();
    else expect(await read(cv)).toBeUndefined();
    await removeDraftFile(cv);
    await removeDraft("p1");
    await sweepDrafts();
  });

  test.each([
    ["every call", "all"],
    ["`put`", "put"],
  ] as const)("ignores errors of %s in the Cache API", async (_, refuses) => {
    caches.refuses = refuses;
    await writeDraftFile(cv, file);
    expect(await read(cv)).toBeUndefined();
    await removeDraftFile(cv);
    await sweepDrafts();
  });
});
