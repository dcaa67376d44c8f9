/** The interface's languages. The first is for companies without a language. */
export const LANGUAGES = ["es-es", "es-mx", "en"] as const;

export type Language = (typeof LANGUAGES)[number];

/** A BCP 47 language tag. */
export const LANGUAGE_TAG = /^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8})*$/;

/** The language for companies and browsers whose languages are not supported. */
export const FALLBACK_LANGUAGE: Language = "en";

/**
 * Finds the interface's language for a tag such as `es`, `es_MX` or `en-GB`. Returns undefined for an
 * unsupported language, and the language's first variant for an unknown region: es-es for es-AR.
 */
export function matchLanguage(tag: string | null | undefined): Language | undefined {
  const normalized = tag?.trim().toLowerCase().replaceAll("_", "-") ?? "";
  const [primary] = normalized.split("-", 1);
  return (
    LANGUAGES.find((language) => language === normalized) ??
    LANGUAGES.find((language) => language.split("-", 1)[0] === primary)
  );
}
