import { formatIncompletePhoneNumber } from "libphonenumber-js/min";
import { parseMarked } from "./phone-edits";
import { guessCountry } from "~/app/application/phone/country";
import { applyEdit, shownCountry, type Edit, type Entry } from "~/app/application/phone/edit";
import type { Country } from "~/app/application/phone/numbering";
import { caretPosition, displayNumber, phoneDigits } from "~/app/application/phone/phone-text";

type Marked = ReturnType<typeof parseMarked>;

/** The edits that a browser makes for these keys, before the app formats the number. */
const KEYS = {
  Backspace: ({ text, start, end }: Marked): Edit => {
    const from = start === end ? Math.max(0, start - 1) : start;
    const after = text.slice(0, from) + text.slice(end);
    return { inputType: "deleteContentBackward", before: { text, start }, after, caret: from };
  },
  Delete: ({ text, start, end }: Marked): Edit => {
    const after = text.slice(0, start) + text.slice(start === end ? end + 1 : end);
    return { inputType: "deleteContentForward", before: { text, start }, after, caret: start };
  },
};

/** Returns the field after `Backspace`, `Delete`, or a typed or pasted text. */
export function pressKey(field: string, key: string, country: Country = "ES") {
  const { entry, ...seen } = applyKey(field, key, { country });
  return { ...seen, country: shownCountry(entry) };
}

/** Returns the field after several keys. Digits are typed one by one. */
export function pressKeys(field: string, keys: string[], country: Country): string {
  const start = { country: guessCountry(phoneDigits(parseMarked(field).text), country) };
  let state = { field, entry: start as Omit<Entry, "digits"> };
  for (const key of keys.flatMap((text) => (/^[+\d]+$/.test(text) ? [...text] : text))) {
    state = applyKey(state.field, key, state.entry);
  }
  return state.field;
}

function applyKey(field: string, key: string, from: Omit<Entry, "digits">) {
  const { text, start, end } = parseMarked(field);
  const edit =
    key in KEYS
      ? KEYS[key as keyof typeof KEYS]({ text, start, end })
      : {
          inputType: "insertText",
          before: { text, start },
          after: text.slice(0, start) + key + text.slice(end),
          caret: start + key.length,
        };
  const { right, note, ...entry } = applyEdit({ ...from, digits: phoneDigits(text) }, edit);
  const shown = displayNumber(formatIncompletePhoneNumber(entry.digits));
  const caret = caretPosition(shown, right);
  return { field: `${shown.slice(0, caret)}|${shown.slice(caret)}`, entry, note };
}
