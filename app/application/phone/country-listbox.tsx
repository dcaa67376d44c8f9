import { useState } from "react";
import type { RefObject } from "react";
import { Listbox } from "../../ui/browser/listbox";
import { countryEntries, findTyped, likelyCountries, searchCountries } from "./country-list";
import type { CountryChoice } from "./country-select";

interface CountryListboxProps extends CountryChoice {
  typed: string;
  root: RefObject<HTMLElement>;
  onClose: () => void;
  onEscape: () => void;
}

/** The list of all countries, with likely countries first. It loads when its button gets the focus. */
export function CountryListbox({ texts, home, language, ...props }: CountryListboxProps) {
  const [entries] = useState(() =>
    countryEntries(language, likelyCountries(home, navigator.languages, language)),
  );
  return (
    <Listbox
      {...props}
      options={entries}
      selected={entries.findIndex(({ code }) => code === props.country)}
      search={searchCountries}
      findTyped={findTyped}
      labels={{
        list: texts["phone.country"],
        search: texts["phone.country_search"],
        none: texts["phone.country_none"],
      }}
      onChoose={({ code }) => props.onChoose(code)}
    >
      {({ code, name, dialCode }) => (
        <>
          <span className="phone-code" aria-hidden="true">
            {code}
          </span>
          <span className="phone-country-name">{name}</span>
          <span className="phone-dial-code">{`+${dialCode}`}</span>
        </>
      )}
    </Listbox>
  );
}
