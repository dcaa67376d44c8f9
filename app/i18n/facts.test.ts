import { describe, expect, test } from "vitest";
import { describeClosing, lastMoment } from "./closing";
import type { Language } from "./language";
import { payText } from "./pay";
import { placeText, getRemoteCountries } from "./places";

/** Replaces the non-breaking and thin spaces of `Intl`. */
const plain = (text: string | undefined) => text?.replace(/[\u00a0\u202f\u2009]/g, " ");

describe("pay", () => {
  const year = (currency: string) =>
    ({ min: 30_000, max: 35_000, unit: "year", currency }) as const;
  const exactly = (sum: number, currency: string) => ({ min: sum, max: sum, currency });
  const hour = { min: 12.5, currency: "EUR", unit: "hour" } as const;
  const month = { max: 1200, currency: "EUR", unit: "month" } as const;

  test.each<[Parameters<typeof payText>[0], Language, string | undefined]>([
    [year("EUR"), "en", "€30,000 – €35,000 a year"],
    [year("EUR"), "es-es", "30.000-35.000 € al año"],
    [year("EUR"), "es-mx", "EUR 30,000-35,000 al año"],
    [year("GBP"), "en", "£30,000 – £35,000 a year"],
    [year("MXN"), "es-mx", "$30,000 - $35,000 al año"],
    [hour, "en", "From €12.50 an hour"],
    [hour, "es-es", "Desde 12,50 € por hora"],
    [month, "es-mx", "Hasta EUR 1,200 al mes"],
    [{ ...exactly(90, "EUR"), unit: "day" }, "en", "€90 a day"],
    [{ ...exactly(500, "EUR"), unit: "week" }, "es-mx", "EUR 500 a la semana"],
    [exactly(250_000, "JPY"), "en", "¥250,000"],
    [exactly(0, "EUR"), "en", "€0"],
    [{}, "en", undefined],
  ])("formats %j in %s as %j", (pay, language, text) => {
    expect(plain(payText(pay, language))).toBe(text);
  });
});

const OBAN = { street: "1 Pier Road", city: "Oban", postalCode: "PA34 4LW", country: "GB" };
const BILBAO = { street: "Calle Ancha, 3", city: "Bilbao", region: "Bizkaia", postalCode: "48001" };

test.each([
  [{ city: "Bilbao" }, "Bilbao"],
  [{ ...BILBAO, country: "ES" }, "Calle Ancha, 3, 48001 Bilbao, Bizkaia, España"],
  [OBAN, "1 Pier Road, Oban, PA34 4LW, Reino Unido"],
  [{ city: "Austin", region: "TX", country: "US" }, "Austin, TX, Estados Unidos"],
  [{ city: "Madrid", region: "Madrid" }, "Madrid"],
  [{ country: "QX" }, "QX"],
])("formats the place %j as %j", (place, text) => {
  expect(placeText(place, "es-es")).toBe(text);
  expect(placeText({ country: "ES" }, "en")).toBe("Spain");
});

test.each<[string, Parameters<typeof getRemoteCountries>, string[] | undefined]>([
  [
    "the countries that the job lists",
    [{ workplace: "remote", remoteCountries: ["PT"] }, "ES"],
    ["PT"],
  ],
  ["the job's country if the job lists no countries", [{ workplace: "remote" }, "ES"], ["ES"]],
  [
    "the job's country if its list is empty",
    [{ workplace: "remote", remoteCountries: [] }, "ES"],
    ["ES"],
  ],
  ["undefined if no country is known", [{ workplace: "remote" }, undefined], undefined],
  [
    "undefined for an on-site job",
    [{ workplace: "onsite", remoteCountries: ["PT"] }, "ES"],
    undefined,
  ],
])("getRemoteCountries returns %s", (_, args, countries) => {
  expect(getRemoteCountries(...args)).toEqual(countries);
});

describe("a closing day", () => {
  const noon = Date.parse("2026-11-26T12:00:00Z");
  test.each([
    ["2026-12-01", "in 5 days", "en 5 días"],
    ["2026-11-27", "tomorrow", "mañana"],
    ["2026-11-26", "today", "hoy"],
    ["2026-11-25", undefined, undefined],
    ["2027-02-01", "in 67 days", "en 67 días"],
  ])("formats the time left until %s as %s", (closesAt, en, spain) => {
    expect(describeClosing(closesAt, "en", "ES", noon).left).toBe(en);
    expect(describeClosing(closesAt, "es-es", "ES", noon).left).toBe(spain);
    expect(describeClosing(closesAt, "es-mx", "ES", noon).left).toBe(spain);
  });

  test.each([
    ["a date means the entire day", "2026-12-01", "MX", "2026-12-01T23:59:59-08:00"],
    ["midnight UTC means the entire day", "2026-12-01T00:00Z", "IN", "2026-12-01T23:59:59+05:30"],
    [
      "a time is converted to the country's zone",
      "2026-12-01T03:00:00Z",
      "MX",
      "2026-11-30T19:00:00-08:00",
    ],
    [
      "midnight in another zone is a time",
      "2026-12-01T00:00+09:00",
      "JP",
      "2026-12-01T00:00:00+09:00",
    ],
    ["a time without a zone is in UTC", "2026-12-01 14:30", "ES", "2026-12-01T14:30:00+00:00"],
    [
      "without a country the result is in UTC",
      "2026-12-01T23:59:00.5Z",
      undefined,
      "2026-12-01T23:59:00+00:00",
    ],
    [
      "a malformed time means the entire day",
      "2026-12-01 at noon",
      "MX",
      "2026-12-01T23:59:59-08:00",
    ],
    // Portugal's westernmost time zone is that of the Azores.
    ["the clocks change during the day", "2026-10-25", "PT", "2026-10-25T23:59:59-01:00"],
    ["the clocks change after the day", "2026-04-04", "NZ", "2026-04-04T23:59:59+13:00"],
  ])("computes the last moment: %s", (_, closesAt, country, moment) => {
    const last = lastMoment(closesAt, country);
    expect(last).toBe(moment);
    const timeLeft = (now: number) => describeClosing(closesAt, "en", country, now).left;
    expect(timeLeft(Date.parse(last))).toBe("today");
    expect(timeLeft(Date.parse(last) + 1)).toBeUndefined();
  });

  test.each([
    ["9999-12-31", "NZ", "9999-12-31T23:59:59+13:00"],
    ["9999-12-31T23:59:59Z", "DE", "9999-12-31T23:59:59+00:00"],
  ])("accepts a date far in the future: %s", (closesAt, country, moment) => {
    expect(lastMoment(closesAt, country)).toBe(moment);
    expect(describeClosing(closesAt, "en", country, noon).left).toMatch(/^in /);
  });

  test("stays open until the day is over in the entire country", () => {
    const left = (now: string, country?: string) =>
      describeClosing("2026-12-01", "en", country, Date.parse(now)).left;
    expect(left("2026-12-02T00:30:00Z", "ES")).toBeUndefined();
    // In the Canary Islands, it is still 23:30.
    expect(left("2026-12-01T23:30:00Z", "ES")).toBe("today");
    expect(left("2026-12-02T07:30:00Z", "MX")).toBe("today");
    expect(left("2026-12-02T08:30:00Z", "MX")).toBeUndefined();
    expect(left("2026-12-02T00:30:00Z")).toBeUndefined();
  });

  test("formats the date in the country's order", () => {
    expect(describeClosing("2026-12-01", "en", "GB", noon).date).toBe("1 December 2026");
    expect(describeClosing("2026-12-01", "en", "US", noon).date).toBe("December 1, 2026");
  });
});
