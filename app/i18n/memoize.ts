/**
 * Memoizes a function whose results are costly to make and the same on many pages, such as dates in words.
 * Results are shared: do not change them.
 *
 * @param maxResults results to keep; past that, all are dropped
 */
export function memoize<Given extends readonly (string | number | undefined)[], Made>(
  maxResults: number,
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  const made = new Map<string, { result: Made }>();
  return (...given) => {
    const key = JSON.stringify(given);
    const before = made.get(key);
    if (before) return before.result;
    const result = make(...given);
    if (made.size >= maxResults) made.clear();
    made.set(key, { result });
    return result;
  };
}
