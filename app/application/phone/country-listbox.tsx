import { useState } from "react";
import { Listbox, type OpenListbox } from "~/app/ui/browser/listbox";
import { countryEntries, findTyped, likelyCountries, searchCountries } from "./country-list";
import { CountryLabel, type CountryChoice } from "./country-label";

/** The list of all countries, with likely countries first. */
export function CountryListbox({
  country,
  home,
  language,
  onChoose,
  texts,
  ...open
}: CountryChoice & OpenListbox) {
  const [entries] = useState(() =>
    countryEntries(language, likelyCountries(home, navigator.languages, language)),
  );
  return (
    <Listbox
      {...open}
      options={entries}
      selected={entries.findIndex(({ code }) => code === country)}
      search={searchCountries}
      findTyped={findTyped}
      labels={{
        list: texts["phone.country"],
        search: texts["phone.country_search"],
        none: texts["phone.country_none"],
      }}
      onChoose={({ code }) => onChoose(code)}
    >
      {CountryLabel}
    </Listbox>
  );
}
