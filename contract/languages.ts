/** The languages that are always on. The first is the default for companies without a language. */
export const STANDARD_LANGUAGES = ["es-es", "es-mx", "en"] as const;

/** Languages that an operator turns on with the site's variable `LANGUAGES` (decision 0068). */
export const LANGUAGE_PACKS = ["pt-br", "fr", "de"] as const;

/** All languages that have texts. */
export const LANGUAGES = [...STANDARD_LANGUAGES, ...LANGUAGE_PACKS] as const;

export type Language = (typeof LANGUAGES)[number];

/** A BCP 47 language tag. */
export const LANGUAGE_TAG = /^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8})*$/;

/** The language for companies and browsers whose languages are not supported. */
export const FALLBACK_LANGUAGE: Language = "en";

/**
 * Finds the interface's language for a tag such as `es`, `es_MX` or `en-GB`. Returns undefined for an
 * unsupported language, and the language's first variant for an unknown region: es-es for es-AR.
 *
 * @param languages the languages to choose from
 */
export function matchLanguage(
  tag: string | null | undefined,
  languages: readonly Language[] = LANGUAGES,
): Language | undefined {
  const normalized = tag?.trim().toLowerCase().replaceAll("_", "-") ?? "";
  const [primary] = normalized.split("-", 1);
  return (
    languages.find((language) => language === normalized) ??
    languages.find((language) => language.split("-", 1)[0] === primary)
  );
}
