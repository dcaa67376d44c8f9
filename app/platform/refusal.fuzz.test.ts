import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyJson, anyText, manyTries, proved, runs, textOf } from "../../tests/support/arbitraries";
import { some } from "../../tests/support/platform-answers";
import { refusalMessage } from "./refusal.server";

describe("what a platform says of a refusal", () => {
  const isSaid = (said: unknown) =>
    said === undefined ||
    (typeof said === "string" && said.trim() !== "" && [...said].length <= 500);

  test("is text of at most 500 characters, or nothing, for any body", manyTries, async () => {
    const detail = fc.oneof(anyJson, anyText, textOf(["😀", "a"], 700));
    const field = fc.oneof(fc.constantFrom("phone", "q_1"), anyText);
    const errors = fc.oneof(anyJson, fc.array(some({ field, message: detail })));
    const body = fc.oneof(
      anyText,
      anyJson.map((json) => JSON.stringify(json)),
      some({ detail, message: detail, errors }).map((json) => JSON.stringify(json)),
    );
    await proved(
      fc.property(body, (given) => {
        const { detail, message, errors = [], ...rest } = refusalMessage(given);
        for (const error of errors) {
          expect(error.field).toMatch(/^[\w.:-]{1,64}$/);
          expect(isSaid(error.message)).toBe(true);
        }
        expect(isSaid(detail)).toBe(true);
        expect(isSaid(message)).toBe(true);
        expect(rest).toEqual({});
        if (detail !== undefined) expect(message).toBe(detail);
        // No character was cut in half.
        const hasHalves = /\p{Cs}|\\ud[89a-f]/iu.test(given);
        if (!hasHalves) expect(message ?? "").not.toMatch(/\p{Cs}/u);
      }),
      runs,
    );
  });

  test.each([10, 1000, 100_000])("is read %i levels deep", (depth) => {
    const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const { message } = refusalMessage(`{"detail":${deep},"message":"Ya no"}`);
    expect(message).toBeDefined();
  });
});
