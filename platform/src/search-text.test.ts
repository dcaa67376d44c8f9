import { expect, test, vi } from "vitest";
import { searchTerms } from "./desk/inbox";
import type { Env } from "./env";
import { searchText, writeMissingSearchTexts } from "./search-text";

test("a search text has the folded last and first name, the phone number and email addresses", () => {
  const values = [" Ana@Example.org ", "no address", "a@b@c", ["x@y.z"], true, "ñ@example.es"];
  const answers = values.map((value) => ({ value }));
  const person = { first_name: "Zoë", last_name: "O’Neill", phone: "+34600000001", answers };
  expect(searchText(person)).toBe("o'neill zoe\n+34600000001\nana@example.org\nn@example.es");
});

test.each([
  ["", []],
  ["  Zoë  NÚÑEZ ", ["zoe", "nunez"]],
  ["677 000-111", ["677000111"]],
  ["+34 (0)677 000 111", ["+34677000111"]],
  ["ANA@example.org", ["ana@example.org"]],
  ["a b c d e f g h i j k l", ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]],
])("searches %j as %j", (typed, terms) => {
  expect(searchTerms(typed)).toEqual(terms);
});

test("limits the queries of a call, however many search texts are missing", async () => {
  const row = { number: 1, first_name: "", last_name: "", phone: null, answers: "[]" };
  const prepare = vi.fn(() => {
    const all = () => Promise.resolve({ results: [row] });
    return { all, bind: () => ({ run: all }) };
  });
  await writeMissingSearchTexts({ DB: { prepare } } as unknown as Env); // has all members that are used
  expect(prepare).toHaveBeenCalledTimes(30);
});
