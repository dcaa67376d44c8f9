/**
 * Memoizes a slow function whose results many pages share, such as formatted dates. Callers must not change
 * results.
 *
 * @param maxResults past this number, all results are dropped
 */
export function memoize<Given extends readonly (string | number | undefined)[], Made>(
  maxResults: number,
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  const results = new Map<string, { result: Made }>();
  return (...given) => {
    const key = JSON.stringify(given);
    const before = results.get(key);
    if (before) return before.result;
    const result = make(...given);
    if (results.size >= maxResults) results.clear();
    results.set(key, { result });
    return result;
  };
}
