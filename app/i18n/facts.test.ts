import { describe, expect, test } from "vitest";
import { closingOf } from "./closing";
import { payText } from "./pay";
import { placeText } from "./places";

/** Intl writes spaces that do not break; here they are spaces. */
const plain = (text: string | undefined) => text?.replace(/[\u00a0\u202f\u2009]/g, " ");

describe("pay", () => {
  const year = { min: 30_000, max: 35_000, unit: "year" } as const;
  test.each([
    [
      { ...year, currency: "EUR" },
      "€30,000 – €35,000 a year",
      "30.000-35.000 € al año",
      "EUR 30,000-35,000 al año",
    ],
    [
      { ...year, currency: "GBP" },
      "£30,000 – £35,000 a year",
      "30.000-35.000 GBP al año",
      "GBP 30,000-35,000 al año",
    ],
    [
      { ...year, currency: "MXN" },
      "MX$30,000–35,000 a year",
      "30.000-35.000 MXN al año",
      "$30,000 - $35,000 al año",
    ],
    [
      { ...year, currency: "USD" },
      "$30,000 – $35,000 a year",
      "30.000-35.000 US$ al año",
      "USD 30,000-35,000 al año",
    ],
    [
      { min: 12.5, currency: "EUR", unit: "hour" },
      "From €12.50 an hour",
      "Desde 12,50 € por hora",
      "Desde EUR 12.50 por hora",
    ],
    [
      { max: 1200, currency: "EUR", unit: "month" },
      "Up to €1,200 a month",
      "Hasta 1200 € al mes",
      "Hasta EUR 1,200 al mes",
    ],
    [
      { min: 90, max: 90, currency: "EUR", unit: "day" },
      "€90 a day",
      "90 € al día",
      "EUR 90 al día",
    ],
    [
      { min: 500, max: 500, currency: "EUR", unit: "week" },
      "€500 a week",
      "500 € a la semana",
      "EUR 500 a la semana",
    ],
    [{ min: 250_000, max: 250_000, currency: "JPY" }, "¥250,000", "250.000 JPY", "JPY 250,000"],
    [{ min: 0, max: 0, currency: "EUR" }, "€0", "0 €", "EUR 0"],
    [{}, undefined, undefined, undefined],
  ] as const)("%j", (pay, en, spain, mexico) => {
    expect(plain(payText(pay, "en"))).toBe(en);
    expect(plain(payText(pay, "es-es"))).toBe(spain);
    expect(plain(payText(pay, "es-mx"))).toBe(mexico);
  });
});

test.each([
  [{ city: "Bilbao" }, "Bilbao", "Bilbao"],
  [
    {
      street: "Calle Ancha, 3",
      city: "Bilbao",
      region: "Bizkaia",
      postalCode: "48001",
      country: "ES",
    },
    "Calle Ancha, 3, 48001 Bilbao, Bizkaia, Spain",
    "Calle Ancha, 3, 48001 Bilbao, Bizkaia, España",
  ],
  [
    { street: "1 Pier Road", city: "Oban", postalCode: "PA34 4LW", country: "GB" },
    "1 Pier Road, Oban, PA34 4LW, United Kingdom",
    "1 Pier Road, Oban, PA34 4LW, Reino Unido",
  ],
  [
    { city: "Austin", region: "TX", country: "US" },
    "Austin, TX, United States",
    "Austin, TX, Estados Unidos",
  ],
  [{ city: "Madrid", region: "Madrid" }, "Madrid", "Madrid"],
  [{ country: "QX" }, "QX", "QX"],
])("a place %j", (place, en, spain) => {
  expect(placeText(place, "en")).toBe(en);
  expect(placeText(place, "es-es")).toBe(spain);
});

describe("a closing day", () => {
  const noon = Date.parse("2026-11-26T12:00:00Z");
  test.each([
    ["2026-12-01", "in 5 days", "dentro de 5 días"],
    ["2026-11-28", "in 2 days", "pasado mañana"],
    ["2026-11-27", "tomorrow", "mañana"],
    ["2026-11-26", "today", "hoy"],
    ["2026-11-25", undefined, undefined],
    ["2027-02-01", "in 67 days", "dentro de 67 días"],
  ])("%s is %s", (closesAt, en, spain) => {
    expect(closingOf(closesAt, "en", "ES", noon).left).toBe(en);
    expect(closingOf(closesAt, "es-es", "ES", noon).left).toBe(spain);
    expect(closingOf(closesAt, "es-mx", "ES", noon).left).toBe(spain);
  });

  test.each([
    ["a date is a whole day", "2026-12-01", "MX", "2026-12-01"],
    ["midnight is how some systems write a day", "2026-12-01T00:00:00Z", "MX", "2026-12-01"],
    ["a time is one of the country's days", "2026-12-01T03:00:00Z", "MX", "2026-11-30"],
    ["midnight of another zone is a time", "2026-12-01T00:00:00+09:00", "JP", "2026-12-01"],
    ["just after midnight too", "2026-12-01T00:00:01Z", "MX", "2026-11-30"],
    ["without a country it is UTC's", "2026-12-01T23:59:00Z", undefined, "2026-12-01"],
    ["of a country that there is not, too", "2026-12-01T23:59:00Z", "QX", "2026-12-01"],
  ])("%s", (_, closesAt, country, day) => {
    expect(closingOf(closesAt, "en", country, noon).day).toBe(day);
  });

  test("is over when it is over in all of the country", () => {
    const left = (now: string, country?: string) =>
      closingOf("2026-12-01", "en", country, Date.parse(now)).left;
    expect(left("2026-12-02T00:30:00Z", "ES")).toBeUndefined();
    // In the Canaries it is still half past eleven.
    expect(left("2026-12-01T23:30:00Z", "ES")).toBe("today");
    expect(left("2026-12-02T07:30:00Z", "MX")).toBe("today");
    expect(left("2026-12-02T08:30:00Z", "MX")).toBeUndefined();
    expect(left("2026-12-02T00:30:00Z")).toBeUndefined();
  });

  test("is written as the country writes days", () => {
    const date = (language: "en" | "es-mx", country: string) =>
      closingOf("2026-12-01", language, country, noon).date;
    expect(date("en", "GB")).toBe("1 December 2026");
    expect(date("en", "US")).toBe("December 1, 2026");
    expect(date("es-mx", "MX")).toBe("1 de diciembre de 2026");
  });
});
