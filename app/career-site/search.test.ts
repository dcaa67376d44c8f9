import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldText } from "~/contract/fold-text";
import { anyText, checkProperty, runs } from "~/tests/support/arbitraries";
import { WHOLE_LIST } from "../addresses";
import { getFilters, isGrouped, searchJobs } from "./listed-jobs.server";
import { isOneTypoAway, toSearchText, createMatcher } from "./search";

const TURNER = { name: "Tornero fresador", location: "Valencia" };
const pay = { min: 24_000, max: 28_000, currency: "EUR", unit: "year" } as const;
const jobs = [
  { ...TURNER, contractType: "Indefinido", department: "Taller", pay },
  { name: "Mozo o moza de almacén", location: "Málaga", contractType: "Temporal" },
  { name: "Diseñador", location: "Gießen", workplace: "hybrid" as const },
  { name: "Zeterin", location: "Oviedo" },
];

const found = (query: string) =>
  searchJobs(jobs, { ...WHOLE_LIST, query }, "es-es").map(({ name }) => name);

test.each([
  ["", 4],
  ["TORNERO", 1],
  ["tornero valencia", 1],
  ["zet ovi", 1],
  ["málaga", 1],
  ["taller indefinido", 1],
  ["disenador", 1],
  ["giessen", 1],
  ["hibrido", 1],
  ["28.000", 1],
  ["o", 4],
  ["tornero malaga", 0],
])("for the query %j, finds %i jobs [2.08]", (query, count) => {
  expect(found(query)).toHaveLength(count);
});

describe("typos", () => {
  test.each([
    ["a missing letter", "tonero", 1],
    ["an extra letter", "torrnero", 1],
    ["a wrong letter", "tormero", 1],
    ["two swapped letters", "tornreo", 1],
    ["a wrong first letter", "yornero", 1],
    ["a wrong last letter", "tornera", 1],
    ["an extra letter at the end", "zeterins", 1],
    ["a missing letter in an unfinished word", "alamc", 1],
    ["a typo in each of two words", "tonero valenca", 1],
    ["two typos in a word", "tonnera", 0],
    ["a typo in a word of four letters", "muzo", 0],
    ["a typo at the end of an unfinished word", "indea", 0],
    ["typos in four words", "tonero valenca indefindo talller", 0],
  ])("for %s, such as %j, finds %i jobs", (_, query, count) => {
    expect(found(query)).toHaveLength(count);
  });

  test("corrects only words that match no job", () => {
    const listed = [{ name: "Cocinero" }, { name: "Cocinera" }];
    const names = searchJobs(listed, { ...WHOLE_LIST, query: "cocinera" }, "es-es");
    expect(names).toEqual([{ name: "Cocinera" }]);
  });

  test("finds a word with one typo at any position", async () => {
    const letter = fc.constantFrom("a", "b", "c", "d");
    const word = fc
      .array(letter, { minLength: 5, maxLength: 9 })
      .map((letters) => letters.join(""));
    await checkProperty(
      fc.property(word, fc.nat(), letter, fc.nat(3), (right, seed, other, kind) => {
        const index = seed % right.length;
        const [before, after] = [right.slice(0, index), right.slice(index + 1)];
        const swapped = (after[0] ?? "") + right.charAt(index) + after.slice(1);
        const wrong =
          before + ([other + after, other + right.slice(index), after, swapped][kind] ?? "");
        expect(isOneTypoAway(wrong, right)).toBe(true);
      }),
      runs,
    );
  });
});

describe("spellings that differ between keyboards and editors", () => {
  const finds = (name: string, query: string) =>
    searchJobs([{ name }], { ...WHOLE_LIST, query }, "es-es").length === 1;

  test.each([
    ["Stra\u00adßen\u00adwärter", "strassenwarter"],
    ["Sailor’s mate", "sailor's"],
    ["Sailor's mate", "sailor’s"],
    ["Sailors' mess", "sailor´s"],
    ["Cook in Xi’an", "xian"],
    ["L´Escala", "l'escala"],
    ["L'Escala", "lescala"],
    ["L’Hospitalet de Llobregat", "hospitelet"],
    ["Back\u2011end developer", "back-end"],
    ["Back-end developer", "back–end"],
    ["Back-end developer", "backend"],
    ["Backend developer", "back—end"],
    ["Back end developer", "back-end"],
    ["Night-shift nurse", "nigth-shift"],
    ["Cook – Leeds", "cook — leeds"],
    ["Wrocław", "wroclaw"],
    ["Færøysund", "faeroysund"],
    ["Đồng Nai", "dong nai"],
    ["Nurse, 50 %", "50%"],
    ["Operator 3×8", "3x8"],
    ["Ｗａｉｔｅｒ　２４ｈ", "waiter 24h"],
    ["ﬂorist", "florist"],
    ["דרוש מנכ״ל", 'מנכ"ל'],
    ["דרוש מנכ״ל", "מנכל"],
    ["كهربائي 24", "کهربایی ٢٤"],
    ["شیفت شب می\u200cخواهیم", "میخواهیم"],
    ["रसोइया शेफ़", "शेफ"],
    ["ガソリンスタンド", "ｶﾞｿﾘﾝ"],
    ["요리사", "요리ㅅ"],
  ])("finds %j with the query %j", (name, query) => {
    expect(finds(name, query)).toBe(true);
  });

  test.each([
    ["Back office, front end", "back-end"],
    ["ガラス", "カラス"],
    ["कम", "काम"],
    ["C# developer", "c++"],
    ["2.500 €", "25.00"],
  ])("doesn't find %j with the query %j", (name, query) => {
    expect(finds(name, query)).toBe(false);
  });
});

test("ignores the order, case and accents of words [2.08]", async () => {
  const word = fc.constantFrom("Tornero", "VALENCIA", "almacén", "Gießen", "de", "o", "x");
  await checkProperty(
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

test("finds a text by all of its words", async () => {
  await checkProperty(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 3 }), async (texts) => {
      const words = texts.flatMap((text) => text.split(/\s+/));
      const text = toSearchText(texts);
      expect(createMatcher(words.join(" "), [text])(text)).toBe(true);
    }),
    runs,
  );
});

describe("filters", () => {
  const many = Array.from({ length: 21 }, (_, index) => ({
    name: `Job ${index}`,
    location: ["Ávila", "Zamora", "Burgos"][index % 3] ?? "",
    ...(index % 2 === 0 && { department: "Sales" }),
    ...(index % 4 === 0 && { workplace: "onsite" as const }),
  }));
  const choice = (value: string, count: number, label = value) => ({
    key: foldText(value),
    value,
    label,
    count,
  });

  test("lists all values with their counts, in alphabetical order", () => {
    expect(getFilters(many, "es-es")).toEqual({
      location: [choice("Ávila", 7), choice("Burgos", 7), choice("Zamora", 7)],
      workplace: [choice("onsite", 6, "Presencial")],
      contract: [],
      department: [choice("Sales", 11)],
    });
  });

  test("combines all spellings of a value", () => {
    const spelt = many.map((job, index) => ({
      ...job,
      location: ["Ávila", "avila ", "ÁVI\u00adLA\u00a0", "Burgos"][index % 4] ?? "",
    }));
    expect(getFilters(spelt, "es-es").location).toEqual([choice("Ávila", 16), choice("Burgos", 5)]);
    expect(searchJobs(spelt, { ...WHOLE_LIST, location: "avila" }, "es-es")).toHaveLength(16);
  });

  test("combines typographic variants of a value", () => {
    const spelt = ["Full-time", "full\u2011time", "Full–time", "L'Alfàs", "L’Alfas"];
    const list = spelt.map((contractType) => ({ name: "Cook", contractType }));
    expect(getFilters(list, "en").contract).toEqual([choice("Full-time", 3), choice("L'Alfàs", 2)]);
    expect(searchJobs(list, { ...WHOLE_LIST, contract: "l`alfas" }, "en")).toHaveLength(2);
  });

  test("combines filters with a search", () => {
    const wanted = { ...WHOLE_LIST, query: "job 1", department: "Sales", location: "Zamora" };
    expect(searchJobs(many, wanted, "es-es").map(({ name }) => name)).toEqual(["Job 10", "Job 16"]);
    const onSite = { ...wanted, workplace: "onsite" };
    expect(searchJobs(many, onSite, "es-es").map(({ name }) => name)).toEqual(["Job 16"]);
  });
});

test("keeps the platform's order, and sorts jobs published simultaneously by name", () => {
  const named = (publishedAt?: string) =>
    ["Zapatera", "Puesto 10", "albañil", "Ñandú", "Ángel", "Puesto 2", "angel", "Nuez"].map(
      (name) => ({ name, ...(publishedAt !== undefined && { publishedAt }) }),
    );
  const sorted = "albañil, angel, Ángel, Nuez, Ñandú, Puesto 2, Puesto 10, Zapatera".split(", ");
  const order = (jobs: Parameters<typeof searchJobs>[0], language: "es-es" | "en" = "es-es") =>
    searchJobs(jobs, WHOLE_LIST, language).map(({ name }) => name);
  expect(order(named())).toEqual(sorted);
  expect(order([...named("2026-01-01"), ...named("2026-03-01"), ...named()])).toEqual([
    ...sorted,
    ...sorted,
    ...sorted,
  ]);
  // English doesn't distinguish ñ from n.
  expect(order(named(), "en").slice(3, 5)).toEqual(["Ñandú", "Nuez"]);
});

describe("grouping by department", () => {
  const listed = (...departments: (string | undefined)[]) =>
    Array.from({ length: 12 }, (_, index) => ({
      name: `Job ${index}`,
      department: departments[index % departments.length],
    })).map(({ name, department }) => ({ name, ...(department !== undefined && { department }) }));
  const TEN = "A".repeat(10).split("");

  test.each([
    ["two departments", true, listed("Ventas", "Taller")],
    [
      "eleven jobs of one department, and one job without a department",
      true,
      listed("A", ...TEN, undefined),
    ],
    ["ten jobs with a department, and two without", false, listed(...TEN, undefined, undefined)],
    ["one department", false, listed("A")],
    ["a department for each job", false, listed(..."a b c d e f g h i j k l".split(" "))],
  ])("for %s, isGrouped returns %o", (_, grouped, list) => {
    expect(isGrouped(list, getFilters(list, "es-es"))).toBe(grouped);
  });

  test("sorts departments alphabetically, and jobs without a department last", () => {
    const list = listed("Ventas", undefined, "Álava", "ventas", "B", "B");
    list.push(...listed("B"));
    const names = searchJobs(list, WHOLE_LIST, "es-es").map(({ department }) => department);
    expect([...new Set(names)]).toEqual(["Álava", "B", "Ventas", "ventas", undefined]);
    const some = searchJobs(list, { ...WHOLE_LIST, query: "job 1" }, "es-es");
    expect(some[0]?.department).toBe("B");
    expect(some.at(-1)?.department).toBeUndefined();
  });
});
