import type { Job } from "../system";
import type { Posting } from "./format";

type Address = Posting["address"];

/** English names of countries, in small letters, with their codes. */
const codes = new Map<string, string>();

/** ISO 3166-1 of a country as an Ashby address has it: a code, or its English name. */
function countryCode(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (/^[A-Za-z]{2}$/.test(name)) return name.toUpperCase();
  if (codes.size === 0) {
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const found = names.of(code)?.toLowerCase();
      if (found !== undefined && !codes.has(found)) codes.set(found, code);
    }
    for (const [said, code] of Object.entries({ usa: "US", uk: "GB", uae: "AE" })) {
      codes.set(said, code);
    }
  }
  return codes.get(name.toLowerCase());
}

/** Every place of a posting, the main one first, by the names that Ashby's own page has. */
export function locationOf({ location, secondaryLocations }: Posting): string | undefined {
  const names = [location, ...secondaryLocations.map((one) => one.location)];
  const said = [...new Set(names.filter((name) => name !== undefined))];
  return said.length > 0 ? said.join("; ") : undefined;
}

const WORKPLACES = new Map([
  ["onsite", "onsite"],
  ["hybrid", "hybrid"],
  ["remote", "remote"],
] as const);

/** Where the work is done. A remote job has the countries that its addresses name, another one places. */
export function factsOfPlace(
  posting: Posting,
): Pick<Job, "workplace" | "places" | "remote_countries"> {
  const said = posting.workplaceType?.toLowerCase().replace(/[^a-z]/g, "");
  const workplace =
    WORKPLACES.get(said as "remote") ?? (posting.isRemote === true ? "remote" : undefined);
  const addresses = [posting.address, ...posting.secondaryLocations.map((one) => one.address)];
  const places = addresses.map(placeOf).filter((place) => Object.keys(place).length > 0);
  if (workplace !== "remote") return { workplace, places: places.length > 0 ? places : undefined };
  const countries = [...new Set(places.map(({ country }) => country))];
  const known = countries.filter((country) => country !== undefined);
  return { workplace, remote_countries: known.length > 0 ? known : undefined };
}

function placeOf(address: Address) {
  const { addressLocality, addressRegion, addressCountry } = address?.postalAddress ?? {};
  const country = countryCode(addressCountry);
  return {
    ...(addressLocality !== undefined && { city: addressLocality }),
    ...(addressRegion !== undefined && { region: addressRegion }),
    ...(country !== undefined && { country }),
  };
}
