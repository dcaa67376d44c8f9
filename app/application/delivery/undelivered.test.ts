import { describe, expect, test } from "vitest";
import { withoutContents } from "./lifecycle";
import type { ApplicationState, Failed } from "./state";
import { byPlace, entryOf, isUpToDate, placeIn, textOfPlace } from "./undelivered";
import { accepted, after, already, busy, first } from "../../../tests/support/lifecycle-states";
import { gone, held, later, limits, no, SENT_AT } from "../../../tests/support/lifecycle-states";
import { status, unconfirmed } from "../../../tests/support/lifecycle-states";

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

const KEPT = 100 + limits.KEEP_FAILED_MS;
const says = (state: string, attempts: number, lastStatus: number | null, dueIn: number) => ({
  ...{ state, attempts, lastStatus, dueAt: SENT_AT + dueIn },
});
const again = { ...later(gone), isUnconfirmed: true };

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
    ["waits", waiting(), says("waiting", 1, 503, 2100)],
    ["is sent again", later(status(503)), says("waiting", 2, 503, 5000)],
    ["failed", failed(), { ...says("failed", 3, 422, KEPT), reason: "refused" }],
    ["is unconfirmed", doubted(), says("unconfirmed", 2, null, KEPT)],
    ["is sent again by an operator", again, says("unconfirmed", 2, null, 5000)],
  ])("of what %s says so, and nothing that was entered", (_, state, entry) => {
    expect(entryOf(state)).toEqual({ ...about, ...entry });
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
