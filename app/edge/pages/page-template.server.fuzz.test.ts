import fc from "fast-check";
import { expect, test } from "vitest";
import { decodedText, manyTries, runs, textOf, proved } from "../../../tests/support/arbitraries";
import { createMarks, filled, templateOf, type Marks } from "./page-template.server";

const piece = fc.oneof(
  fc.constantFrom("NONCE", "ID"),
  decodedText,
  // Beginnings of what marks look like.
  textOf(["=", "==", "-", "--", "a", "A", "0", "f", "------------------------", '"'], 8),
);

const page = fc.array(piece, { maxLength: 12 });

const written = (pieces: string[], { nonce, applicationId }: Marks) =>
  pieces.map((text) => ({ NONCE: nonce, ID: applicationId })[text] ?? text).join("");

test(
  "a page that was drawn once is, with other marks, what it would have been drawn as",
  manyTries,
  async () => {
    await proved(
      fc.asyncProperty(page, async (pieces) => {
        const [drawnWith, filledWith] = [createMarks(), createMarks()];
        const template = await templateOf(written(pieces, drawnWith), drawnWith, "1");
        const expected = new TextEncoder().encode(written(pieces, filledWith));
        expect(filled(template, filledWith)).toEqual(expected);
        // A template is filled many times.
        expect(filled(template, drawnWith)).toEqual(
          new TextEncoder().encode(written(pieces, drawnWith)),
        );
        expect(template.places.nonce).toHaveLength(
          pieces.filter((text) => text === "NONCE").length,
        );
      }),
      runs,
    );
  },
);

test("a page is named by what does not differ, and only by that", manyTries, async () => {
  const nameOf = async (pieces: string[], version = "1") => {
    const marks = createMarks();
    const { etag, bytes } = await templateOf(written(pieces, marks), marks, version);
    const text = new TextDecoder().decode(bytes);
    expect(text).not.toContain(marks.nonce);
    expect(text).not.toContain(marks.applicationId);
    return etag;
  };
  await proved(
    fc.asyncProperty(page, decodedText, async (pieces, more) => {
      expect(await nameOf(pieces)).toBe(await nameOf(pieces));
      expect(await nameOf(pieces, "2")).not.toBe(await nameOf(pieces));
      expect(await nameOf(pieces)).toMatch(/^W\/"[\x21\x23-\x7e]+"$/);
      if (more !== "") expect(await nameOf([...pieces, more])).not.toBe(await nameOf(pieces));
    }),
    runs,
  );
});
