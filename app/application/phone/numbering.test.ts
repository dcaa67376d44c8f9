import metadata from "libphonenumber-js/min/metadata";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { numberingPieces } from "../../../scripts/numbering.mjs";

const PIECES = numberingPieces();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

/** Numbering that has Spain's plan, and is told what comes for another code. */
async function started(answer: (dialCode: string) => Promise<unknown>) {
  const numbering = await import("./numbering");
  const asked: string[] = [];
  const ask = (dialCode: string) => (asked.push(dialCode), answer(dialCode));
  numbering.startNumbering(ask, "34", PIECES.get("34"));
  return { ...numbering, asked };
}

const piece = (dialCode: string) => Promise.resolve(PIECES.get(dialCode));
const lookUp = ({ metadata }: Awaited<ReturnType<typeof started>>, dialCode: string) =>
  metadata.country_calling_codes[dialCode];

test("every calling code is known, with its countries in libphonenumber's order", async () => {
  const { countriesOf, DIAL_CODES, callingCodeIn } = await import("./numbering");
  const countries = Object.entries(metadata.country_calling_codes);
  expect(countries.length).toBeGreaterThan(200);
  for (const [dialCode, names] of countries) {
    expect(countriesOf(dialCode)).toEqual(names);
    expect(callingCodeIn(`+${dialCode}123`)).toBe(dialCode);
    for (const name of names) expect(DIAL_CODES[name]).toBe(dialCode);
  }
  expect(Object.keys(DIAL_CODES).sort()).toEqual(Object.keys(metadata.countries).sort());
  for (const dialCode of Object.keys(metadata.nonGeographic)) {
    expect(countriesOf(dialCode)).toEqual([]);
    expect(callingCodeIn(`+${dialCode}123`)).toBe(dialCode);
  }
});

describe("a piece is asked for when libphonenumber looks its code up", () => {
  test("once, and then it is there", async () => {
    const numbering = await started(piece);
    const told = vi.fn();
    const end = new AbortController();
    numbering.onPiece(told, end.signal);
    expect(lookUp(numbering, "34")).toEqual(["ES"]);
    expect(lookUp(numbering, "7")).toBeUndefined();
    expect(lookUp(numbering, "7")).toBeUndefined();
    expect(numbering.canRead("+7912")).toBe(false);
    expect(numbering.planOf("KZ")).toBeUndefined();
    await vi.runAllTimersAsync();
    expect(numbering.asked).toEqual(["7"]);
    expect(told.mock.calls).toEqual([["7"]]);
    expect(lookUp(numbering, "7")).toEqual(["RU", "KZ"]);
    expect(numbering.canRead("+7912")).toBe(true);
    expect(numbering.planOf("KZ")?.possibleLengths()).toEqual([10, 14]);
    end.abort();
    lookUp(numbering, "52");
    await vi.runAllTimersAsync();
    expect(told).toHaveBeenCalledOnce();
  });

  test("also where the code is of no country", async () => {
    const numbering = await started(piece);
    expect(lookUp(numbering, "800")).toBeUndefined();
    expect(numbering.canRead("+800")).toBe(false);
    await vi.runAllTimersAsync();
    expect(numbering.asked).toEqual(["800"]);
    expect(lookUp(numbering, "800")).toBeUndefined();
    expect(numbering.metadata.nonGeographic["800"]).toEqual(PIECES.get("800")?.["001"]);
    expect(numbering.canRead("+800")).toBe(true);
  });

  test("not for what is no code, or not yet one", async () => {
    const numbering = await started(piece);
    for (const text of ["3", "999", "", "undefined"]) {
      expect(lookUp(numbering, text)).toBeUndefined();
    }
    expect(numbering.asked).toEqual([]);
    expect(numbering.canRead("+999")).toBe(true);
  });
});

describe("what does not come is asked for again after five seconds, when it is looked up", () => {
  test.each([
    ["nothing", () => Promise.reject(new Error("offline"))],
    ["garbage", () => Promise.resolve({ RU: ["34"], KZ: ["7"] })],
    ["a part", () => Promise.resolve({ RU: ["7"] })],
  ])("%s comes", async (_, fail) => {
    let fails = true;
    const numbering = await started((dialCode) => (fails ? fail() : piece(dialCode)));
    lookUp(numbering, "7");
    await vi.advanceTimersByTimeAsync(4999);
    lookUp(numbering, "7");
    expect(numbering.asked).toEqual(["7"]);
    expect(numbering.metadata.countries.RU).toBeUndefined();
    fails = false;
    await vi.advanceTimersByTimeAsync(1);
    expect(numbering.asked).toEqual(["7"]);
    lookUp(numbering, "7");
    await vi.runAllTimersAsync();
    expect(numbering.asked).toEqual(["7", "7"]);
    expect(lookUp(numbering, "7")).toEqual(["RU", "KZ"]);
  });

  test("the position's own piece is the plain field's matter", async () => {
    const { startNumbering } = await import("./numbering");
    for (const wrong of [undefined, null, {}, { ES: [] }, { ES: ["44"] }]) {
      expect(() => startNumbering(piece, "34", wrong)).toThrow();
    }
  });
});
