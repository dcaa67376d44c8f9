import { fill } from "../../i18n/fill";
import type { Messages } from "../../i18n/messages";
import { phoneCountry } from "./country";
import { countryName, likelyCountries } from "./country-name";
import { guessNumber } from "./guess";
import { readWholePhone } from "./reading.server";

/** Who sends a form, as far as a request tells. Tags are BCP 47. */
export interface Visitor {
  /** What the browser asks for, the preferred one first. */
  languages: readonly string[];
  /** The page's. */
  language: string;
  /** The country of the network, in two letters, as Cloudflare says. */
  country?: string | undefined;
}

/** @param language the page's, a BCP 47 tag */
export const visitorOf = ({ headers }: Request, language: string): Visitor => ({
  languages: (headers.get("Accept-Language") ?? "")
    .split(",")
    .map((part) => part.split(";", 1)[0]?.trim() ?? ""),
  language,
  country: headers.get("CF-IPCountry") ?? undefined,
});

/** What a candidate is told of a number that is not valid: the fault, and what may have been meant. */
export function phoneFault(
  text: string,
  country: string | undefined,
  { languages, language, country: network }: Visitor,
  t: Messages,
): string {
  const home = phoneCountry(country);
  const regions = network ? [`und-${network}`, ...languages] : languages;
  const guess = guessNumber(text, home, likelyCountries(home, regions, language), readWholePhone);
  if (!guess) return t["error.phone"];
  const name = countryName(guess.country, language);
  return `${t["error.phone"]} ${fill(t["phone.foreign"], { number: guess.number, country: name })}`;
}
