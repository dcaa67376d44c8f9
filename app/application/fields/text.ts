import { removeOverrides } from "~/contract/text";
import { isInvisible } from "./invisible";
import type { ReadResult } from "./read-result";

/** Removes control characters, direction overrides and outer spaces. Returns "" if nothing visible is left. */
export const singleLine = (text: string): string => trimVisible(text.replace(/\p{Cc}/gu, ""));

/** Like `singleLine`, but keeps tabs and line breaks. Converts line breaks to LF. */
export const multipleLines = (text: string): string =>
  trimVisible(text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, ""));

const trimVisible = (text: string): string =>
  isInvisible(text) ? "" : removeOverrides(text).trim();

/** The pattern that browsers use (HTML, "Valid email address"). */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export const readEmail = (text: string): ReadResult<string> =>
  EMAIL.test(text) ? { value: text } : { error: "error.field_email" };

/** A host name with a dot, or an IPv4 address. */
const HOST = /^[^\s.@:/?#[\]\\%<>^|]+(?:\.[^\s.@:/?#[\]\\%<>^|]+)+$/;

/** Reads a URL. Adds `https://` if there is no scheme. Rejects other schemes, user names and passwords. */
export function readUrl(text: string): ReadResult<string> {
  const scheme = /^https?:\/\//i.exec(text)?.[0] ?? "";
  const rest = text.slice(scheme.length);
  const [host = ""] = rest.split(/[/?#]/, 1);
  const value = `${scheme.toLowerCase() || "https://"}${rest}`;
  const isValid = !/\s/.test(rest) && HOST.test(host.replace(/:\d{1,5}$/, "")) && canParse(value);
  return isValid ? { value } : { error: "error.field_url" };
}

/** Like `URL.canParse`, which Safari 16 lacks. */
function canParse(url: string): boolean {
  try {
    return Boolean(new URL(url));
  } catch {
    return false;
  }
}
