import { Source } from "../../contract/application";
import { parsed } from "./format";

/** Reads the part `source`; nothing where it is missing or malformed. */
export const sourceOf = (part: unknown): Source => Source.safeParse(parsed(part)).data ?? {};

/** The place that a candidate came from, for a system that takes one name. */
export const sourceName = (source: Source): string | undefined =>
  source.source ?? source.utm_source ?? source.ref;
