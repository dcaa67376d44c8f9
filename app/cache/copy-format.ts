import { z } from "zod";
import { Client } from "../../contract/client";
import { toPage, ListedPosition, Position } from "../../contract/position";
import type { ReadCall } from "../platform/hiring-platform.server";

export const COPY_VERSION = 1;

/** A stored copy. Times are in ms since 1970. */
export const copySchema = z.object({
  version: z.literal(COPY_VERSION),
  /** The texts of an answer as gzipped JSON. */
  gzip: z.instanceof(ArrayBuffer),
  /** When its read began, or when it was marked as gone. */
  readAt: z.number(),
  /** When the platform first answered 404 after that. */
  missingSince: z.number().exactOptional(),
  /** The platform no longer has it; only its name may be shown. */
  isGone: z.literal(true).exactOptional(),
});

export type StoredCopy = z.infer<typeof copySchema>;

/** The stored keys of an answer. Without the CSRF token, which must be fresh. */
const STORED_KEYS: Record<ReadCall, readonly string[]> = {
  position: Object.keys(Position.shape).filter((name) => name !== "csrf_token"),
  client: Object.keys(Client.shape),
  positions: Object.keys(ListedPosition.in.shape),
};

/** Strips the texts of an answer's pages for storage. */
export const toStoredTexts = (call: ReadCall, texts: readonly string[]): readonly string[] =>
  texts.map((text) => {
    const answer = JSON.parse(text) as object; // the contract's schema has parsed it
    if (call !== "positions") return JSON.stringify(pick(answer, STORED_KEYS[call]));
    const { results } = toPage(answer) as { results: object[] }; // as above
    return JSON.stringify({ results: results.map((row) => pick(row, STORED_KEYS[call])) });
  });

const pick = (from: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
