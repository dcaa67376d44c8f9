import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText, inUtf8, manyTries, runs, textOf, proved } from "../../tests/support/arbitraries";
import { isPlatformId } from "./ids";
import { slugOf } from "./slug";

const name = fc.oneof(
  anyText,
  textOf(["-", "--", "İ", "ß", "ﷺ", "é", "e\u0301", "a", "1", "/", "%2f", "..", "\u212a"], 120),
);

test(
  "a slug is of small letters, digits and single hyphens, whatever the name",
  manyTries,
  async () => {
    await proved(
      fc.property(name, (given) => {
        const slug = slugOf(given);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(80);
        expect(slugOf(slug)).toBe(slug);
        expect(encodeURIComponent(slug)).toBe(slug);
      }),
      runs,
    );
  },
);

test("an id can stand in an address as it is", manyTries, async () => {
  const id = fc.oneof(
    anyText,
    fc.stringMatching(/^[A-Za-z0-9_-]{0,66}$/),
    fc.stringMatching(/^[A-Za-z0-9_-]{1,5}[\n\r\u2028]$/),
  );
  await proved(
    fc.property(id, (given) => {
      const isPlain = [...given].every((sign) => encodeURIComponent(inUtf8(sign)) === sign);
      const isOfLetters = isPlain && !/[.!~*'()]/.test(given);
      expect(isPlatformId(given)).toBe(isOfLetters && given.length >= 1 && given.length <= 64);
    }),
    runs,
  );
});
