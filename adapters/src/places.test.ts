import { expect, test } from "vitest";
import type { Place } from "~/contract/facts";
import {
  countryCode,
  describesPlace,
  joinLocations,
  parsePlaceNames,
  placeFacts,
  parsePlace,
  parsePlaces,
} from "./places";

test.each([
  ["Germany", "DE"],
  ["Serbia", "RS"],
  ["Alemania", "DE"],
  ["es", "ES"],
  ["UK", "GB"],
  ["The Netherlands", "NL"],
  ["Georgia", "GE"],
  ["Atlantis", undefined],
  ["European Union", undefined],
  ["EU", undefined],
])("parses the country %s to the code %s", (name, code) => {
  expect(countryCode(name)).toBe(code);
});

test.each([
  ["Berlin, Germany", { city: "Berlin", country: "DE" }],
  ["New York, NY, United States", { city: "New York", region: "NY", country: "US" }],
  ["Spain", { country: "ES" }],
  ["London, UK", { city: "London", country: "GB" }],
  ["San Francisco, CA", undefined],
  ["Atlanta, Georgia", undefined],
  ["Granada", undefined],
  ["Santa Lucía", undefined],
  ["Gran Vía 1, Granada", undefined],
  ["Armenia, Colombia", { city: "Armenia", country: "CO" }],
  ["Atlanta, Georgia, United States", { city: "Atlanta", region: "Georgia", country: "US" }],
  ["Berlin, Germany, Paris, France", undefined],
  ["Singapore, Singapore", { city: "Singapore", country: "SG" }],
  ["Mexico City, México", { city: "Mexico City", country: "MX" }],
  ["Madrid or Berlin, Germany", undefined],
  ["Madrid / Berlin, Germany", undefined],
  ["Madrid, Spain or Berlin, Germany", undefined],
  ["Madrid and Berlin, Germany", undefined],
  ["Madrid, Spain and Berlin, Germany", undefined],
  ["Newcastle, Tyne and Wear, UK", { city: "Newcastle", region: "Tyne and Wear", country: "GB" }],
  ["Berlin", undefined],
  ["Our office, the blue house, floor 2, room 7, Spain", undefined],
])("parses the place %s to %j", (text, place) => {
  expect(parsePlace(text)).toEqual(place);
});

const SPAIN = { country: "ES" };
const MADRID = { city: "Madrid", country: "ES" };
const BERLIN = { city: "Berlin", country: "DE" };
const LISBON = { city: "Lisbon", country: "PT" };

test.each([
  ["Remote - Spain", "remote", [SPAIN]],
  ["Remote, Spain", "remote", [SPAIN]],
  ["Remote (Spain)", "remote", [SPAIN]],
  ["Remote in Spain", "remote", [SPAIN]],
  ["Fully remote: Spain", "remote", [SPAIN]],
  ["Spain (Remote)", "remote", [SPAIN]],
  ["Spain - remote", "remote", [SPAIN]],
  ["US Remote", "remote", [{ country: "US" }]],
  ["Remote - CA", "remote", []],
  ["Remote", "remote", []],
  ["Remote - EMEA", "remote", []],
  ["Remote - Spain; Remote - Germany", "remote", [SPAIN, { country: "DE" }]],
  ["Remote - Spain, Germany", "remote", [SPAIN, { country: "DE" }]],
  ["Remote within Germany, Spain", "remote", [{ country: "DE" }, SPAIN]],
  ["Remote (Spain, Germany)", "remote", [SPAIN, { country: "DE" }]],
  ["Hybrid - Berlin, Germany", "hybrid", [BERLIN]],
  ["Madrid, Spain | Berlin, Germany", undefined, [MADRID, BERLIN]],
  ["Madrid, Spain; Remote - Spain", undefined, [MADRID, SPAIN]],
  ["Remote or Berlin, Germany", undefined, [BERLIN]],
  ["Berlin, Germany or Remote", undefined, [BERLIN]],
  ["Madrid or Berlin, Germany", undefined, []],
  ["Madrid o Berlín, Alemania", undefined, []],
  ["Madrid and Berlin, Germany", undefined, []],
  ["Madrid; Berlin, Germany", undefined, []],
  ["Madrid | Berlin, Germany", undefined, []],
  ["Madrid / Berlin, Germany", undefined, []],
  ["Hybrid - Madrid or Berlin, Germany", "hybrid", []],
  ["Madrid, Spain or Berlin, Germany", undefined, [MADRID, BERLIN]],
  ["Madrid, Spain and Berlin, Germany", undefined, [MADRID, BERLIN]],
  ["Remote - Spain or Germany", "remote", [SPAIN, { country: "DE" }]],
  ["Remote - EMEA; Remote - Spain", "remote", []],
  ["Remote; Madrid, Spain", undefined, [MADRID]],
  ["Remote - European Union", "remote", []],
  ["Berlin, Germany (No remote)", undefined, [BERLIN]],
  ["Berlin, Germany - not remote", undefined, [BERLIN]],
  ["Not remote", undefined, []],
  ["Non-remote", undefined, []],
  ["Remote-Friendly, Spain", undefined, [SPAIN]],
  ["Remote-first - Madrid, Spain", undefined, [MADRID]],
  ["Remote optional - Berlin, Germany", undefined, [BERLIN]],
  ["Remote eligible, Spain", undefined, [SPAIN]],
  ["Madrid, Spain (remote possible)", undefined, [MADRID]],
  ["Hybrid - Berlin, Germany (no remote)", "hybrid", [BERLIN]],
  ["Remoteville, Spain", undefined, [{ city: "Remoteville", country: "ES" }]],
  ["Madrid, Spain|Berlin, Germany", undefined, [MADRID, BERLIN]],
  ["Lisbon, Portugal; Madrid, Spain | Berlin, Germany", undefined, [LISBON, MADRID, BERLIN]],
  ["Home based", "remote", []],
  ["Home-based - Spain", "remote", [SPAIN]],
  ["Home based - Worldwide", "remote", []],
  ["Home Office", "remote", []],
  ["WFH", "remote", []],
  ["Télétravail, France", "remote", [{ country: "FR" }]],
  ["A distancia - España", "remote", [SPAIN]],
  ["Anywhere", "remote", []],
  ["Anywhere in Spain", "remote", [SPAIN]],
  ["Worldwide", "remote", []],
  ["Worldwide Remote", "remote", []],
  ["Remoto (España)", "remote", [SPAIN]],
  ["Distributed", "remote", []],
  ["Not home based", undefined, []],
  ["Híbrido - Madrid, España", "hybrid", [MADRID]],
  ["In-Office - Berlin, Germany", "onsite", [BERLIN]],
  ["Berlin, Germany (On-site)", "onsite", [BERLIN]],
  ["Remote/Hybrid", undefined, []],
  ["Wien, Österreich", undefined, [{ city: "Wien", country: "AT" }]],
  ["Salvador", undefined, []],
  ["Anywhereville, Spain", undefined, [{ city: "Anywhereville", country: "ES" }]],
])("parses %s to workplace %s and places %j", (text, workplace, places) => {
  const parsed = parsePlaces(text);
  expect(parsed.workplace).toBe(workplace);
  expect(parsed.places).toEqual(places);
});

const CALIFORNIA = { city: "San Francisco", region: "California", country: "US" };
const VALENCIA = { city: "Valencia", region: "Comunidad Valenciana", country: "ES" };

test.each<[string, Place, boolean]>([
  ["", BERLIN, true],
  ["Remote", BERLIN, true],
  ["Hybrid", SPAIN, true],
  ["Berlin", BERLIN, true],
  ["Hybrid - Berlin", BERLIN, true],
  ["Valencia or Berlin", BERLIN, true],
  ["San Francisco, CA", CALIFORNIA, true],
  ["San Francisco, CA", { city: "New York", region: "NY", country: "US" }, false],
  ["Berlin", VALENCIA, false],
  ["Valencia, CA", VALENCIA, false],
  ["New York", { city: "York", country: "GB" }, false],
  ["Remote - EMEA", BERLIN, false],
  ["Madrid, Spain", { city: "London", country: "GB" }, false],
  ["Berlin", SPAIN, false],
])("describesPlace(%j, %j) returns %s", (text, place, expected) => {
  expect(describesPlace(text, place)).toBe(expected);
});

test.each([
  ["Not remote", "ES", SPAIN],
  ["Granada", undefined, { city: "Granada" }],
  ["Granada", "es", { city: "Granada", country: "ES" }],
  ["Jersey", "US", { city: "Jersey", country: "US" }],
  ["Lebanon", "US", { city: "Lebanon", country: "US" }],
  ["Madrid or Berlin", undefined, {}],
  ["Madrid; Berlin, Germany", undefined, {}],
  ["Madrid and Berlin", "ES", SPAIN],
  ["Spain", "ES", SPAIN],
  ["Spain", undefined, SPAIN],
  ["Madrid, Spain", "DE", MADRID],
  ["San Francisco, CA", "US", { city: "San Francisco", region: "CA", country: "US" }],
  ["New York, New York, USA", "US", { city: "New York", region: "New York", country: "US" }],
  ["Toronto, CA", "CA", { city: "Toronto", country: "CA" }],
  ["Austin, TX", undefined, { city: "Austin", region: "TX" }],
  ["Atlanta, Georgia", "US", { city: "Atlanta", region: "Georgia", country: "US" }],
  ["Bengaluru, Karnataka, India", "IN", { city: "Bengaluru", region: "Karnataka", country: "IN" }],
  ["New York, NY (HQ)", "US", { city: "New York", region: "NY", country: "US" }],
  ["Gran Vía 1, Madrid", "ES", { city: "Gran Vía 1, Madrid", country: "ES" }],
  ["Home based, EMEA", "ES", SPAIN],
  ["Europe", "ES", SPAIN],
  ["Latinoamérica", "ES", SPAIN],
  ["North America (Remote)", "US", { country: "US" }],
])("parses the name %s in the country %s to %j", (name, country, place) => {
  expect(parsePlaceNames([name], () => country).places).toEqual([place]);
});

test.each([
  [["Lisbon | Porto"], "Lisbon; Porto"],
  [["Lisbon; Porto | Lisbon", "Porto"], "Lisbon; Porto"],
  [["Madrid or Berlin", undefined, ""], "Madrid or Berlin"],
  [[undefined, " "], undefined],
])("joins the locations %j to %j", (names, text) => {
  expect(joinLocations(names)).toBe(text);
});

test("returns countries for a remote job", () => {
  expect(placeFacts("remote", [MADRID, BERLIN, SPAIN])).toEqual({
    workplace: "remote",
    remote_countries: ["ES", "DE"],
  });
});

test("returns places for other jobs, without a country that contains a listed town", () => {
  expect(placeFacts(undefined, [SPAIN, MADRID, {}])).toEqual({
    workplace: undefined,
    places: [MADRID],
    country: "ES",
  });
  expect(placeFacts("onsite", [{ city: "Ávila" }])).toEqual({
    workplace: "onsite",
    places: [{ city: "Ávila" }],
  });
});

test("keeps towns with the same name in different regions, and drops the one without a region", () => {
  const springfield = { city: "Springfield", country: "US" };
  const two = ["IL", "MA"].map((region) => ({ ...springfield, region }));
  expect(placeFacts(undefined, [springfield, ...two, ...two]).places).toEqual(two);
  const regions = ["Bavaria", "Saxony"].map((region) => ({ region, country: "DE" }));
  expect(placeFacts(undefined, regions).places).toEqual(regions);
});

test.each(["a", " ", " -", "Madrid, "])("finds no place in a long text of repeated %j", (part) => {
  const text = `Madrid${part.repeat(100_000)}Spain`;
  expect(parsePlaces(text)).toEqual({ workplace: undefined, places: [] });
  expect(parsePlaceNames([text], () => "ES").places).toEqual([SPAIN]);
  expect(parsePlace(text)).toBeUndefined();
  expect(describesPlace(text, MADRID)).toBe(false);
});
