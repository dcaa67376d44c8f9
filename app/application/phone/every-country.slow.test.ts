import { beforeAll, expect, test } from "vitest";
import { parseByGoogle, validExamples, type ExampleNumber } from "~/tests/support/google-numbers";
import { readWhole } from "./edit";
import { isCountry, type Country } from "./numbering";
import { readPhone } from "./parse-phone";
import { readPhoneOnServer } from "./parse-phone.server";
import { Metadata } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/max/metadata";

/** A number in one of many formats. */
interface NumberShape {
  country: Country;
  shape: string;
  text: string;
  /** The same number for Google's library, which supports fewer scripts and separators. */
  forGoogle: string;
}

/** Returns mobile and fixed-line numbers of each country in many formats, some of them invalid. */
function everyShape(): NumberShape[] {
  return validExamples().flatMap((example) => {
    const { country = "", type } = example;
    if (!isCountry(country) || !/^(?:FIXED_LINE|MOBILE)$/.test(type)) return [];
    const shapes = {
      ...wholeShapes(example),
      ...shapesWithErrors(example),
      ...foreignShapes(country),
    };
    return Object.entries(shapes).map(([shape, text]) => {
      const [written, forGoogle] = typeof text === "string" ? [text, text] : text;
      return { country, shape: `${type} ${shape}`, text: written, forGoogle };
    });
  });
}

/** A text, or a text and its equivalent for Google's library. */
type Shapes = Record<string, string | [text: string, forGoogle: string]>;

const keepDigits = (text: string) => text.replace(/\D/g, "");

const separated = (text: string, separator: string) =>
  text
    .replace(/[^\d+]+/g, " ")
    .trim()
    .replaceAll(" ", separator);

/** @param zero the digit zero of another script */
const inScript = (text: string, zero: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

function wholeShapes({ national, international, e164 }: ExampleNumber): Shapes {
  const [plus = ""] = international.split(" ");
  const local = separated(international.slice(plus.length), " ");
  return {
    national,
    "without separators": keepDigits(national),
    "without national prefix": local,
    ...Object.fromEntries(
      [" ", ".", "-", "/", "\u00a0", "–"].map((sign) => [
        `separated by ${sign}`,
        separated(national, sign),
      ]),
    ),
    ...Object.fromEntries(
      ["_", "·", "|", ":", "•", ",", "*", "、", "’"].map((sign) => [
        `separated by ${sign}`,
        [separated(national, sign), separated(national, " ")],
      ]),
    ),
    "in brackets": national.replace(/^\D*(\d+)/, "($1)"),
    international,
    "E.164": e164,
    "dial code in brackets": `(${plus}) ${local}`,
    "with (0)": `${plus} (0)${local}`,
    "as a link": `tel:${e164}`,
    "with two pluses": `+${international}`,
    "00": [`00${e164.slice(1)}`, e164],
    "00 and spaces": [`00 ${international.slice(1)}`, e164],
    "without plus": e164.slice(1),
    "without plus, with spaces": international.slice(1),
    ...Object.fromEntries(
      ["０", "٠", "۰", "०", "𞥐"].flatMap((zero) => [
        [`in digits from ${zero}`, [inScript(national, zero), national]],
        [`abroad in digits from ${zero}`, [inScript(international, zero), international]],
      ]),
    ),
    fullwidth: [inScript(international, "０").replace("+", "＋"), international],
  };
}

/** Returns numbers with one digit too few or too many. */
function shapesWithErrors({ national, e164 }: ExampleNumber): Shapes {
  const errors = { "a digit short": /\d$/, "an extra 5": /$/, "an extra 0": /$/ };
  return Object.fromEntries(
    Object.entries(errors).flatMap(([error, end]): [string, string | [string, string]][] => {
      const [more = ""] = /\d/.exec(error) ?? [];
      const withError = (text: string) => text.replace(end, more);
      return [
        [`national, ${error}`, withError(national)],
        [`without separators, ${error}`, withError(keepDigits(national))],
        [`E.164, ${error}`, withError(e164)],
        [`00, ${error}`, [withError(`00${e164.slice(1)}`), withError(e164)]],
        [`without plus, ${error}`, withError(e164.slice(1))],
      ];
    }),
  );
}

/** Returns foreign numbers as dialled in a country. */
function foreignShapes(country: Country): Shapes {
  return Object.fromEntries(
    getExitCodes(country).flatMap((code) =>
      ["34612345678", "447400123456", "12015550123"].map((number) => {
        const text = `${code} ${number}`;
        // In carrier codes such as 005 or 001, we read 00 as a plus and the third digit as part of the dial code.
        const isPlus = code.startsWith("00") && !["000", "0011"].includes(code);
        return [`from abroad: ${text}`, [text, isPlus ? text.replace("00", "+") : text]];
      }),
    ),
  );
}

const EXIT_CODES = [10, 100, 1000, 10_000].flatMap((end) =>
  Array.from({ length: end }, (_, code) => String(code).padStart(String(end).length - 1, "0")),
);

const exitCodes = new Map<string, string[]>();

/** Returns a country's exit codes of up to four digits. */
function getExitCodes(country: Country): string[] {
  const plans = new Metadata(metadata);
  plans.selectNumberingPlan(country);
  const pattern = plans.numberingPlan?.IDDPrefix() ?? "";
  const codes =
    exitCodes.get(pattern) ??
    EXIT_CODES.filter((code) => new RegExp(`^(?:${pattern})$`).test(code));
  exitCodes.set(pattern, codes);
  return codes;
}

/** Unlike us, Google's library adds a digit in front of five-digit numbers of Norfolk Island. */
const EXCEPTIONS = [
  "NF FIXED_LINE national, a digit short: 10 660",
  "NF FIXED_LINE without separators, a digit short: 10660",
  "NF FIXED_LINE E.164, a digit short: +67210660",
  "NF FIXED_LINE 00, a digit short: 0067210660",
];

const SHAPES = everyShape();

interface Reading extends NumberShape {
  onServer: string | undefined;
  inBrowser: string | undefined;
}

const describeShape = ({ country, shape, text }: NumberShape) => `${country} ${shape}: ${text}`;

let readings: Reading[];

// This reads about 30,000 numbers.
beforeAll(() => {
  readings = SHAPES.map((shape) => ({
    ...shape,
    onServer: readPhoneOnServer(shape.text, shape.country)?.number,
    // The field passes its text through `readWhole`.
    inBrowser: readPhone(readWhole(shape.text, shape.country).digits, shape.country)?.number,
  }));
}, 120_000);

test("covers more than 240 countries and 25,000 numbers", () => {
  expect(new Set(SHAPES.map(({ country }) => country)).size).toBeGreaterThan(240);
  expect(SHAPES.length).toBeGreaterThan(25_000);
});

test("reads numbers as Google's library does, except on Norfolk Island [1.11, 5.04]", () => {
  const others = readings.filter(
    ({ country, forGoogle, onServer }) => onServer !== parseByGoogle(forGoogle, country),
  );
  expect(others.map(describeShape)).toEqual(EXCEPTIONS);
}, 60_000);

test("the browser reads the same number as the server, unless the server refuses it", () => {
  const others = readings.filter(
    ({ country, inBrowser, onServer }) =>
      inBrowser !== onServer &&
      (onServer !== undefined || readPhoneOnServer(inBrowser ?? "", country) !== undefined),
  );
  expect(others.map(describeShape)).toEqual([]);
}, 60_000);
