/** The words of `X-Puerta-Suspect` that the platform knows (docs/contract.md). */
const SUSPICIONS = ["active-file", "honeypot"] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** The known words of a list with commas: the header's, or a stored one. */
export function suspicionsIn(list: string | null): Suspicion[] {
  const words = new Set(list?.split(",").map((word) => word.trim()));
  return SUSPICIONS.filter((one) => words.has(one));
}
