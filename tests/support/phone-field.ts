import { formatIncompletePhoneNumber } from "libphonenumber-js/min";
import { readMarks } from "./phone-edits";
import { caretAt, isBehindGap } from "../../app/application/phone/caret";
import type { Country } from "../../app/application/phone/country";
import { edited, type Change } from "../../app/application/phone/edit";
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
  const entry = { digits: significant(text), country: country ?? undefined };
  const { digits, right, country: next, note } = edited(entry, change, country ?? "ES");
  const shown = shownPhone(formatIncompletePhoneNumber(digits));
  const skipsGap = change.deletes !== undefined && isBehindGap(change.after, change.caret);
  const caret = caretAt(shown, right, skipsGap);
  return { field: `${shown.slice(0, caret)}|${shown.slice(caret)}`, country: next, note };
}
