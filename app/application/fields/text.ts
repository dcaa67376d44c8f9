import type { ReadResult } from "./read-result";

/** Characters that turn the reading direction: they make a text look like another one. */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;

/** Whether a text has no character that can be seen; then it counts as empty. */
export const isInvisible = (text: string): boolean =>
  /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);

/** A line of text as it is sent on. Control characters are removed: browsers let nobody enter one. */
export const singleLine = (text: string): string => trimVisible(text.replace(/\p{Cc}/gu, ""));

/** Several lines. A browser sends each line end as CR LF, and counts it as one character. */
export const multipleLines = (text: string): string =>
  trimVisible(text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, ""));

const trimVisible = (text: string): string =>
  isInvisible(text) ? "" : text.replace(OVERRIDES, "").trim();

/** The form of an e-mail address by which browsers judge one (HTML, "Valid e-mail address"). */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Reads an e-mail address. */
export function readEmail(text: string): ReadResult<string> {
  const email = singleLine(text);
  return EMAIL.test(email) ? { value: email } : { error: "error.field_email" };
}

/** A name with a dot in it, as those of all public sites have; an IPv4 address is one as well. */
const HOST = /^[^\s.@:/?#[\]\\%<>^|]+(?:\.[^\s.@:/?#[\]\\%<>^|]+)+$/;

/**
 * Reads the address of a page, with `http://` or `https://` in front of it or without. Nothing but
 * these two is taken, nor an address with a password in it.
 */
export function readUrl(text: string): ReadResult<string> {
  const typed = singleLine(text);
  const scheme = /^https?:\/\//i.exec(typed)?.[0] ?? "";
  const address = typed.slice(scheme.length);
  const [host = ""] = address.split(/[/?#]/, 1);
  const value = `${scheme.toLowerCase() || "https://"}${address}`;
  const isOne =
    !/\s/.test(address) && HOST.test(host.replace(/:\d{1,5}$/, "")) && URL.canParse(value);
  return isOne ? { value } : { error: "error.field_url" };
}
