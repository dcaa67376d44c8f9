import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import PhoneInput from "react-phone-number-input/input-core";
import { fill } from "../../i18n/fill";
import { addStyles } from "../../ui/browser/add-styles";
import phoneControl from "../../ui/styles/phoneControl.generated.json";
import { countryName } from "./country";
import type { PhoneTexts } from "./country-listbox";
import { CountrySelect } from "./country-select";
import { shownCountry, type Step } from "./edit";
import { countryDialCode, metadata, type Country } from "./numbering";
import { editPhone, type PhoneEditing, type PhoneEditingOptions } from "./phone-editing";
import { displayNumber } from "./phone-text";

export { addPlans } from "./numbering";

interface PhoneControlProps {
  /** The page's own field. */
  input: { readonly current: HTMLInputElement };
  /** The position's country. */
  home: Country;
  /** A BCP 47 tag. */
  language: string;
  /** The field's error message, which this component announces. */
  error: string | undefined;
  setWrong: PhoneEditingOptions["setWrong"];
  texts: PhoneTexts;
}

/** Length of the default mask, for an unknown country (specification, section 9). */
const UNKNOWN_PLACES = 12;

/**
 * Adds a country list to the plain telephone field, and formats the number while the candidate types.
 * `react-phone-number-input` formats the number by its country's pattern once the pattern has loaded.
 */
export function PhoneControl({ input, home, language, error, setWrong, texts }: PhoneControlProps) {
  useState(() => addStyles(phoneControl));
  const [step, setStep] = useState<Step>({ digits: "", country: home, right: 0 });
  const formatted = useRef("");
  const editing = useRef<Promise<PhoneEditing>>();
  const country = shownCountry(step);
  const [hasCountryChanged, setHasCountryChanged] = useState(false);
  if (!hasCountryChanged && country !== home) setHasCountryChanged(true);

  const places = country ? 0 : UNKNOWN_PLACES - step.digits.length + 1;
  useEffect(() => {
    const render = (next: Step) => {
      flushSync(() => setStep({ ...next }));
      return displayNumber(formatted.current || next.digits);
    };
    // React empties the reference if it removes the form before the editing starts.
    const field = input.current;
    // `flushSync` can't render while React runs effects.
    const started = Promise.resolve().then(() =>
      editPhone(field, { home, texts, render, setWrong }),
    );
    editing.current = started;
    return () => void started.then(({ stop }) => stop());
  }, [input, home, texts, setWrong]);

  return (
    <>
      <CountrySelect
        country={country}
        home={home}
        language={language}
        hasNumber={step.digits !== ""}
        onChoose={(chosen) => void editing.current?.then(({ choose }) => choose(chosen))}
        texts={texts}
      />
      <PhoneInput
        // The library renders a changed value late. A new instance renders the value at once.
        key={step.digits}
        value={step.digits.length > 1 ? step.digits : ""}
        onChange={() => undefined} // The candidate edits the page's field.
        metadata={metadata}
        smartCaret={false} // `smartCaret` needs an input that the library renders.
        inputComponent={FormattedNumber}
        onFormat={(text: string) => (formatted.current = text)}
      />
      {places > 0 && (
        <p className="phone-places" aria-hidden="true">
          <span>{step.digits}</span>
          {"·".repeat(places)}
        </p>
      )}
      <p className="field-warning" role="status">
        {step.note && <span key={step.note.text}>{fill(texts[step.note.text], step.note)}</span>}
      </p>
      <p className="visually-hidden" role="status">
        {hasCountryChanged && country && (
          <span
            key={country}
          >{`${countryName(country, language)} +${countryDialCode(country)}`}</span>
        )}
        {error !== undefined && <span key={error}>{error}</span>}
      </p>
    </>
  );
}

interface FormattedNumberProps {
  value?: string;
  onFormat?: (number: string) => void;
}

/** Replaces the library's input, because the page's own field shows the number. */
function FormattedNumber({ value = "", onFormat }: FormattedNumberProps) {
  useLayoutEffect(() => {
    onFormat?.(value);
  });
  return <></>;
}
