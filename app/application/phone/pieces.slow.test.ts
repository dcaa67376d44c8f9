import { formatIncompletePhoneNumber } from "libphonenumber-js/core";
import { expect, test, vi } from "vitest";
import { numberingPieces } from "../../../scripts/numbering.mjs";
import { exampleNumbers, type ExampleNumber } from "../../../tests/support/example-numbers";
import type { Change, Entry } from "./edit";
import type { Country } from "./numbering";

/** The field's code, with numbering plans of its own. */
async function load() {
  vi.resetModules();
  return {
    ...(await import("./country")),
    ...(await import("./edit")),
    ...(await import("./numbering")),
    ...(await import("./phone-text")),
    ...(await import("./reading")),
  };
}
type Field = Awaited<ReturnType<typeof load>>;

const HOME = "ES";
const PIECES = numberingPieces();
/** As they come: a file each. */
const pieceOf = (dialCode: string): unknown => JSON.parse(JSON.stringify(PIECES.get(dialCode)));

/** A field that has every piece, and one that has the position's; and what that one asked for. */
async function fields() {
  const whole = await load();
  for (const dialCode of PIECES.keys()) whole.hold(dialCode, pieceOf(dialCode));
  const parts = await load();
  const asked: string[] = [];
  parts.startNumbering(
    (dialCode) => {
      asked.push(dialCode);
      return new Promise(() => undefined);
    },
    "34",
    pieceOf("34"),
  );
  return { whole, parts, asked };
}

const shown = (field: Field, { digits }: Entry) =>
  field.shownPhone(formatIncompletePhoneNumber(digits, field.metadata));

interface Key {
  from: Entry;
  change: Change;
  to: Entry;
  text: string;
}

/** Types a text at the end of a field, and tells what each key did. */
function typed(field: Field, text: string, start: Entry): Key[] {
  let from = start;
  return [...text].map((key) => {
    const before = shown(field, from);
    const after = before + key;
    const change = { before, start: before.length, after, caret: after.length };
    const { digits, country } = field.edited(from, change, HOME);
    const made = { from, change, to: { digits, country }, text: shown(field, { digits, country }) };
    from = made.to;
    return made;
  });
}

/** The ways in which an example is typed: after a plus, and behind the dial code of its country. */
function waysOf(field: Field, { e164, national, country }: ExampleNumber) {
  const own = country !== undefined && field.isCountry(country) ? country : undefined;
  return [
    { text: e164, start: field.startOf("+", HOME) },
    ...(own ? [{ text: field.significant(national), start: field.moved("+34", own) }] : []),
  ];
}

/** Examples of every country, by calling code. */
function byCode({ callingCodeIn }: Field) {
  const numbers = new Map<string, ExampleNumber[]>();
  for (const example of exampleNumbers()) {
    const code = callingCodeIn(example.e164) ?? "";
    numbers.set(code, [...(numbers.get(code) ?? []), example]);
  }
  return numbers;
}

test("the pieces are all that libphonenumber knows", async () => {
  const { whole } = await fields();
  const { default: metadata } = await import("libphonenumber-js/min/metadata");
  expect(whole.metadata.countries).toEqual(metadata.countries);
  expect(whole.metadata.nonGeographic).toEqual(metadata.nonGeographic);
  for (const [dialCode, countries] of Object.entries(metadata.country_calling_codes)) {
    expect(whole.metadata.country_calling_codes[dialCode]).toEqual(countries);
    expect(whole.countriesOf(dialCode)).toEqual(countries);
  }
});

test(
  "with the piece, each key of a number of every country does what it does with all of them",
  { timeout: 300_000 },
  async () => {
    const { whole, parts, asked } = await fields();
    const numbers = byCode(whole);
    expect([...numbers.keys()].sort()).toEqual([...PIECES.keys()].sort());
    for (const [dialCode, examples] of numbers) {
      const [is, was] = [whole, parts].map((field) =>
        examples.map((example) =>
          waysOf(field, example).map(({ text, start }) => typed(field, text, start)),
        ),
      );
      // Without it nothing is lost: the digits stand there, and none is called wrong or right.
      if (dialCode !== "34") {
        expect(asked).toContain(dialCode);
        for (const { e164 } of examples) {
          expect(parts.readPhone(e164, HOME)).toBeUndefined();
          expect(parts.canRead(e164)).toBe(false);
        }
        expect(digitsOf(was)).toEqual(digitsOf(is));
        parts.hold(dialCode, pieceOf(dialCode));
      }
      // The piece may come at any key, which is then read again.
      for (const [index, keys] of (was ?? []).flat().entries()) {
        const readAgain = (field: Field) =>
          keys.map(({ from, change }) => {
            const { digits, country } = field.edited(from, change, HOME);
            return { digits, country, text: shown(field, { digits, country }) };
          });
        const again = readAgain(parts);
        expect(again).toEqual(readAgain(whole));
        const typedWhole = is?.flat()[index] ?? [];
        expect(again.map(({ text }) => text)).toEqual(typedWhole.map(({ text }) => text));
        // Whoever chose one of several countries may have left it again, key by key, and is let stay.
        if (keys[0]?.from.digits === "+") {
          expect(again.at(-1)?.country).toBe(typedWhole.at(-1)?.to.country);
        }
      }
      for (const { e164, national, country = HOME } of examples) {
        expect(parts.readPhone(e164, HOME)).toEqual(whole.readPhone(e164, HOME));
        const [mine, all] = [parts, whole].map((field) =>
          field.readPhone(national, country as Country),
        );
        expect(mine).toEqual(all);
      }
    }
    expect(new Set(asked)).toEqual(new Set([...PIECES.keys()].filter((code) => code !== "34")));
  },
);

const digitsOf = (keys: Key[][][] | undefined) => keys?.flat(2).map(({ to }) => to.digits);
