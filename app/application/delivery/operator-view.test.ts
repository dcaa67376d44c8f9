import { describe, expect, test } from "vitest";
import { dropped, withoutContents } from "./lifecycle";
import { exportOf, queued, viewOf } from "./operator-view";
import type { ApplicationState, Failed, Unconfirmed, Waiting } from "./state";
import { accepted, after, busy, contents, first } from "../../../tests/support/lifecycle-states";
import { gone, held, later, limits, no } from "../../../tests/support/lifecycle-states";
import { record as anyRecord, SENT_AT, unconfirmed } from "../../../tests/support/lifecycle-states";

const record = { ...anyRecord, receiptId: "0".repeat(64) };
const named = <State extends ApplicationState>(state: State): State => ({ ...state, record });

const failed = () => named(after(later(busy, no), no) as Failed);
const waiting = () => named(after(first(), busy) as Waiting);
const doubted = () => named(after(later(gone), unconfirmed) as Unconfirmed);
const file = { name: "cv.pdf", contentType: "application/pdf", size: 5, sha256: "ab" };
const cv = { field: "cv", rules: undefined, upload: 7, ...file };

describe("an operator sees", () => {
  test.each<[string, ApplicationState, object]>([
    ["waits", waiting(), { state: "waiting", attempts: 1, lastStatus: 429, hasContents: true }],
    ["waits, and when it is tried", waiting(), { dueAt: SENT_AT + 100 + 2000 }],
    ["is being sent", named(later(busy)), { state: "sending", attempts: 2, dueAt: null }],
    ["failed, and why", failed(), { state: "failed", reason: "refused", message: "No" }],
    ["failed, and for how long", failed(), { dueAt: SENT_AT + 100 + limits.KEEP_FAILED_MS }],
    ["is unconfirmed", doubted(), { state: "unconfirmed", reason: null, hasContents: true }],
    ["was dropped", dropped(failed(), SENT_AT), { reason: "dropped", message: null, dueAt: null }],
    ["was delivered", named(after(first(), accepted)), { state: "delivered", hasContents: false }],
  ])("that one %s", (_, state, says) => {
    expect(viewOf(state)).toMatchObject({ number: "0000-0000", sentAt: SENT_AT, ...says });
  });

  test("nothing of what was not sent", () => {
    expect(viewOf(held)).toBeUndefined();
    expect(exportOf(held, [cv])).toBeUndefined();
  });
});

describe("an export", () => {
  test.each([waiting(), failed(), doubted(), named(later(busy))])(
    "has what was entered and names the CV: $state",
    (state) => {
      expect(exportOf(state, [cv])).toEqual({
        ...viewOf(state),
        application: contents.application,
        cv: file,
      });
      expect(exportOf(state, [])).toMatchObject({ cv: null });
      expect(JSON.stringify(exportOf(state, [cv]))).not.toContain(contents.applicationId);
    },
  );

  test.each([named(after(first(), accepted)), withoutContents(failed())])(
    "is not made of what has nothing left: $state",
    (state) => {
      expect(exportOf(state, [])).toBeUndefined();
    },
  );
});

describe('"send all"', () => {
  const now = SENT_AT + 500;

  test("makes due now what waits, and no later than it was", () => {
    expect(queued(waiting(), now)).toEqual({ ...waiting(), nextAt: now });
    expect(queued({ ...waiting(), nextAt: now - 1 }, now)?.nextAt).toBe(now - 1);
  });

  test("makes what failed wait again, with all that is known of it, and forgives its refusal", () => {
    const { kept, positionUuid } = failed();
    const again = { state: "waiting", positionUuid, record, ...kept };
    expect(queued(failed(), now)).toEqual({ ...again, wasRefused: false, nextAt: now });
  });

  test.each<[string, ApplicationState]>([
    ["is unconfirmed", doubted()],
    ["is being sent", later(busy)],
    ["was not sent", held],
    ["was delivered", after(first(), accepted)],
    ["was dropped", dropped(failed(), now)],
    ["failed, and has nothing left", withoutContents(failed())],
  ])("leaves alone what %s", (_, state) => {
    expect(queued(state, now)).toBeUndefined();
  });
});
