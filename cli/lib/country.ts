import { isCountry } from "~/contract/countries";
import { foldText } from "~/contract/fold-text";
import { LANGUAGES } from "~/contract/languages";

const LETTERS = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

let codes: Map<string, string> | undefined;

/** Maps country names, in the site's languages and each country's main language, to codes. */
function codesByName(): Map<string, string> {
  if (codes) return codes;
  codes = new Map([["uk", "GB"]]);
  const namesIn = (language: string) =>
    new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  const common = LANGUAGES.map(namesIn);
  for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
    if (!isCountry(code)) continue;
    const main = new Intl.Locale(`und-${code}`).maximize().language;
    for (const names of [...common, namesIn(main)]) {
      const name = foldText(names.of(code) ?? "");
      if (!codes.has(name)) codes.set(name, code);
    }
  }
  return codes;
}

/** Returns the code of a country, such as DE for `de` or `Germany`; undefined if there is none. */
export function findCountry(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return isCountry(code) ? code : codesByName().get(foldText(text));
}
