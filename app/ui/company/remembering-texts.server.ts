/** The most characters of texts that are remembered, because each drawing of a page needs them again. */
const REMEMBERED_MOST = 2_000_000;
const TEXT_MOST = 200_000;

/** The same function, which remembers the result for each text, up to `REMEMBERED_MOST` in all. */
export function rememberingTexts(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  let characters = 0;
  return (text) => {
    const before = made.get(text);
    if (before !== undefined) return before;
    const now = make(text);
    const length = text.length + now.length;
    if (length > TEXT_MOST) return now;
    if (characters + length > REMEMBERED_MOST) {
      made.clear();
      characters = 0;
    }
    made.set(text, now);
    characters += length;
    return now;
  };
}
