import type { Read } from "../../contract/read";

/** What was read of an answer. The log says what was dropped: at most five places, and no contents. */
export function logged<T>(what: string, { value, dropped }: Read<T>): T {
  if (dropped.length > 0) {
    const [places, rest] = [dropped.slice(0, 5).join(", "), dropped.length - 5];
    console.warn(`${what}: left out ${places}${rest > 0 ? ` and ${rest} more` : ""}`);
  }
  return value;
}
