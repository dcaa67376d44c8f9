import type { Messages } from "~/app/i18n/messages";
import type { Country } from "./numbering";

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
