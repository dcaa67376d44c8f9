import { useRef, useState, type ComponentType } from "react";
import PhoneInput from "react-phone-number-input/input-core";
import { fill } from "../../i18n/fill";
import { addStyles } from "../../ui/browser/add-styles";
import phoneControl from "../../ui/styles/phoneControl.generated.json";
import { dialCodeOf, type Country } from "./country";
import { countryName, likelyCountries } from "./country-name";
import { CountrySelect } from "./country-select";
import { startOf, type Note } from "./edit";
import { metadata } from "./numbering";
import type { PhoneEditing } from "./phone-editing";
import { PhoneNumber, type PhoneNumberProps } from "./phone-number";
import type { PhoneTexts } from "./texts";

export { startNumbering } from "./numbering";

/** The library's types do not know that a field may have more properties. */
const PhoneHolder = PhoneInput as unknown as ComponentType<
  Omit<PhoneNumberProps, "value" | "onChange"> & {
    inputComponent: typeof PhoneNumber;
    /** The library's handling of the caret needs a field that it draws itself. */
    smartCaret: false;
    metadata: typeof metadata;
    /** E.164, as far as it has been typed. */
    value: string | undefined;
    onChange: (value: string | undefined) => void;
  }
>;

interface PhoneControlProps {
  /** The field of the page, which stays in place. */
  input: { readonly current: HTMLInputElement };
  /** The position's country. */
  home: Country;
  /** A BCP 47 tag. */
  language: string;
  /** What the field is called wrong with; this component tells screen readers. */
  fault: string | undefined;
  /** Is told whether the field must be marked as wrong. */
  onJudge: (isWrong: boolean) => void;
  texts: PhoneTexts;
}

/**
 * Adds to the plain telephone field a country to choose, and formats the number while it is typed.
 * `react-phone-number-input` holds the number and formats it by its country's pattern, as soon as that is
 * here (`numbering.ts`). This folder
 * adds what the library lacks: undo, the caret, reading whatever is pasted, an accessible list.
 */
export function PhoneControl(props: PhoneControlProps) {
  useState(() => addStyles(phoneControl));
  const { input, home, language, fault, onJudge, texts } = props;
  const [field] = useState(() => input.current);
  const [start] = useState(() => startOf(field.value, home));
  const [likely] = useState(() => likelyCountries(home, navigator.languages, language));
  const [number, setNumber] = useState(start.digits.length > 1 ? start.digits : undefined);
  // An object for each drawing: the pattern may have come to a number that has not changed.
  const [{ country }, setCountry] = useState({ country: start.country });
  const [hasCountryChanged, setHasCountryChanged] = useState(false);
  const [note, setNote] = useState<Note>();
  const editing = useRef<PhoneEditing>(null);

  const changeCountry = (next: Country | undefined) => {
    setCountry({ country: next });
    if (next !== country) setHasCountryChanged(true);
  };

  return (
    <>
      <CountrySelect
        country={country}
        likely={likely}
        language={language}
        hasNumber={number !== undefined}
        onChoose={(chosen) => editing.current?.choose(chosen)}
        texts={texts}
      />
      <PhoneHolder
        inputComponent={PhoneNumber}
        smartCaret={false}
        metadata={metadata}
        value={number}
        onChange={setNumber}
        field={field}
        home={home}
        likely={likely}
        message={texts["error.phone"]}
        isCountryKnown={country !== undefined}
        onCountry={changeCountry}
        onJudge={onJudge}
        onNote={setNote}
        editing={editing}
      />
      <p className="field-warning" role="status">
        {note && <span key={note.text}>{noteText(note, language, texts)}</span>}
      </p>
      <p className="visually-hidden" role="status">
        {hasCountryChanged && country && (
          <span key={country}>{`${countryName(country, language)} +${dialCodeOf(country)}`}</span>
        )}
        {fault !== undefined && <span key={fault}>{fault}</span>}
      </p>
    </>
  );
}

function noteText({ text, ...values }: Note, language: string, texts: PhoneTexts): string {
  const country = "country" in values && { country: countryName(values.country, language) };
  return fill(texts[text], { ...values, ...country });
}
