/** The most characters of texts that are remembered, because each drawing of a page needs them again. */
const MAX_CACHED_CHARACTERS = 2_000_000;
const MAX_ENTRY_CHARACTERS = 200_000;

/** The same function, which remembers the result for each text, up to `MAX_CACHED_CHARACTERS` in all. */
export function cacheTexts(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  let characters = 0;
  return (text) => {
    const before = made.get(text);
    if (before !== undefined) return before;
    const now = make(text);
    const length = text.length + now.length;
    if (length > MAX_ENTRY_CHARACTERS) return now;
    if (characters + length > MAX_CACHED_CHARACTERS) {
      made.clear();
      characters = 0;
    }
    made.set(text, now);
    characters += length;
    return now;
  };
}
