import { describe, expect, test } from "vitest";
import { dropped, withoutContents } from "./lifecycle";
import { exportOf, queued, viewOf } from "./operator-view";
import type { ApplicationState, Failed, Unconfirmed, Waiting } from "./state";
import {
  accepted,
  after,
  busy,
  contents,
  first,
  gone,
  held,
  later,
  limits,
  no,
  record as anyRecord,
  SENT_AT,
  unconfirmed,
} from "../../../tests/support/lifecycle-states";

const record = { ...anyRecord, receiptId: "0".repeat(64) };
const named = <State extends ApplicationState>(state: State): State => ({ ...state, record });

const failed = () => named(after(later(busy, no), no) as Failed);
const waiting = () => named(after(first(), busy) as Waiting);
const doubted = () => named(after(later(gone), unconfirmed) as Unconfirmed);
const cv = {
  field: "cv",
  rules: undefined,
  upload: 7,
  name: "cv.pdf",
  contentType: "application/pdf",
  size: 5,
  sha256: "ab",
};

describe("an operator sees", () => {
  test.each<[string, ApplicationState, object]>([
    ["waits", waiting(), { state: "waiting", attempts: 1, lastStatus: 429, hasContents: true }],
    ["waits, and when it is tried", waiting(), { dueAt: SENT_AT + 100 + 2000 }],
    ["is being sent", named(later(busy)), { state: "sending", attempts: 2, dueAt: null }],
    [
      "failed, why, and what the platform said",
      failed(),
      { state: "failed", reason: "refused", message: "No", lastStatus: 422 },
    ],
    ["failed, and for how long", failed(), { dueAt: SENT_AT + 100 + limits.KEEP_FAILED_MS }],
    ["is unconfirmed", doubted(), { state: "unconfirmed", reason: null, hasContents: true }],
    [
      "was dropped",
      dropped(failed(), SENT_AT),
      { state: "failed", reason: "dropped", message: null, dueAt: null, hasContents: false },
    ],
    [
      "was delivered",
      named(after(first(), accepted)),
      { state: "delivered", attempts: null, lastStatus: null, hasContents: false },
    ],
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
        cv: { name: "cv.pdf", contentType: "application/pdf", size: 5, sha256: "ab" },
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
    expect(queued(failed(), now)).toEqual({
      state: "waiting",
      positionUuid,
      record,
      ...kept,
      wasRefused: false,
      nextAt: now,
    });
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
