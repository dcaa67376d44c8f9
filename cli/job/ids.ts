import { createHash } from "node:crypto";

/** Derives a uuid from a string (RFC 9562, version 8). */
export const stableUuid = (text: string): string =>
  createHash("sha256")
    .update(text)
    .digest("hex")
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-8$3-8$4-$5");
