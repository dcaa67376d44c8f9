import min from "libphonenumber-js/min/metadata";
import { beforeAll, expect, test } from "vitest";
import { judged } from "../../../tests/support/example-numbers";
import { everyShape, type NumberShape } from "../../../tests/support/number-shapes";
import { readNumber } from "./read-number";
import { readWholePhone } from "./reading.server";

/**
 * Where we do not read what Google's library reads. Norfolk Island: of five digits it makes six, with a
 * digit in front that nobody wrote.
 */
const EXCEPTIONS = [
  "NF FIXED_LINE national, a digit short: 10 660",
  "NF FIXED_LINE without separators, a digit short: 10660",
];

const SHAPES = everyShape();

interface Read extends NumberShape {
  onServer: string | undefined;
  inBrowser: string | undefined;
}

const nameOf = ({ country, shape, text }: NumberShape) => `${country} ${shape}: ${text}`;

let read: Read[];

// Some 30,000 numbers: a slow machine takes its time.
beforeAll(() => {
  read = SHAPES.map((shape) => ({
    ...shape,
    onServer: readWholePhone(shape.text, shape.country)?.number,
    inBrowser: readNumber(shape.text, shape.country, min)?.number,
  }));
}, 120_000);

test("there are mobile and fixed-line numbers of every country, in every shape", () => {
  expect(new Set(SHAPES.map(({ country }) => country)).size).toBeGreaterThan(240);
  expect(SHAPES.length).toBeGreaterThan(25_000);
});

test("a number of every country and shape is what Google's library says that it is", () => {
  const others = read.filter(
    ({ country, forJudge, onServer }) => onServer !== judged(forJudge, country),
  );
  expect(others.map(nameOf)).toEqual(EXCEPTIONS);
}, 60_000);

test("what the browser reads is the same number, or one that the server refuses", () => {
  const others = read.filter(
    ({ country, inBrowser, onServer }) =>
      inBrowser !== onServer &&
      (onServer !== undefined || readWholePhone(inBrowser ?? "", country) !== undefined),
  );
  expect(others.map(nameOf)).toEqual([]);
}, 60_000);
