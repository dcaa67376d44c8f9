import { describe, expect, test } from "vitest";
import { messagesFor } from "../../i18n/messages";
import { guessNumber } from "./guess";
import { phoneFault, visitorOf } from "./guess.server";
import type { Country } from "./numbering";
import { readPhone } from "./reading";
import { readWholePhone } from "./reading.server";

const BRITISH = { country: "GB", number: "+44 7400 123456" };

describe("a number of another country, written as it is dialled there, is guessed", () => {
  test.each<[string, Country, Country[], { country: string; number: string } | undefined]>([
    ["07400 123456", "ES", [], BRITISH],
    // The dial code came with the field.
    ["+34 07400 123456", "ES", [], BRITISH],
    ["07400 123456", "ES", ["IN"], { country: "IN", number: "+91 74001 23456" }],
    ["612 34 56 78", "GB", [], { country: "ES", number: "+34 612 34 56 78" }],
    ["(201) 555-0123", "ES", ["US"], { country: "US", number: "+1 201 555 0123" }],
    // Of more than one country that is as near.
    ["551 234 5678", "ES", [], undefined],
    ["551 234 5678", "ES", ["MX"], { country: "MX", number: "+52 55 1234 5678" }],
    // Not as it is dialled at home.
    ["151 23456789", "ES", ["DE"], undefined],
    // An international number is nothing else.
    ["+44 612 34 56 78", "GB", ["ES"], { country: "ES", number: "+34 612 34 56 78" }],
    ["+44 612 34 56 78", "MX", ["ES"], undefined],
    ["612 34 56 7", "ES", ["ES", "US"], undefined],
    ["", "ES", ["GB"], undefined],
  ])("%s in %s, for somebody of %j", (text, home, likely, guess) => {
    expect(guessNumber(text, home, likely, readPhone)).toEqual(guess);
    expect(guessNumber(text, home, likely, readWholePhone)).toEqual(guess);
  });
});

describe("what is said of it", () => {
  const visitor = (headers: Record<string, string>, language: string) =>
    visitorOf(new Request("https://example.com", { headers }), language);

  test.each([
    ["en", "en", /valid phone number\. Did you mean \+44 7400 123456 \(United Kingdom\)\?$/],
    ["es-es", "es-ES", /teléfono válido\. ¿Querías decir \+44 7400 123456 \(Reino Unido\)\?$/],
    ["es-mx", "es-MX", /teléfono válido\. ¿Quisiste decir \+44 7400 123456 \(Reino Unido\)\?$/],
  ] as const)("in %s", (language, tag, said) => {
    expect(phoneFault("07400 123456", "es", visitor({}, tag), messagesFor(language))).toMatch(said);
  });

  test.each([
    ["what the browser asks for", { "Accept-Language": "fr-FR,fr;q=0.9,en;q=0.8" }],
    ["the country of the network", { "CF-IPCountry": "FR", "Accept-Language": "en-US, *;q=0.1" }],
  ])("%s tells the country", (_, headers) => {
    const said = phoneFault("06 12 34 56 78", "ES", visitor(headers, "en"), messagesFor("en"));
    expect(said).toContain("+33 6 12 34 56 78 (France)");
  });

  test.each([
    ...[{}, { "CF-IPCountry": "T1" }, { "CF-IPCountry": "<b>" }, { "Accept-Language": ";,*" }],
  ])("without a guess, and with %j, only that it is not valid", (headers) => {
    expect(phoneFault("12", "ES", visitor(headers, "en"), messagesFor("en"))).toBe(
      "Enter a valid phone number.",
    );
  });
});
