import { describe, expect, test } from "vitest";
import { createCode } from "./desk-access";
import {
  ALPHABET,
  hashSecret,
  ID_LETTERS,
  verifySecret,
  parseCode,
  SECRET_LETTERS,
} from "./sign-in-code";

describe("sign-in codes", () => {
  test("codes have at least 80 random bits in addition to their id", () => {
    expect(ALPHABET).toHaveLength(32);
    expect(new Set(ALPHABET).size).toBe(32);
    expect(SECRET_LETTERS * Math.log2(ALPHABET.length)).toBeGreaterThanOrEqual(80);
  });

  test("createCode returns a code, and a hash that verifies the code's secret", async () => {
    const { id, code, stored } = await createCode();
    const read = parseCode(code);
    expect(read?.id).toBe(id);
    expect(id).toHaveLength(ID_LETTERS);
    expect(code).toMatch(/^[0-9a-z]{5}(-[0-9a-z]{4}){5}$/);
    expect(JSON.stringify(stored)).not.toContain(read?.secret);
    expect(await verifySecret(read?.secret ?? "", stored)).toBe(true);
    expect(await verifySecret("0123456789abcdefghjk", stored)).toBe(false);
    expect((await createCode()).code).not.toBe(code);
  });

  test("hashSecret returns the first 32 bytes of the PBKDF2-SHA-256 example in RFC 7914, section 11", async () => {
    expect(await hashSecret("passwd", "73616c74", 1)).toBe(
      "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc",
    );
  });

  test.each([
    ["abcde-0123-4567-89ab-cdef-ghjk", "as printed"],
    ["ABCDE 0123 4567 89AB CDEF GHJK", "in capitals and with spaces"],
    ["abcdeo1234567l9abcdefghjk".replace("l", "8"), "without dashes, and with O for 0"],
    ["abcde–oi23–4567–89ab–cdef–ghjk", "with other dashes, O for 0 and I for 1"],
  ])("parseCode accepts %j (%s)", (text) => {
    expect(parseCode(text)).toEqual({ id: "abcde", secret: "0123456789abcdefghjk" });
  });

  test.each(["", "abcde", "abcde-0123-4567-89ab-cdef-ghjkm", "é".repeat(25)])(
    "parseCode rejects %j",
    (text) => {
      expect(parseCode(text)).toBeUndefined();
    },
  );

  test("verifySecret rejects every secret if none is stored", async () => {
    expect(await verifySecret("0123456789abcdefghjk", undefined)).toBe(false);
    expect(await verifySecret("", undefined)).toBe(false);
  });
});
