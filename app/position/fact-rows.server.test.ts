import { expect, test } from "vitest";
import { factRows } from "./fact-rows.server";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const VALENCIA = { city: "Valencia", country: "ES" };

type Facts = Parameters<typeof factRows>[0];

const rowsOf = (facts: Facts) =>
  factRows(facts, "en", NOW).map(({ term, texts }) => [
    term,
    ...texts.map(({ text }) => text.replace(/[\u00a0\u202f]/g, " ")),
  ]);

test("pay and the closing date come first", () => {
  const facts: Facts = {
    location: "Bilbao",
    contractType: "Permanent",
    joinDate: "2027-01-11",
    closesAt: "2026-12-01",
    pay: { min: 30_000, currency: "EUR", unit: "year", text: "in 14 payments" },
    collectiveAgreement: "Metal industry",
    department: "Workshop",
    publishedAt: "2026-11-02T23:30:00Z",
    identifier: "T-7",
    workplace: "onsite",
    employmentTypes: ["FULL_TIME"],
    languageDefault: "en",
  };
  expect(rowsOf(facts)).toEqual([
    ["Pay", "From €30,000 a year", "in 14 payments"],
    ["Collective agreement", "Metal industry"],
    ["Closing date", "December 1, 2026 (in 5 days)"],
    ["Location", "Bilbao"],
    ["Workplace type", "On site"],
    ["Contract", "Permanent"],
    ["Job type", "Full time"],
    ["Start date", "January 11, 2027"],
    ["Department", "Workshop"],
    ["Posted", "November 2, 2026"],
    ["Reference", "T-7"],
  ]);
});

test("a closing date that has passed comes last, without a verdict", () => {
  const facts: Facts = {
    location: "Bilbao",
    closesAt: "2026-11-20",
    identifier: "T-7",
    languageDefault: "en",
  };
  expect(rowsOf(facts)).toEqual([
    ["Location", "Bilbao"],
    ["Reference", "T-7"],
    ["Closing date", "November 20, 2026"],
  ]);
});

test.each<[what: string, facts: Facts, rows: string[][]]>([
  [
    "the location in a place",
    { location: "valencia", places: [VALENCIA] },
    [["Location", "Valencia, Spain"]],
  ],
  [
    "a place in the location",
    { location: "Valencia, dos días a distancia", places: [VALENCIA], workplace: "hybrid" },
    [
      ["Location", "Valencia, dos días a distancia"],
      ["Workplace type", "Hybrid"],
    ],
  ],
  [
    "but an address is told with the location",
    { location: "Taller de Valencia", places: [{ ...VALENCIA, street: "Muelle 1" }] },
    [["Location", "Taller de Valencia", "Muelle 1, Valencia, Spain"]],
  ],
  [
    "the company's country in several places",
    {
      country: "GB",
      places: ["Castle Bay", "North Pier"].map((city) => ({ city, country: "GB" })),
    },
    [["Location", "Castle Bay", "North Pier"]],
  ],
  [
    "but not another country",
    { country: "PT", places: ["Bilbao", "Gijón"].map((city) => ({ city, country: "ES" })) },
    [["Location", "Bilbao, Spain", "Gijón, Spain"]],
  ],
  [
    "a place that is a country",
    { location: "Madrid", places: [{ country: "ES" }] },
    [["Location", "Madrid", "Spain"]],
  ],
  ["Remote … Remote", { location: "Remote", workplace: "remote" }, [["Location", "Remote"]]],
  [
    "Remote, in another language",
    { location: "En remoto", workplace: "remote", remoteCountries: ["ES", "PT"] },
    [["Location", "Remote (Spain, Portugal)"]],
  ],
  [
    "Remote, from its own country and not the company's",
    { location: "Remote", workplace: "remote", ownCountry: "ES", country: "PT" },
    [["Location", "Remote (Spain)"]],
  ],
  [
    "a country that the location names",
    { location: "A distancia, en México", workplace: "remote", remoteCountries: ["MX"] },
    [["Location", "A distancia, en México"]],
  ],
  [
    "a country that it does not name",
    { location: "Remote, within the UK", workplace: "remote", remoteCountries: ["IE"] },
    [["Location", "Remote, within the UK", "Ireland"]],
  ],
  [
    "but remote from somewhere",
    { location: "Bilbao", workplace: "remote" },
    [
      ["Location", "Bilbao"],
      ["Workplace type", "Remote"],
    ],
  ],
  [
    "the contract and the kind of employment",
    { contractType: "Permanent, full-time", employmentTypes: ["FULL_TIME"], languageDefault: "en" },
    [["Contract", "Permanent, full-time"]],
  ],
  [
    "but in a language that the visitor may not read",
    { contractType: "Jornada completa", employmentTypes: ["FULL_TIME"] },
    [
      ["Contract", "Jornada completa"],
      ["Job type", "Full time"],
    ],
  ],
  ["pay in words", { pay: { min: 9, max: 9, currency: "EUR", text: "€9" } }, [["Pay", "€9"]]],
])("a fact is said once: %s", (_, facts, rows) => {
  expect(rowsOf(facts)).toEqual(rows);
});
