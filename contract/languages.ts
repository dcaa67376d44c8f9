/** The interface's languages. The first is the default, English the fallback (specification, section 1). */
export const LANGUAGES = ["es-es", "es-mx", "en"] as const;

export type Language = (typeof LANGUAGES)[number];
