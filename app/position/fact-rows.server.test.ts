import { expect, test } from "vitest";
import { factRows } from "./fact-rows.server";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const VALENCIA = { city: "Valencia", country: "ES" };

type Facts = Parameters<typeof factRows>[0];

const createRows = (facts: Facts) =>
  factRows(facts, "en", NOW).map(({ term, texts }) => [
    term,
    ...texts.map(({ text }) => text.replace(/[\u00a0\u202f]/g, " ")),
  ]);

test("shows the facts in order of importance", () => {
  const facts: Facts = {
    location: "Bilbao",
    contractType: "Permanent",
    joinDate: "2027-01-11",
    closesAt: "2026-12-01",
    pay: { min: 30_000, currency: "EUR", unit: "year", text: "in 14 payments" },
    collectiveAgreement: "Metal industry",
    employer: "Taller Services",
    department: "Workshop",
    publishedAt: "2026-11-02T23:30:00Z",
    identifier: "T-7",
    workplace: "onsite",
    employmentTypes: ["FULL_TIME"],
    languageDefault: "en",
  };
  expect(createRows(facts)).toEqual([
    ["Pay", "From €30,000 a year", "in 14 payments"],
    ["Collective agreement", "Metal industry"],
    ["Closing date", "December 1, 2026 (in 5 days)"],
    ["Employer", "Taller Services"],
    ["Location", "Bilbao"],
    ["Workplace", "On site"],
    ["Contract", "Permanent"],
    ["Job type", "Full time"],
    ["Start date", "January 11, 2027"],
    ["Department", "Workshop"],
    ["Posted", "November 2, 2026"],
    ["Reference", "T-7"],
  ]);
});

test("shows a past closing date last, without the time left", () => {
  const facts: Facts = {
    location: "Bilbao",
    closesAt: "2026-11-20",
    identifier: "T-7",
    languageDefault: "en",
  };
  expect(createRows(facts)).toEqual([
    ["Location", "Bilbao"],
    ["Reference", "T-7"],
    ["Closing date", "November 20, 2026"],
  ]);
});

test.each<[title: string, facts: Facts, rows: string[][]]>([
  [
    "leaves out a location that a place names",
    { location: "valencia", places: [VALENCIA] },
    [["Location", "Valencia, Spain"]],
  ],
  [
    "leaves out a place that the location names",
    { location: "Valencia, dos días a distancia", places: [VALENCIA], workplace: "hybrid" },
    [
      ["Location", "Valencia, dos días a distancia"],
      ["Workplace", "Hybrid"],
    ],
  ],
  [
    "shows an address with the location",
    { location: "Taller de Valencia", places: [{ ...VALENCIA, street: "Muelle 1" }] },
    [["Location", "Taller de Valencia", "Muelle 1, Valencia, Spain"]],
  ],
  [
    "leaves out the position's country if several places are in it",
    {
      country: "GB",
      places: ["Castle Bay", "North Pier"].map((city) => ({ city, country: "GB" })),
    },
    [["Location", "Castle Bay", "North Pier"]],
  ],
  [
    "shows the country of each place if it is not the position's",
    { country: "PT", places: ["Bilbao", "Gijón"].map((city) => ({ city, country: "ES" })) },
    [["Location", "Bilbao, Spain", "Gijón, Spain"]],
  ],
  [
    "shows a place that is only a country",
    { location: "Madrid", places: [{ country: "ES" }] },
    [["Location", "Madrid", "Spain"]],
  ],
  ["shows Remote once", { location: "Remote", workplace: "remote" }, [["Location", "Remote"]]],
  [
    "replaces a location that only names the workplace",
    { location: "En remoto", workplace: "remote", remoteCountries: ["ES", "PT"] },
    [["Location", "Remote (Spain, Portugal)"]],
  ],
  [
    "shows the position's country for a remote job, not the company's",
    { location: "Remote", workplace: "remote", ownCountry: "ES", country: "PT" },
    [["Location", "Remote (Spain)"]],
  ],
  [
    "leaves out a country that the location names",
    { location: "A distancia, en México", workplace: "remote", remoteCountries: ["MX"] },
    [["Location", "A distancia, en México"]],
  ],
  [
    "shows a country that the location does not name",
    { location: "Remote, within the UK", workplace: "remote", remoteCountries: ["IE"] },
    [["Location", "Remote, within the UK", "Ireland"]],
  ],
  [
    "shows Remote with a location that is a place",
    { location: "Bilbao", workplace: "remote" },
    [
      ["Location", "Bilbao"],
      ["Workplace", "Remote"],
    ],
  ],
  [
    "leaves out an employment type that the contract names",
    { contractType: "Permanent, full-time", employmentTypes: ["FULL_TIME"], languageDefault: "en" },
    [["Contract", "Permanent, full-time"]],
  ],
  [
    "shows an employment type that the contract names in another language",
    { contractType: "Jornada completa", employmentTypes: ["FULL_TIME"] },
    [
      ["Contract", "Jornada completa"],
      ["Job type", "Full time"],
    ],
  ],
  [
    "leaves out a pay text that repeats the amount",
    { pay: { min: 9, max: 9, currency: "EUR", text: "€9" } },
    [["Pay", "€9"]],
  ],
])("%s", (_, facts, rows) => {
  expect(createRows(facts)).toEqual(rows);
});
