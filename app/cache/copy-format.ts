import { z } from "zod";
import { Client } from "../../contract/client";
import { toPage, ListedPosition, Position } from "../../contract/position";
import type { ReadCall } from "../platform/hiring-platform.server";

export const COPY_VERSION = 1;

/** A copy as it is stored; times are in ms since 1970. */
export const copySchema = z.object({
  version: z.literal(COPY_VERSION),
  /** The texts of an answer as JSON, compressed with gzip. */
  gzip: z.instanceof(ArrayBuffer),
  /** When the read began that it is from, or when it was found to be gone. */
  readAt: z.number(),
  /** When the platform first answered 404 since then. */
  missingSince: z.number().exactOptional(),
  /** The platform does not have it any more: only its name may be shown. */
  isGone: z.literal(true).exactOptional(),
});

export type StoredCopy = z.infer<typeof copySchema>;

/** What is stored of an answer: neither unknown fields nor the CSRF token, which is read when it is needed. */
const STORED_KEYS: Record<ReadCall, readonly string[]> = {
  position: Object.keys(Position.shape).filter((name) => name !== "csrf_token"),
  client: Object.keys(Client.shape),
  positions: Object.keys(ListedPosition.in.shape),
};

/** The texts of an answer's pages as they are stored. */
export const toStoredTexts = (call: ReadCall, texts: readonly string[]): readonly string[] =>
  texts.map((text) => {
    const answer = JSON.parse(text) as object; // it was parsed before
    if (call !== "positions") return JSON.stringify(pick(answer, STORED_KEYS[call]));
    const { results } = toPage(answer) as { results: object[] }; // likewise
    return JSON.stringify({ results: results.map((row) => pick(row, STORED_KEYS[call])) });
  });

const pick = (from: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
