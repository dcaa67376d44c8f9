import { describe, expect, test } from "vitest";
import { withoutContents } from "./lifecycle";
import type { ApplicationState, Failed } from "./state";
import { byPlace, entryOf, isUpToDate, placeIn, textOfPlace } from "./undelivered";
import {
  accepted,
  after,
  already,
  busy,
  first,
  gone,
  held,
  later,
  limits,
  no,
  SENT_AT,
  status,
  unconfirmed,
} from "../../../tests/support/lifecycle-states";

const failed = () => after(later(busy, no), no) as Failed;
const waiting = () => after(first(), status(503));
const doubted = () => after(later(gone), unconfirmed);

const about = {
  receiptId: "receipt",
  clientUuid: "client",
  positionUuid: "position",
  sentAt: SENT_AT,
  reason: null,
};

describe("the entry", () => {
  test.each<[string, ApplicationState]>([
    ["was not sent", held],
    ["makes its first attempt, and most likely needs no other", first()],
    ["was delivered", after(first(), accepted)],
    ["the company had before", after(later(busy), already)],
    ["failed, and has nothing left", withoutContents(failed())],
  ])("of what %s is none", (_, state) => {
    expect(entryOf(state)).toBeUndefined();
  });

  test.each<[string, ApplicationState, object]>([
    [
      "waits",
      waiting(),
      { state: "waiting", attempts: 1, lastStatus: 503, dueAt: SENT_AT + 100 + 2000 },
    ],
    [
      "is sent again",
      later(status(503)),
      { state: "waiting", attempts: 2, lastStatus: 503, dueAt: SENT_AT + 5000 },
    ],
    [
      "failed",
      failed(),
      {
        state: "failed",
        reason: "refused",
        attempts: 3,
        lastStatus: 422,
        dueAt: SENT_AT + 100 + limits.KEEP_FAILED_MS,
      },
    ],
    [
      "is unconfirmed",
      doubted(),
      {
        state: "unconfirmed",
        attempts: 2,
        lastStatus: null,
        dueAt: SENT_AT + 100 + limits.KEEP_FAILED_MS,
      },
    ],
    [
      "is unconfirmed, and sent again by an operator",
      { ...later(gone), isUnconfirmed: true },
      { state: "unconfirmed", attempts: 2, lastStatus: null, dueAt: SENT_AT + 5000 },
    ],
  ])("of what %s says so, and nothing that was entered", (_, state, says) => {
    expect(entryOf(state)).toEqual({ ...about, ...says });
    expect(JSON.stringify(entryOf(state))).not.toMatch(/Ana|Pérez|\+34|secret|No"/);
  });
});

describe("an entry is told anew", () => {
  const told = entryOf(waiting());
  if (!told) throw new Error("It has an entry");

  test.each<[string, ApplicationState, boolean]>([
    ["not when nothing changed", waiting(), false],
    ["not when it is put off", { ...waiting(), nextAt: 99_999_999 } as ApplicationState, false],
    ["not when an attempt begins", later(status(503)), false],
    ["after another attempt", after(later(status(503)), status(503)), true],
    ["when the platform answers otherwise", after(first(), status(502)), true],
    ["when it has failed", failed(), true],
    ["when it was delivered", after(first(), accepted), true],
  ])("%s", (_, state, isNews) => {
    expect(isUpToDate(told, state)).toBe(!isNews);
  });
});

describe("a place in the list", () => {
  const place = { sentAt: 5, receiptId: "a0" };

  test("goes into an address and comes back", () => {
    expect(placeIn(textOfPlace(place))).toEqual(place);
  });

  test.each(["", "5", "5-", "-a0", "x-a0", "5-A0", "5-a0 ", `5-${"a".repeat(65)}`, "1e3-a0"])(
    "is not what %j names",
    (text) => {
      expect(placeIn(text)).toBeUndefined();
    },
  );

  test("is by time, and then by the receipt's id", () => {
    const places = [
      { sentAt: 6, receiptId: "00" },
      { sentAt: 5, receiptId: "b0" },
      { sentAt: 5, receiptId: "a0" },
    ];
    expect(places.sort(byPlace).map(({ receiptId }) => receiptId)).toEqual(["a0", "b0", "00"]);
    expect(byPlace(place, place)).toBe(0);
  });
});
