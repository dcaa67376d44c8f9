import {
  FALLBACK_LANGUAGE,
  matchLanguage,
  LANGUAGE_TAG,
  LANGUAGES,
  STANDARD_LANGUAGES,
  type Language,
} from "~/contract/languages";
import { memoize } from "./memoize";

export { matchLanguage, LANGUAGES, type Language };

const [DEFAULT_LANGUAGE] = STANDARD_LANGUAGES;

/** The languages that are on, in the order of `LANGUAGES`. */
export type Languages = readonly Language[];

/** The language in `?lang=`, if it is on. */
export const requestedLanguage = (
  { searchParams }: URL,
  languages: Languages,
): Language | undefined => matchLanguage(searchParams.get("lang"), languages);

interface CompanyWithLanguage {
  code: string;
  uuid: string;
  languageDefault?: string | undefined;
}

/**
 * Returns the language of a company's page: `?lang=` if it is on, else the company's, else es-es. Instead of a
 * company language that is not on, returns English and logs a warning.
 */
export function companyLanguage(
  request: { url: string },
  company: CompanyWithLanguage,
  languages: Languages,
): Language {
  const { code, uuid, languageDefault } = company;
  const requested = requestedLanguage(new URL(request.url), languages);
  if (requested) return requested;
  if (!languageDefault) return DEFAULT_LANGUAGE;
  const known = matchLanguage(languageDefault, languages);
  if (known) return known;
  warnOnce(Math.floor(Date.now() / HOUR_MS), quote(code), uuid, quote(languageDefault));
  return FALLBACK_LANGUAGE;
}

const HOUR_MS = 60 * 60_000;
const MAX_LOGGED_TEXT = 40;

/** Keeps a platform's text on one line of the log. */
const quote = (text: string) => JSON.stringify(text.slice(0, MAX_LOGGED_TEXT));

/** Warns once an hour for each company and language, because every rendered page has the same problem. */
const warnOnce = memoize(1000, (_hour: number, code: string, uuid: string, tag: string) =>
  console.warn(
    `Unknown interface language ${tag} of the company ${code} (${uuid}): shown in English`,
  ),
);

/**
 * Returns the `lang` of a company's texts, as a BCP 47 tag. Undefined if they are in the page's language, or if the
 * company's language is not a valid tag.
 *
 * Source: WCAG 2.2, 3.1.2 (Language of Parts).
 */
export function partLanguage(
  companyDefault: string | null | undefined,
  language: Language,
): string | undefined {
  const known = companyDefault ? matchLanguage(companyDefault) : DEFAULT_LANGUAGE;
  if (known === language) return undefined;
  // A pack might be off, so its texts keep their original tag, such as `pt-PT`.
  const isStandard = STANDARD_LANGUAGES.some((tag) => tag === known);
  const tag =
    known && isStandard ? languageTag(known) : companyDefault?.trim().replaceAll("_", "-");
  const isTag = tag !== undefined && LANGUAGE_TAG.test(tag);
  return isTag && tag !== languageTag(language) ? tag : undefined;
}

/** Maximum length of `Accept-Language` that is read, in characters. Browsers send preferred languages first. */
const MAX_HEADER_LENGTH = 1000;

/** Returns the language of a page without a company: `?lang=`, else the browser's, else English. */
export function browserLanguage(
  request: { url: string; headers: { get: (name: string) => string | null } },
  languages: Languages,
): Language {
  const requested = requestedLanguage(new URL(request.url), languages);
  if (requested) return requested;
  const accepted = (request.headers.get("Accept-Language") ?? "")
    .slice(0, MAX_HEADER_LENGTH)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";");
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of accepted) {
    const known = matchLanguage(tag, languages);
    if (known) return known;
  }
  return FALLBACK_LANGUAGE;
}

interface LanguagePreferences {
  /** Tags of the languages that the company offers. */
  languages?: readonly string[] | undefined;
  languageDefault?: string | undefined;
  /** ISO 3166-1, two capital letters. */
  country?: string | undefined;
}

/** Countries whose Spanish is closer to Mexico's than to Spain's. */
const LATIN_AMERICA = /^(AR|BO|CL|CO|CR|CU|DO|EC|GT|HN|MX|NI|PA|PE|PR|PY|SV|US|UY|VE)$/;

/**
 * Returns the languages that a company's page offers: the company's list, else English and one variant of
 * Spanish (decision 0024). Always includes the page's language, and the company's language if supported.
 */
export function offeredLanguages(
  { languages: listed = [], languageDefault, country = "" }: LanguagePreferences,
  shown: Language,
  languages: Languages,
): Language[] {
  const match = (tag: string) => matchLanguage(tag, languages);
  const main = languageDefault === undefined ? undefined : match(languageDefault);
  const wanted = listed.map(match).filter((known) => known !== undefined);
  const isSpanish = (language = "") => language.startsWith("es-");
  const spanish = isSpanish(main) ? main : LATIN_AMERICA.test(country) ? "es-mx" : "es-es";
  const usual = STANDARD_LANGUAGES.filter(
    (language) => !isSpanish(language) || language === spanish,
  );
  const offered = new Set<Language>([
    ...(wanted.length > 0 ? wanted : usual),
    ...(main ? [main] : []),
    shown,
  ]);
  return languages.filter((language) => offered.has(language));
}

/** The BCP 47 tag for `<html lang>` and `Intl`, such as `es-ES`. */
export function languageTag(language: Language): string {
  return language.replace(/-.*/, (region) => region.toUpperCase());
}

/**
 * Keeps a language in `?lang=` from page to page.
 *
 * @returns a function that adds the language to a local path, and leaves other URLs unchanged
 */
export function keepLanguage(
  request: { url: string },
  languages: Languages,
): (href: string) => string {
  const language = requestedLanguage(new URL(request.url), languages);
  return (href) => {
    if (language === undefined || !/^\/(?!\/)/.test(href)) return href;
    return `${href}${href.includes("?") ? "&" : "?"}lang=${language}`;
  };
}

/** A link to the same page in another language. @param parameter a parameter to keep, such as `receipt=…` */
export const languageHref = (language: Language, parameter?: string): string =>
  `?lang=${language}${parameter === undefined ? "" : `&${parameter}`}`;
