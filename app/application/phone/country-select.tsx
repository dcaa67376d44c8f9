import { useState } from "react";
import { countryName } from "../../i18n/regions";
import type { Messages } from "../../i18n/messages";
import { ListboxButton } from "../../ui/browser/listbox-button";
import { countryDialCode, type Country } from "./numbering";

export interface CountryChoice {
  /** The number's country. Undefined while the dial code is unknown. */
  country: Country | undefined;
  /** The position's country. */
  home: Country;
  /** A BCP 47 tag. */
  language: string;
  onChoose: (country: Country) => void;
  texts: Record<Extract<keyof Messages, `phone.${string}`>, string>;
}

interface CountrySelectProps extends CountryChoice {
  /** Whether the number field shows the dial code. The button then shows it only to screen readers. */
  hasNumber: boolean;
}

/** If loading fails, the candidate can still type a plus and the dial code. */
const loadList = async () =>
  (await import("./country-listbox").catch(() => undefined))?.CountryListbox;

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

interface CountryLabelProps {
  code: Country;
  name: string;
  dialCode: string;
  hasNumber?: boolean;
}

export const CountryLabel = ({ code, name, dialCode, hasNumber }: CountryLabelProps) => (
  <>
    <span className="phone-code" aria-hidden="true">
      {code}
    </span>
    <span className="phone-country-name">{name}</span>
    <span className={hasNumber ? "visually-hidden" : "phone-dial-code"}>{`+${dialCode}`}</span>
  </>
);
