import { expect, test, vi } from "vitest";
import { storeApplication } from "./applications";
import type { Env } from "./env";
import type { Position } from "./store";

test("stores no row if a file could not be stored", async () => {
  const batch = vi.fn();
  const env = { DB: { batch } } as unknown as Env; // has all members that are used
  const upload = {
    id: "id",
    files: { cv: new File(["cv"], "cv.pdf"), others: [] },
    stored: Promise.reject(new Error("R2 is down")),
    discard: () => Promise.resolve(),
  };
  const application = {
    ...{ first_name: "Ana", last_name: "N", phone: undefined, cv: upload.files.cv },
    ...{ killer_questions: [], open_questions: [], privacy_policy: "true" as const },
  };
  const confirmation = { language: "en" as const, receipt: undefined, receiptUntil: undefined };
  const sent = {
    application,
    answers: [],
    files: [],
    source: undefined,
    suspicions: [],
    confirmation,
  };
  // Has all members that are used.
  const position = { uuid: "p", client_uuid: "c", asks: {}, facts: {} } as unknown as Position;
  await expect(storeApplication(env, upload, position, "key", sent)).rejects.toThrow("R2 is down");
  expect(batch).not.toHaveBeenCalled();
});
