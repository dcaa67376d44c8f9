import { createHash } from "node:crypto";

/** The same uuid for the same text (RFC 9562, version 8). */
export function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
