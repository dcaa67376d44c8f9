import { describe, expect, test } from "vitest";
import { compareCursors, parseCursor, formatCursor } from "./undelivered";

describe("a list cursor", () => {
  const place = { sentAt: 5, receiptId: "a0" };

  test("keeps its values when it is formatted and parsed", () => {
    expect(parseCursor(formatCursor(place))).toEqual(place);
  });

  test.each(["", "5", "5-", "-a0", "x-a0", "5-A0", "5-a0 ", `5-${"a".repeat(65)}`, "1e3-a0"])(
    "cannot be parsed from %j",
    (text) => {
      expect(parseCursor(text)).toBeUndefined();
    },
  );

  test("sorts by time, then by receipt id", () => {
    const places = [
      { sentAt: 6, receiptId: "00" },
      { sentAt: 5, receiptId: "b0" },
      { sentAt: 5, receiptId: "a0" },
    ];
    expect(places.sort(compareCursors).map(({ receiptId }) => receiptId)).toEqual([
      "a0",
      "b0",
      "00",
    ]);
    expect(compareCursors(place, place)).toBe(0);
  });
});
