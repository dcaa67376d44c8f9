import { describe, expect, test } from "vitest";
import { readFacts } from "./facts.server";

const factsOf = (given: object) => readFacts({ ...given }).facts;
const leftOutOf = (given: object) => readFacts({ ...given }).leftOut;

describe("the facts of a position", () => {
  test("with everything", () => {
    const given = {
      published_at: "2026-11-01",
      closes_at: "2026-12-01T12:00:00Z",
      employment_type: ["FULL_TIME", "part-time", "Per diem"],
      workplace: "Hybrid",
      places: [
        { street: "Kai 1", city: "Kiel", region: "SH", postal_code: "24103", country: "de" },
        { city: "Lugo" },
      ],
      remote_countries: ["es", "PT"],
      pay: { min: 30000, max: "35000.50", currency: "eur", unit: "YEAR", text: "13 pagas" },
      ...{ department: " Taller ", language: "es_MX", identifier: 2026 },
      notices: [{ kind: "ai", text: "Nadie decide por ti.", url: "https://a.example/ai" }],
      ...{ talks_back: true, takes: ["source"], honours: ["idempotency-key"] },
    };
    expect(readFacts(given)).toEqual({
      leftOut: [],
      facts: {
        publishedAt: "2026-11-01",
        closesAt: "2026-12-01T12:00:00Z",
        employmentTypes: ["FULL_TIME", "PART_TIME", "PER_DIEM"],
        workplace: "hybrid",
        places: [
          { street: "Kai 1", city: "Kiel", region: "SH", postalCode: "24103", country: "DE" },
          { city: "Lugo" },
        ],
        remoteCountries: ["ES", "PT"],
        pay: { min: 30000, max: 35000.5, currency: "EUR", unit: "year", text: "13 pagas" },
        ...{ department: "Taller", language: "es-MX", identifier: "2026" },
        notices: [{ kind: "ai", text: "Nadie decide por ti.", url: "https://a.example/ai" }],
        ...{ talksBack: true, takes: ["source"], honoursKeys: true },
      },
    });
  });

  const LATE = "2026-11-01";
  const FREE = { min: 0, currency: "EUR" };
  test.each<[why: string, given: object, facts: object]>([
    ["nulls and empty texts are nothing", { pay: null, places: null, closes_at: "" }, {}],
    ["no talking back is nothing", { talks_back: false, remote: false }, {}],
    ["`true` in a text is yes", { talks_back: "true" }, { talksBack: true }],
    ["one word may stand without its list", { takes: "source" }, { takes: ["source"] }],
    ["a promise in any case", { honours: "Idempotency-Key" }, { honoursKeys: true }],
    ["what is twice", { employment_type: ["INTERN", "intern"] }, { employmentTypes: ["INTERN"] }],
    ["the newer end wins", { valid_through: "2026-10-01", closes_at: LATE }, { closesAt: LATE }],
    ["the workplace wins", { remote: true, workplace: "onsite" }, { workplace: "onsite" }],
    ["pay wins", { salary: "30.000 €", pay: { text: "40.000 €" } }, { pay: { text: "40.000 €" } }],
    ["pay from a sum on", { pay: FREE }, { pay: FREE }],
  ])("%s", (_, given, facts) => {
    expect(readFacts({ ...given })).toEqual({ facts, leftOut: [] });
  });

  const five = (length: number) => Array.from({ length }, (_, index) => ({ city: `C${index}` }));

  test.each<[given: object, facts: object, leftOut: string[]]>([
    [
      { closes_at: "soon", valid_through: "2026-10-01" },
      { closesAt: "2026-10-01" },
      ["closes_at is malformed"],
    ],
    [
      { employment_type: ["FULL_TIME", "por obra", 3] },
      { employmentTypes: ["FULL_TIME"] },
      ["employment_type.1 is malformed", "employment_type.2 is malformed"],
    ],
    [{ workplace: "moon", remote: "maybe" }, {}, ["workplace is malformed", "remote is malformed"]],
    [
      { places: [{ city: "Bilbao", country: "Spain" }, "Madrid", { city: " " }] },
      { places: [{ city: "Bilbao" }] },
      [
        "places.0.country is malformed",
        "places.1 is malformed",
        "places.2.city is malformed",
        "places.2 is malformed",
      ],
    ],
    [{ places: five(21) }, { places: five(20) }, ["places has more than 20"]],
    [{ department: "x".repeat(201) }, {}, ["department is malformed"]],
    [{ pay: { min: 1 } }, {}, ["pay has no currency", "pay says nothing"]],
    [
      { pay: { min: 9, max: 1, currency: "EUR" }, salary: "9 €" },
      { pay: { text: "9 €" } },
      ["pay.min is above pay.max", "pay says nothing"],
    ],
    [
      { pay: { min: -1, max: 5, currency: "EUR", unit: "fortnight" } },
      { pay: { max: 5, currency: "EUR" } },
      ["pay.min is malformed", "pay.unit is malformed"],
    ],
    [{ pay: "30.000 €" }, {}, ["pay says nothing"]],
    [
      { notices: [{ text: "A", url: "javascript:alert(1)" }, { url: "https://a.example" }] },
      { notices: [{ text: "A" }] },
      ["notices.0.url is malformed", "notices.1 has no text"],
    ],
    [{ language: 'es" onload=' }, {}, ["language is malformed"]],
    [{ takes: ["cookies"] }, {}, ["takes.0 is malformed"]],
    [{ honours: ["etags", "idempotency-key"] }, { honoursKeys: true }, ["honours.0 is malformed"]],
  ])("%j leaves out what is wrong with it, and no more", (given, facts, leftOut) => {
    expect(factsOf(given)).toEqual(facts);
    expect(leftOutOf(given)).toEqual(leftOut);
  });
});
