import { z } from "zod";

const Part = z.record(z.string(), z.string().regex(/^[A-Za-z0-9._~-]{1,100}$/));

/** Where a candidate came from: names and values of the contract's part `source`. */
export type Source = Readonly<Record<string, string>>;

/** Reads the part `source` (docs/contract.md); nothing where it is not there or is another thing. */
export function sourceOf(part: unknown): Source {
  if (typeof part !== "string") return {};
  try {
    return Part.safeParse(JSON.parse(part)).data ?? {};
  } catch {
    return {};
  }
}

/** The place that a candidate came from, for a system that takes one name. */
export const sourceName = (source: Source): string | undefined =>
  source.source ?? source.utm_source ?? source.ref;
