import { z } from "zod";
import {
  EMPLOYMENT_TYPES,
  HONOURED,
  TAKEN,
  UNITS,
  WORKPLACES,
  type Facts,
  type Notice,
  type Pay,
  type Place,
} from "./fact-format.server";
import type { LeaveOut } from "./field-parts.server";
import { country, isoDate, present, text, yesOrNo } from "./fields.server";

/** Most entries of a list, and most characters of a line and of a notice. */
const MOST = { places: 20, countries: 250, notices: 10, words: 20, line: 200, notice: 2000 };

const line = text.max(MOST.line);

/** A date, perhaps with a time, whose day exists by itself. */
const date = isoDate.refine((value) => !Number.isNaN(Date.parse(value.slice(0, 10))));

/** A word of a list, in any case and with spaces or hyphens in it. */
const oneOf = <const W extends string>(words: readonly W[], toWord: (given: string) => string) =>
  z
    .string()
    .transform((given) => toWord(given.trim().replace(/[\s-]+/g, "_")))
    .pipe(z.enum(words));

const toLower = (word: string) => word.toLowerCase();
const employmentType = oneOf(EMPLOYMENT_TYPES, (word) => word.toUpperCase());
const workplace = oneOf(WORKPLACES, (word) => word.toLowerCase().replaceAll("_", ""));
const unit = oneOf(UNITS, toLower);
const taken = oneOf(TAKEN, toLower);
const honoured = oneOf(HONOURED, (word) => word.toLowerCase().replaceAll("_", "-"));

const amount = z.preprocess(
  (given) =>
    typeof given === "string" && /^\d+(\.\d+)?$/.test(given.trim()) ? Number(given) : given,
  z.number().min(0).max(1e12),
);
const currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/);

const languageTag = z
  .string()
  .trim()
  .transform((tag) => tag.replaceAll("_", "-"))
  .pipe(
    z
      .string()
      .max(35)
      .regex(/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i),
  );

const identifier = z.union([line, z.number().transform(String)]);

const webAddress = z
  .string()
  .trim()
  .max(2000)
  .refine((address) => /^https?:\/\//i.test(address) && URL.canParse(address))
  .transform((address) => new URL(address).href);

/** What is read of an object's parts: those that are malformed are left out singly. */
const loose = z.record(z.string(), z.unknown());

/**
 * Reads the facts that a position, or an item of the list, has (design, section 4b). Never throws.
 *
 * @param given the platform's answer. `closes_at`, `workplace` and `pay` win over `valid_through`,
 *   `remote` and `salary`
 * @returns besides, what was left out, for the log: places and reasons, no texts
 */
export function readFacts(given: Record<string, unknown>): { facts: Facts; leftOut: string[] } {
  const leftOut: string[] = [];
  const leaveOut: LeaveOut = (what) => void leftOut.push(what);
  const part = <T>(name: string, schema: z.ZodType<T>) =>
    partOf(given, name, name, schema, leaveOut);
  const list = <T>(name: string, most: number, read: ReadItem<T>) =>
    listOf(name, given[name], most, read, leaveOut);
  const wordsOf =
    <T>(schema: z.ZodType<T>): ReadItem<T> =>
    (item, at) =>
      partOf({ item }, "item", at, schema, leaveOut);
  const facts = {
    publishedAt: part("published_at", date),
    closesAt: part("closes_at", date) ?? part("valid_through", date),
    employmentTypes: list("employment_type", MOST.words, wordsOf(employmentType)),
    workplace: part("workplace", workplace) ?? (part("remote", yesOrNo) ? "remote" : undefined),
    places: list("places", MOST.places, (item, at) => placeOf(item, at, leaveOut)),
    remoteCountries: list("remote_countries", MOST.countries, wordsOf(country)),
    pay: payOf(given.pay, leaveOut) ?? salaryOf(part("salary", line)),
    department: part("department", line),
    language: part("language", languageTag),
    identifier: part("identifier", identifier),
    notices: list("notices", MOST.notices, (item, at) => noticeOf(item, at, leaveOut)),
    talksBack: part("talks_back", yesOrNo) === true ? true : undefined,
    takes: list("takes", MOST.words, wordsOf(taken)),
    honoursKeys: list("honours", MOST.words, wordsOf(honoured)) ? true : undefined,
  } as const;
  return { facts: present(facts), leftOut };
}

/** Says in the log what was left out of facts: at most five places. */
export function logLeftOut(leftOut: readonly string[]): void {
  if (leftOut.length === 0) return;
  const [lines, rest] = [leftOut.slice(0, 5).join("; "), leftOut.length - 5];
  console.warn(`A position's facts: left out ${lines}${rest > 0 ? `; and ${rest} more` : ""}`);
}

function partOf<T>(
  from: Record<string, unknown>,
  name: string,
  at: string,
  schema: z.ZodType<T>,
  leaveOut: LeaveOut,
): T | undefined {
  const value = from[name];
  if (value === undefined || value === null || value === "") return undefined;
  const read = schema.safeParse(value);
  if (!read.success) leaveOut(`${at} is malformed`);
  return read.data;
}

/** Reads one item, which stands at `at`; undefined where nothing of it can be used. */
type ReadItem<T> = (item: unknown, at: string) => T | undefined;

/** A list, each entry once; a single entry may stand without its list. Undefined where it has none. */
function listOf<T>(
  name: string,
  given: unknown,
  most: number,
  read: ReadItem<T>,
  leaveOut: LeaveOut,
): T[] | undefined {
  if (given === undefined || given === null || given === "") return undefined;
  const all: unknown[] = Array.isArray(given) ? given : [given];
  if (all.length > most) leaveOut(`${name} has more than ${most}`);
  const items = new Map<string, T>();
  for (const [index, one] of all.slice(0, most).entries()) {
    const item = read(one, `${name}.${index}`);
    if (item !== undefined) items.set(JSON.stringify(item), item);
  }
  return items.size > 0 ? [...items.values()] : undefined;
}

function placeOf(given: unknown, at: string, leaveOut: LeaveOut): Place | undefined {
  const raw = loose.safeParse(given).data;
  const part = (name: string, schema: z.ZodType<string> = line) =>
    raw && partOf(raw, name, `${at}.${name}`, schema, leaveOut);
  const place = present({
    street: part("street"),
    city: part("city"),
    region: part("region"),
    postalCode: part("postal_code"),
    country: part("country", country),
  });
  if (Object.keys(place).length > 0) return place;
  leaveOut(`${at} is malformed`);
  return undefined;
}

function noticeOf(given: unknown, at: string, leaveOut: LeaveOut): Notice | undefined {
  const raw = loose.safeParse(given).data ?? {};
  const part = (name: string, schema: z.ZodType<string>) =>
    partOf(raw, name, `${at}.${name}`, schema, leaveOut);
  const words = part("text", text.max(MOST.notice));
  if (words !== undefined) {
    return present({ kind: part("kind", line), text: words, url: part("url", webAddress) });
  }
  leaveOut(`${at} has no text`);
  return undefined;
}

/** Pay that can be said: numbers with a currency, or a text. */
function payOf(given: unknown, leaveOut: LeaveOut): Pay | undefined {
  if (given === undefined || given === null) return undefined;
  const raw = loose.safeParse(given).data ?? {};
  const part = <T>(name: string, schema: z.ZodType<T>) =>
    partOf(raw, name, `pay.${name}`, schema, leaveOut);
  const [min, max, money] = [part("min", amount), part("max", amount), part("currency", currency)];
  const said = part("text", line);
  const isRange = min === undefined || max === undefined || min <= max;
  const isMoney = money !== undefined && isRange && (min ?? max) !== undefined;
  if (!isMoney && (min ?? max) !== undefined) {
    leaveOut(isRange ? "pay has no currency" : "pay.min is above pay.max");
  }
  if (isMoney) {
    return present({ min, max, currency: money, unit: part("unit", unit), text: said });
  }
  if (said !== undefined) return { text: said };
  leaveOut("pay says nothing");
  return undefined;
}

/** Pay of which only a text is known. */
const salaryOf = (salary: string | undefined): Pay | undefined =>
  salary === undefined ? undefined : { text: salary };
