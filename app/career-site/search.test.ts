import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText, proved, runs } from "../../tests/support/arbitraries";
import { filtersOf, searchJobs } from "./listed-jobs.server";
import { searcher } from "./search";

const TURNER = { name: "Tornero fresador", location: "Valencia" };
const jobs = [
  { ...TURNER, contractType: "Indefinido", department: "Taller" },
  { name: "Mozo o moza de almacén", location: "Málaga", contractType: "Temporal" },
  { name: "Diseñador", location: "Gießen" },
  { name: "Zeterin", location: "Oviedo" },
];

const ALL = { query: "", department: "", location: "" };
const found = (query: string) => searchJobs(jobs, { ...ALL, query }).map(({ name }) => name);

test.each([
  ["", 4],
  ["TORNERO", 1],
  ["tornero valencia", 1],
  ["zet ovi", 1],
  ["málaga", 1],
  ["taller indefinido", 1],
  ["disenador", 1],
  ["giessen", 1],
  ["o", 4],
  ["tornero malaga", 0],
])("%j finds %i [2.08]", (query, count) => {
  expect(found(query)).toHaveLength(count);
});

test("the order of words, their case and their accents make no difference [2.08]", async () => {
  const word = fc.constantFrom("Tornero", "VALENCIA", "almacén", "Gießen", "de", "o", "x");
  await proved(
    fc.asyncProperty(fc.array(word, { maxLength: 4 }), async (words) => {
      const plain = found(words.join(" "));
      expect(found(words.slice().reverse().join(" "))).toEqual(plain);
      expect(found(words.join(" ").toLowerCase())).toEqual(plain);
      expect(found(words.join(" ").normalize("NFD"))).toEqual(plain);
      expect(found(words.join(" ").replaceAll("ß", "ss").replaceAll("é", "e"))).toEqual(plain);
    }),
    runs,
  );
});

test("a text is found by any of its words", async () => {
  await proved(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 3 }), async (texts) => {
      const words = texts.flatMap((text) => text.split(/\s+/));
      expect(searcher(words.join(" "))(texts)).toBe(true);
    }),
    runs,
  );
});

describe("filters", () => {
  const many = Array.from({ length: 21 }, (_, index) => ({
    name: `Job ${index}`,
    location: ["Ávila", "Zamora", "Burgos"][index % 3] ?? "",
    ...(index % 2 === 0 && { department: "Sales" }),
  }));

  test("have all places, in the order of the alphabet, and no choice of one", () => {
    expect(filtersOf(many, "es-ES")).toEqual({
      department: [],
      location: ["Ávila", "Burgos", "Zamora"],
    });
  });

  test("have one choice for all spellings of a value, which finds them all", () => {
    const spelt = many.map((job, index) => ({
      ...job,
      location: ["Ávila", "avila ", "ÁVILA", "Burgos"][index % 4] ?? "",
    }));
    expect(filtersOf(spelt, "es-ES").location).toEqual(["Ávila", "Burgos"]);
    expect(searchJobs(spelt, { ...ALL, location: "avila" })).toHaveLength(16);
  });

  test("are not for few jobs", () => {
    expect(filtersOf(many.slice(1), "es-ES")).toEqual({ department: [], location: [] });
  });

  test("go together with a search", () => {
    const wanted = { query: "job 1", department: "Sales", location: "Zamora" };
    expect(searchJobs(many, wanted).map(({ name }) => name)).toEqual(["Job 10", "Job 16"]);
  });
});
