/**
 * Memoizes a slow function whose results many pages share, such as formatted dates. Callers must not change
 * results.
 *
 * @param maxResults when the cache has this many results, another result replaces them all
 */
export function memoize<Args extends readonly (string | number | undefined)[], Result>(
  maxResults: number,
  make: (...args: Args) => Result,
): (...args: Args) => Result {
  const results = new Map<string, { result: Result }>();
  return (...args) => {
    const key = JSON.stringify(args);
    const before = results.get(key);
    if (before) return before.result;
    const result = make(...args);
    if (results.size >= maxResults) results.clear();
    results.set(key, { result });
    return result;
  };
}
