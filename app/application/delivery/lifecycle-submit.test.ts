import { describe, expect, test } from "vitest";
import { dropped, onSubmit } from "./lifecycle";
import type { ApplicationState, Failed } from "./state";
import { accepted, after, first, gone, held, later } from "../../../tests/support/lifecycle-states";
import { no, SENT_AT } from "../../../tests/support/lifecycle-states";

type Submitted = Parameters<typeof onSubmit>[1];
type Becomes = ReturnType<typeof onSubmit>;

const failed = after(later(gone, no), no) as Failed;
const lost = { ...failed, reason: "file-lost" } as const;
const delivered = after(first(), accepted);
const givenUp = dropped(failed, SENT_AT);
const cut = { ...held, lostAt: SENT_AT };
const ambiguous = after(first(), gone, { RETRY_AMBIGUOUS: "off" });

const SAME = { digest: "digest", files: "none" } as const;
/** Contents of another digest. */
const OTHER = { digest: "other" };
const CORRECTION = { ...OTHER, isCorrection: true };

describe("a form that is submitted", () => {
  test.each<[string, ApplicationState, Partial<Submitted>, Becomes]>([
    ["for the first time is sent", held, {}, "first"],
    ["with the held CV is sent", held, { files: "held" }, "first"],
    ["with a CV that is gone is not sent", held, { files: "gone" }, "cv-gone"],
    ["with a sent CV that is not held again is not", held, { files: "sent" }, "cv-gone"],
    ["again is answered as before", delivered, {}, "answered"],
    ["again with the sent CV is answered as before", delivered, { files: "sent" }, "answered"],
    ["again while it waits is answered as before", after(first(), gone), {}, "answered"],
    ["again with the lost file corrects it", lost, { files: "held" }, "first"],
    ["with other contents is another one", delivered, OTHER, "taken"],
    ["with others and the sent CV is not", delivered, { ...OTHER, files: "sent" }, "cv-gone"],
    ["as a correction of a refusal is sent", failed, { ...CORRECTION, files: "held" }, "first"],
    ["as a correction with the sent CV is sent", failed, { ...CORRECTION, files: "sent" }, "first"],
    ["as a correction of no refusal is another", delivered, CORRECTION, "taken"],
    ["with others after a refusal is another", failed, { ...OTHER, files: "held" }, "taken"],
    ["by the Worker after a cut is left to the candidate", cut, { isRepeat: true }, "cut"],
    ["by its candidate after a cut is sent", cut, {}, "first"],
    ["by the Worker for nothing that was stored is sent", held, { isRepeat: true }, "first"],
    ["by the Worker after a failure is answered as before", failed, { isRepeat: true }, "answered"],
    ["again after an ambiguous attempt is answered as before", ambiguous, {}, "answered"],
    ["again after it failed is sent again", failed, {}, "again"],
    ["again after it was dropped is sent for the first time", givenUp, {}, "first"],
    ["again after it was dropped, with the sent CV, is not", givenUp, { files: "sent" }, "cv-gone"],
  ])("%s", (_, state, submitted, becomes) => {
    expect(onSubmit(state, { ...SAME, ...submitted }, undefined)).toBe(becomes);
  });

  test.each<[string, Partial<Submitted>, Becomes]>([
    ["the same joins it", {}, "joins"],
    ["other contents are another one", OTHER, "taken"],
    ["other contents with its CV are not sent", { ...OTHER, files: "sent" }, "cv-gone"],
  ])("while one is being sent: %s", (_, submitted, becomes) => {
    expect(onSubmit(first(), { ...SAME, ...submitted }, "digest")).toBe(becomes);
  });
});
