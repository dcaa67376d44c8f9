import { formatIncompletePhoneNumber } from "libphonenumber-js/min";
import { readMarks } from "./phone-edits";
import { caretAt, isBehindGap } from "../../app/application/phone/caret";
import { guessCountry, type Country } from "../../app/application/phone/country";
import { edited, type Change, type Entry } from "../../app/application/phone/edit";
import { shownPhone, significant } from "../../app/application/phone/phone-text";

/** What a browser does to the text at a key, before our code reads it. */
const KEYS = {
  Backspace: ({ text, start, end }: ReturnType<typeof readMarks>): Change => {
    const from = start === end ? Math.max(0, start - 1) : start;
    const after = text.slice(0, from) + text.slice(end);
    return { before: text, start, after, caret: from, deletes: "backward" };
  },
  Delete: ({ text, start, end }: ReturnType<typeof readMarks>): Change => {
    const after = text.slice(0, start) + text.slice(start === end ? end + 1 : end);
    return { before: text, start, after, caret: start, deletes: "forward" };
  },
};

/** The field after a key (`Backspace`, `Delete`), or after a text was typed or pasted. */
export function after(field: string, key: string, country: Country | null = "ES") {
  const { entry, ...seen } = pressed(
    field,
    key,
    { country: country ?? undefined },
    country ?? "ES",
  );
  return { ...seen, country: entry.country };
}

/** The field after keys, one by one: a text of digits is typed digit by digit. */
export function afterKeys(field: string, keys: string[], country: Country): string {
  const start = { country: guessCountry(significant(readMarks(field).text), country) };
  let state = { field, entry: start as Omit<Entry, "digits"> };
  for (const key of keys.flatMap((one) => (/^[+\d]+$/.test(one) ? [...one] : one))) {
    state = pressed(state.field, key, state.entry, country);
  }
  return state.field;
}

function pressed(field: string, key: string, from: Omit<Entry, "digits">, home: Country) {
  const { text, start, end } = readMarks(field);
  const change =
    key in KEYS
      ? KEYS[key as keyof typeof KEYS]({ text, start, end })
      : {
          before: text,
          start,
          after: text.slice(0, start) + key + text.slice(end),
          caret: start + key.length,
        };
  const { right, note, ...entry } = edited({ ...from, digits: significant(text) }, change, home);
  const shown = shownPhone(formatIncompletePhoneNumber(entry.digits));
  const skipsGap = change.deletes !== undefined && isBehindGap(change.after, change.caret);
  const caret = caretAt(shown, right, skipsGap);
  return { field: `${shown.slice(0, caret)}|${shown.slice(caret)}`, entry, note };
}
