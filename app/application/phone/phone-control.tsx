import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from "react";
import PhoneInput from "react-phone-number-input/input-core";
import { fill } from "~/app/i18n/fill";
import { addStyles } from "~/app/ui/browser/add-styles";
import { ListboxButton } from "~/app/ui/browser/listbox-button";
import { nextTask } from "~/app/ui/browser/next-task";
import phoneControl from "~/app/ui/styles/phoneControl.generated.json";
import { nameCountry, type NamedCountry } from "./country";
import type { CountryChoice } from "./country-listbox";
import { shownCountry, type Step } from "./edit";
import { metadata } from "./numbering";
import { editPhone, type Field, type PhoneError } from "./phone-editing";

export { addPlans } from "./numbering";

interface PhoneControlProps extends Pick<CountryChoice, "home" | "language"> {
  name: string;
  value?: string | undefined;
  isOptional?: boolean | undefined;
  texts: CountryChoice["texts"] & Record<PhoneError, string>;
  setWrong: (error: PhoneError | undefined) => void;
  /** The field's error message, which this component announces. */
  error?: string | undefined;
  /** Server only: the country's name as text. */
  children?: ReactNode;
  /** Server only: attributes of the plain field. */
  described?: object;
}

/** Length of the default mask, for an unknown country (specification, section 9). */
const UNKNOWN_PLACES = 12;

/** If loading fails, the candidate can still type a plus and the dial code. */
const loadList = () =>
  import("./country-listbox").then(({ CountryListbox }) => CountryListbox).catch(() => undefined);

const showCountry = ({ code, name, dialCode }: NamedCountry, hasNumber = false) => (
  <>
    <span className="phone-code" aria-hidden="true">
      {code}
    </span>
    <span className="phone-country-name">{name}</span>
    <span className={hasNumber ? "visually-hidden" : "phone-dial-code"}>{`+${dialCode}`}</span>
  </>
);

/** A telephone number with a country list. On the server, and until its script has hydrated it, a plain field. */
export function PhoneControl(props: PhoneControlProps) {
  const { name, value, isOptional, setWrong, error, children, described, ...choice } = props;
  const { home, language, texts } = choice;
  const field = useRef<Field>(null);
  const choose = useRef<CountryChoice["onChoose"]>();
  const onChoose: CountryChoice["onChoose"] = (chosen) => choose.current?.(chosen);
  /** The number in E.164 format. */
  const [number, setNumber] = useState<string>();
  /** Undefined while the field is plain. */
  const [step, setStep] = useState<Step>();
  const code = step && shownCountry(step);
  const country = code && nameCountry(code, language);
  const [hasCountryChanged, setHasCountryChanged] = useState(false);
  if (!hasCountryChanged && code && code !== home) setHasCountryChanged(true);
  const places = country || !step ? 0 : UNKNOWN_PLACES - step.digits.length + 1;

  useEffect(() => {
    const end = new AbortController();
    // Start after `hydrateIsland` has restored the entered text, and not in one long task with it.
    void nextTask().then(() => {
      if (!field.current?.input) return;
      addStyles(phoneControl);
      const options = { field, home, texts, setStep, setWrong, signal: end.signal };
      choose.current = editPhone(field.current.input, options);
    });
    return () => end.abort();
  }, [home, texts, setWrong]);

  return (
    <>
      {step ? (
        <>
          <ListboxButton
            className="phone-country"
            load={loadList}
            list={{ ...choice, country, onChoose, children: showCountry }}
            // Whether the plain country was clicked and still has the focus.
            isOpen={document.activeElement?.id === "phone-country"}
          >
            <span className="visually-hidden">{texts["phone.country"]}: </span>
            {country ? (
              showCountry(country, step.digits !== "")
            ) : (
              <span className="phone-country-name">{texts["phone.country_unknown"]}</span>
            )}
          </ListboxButton>
          {places > 0 && (
            <p className="phone-places" aria-hidden="true">
              <span>{step.digits}</span>
              {"·".repeat(places)}
            </p>
          )}
          <p className="field-warning" role="status">
            {step.note && fill(texts[step.note.text], step.note)}
          </p>
          <p className="visually-hidden" role="status">
            {hasCountryChanged && country && `${country.name} +${country.dialCode}`} {error}
          </p>
        </>
      ) : (
        // Focusable, so that the country list can open if this text was clicked.
        <p
          className="phone-country"
          id="phone-country"
          tabIndex={-1}
          suppressHydrationWarning
          dangerouslySetInnerHTML={children ? undefined : { __html: "" }}
        >
          {children}
        </p>
      )}
      <PhoneInput
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
        field={field}
        {...described}
      />
    </>
  );
}

/**
 * The library's input. Like every field of the form, it's uncontrolled: React would overwrite text that is being
 * composed, and text from before hydration.
 */
function NumberInput(props: Partial<Field> & { text?: string; field?: Ref<Field> }) {
  const { value = "", onChange = () => undefined, text, field, ...attributes } = props;
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(field, () => ({ input: input.current, value, onChange }));
  // The library's `onKeyDown` would keep the plus.
  return <input {...attributes} ref={input} defaultValue={text} onKeyDown={undefined} />;
}
