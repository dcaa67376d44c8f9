import { forwardRef, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { ReactNode, Ref } from "react";
import { flushSync } from "react-dom";
import PhoneInput from "react-phone-number-input/input-core";
import { fill } from "~/app/i18n/fill";
import { countryName } from "~/app/i18n/regions";
import { addStyles } from "~/app/ui/browser/add-styles";
import phoneControl from "~/app/ui/styles/phoneControl.generated.json";
import type { CountryChoice } from "./country-label";
import { CountrySelect } from "./country-select";
import { shownCountry, type Step } from "./edit";
import { countryDialCode, metadata, type Country } from "./numbering";
import { editPhone, type PhoneError } from "./phone-editing";
import { displayNumber } from "./phone-text";

export { addPlans } from "./numbering";

interface PhoneControlProps {
  name: string;
  /** The entered text. */
  value?: string | undefined;
  isOptional?: boolean | undefined;
  home: Country;
  language: string;
  texts: CountryChoice["texts"] & Record<PhoneError, string>;
  setWrong: (error: PhoneError | undefined) => void;
  /** The field's error message, which this component announces. */
  error?: string | undefined;
  /** Server only: the country in words. */
  children?: ReactNode;
  /** Server only: attributes of the plain field. */
  described?: object;
}

/** Length of the default mask, for an unknown country (specification, section 9). */
const UNKNOWN_PLACES = 12;

/** A telephone number with a country list. On the server, and until its script has hydrated it, a plain field. */
export function PhoneControl(props: PhoneControlProps) {
  const { name, value, isOptional, home, language, texts, setWrong, error } = props;
  const input = useRef<HTMLInputElement>(null);
  const library = useRef<LibraryProps>(null);
  const choose = useRef<ReturnType<typeof editPhone>>();
  /** The number in E.164 format. */
  const [number, setNumber] = useState<string>();
  /** Undefined while the field is plain. */
  const [step, setStep] = useState<Step>();
  const country = step && shownCountry(step);
  const [hasCountryChanged, setHasCountryChanged] = useState(false);
  if (!hasCountryChanged && country && country !== home) setHasCountryChanged(true);
  const places = country || !step ? 0 : UNKNOWN_PLACES - step.digits.length + 1;

  useEffect(() => {
    let entered = "";
    const render = (next: Step) => {
      flushSync(() => {
        setStep({ ...next });
        if (next.digits !== entered) library.current?.onChange({ target: { value: next.digits } });
        entered = next.digits;
      });
      return displayNumber(library.current?.value ?? "");
    };
    const end = new AbortController();
    // Start after `hydrateIsland` has restored the entered text.
    queueMicrotask(() => {
      if (!input.current) return;
      addStyles(phoneControl);
      const options = { home, texts, render, setWrong, signal: end.signal };
      choose.current = editPhone(input.current, options);
    });
    return () => end.abort();
  }, [home, texts, setWrong]);

  return (
    <>
      {step ? (
        <CountrySelect
          country={country}
          home={home}
          language={language}
          hasNumber={step.digits !== ""}
          onChoose={(chosen) => choose.current?.(chosen)}
          texts={texts}
        />
      ) : (
        // Focusable, so that the country list can open if this text was clicked.
        <p
          className="phone-country"
          id="phone-country"
          tabIndex={-1}
          suppressHydrationWarning
          dangerouslySetInnerHTML={props.children ? undefined : { __html: "" }}
        >
          {props.children}
        </p>
      )}
      {places > 0 && (
        <p className="phone-places" aria-hidden="true">
          <span>{step?.digits}</span>
          {"·".repeat(places)}
        </p>
      )}
      {step && (
        <>
          <p className="field-warning" role="status">
            {step.note && fill(texts[step.note.text], step.note)}
          </p>
          <p className="visually-hidden" role="status">
            {hasCountryChanged &&
              country &&
              `${countryName(country, language)} +${countryDialCode(country)}`}{" "}
            {error}
          </p>
        </>
      )}
      <PhoneInput
        ref={input}
        id={name}
        name={name}
        required={!isOptional}
        enterKeyHint="next"
        {...(number !== undefined && { value: number })}
        onChange={setNumber}
        metadata={metadata}
        smartCaret={false} // `smartCaret` needs key codes, which many keyboards don't send.
        inputComponent={NumberInput}
        text={value}
        library={library}
        {...props.described}
      />
    </>
  );
}

/** The library's properties of its input: the formatted number, and a function that takes the digits. */
interface LibraryProps {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/**
 * The library's input. Like every field of the form, it's uncontrolled: React would overwrite text that is being
 * composed, and text from before hydration.
 */
const NumberInput = forwardRef<
  HTMLInputElement,
  Partial<LibraryProps> & { text?: string; library?: Ref<LibraryProps> }
>(({ value = "", onChange = () => undefined, text, library, ...attributes }, ref) => {
  useImperativeHandle(library, () => ({ value, onChange }));
  // The library's `onKeyDown` would keep the plus.
  return <input {...attributes} ref={ref} defaultValue={text} onKeyDown={undefined} />;
});
