import { formatIncompletePhoneNumber } from "libphonenumber-js/core";
import min from "libphonenumber-js/min/metadata";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { dialCodes, extractPlans } from "~/scripts/numbering";
import type { Entry } from "./edit";

/** Imports the modules without any plans. */
async function load() {
  vi.resetModules();
  return {
    ...(await import("./edit")),
    ...(await import("./numbering")),
    ...(await import("./phone-text")),
    ...(await import("./parse-phone")),
  };
}
type Field = Awaited<ReturnType<typeof load>>;

/** Imports the modules with the plans of some dial codes, as in a browser. */
async function loadWith(...codes: string[]) {
  const field = await load();
  for (const code of codes) field.addPlans(structuredClone(extractPlans(code)), code);
  return field;
}

const shown = (field: Field, { digits }: Entry) =>
  field.displayNumber(formatIncompletePhoneNumber(digits, field.metadata));

/** Types a number after a plus, key by key. */
const typeNumber = (field: Field, e164: string) =>
  [...e164].reduce<Entry>(
    (entry, key) => {
      const text = shown(field, entry);
      const before = { text, start: text.length };
      const after = text + key;
      const edit = { inputType: "insertText", before, after, caret: after.length };
      return field.applyEdit(entry, edit);
    },
    field.readWhole("+", "ES"),
  );

test("lists every dial code with its countries in libphonenumber's order", async () => {
  const { ALL_COUNTRIES, countriesWithDialCode, findDialCode, countryDialCode, isCountry } =
    await load();
  const countries = Object.entries(min.country_calling_codes);
  expect(countries.length).toBeGreaterThan(200);
  for (const [dialCode, names] of countries) {
    expect(countriesWithDialCode(dialCode)).toEqual(names);
    expect(findDialCode(`+${dialCode}123`)).toBe(dialCode);
    for (const name of names) expect(countryDialCode(name)).toBe(dialCode);
  }
  expect([...ALL_COUNTRIES].sort()).toEqual(Object.keys(min.countries).sort());
  expect(["ES", "es", "XX", ""].map(isCountry)).toEqual([true, false, false, false]);
  for (const dialCode of Object.keys(min.nonGeographic)) {
    expect(countriesWithDialCode(dialCode)).toEqual([]);
    expect(findDialCode(`+${dialCode}123`)).toBe(dialCode);
  }
  expect(["+", "+3", "+999", "34", ""].map(findDialCode)).toEqual(Array(5).fill(undefined));
});

test("the plans of all dial codes equal libphonenumber's metadata", async () => {
  const { metadata } = await loadWith(...dialCodes);
  expect(metadata).toEqual(min);
});

test.each([
  ["44", "447400123456"],
  ["1", "14165551234"],
  ["262", "262639123456"],
  ["800", "80012345678"],
])(
  "keeps all digits of a +%s number, and reads the number once its plans have loaded",
  async (code, e164) => {
    const complete = await loadWith(...dialCodes);
    const late = await loadWith("34");
    expect(typeNumber(late, e164).digits).toBe(`+${e164}`);
    expect(late.readPhone(`+${e164}`, "ES")).toBeUndefined();
    expect(late.hasPlansFor(`+${e164}`)).toBe(false);

    late.addPlans(extractPlans(code), code);
    const [actual, expected] = [typeNumber(late, e164), typeNumber(complete, e164)];
    expect(actual).toEqual(expected);
    expect(shown(late, actual)).toBe(shown(complete, expected));
    const [read, expectedRead] = [late, complete].map(
      (field) => field.readPhone(`+${e164}`, "ES")?.number,
    );
    expect(read).toBe(expectedRead);
    expect(late.hasPlansFor(`+${e164}`)).toBe(true);
  },
);

test("rereadStep reads a complete number again once its plans have loaded", async () => {
  const field = await loadWith("34");
  const put = (text: string) => ({ ...field.readWhole(text, "ES"), right: 0 });
  const [british, canadian] = [put("+44 (0)7400 123456 ext. 12"), put("+1 416 555 0123")];
  const typed = { digits: "+14165550123", country: "US", right: 1 } as const;
  expect(field.rereadStep(british)).toEqual(british);
  for (const code of ["44", "1"]) field.addPlans(extractPlans(code), code);
  expect(field.rereadStep(british)).toMatchObject({
    digits: "+447400123456",
    country: "GB",
    note: { text: "phone.extension", extension: "12" },
  });
  expect(field.rereadStep(canadian)).toMatchObject({ digits: "+14165550123", country: "CA" });
  expect(field.rereadStep(typed)).toEqual({ ...typed, country: "CA" });
});

describe("loadPlans", () => {
  const fetched = vi.fn();
  beforeEach(() => {
    fetched.mockReset();
    vi.stubGlobal("fetch", fetched);
    return () => vi.unstubAllGlobals();
  });

  test("fetches a dial code's plans from the site", async () => {
    const field = await load();
    fetched.mockResolvedValue(Response.json(extractPlans("7")));
    await field.loadPlans("7");
    expect(fetched.mock.calls).toEqual([[expect.stringMatching(/\/plans\/7\.json$/)]]);
    expect(field.metadata.countries.KZ).toEqual(min.countries.KZ);
  });

  test.each([
    ["a network error", () => Promise.reject(new Error("offline"))],
    ["an HTML page", () => Promise.resolve(new Response("<p>Not found</p>"))],
    ["unrelated JSON", () => Promise.resolve(Response.json({ RU: ["7"] }))],
    ["plans of another dial code", () => Promise.resolve(Response.json(extractPlans("34")))],
  ])("rejects after %s, and can be called again", async (_, respond) => {
    const field = await load();
    fetched.mockImplementation(respond);
    await expect(field.loadPlans("7")).rejects.toThrow();
    expect(field.hasPlansFor("+7912")).toBe(false);
    expect(field.metadata.countries.KZ).toBeUndefined();
    fetched.mockResolvedValue(Response.json(extractPlans("7")));
    await field.loadPlans("7");
    expect(field.hasPlansFor("+7912")).toBe(true);
  });
});
