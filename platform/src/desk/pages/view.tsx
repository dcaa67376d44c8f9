/** @jsxImportSource hono/jsx */
import { useRequestContext } from "hono/jsx-renderer";
import type { Texts } from "../texts";
import type { Person } from "../visitor";

/** The data about a request that pages use. */
export interface View {
  texts: Texts;
  /** CSP nonce of the page's <style>. */
  nonce: string;
  /** Undefined if the visitor is not signed in. */
  person?: Person;
  /** The visitor's time zone, such as `Europe/Madrid`. */
  timeZone: string;
  /** Why the sent form was not accepted. */
  error?: string;
}

export const useRequest = () => useRequestContext<{ Variables: View }>();
export const useDesk = (): View => useRequest().var;

interface TimeProps {
  iso: string;
  before?: string;
  after?: string;
}

/** Shows a stored time (ISO, UTC) in the visitor's time zone, between two texts. */
export const Time = ({ iso, before, after }: TimeProps) => (
  <>
    {before}
    <time datetime={iso}>{formatTime(iso, useDesk())}</time>
    {after}
  </>
);

export function formatTime(iso: string, { texts, timeZone }: View): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const time = { hour: "2-digit", minute: "2-digit", timeZone, timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat(localeOf(texts), { ...DAY, ...time }).format(at);
}

/** Formats a day, such as `2026-11-30`. */
export const formatDay = (day: string, texts: Texts): string =>
  new Intl.DateTimeFormat(localeOf(texts), { ...DAY, timeZone: "UTC" }).format(Date.parse(day));

const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
const localeOf = ({ lang }: Texts) => (lang === "es" ? "es" : "en-GB");

/** Formats `who` of a log entry. A date is the day on which a nameless sign-in code was created. */
export const formatName = (who: string, { codeFrom }: Texts): string =>
  /^\d{4}-\d\d-\d\d$/.test(who) ? codeFrom(who) : who;

export const dotted = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(" · ");
