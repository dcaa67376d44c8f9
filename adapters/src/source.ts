import { parsePart, Source } from "../../contract/application";

/** Reads the part `source`; nothing where it is missing or malformed. */
export const parseSource = (part: unknown): Source => Source.safeParse(parsePart(part)).data ?? {};

/** The place that a candidate came from, for a system that takes one name. */
export const sourceName = (source: Source): string | undefined =>
  source.source ?? source.utm_source ?? source.ref;
