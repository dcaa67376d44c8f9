import { describe, expect, test } from "vitest";
import { PHONE_EDITS } from "~/tests/support/phone-edits";
import { pressKey, pressKeys } from "~/tests/support/phone-field";
import { applyEdit, isBlank, changeCountry, readWhole, type Edit } from "./edit";
import type { Country } from "./numbering";
import { phoneDigits } from "./phone-text";

describe("keys", () => {
  test.each(PHONE_EDITS)(
    "changes %s with the key %s to %s [3.25, 5.07, 5.08]",
    (field, key, expected) => {
      expect(pressKey(field, key).field).toBe(expected);
    },
  );

  test("starts an international number if a plus is typed into a blank number", () => {
    expect(pressKey("+34 |", "+")).toEqual({ field: "+|", country: undefined, note: undefined });
    expect(pressKey("[+34 ]", "+")).toMatchObject({ field: "+|", country: undefined });
    expect(pressKey("|+34 ", "+")).toMatchObject({ field: "+|", country: undefined });
    expect(pressKey("+34 |", "6")).toMatchObject({ field: "+34 6|", country: "ES" });
  });

  test("deletes nothing at the edges of the number", () => {
    expect(pressKey("|+34 612", "Backspace").field).toBe("+|34 612");
    expect(pressKey("+34 612|", "Delete").field).toBe("+34 612|");
    expect(pressKey("+|", "Delete").field).toBe("+|");
    const text = "+34 612";
    const before = { text, start: text.length };
    const end: Edit = {
      inputType: "deleteContentForward",
      before,
      after: text,
      caret: text.length,
    };
    expect(applyEdit({ digits: "+34612", country: "ES" }, end).right).toBe(0);
  });

  test("restores a dial code that was selected and deleted [5.09]", () => {
    expect(pressKey("[+34 ]612 34 56 78", "Backspace").field).toBe("+34 |612 34 56 78");
  });
});

describe("the dial code", () => {
  test.each<[Country, string, string[], string]>([
    ["ES", "+34 |", ["Backspace"], "|"],
    ["GB", "+44 |", ["Backspace", "07400123456"], "+44 07400 123456|"],
    ["US", "+1 |", ["Backspace", "2015550123"], "+1 201 555 0123|"],
    ["ES", "[+34 622 33 44 55]", ["Delete", "Backspace", "622334455"], "+34 622 33 44 55|"],
    // An unknown or incomplete dial code.
    ["ES", "[+999]", ["Delete", "622334455"], "+34 622 33 44 55|"],
    ["ES", "+3|", ["Backspace", "622334455"], "+34 622 33 44 55|"],
    // Text typed in front of a lone dial code.
    ["ES", "|+34 ", ["622334455"], "+34 622 33 44 55|"],
    ["ES", "|+34 ", ["+44"], "+44 |"],
    // A typed plus stays until the candidate deletes the plus.
    ["ES", "+34 |", ["+4", "Backspace"], "+|"],
    ["ES", "+34 |", ["+44", "Backspace", "Backspace", "1"], "+1 |"],
    ["ES", "+34 |", ["00", "1", "Backspace", "44"], "+44 |"],
    ["ES", "+34 |", ["+4", "Backspace", "Backspace", "622334455"], "+34 622 33 44 55|"],
    ["ES", "[+34 612]", ["+447", "Backspace", "Backspace"], "+4|"],
  ])(
    "adds the dial code to digits unless the candidate typed a plus: in %s, %s with the keys %j [5.26]",
    (country, field, keys, expected) => {
      expect(pressKeys(field, keys, country)).toBe(expected);
    },
  );

  test("reads digits inserted together after a typed plus as an international number", () => {
    const plus = { digits: "+", country: "ES", hasTypedPlus: true } as const;
    const before = { text: "+", start: 1 };
    const edit = { inputType: "insertText", before, after: "+447400123456", caret: 13 };
    expect(applyEdit(plus, edit)).toMatchObject({ digits: "+447400123456", country: "GB" });
  });
});

describe("pasting", () => {
  test.each([
    ["612 34 56 78", "+34 612 34 56 78|", "ES"],
    ["34 612 34 56 78", "+34 612 34 56 78|", "ES"],
    ["612\u00a034\u202f56\u00a078", "+34 612 34 56 78|", "ES"],
    ["＋３４６１２３４５６７８", "+34 612 34 56 78|", "ES"],
    ["Call me: 612 34 56 78 (mornings)", "+34 612 34 56 78|", "ES"],
    ["+44 20 7946 0958", "+44 20 7946 0958|", "GB"],
    ["+44 (0)20 7946 0958", "+44 20 7946 0958|", "GB"],
    ["+52 1 33 1234 5678", "+52 33 1234 5678|", "MX"],
    ["  tel:612345678", "+34 612 34 56 78|", "ES"],
    // Incomplete numbers.
    ["612 34", "+34 612 34|", "ES"],
    ["+52 33", "+52 33|", "MX"],
  ])("reads the text %s as %s", (text, field, country) => {
    for (const into of ["+34 |", "[+34 699 99 99 99]"]) {
      expect(pressKey(into, text)).toEqual({ field, country, note: undefined });
    }
  });

  test("replaces the number with a pasted complete number, but inserts the digits of an incomplete national number", () => {
    expect(pressKey("+34 6|99", "+52 33 1234 5678").field).toBe("+52 33 1234 5678|");
    expect(pressKey("+34 6|99", "612 34 56 78").field).toBe("+34 612 34 56 78|");
    expect(pressKey("+34 6|34 56 78", "12").field).toBe("+34 612| 34 56 78");
    // With a leading plus, even an incomplete number replaces the number. A plus inside the text is ignored.
    for (const text of ["+52 33", " +52 33", "  ＋52 33", "tel:+52 33", "TEL:+5233"]) {
      expect(pressKey("+34 6|99", text).field).toBe("+52 33|");
    }
    expect(pressKey("+34 6|99", "1+2").field).toBe("+34 612| 99");
  });

  test("puts digits that are pasted in front of a lone dial code after the dial code", () => {
    expect(pressKey("|+34 ", "612 34").field).toBe("+34 612 34|");
  });

  test("omits an extension, and shows a note about it", () => {
    expect(pressKey("+34 |", "612 34 56 78 ext. 12")).toEqual({
      field: "+34 612 34 56 78|",
      country: "ES",
      note: { text: "phone.extension", extension: "12" },
    });
  });

  test("ignores pasted text without a number, and shows a note if the text is not blank and the field has no number", () => {
    expect(pressKey("+34 612|", "see my CV")).toMatchObject({ field: "+34 612|", note: undefined });
    expect(pressKey("+34 |", "see my CV")).toEqual({
      field: "+34 |",
      country: "ES",
      note: { text: "phone.no_number" },
    });
    for (const blank of ["  ", "\t "]) {
      expect(pressKey("+34 |", blank)).toEqual({ field: "+34 |", country: "ES", note: undefined });
    }
  });
});

describe("an edit with unknown inserted text", () => {
  test.each([
    ["autofill", "insertText", undefined, "612 345 678", "+34612345678"],
    ["a replacement", "insertReplacementText", "+34 6", "+44 7400 123456", "+447400123456"],
    ["a drop", "insertFromDrop", "+34 61", "+34 2612 34 56 78", "+342612345678"],
    ["an event without an input type", "", "+34 61", "+34 612 34 56 78", "+34612345678"],
  ])("reads the entire text after %s", (_, inputType, text, after, digits) => {
    const before = text === undefined ? undefined : { text, start: text.length };
    const entry = { digits: phoneDigits(text ?? ""), country: "ES" } as const;
    const edit = { inputType, before, after, caret: 4 };
    expect(applyEdit(entry, edit)).toMatchObject({ digits, right: 0 });
  });
});

describe("a typed exit code", () => {
  test.each([
    ["ES", "+34 0|", "0", "+|"],
    ["US", "+1 01|", "1", "+1 011|"],
    ["ES", "+34 |", "0", "+34 0|"],
    // These digits can start an area code.
    ["RU", "+7 81|", "0", "+7 810|"],
    ["AR", "+54 01|", "1", "+54 011|"],
    // These countries' exit codes are longer than 00, but 00 is still read as a plus.
    ["CO", "+57 0|", "0", "+|"],
    ["TH", "+66 0|", "0", "+|"],
    ["SG", "+65 00|", "3", "+3|"],
    ["AU", "+61 0|", "0", "+|"],
  ] as const)(
    "reads only 00 as a plus: in %s, %s with the key %s",
    (country, field, key, expected) => {
      expect(pressKey(field, key, country).field).toBe(expected);
    },
  );
});

describe("isBlank", () => {
  test.each([
    ["", true],
    ["+", true],
    ["+34", true],
    ["+999", false],
    ["+346", false],
  ])("isBlank for %j is %s", (digits, isEmpty) => {
    expect(isBlank(digits)).toBe(isEmpty);
  });
});

describe("the maximum length", () => {
  const countDigits = (field: string) =>
    phoneDigits(pressKey(field, "123456789012345678901234567890").field).length - 1;

  test("limits a number to 15 digits while its dial code is unknown", () => {
    expect(countDigits("+99|9")).toBe(15);
  });

  test("limits a number with a known dial code to 20 digits after the dial code", () => {
    expect(countDigits("+34 |6")).toBe(2 + 20);
  });
});

test("readWhole reads text that was typed into the plain field", () => {
  expect(readWhole("", "ES")).toMatchObject({ digits: "", country: "ES" });
  expect(readWhole("612 34", "ES")).toEqual({
    digits: "+3461234",
    country: "ES",
    right: 0,
    hasTypedPlus: false,
  });
  expect(readWhole("0034 612 34 56 78", "MX")).toMatchObject({
    digits: "+34612345678",
    country: "ES",
  });
  expect(readWhole("hola", "ES")).toMatchObject({ digits: "", country: "ES" });
  expect(readWhole("+", "ES")).toEqual({
    digits: "+",
    country: "ES",
    right: 0,
    hasTypedPlus: true,
  });
});

test.each([
  ["+34612345678", "MX", "+52612345678"],
  ["+1416555", "US", "+1416555"],
  ["+34", "FR", "+33"],
  ["", "FR", "+33"],
  ["+999612345", "ES", "+34999612345"],
  ["+999", "ES", "+34"],
] as const)("changeCountry gives %s the dial code of %s: %s", (digits, country, expected) => {
  expect(changeCountry(digits, country)).toEqual({ digits: expected, country, right: 0 });
});
