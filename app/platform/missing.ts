/**
 * How long a missing page (404, 410) and a failed read are remembered, in ms. Meanwhile the platform is not
 * called for them again.
 *
 * Source: design, section 7.
 */
export const REMEMBERED_MS = { gone: 10_000, failed: 2000 };

/** Times of a copy, in ms since 1970. */
interface Copied {
  /** When its read began. */
  readAt: number;
  /** When the platform first answered 404 since. */
  missingSince?: number | undefined;
}

/**
 * Decides about a copy after a 404. As a 404 may be temporary, the copy is deleted only if an earlier 404
 * came at least `forgetAfterMs` before, without a good read in between.
 *
 * Source: design, section 6.
 *
 * @param at when the read began, in ms since 1970
 * @returns `forget`, or the time of the first 404
 */
export function onMissing(
  { readAt, missingSince }: Copied,
  at: number,
  forgetAfterMs: number,
): "forget" | { missingSince: number } {
  // A later good read ended the 404.
  const since = missingSince !== undefined && missingSince > readAt ? missingSince : at;
  return at - since >= forgetAfterMs ? "forget" : { missingSince: since };
}
