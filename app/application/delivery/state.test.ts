import { describe, expect, test } from "vitest";
import {
  parseState,
  STORAGE_VERSION,
  UnknownStorageError,
  isUnsent,
  getUploads,
  type ApplicationState,
} from "./state";
import {
  accepted,
  stateAfter,
  alreadyApplied,
  rateLimited,
} from "../../../tests/support/lifecycle-states";
import {
  contents as all,
  firstSending,
  unreachable,
  held,
  sendingAfter,
} from "../../../tests/support/lifecycle-states";
import { refusedWith422, record } from "../../../tests/support/lifecycle-states";

const refused = { reason: "refused", failedAt: 1, keepUntil: 2 };
const { csrfToken: _, ...contents } = all;
const sent = { positionUuid: "position", record };
const undelivered = { contents, attempts: 1, answerLost: false, wasRefused: false };
const refuse =
  (stored: unknown, version: unknown = STORAGE_VERSION) =>
  () =>
    parseState(stored, version);

describe("a state that was stored", () => {
  test.each([
    { state: "draft", positionUuid: "position", files: [] },
    { state: "refused", positionUuid: "position", files: contents.files },
    { state: "sending", ...sent, ...undelivered, startedAt: 1 },
    { state: "waiting", ...sent, ...undelivered, nextAt: 2, lastStatus: 502 },
    { state: "failed", ...sent, ...refused, kept: undelivered },
    { state: "failed", ...sent, reason: "dropped", failedAt: 1, keepUntil: 1 },
    { state: "delivered", ...sent },
    { state: "already-applied", ...sent },
  ])("is read as it was written: $state", (stored) => {
    expect(parseState(stored, STORAGE_VERSION)).toEqual(stored);
  });

  test.each([
    ["a newer build's", { state: "draft", positionUuid: "position" }, STORAGE_VERSION + 1],
    ["of no version that there is", { state: "draft", positionUuid: "position" }, "1"],
    ["without a version", { state: "draft", positionUuid: "position" }, null],
    ["of no known state", { state: "lost", positionUuid: "position" }, STORAGE_VERSION],
    ["without its position", { state: "draft" }, STORAGE_VERSION],
    ["nothing at all", "draft", STORAGE_VERSION],
  ])("is left alone where it is %s", (_, stored, version) => {
    expect(refuse(stored, version)).toThrow(UnknownStorageError);
  });

  test("is refused by the field's name, without its value", () => {
    const stored = { state: "delivered", ...sent, record: { ...record, positionTitle: 5 } };
    expect(refuse(stored)).toThrow(/record\.positionTitle$/);
    const secret = { state: "waiting", ...sent, ...undelivered, nextAt: "Ana" };
    expect(refuse(secret)).toThrow(/^(?!.*Ana)/);
  });
});

describe("what holds on to a CV", () => {
  test.each<[string, () => ApplicationState | undefined, number | undefined]>([
    ["nothing", () => undefined, undefined],
    ["a draft, to the one that came", () => held, 7],
    ["an attempt, to the one that is sent", firstSending, 7],
    ["what waits", () => stateAfter(firstSending(), unreachable), 7],
    [
      "what failed, for an operator",
      () => stateAfter(sendingAfter(unreachable, refusedWith422), refusedWith422),
      7,
    ],
    ["not what was delivered", () => stateAfter(firstSending(), accepted), undefined],
    [
      "not what the company had before",
      () => stateAfter(sendingAfter(rateLimited), alreadyApplied),
      undefined,
    ],
    [
      "not what was refused as a repeat",
      () => stateAfter(firstSending(), alreadyApplied),
      undefined,
    ],
  ])("%s", (_, state, cv) => {
    expect(getUploads(state())[0]).toBe(cv);
  });
});

test("only what the candidate may still send is theirs to change", () => {
  const states = [
    held,
    stateAfter(firstSending(), refusedWith422),
    firstSending(),
    stateAfter(firstSending(), unreachable),
    stateAfter(firstSending(), accepted),
  ];
  expect(states.map(isUnsent)).toEqual([true, true, false, false, false]);
});
