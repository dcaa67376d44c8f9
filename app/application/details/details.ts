import { readItem, writeItem } from "~/app/ui/browser/local-storage";
import { DETAIL_FIELDS, DETAILS_KEY, type Details } from "./sent-details";

const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000;

/** Returns stored details, or undefined if they are expired or malformed. @throws if `text` isn't JSON */
export function parseDetails(text: string, now: number): Details | undefined {
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== "object" || stored === null || !("at" in stored)) return undefined;
  const { at } = stored;
  if (typeof at !== "number" || at > now || now - at >= MAX_AGE_MS) return undefined;
  const texts = new Map<string, unknown>(Object.entries(stored));
  const details: Details = {};
  for (const name of DETAIL_FIELDS) {
    const text = texts.get(name);
    if (typeof text === "string" && text !== "") details[name] = text;
  }
  return Object.keys(details).length > 0 ? details : undefined;
}

/** Reads the stored details. Deletes details that are expired or malformed. */
export function readDetails(): Details | undefined {
  try {
    const details = parseDetails(readItem(DETAILS_KEY) ?? "", Date.now());
    if (details) return details;
  } catch {
    // Nothing is stored, or the text isn't JSON.
  }
  forgetDetails();
  return undefined;
}

export const forgetDetails = (): void => writeItem(DETAILS_KEY);

/** Initials such as `A. G.`, which help candidates recognize their details. */
export const formatInitials = ({ first_name = "", last_name = "" }: Details): string =>
  [first_name, last_name]
    .flatMap((name) => [...name.trim()].slice(0, 1))
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(" ");
