import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryText } from "../tests/support/arbitraries";
import { readExamples } from "../tests/support/examples";
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

/** `slugify` as of 1.0.0, which created the slugs in published URLs. */
function publishedSlug(name: string): string {
  const letters: Record<string, string> = {
    ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" },
  };
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]/g, (letter) => letters[letter] ?? "-")
    .replace(/-+/g, "-")
    .slice(0, 80)
    .replace(/^-|-$/g, "");
  return slug || "position";
}

const PIECES = [
  ...[
    "Técnica ",
    "o técnico",
    "Kraft\u00adfahrer",
    "driver's",
    "driver’s",
    "Łódź",
    "Køge",
    "Đà Nẵng",
  ],
  ...[
    "front\u2011end",
    "–",
    " — ",
    "ﬁnanzas",
    "Straße",
    "ŋħŧə",
    "ОДЕССА",
    "مهندس",
    "هندي",
    "शेफ़",
    "工程师",
  ],
  ...[
    "ガス",
    "한국",
    "Ｆｕｌｌ",
    "٢٤",
    "½",
    "№",
    "\u200b",
    "\u00a0",
    "´",
    "/a",
    " (m/f/d)",
    "C++",
    "İ",
    "ß",
    ".",
  ],
];

test("does not change published slugs", async () => {
  const examples = (await readExamples()).flatMap(({ name, positions }) => [
    name,
    ...positions.map((position) => position.name),
  ]);
  expect(examples.length).toBeGreaterThan(20);
  const names = fc.sample(arbitraryText(PIECES, 12), { numRuns: 5000, seed: 68 });
  for (const name of [...examples, ...names]) expect(slugify(name)).toBe(publishedSlug(name));
});
