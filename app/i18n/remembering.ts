/**
 * Memoizes a function whose results are costly to make and the same on many pages, such as dates in words.
 * Results are shared: do not change them.
 *
 * @param most results to keep; past that, all are dropped
 */
export function remembering<Given extends readonly (string | number | undefined)[], Made>(
  most: number,
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  const made = new Map<string, { result: Made }>();
  return (...given) => {
    const key = JSON.stringify(given);
    const before = made.get(key);
    if (before) return before.result;
    const result = make(...given);
    if (made.size >= most) made.clear();
    made.set(key, { result });
    return result;
  };
}
