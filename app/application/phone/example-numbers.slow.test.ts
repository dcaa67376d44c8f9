import { formatIncompletePhoneNumber } from "libphonenumber-js/min";
import { describe, expect, test } from "vitest";
import { validExamples, countryByGoogle, type ExampleNumber } from "~/tests/support/google-numbers";
import { isLong } from "~/tests/support/size";
import { applyEdit, readWhole, type Entry } from "./edit";
import { dialPrefix, isCountry } from "./numbering";
import { displayNumber, phoneDigits } from "./phone-text";
import { readPhone } from "./parse-phone";

const EXAMPLES = validExamples();
/** The numbers that are typed key by key. */
const TYPED = isLong ? EXAMPLES : EXAMPLES.filter((_, index) => index % 4 === 0);

function describeMisread(read: (example: ExampleNumber) => string | undefined) {
  return TYPED.filter((example) => read(example) !== example.e164).map(
    (example) => `${example.country} ${example.type} ${example.e164}: ${read(example)}`,
  );
}

test("has examples for more than 240 countries", () => {
  const countries = new Set(EXAMPLES.map(({ country }) => country));
  expect(countries.size).toBeGreaterThan(240);
  expect(EXAMPLES.length).toBeGreaterThan(1370);
});

/** Types a text at the end of a field, key by key. */
function typeText(text: string, start: Entry): Entry {
  return [...text].reduce<Entry>((entry, key) => {
    const before = displayNumber(formatIncompletePhoneNumber(entry.digits));
    const after = before + key;
    const edit = {
      inputType: "insertText",
      before: { text: before, start: before.length },
      after,
      caret: after.length,
    };
    return applyEdit(entry, edit);
  }, start);
}

// These tests type tens of thousands of keys.
const SLOW = { timeout: 60_000 };
describe("typing a valid number", SLOW, () => {
  test("never truncates an international number", () => {
    const read = ({ e164 }: ExampleNumber) => typeText(e164, readWhole("+", "ES")).digits;
    expect(describeMisread((example) => readPhone(read(example), "ES")?.number)).toEqual([]);
  });

  test("never truncates a national number after the dial code", () => {
    const national = ({ country = "", national, e164 }: ExampleNumber) => {
      if (!isCountry(country)) return country === "" ? e164 : undefined;
      const start: Entry = { digits: dialPrefix(country), country };
      return readPhone(typeText(phoneDigits(national), start).digits, country)?.number;
    };
    expect(describeMisread(national)).toEqual([]);
  });
});

test("finds a complete number's country for each of three initial countries", SLOW, () => {
  const others = TYPED.flatMap(({ country, e164 }) => {
    if (country === undefined) return [];
    const ends = (["ES", "CA", "GG"] as const).map(
      (home) => typeText(e164, readWhole("+", home)).country,
    );
    const expected = countryByGoogle(e164);
    return ends.every((end) => end === expected) ? [] : [`${e164} ${expected}: ${ends.join(" ")}`];
  });
  expect(others).toEqual([]);
});

test("shows all digits, with one space after the dial code", SLOW, () => {
  for (const { e164 } of TYPED) {
    for (let end = 1; end <= e164.length; end++) {
      const text = displayNumber(formatIncompletePhoneNumber(e164.slice(0, end)));
      expect(phoneDigits(text)).toBe(e164.slice(0, end));
      expect(text).toMatch(/^\+\d{0,3}( \d.*| )?$|^\+\d+$/);
    }
  }
});
