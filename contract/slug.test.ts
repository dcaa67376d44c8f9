import { expect, test } from "vitest";
import { slugify } from "./slug";

test.each([
  ["Mecánica de bicicletas", "mecanica-de-bicicletas"],
  ["  Señor/a  Ñoño — (M/F)  ", "senor-a-nono-m-f"],
  ["Søren's Straße & Łódź", "sorens-strasse-lodz"],
  ["C++ & C#", "c-c"],
  ["ﬁnanzas №1", "finanzas-no1"],
  ["工程师", "position"],
  ["😀", "position"],
  ["", "position"],
  ["a".repeat(79) + " b", "a".repeat(79)],
])("slugify(%j) returns %j", (name, slug) => {
  expect(slugify(name)).toBe(slug);
});

test("uses the fallback for a name without letters", () => {
  expect(slugify(" -- ", "job")).toBe("job");
});
