import { parsePart, Source } from "~/contract/application";

/** Parses the form's `source` part. Returns an empty source if the part is missing or malformed. */
export const parseSource = (part: unknown): Source => Source.safeParse(parsePart(part)).data ?? {};

/** Returns the source as one name, for systems that accept only one. */
export const sourceName = (source: Source): string | undefined =>
  source.source ?? source.utm_source ?? source.ref;
