import { useState, type ReactNode } from "react";
import type { Messages } from "~/app/i18n/messages";
import { likelyRegions } from "~/app/i18n/regions";
import { Listbox, type OpenListbox } from "~/app/ui/browser/listbox";
import type { NamedCountry } from "./country";
import { countryEntries, findTyped, searchCountries } from "./country-list";
import type { Country } from "./numbering";

export interface CountryChoice {
  /** The number's country. Undefined while the dial code is unknown. */
  country: NamedCountry | undefined;
  /** The position's country. */
  home: Country;
  language: string;
  onChoose: (country: Country) => void;
  texts: Record<Extract<keyof Messages, `phone.${string}`>, string>;
}

/** The list of all countries, with likely countries first. @param props.children shows a country */
export function CountryListbox(
  props: CountryChoice & OpenListbox & { children: (country: NamedCountry) => ReactNode },
) {
  const { country, home, language, onChoose, texts, ...open } = props;
  const [entries] = useState(() =>
    countryEntries(language, [home, ...likelyRegions(navigator.languages, language)]),
  );
  return (
    <Listbox
      {...open}
      options={entries}
      selected={entries.findIndex(({ code }) => code === country?.code)}
      search={searchCountries}
      findTyped={findTyped}
      labels={{
        list: texts["phone.country"],
        search: texts["phone.country_search"],
        none: texts["phone.country_none"],
      }}
      onChoose={({ code }) => onChoose(code)}
    />
  );
}
