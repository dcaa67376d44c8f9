/**
 * The same function, which remembers what it made of what it was given: for what is costly to make and the
 * same in many pages, such as dates in words. What it returns is shared, so nobody may change it.
 *
 * @param most how many results it remembers; then it begins anew
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
