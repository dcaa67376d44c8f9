import { beforeEach, describe, expect, test, vi } from "vitest";
import { Databases, LocalStorage } from "../../../tests/support/browser-storage";
import type { Draft } from "./draft";
import { keepDraftFile, readDraft, readDraftFile, writeDraft } from "./draft-storage";
import { bringBack, isAside, settleDraft } from "./sent-draft";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 8);
const ID = "0123456789abcdef";
/** The SHA-256 of the id. */
const RECEIPT = "9f9f5111f7b27a781f1f1ddde5ebc2dd2b796bfc7365c9c28b548e564176929f";

const draft: Draft = {
  applicationId: ID,
  at: NOW - DAY,
  submittedAt: NOW - 1,
  values: { first_name: "Ana" },
  cv: { name: "cv.pdf", size: 12, lastModified: 34, isHeld: false },
};

const ON_ITS_WAY = { id: RECEIPT, standing: "on-its-way" };
const AS = { positionUuid: "p1", language: "es-ES", unsaid: "Check it" };

let answer: () => Response;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("localStorage", new LocalStorage());
  vi.stubGlobal("indexedDB", new Databases());
  vi.stubGlobal("fetch", () => Promise.resolve(answer()));
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

describe("the draft of what is on its way", () => {
  test("is put aside under its receipt, for no form, without its file", async () => {
    writeDraft("p1", draft);
    await keepDraftFile("p1", new File(["x"], "cv.pdf"));
    await settleDraft("p1", ON_ITS_WAY);
    const { submittedAt: _, ...rest } = draft;
    expect(readDraft("p1")).toBeUndefined();
    expect(readDraft(RECEIPT)).toEqual({ ...rest, at: NOW, isSent: true });
    await vi.waitFor(async () => expect(await readDraftFile("p1")).toBeUndefined());
    // The receipt is opened again.
    await settleDraft("p1", ON_ITS_WAY);
    expect(isAside(RECEIPT)).toBe(true);
  });

  test("of another application is not brought back by this receipt", async () => {
    writeDraft("p1", { ...draft, applicationId: "another-application" });
    await settleDraft("p1", ON_ITS_WAY);
    expect(isAside(RECEIPT)).toBe(false);
    expect(readDraft("p1")).toBeUndefined();
  });
});

describe("the draft of what was not delivered", () => {
  const UNDELIVERED = { id: RECEIPT, standing: "undelivered" };

  test("is put aside where no page showed that it was on its way", async () => {
    writeDraft("p1", draft);
    await settleDraft("p1", UNDELIVERED);
    expect(isAside(RECEIPT)).toBe(true);
    expect(readDraft("p1")).toBeUndefined();
  });

  test("stays in the form while it is corrected, and so does that of a new application", async () => {
    for (const others of [{ corrects: "Not so" }, { applicationId: "another-application" }]) {
      writeDraft("p1", { ...draft, ...others });
      await settleDraft("p1", UNDELIVERED);
      expect(readDraft("p1")).toMatchObject(others);
    }
  });
});

test("nothing is kept of an application that has arrived", async () => {
  for (const standing of ["delivered", "already-applied"]) {
    for (const key of ["p1", RECEIPT]) writeDraft(key, draft);
    await settleDraft("p1", { id: RECEIPT, standing });
    expect([readDraft("p1"), readDraft(RECEIPT)]).toEqual([undefined, undefined]);
  }
});

describe("a receipt brings its draft back", () => {
  beforeEach(async () => {
    writeDraft("p1", draft);
    await settleDraft("p1", ON_ITS_WAY);
  });

  test("as a correction, with what was said and the CV that the server has", async () => {
    const kept = { name: "cv.pdf", size: 12, kept: "We keep it" };
    answer = () => Response.json({ message: "Not so", heldCv: { ...kept, upload: 7 } });
    expect(await bringBack(RECEIPT, AS)).toBe(true);
    expect(readDraft("p1")).toEqual({
      ...{ applicationId: ID, at: NOW, values: draft.values, corrects: "Not so" },
      cv: { ...kept, lastModified: 34, address: `/-/applications/${ID}/cv/7`, isHeld: true },
    });
    expect(isAside(RECEIPT)).toBe(true);
  });

  test("not once something else has become of it", async () => {
    answer = () => new Response("Not Found", { status: 404 });
    expect(await bringBack(RECEIPT, AS)).toBe(false);
    expect(readDraft("p1")).toBeUndefined();
    // With other words where nothing was said, and without a CV that is gone.
    answer = () => Response.json({});
    await bringBack(RECEIPT, AS);
    expect(readDraft("p1")).toMatchObject({ corrects: "Check it" });
    expect(readDraft("p1")?.cv).toBeUndefined();
  });
});
