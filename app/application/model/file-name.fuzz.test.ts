import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText, manyTries, runs, textOf, proved } from "../../../tests/support/arbitraries";
import { extensionOf, hasCvExtension, safeFileName } from "./file-name";
import { CV_EXTENSIONS, FILE_NAME_MAX_LENGTH } from "./limits";

const PIECES = [
  ".",
  "..",
  "/",
  "\\",
  "\u202e",
  "\u2069",
  "\u061c",
  "\u0085",
  "\r\n",
  ".pdf",
  "cv",
  "😀",
];

const name = fc.oneof(anyText, textOf(PIECES), textOf(PIECES, 500));

test("a name that is kept steers nothing, names no folder and has an end", manyTries, async () => {
  await proved(
    fc.property(name, (given) => {
      const safe = safeFileName(given);
      expect(safe).not.toMatch(/[\p{Cc}\p{Bidi_Control}/\\]/u);
      expect([...safe].length).toBeLessThanOrEqual(FILE_NAME_MAX_LENGTH);
      expect(safeFileName(safe)).toBe(safe);
    }),
    runs,
  );
});

test("all else of a name's last part of some length stays, in its order", manyTries, async () => {
  await proved(
    fc.property(name, (given) => {
      const characters = [...given].slice(0, FILE_NAME_MAX_LENGTH);
      const harmless = characters.filter((sign) => !/[\p{Cc}\p{Bidi_Control}]/u.test(sign));
      const parts = harmless.join("").split(/[\\/]/);
      expect(safeFileName(characters.join(""))).toBe(parts.filter(Boolean).at(-1) ?? "");
    }),
    runs,
  );
});

test("a name that ends like a CV does so when it is kept", manyTries, async () => {
  const ending = fc.constantFrom(...CV_EXTENSIONS).chain((text) => fc.mixedCase(fc.constant(text)));
  await proved(
    fc.property(name, ending, (stem, extension) => {
      const safe = safeFileName(`${stem}.${extension}`);
      expect(hasCvExtension(`${stem}.${extension}`)).toBe(true);
      expect(hasCvExtension(safe)).toBe(true);
      expect(extensionOf(safe)).toBe(extension.toLowerCase());
    }),
    runs,
  );
});
