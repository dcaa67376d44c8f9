import { useEffect, useLayoutEffect, useRef, type ChangeEvent, type MutableRefObject } from "react";
import { flushSync } from "react-dom";
import type { Country } from "./country";
import type { Note } from "./edit";
import { editPhone, type PhoneEditing } from "./phone-editing";
import { shownPhone, significant } from "./phone-text";

export interface PhoneNumberProps {
  /** The number as `react-phone-number-input` writes it. */
  value: string;
  /** Tells the library the number, in any shape. */
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  /** The field of the page, which shows the number. */
  field: HTMLInputElement;
  home: Country;
  likely: readonly Country[];
  message: string;
  isCountryKnown: boolean;
  onCountry: (country: Country | undefined) => void;
  onJudge: (isWrong: boolean) => void;
  onNote: (note: Note | undefined) => void;
  /** Receives the editing of the field, while it is on. */
  editing: MutableRefObject<PhoneEditing | null>;
}

/** Digits of a number whose country is unknown (specification, section 9: the default mask). */
const UNKNOWN_PLACES = 12;

/**
 * Shows the number of `react-phone-number-input` in the field that the page came with, in place of a
 * field that the library would draw. It draws only dots for the missing digits of a number whose
 * country is unknown.
 */
export function PhoneNumber(props: PhoneNumberProps) {
  const { value, field, home, likely, message, isCountryKnown, editing } = props;
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    let isOver = false;
    const start = () => {
      if (isOver) return;
      editing.current = editPhone(field, {
        home,
        likely,
        message,
        view: {
          draw: ({ digits, country }) => {
            flushSync(() => {
              latest.current.onCountry(country);
              if (significant(latest.current.value) !== digits) {
                // The library reads only this part of the event.
                latest.current.onChange({
                  target: { value: digits },
                } as ChangeEvent<HTMLInputElement>);
              }
            });
            return shownPhone(latest.current.value);
          },
          judge: (isWrong) => latest.current.onJudge(isWrong),
          say: (note) => latest.current.onNote(note),
        },
      });
    };
    // While React runs effects, `flushSync` cannot draw.
    queueMicrotask(start);
    return () => {
      isOver = true;
      editing.current?.stop();
      editing.current = null;
    };
  }, [field, home, likely, message, editing]);

  const places = UNKNOWN_PLACES - significant(value).length + 1;
  if (isCountryKnown || places <= 0) return null;
  return (
    <p className="phone-places" aria-hidden="true">
      <span>{shownPhone(value)}</span>
      {"·".repeat(places)}
    </p>
  );
}
