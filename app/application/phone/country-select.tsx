import { useEffect, useRef, useState } from "react";
import { dialCodeOf, type Country } from "./country";
import type { CountryListbox } from "./country-listbox";
import { countryName } from "./country-name";
import { DIAL_CODES } from "./numbering";
import type { PhoneTexts } from "./texts";
import { useTypeAhead } from "./use-type-ahead";

export interface CountrySelectProps {
  /** Undefined while the dial code is unknown. */
  country: Country | undefined;
  /** The candidate's countries, the likeliest first. */
  likely: readonly Country[];
  /** A BCP 47 tag. */
  language: string;
  /** Whether a number stands below, which begins with the dial code: then it is only said here. */
  hasNumber: boolean;
  onChoose: (country: Country) => void;
  texts: PhoneTexts;
}

/**
 * A button that names the country and its dial code, and opens a list of all countries.
 *
 * Source: ARIA Authoring Practices, Listbox Pattern (collapsible dropdown).
 */
export function CountrySelect({
  country,
  likely,
  language,
  hasNumber,
  onChoose,
  texts,
}: CountrySelectProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [list, setList] = useState<{ Listbox: typeof CountryListbox }>();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const typeAhead = useTypeAhead();
  /** The country was clicked on while it was plain text, which is about to go and still has the focus. */
  const [isAwaited] = useState(() => document.activeElement?.id === "phone-country");
  useEffect(() => {
    if (!isAwaited) return;
    button.current?.focus();
    button.current?.click();
  }, [isAwaited]);

  const open = (key = "") => {
    typeAhead.reset();
    typeAhead.keep(key);
    setIsOpen(true);
    if (list) return;
    import("./country-listbox").then(
      (part) => setList({ Listbox: part.CountryListbox }),
      () => setIsOpen(false), // A dial code that is typed chooses its country.
    );
  };

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [isOpen]);

  return (
    <div className="phone-country-select" ref={root}>
      <button
        ref={button}
        type="button"
        className="phone-country"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? setIsOpen(false) : open())}
        onKeyDown={(event) => {
          const { key } = event;
          const isTyped = typeAhead.isTyped(event);
          // Until the list has come, the keys are the button's, which keeps them for it.
          const isKept = isTyped || (/^( |Enter)$/.test(key) && typeAhead.typed() !== "");
          if (isOpen && key === "Escape") setIsOpen(false);
          else if (isOpen && !list && isKept) typeAhead.keep(key);
          else if (!isOpen && (isTyped || /^Arrow(Up|Down)$/.test(key))) open(isTyped ? key : "");
          else return;
          event.preventDefault();
        }}
      >
        <span className="visually-hidden">{texts["phone.country"]}: </span>
        {country ? (
          <>
            <span className="phone-code" aria-hidden="true">
              {country}
            </span>
            <span className="phone-country-name">{countryName(country, language)}</span>
            <span
              className={hasNumber ? "visually-hidden" : "phone-dial-code"}
            >{`+${dialCodeOf(country)}`}</span>
          </>
        ) : (
          <span className="phone-country-name">{texts["phone.country_unknown"]}</span>
        )}
      </button>
      {isOpen && list && (
        <list.Listbox
          country={country}
          likely={likely}
          language={language}
          dialCodes={DIAL_CODES}
          typeAhead={typeAhead}
          onChoose={(chosen) => {
            setIsOpen(false);
            onChoose(chosen);
          }}
          onLeave={() => {
            setIsOpen(false);
            button.current?.focus();
          }}
          texts={texts}
        />
      )}
    </div>
  );
}
