import { describe, expect, test } from "vitest";
import { isCharacterKey, addKey, TYPE_AHEAD_MS } from "./type-ahead";

describe("type-ahead [9.14]", () => {
  test("starts a new search after one second", () => {
    const first = addKey({ text: "", at: 0 }, "p", 5000);
    const second = addKey(first, "o", 5000 + TYPE_AHEAD_MS - 1);
    expect(second.text).toBe("po");
    expect(addKey(second, "o", second.at + TYPE_AHEAD_MS).text).toBe("o");
  });

  test("isCharacterKey rejects shortcuts, Space and keys without a character", () => {
    const plain = { ctrlKey: false, metaKey: false, altKey: false };
    expect(["a", "ñ", "3", "😀"].map((key) => isCharacterKey({ ...plain, key }))).toEqual(
      Array(4).fill(true),
    );
    expect([" ", "Enter", "F1"].map((key) => isCharacterKey({ ...plain, key }))).toEqual(
      Array(3).fill(false),
    );
    for (const modifier of ["ctrlKey", "metaKey", "altKey"]) {
      expect(isCharacterKey({ ...plain, key: "a", [modifier]: true })).toBe(false);
    }
  });
});
