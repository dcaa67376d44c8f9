import { formatIncompletePhoneNumber } from "libphonenumber-js/core";
import min from "libphonenumber-js/min/metadata";
import { expect, test, vi } from "vitest";
import { numberingPieces } from "../../../scripts/numbering.mjs";
import type { Entry } from "./edit";

const PIECES = numberingPieces();
/** As a browser gets it: a file. */
const pieceOf = (dialCode: string): unknown => JSON.parse(JSON.stringify(PIECES.get(dialCode)));

/** The field's code, with numbering plans of its own. */
async function load() {
  vi.resetModules();
  return {
    ...(await import("./edit")),
    ...(await import("./numbering")),
    ...(await import("./phone-text")),
    ...(await import("./reading")),
  };
}
type Field = Awaited<ReturnType<typeof load>>;

async function withAllPieces() {
  const field = await load();
  for (const dialCode of PIECES.keys()) field.hold(dialCode, pieceOf(dialCode));
  return field;
}

const shown = (field: Field, { digits }: Entry) =>
  field.shownPhone(formatIncompletePhoneNumber(digits, field.metadata));

/** Types a number behind a plus, key by key. */
const typed = (field: Field, e164: string) =>
  [...e164].reduce<Entry>(
    (entry, key) => {
      const before = shown(field, entry);
      const after = before + key;
      const change = { before, start: before.length, after, caret: after.length };
      return field.edited(entry, change, "ES");
    },
    field.startOf("+", "ES"),
  );

test("the pieces are all that libphonenumber knows", async () => {
  const { metadata, countriesOf } = await withAllPieces();
  expect(metadata.countries).toEqual(min.countries);
  expect(metadata.nonGeographic).toEqual(min.nonGeographic);
  for (const [dialCode, countries] of Object.entries(min.country_calling_codes)) {
    expect(metadata.country_calling_codes[dialCode]).toEqual(countries);
    expect(countriesOf(dialCode)).toEqual(countries);
  }
});

test.each([
  ["44", "447400123456"],
  ["1", "14165551234"],
  ["262", "262639123456"],
  ["800", "80012345678"],
])(
  "a number of +%s without its piece has all its digits, and is read with it",
  async (code, e164) => {
    const whole = await withAllPieces();
    const late = await load();
    const asked: string[] = [];
    const ask = (dialCode: string) => {
      asked.push(dialCode);
      return new Promise(() => undefined);
    };
    late.startNumbering(ask, "34", pieceOf("34"));

    expect(typed(late, e164).digits).toBe(`+${e164}`);
    expect(asked).toContain(code);
    expect(late.readPhone(`+${e164}`, "ES")).toBeUndefined();
    expect(late.canRead(`+${e164}`)).toBe(false);

    late.hold(code, pieceOf(code));
    const [is, expected] = [typed(late, e164), typed(whole, e164)];
    expect(is).toEqual(expected);
    expect(shown(late, is)).toBe(shown(whole, expected));
    expect(late.readPhone(`+${e164}`, "ES")).toEqual(whole.readPhone(`+${e164}`, "ES"));
    expect(late.canRead(`+${e164}`)).toBe(true);
  },
);
