/**
 * How long it is remembered that something is gone (404, 410), and that the platform could not be asked,
 * in ms: as long it is not asked for again, and its page is not drawn for all.
 *
 * Source: design, section 7.
 */
export const REMEMBERED_MS = { gone: 10_000, failed: 2000 };

/** A copy of what the platform once answered; times are in ms since 1970. */
interface Copied {
  /** When the read began that it was made of. */
  readAt: number;
  /** When the platform first answered 404 in its place. */
  missingSince?: number | undefined;
}

/**
 * What a 404 makes of a copy. A platform may answer 404 for a moment, so the copy is forgotten only when
 * another 404 came `forgetAfterMs` or more before, and nothing good between.
 *
 * Source: design, section 6.
 *
 * @param at when the read began that was answered 404, in ms since 1970
 * @returns `forget`, or since when the platform has answered 404
 */
export function onMissing(
  { readAt, missingSince }: Copied,
  at: number,
  forgetAfterMs: number,
): "forget" | { missingSince: number } {
  // A copy that was read after a 404 has ended its time.
  const since = missingSince !== undefined && missingSince > readAt ? missingSince : at;
  return at - since >= forgetAfterMs ? "forget" : { missingSince: since };
}
