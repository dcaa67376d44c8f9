/**
 * The result of searching a file for active content.
 * - `active`: the file can run code.
 * - `unchecked`: searching the whole file would take too much work.
 */
export const FINDINGS = ["none", "active", "unchecked"] as const;

export type Finding = (typeof FINDINGS)[number];
