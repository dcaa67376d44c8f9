import { useRef, useState, type ComponentType } from "react";
import PhoneInput from "react-phone-number-input/input";
import { fill } from "../../i18n/fill";
import { dialCodeOf, type Country } from "./country";
import { countryName } from "./country-list";
import { CountrySelect } from "./country-select";
import { startOf, type Note } from "./edit";
import type { PhoneEditing } from "./phone-editing";
import { PhoneNumber, type PhoneNumberProps } from "./phone-number";
import type { PhoneTexts } from "./texts";

/** The library's types know only fields without properties of their own. */
const PhoneHolder = PhoneInput as unknown as ComponentType<
  Omit<PhoneNumberProps, "value" | "onChange"> & {
    inputComponent: typeof PhoneNumber;
    /** Its own caret needs a field of its own. */
    smartCaret: false;
    /** E.164, as far as it has got. */
    value: string | undefined;
    onChange: (value: string | undefined) => void;
  }
>;

interface PhoneControlProps {
  /** The plain field: it stays, and is given a country and a pattern. */
  field: HTMLInputElement;
  /** The position's country. */
  home: Country;
  /** A BCP 47 tag. */
  language: string;
  /** Whether what stands in the field is called wrong; that is said to screen readers here. */
  isCalledWrong: boolean;
  /** Is told whether what was left in the field is to be called wrong. */
  onJudge: (isWrong: boolean) => void;
  texts: PhoneTexts;
}

/**
 * What scripts make of the plain telephone field: a country to choose, and a number that is written
 * as it is typed. `react-phone-number-input` holds the number and writes it by its country's
 * pattern; what it lacks (undo, the caret on every keyboard, reading whatever is pasted, a list of
 * countries that is a listbox) is beside it.
 */
export function PhoneControl(props: PhoneControlProps) {
  const { field, home, language, isCalledWrong, onJudge, texts } = props;
  const [start] = useState(() => startOf(field.value, home));
  const [number, setNumber] = useState(start.digits.length > 1 ? start.digits : undefined);
  const [country, setCountry] = useState(start.country);
  const [hasCountryChanged, setHasCountryChanged] = useState(false);
  const [note, setNote] = useState<Note>();
  const editing = useRef<PhoneEditing>(null);

  const changeCountry = (next: Country | undefined) => {
    setCountry(next);
    if (next !== country) setHasCountryChanged(true);
  };

  return (
    <>
      <CountrySelect
        country={country}
        home={home}
        language={language}
        onChoose={(chosen) => editing.current?.choose(chosen)}
        texts={texts}
      />
      <PhoneHolder
        inputComponent={PhoneNumber}
        smartCaret={false}
        value={number}
        onChange={setNumber}
        field={field}
        home={home}
        message={texts["error.phone"]}
        isCountryKnown={country !== undefined}
        onCountry={changeCountry}
        onJudge={onJudge}
        onNote={setNote}
        editing={editing}
      />
      <p className="field-warning" role="status">
        {note && <span key={note.type}>{noteText(note, texts)}</span>}
      </p>
      <p className="visually-hidden" role="status">
        {hasCountryChanged && country && (
          <span key={country}>{`${countryName(country, language)} +${dialCodeOf(country)}`}</span>
        )}
        {isCalledWrong && <span key="wrong">{texts["error.phone_inline"]}</span>}
      </p>
    </>
  );
}

function noteText(note: Note, texts: PhoneTexts): string {
  return note.type === "no-number"
    ? texts["phone.no_number"]
    : fill(texts["phone.extension"], { extension: note.extension });
}
