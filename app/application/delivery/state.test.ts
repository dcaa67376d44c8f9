import { describe, expect, test } from "vitest";
import {
  parseState,
  STORAGE_VERSION,
  UnknownStorageError,
  isUnsent,
  getUploads,
  getVersion,
  type ApplicationState,
} from "./state";
import {
  accepted,
  stateAfter,
  alreadyApplied,
  rateLimited,
} from "~/tests/support/lifecycle-states";
import {
  contents as all,
  firstSending,
  unreachable,
  held,
  sendingAfter,
} from "~/tests/support/lifecycle-states";
import { refusedWith422, record } from "~/tests/support/lifecycle-states";

const refused = { reason: "refused", failedAt: 1, keepUntil: 2 };
const { csrfToken: _, ...contents } = all;
const sent = { positionUuid: "position", record };
const undelivered = { contents, attempts: 1, answerLost: false, wasRefused: false };
const parse =
  (stored: unknown, version: unknown = STORAGE_VERSION) =>
  () =>
    parseState(stored, version);

test.each<[version: number, stored: ApplicationState]>([
  [1, { state: "draft", positionUuid: "position", files: [] }],
  [2, { state: "refused", positionUuid: "position", files: [], lostDigest: "a" }],
  [1, { state: "waiting", ...sent, ...undelivered, nextAt: 2 }],
  [2, { state: "waiting", ...sent, ...undelivered, checksum: 1, nextAt: 2 }],
  [2, { state: "waiting", ...sent, ...undelivered, earlySuccesses: 1, nextAt: 2 }],
  [
    2,
    {
      ...{ state: "waiting", ...sent, ...undelivered, nextAt: 2 },
      contents: { ...contents, ownKey: "a" },
    },
  ],
  [
    2,
    {
      ...{ state: "waiting", ...sent, ...undelivered, nextAt: 2 },
      contents: { ...contents, pageLanguage: "en" },
    },
  ],
  [2, { state: "failed", ...sent, reason: "form-damaged", failedAt: 1, keepUntil: 1 }],
  [1, { state: "failed", ...sent, reason: "dropped", failedAt: 1, keepUntil: 1 }],
  [1, { state: "delivered", ...sent }],
  [2, { state: "delivered", ...sent, record: { ...record, lostDigest: "a" } }],
])("getVersion returns %i for %j", (version, stored) => {
  expect(getVersion(stored)).toBe(version);
});

describe("parseState", () => {
  test.each([
    { state: "draft", positionUuid: "position", files: [] },
    { state: "refused", positionUuid: "position", files: contents.files },
    { state: "sending", ...sent, ...undelivered, startedAt: 1 },
    { state: "waiting", ...sent, ...undelivered, nextAt: 2, lastStatus: 502 },
    { state: "failed", ...sent, ...refused, kept: undelivered },
    { state: "failed", ...sent, reason: "dropped", failedAt: 1, keepUntil: 1 },
    { state: "delivered", ...sent },
    { state: "already-applied", ...sent },
  ])("parses a stored $state state", (stored) => {
    expect(parseState(stored, STORAGE_VERSION)).toEqual(stored);
  });

  test.each([
    ["from a newer build", { state: "draft", positionUuid: "position" }, STORAGE_VERSION + 1],
    ["with an invalid version", { state: "draft", positionUuid: "position" }, "1"],
    ["without a version", { state: "draft", positionUuid: "position" }, null],
    ["with an unknown name", { state: "lost", positionUuid: "position" }, STORAGE_VERSION],
    ["without a position", { state: "draft" }, STORAGE_VERSION],
    ["that is a string", "draft", STORAGE_VERSION],
  ])("rejects a state %s", (_, stored, version) => {
    expect(parse(stored, version)).toThrow(UnknownStorageError);
  });

  test("names the invalid field, but not its value", () => {
    const stored = { state: "delivered", ...sent, record: { ...record, positionTitle: 5 } };
    expect(parse(stored)).toThrow(/record\.positionTitle$/);
    const secret = { state: "waiting", ...sent, ...undelivered, nextAt: "Ana" };
    expect(parse(secret)).toThrow(/^(?!.*Ana)/);
  });
});

describe("getUploads", () => {
  test.each<[string, () => ApplicationState | undefined, number | undefined]>([
    ["no CV without a state", () => undefined, undefined],
    ["the uploaded CV of a draft", () => held, 7],
    ["the sent CV during an attempt", firstSending, 7],
    ["the sent CV while waiting", () => stateAfter(firstSending(), unreachable), 7],
    [
      "the sent CV after a failure",
      () => stateAfter(sendingAfter(unreachable, refusedWith422), refusedWith422),
      7,
    ],
    ["no CV after delivery", () => stateAfter(firstSending(), accepted), undefined],
    [
      "no CV after a 409 on a later attempt",
      () => stateAfter(sendingAfter(rateLimited), alreadyApplied),
      undefined,
    ],
    [
      "no CV after a 409 on the first attempt",
      () => stateAfter(firstSending(), alreadyApplied),
      undefined,
    ],
  ])("returns %s", (_, state, cv) => {
    expect(getUploads(state())[0]).toBe(cv);
  });
});

test("isUnsent returns true only for drafts and refused forms", () => {
  const states = [
    held,
    stateAfter(firstSending(), refusedWith422),
    firstSending(),
    stateAfter(firstSending(), unreachable),
    stateAfter(firstSending(), accepted),
  ];
  expect(states.map(isUnsent)).toEqual([true, true, false, false, false]);
});
