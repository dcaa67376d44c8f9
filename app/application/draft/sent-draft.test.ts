import { beforeEach, expect, test, vi } from "vitest";
import { Caches, LocalStorage } from "~/tests/support/browser-storage";
import { parseFile } from "../upload/file-draft";
import type { Draft } from "./draft";
import { readDraft, writeDraft } from "./draft-storage";
import { restoreSentDraft, settleDraft } from "./sent-draft";

const NOW = Date.UTC(2026, 0, 8);
const ID = "0123456789abcdef";

const draft: Draft = {
  applicationId: ID,
  at: NOW - 1000,
  values: { first_name: "Ana" },
  files: { cv: "sent", "field-other": "sent" },
};

const OPTIONS = { positionUuid: "p1", language: "es-ES", unsaid: "Check it" };

let response: Response;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("localStorage", new LocalStorage());
  vi.stubGlobal("caches", new Caches());
  vi.stubGlobal("fetch", () => Promise.resolve(response));
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

test.each<[Parameters<typeof settleDraft>[1]["status"], boolean, boolean]>([
  ["on-its-way", false, true],
  ["delivered", false, false],
  ["already-applied", false, false],
  ["unconfirmed", false, false],
  // The candidate can apply again, so the position's draft might belong to the new application.
  ["undelivered", true, true],
  ["gone", true, true],
])(
  "settleDraft for %s: keeps the position's draft: %s, keeps the receipt's draft: %s",
  (status, ...left) => {
    writeDraft("p1", draft);
    writeDraft("receipt", { ...draft, isSent: true });
    settleDraft("p1", { id: "receipt", status });
    expect([readDraft("p1") !== undefined, readDraft("receipt") !== undefined]).toEqual(left);
  },
);

test("restores a draft as a correction, with the platform's message and the held CV", async () => {
  writeDraft("receipt", { ...draft, isSent: true });
  const heldCv = { upload: 7, name: "cv.pdf", size: 12, kept: "We keep it" };
  response = Response.json({ message: "Not so", heldCv });
  expect(await restoreSentDraft("receipt", OPTIONS)).toBe(true);
  const { applicationId, values, files, isSent, corrects, at } = readDraft("p1") ?? draft;
  expect({ applicationId, values, isSent, corrects, at }).toEqual({
    ...{ applicationId: ID, values: draft.values, isSent: false, corrects: "Not so", at: NOW },
  });
  expect(parseFile(files.cv).held).toMatchObject(heldCv);
  expect(files["field-other"]).toBe("sent");
});

test("restores a draft with a default message and no CV if the platform gave no reason and the CV is gone", async () => {
  writeDraft("receipt", { ...draft, isSent: true });
  response = Response.json({});
  expect(await restoreSentDraft("receipt", OPTIONS)).toBe(true);
  expect(readDraft("p1")?.corrects).toBe("Check it");
  expect(parseFile(readDraft("p1")?.files.cv)).toEqual({ isGone: false });
});

test("restores nothing if no draft is stashed or the site returns 404", async () => {
  response = new Response("Not Found", { status: 404 });
  expect(await restoreSentDraft("receipt", OPTIONS)).toBe(false);
  writeDraft("receipt", { ...draft, isSent: true });
  expect(await restoreSentDraft("receipt", OPTIONS)).toBe(false);
  expect(readDraft("p1")).toBeUndefined();
});
