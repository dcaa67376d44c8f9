/** The cache's limit, in characters of texts and results. */
const MAX_CACHED_CHARACTERS = 2_000_000;
const MAX_ENTRY_CHARACTERS = 200_000;

/** Caches a function's results, because every page render needs them. */
export function cacheTexts(convert: (text: string) => string): (text: string) => string {
  const cache = new Map<string, string>();
  let characters = 0;
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const result = convert(text);
    const length = text.length + result.length;
    if (length > MAX_ENTRY_CHARACTERS) return result;
    if (characters + length > MAX_CACHED_CHARACTERS) {
      cache.clear();
      characters = 0;
    }
    cache.set(text, result);
    characters += length;
    return result;
  };
}
