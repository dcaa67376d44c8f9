import * as z from "zod";
import { Client } from "~/contract/client";
import { toPage, ListedPosition, Position } from "~/contract/position";
import type { ReadCall } from "../platform/types";

export const COPY_VERSION = 1;

/** A stored copy. Times are in ms since 1970. */
export const copySchema = z.object({
  version: z.literal(COPY_VERSION),
  /** The response bodies, as gzipped JSON. */
  gzip: z.instanceof(ArrayBuffer),
  /** Start of the read, or when the copy was marked as gone. */
  readAt: z.number(),
  /** Start of the first read that got a 404. Cleared by a later successful read. */
  missingSince: z.number().exactOptional(),
  /** Set if the platform no longer has the data. Error pages can still show a position's name. */
  isGone: z.literal(true).exactOptional(),
});

export type StoredCopy = z.infer<typeof copySchema>;

/** Keys to store from each response. The CSRF token is excluded, because it must be fresh. */
const STORED_KEYS: Record<ReadCall, readonly string[]> = {
  position: Object.keys(Position.shape).filter((name) => name !== "csrf_token"),
  client: Object.keys(Client.shape),
  positions: Object.keys(ListedPosition.in.shape),
};

/** Keeps only the stored keys of each response body. */
export const pickStoredKeys = (call: ReadCall, bodies: readonly string[]): readonly string[] =>
  bodies.map((text) => {
    const body = JSON.parse(text) as object; // the contract's schema has accepted the body
    if (call !== "positions") return JSON.stringify(pick(body, STORED_KEYS[call]));
    const { results } = toPage(body) as { results: object[] }; // as above
    return JSON.stringify({ results: results.map((row) => pick(row, STORED_KEYS[call])) });
  });

const pick = (from: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
