/**
 * Whether a privacy policy is complete. Puerta's templates mark blanks with `{{…}}`. While a `{{` remains,
 * candidates can neither read the policy nor apply.
 */
export const isPublished = (policy: string): boolean => !policy.includes("{{");

/** Finds the blanks of a privacy policy. An unpublished policy has at least one blank. */
export const findBlanks = (policy: string): { line: number; column: number; text: string }[] =>
  policy.split("\n").flatMap((line, index) =>
    [...line.matchAll(/\{\{[^}]*(?:\}\})?/g)].map(({ 0: text, index: offset }) => ({
      line: index + 1,
      column: offset + 1,
      text,
    })),
  );
