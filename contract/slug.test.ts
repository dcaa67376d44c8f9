import { expect, test } from "vitest";
import { slugOf } from "./slug";

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
])("the slug of %j is %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("a name without letters may have another slug", () => {
  expect(slugOf(" -- ", "job")).toBe("job");
});
