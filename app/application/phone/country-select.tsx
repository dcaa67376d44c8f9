import { useState } from "react";
import { countryName } from "~/app/i18n/regions";
import { ListboxButton } from "~/app/ui/browser/listbox-button";
import { CountryLabel, type CountryChoice } from "./country-label";
import { countryDialCode } from "./numbering";

interface CountrySelectProps extends CountryChoice {
  /** Whether the number field shows the dial code. The button then shows it only to screen readers. */
  hasNumber: boolean;
}

/** If loading fails, the candidate can still type a plus and the dial code. */
const loadList = () =>
  import("./country-listbox").then(
    ({ CountryListbox }) => CountryListbox,
    () => undefined,
  );

/** A button that shows the country and its dial code, and opens the country list. */
export function CountrySelect({ hasNumber, ...list }: CountrySelectProps) {
  const { country, language, texts } = list;
  /** Whether the plain form's country was clicked before this button existed, and still has focus. */
  const [isOpen] = useState(() => document.activeElement?.id === "phone-country");
  return (
    <ListboxButton className="phone-country" load={loadList} list={list} isOpen={isOpen}>
      <span className="visually-hidden">{texts["phone.country"]}: </span>
      {country ? (
        <CountryLabel
          code={country}
          name={countryName(country, language)}
          dialCode={countryDialCode(country)}
          hasNumber={hasNumber}
        />
      ) : (
        <span className="phone-country-name">{texts["phone.country_unknown"]}</span>
      )}
    </ListboxButton>
  );
}
