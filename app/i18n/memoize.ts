/**
 * Memoizes a slow function whose results many pages share, such as formatted dates. Callers must not change
 * results.
 *
 * @param maxResults when the cache has this many results, a new result clears it first
 */
export function memoize<Args extends readonly (string | number | undefined)[], Result>(
  maxResults: number,
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  const results = new Map<string, { result: Result }>();
  return (...args) => {
    const key = JSON.stringify(args);
    const cached = results.get(key);
    if (cached) return cached.result;
    const result = compute(...args);
    if (results.size >= maxResults) results.clear();
    results.set(key, { result });
    return result;
  };
}
